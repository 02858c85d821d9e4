package org.docduel.stores.inventdb;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
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
 * and its answer has a {@code token}; a refusal is a status other than 2xx.
 */
final class InventdbClient {
  private static final String TOKEN = InventdbProvider.NAME + ".token";
  private static final String USER = InventdbProvider.NAME + ".user";
  private static final String PASSWORD = InventdbProvider.NAME + ".password";
  private static final String SET =
      Settings.variable(TOKEN)
          + ", or "
          + Settings.variable(USER)
          + " and "
          + Settings.variable(PASSWORD);
  private static final Duration CHECK = Duration.ofSeconds(3);
  private static final int SHOWN = 200;

  private final HttpClient http;
  private final String base;
  private final Duration answer;
  private final String token;

  private InventdbClient(HttpClient http, String base, Duration answer, String token) {
    this.http = http;
    this.base = base;
    this.answer = answer;
    this.token = token;
    if (!token.matches("[\\x21-\\x7e]*")) {
      throw InventdbProvider.failure(
          "the token has characters that a header cannot hold; correct "
              + Settings.variable(TOKEN));
    }
  }

  /**
   * Logs in, unless a token is given.
   *
   * @throws StoreException when the address is none, or the login is refused
   * @throws ServerFailureException when nobody answers
   */
  static InventdbClient open(ServerAddress address, Settings settings, Waits waits) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(waits.connect())
            .build();
    String token = settings.get(TOKEN).map(String::strip).orElse("");
    InventdbClient client = new InventdbClient(http, base(address), waits.answer(), token);
    return token.isEmpty() ? client.loggedIn(settings) : client;
  }

  private InventdbClient loggedIn(Settings settings) {
    Value user =
        settings
            .get(USER)
            .map(StringValue::new)
            .orElseThrow(() -> InventdbProvider.failure("no login is given: set " + SET));
    Value password = new StringValue(settings.get(PASSWORD).orElse(""));
    Value login = ObjectValue.of(Map.of("username", user, "password", password));
    if (work("/api/auth/login", json(login), "logging in") instanceof ObjectValue answered
        && answered.field("token").orElse(answered) instanceof StringValue given) {
      return new InventdbClient(http, base, answer, given.value());
    }
    throw failed("logging in", "the answer has no token");
  }

  /** Logs in and asks a question that needs no data. */
  static void check(ServerAddress address) throws Workspace.Refused {
    try {
      open(address, Settings.ofProcess(), new Waits(CHECK, CHECK, CHECK, CHECK))
          .ask("SELECT 1", "asking");
    } catch (StoreException e) {
      throw new Workspace.Refused(
          String.valueOf(e.getMessage()), "the address is http://HOST:PORT, the login " + SET);
    }
  }

  private static String base(ServerAddress address) {
    try {
      URI uri = URI.create(address.url().replaceFirst("/+$", ""));
      if (String.valueOf(uri.getScheme()).matches("https?")
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null) {
        return uri.toString();
      }
    } catch (IllegalArgumentException e) {
      // Its message shows the address, which may hold a password.
    }
    throw InventdbProvider.failure("the address is not http://HOST:PORT without user and query");
  }

  /**
   * Asks a question.
   *
   * @throws TimeLimitException when it took longer than the limit; the connection is closed
   */
  Value question(String sql, Duration limit) {
    try {
      return exchange("/sql", statement(sql), limit, "asking a question");
    } catch (TimeoutException e) {
      throw new TimeLimitException(
          InventdbProvider.NAME + ": a question took more than " + limit.toSeconds() + " s", e);
    }
  }

  /** Asks what is no question of a suite. */
  Value ask(String sql, String doing) {
    return work("/sql", statement(sql), doing);
  }

  /** Does anything else within the limit of answers. */
  Value work(String path, byte[] body, String doing) {
    try {
      return exchange(path, body, answer, doing);
    } catch (TimeoutException e) {
      throw gone(
          doing,
          answer.equals(CHECK)
              ? "no answer for " + CHECK.toSeconds() + " s"
              : Waits.passed(Waits.ANSWER, answer),
          e);
    }
  }

  /** The limit covers the last byte of the answer; the request's own would end at its first. */
  private Value exchange(String path, byte[] body, Duration limit, String doing)
      throws TimeoutException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    CompletableFuture<HttpResponse<String>> response =
        http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    try {
      return read(response.get(limit.toMillis(), TimeUnit.MILLISECONDS), doing);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() instanceof IOException io ? io : e;
      throw gone(doing, "no answer: " + String.valueOf(cause).replaceAll("\\s+", " "), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw gone(doing, "interrupted", e);
    } finally {
      response.cancel(true);
    }
  }

  private static ServerFailureException gone(String doing, String why, Exception cause) {
    return new ServerFailureException(InventdbProvider.NAME + ": " + doing + ": " + why, cause);
  }

  private Value read(HttpResponse<String> response, String doing) {
    int status = response.statusCode();
    String text = response.body();
    if (status == 404) {
      throw new MissingException(InventdbProvider.NAME + ": " + doing + " failed: HTTP 404");
    } else if (status == 401 || status == 403) {
      throw failed(doing, "HTTP " + status + "; correct the token, or the user and password");
    } else if (status / 100 != 2) {
      throw failed(doing, "HTTP " + status + line(text));
    }
    try {
      return text.isBlank() ? ObjectValue.empty() : JsonBytes.read(text);
    } catch (StoreException e) {
      throw failed(doing, "the answer is not JSON" + line(text));
    }
  }

  private static StoreException failed(String doing, String reason) {
    return InventdbProvider.failure(doing + " failed: " + reason);
  }

  /** One line of what the server wrote; of the answer to a login, which may repeat it, nothing. */
  private String line(String text) {
    if (token.isEmpty()) {
      return "";
    }
    String line = text.replace(token, "***").replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return ": " + (line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...");
  }

  private static byte[] statement(String sql) {
    return json(ObjectValue.of(Map.of("sql", new StringValue(sql))));
  }

  private static byte[] json(Value body) {
    return JsonBytes.text(body).getBytes(StandardCharsets.UTF_8);
  }

  /** There is no such thing on the server. */
  static final class MissingException extends StoreException {
    private static final long serialVersionUID = 1L;

    MissingException(String message) {
      super(message);
    }
  }
}
