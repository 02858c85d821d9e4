package org.docduel.stores.inventdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
import org.docduel.core.server.ServerSource.Workspace;
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
  private static final String SET =
      "DOCDUEL_INVENTDB_TOKEN, or DOCDUEL_INVENTDB_USER and DOCDUEL_INVENTDB_PASSWORD";
  private static final Duration CHECK = Duration.ofSeconds(3);
  private static final int MAX_EXCERPT_LENGTH = 200;

  private final HttpClient http;
  private final String base;
  private final Duration answer;

  /** Empty until it is known. */
  private String token = "";

  /**
   * Logs in, unless a token is given.
   *
   * @throws StoreException when the address is none, or the login is refused
   * @throws ServerFailureException when nobody answers
   */
  InventdbClient(ServerAddress address, Settings settings, Waits waits) {
    this.base = base(address.url());
    this.answer = waits.answer();
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(waits.connect())
            .build();
    this.token = settings.get("inventdb.token").map(String::strip).orElseGet(() -> login(settings));
    if (!token.matches("[\\x21-\\x7e]*")) {
      throw InventdbProvider.failure("the token has characters that a header cannot hold");
    }
  }

  private static String base(String url) {
    String base = url.replaceFirst("/+$", "");
    try {
      if (base.matches("https?://[^@?#]+") && URI.create(base).getHost() != null) {
        return base;
      }
    } catch (IllegalArgumentException e) {
      // its message shows the address, which may hold a password
    }
    throw InventdbProvider.failure("the address is not http://HOST:PORT without user and query");
  }

  private String login(Settings settings) {
    String user =
        settings
            .get("inventdb.user")
            .orElseThrow(() -> InventdbProvider.failure("no login is given: set " + SET));
    String password = settings.get("inventdb.password").orElse("");
    ObjectValue login =
        ObjectValue.of(
            Map.of("username", new StringValue(user), "password", new StringValue(password)));
    if (work("/api/auth/login", JsonBytes.text(login), "logging in") instanceof ObjectValue answered
        && answered.field("token").orElse(answered) instanceof StringValue tokenValue) {
      return tokenValue.value();
    }
    throw InventdbProvider.failure("logging in failed: the answer has no token");
  }

  /** Logs in and asks a question that needs no data. */
  static String check(ServerAddress address) throws Workspace.WorkspaceException {
    Waits waits = new Waits(CHECK, CHECK, CHECK, CHECK);
    try {
      new InventdbClient(address, Settings.ofProcess(), waits).execute("SELECT 1", "asking");
      return "";
    } catch (StoreException e) {
      throw new Workspace.WorkspaceException(
          String.valueOf(e.getMessage()), "the address is http://HOST:PORT, the login " + SET);
    }
  }

  /**
   * Asks a question.
   *
   * @throws TimeLimitException when it took longer than the limit; the connection is closed
   */
  Value query(String sql, Duration limit) {
    try {
      return exchange("/sql", statement(sql), limit, "running a query");
    } catch (TimeoutException e) {
      throw new TimeLimitException(InventdbProvider.NAME, limit, e);
    }
  }

  /** Asks what is no question of a suite. */
  Value execute(String sql, String operation) {
    return work("/sql", statement(sql), operation);
  }

  /** Does anything else within the limit of answers. */
  Value work(String path, String body, String operation) {
    try {
      return exchange(path, body, answer, operation);
    } catch (TimeoutException e) {
      String limit =
          answer.equals(CHECK) // which no setting changes
              ? "no answer for " + CHECK.toSeconds() + " s"
              : Waits.timeoutMessage(Waits.ANSWER, answer);
      throw serverFailure(operation, limit, e);
    }
  }

  /** The limit covers the last byte of the answer; the request's own would end at its first. */
  private Value exchange(String path, String body, Duration limit, String operation)
      throws TimeoutException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    CompletableFuture<HttpResponse<String>> response =
        http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString(UTF_8));
    try {
      return read(response.get(limit.toMillis(), TimeUnit.MILLISECONDS), operation);
    } catch (ExecutionException e) {
      throw serverFailure(
          operation, "no answer: " + String.valueOf(e.getCause()).replaceAll("\\s+", " "), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw serverFailure(operation, "interrupted", e);
    } finally {
      response.cancel(true);
    }
  }

  private static ServerFailureException serverFailure(
      String operation, String why, Exception cause) {
    return new ServerFailureException(InventdbProvider.NAME + ": " + operation + ": " + why, cause);
  }

  private Value read(HttpResponse<String> response, String operation) {
    int status = response.statusCode();
    String failed = operation + " failed: HTTP " + status;
    if (status == 404) {
      throw new MissingException(InventdbProvider.NAME + ": " + failed);
    } else if (status == 401 || status == 403) {
      throw InventdbProvider.failure(failed + "; correct the token, or the user and password");
    } else if (status / 100 != 2) {
      throw InventdbProvider.failure(failed + line(response.body()));
    }
    try {
      return response.body().isBlank() ? ObjectValue.empty() : JsonBytes.read(response.body());
    } catch (StoreException e) {
      throw InventdbProvider.failure(
          operation + " failed: the answer is not JSON" + line(response.body()));
    }
  }

  /**
   * One line of what the server wrote; nothing where it may repeat the login or the token. Masking
   * the token would show it where it is a common word.
   */
  private String line(String text) {
    if (token.isEmpty()) {
      return "";
    } else if (text.contains(token)) {
      return " (the answer repeats the token and is not shown)";
    }
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return ": "
        + (line.length() <= MAX_EXCERPT_LENGTH
            ? line
            : line.substring(0, MAX_EXCERPT_LENGTH) + "...");
  }

  private static String statement(String sql) {
    return JsonBytes.text(ObjectValue.of(Map.of("sql", new StringValue(sql))));
  }

  /** There is no such thing on the server. */
  static final class MissingException extends StoreException {
    private static final long serialVersionUID = 1L;

    MissingException(String message) {
      super(message);
    }
  }
}
