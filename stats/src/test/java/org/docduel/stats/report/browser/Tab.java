package org.docduel.stats.report.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.docduel.stats.jmh.JsonTree;

/** A tab, spoken to over a web socket. Remembers what went wrong and what was fetched. */
public final class Tab implements WebSocket.Listener {

  private static final long TIMEOUT_SECONDS = 60;

  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonTree>> answers = new ConcurrentHashMap<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final StringBuilder partial = new StringBuilder();
  private CompletableFuture<Boolean> loaded = new CompletableFuture<>();
  private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

  private Tab() {}

  static Tab connect(HttpClient http, URI address) {
    Tab tab = new Tab();
    WebSocket socket = await(http.newWebSocketBuilder().buildAsync(address, tab));
    tab.socket.complete(socket);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      tab.send(domain + ".enable", "{}");
    }
    return tab;
  }

  /**
   * Opens a page and waits until it is loaded.
   *
   * @param page its address
   * @param width of the window in CSS pixels
   * @param dark whether the reader prefers dark screens
   */
  public void open(URI page, int width, boolean dark) {
    send(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":%d,\"height\":900,\"deviceScaleFactor\":1,\"mobile\":%b}"
            .formatted(width, width < 600));
    theme(dark);
    errors.clear();
    requests.clear();
    loaded = new CompletableFuture<>();
    send("Page.navigate", "{\"url\":\"%s\"}".formatted(page));
    await(loaded);
  }

  /**
   * Changes the theme, of an open page too.
   *
   * @param dark whether the reader prefers dark
   */
  public void theme(boolean dark) {
    send(
        "Emulation.setEmulatedMedia",
        "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]}"
            .formatted(dark ? "dark" : "light"));
  }

  /** The value of an expression of the page's script. */
  public JsonTree evaluate(String expression) {
    String quoted = expression.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ");
    JsonTree answer =
        send(
            "Runtime.evaluate", "{\"returnByValue\":true,\"expression\":\"%s\"}".formatted(quoted));
    if (!answer.get("exceptionDetails").text().isEmpty()
        || answer.get("exceptionDetails").value() != null) {
      throw new IllegalArgumentException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.get("result").get("value");
  }

  /** The whole page as PNG. */
  public byte[] screenshot() {
    JsonTree answer =
        send("Page.captureScreenshot", "{\"format\":\"png\",\"captureBeyondViewport\":true}");
    return Base64.getDecoder().decode(answer.get("data").text());
  }

  /** The page as it prints, as PDF. */
  public byte[] pdf() {
    JsonTree answer =
        send(
            "Page.printToPDF",
            "{\"preferCSSPageSize\":true,\"paperWidth\":8.27,\"paperHeight\":11.69}");
    return Base64.getDecoder().decode(answer.get("data").text());
  }

  /** Errors on the console, thrown or logged, since the page was opened. */
  public List<String> errors() {
    return List.copyOf(errors);
  }

  /** Addresses the page fetched since it was opened. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  private JsonTree send(String method, String parameters) {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonTree> answer = new CompletableFuture<>();
    answers.put(id, answer);
    String message =
        "{\"id\":%d,\"method\":\"%s\",\"params\":%s}".formatted(id, method, parameters);
    await(await(socket).sendText(message, true));
    JsonTree response = await(answer);
    if (response.get("error").value() != null) {
      throw new IllegalStateException(method + ": " + response.get("error").get("message").text());
    }
    return response.get("result");
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      String message = partial.toString();
      partial.setLength(0);
      receive(message);
    }
    from.request(1);
    return CompletableFuture.completedFuture(null);
  }

  private void receive(String message) {
    JsonTree tree = JsonTree.parse("a message of the browser", message);
    tree.get("id")
        .number()
        .map(id -> answers.remove(id.intValue()))
        .ifPresent(a -> a.complete(tree));
    JsonTree event = tree.get("params");
    switch (tree.get("method").text()) {
      case "Page.loadEventFired" -> loaded.complete(true);
      case "Runtime.exceptionThrown" -> errors.add(event.flat().toString());
      case "Log.entryAdded" -> {
        if (event.get("entry").get("level").text().equals("error")) {
          errors.add(event.get("entry").get("text").text());
        }
      }
      case "Runtime.consoleAPICalled" -> {
        if (event.get("type").text().equals("error")) {
          errors.add(event.flat().toString());
        }
      }
      case "Network.requestWillBeSent" -> requests.add(event.get("request").get("url").text());
      default -> {}
    }
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Chromium", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Chromium does not answer", e);
    }
  }
}
