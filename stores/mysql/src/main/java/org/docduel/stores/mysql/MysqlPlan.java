package org.docduel.stores.mysql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Predicate;
import org.docduel.core.spi.Read.QueryPlan;

/**
 * Reads what a server says of one execution of a statement: MySQL's {@code EXPLAIN ANALYZE
 * FORMAT=JSON} of version 2, MariaDB's {@code ANALYZE FORMAT=JSON}. Times and counts are left out
 * of the steps, so that they are the same in every run.
 */
final class MysqlPlan {
  private static final String PRIMARY = "PRIMARY";

  private static final Pattern TEXT_FIELD =
      Pattern.compile("(?m)^(\\s*\"[a-z_]+\": \")(.*)(\",?)$");

  private final UnaryOperator<String> indexName;
  private final List<String> lines = new ArrayList<>();
  private final Set<String> indexes = new LinkedHashSet<>();

  private MysqlPlan(UnaryOperator<String> indexName) {
    this.indexName = indexName;
  }

  /** What is put before a statement to have it run and explained. */
  static String explain(MysqlServer server) {
    return server == MysqlServer.MYSQL ? "EXPLAIN ANALYZE FORMAT=JSON " : "ANALYZE FORMAT=JSON ";
  }

  /** Reads an answer; indexes get the names that {@code indexName} gives for the server's. */
  static QueryPlan read(MysqlServer server, String json, UnaryOperator<String> indexName) {
    MysqlPlan plan = new MysqlPlan(indexName);
    String text = server == MysqlServer.MYSQL ? json : escaped(json);
    ObjectValue answer = (ObjectValue) JsonBytes.read(text);
    Map<String, Double> numbers = new HashMap<>();
    if (server == MysqlServer.MYSQL) {
      ObjectValue root = (ObjectValue) answer.field("query_plan").orElse(answer);
      plan.addStep(root, "");
      number(root, "actual_last_row_ms").ifPresent(ms -> numbers.put(QueryPlan.EXECUTION, ms));
      number(root, "actual_rows").ifPresent(rows -> numbers.put("rows", rows));
    } else {
      ObjectValue block = (ObjectValue) answer.field("query_block").orElse(answer);
      plan.addTables(block, "");
      number(block, "r_total_time_ms").ifPresent(ms -> numbers.put(QueryPlan.EXECUTION, ms));
      answer
          .field("query_optimization")
          .flatMap(optimization -> number((ObjectValue) optimization, "r_total_time_ms"))
          .ifPresent(ms -> numbers.put(QueryPlan.PLANNING, ms));
    }
    return new QueryPlan(numbers, plan.lines, List.copyOf(plan.indexes));
  }

  /** MariaDB, up to 11.8, writes conditions with quotes as they are; each is on a line alone. */
  static String escaped(String json) {
    return TEXT_FIELD
        .matcher(json)
        .replaceAll(field -> {
          String text = field.group(2).replace("\\", "\\\\").replace("\"", "\\\"");
          return Matcher.quoteReplacement(field.group(1) + text + field.group(3));
        });
  }

  /** A step of MySQL's, which says in words what it does, then those that feed it. */
  private void addStep(ObjectValue step, String indent) {
    lines.add(indent + text(step, "operation").orElse("?").replaceAll("\\s+", " "));
    boolean scan = text(step, "index_access_type").filter("index_scan"::equals).isPresent();
    text(step, "index_name").ifPresent(name -> addIndex(name, scan));
    if (step.field("inputs").orElse(null) instanceof ArrayValue inputs) {
      inputs.elements().forEach(input -> addStep((ObjectValue) input, indent + "  "));
    }
  }

  /** MariaDB's steps: tables by how they are read, and what is done with their rows. */
  private void addTables(Value value, String indent) {
    if (value instanceof ArrayValue array) {
      array.elements().forEach(element -> addTables(element, indent));
    } else if (value instanceof ObjectValue object) {
      for (int i = 0; i < object.values().size(); i++) {
        addPart(object.names().name(i), object.values().get(i), indent);
      }
    }
  }

  private void addPart(String name, Value part, String indent) {
    if (name.equals("table") && part instanceof ObjectValue table) {
      addTable(table, indent);
    } else if (part instanceof ObjectValue && !name.startsWith("r_")) {
      boolean step = !name.equals("query_block");
      if (step) {
        lines.add(indent + name);
      }
      addTables(part, step ? indent + "  " : indent);
    } else {
      addTables(part, indent);
    }
  }

  private void addTable(ObjectValue table, String indent) {
    String access = text(table, "access_type").orElse("?");
    String key = text(table, "key").map(used -> " by " + indexName.apply(used)).orElse("");
    boolean covering =
        BooleanValue.TRUE.equals(table.field("using_index").orElse(BooleanValue.FALSE));
    String condition = text(table, "attached_condition").map(where -> " where " + where).orElse("");
    String step = access + key + (covering ? ", index only" : "") + condition;
    lines.add(indent + step.replaceAll("\\s+", " "));
    addKeys(table, access.equals("index"));
    addTables(table, indent + "  ");
  }

  /** The indexes of a table's access: more than one where their rows are merged. */
  private void addKeys(Value value, boolean scan) {
    if (value instanceof ArrayValue array) {
      array.elements().forEach(element -> addKeys(element, scan));
    } else if (value instanceof ObjectValue object) {
      text(object, "key").ifPresent(name -> addIndex(name, scan));
      object.field("index_merge").ifPresent(merge -> addKeys(merge, scan));
      object.values().stream()
          .filter(ArrayValue.class::isInstance)
          .forEach(part -> addKeys(part, scan));
      object.field("range").ifPresent(range -> addKeys(range, scan));
    }
  }

  /** A scan of the primary key is one of the table. */
  private void addIndex(String name, boolean scan) {
    if (!name.equals(PRIMARY)) {
      indexes.add(indexName.apply(name));
    } else if (!scan) {
      indexes.add("primary_key");
    }
  }

  private static Optional<String> text(ObjectValue object, String name) {
    return object.field(name).orElse(null) instanceof StringValue text
        ? Optional.of(text.value())
        : Optional.empty();
  }

  private static Optional<Double> number(ObjectValue object, String name) {
    return object.field(name).flatMap(Predicate::number).map(Number::doubleValue);
  }
}
