package org.docduel.stores.inventdb;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.StoreException.TimeLimitException;

/**
 * Calls of one server, with its token. For all threads.
 *
 * <p>Assumed, since it is not published: a login sends {@code {"username": ..., "password": ...}}
 * and its answer has the token in {@code token}, {@code access_token} or {@code accessToken}; a
 * refusal is a status other than 2xx, or an object with an {@code error} other than null, false and
 * an empty text; the reason is that text, or {@code message} in or beside it.
 */
final class InventdbClient {
  private static final String TOKEN = InventdbProvider.NAME + ".token";
  private static final String USER = InventdbProvider.NAME + ".user";
  private static final String PASSWORD = InventdbProvider.NAME + ".password";
  private static final FieldNames LOGIN = FieldNames.of("username", "password");
  private static final Duration CHECK = Duration.ofSeconds(3);
  private static final int SHOWN = 200;
  private static final String BEARER = "[\\x21-\\x7e]+";

  private final HttpClient http;
  private final String base;
  private final Duration answer;
  private final List<String> secrets = new CopyOnWriteArrayList<>();
  private final String token;

  private InventdbClient(
      ServerAddress address, Settings settings, Duration connect, Duration answer) {
    this.base = base(address);
    this.answer = answer;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(connect)
            .build();
    Optional<String> given = settings.get(TOKEN).map(String::strip);
    String password = settings.get(PASSWORD).orElse("");
    given.ifPresent(secrets::add);
    if (!password.isEmpty()) {
      secrets.add(password);
    }
    this.token = given.orElseGet(() -> login(settings, password));
    secrets.add(token);
    if (!token.matches(BEARER)) {
      throw new StoreException(
          InventdbProvider.NAME
              + ": the token has characters that a header cannot hold; correct "
              + settings.origin(TOKEN));
    }
  }

  /**
   * Logs in, unless a token is given.
   *
   * @throws StoreException when the address is none, or the login is refused
   * @throws ServerFailureException when nobody answers
   */
  static InventdbClient open(ServerAddress address, Settings settings, Waits waits) {
    return new InventdbClient(address, settings, waits.connect(), waits.answer());
  }

  /** Logs in and asks a question that needs no data. */
  static void check(ServerAddress address) throws Workspace.Refused {
    try {
      new InventdbClient(address, Settings.ofProcess(), CHECK, CHECK).sql("SELECT 1", "asking");
    } catch (StoreException e) {
      throw new Workspace.Refused(
          String.valueOf(e.getMessage()),
          "the address is http://HOST:PORT, the login "
              + Settings.variable(TOKEN)
              + ", or "
              + Settings.variable(USER)
              + " and "
              + Settings.variable(PASSWORD));
    }
  }

  private static String base(ServerAddress address) {
    try {
      URI uri = URI.create(address.url().replaceFirst("/+$", ""));
      String scheme = String.valueOf(uri.getScheme());
      if (scheme.matches("https?")
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null) {
        return uri.toString();
      }
    } catch (IllegalArgumentException e) {
      // Its message shows the address, which may hold a password.
    }
    throw new StoreException(
        InventdbProvider.NAME + ": the address is not http://HOST:PORT without user and query");
  }

  private String login(Settings settings, String password) {
    String user =
        settings
            .get(USER)
            .orElseThrow(() ->
                new StoreException(
                    InventdbProvider.NAME
                        + ": no login is given: set "
                        + Settings.variable(TOKEN)
                        + ", or "
                        + Settings.variable(USER)
                        + " and "
                        + Settings.variable(PASSWORD)));
    ObjectValue body = ObjectValue.of(LOGIN, new StringValue(user), new StringValue(password));
    Value answered = work("/api/auth/login", json(body), "logging in");
    return List.of("token", "access_token", "accessToken").stream()
        .flatMap(name -> InventdbAnswer.text(answered, name).stream())
        .findFirst()
        .orElseThrow(() -> refused("logging in", "the answer has no token"));
  }

  /** Runs a statement within the limit of answers. */
  Value sql(String sql, String doing) {
    return work("/sql", statement(sql), doing);
  }

  /**
   * Asks a question.
   *
   * @throws TimeLimitException when it took longer than the limit; the connection is closed
   */
  Value question(String sql, Duration limit) {
    String doing = "asking a question";
    try {
      return read(exchange("/sql", statement(sql), limit, doing), doing);
    } catch (TimeoutException e) {
      throw new TimeLimitException(
          InventdbProvider.NAME + ": a question took more than " + limit.toSeconds() + " s", e);
    }
  }

  /** Does anything else within the limit of answers. */
  Value work(String path, byte[] body, String doing) {
    try {
      return read(exchange(path, body, answer, doing), doing);
    } catch (TimeoutException e) {
      throw new ServerFailureException(
          InventdbProvider.NAME
              + ": "
              + doing
              + ": "
              + (answer.equals(CHECK)
                  ? "no answer for " + CHECK.toSeconds() + " s"
                  : Waits.passed(Waits.ANSWER, answer)),
          e);
    }
  }

  /** The limit covers the last byte of the answer; the request's own would end at its first. */
  private HttpResponse<String> exchange(String path, byte[] body, Duration limit, String doing)
      throws TimeoutException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (!path.endsWith("/login")) {
      request.header("Authorization", "Bearer " + token);
    }
    CompletableFuture<HttpResponse<String>> response =
        http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    try {
      return response.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() instanceof IOException io ? io : e;
      String why =
          cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
      throw new ServerFailureException(
          InventdbProvider.NAME + ": " + doing + ": no answer: " + line(why), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailureException(InventdbProvider.NAME + ": " + doing + ": interrupted", e);
    } finally {
      response.cancel(true);
    }
  }

  private Value read(HttpResponse<String> response, String doing) {
    int status = response.statusCode();
    String text = response.body();
    boolean done = status / 100 == 2;
    if (done && text.isBlank()) {
      return ObjectValue.empty();
    }
    Value answered;
    try {
      answered = JsonBytes.read(text);
    } catch (StoreException e) {
      throw refused(
          doing, (done ? "the answer is not JSON: " : "HTTP " + status + ": ") + line(text));
    }
    if (!done) {
      String reason = "HTTP " + status + ": " + line(InventdbAnswer.reason(answered).orElse(text));
      if (status == 404) {
        throw new MissingException(message(doing, reason));
      }
      boolean login = status == 401 || status == 403;
      throw refused(doing, reason + (login ? "; correct the token, or the user and password" : ""));
    }
    if (InventdbAnswer.isError(answered)) {
      throw refused(doing, line(InventdbAnswer.reason(answered).orElse(text)));
    }
    return answered;
  }

  private StoreException refused(String doing, String reason) {
    return new StoreException(message(doing, reason));
  }

  private static String message(String doing, String reason) {
    return InventdbProvider.NAME + ": " + doing + " failed: " + reason;
  }

  /** One line of what somebody else wrote, without secrets. */
  private String line(String text) {
    String hidden = text;
    for (String secret : secrets) {
      hidden = hidden.replace(secret, "***");
    }
    String line = hidden.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
  }

  private static byte[] statement(String sql) {
    return json(ObjectValue.of(Map.of("sql", new StringValue(sql))));
  }

  private static byte[] json(ObjectValue body) {
    WireBuffer out = new WireBuffer();
    new JsonBytes(PayloadEncoding.TEXT).write(new Document(0, body), body, out);
    return Arrays.copyOf(out.array(), out.size());
  }

  /** There is no such thing on the server. */
  static final class MissingException extends StoreException {
    private static final long serialVersionUID = 1L;

    MissingException(String message) {
      super(message);
    }
  }
}
