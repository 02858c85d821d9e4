package org.docduel.stats.report.browser;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.stats.jmh.JsonTree;

/** A headless Chromium of its own process and profile. */
public final class Chromium implements AutoCloseable {

  /** System property that names the executable where it is not on the path. */
  public static final String PROPERTY = "docduel.chromium";

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Process process;
  private final HttpClient http;
  private final URI address;

  private Chromium(Process process, HttpClient http, URI address) {
    this.process = process;
    this.http = http;
    this.address = address;
  }

  /** The executable: the one the property names, else the first on the path. */
  public static Optional<Path> find() {
    String configured = System.getProperty(PROPERTY, "");
    if (!configured.isEmpty()) {
      return Optional.of(Path.of(configured)).filter(Files::isExecutable);
    }
    String path = System.getenv("PATH");
    return Stream.of(path == null ? new String[0] : path.split(File.pathSeparator))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts a browser.
   *
   * @param executable as found
   * @param profile an empty directory of its own
   */
  public static Chromium start(Path executable, Path profile)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                executable.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("output.log").toFile())
            .start();
    Path portFile = profile.resolve("DevToolsActivePort");
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!Files.exists(portFile) || Files.readAllLines(portFile).isEmpty()) {
      boolean ended = process.waitFor(50, TimeUnit.MILLISECONDS);
      if (ended || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException(
            "Chromium did not start: " + Files.readString(profile.resolve("output.log")));
      }
    }
    String port = Files.readAllLines(portFile).get(0);
    return new Chromium(
        process,
        HttpClient.newBuilder().connectTimeout(TIMEOUT).build(),
        URI.create("http://127.0.0.1:" + port));
  }

  /** Opens an empty tab. */
  public Tab newTab() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve("/json/new?about:blank"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .timeout(TIMEOUT)
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    JsonTree target = JsonTree.parse("the browser's answer", response.body());
    return Tab.connect(http, URI.create(target.get("webSocketDebuggerUrl").text()));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
