package org.docduel.stats.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sharesAnswerMarkdownAndSource() throws Exception {
    Path report = report();
    String page = Files.readString(report.resolve("report.html"));

    assertThat(page)
        .contains("These parts may show parts of documents: Answers, Query plans, Checks.")
        .contains("| a | b |", "SHA-256 of out.json", "PostgreSQL 17.11", "0123abcd");
    assertThat(report.resolve("figures/card.svg"))
        .content()
        .contains("times as fast as", "Measured with DocDuel");
    Process sum = new ProcessBuilder("sha256sum", directory.resolve("out.json").toString()).start();
    String printed = new String(sum.getInputStream().readAllBytes(), UTF_8);
    String digest = printed.substring(0, printed.indexOf(' '));
    assertThat(Files.readString(report.resolve("tables/source.csv"))).contains(digest);
  }

  @Test
  void hidesDocumentsWhenAsked() throws IOException {
    assertThat(filesWith(report(), "Zanzibar")).isNotEmpty();

    Path report = report("--no-documents");

    assertThat(filesWith(report, "Zanzibar")).isEmpty();
    assertThat(Files.readString(report.resolve("report.html"))).contains("are left out");
  }
}
