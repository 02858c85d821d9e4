package org.docduel.stats.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report offers to pass on, and what it keeps to itself. */
class ShareTest {
  @TempDir private Path directory;

  private Path results() throws IOException {
    StringBuilder json = new StringBuilder("[");
    for (String query : List.of("q1", "q2")) {
      for (String store : List.of("a", "b")) {
        String forks = store.equals("a") ? "[[5,5.1],[5.05,5],[5,5]]" : "[[9,9.1],[9,9.2],[9.1,9]]";
        json.append(
            """
            {"jmhVersion":"1.37","benchmark":"org.x.Suite.ask","mode":"ss","threads":1,"forks":3,
             "params":{"store":"%s","query":"%s","timeLimit":"2"},
             "primaryMetric":{"score":1,"scoreUnit":"ms/op","rawData":%s},"secondaryMetrics":{}},\
            """
                .formatted(store, query, forks));
      }
    }
    json.setCharAt(json.length() - 1, ']');
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        """
        {"command": ["Suite", "-p", "store=a,b"],
         "environment": {"cores": "2", "gitRevision": "0123abcd"},
         "servers": [{"name": "s", "product": "PostgreSQL 17.11"}],
         "descriptions": [{"benchmark": "org.x.Suite.ask",
           "text": "Time of {query#query|queries} of a suite", "example": "{\\"n\\":\\"%1$s\\"}"}],
         "checks": [{"check": "answer", "store": "a", "outcome": "failed", "detail": "row %1$s"}],
         "plans": [{"store": "a", "parameters": {"query": "q1", "store": "a"}, "plan": ["name = %1$s"]},
           {"store": "b", "parameters": {"query": "q1", "store": "b"}, "plan": ["name = %1$s"]}],
         "questions": [{"query": "q1", "title": "Who?", "category": "c", "answers": [
           {"store": "a", "outcome": "answered", "rows": 1, "digest": "f7", "first": ["{n=%1$s}"]}]}]}
        """
            .formatted("Zanzibar"));
    return Files.writeString(directory.resolve("out.json"), json);
  }

  private Path report(String... options) throws IOException {
    Path target = directory.resolve("report");
    List<String> command = List.of("report", results().toString(), "-o", target.toString());
    CommandRun run =
        CommandRun.of(Stream.concat(command.stream(), Stream.of(options)).toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return target;
  }

  private static List<Path> filesWith(Path report, String text) throws IOException {
    try (Stream<Path> files = Files.walk(report)) {
      return files.filter(Files::isRegularFile).filter(file -> contains(file, text)).toList();
    }
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file, ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sharesAnswerMarkdownAndSource() throws Exception {
    Path report = report();
    String page = Files.readString(report.resolve("report.html"));

    assertThat(page)
        .contains(
            "These parts may show parts of documents: the document at the top, Answers, Query plans, Checks.")
        .contains("Time of 2 queries of a suite, one client.", "{&quot;n&quot;:&quot;Zanzibar")
        .contains("| a | b |", "SHA-256 of out.json", "PostgreSQL 17.11", "0123abcd");
    assertThat(report.resolve("figures/card.svg"))
        .content()
        .contains("Time of 2 queries of a suite, one client.")
        .contains("times as fast as", "Measured with DocDuel");
    Process sum = new ProcessBuilder("sha256sum", directory.resolve("out.json").toString()).start();
    String printed = new String(sum.getInputStream().readAllBytes(), UTF_8);
    String digest = printed.substring(0, printed.indexOf(' '));
    assertThat(Files.readString(report.resolve("tables/source.csv"))).contains(digest);
  }

  /** The PNG has the size of the SVG, twice over, and the ink of its words in every line. */
  @Test
  void cardIsPictureOfSameLayout() throws IOException {
    Path figures = report().resolve("figures");
    String svg = Files.readString(figures.resolve("card.svg"));
    BufferedImage png = ImageIO.read(figures.resolve("card.png").toFile());

    double height = Double.parseDouble(svg.replaceAll("(?s).*? height=\"([0-9.]+)\".*", "$1"));
    assertThat(png.getWidth()).isEqualTo(944);
    assertThat(png.getHeight()).isEqualTo((int) Math.ceil(2 * height));
    Matcher texts =
        Pattern.compile("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" font-size=\"([0-9.]+)\"")
            .matcher(svg);
    int lines = 0;
    while (texts.find()) {
      double left = 2 * (16 + Double.parseDouble(texts.group(1)));
      double baseline = 2 * (12 + Double.parseDouble(texts.group(2)));
      double size = 2 * Double.parseDouble(texts.group(3));
      assertThat(ink(png, left, baseline - size, left + 100, baseline))
          .as(texts.group())
          .isBetween(0.05, 0.6);
      lines++;
    }
    assertThat(lines).isGreaterThan(5);
    assertThat(ink(png, 0, 0, 944, 20)).isZero(); // the margin above
  }

  /** The part of a rectangle that is not white. */
  private static double ink(
      BufferedImage image, double left, double top, double right, double bottom) {
    int inked = 0;
    for (int y = (int) top; y < bottom; y++) {
      for (int x = (int) left; x < right; x++) {
        inked += (image.getRGB(x, y) & 0xffffff) == 0xffffff ? 0 : 1;
      }
    }
    return inked / ((right - left) * (bottom - top));
  }

  @Test
  void hidesDocumentsWhenAsked() throws IOException {
    assertThat(filesWith(report(), "Zanzibar")).isNotEmpty();

    Path report = report("--no-documents");

    assertThat(filesWith(report, "Zanzibar")).isEmpty();
    assertThat(Files.readString(report.resolve("report.html"))).contains("are left out");
  }
}
