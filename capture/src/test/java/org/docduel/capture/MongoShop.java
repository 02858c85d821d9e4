package org.docduel.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.ObjectId;

/**
 * An application on FerretDB, whose driver counts its commands, while the PostgreSQL below logs all
 * statements. The log is what that server writes to its standard error.
 */
final class MongoShop implements AutoCloseable {
  private static final List<String> STATES = List.of("paid", "open", "sent");
  private static final int CUSTOMERS = 500;
  private static final int ORDERS = 3_000;

  final String url;
  private final String below;
  private final Map<String, Integer> commands = new ConcurrentHashMap<>();
  private final MongoClient client;
  private final MongoCollection<Document> customers;
  private final MongoCollection<Document> orders;
  private final List<ObjectId> ids = new ArrayList<>();
  private final Path log;
  private final long begin;

  /** Makes a database of its own, and has everything logged from now on. */
  MongoShop(String server, String below, String database) throws SQLException, IOException {
    this.below = below;
    ConnectionString address = new ConnectionString(server);
    url = "mongodb://" + address.getHosts().get(0) + "/" + database + "?directConnection=true";
    client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(address)
                .addCommandListener(
                    new CommandListener() {
                      @Override
                      public void commandStarted(CommandStartedEvent event) {
                        if (event.getDatabaseName().equals(database)) {
                          commands.merge(event.getCommandName(), 1, Integer::sum);
                        }
                      }
                    })
                .build());
    client.getDatabase(database).drop();
    customers = client.getDatabase(database).getCollection("customers");
    orders = client.getDatabase(database).getCollection("orderItems");
    customers.insertMany(
        IntStream.range(0, CUSTOMERS)
            .mapToObj(i ->
                new Document("name", "user" + i)
                    .append("city", "City " + i % 20)
                    .append("since", Date.from(Instant.ofEpochSecond(1_700_000_000L + i * 3_600L))))
            .toList());
    customers.find().forEach(customer -> ids.add(customer.getObjectId("_id")));
    orders.insertMany(
        IntStream.range(0, ORDERS)
            .mapToObj(i ->
                new Document("_id", i)
                    .append("customer", ids.get(i % CUSTOMERS))
                    .append("status", STATES.get(i % 3))
                    .append("total", i % 7 == 0 ? i % 500 : i % 500 + 0.5))
            .toList());
    orders.createIndex(Indexes.ascending("customer"));
    String process = query("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)");
    log = Path.of("/proc/" + process + "/fd/2");
    query("ALTER SYSTEM SET log_min_duration_statement = 0");
    query("SELECT pg_reload_conf()");
    pause();
    begin = Files.size(log);
    commands.clear();
  }

  /** Settings are read again when a backend is idle, and the log is written a moment later. */
  private static void pause() {
    try {
      Thread.sleep(1_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String query(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(below);
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet row = statement.getResultSet()) {
        return row.next() ? row.getString(1) : "";
      }
    }
  }

  /** Calls at random; gives the calls of each kind. */
  Map<String, Integer> run(int calls) {
    SplittableRandom random = new SplittableRandom(7);
    Map<String, Integer> kinds = new TreeMap<>();
    for (int i = 0; i < calls; i++) {
      int drawn = random.nextInt(100);
      // skewed: customer 0 is the most frequent
      int customer = (int) Math.exp(random.nextDouble() * Math.log(CUSTOMERS)) - 1;
      String state = STATES.get(random.nextInt(3));
      String kind;
      if (drawn < 50) {
        kind = "customer by key";
        customers.find(Filters.eq("_id", ids.get(customer))).first();
      } else if (drawn < 70) {
        kind = "orders of customer";
        orders
            .find(Filters.eq("customer", ids.get(customer)))
            .sort(Sorts.descending("total"))
            .limit(5)
            .into(new ArrayList<>());
      } else if (drawn < 78) {
        kind = "orders by keys";
        List<Integer> keys =
            IntStream.range(0, 2 + random.nextInt(3))
                .map(k -> random.nextInt(ORDERS))
                .boxed()
                .toList();
        orders
            .find(Filters.in("_id", keys))
            .projection(Projections.include("status"))
            .into(new ArrayList<>());
      } else if (drawn < 84) {
        kind = "sum of states";
        orders
            .aggregate(
                List.of(
                    Aggregates.match(Filters.gt("total", (double) random.nextInt(400))),
                    Aggregates.group("$status", Accumulators.sum("sum", "$total")),
                    Aggregates.sort(Sorts.ascending("_id"))))
            .into(new ArrayList<>());
      } else if (drawn < 88) {
        kind = "count";
        orders.countDocuments(Filters.eq("status", state));
      } else if (drawn < 90) {
        kind = "distinct";
        customers
            .distinct(
                "city",
                Filters.gte("since", Date.from(Instant.ofEpochSecond(1_700_000_000))),
                String.class)
            .into(new ArrayList<>());
      } else if (drawn < 93) {
        kind = "insert";
        orders.insertOne(new Document("_id", 100_000 + i).append("status", state));
      } else if (drawn < 96) {
        kind = "update";
        orders.updateOne(Filters.eq("_id", i), Updates.set("status", state));
      } else if (drawn < 98) {
        kind = "change";
        orders.findOneAndUpdate(Filters.eq("_id", i), Updates.inc("total", 1));
      } else {
        kind = "all";
        customers.find().batchSize(200).into(new ArrayList<>());
      }
      kinds.merge(kind, 1, Integer::sum);
    }
    return kinds;
  }

  /** The commands that the driver sent since the beginning, by name. */
  Map<String, Integer> commands() {
    return new TreeMap<>(commands);
  }

  /** What was logged since the beginning, in a file. */
  Path log(Path directory) throws IOException {
    pause();
    Path copy = directory.resolve("postgresql.log");
    try (RandomAccessFile in = new RandomAccessFile(log.toFile(), "r")) {
      in.seek(begin);
      byte[] bytes = new byte[(int) (in.length() - begin)];
      in.readFully(bytes);
      Files.writeString(copy, new String(bytes, UTF_8));
    }
    return copy;
  }

  /** Statements that nobody logs are the server's default. */
  void stopLogging() throws SQLException {
    query("ALTER SYSTEM RESET log_min_duration_statement");
    query("SELECT pg_reload_conf()");
  }

  /** How many documents a collection has. */
  long count(String collection) {
    return client
        .getDatabase(customers.getNamespace().getDatabaseName())
        .getCollection(collection)
        .countDocuments();
  }

  @Override
  public void close() throws SQLException {
    stopLogging();
    client.getDatabase(customers.getNamespace().getDatabaseName()).drop();
    client.close();
  }
}
