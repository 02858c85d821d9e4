package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import oracle.sql.json.OracleJsonDatum;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.spi.LinkQuery;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.QueryPlan;
import org.jspecify.annotations.Nullable;

/**
 * A look-up along links, prepared once. EXPLAIN PLAN takes no values for parameters: the statement
 * that it is given has literals in their place.
 */
final class OracleLinkRead implements LinkRead {
  private static final int FETCH_ROWS = 1_000;

  private final Connection connection;
  private final Table table;
  private final LinkQuery query;
  private @Nullable PreparedStatement prepared;

  OracleLinkRead(Connection connection, Table table, LinkQuery query) {
    this.connection = connection;
    this.table = table;
    this.query = query;
  }

  /** The statement with these values, each a literal or a question mark. */
  static String sql(Table table, LinkQuery query, List<String> values) {
    String select = "SELECT t.data FROM " + table.name() + " t WHERE ";
    if (query instanceof LinkQuery.Referring referring) {
      return select
          + "JSON_EXISTS(t.data, "
          + JsonPaths.elementIsId(referring.links())
          + " PASSING "
          + values.get(0)
          + " AS \"id\")";
    } else if (query instanceof LinkQuery.Lookup lookup) {
      return select
          + FieldValue.ID.sql()
          + " IN (SELECT "
          + number(lookup.target())
          + " FROM "
          + Table.of(lookup.links()).name()
          + " t WHERE "
          + number(lookup.source())
          + " = "
          + values.get(0)
          + ")";
    }
    return select + FieldValue.ID.sql() + " IN (" + String.join(", ", values) + ")";
  }

  private static String number(String field) {
    return new FieldValue(Path.of(field), FieldValue.Type.NUMBER).sql();
  }

  @Override
  public void run(long[] ids, Documents documents) {
    try {
      PreparedStatement statement = prepared(ids.length);
      for (int i = 0; i < ids.length; i++) {
        if (query instanceof LinkQuery.Referring) {
          statement.setString(i + 1, Long.toString(ids[i]));
        } else {
          statement.setLong(i + 1, ids[i]);
        }
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          byte[] oson = rows.getObject(1, OracleJsonDatum.class).shareBytes();
          documents.document(OracleReader.id(oson), new Received(oson));
        }
      }
    } catch (SQLException e) {
      throw OracleErrors.of("reading along links of " + table.name(), e);
    }
  }

  private PreparedStatement prepared(int parameters) throws SQLException {
    PreparedStatement known = prepared;
    if (known == null) {
      known = connection.prepareStatement(sql(table, query, Collections.nCopies(parameters, "?")));
      known.setFetchSize(FETCH_ROWS);
      prepared = known;
    }
    return known;
  }

  @Override
  public QueryPlan explain(long[] ids) {
    List<String> literals =
        Arrays.stream(ids)
            .mapToObj(Long::toString)
            .map(id -> query instanceof LinkQuery.Referring ? JsonPaths.literal(id) : id)
            .toList();
    return ExplainPlan.of(connection, sql(table, query, literals), table);
  }

  @SuppressWarnings("ArrayRecordComponent") // lives for one document and is never compared
  private record Received(byte[] oson) implements Body {
    @Override
    public long bytes() {
      return oson.length;
    }

    @Override
    public ObjectValue decode() {
      return OracleReader.document(oson).body();
    }
  }
}
