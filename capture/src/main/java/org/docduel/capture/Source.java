package org.docduel.capture;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.docduel.core.config.BadInputException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.ServerFacts;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.docduel.stores.postgres.server.PostgresWorkspace;
import org.postgresql.PGConnection;

/**
 * The server that an application uses. One connection, whose transactions only read: catalog
 * queries, statistics and COPY TO. No setting of the server is changed.
 */
final class Source implements AutoCloseable {
  /** How the source's log names this program. */
  static final String APPLICATION = "docduel capture";

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofMinutes(30);

  private static final String TABLES = Sql.file(Source.class, "tables.sql");
  private static final String COLUMNS = Sql.file(Source.class, "columns.sql");
  private static final String TYPES = Sql.file(Source.class, "types.sql");
  private static final String CONSTRAINTS = Sql.file(Source.class, "constraints.sql");
  private static final String INDEXES = Sql.file(Source.class, "indexes.sql");

  /** What values look like in the exported files does not depend on the role's settings. */
  private static final List<String> SESSION =
      List.of(
          "SET default_transaction_read_only = on",
          "SET lock_timeout = '5s'",
          "SET timezone = 'UTC'",
          "SET datestyle = 'ISO, YMD'",
          "SET intervalstyle = 'postgres'",
          "SET bytea_output = 'hex'");

  private final Connection connection;
  private final Set<String> schemas;

  /**
   * A table that is exported.
   *
   * @param columns those with a value of their own, quoted
   * @param types of these columns, without domains
   */
  private record Table(String name, String definition, List<String> columns, List<String> types) {}

  /**
   * What was exported.
   *
   * @param definitions make the types and tables
   * @param files the file of each table's rows, by the table's name
   * @param notes tables that are left out, and why
   * @param masked how many columns are masked
   * @param emptied columns whose values cannot be masked, with their types
   */
  record Export(
      List<String> definitions,
      List<String> constraints,
      List<String> indexes,
      Map<String, String> files,
      long rows,
      long bytes,
      List<String> notes,
      int masked,
      List<String> emptied) {}

  private Source(Connection connection, Set<String> schemas) {
    this.connection = connection;
    this.schemas = schemas;
  }

  /**
   * Connects.
   *
   * @param schemas whose tables are exported; empty for those of the role's search path
   * @throws BadInputException when the address is none, or the server does not answer
   */
  static Source open(String url, List<String> schemas) {
    BadInputException.require(
        url.startsWith("jdbc:postgresql:"),
        "--url is the address of a PostgreSQL: jdbc:postgresql://HOST:PORT/DATABASE?user=USER");
    try {
      Connection connection =
          Sql.initialize(
              PostgresWorkspace.connect(url, APPLICATION, CONNECT, ANSWER, new Properties()),
              SESSION);
      for (String schema : schemas) {
        BadInputException.require(
            Sql.first(connection, "SELECT 1 FROM pg_namespace WHERE nspname = ?", schema)
                .isPresent(),
            "--schema %s: the database has no such schema",
            schema);
      }
      if (!schemas.isEmpty()) {
        String path = schemas.stream().map(Sql::identifier).collect(Collectors.joining(", "));
        Sql.run(connection, "SET search_path = " + path);
      }
      Set<String> seen =
          new LinkedHashSet<>(
              Sql.rows(
                  connection, "SELECT unnest(current_schemas(false))", row -> row.getString(1)));
      return new Source(connection, seen);
    } catch (SQLException e) {
      throw failure("connecting", e);
    }
  }

  static BadInputException failure(String operation, SQLException e) {
    return new BadInputException(
        "the source: " + operation + " failed: " + PostgresErrors.message(e), e);
  }

  Connection connection() {
    return connection;
  }

  Set<String> schemas() {
    return schemas;
  }

  private String first(String sql, String... texts) {
    try {
      return Sql.first(connection, sql, texts).orElse("");
    } catch (SQLException e) {
      throw failure("asking it", e);
    }
  }

  String product() {
    try {
      return ServerFacts.product(connection);
    } catch (SQLException e) {
      throw failure("asking it", e);
    }
  }

  String database() {
    return first("SELECT current_database()");
  }

  String role() {
    return first("SELECT current_user");
  }

  /** A setting of the server; empty for one that it does not have. */
  String setting(String name) {
    return first("SELECT current_setting(?, true)", name);
  }

  /**
   * Writes the rows of all tables to files of a folder, as they are at one moment.
   *
   * @param maxBytes of all files, unpacked
   * @param mask hides their texts, if there is one
   */
  Export export(Path folder, long maxBytes, Optional<Mask> mask) {
    try {
      connection.setAutoCommit(false);
      Sql.run(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      Export export = exportAll(folder, maxBytes, mask);
      connection.commit();
      connection.setAutoCommit(true);
      return export;
    } catch (SQLException e) {
      throw failure("exporting", e);
    } catch (IOException e) {
      throw new BadInputException(
          folder + ": cannot be written: " + BadInputException.reason(e), e);
    }
  }

  private Export exportAll(Path folder, long maxBytes, Optional<Mask> mask)
      throws SQLException, IOException {
    List<String> notes = new ArrayList<>();
    Map<String, Table> tables = new LinkedHashMap<>();
    long[] size = new long[1];
    List<String[]> found =
        Sql.rows(
            connection,
            TABLES,
            row -> {
              size[0] += row.getString(4) == null ? row.getLong(3) : 0;
              return new String[] {row.getString(1), row.getString(2), row.getString(4)};
            });
    BadInputException.require(
        size[0] <= maxBytes,
        "the tables of %s have %,d MB, and at most %,d are exported; name a smaller --schema",
        schemas,
        size[0] >> 20,
        maxBytes >> 20);
    List<String> definitions =
        new ArrayList<>(
            Sql.rows(
                connection,
                TYPES,
                row -> {
                  String name = row.getString(3);
                  boolean isEnum = row.getInt(1) == 1;
                  mask.filter(any -> isEnum).ifPresent(each -> each.addEnum(name));
                  return row.getString(2);
                }));
    for (String[] each : found) {
      if (each[2] != null) {
        notes.add(each[1] + ": " + each[2]);
        continue;
      }
      Table table = table(each[0], each[1], mask);
      BadInputException.require(
          tables.put(each[1], table) == null,
          "two schemas of %s have a table %s; name one --schema",
          schemas,
          each[1]);
    }
    BadInputException.require(
        !tables.isEmpty(), "the schemas %s have no table; name another --schema", schemas);
    tables.values().forEach(table -> definitions.add(table.definition()));
    Map<String, String> files = new LinkedHashMap<>();
    long rows = 0;
    long bytes = 0;
    int masked = 0;
    List<String> emptied = new ArrayList<>();
    for (Table table : tables.values()) {
      String file = "data/" + (files.size() + 1) + ".copy.gz";
      Limited out = new Limited(folder.resolve(file), maxBytes - bytes);
      try (out) {
        rows +=
            connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut(
                    "COPY %s (%s) TO STDOUT"
                        .formatted(
                            Sql.identifier(table.name()), String.join(", ", table.columns())),
                    mask.<OutputStream>map(each ->
                            new MaskedRows(out, table.types().stream().map(each::of).toList()))
                        .orElse(out));
      }
      bytes += out.written;
      files.put(table.name(), file);
      for (int i = 0; i < table.types().size() && mask.isPresent(); i++) {
        String type = table.types().get(i);
        masked += mask.get().stays(type) ? 0 : 1;
        if (mask.get().of(type).isEmpty()) {
          emptied.add("%s.%s (%s)".formatted(table.name(), table.columns().get(i), type));
        }
      }
    }
    return new Export(
        definitions,
        Sql.rows(connection, CONSTRAINTS, row -> row.getString(1)),
        Sql.rows(connection, INDEXES, row -> row.getString(1)),
        files,
        rows,
        bytes,
        notes,
        masked,
        emptied);
  }

  /** A column whose values become null may not be one without null. */
  private Table table(String oid, String name, Optional<Mask> mask) throws SQLException {
    List<String> definitions = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    List<String> types = new ArrayList<>();
    Sql.rows(
        connection,
        COLUMNS,
        row -> {
          String type = row.getString(4);
          boolean isEmptied = mask.filter(each -> each.of(type).isEmpty()).isPresent();
          definitions.add(
              isEmptied ? row.getString(2).replaceFirst(" NOT NULL$", "") : row.getString(2));
          if (!row.getBoolean(3)) {
            columns.add(row.getString(1));
            types.add(type);
          }
          return true;
        },
        oid);
    String definition =
        "CREATE TABLE %s (\n  %s\n)"
            .formatted(Sql.identifier(name), String.join(",\n  ", definitions));
    return new Table(name, definition, columns, types);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failure("closing the connection", e);
    }
  }

  /** A packed file with a limit. */
  private static final class Limited extends FilterOutputStream {
    private final long limit;
    private long written;

    Limited(Path file, long limit) throws IOException {
      super(pack(Files.newOutputStream(file)));
      this.limit = limit;
    }

    private static OutputStream pack(OutputStream file) throws IOException {
      return new BufferedOutputStream(new GZIPOutputStream(file, 1 << 16), 1 << 16);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      written += length;
      if (written > limit) {
        throw new IOException("the data have more bytes than --max-data allows");
      }
      out.write(bytes, from, length);
    }
  }
}
