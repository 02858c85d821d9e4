package org.docduel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/**
 * A server of its own that logs everything in three formats, and an application of six statements
 * that counts its calls itself.
 */
public final class LoggedShop implements AutoCloseable {
  /** The password of a role, which the log has in clear. */
  public static final String SECRET = "hunter2-of-the-test";

  private static final String SETUP =
      """
      CREATE EXTENSION pg_stat_statements;
      CREATE TYPE kind AS ENUM ('paid', 'open', 'sent');
      CREATE TABLE customer (id integer PRIMARY KEY, email text NOT NULL, city text);
      CREATE TABLE orders (id bigserial PRIMARY KEY, customer_id integer REFERENCES customer,
        status kind, doc jsonb, placed timestamptz DEFAULT now(), code uuid);
      CREATE TABLE visit (customer_id integer, at timestamptz);
      INSERT INTO customer SELECT i, 'user' || i || '@example.org', 'City ' || i % 20
        FROM generate_series(1, 2000) i;
      INSERT INTO orders (customer_id, status, doc, placed, code)
        SELECT i % 2000 + 1, (ARRAY['paid', 'open', 'sent'])[i % 3 + 1]::kind,
          jsonb_build_object('kind', 'k' || i % 7, 'note', E'a\\tb'),
          '2026-01-01'::timestamptz + i * interval '1 minute', gen_random_uuid()
        FROM generate_series(1, 6000) i;
      CREATE INDEX orders_customer ON orders (customer_id);
      ANALYZE;
      """;

  /** The application's words; the fifth has lists of different lengths, the sixth writes. */
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT id, email, city FROM customer WHERE id = ?",
          "SELECT id, status FROM orders WHERE customer_id = ? ORDER BY id DESC LIMIT 5",
          "SELECT count(*) FROM orders WHERE placed >= timestamptz '2026-01-02 00:00:00+00' AND status = ?::kind",
          "SELECT count(*) AS n, doc->>'kind' AS kind FROM orders WHERE doc ?? 'note' GROUP BY doc->>'kind' ORDER BY 2",
          "SELECT email FROM customer WHERE id IN (%s)",
          "INSERT INTO visit VALUES (?, '2026-02-01')");

  private static final List<Integer> MIX = List.of(60, 22, 8, 4, 4, 2);

  private final Servers servers;
  private final ServerAddress address;

  /** Starts the server and fills it. */
  public LoggedShop() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty(
        Settings.property("postgres.options"),
        "shared_preload_libraries=pg_stat_statements;logging_collector=on;"
            + "log_destination='stderr,csvlog,jsonlog';log_min_duration_statement=0;"
            + "log_file_mode=0644;log_filename=pg.log");
    servers = new Servers(Settings.of(Map.of(), properties));
    address =
        servers
            .start(StoreProviders.byName("postgres").orElseThrow().server().orElseThrow())
            .address();
    execute(SETUP);
    execute("CREATE ROLE clerk PASSWORD '" + SECRET + "'");
  }

  /** The address, with its password. */
  public String url() {
    return address.url();
  }

  /** Runs a statement. */
  public void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first columns of all rows. */
  public List<String> query(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      Stream.Builder<String> rows = Stream.builder();
      while (row.next()) {
        rows.add(String.valueOf(row.getString(1)));
      }
      return rows.build().toList();
    }
  }

  /** Log files by their ending: log, csv, json. */
  public Map<String, Path> logs() throws SQLException, IOException {
    Path directory = Path.of(query("SHOW data_directory").get(0), "log");
    Map<String, Path> logs = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(file -> logs.put(file.toString().replaceFirst(".*\\.", ""), file));
    }
    return logs;
  }

  /**
   * Calls statements at random.
   *
   * @param options of the driver, which choose the protocol
   * @return the calls by the beginnings of the statements' texts
   */
  public Map<String, Integer> run(String options, int calls, long seed) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, Integer> counts = new LinkedHashMap<>();
    try (Connection connection =
        DriverManager.getConnection(url() + options + "&ApplicationName=web")) {
      for (int i = 0; i < calls; i++) {
        int drawn = random.nextInt(100);
        int chosen = 0;
        while (drawn >= MIX.get(chosen)) {
          drawn -= MIX.get(chosen++);
        }
        call(connection, chosen, random);
        counts.merge(STATEMENTS.get(chosen).substring(0, 25), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static void call(Connection connection, int chosen, SplittableRandom random)
      throws SQLException {
    int length = 2 + random.nextInt(3);
    String list = IntStream.range(0, length).mapToObj(i -> "?").collect(Collectors.joining(", "));
    try (PreparedStatement statement =
        connection.prepareStatement(STATEMENTS.get(chosen).formatted(list))) {
      int parameters = chosen == 3 ? 0 : chosen == 4 ? length : 1;
      for (int i = 1; i <= parameters; i++) {
        int key = 1 + (int) Math.exp(random.nextDouble() * Math.log(2000)); // skewed
        if (chosen == 2) {
          statement.setString(i, List.of("paid", "open", "sent").get(random.nextInt(3)));
        } else {
          statement.setInt(i, Math.min(2000, key));
        }
      }
      statement.execute();
    }
  }

  @Override
  public void close() {
    servers.close();
  }
}
