package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.docduel.core.config.BadInputException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs that are not as they should be. */
class LogFileTest {
  private static final String JSON =
      "{\"timestamp\":\"2026-11-28 05:14:18.284 UTC\",\"dbname\":\"shop\",\"ps\":\"SELECT\","
          + "\"message\":\"duration: 0.5 ms  execute P_0: SELECT $1\",\"detail\":\"parameters: $1 = 'x'\"}\n";

  @TempDir private Path directory;

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  private Path file(String content) throws IOException {
    return file("pg.log", content.getBytes(StandardCharsets.UTF_8));
  }

  private static List<LoggedStatement> read(LogFile file) {
    List<LoggedStatement> found = new ArrayList<>();
    file.read(found::add);
    return found;
  }

  private static List<LoggedStatement> read(Path path) {
    return read(new LogFile(path, bytes -> {}));
  }

  @Test
  void readsPackedLogWithCutEnd() throws IOException {
    Path packed = directory.resolve("pg.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write((JSON + JSON + JSON.substring(0, 50)).getBytes(StandardCharsets.UTF_8));
    }
    LogFile log = new LogFile(packed, bytes -> {});
    assertThat(read(log)).hasSize(2);
    assertThat(log.skipped()).containsOnlyKeys("the last line was cut off");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      for (int i = 0; i < 20_000; i++) {
        out.write(JSON.replace("0.5", i + ".5").getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] content = Files.readAllBytes(packed);
    Path cut = file("cut.gz", Arrays.copyOf(content, content.length - 12));
    LogFile broken = new LogFile(cut, bytes -> {});
    assertThat(read(broken)).isNotEmpty();
    assertThat(broken.skipped()).isNotEmpty();
  }

  @Test
  void goesOnAfterLinesThatAreNoRecord() throws IOException {
    LogFile log = new LogFile(file(JSON + "{\"timestamp\": oh\n" + JSON), bytes -> {});
    assertThat(read(log)).hasSize(2);
    assertThat(log.skipped()).containsEntry("a line is no JSON", 1L);
  }

  @Test
  void readsTextOfTwoLanguagesWithContinuedLines() throws IOException {
    String text =
        """
        2026-11-28 05:14:18.284 UTC [7] LOG:  Dauer: 0.25 ms  Ausf\u00fchren P_0: SELECT a
        \tFROM t WHERE b = $1 -- x: y
        2026-11-28 05:14:18.284 UTC [7] DETAIL:  Parameter: $1 = 'it''s, $2 = ''x''
        \tend'
        2026-11-28 05:14:18.300 UTC [7] LOG:  duration: 0.1 ms  bind P_0: SELECT 1
        2026-11-28 05:14:18.300 UTC [7] LOG:  duration: 0.1 ms  execute fetch from P_0/C_1: SELECT 1
        2026-11-28 05:14:18.400 UTC [8] ERROR:  relation "x" does not exist
        2026-11-28 05:14:19.000 UTC [7] LOG:  duration: 2 ms
        """;
    List<LoggedStatement> found = read(file(text));
    assertThat(found).hasSize(3);
    assertThat(found.get(0).message().statement())
        .isEqualTo("SELECT a\nFROM t WHERE b = $1 -- x: y");
    assertThat(found.get(0).parameters()).containsExactly("it's, $2 = 'x'\nend");
    assertThat(found.get(0).time()).isEqualTo("2026-11-28 05:14:18.284");
    assertThat(found)
        .extracting(each -> each.message().isCall())
        .containsExactly(true, false, false);
  }

  @Test
  void replacesBytesThatAreNoCharacters() throws IOException {
    byte[] bytes = JSON.getBytes(StandardCharsets.UTF_8);
    bytes[JSON.indexOf("'x'") + 1] = (byte) 0xff;
    assertThat(read(file("pg.json", bytes)).get(0).parameters()).containsExactly("\uFFFD");
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D10")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`  \n` | the file is empty",
        "`name,age\n1,2\n` | neither JSON, CSV nor text of PostgreSQL's log",
        "`2026-01-01 00:00:00 UTC [1] LOG:  \u8017\u6642: 1.0 ms  \u5b9f\u884c P_0: SELECT 1\n` | in a language whose words",
      })
  void rejectsInOneLine(String content, String message) throws IOException {
    Path path = file(content);
    assertThatThrownBy(() -> read(path))
        .isInstanceOf(BadInputException.class)
        .message()
        .startsWith(path + ": ")
        .contains(message)
        .doesNotContain("\n");
  }

  @Test
  @Tag("attack")
  @Tag("D10")
  void rejectsFilesThatAreNoLogs() throws IOException {
    Path packed = file("pg.gz", "no gzip".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> read(packed)).hasMessageContaining("not valid gzip");
    Path line = file("x".repeat(LogFile.MAX_RECORD + 10));
    assertThatThrownBy(() -> read(line)).hasMessageContaining("a line has more than");
    String quote = "2026-01-01 00:00:00.000 UTC" + ",x".repeat(22) + ",\"";
    Path record = file(quote + "x".repeat(LogFile.MAX_RECORD + 10));
    assertThatThrownBy(() -> read(record)).hasMessageContaining("a line has more than");
    assertThatThrownBy(() -> LoggedMessage.parameters("parameters: $1 = 'a', $2 = 'b"))
        .hasMessage("has parameters that end early");
  }
}
