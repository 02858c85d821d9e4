package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Scan;
import org.jspecify.annotations.Nullable;

/** Searches, look-ups along links and reading back, of one collection on one connection. */
final class JdbcReads implements ContentReader {
  /** Rows of whole documents that are fetched at once: all of them might not fit in memory. */
  private static final int FETCH_ROWS = 20_000;

  private final Connection connection;
  private final JdbcSystem.Table table;
  private final JdbcSystem system;
  private final SqlErrors errors;

  /** What is done, for messages. */
  private final String reading;

  private @Nullable PreparedStatement find;

  JdbcReads(Connection connection, JdbcSystem.Table table, JdbcSystem system) {
    this.connection = connection;
    this.table = table;
    this.system = system;
    this.errors = system.errors();
    this.reading = "reading documents of " + table.name();
  }

  /**
   * Prepares a search. Its literals are part of the text, as an EXPLAIN has them: there is no
   * parameter for which a generic plan could differ from the one that is shown.
   */
  Read read(Query query) {
    return errors.call("preparing to search " + table.name(), () -> new PreparedQuery(query));
  }

  /** Readies a look-up along links: as many ids as the first execution has are prepared. */
  LinkRead links(LinkQuery query) {
    return new LinkRead() {
      private @Nullable PreparedStatement select;

      @Override
      public void run(long[] ids, Documents documents) {
        errors.run(
            reading,
            () -> {
              PreparedStatement statement = select;
              if (statement == null) {
                List<String> parameters = Collections.nCopies(ids.length, "?");
                statement = connection.prepareStatement(table.links(query, parameters));
                select = statement;
              }
              table.bind(statement, query, ids);
              try (ResultSet row = statement.executeQuery()) {
                Supplier<ObjectValue> body = () -> errors.call(reading, () -> table.body(row));
                while (row.next()) {
                  documents.document(table.id(row), table.bytes(row), body);
                }
              }
            });
      }

      @Override
      public QueryPlan explain(long[] ids) {
        run(ids, (id, bytes, body) -> {}); // so that the driver has prepared it
        return errors.call(
            "explaining a look-up of " + table.name(), () -> table.plan(connection, query, ids));
      }
    };
  }

  @Override
  public long count() {
    String count = "SELECT count(*) FROM " + table.name();
    try {
      return Sql.rows(connection, count, row -> row.getLong(1)).get(0);
    } catch (SQLException e) {
      if (errors.meaning(e) == SqlErrors.Meaning.NO_TABLE) {
        return 0;
      }
      throw errors.of("counting " + table.name(), e);
    }
  }

  @Override
  public Optional<ObjectValue> find(long id) {
    try {
      PreparedStatement statement = find;
      if (statement == null) {
        statement = connection.prepareStatement(table.find());
        find = statement;
      }
      statement.setLong(1, id);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(table.body(row)) : Optional.empty();
      }
    } catch (SQLException e) { // no words are made for a read that goes well: it may be timed
      throw errors.of("reading document " + id + " of " + table.name(), e);
    }
  }

  @Override
  public void range(long from, long until, Visitor visitor) {
    String sql = table.range();
    errors.run(
        reading,
        () -> {
          try (PreparedStatement range = connection.prepareStatement(sql)) {
            visit(range, from, until, visitor);
          }
        });
  }

  /** Prepares to read documents in the order of a field. */
  Scan scan(String field) throws SQLException {
    PreparedStatement scan = connection.prepareStatement(table.scan(field));
    return (number, limit, visitor) ->
        errors.run(reading, () -> visit(scan, number, limit, visitor));
  }

  private void visit(PreparedStatement range, long from, long end, Visitor visitor)
      throws SQLException {
    range.setLong(1, from);
    range.setLong(2, end);
    Sql.each(connection, range, 0, row -> visitor.visit(table.id(row), table.body(row)));
  }

  @Override
  public ObjectValue asStored(Document document) {
    return table.asStored(document);
  }

  private final class PreparedQuery implements Read {
    private final JdbcSystem.Table.SelectItem item;
    private final boolean countsInClient;
    private final int fetchSize;
    private final PreparedStatement select;

    PreparedQuery(Query query) throws SQLException {
      this.item = table.search(query);
      this.countsInClient =
          item.extractsInClient() && query.projection() instanceof Projection.CountAt;
      this.fetchSize = item.extractsInClient() ? FETCH_ROWS : 0;
      this.select = connection.prepareStatement(item.sql());
    }

    @Override
    public long run(LongConsumer id) {
      return each(row -> id.accept(row.getLong(1)));
    }

    @Override
    public long values(Consumer<Value> value) {
      if (countsInClient) {
        long[] count = new long[1];
        each(row -> count[0] += item.reader().read(row, 1) == NullValue.NULL ? 0 : 1);
        value.accept(new IntegerValue(count[0]));
        return 1;
      }
      return each(row -> value.accept(item.reader().read(row, 1)));
    }

    private long each(Sql.SqlConsumer<ResultSet> taking) {
      return errors.call(reading, () -> Sql.each(connection, select, fetchSize, taking));
    }

    @Override
    public QueryPlan explain() {
      QueryPlan plan =
          errors.call(
              "explaining a search of " + table.name(), () -> table.plan(connection, item.sql()));
      Map<String, Double> numbers = new HashMap<>(plan.numbers());
      if (item.extractsInClient()) {
        // An explained search sends nothing: it never fetches what the client looks into.
        numbers.keySet().removeAll(Set.of(QueryPlan.EXECUTION, QueryPlan.PLANNING));
      }
      return new QueryPlan(numbers, plan.plan(), plan.indexes());
    }

    @Override
    public ExecutionBreakdown breakdown() {
      return system.breakdown(connection, item.sql(), fetchSize, row -> item.reader().read(row, 1));
    }
  }
}
