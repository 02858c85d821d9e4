package org.docduel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.docduel.cli.Archive.Ended;
import org.docduel.testkit.LoggedShop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A day's story: an application, its log, the suite, and an index that is missed. */
@DisabledOnOs(OS.WINDOWS)
class CaptureIT {
  private static final String INDEX =
      "CREATE INDEX orders_customer ON orders USING btree (customer_id);\n";

  @TempDir private Path directory;

  private Ended docduel(Path home, String line) throws Exception {
    List<String> words = List.of((home.resolve("bin/docduel") + " " + line).split(" "));
    Ended ended = Archive.run(directory, Map.of(), words);
    assertThat(ended.status()).as(ended.text()).isZero();
    return ended;
  }

  @Test
  void capturedSuiteFindsMissedIndex() throws Exception {
    Path home = Archive.unpack(Files.createDirectory(directory.resolve("unpacked"))).home();
    try (LoggedShop shop = new LoggedShop()) {
      shop.run("&prepareThreshold=1", 600, 1);
      docduel(home, "capture log " + shop.logs().get("json") + " -o mine --url " + shop.url());
    }
    Path sql = directory.resolve("mine/postgres.sql");
    String text = Files.readString(sql);
    int candidate = text.indexOf(INDEX, text.indexOf("-- index: candidate"));
    Files.writeString(
        sql, text.substring(0, candidate) + text.substring(candidate + INDEX.length()));

    Ended run =
        docduel(
            home,
            "suite ./mine -p store=postgres -p index=now,candidate -f 3 -wi 0 -i 2 --no-report");

    assertThat(run.text())
        .contains("queries are answered by postgres")
        .containsPattern("weighted total: candidate takes \\S+ m?s a minute where now takes")
        .contains("slower: q2", "plan changed: q2");
  }
}
