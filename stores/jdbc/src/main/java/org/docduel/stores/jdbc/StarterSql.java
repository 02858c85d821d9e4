package org.docduel.stores.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery;

/** A file of starter queries, in a store's words for each collection. */
record StarterSql(StarterSuite.Part part, SqlDialect dialect) {
  /**
   * The whole file.
   *
   * @param head what a reader of it has to know, a sentence
   */
  static String file(StarterSuite suite, String head, Function<Collection, SqlDialect> dialects) {
    List<StarterSql> parts =
        suite.parts().stream()
            .map(part -> new StarterSql(part, dialects.apply(part.collection())))
            .toList();
    StringBuilder file = new StringBuilder("-- " + head + " The key is id.\n\n");
    List<String> columns = statements(parts, SqlDialect::suiteColumns);
    append(file, suite.index(), columns);
    statements(parts, SqlDialect::suiteIndexes).forEach(index -> file.append(index).append(";\n"));
    if (!columns.isEmpty()) {
      append(file, StarterSuite.NO_INDEX, columns);
    }
    parts.forEach(part -> part.queries(file));
    return file.toString();
  }

  private static List<String> statements(
      List<StarterSql> parts, BiFunction<SqlDialect, String, List<String>> statements) {
    return parts.stream()
        .flatMap(part -> statements.apply(part.dialect, part.table()).stream())
        .toList();
  }

  /** The first statements of a set of indexes. */
  private static void append(StringBuilder file, String index, List<String> statements) {
    file.append("-- index: ").append(index).append('\n');
    statements.forEach(statement -> file.append(statement).append(";\n"));
  }

  private String table() {
    return Sql.identifier(part.collection().name());
  }

  private void queries(StringBuilder file) {
    for (StarterSuite.TitledQuery titled : part.queries()) {
      file.append("\n-- name: ").append(titled.name()).append("  ").append(titled.title());
      file.append("\n-- ").append(titled.matches());
      file.append('\n').append(sql(titled.query())).append(";\n");
    }
  }

  private String sql(StarterQuery query) {
    String where =
        query.where().equals(Query.EVERY) ? "" : "\nWHERE " + dialect.where(query.where());
    String rows = "\nFROM " + table() + where;
    if (query instanceof StarterQuery.Count) {
      return "SELECT count(*) AS n" + rows;
    } else if (query instanceof StarterQuery.Documents) {
      return "SELECT " + documentColumns() + rows;
    } else if (query instanceof StarterQuery.Groups groups) {
      String mean =
          groups.mean().map(of -> ", avg(" + dialect.selectExpression(of) + ") AS mean").orElse("");
      String value = dialect.selectExpression(groups.by());
      return "SELECT " + value + " AS value, count(*) AS n" + mean + rows + "\nGROUP BY 1";
    }
    StarterQuery.Greatest greatest = (StarterQuery.Greatest) query;
    String value = dialect.selectExpression(greatest.number());
    String last = "\nORDER BY " + value + " DESC, id\nLIMIT " + greatest.limit();
    return "SELECT id, " + value + " AS value" + rows + last;
  }

  /**
   * What is selected for whole documents, with the key where they have no {@code id}. JSON has no
   * instants: out of a document they are selected as such.
   */
  private String documentColumns() {
    Map<Path, Kind> fields = part.collection().shape().leafKinds();
    List<Path> instants =
        fields.keySet().stream().filter(path -> fields.get(path) == Kind.TIMESTAMP).toList();
    String document = dialect.document(instants);
    List<String> selected = new ArrayList<>(part.hasOwnId() ? List.of() : List.of("id"));
    boolean plain = document.isEmpty(); // columns alone, so far each by its own name
    if (!plain) {
      selected.add(document);
    }
    for (Path path : plain ? fields.keySet() : instants) {
      String value = dialect.selectExpression(path);
      String name = Sql.identifier(String.join(".", path.names().orElseThrow()));
      plain &= value.equals(name);
      selected.add(value.equals(name) ? name : value + " AS " + name);
    }
    return plain ? "*" : String.join(", ", selected);
  }
}
