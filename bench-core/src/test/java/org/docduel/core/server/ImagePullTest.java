package org.docduel.core.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.github.dockerjava.api.DockerClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.docduel.core.server.ServerSource.Availability;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;

/** A real engine pulls from a registry of the test's own. */
@Timeout(120)
class ImagePullTest {
  private static final int MEGABYTE = 1 << 20;
  private static final int LAYER_MEGABYTES = 8;
  private static final long NANOS_PER_MEGABYTE = 600_000_000L;

  private final List<String> progress = new ArrayList<>();
  private final ExecutorService answers = Executors.newCachedThreadPool();
  private HttpServer registry;
  private String host;

  @BeforeEach
  void startRegistry() throws IOException {
    assumeThat(DockerEngine.ofProcess().availability())
        .as("no Docker engine answers here")
        .isInstanceOf(Availability.Available.class);
    registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    registry.setExecutor(answers);
    registry.start();
    host = "127.0.0.1:" + registry.getAddress().getPort();
  }

  @AfterEach
  void stopRegistry() {
    if (registry != null) {
      registry.stop(0);
    }
    answers.shutdownNow();
  }

  @Test
  void reportsRegistryErrors() throws IOException {
    registry.createContext(
        "/v2/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          int status = path.contains("secret") ? 401 : path.equals("/v2/") ? 200 : 404;
          String code = status == 401 ? "UNAUTHORIZED" : "MANIFEST_UNKNOWN";
          String message = status == 401 ? "authentication required" : "manifest unknown";
          byte[] body =
              "{\"errors\":[{\"code\":\"%s\",\"message\":\"%s\"}]}"
                  .formatted(code, message)
                  .getBytes(UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });

    assertFails(host + "/absent:1", "there is no image " + host + "/absent:1, or it needs a login");
    assertFails(host + "/secret:1", "the registry of " + host + "/secret:1 wants a login");
    assertFails("127.0.0.1:1/x:1", "the registry of 127.0.0.1:1/x:1 cannot be reached");
    assertThat(progress).contains("pulling the image " + host + "/absent:1");
  }

  private void assertFails(String image, String cause) throws IOException {
    try (DockerClient client = client()) {
      assertThatThrownBy(() -> new ImagePull(client, progress::add).unlessThere(image))
          .isInstanceOf(ContainerFailure.class)
          .hasMessageStartingWith("the image " + image + " cannot be pulled: " + cause)
          .message()
          .doesNotContain("\n");
    }
  }

  @Test
  void reportsLayersAndMegabytes() throws Exception {
    String image = host + "/slow:1";
    offerSlowImage();
    try (DockerClient client = client()) {
      new ImagePull(client, progress::add).unlessThere(image);

      assertThat(DockerEngine.ofProcess().architectureOf(image)).isPresent();
      client.removeImageCmd(image).withForce(true).exec();
    }
    assertThat(progress.get(0)).isEqualTo("pulling the image " + image);
    assertThat(progress)
        .anyMatch(line -> line.matches("pulling the image .*/slow:1: [1-8] of 8 MB in 1 layers"));
  }

  @Test
  void endsWhenItIsInterrupted() throws Exception {
    String image = host + "/slow:1";
    offerSlowImage();
    Thread run = Thread.currentThread();
    Consumer<String> interrupting =
        line -> {
          if (line.contains(" MB in ")) {
            run.interrupt();
          }
        };
    try (DockerClient client = client()) {
      assertThatThrownBy(() -> new ImagePull(client, interrupting).unlessThere(image))
          .isInstanceOf(ServerException.class)
          .hasMessage("interrupted while the image " + image + " is pulled");
    }
    assertThat(Thread.interrupted()).as("the interrupt is passed on").isTrue();
    assertThat(DockerEngine.ofProcess().architectureOf(image)).isEmpty();
  }

  /** One of the engine's own: that of a start would start Ryuk. */
  private static DockerClient client() {
    return DockerClientProviderStrategy.getClientForConfig(
        DockerClientFactory.instance().getTransportConfig());
  }

  /** An image with one layer, which takes five seconds. */
  private void offerSlowImage() throws IOException {
    byte[] layer = ContainerSourceTest.tar(new byte[LAYER_MEGABYTES * MEGABYTE]);
    String architecture = DockerEngine.ofProcess().engine().orElseThrow().architecture();
    byte[] config =
        """
        {"architecture":"%s","os":"linux","config":{},"rootfs":{"type":"layers","diff_ids":["%s"]}}\
        """
            .formatted(architecture, digest(layer))
            .getBytes(UTF_8);
    byte[] manifest =
        """
        {"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",
         "config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"%s","size":%d},
         "layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar","digest":"%s","size":%d}]}\
        """
            .formatted(digest(config), config.length, digest(layer), layer.length)
            .getBytes(UTF_8);
    registry.createContext("/v2/", exchange -> answer(exchange, "{}".getBytes(UTF_8)));
    registry.createContext("/v2/slow/manifests/", exchange -> answer(exchange, manifest));
    registry.createContext(
        "/v2/slow/blobs/" + digest(config), exchange -> answer(exchange, config));
    registry.createContext("/v2/slow/blobs/" + digest(layer), exchange -> answer(exchange, layer));
  }

  private static void answer(HttpExchange exchange, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/vnd.oci.image.manifest.v1+json");
    exchange.getResponseHeaders().add("Docker-Content-Digest", digest(body));
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().add("Content-Length", String.valueOf(body.length));
      exchange.sendResponseHeaders(200, -1);
    } else {
      exchange.sendResponseHeaders(200, body.length);
      OutputStream out = exchange.getResponseBody();
      for (int sent = 0; sent < body.length; sent += MEGABYTE) {
        out.write(body, sent, Math.min(MEGABYTE, body.length - sent));
        out.flush();
        LockSupport.parkNanos(body.length > MEGABYTE ? NANOS_PER_MEGABYTE : 0);
      }
    }
    exchange.close();
  }

  private static String digest(byte[] bytes) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
