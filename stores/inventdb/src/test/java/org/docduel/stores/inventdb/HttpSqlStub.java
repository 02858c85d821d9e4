package org.docduel.stores.inventdb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/**
 * A server that speaks JSON over HTTP: a login that gives a bearer token, records that arrive in
 * bulk, and SQL. It knows counts and records by id; other statements answer what a test gave it. It
 * is no database: nothing that is timed on it means anything.
 */
final class HttpSqlStub implements AutoCloseable {
  /** Who may log in. */
  public static final String USER = "tester";

  /** With what. */
  public static final String PASSWORD = "stub-password";

  /** What a login gives. */
  public static final String TOKEN = "stub-token-0123456789";

  private static final Pattern COUNT =
      Pattern.compile("SELECT COUNT\\(\\*\\) AS (\\w+) FROM (\\w+)");
  private static final Pattern FIND = Pattern.compile("SELECT \\* FROM (\\w+) WHERE id = (\\d+)");
  private static final Pattern BULK = Pattern.compile("/api/(\\w+)/(\\w+)/bulk");

  static {
    // Without it each answer waits for the acknowledgement of its header, 40 ms on Linux.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile int maxRecords = Integer.MAX_VALUE;
  private final Map<String, List<ObjectValue>> records = new ConcurrentHashMap<>();
  private final Map<String, Function<List<ObjectValue>, String>> answers =
      new ConcurrentHashMap<>();

  /**
   * Listens on a free port of this host.
   *
   * @throws IOException when there is none
   */
  public HttpSqlStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Where it is, such as {@code http://127.0.0.1:40000}. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What arrived in bulk, in order. */
  public List<ObjectValue> records(String namespace, String type) {
    return records.getOrDefault(namespace + "/" + type, List.of());
  }

  /** Teaches it what to answer to a whole statement, with status 200. */
  public void answer(String sql, String body) {
    answers.put(sql, ignored -> body);
  }

  /** The same for a statement that ends in a type's name, whose records make the answer. */
  public void answer(String sql, Function<List<ObjectValue>, String> body) {
    answers.put(sql, body);
  }

  /** Teaches it a statement that it never answers. */
  public void hold(String sql) {
    answers.put(
        sql,
        ignored -> {
          try {
            closed.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return "";
        });
  }

  /** Of records that arrive together it keeps so many, and loses the others. */
  public void limitRecords(int records) {
    maxRecords = records;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Value body = JsonBytes.read(sent);
    Matcher bulk = BULK.matcher(path);
    if (path.equals("/api/auth/login")) {
      boolean authenticated =
          text(body, "username").equals(USER) && text(body, "password").equals(PASSWORD);
      reply(
          exchange,
          authenticated ? 200 : 401,
          authenticated
              ? "{\"token\": \"" + TOKEN + "\"}"
              : "{\"error\": \"bad login " + quoted(sent) + "\"}");
    } else if (!("Bearer " + TOKEN)
        .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      reply(exchange, 401, "{\"error\": \"unknown token\"}");
    } else if (bulk.matches()) {
      List<Value> sentRecords = ((ArrayValue) body).elements();
      List<Value> list = sentRecords.subList(0, Math.min(maxRecords, sentRecords.size()));
      List<ObjectValue> stored =
          records.computeIfAbsent(
              bulk.group(1) + "/" + bulk.group(2), ignored -> new CopyOnWriteArrayList<>());
      stored.addAll(list.stream().map(ObjectValue.class::cast).toList());
      reply(exchange, 200, "{\"message\": \"done\", \"inserted\": " + list.size() + "}");
    } else if (path.equals("/sql")) {
      sql(exchange, text(body, "sql").strip());
    } else {
      reply(exchange, 404, "{\"error\": \"no such path\"}");
    }
  }

  private void sql(HttpExchange exchange, String sql) throws IOException {
    Matcher count = COUNT.matcher(sql);
    Matcher find = FIND.matcher(sql);
    if (answers.containsKey(sql)) {
      String type = sql.substring(sql.lastIndexOf(' ') + 1);
      reply(exchange, 200, answers.getOrDefault(sql, ignored -> "").apply(of(type)));
    } else if (sql.equals("SELECT 1")) {
      reply(exchange, 200, "{\"columns\": [\"1\"], \"rows\": [[1]]}");
    } else if ((count.matches() && of(count.group(2)).isEmpty())
        || (find.matches() && of(find.group(1)).isEmpty())) {
      reply(exchange, 404, "{\"error\": \"no such type\"}");
    } else if (count.matches()) {
      reply(
          exchange,
          200,
          "{\"columns\": [\""
              + count.group(1)
              + "\"], \"rows\": [["
              + of(count.group(2)).size()
              + "]]}");
    } else if (find.matches()) {
      Value id = new IntegerValue(Long.parseLong(find.group(2)));
      List<ObjectValue> found =
          of(find.group(1)).stream()
              .filter(object -> object.field("id").filter(id::equals).isPresent())
              .toList();
      Value names =
          new ArrayValue(
              found.stream()
                  .limit(1)
                  .flatMap(object -> object.names().asList().stream())
                  .<Value>map(StringValue::new)
                  .toList());
      Value rows =
          new ArrayValue(
              found.stream().<Value>map(object -> new ArrayValue(object.values())).toList());
      reply(exchange, 200, JsonBytes.text(ObjectValue.of(Map.of("columns", names, "rows", rows))));
    } else {
      reply(exchange, 400, "{\"error\": \"cannot\\nparse this\"}");
    }
  }

  /** A plain name finds a type in any namespace. */
  private List<ObjectValue> of(String type) {
    return records.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith("/" + type))
        .flatMap(entry -> entry.getValue().stream())
        .toList();
  }

  private static String text(Value body, String name) {
    return body instanceof ObjectValue object
            && object.field(name).orElse(body) instanceof StringValue text
        ? text.value()
        : "";
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private static void reply(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
