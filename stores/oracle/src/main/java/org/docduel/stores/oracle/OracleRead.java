package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import oracle.sql.json.OracleJsonDatum;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.Read;

/** One prepared query. It has no parameters, so that EXPLAIN PLAN's is the plan of what runs. */
final class OracleRead implements Read {
  /** As many rows at once as the suite's other stores fetch. */
  private static final int FETCH_ROWS = 10_000;

  private final Connection connection;
  private final Table table;
  private final Projection projection;
  private final String sql;
  private final PreparedStatement statement;

  OracleRead(Connection connection, Collection collection, Query query) {
    this.connection = connection;
    this.table = Table.of(collection);
    this.projection = query.projection();
    this.sql = sql(collection, query);
    try {
      this.statement = connection.prepareStatement(sql);
      this.statement.setFetchSize(FETCH_ROWS);
    } catch (SQLException e) {
      throw OracleErrors.of("preparing to read " + table.name(), e);
    }
  }

  static String sql(Collection collection, Query query) {
    List<String> conditions = new ArrayList<>();
    if (!(query.where() instanceof Predicate.AllOf all && all.parts().isEmpty())) {
      conditions.add(Conditions.of(query.where()));
    }
    if (query.projection() instanceof Projection.CountAt at) {
      conditions.add("JSON_EXISTS(t.data, " + JsonPaths.set(at.path()) + ")");
    }
    StringBuilder sql =
        new StringBuilder("SELECT ")
            .append(column(query.projection()))
            .append(" FROM ")
            .append(Table.of(collection).name())
            .append(" t");
    if (conditions.size() > 1) {
      conditions.replaceAll(condition -> "(" + condition + ")");
    }
    if (!conditions.isEmpty()) {
      sql.append(" WHERE ").append(String.join(" AND ", conditions));
    }
    query
        .orderedBy()
        .ifPresent(path -> sql.append(" ORDER BY ").append(order(collection, path).sql()));
    if (query.limit() > 0) {
      sql.append(" FETCH FIRST ").append(query.limit()).append(" ROWS ONLY");
    }
    return sql.toString();
  }

  private static String column(Projection projection) {
    if (projection instanceof Projection.ValueAt at) {
      String path = "(t.data, " + JsonPaths.of(at.path());
      return at.asText()
          ? "JSON_VALUE" + path + " RETURNING VARCHAR2(4000))"
          : "JSON_QUERY" + path + " RETURNING JSON ALLOW SCALARS)";
    }
    return projection instanceof Projection.CountAt ? "COUNT(*)" : FieldValue.ID.sql();
  }

  private static FieldValue order(Collection collection, Path path) {
    return FieldValue.like(collection.example(), path)
        .orElseThrow(() ->
            new UnsupportedOperationException(
                "the documents have nothing at '" + path + "' to order by"));
  }

  @Override
  public long run(LongConsumer id) {
    long count = 0;
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        id.accept(rows.getLong(1));
        count++;
      }
    } catch (SQLException e) {
      throw OracleErrors.of("reading " + table.name(), e);
    }
    return count;
  }

  @Override
  public long values(Consumer<Value> value) {
    long count = 0;
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        value.accept(value(rows));
        count++;
      }
    } catch (SQLException e) {
      throw OracleErrors.of("reading values of " + table.name(), e);
    }
    return count;
  }

  private Value value(ResultSet rows) throws SQLException {
    if (projection instanceof Projection.CountAt) {
      return new IntegerValue(rows.getLong(1));
    }
    if (projection instanceof Projection.ValueAt at && at.asText()) {
      String text = rows.getString(1);
      return text == null ? NullValue.NULL : new StringValue(text);
    }
    OracleJsonDatum oson = rows.getObject(1, OracleJsonDatum.class);
    return oson == null ? NullValue.NULL : OsonReader.value(OsonReader.open(oson.shareBytes()));
  }

  @Override
  public QueryPlan explain() {
    return ExplainPlan.of(connection, sql, table);
  }
}
