package org.docduel.stores.jdbc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.core.spi.suite.SuiteTables;
import org.jspecify.annotations.Nullable;

/**
 * What tells one {@link JdbcStore} from another: how a database is reached, and its words.
 *
 * <p>What cannot be expressed is an {@link UnsupportedOperationException} that says why, as half a
 * sentence.
 */
public interface JdbcSystem {
  /**
   * A new connection that keeps the store's durability and commits each statement.
   *
   * @param work whether it waits as long as work of the store's own takes, else as for an answer
   */
  Connection open(boolean work) throws SQLException;

  /**
   * Asks the database whether it keeps the store's durability and has what the store needs.
   *
   * @throws org.docduel.core.spi.StoreException when it does not
   */
  void check(Connection connection) throws SQLException;

  /** The statements on a collection. */
  Table table(Collection collection);

  /**
   * Brings the database to rest, see {@link org.docduel.core.spi.Store#quiesce}.
   *
   * @param used the tables that the store was asked for; some may not be there
   * @return what was done, in the database's words, and what was not and why
   */
  String quiesce(Connection connection, Set<Table> used) throws SQLException;

  /** What the database is, and how a collection lies on its disk. */
  StoreDescription describe(Connection connection, Table table) throws SQLException;

  /** Makes the messages. */
  SqlErrors errors();

  /** Makes a table anew, empty and without indexes; never in place of somebody else's. */
  default void recreateTable(Connection connection, Table table) throws SQLException {
    Sql.run(connection, table.create());
  }

  /** Runs what writes, when it is its turn; each by itself where the database has one writer. */
  default void withWriterLock(Sql.SqlRunnable write) throws SQLException {
    write.run();
  }

  /**
   * The way of batches into a table, for one thread. It encodes and sends each as one transaction
   * and waits until it is committed; nothing is kept of one that is refused, here or by the server.
   */
  default Sql.SqlConsumer<List<Document>> sender(Connection connection, Table table)
      throws SQLException {
    return batches(connection, table.insert(false));
  }

  /**
   * The way by one JDBC batch and one commit. All is encoded before any of it is sent. One document
   * is a statement that commits itself: a commit of its own would be one round trip more.
   */
  default Sql.SqlConsumer<List<Document>> batches(Connection connection, Table.Insert insert)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(insert.sql());
    return batch -> {
      statement.clearBatch(); // of one that was refused
      if (batch.size() == 1) {
        insert.parameters().set(statement, batch.get(0));
        withWriterLock(statement::executeLargeUpdate);
        return;
      }
      for (Document document : batch) {
        insert.parameters().set(statement, document);
        statement.addBatch();
      }
      withWriterLock(() -> Sql.transaction(connection, statement::executeBatch));
    };
  }

  /** Loads in bulk; empty for a transaction for each chunk, then indexes, then statistics. */
  default Optional<Ingestion> ingestion(Connection connection, Table table) throws SQLException {
    return Optional.empty();
  }

  /** The role that changes documents, each on a connection of a pool. */
  default Updates pooled(String operation, Table.Update update) throws SQLException {
    throw new UnsupportedOperationException("this store has no pool");
  }

  /** Watches the server, on a connection for that alone. */
  default Watch watch(String profiler, Connection connection, Table table) throws SQLException {
    throw new UnsupportedOperationException("this store has no profiler " + profiler);
  }

  /** Closes what sessions share. */
  default void close() {}

  /** The same with a place of its own for a suite's collections, under their plain names. */
  default JdbcSystem within(String space) {
    throw new UnsupportedOperationException("this store has no suites");
  }

  /** Empties that place. */
  default void clear(Connection connection) throws SQLException {
    throw new UnsupportedOperationException("this store has no suites");
  }

  /** The tables of a suite's own schema, in that place. */
  default SuiteTables tables(Connection connection) throws SQLException {
    throw new UnsupportedOperationException("this store takes documents, and no tables");
  }

  /**
   * Prepares a session for a suite's query.
   *
   * @param onlyReads whether it may change nothing from now on
   * @param limit how long one execution may take
   */
  default void prepareSuiteSession(Connection connection, boolean onlyReads, Duration limit)
      throws SQLException {
    throw new UnsupportedOperationException("this store has no suites");
  }

  /**
   * Readies a query to be taken apart.
   *
   * @param fetchRows how many rows are fetched at once; 0 for what the driver does
   * @param reader how the client reads one
   * @throws UnsupportedOperationException when the database tells no more than its plan
   */
  default ExecutionBreakdown breakdown(
      Connection connection, String sql, int fetchRows, Sql.SqlConsumer<ResultSet> reader) {
    throw new UnsupportedOperationException("its server does not report it");
  }

  /** A field of a suite's current row, 1 for the first, by the driver's name of its type. */
  default Value answer(ResultSet row, int column, String type) throws SQLException {
    Object value = row.getObject(column);
    if (value == null) {
      return NullValue.NULL;
    } else if (value instanceof Integer || value instanceof Long) {
      return new IntegerValue(((Number) value).longValue());
    } else if (value instanceof Float || value instanceof Double) {
      return new DoubleValue(Double.parseDouble(value.toString()));
    } else if (value instanceof BigDecimal decimal) {
      return new DecimalValue(decimal);
    } else if (value instanceof Boolean truth) {
      return BooleanValue.of(truth);
    }
    return value instanceof byte[] bytes
        ? new BinaryValue(bytes)
        : new StringValue(row.getString(column));
  }

  /** How the database reads a suite's queries. */
  default SqlReader sqlReader() {
    return SqlReader.STANDARD;
  }

  /** A suite's query as the driver takes it, with a question mark for each parameter. */
  default String forDriver(String sql) {
    return sqlReader().replaceTokens(sql, token -> SqlReader.isParameter(token) ? "?" : token);
  }

  /**
   * Sets the value of a suite's parameter, as an application sends it. An instant is the text that
   * documents in JSON have.
   *
   * @param place of the question mark, from 1
   */
  default void set(PreparedStatement statement, int place, Value value) throws SQLException {
    if (value instanceof IntegerValue number) {
      statement.setLong(place, number.value());
    } else if (value instanceof DoubleValue number) {
      statement.setDouble(place, number.value());
    } else if (value instanceof DecimalValue number) {
      statement.setBigDecimal(place, number.value());
    } else if (value instanceof BooleanValue truth) {
      statement.setBoolean(place, truth.value());
    } else if (value instanceof TimestampValue time) {
      statement.setString(place, JsonForm.text(time));
    } else if (value instanceof StringValue text) {
      statement.setString(place, text.value());
    } else {
      statement.setNull(place, Types.NULL);
    }
  }

  /**
   * Prepares a suite's query for its first rows, in its own order.
   *
   * @param sql in the form of {@link #forDriver}
   */
  default PreparedStatement prepareFirst(Connection connection, String sql, int maxRows)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setMaxRows(maxRows);
    return statement;
  }

  /**
   * The steps by which the server runs a suite's query.
   *
   * @param sql in the form of {@link #forDriver} where it has parameters
   * @param parameters sets them; empty where it has none
   */
  default List<String> plan(
      Connection connection, String sql, Optional<Sql.SqlConsumer<PreparedStatement>> parameters)
      throws SQLException {
    throw new UnsupportedOperationException("this store has no suites");
  }

  /** All statements on one collection, in a store's own words. */
  interface Table {
    /** What is held. */
    Collection collection();

    /** How conditions, orders and indexes name values. */
    SqlDialect dialect();

    /** The table without schema and quotes. */
    default String plainName() {
      return name();
    }

    /** The table as statements name it. */
    String name();

    /** The table where its columns are read: its name, with an alias where one is needed. */
    default String from() {
      return name();
    }

    /** Makes it anew, empty and without indexes. */
    List<String> create();

    /** Makes an index of a name, which is not quoted; empty for one that the store has not. */
    default String createIndex(String name, Index index) {
      String keys = dialect().index(index);
      String create = "CREATE INDEX " + Sql.identifier(name) + " ON " + name() + " ";
      return keys.isEmpty() ? "" : create + keys;
    }

    /** The name of an index, not quoted. A number keeps it short, and apart from others. */
    default String indexName(int number, Index index) {
      return plainName() + "_i" + number;
    }

    /** Its indexes by their names, in order; of those that would be the same the first. */
    default Map<String, Index> indexes() {
      Set<String> definitions = new HashSet<>(Set.of(""));
      Map<String, Index> byName = new LinkedHashMap<>();
      for (Index index : collection().indexes()) {
        if (definitions.add(createIndex("", index))) {
          byName.put(indexName(byName.size(), index), index);
        }
      }
      return byName;
    }

    /** Makes its indexes, after it. */
    default List<String> createIndexes() {
      return indexes().entrySet().stream()
          .map(entry -> createIndex(entry.getKey(), entry.getValue()))
          .toList();
    }

    /** Makes it empty and keeps its indexes. */
    List<String> empty();

    /** Brings its statistics up to date. */
    default String analyze() {
      return "ANALYZE " + name();
    }

    /** Inserts documents; in bulk when they are loaded. For one thread. */
    Insert insert(boolean bulk);

    /** Changes one document. For one thread. */
    Update update(UpdateSpec spec);

    /** All documents, as {@link #id}, {@link #bytes} and {@link #body} read them; no condition. */
    String select();

    /** The expression of a top-level field of whole numbers, or of {@link UpdateSpec#ID}. */
    default String key(String field) {
      return field.equals(UpdateSpec.ID) ? "id" : dialect().value(Path.of(field), Kind.DECIMAL);
    }

    /** What follows {@code WHERE} for the value of {@link #key} that is its one parameter. */
    default String keyIs(String field) {
      return key(field) + " = ?";
    }

    /** A document by the id that is its one parameter. */
    default String find() {
      return select() + " WHERE " + keyIs(UpdateSpec.ID);
    }

    /** Documents by their ids: from its first parameter on, below its second one. */
    default String range() {
      String key = key(UpdateSpec.ID);
      return select() + " WHERE " + key + " >= ? AND " + key + " < ?";
    }

    /**
     * Documents in the order of a field: from its first parameter on, as many as its second says.
     *
     * @throws StoreException when no index would serve it
     */
    default String scan(String field) {
      String key = key(field);
      return select() + " WHERE " + key + " >= ? ORDER BY " + key + first("?");
    }

    /** What ends a statement that gives some of its rows. */
    default String first(String rows) {
      return " LIMIT " + rows;
    }

    /** The documents that a query asks for, without parameters. */
    default SelectItem search(Query query) {
      SelectItem selected = SelectItem.number(key(UpdateSpec.ID));
      if (query.projection() instanceof Projection.ValueAt value) {
        selected = value(value.path(), value.asText());
      } else if (query.projection() instanceof Projection.CountAt count) {
        selected = count(count.path());
      }
      StringBuilder sql = new StringBuilder("SELECT " + selected.sql() + " FROM " + from());
      if (!query.where().equals(Query.EVERY)) {
        sql.append(" WHERE ").append(dialect().where(query.where()));
      }
      query
          .orderedBy()
          .map(path -> dialect().value(path, dialect().kind(path)))
          .ifPresent(value -> sql.append(" ORDER BY ").append(value));
      if (query.limit() > 0) {
        sql.append(first(String.valueOf(query.limit())));
      }
      return new SelectItem(sql.toString(), selected.reader(), selected.extractsInClient());
    }

    /** The value that a path leads to. */
    SelectItem value(Path path, boolean asText);

    /** In how many documents a path leads to a value other than null, or those documents. */
    default SelectItem count(Path path) {
      SelectItem value =
          value(path, false); // in the client a text would be made only to be counted
      return value.extractsInClient()
          ? value
          : SelectItem.number("count(" + value(path, true).sql() + ")");
    }

    /** Whole documents along links; the ids are values, or parameters that {@link #bind} sets. */
    default String links(LinkQuery query, List<String> ids) {
      throw new UnsupportedOperationException("it has no index on the elements of lists");
    }

    /** Prepares a session for look-ups along links, or for searches. */
    default void prepareSession(Connection connection, boolean searches) throws SQLException {}

    /** Sets the parameters of {@link #links}: an id's digits as a list holds it, else the ids. */
    default void bind(PreparedStatement statement, LinkQuery query, long[] ids)
        throws SQLException {
      if (query instanceof LinkQuery.Referring) {
        statement.setString(1, Long.toString(ids[0]));
        return;
      }
      for (int i = 0; i < ids.length; i++) {
        statement.setLong(i + 1, ids[i]);
      }
    }

    /** The id in the current row of {@link #find}, range, scan and links. */
    default long id(ResultSet row) throws SQLException {
      return row.getLong(1);
    }

    /** How many bytes of the document in the current row were received. */
    long bytes(ResultSet row) throws SQLException;

    /** The body of the document in the current row. */
    ObjectValue body(ResultSet row) throws SQLException;

    /** What comes back for a document. */
    ObjectValue asStored(Document document);

    /** How the server runs a statement without parameters. */
    QueryPlan plan(Connection connection, String sql) throws SQLException;

    /** How the server runs a look-up along links, which has been run with these ids. */
    default QueryPlan plan(Connection connection, LinkQuery query, long[] ids) throws SQLException {
      boolean text = query instanceof LinkQuery.Referring;
      return plan(
          connection,
          links(
              query, Arrays.stream(ids).mapToObj(id -> text ? "'" + id + "'" : "" + id).toList()));
    }

    /** The statement of a document. For one thread. */
    record Insert(String sql, Parameters parameters) {
      /** Sets the parameters, or refuses a document that cannot be encoded. */
      @FunctionalInterface
      public interface Parameters {
        void set(PreparedStatement statement, Document document) throws SQLException;
      }
    }

    /** The statement of a change. For one thread. */
    record Update(String sql, Change change) {
      /** Sets its parameters. */
      @FunctionalInterface
      public interface Change {
        /** The number, then the key. */
        Change NUMBER =
            (statement, key, value) -> {
              statement.setLong(1, value);
              statement.setLong(2, key);
            };

        /** Sets all of them. */
        void set(PreparedStatement statement, long key, long value) throws SQLException;
      }
    }

    /**
     * A search, or the one expression that it selects.
     *
     * @param extractsInClient whether the server sends whole documents where a value in them is
     *     asked for: they are fetched in a transaction, since some drivers hold the whole answer in
     *     memory otherwise, and counted here
     */
    record SelectItem(String sql, ColumnReader reader, boolean extractsInClient) {
      /** An expression, of any document. */
      public SelectItem(String sql, ColumnReader reader) {
        this(sql, reader, false);
      }

      /** An id or a count. */
      public static SelectItem number(String sql) {
        return new SelectItem(sql, ColumnReader.NUMBER);
      }
    }

    /** Reads a column of the current row, 1 for the first. */
    @FunctionalInterface
    interface ColumnReader {
      /** An id or a count. */
      ColumnReader NUMBER = (row, column) -> new IntegerValue(row.getLong(column));

      /** A text, or nothing. */
      ColumnReader TEXT = (row, column) -> orNull(row.getString(column), StringValue::new);

      /** A text of JSON, or nothing. */
      ColumnReader JSON = (row, column) -> orNull(row.getString(column), JsonBytes::read);

      /** What the driver gives for SQL's null is one of ours. */
      static <T> Value orNull(@Nullable T received, Function<T, Value> reader) {
        return received == null ? NullValue.NULL : reader.apply(received);
      }

      /** What a reader gives, or nothing, by the driver's word after reading. */
      static ColumnReader nullable(ColumnReader reader) {
        return (row, column) -> {
          Value value = reader.read(row, column);
          return row.wasNull() ? NullValue.NULL : value;
        };
      }

      Value read(ResultSet row, int column) throws SQLException;
    }
  }
}
