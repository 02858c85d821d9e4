package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.docduel.stats.ResultJson;
import org.docduel.stats.jmh.JsonTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationCostsTest {
  @TempDir private Path directory;

  /** Two iterations of 2 s with 1,000 and 2,000 operations a second. */
  private Path file(Map<String, String> counted) throws Exception {
    String json =
        new ResultJson()
            .addResult(
                "\"thrpt\"",
                "store=a",
                "{\"score\":1500,\"scoreUnit\":\"ops/s\",\"rawData\":[[1000,2000]]}",
                counted)
            .toString()
            .replace("\"forks\":1", "\"forks\":1,\"measurementTime\":\"2 s\"");
    return Files.writeString(directory.resolve("jmh.json"), json);
  }

  private static double[] exported(Path file, String metric, String... more) {
    String[] arguments = {"export", file.toString(), "--metric", metric};
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    CommandRun run = CommandRun.of(all);
    assertThat(run.err()).isEmpty();
    return run.out()
        .lines()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[10]))
        .toArray();
  }

  private static final Map<String, String> COUNTED =
      new LinkedHashMap<>(
          Map.of(
              "servercpu.busy", "50,150",
              "pgstat.wal", "400000,1200000",
              "servercpu.disk_read", "0,0",
              "servercpu.disk_written", "8000,16000"));

  @Test
  void costsOfAnIterationAreItsCountsOverItsOperations() throws Exception {
    Path file = file(COUNTED);

    assertThat(exported(file, "cost.cpu")).containsExactly(0.0005, 0.00075);
    assertThat(exported(file, "cost.wal")).containsExactly(200, 300);
    assertThat(exported(file, "cost.read")).containsExactly(0, 0);
    assertThat(exported(file, "cost.written")).containsExactly(4, 4);
    // a million operations: 500 and 750 s of CPU at 3.6 an hour, 0.2 and 0.3 GB of WAL at 10
    assertThat(exported(file, "cost.price", "--price", "cpu-hour=3.6,wal-gb=10"))
        .containsExactly(2.5, 3.75);
  }

  @Test
  void whatNobodyCountedIsAbsent() throws Exception {
    Path file = file(Map.of("servercpu.busy", "50,150"));

    assertThat(CommandRun.of("export", file.toString(), "--metric", "cost.wal").err())
        .contains("no result has the metric 'cost.wal'; there are")
        .hasLineCount(1);
    assertThat(CommandRun.of("summary", file.toString(), "--price", "cpu-hour=1,wal-gb=1").err())
        .isEqualTo(
            "stats: --price: no result has cost.wal; run with -prof servercpu, and -prof pgstat or mongostat for WAL\n");
  }

  @Test
  void counterThatLostItsServerHasNoCost() throws Exception {
    Path file = file(Map.of("pgstat.wal", "400000,\"NaN\""));

    assertThat(CommandRun.of("export", file.toString(), "--metric", "cost.wal").status())
        .isEqualTo(Main.BAD_INPUT);
  }

  @Test
  void summaryHasTableOfCostsWithStoredBytes() throws Exception {
    Path file = file(COUNTED);
    Files.writeString(
        directory.resolve("jmh.sidecar.json"),
        """
        {"version":1,"stores":[{"kind":"store","store":"a","parameters":{"store":"a"},
         "sizes":{"documents":100,"totalBytes":50000}}]}\
        """);

    String json =
        CommandRun.of(
                "summary",
                file.toString(),
                "--price",
                "cpu-hour=3.6,gb-month=2",
                "--format",
                "json")
            .out();
    Map<?, ?> root = (Map<?, ?>) Objects.requireNonNull(JsonTree.parse("json", json).value());
    Map<?, ?> row = (Map<?, ?>) ((List<?>) Objects.requireNonNull(root.get("costs"))).get(0);

    assertThat(row.get("cpu")).isEqualTo(0.000625);
    assertThat(row.get("wal")).isEqualTo(250.0);
    assertThat(row.get("stored")).isEqualTo(500.0);
    assertThat(row.get("price")).isEqualTo(0.625);
    assertThat(row.get("monthly")).isEqualTo(1.0); // half a GB
  }

  @Test
  void rejectsBadPrices() throws Exception {
    Path file = file(COUNTED);

    for (String price : new String[] {"cpu=1", "cpu-hour", "cpu-hour=x", "cpu-hour=-1"}) {
      assertThat(CommandRun.of("summary", file.toString(), "--price", price).err())
          .startsWith("stats: --price " + price + ": accepted is NAME=NUMBER with cpu-hour")
          .hasLineCount(1);
    }
    assertThat(CommandRun.of("summary", file.toString(), "--price", "cpu-hour=1,cpu-hour=2").err())
        .isEqualTo("stats: --price: cpu-hour is given twice\n");
  }

  @Test
  void lowerCostIsBetter() throws Exception {
    Path file = directory.resolve("two.json");
    ResultJson both = new ResultJson();
    for (String store : new String[] {"a", "b"}) {
      String busy = store.equals("a") ? "50,51],[52,50],[51,52" : "20,21],[20,22],[21,20";
      both.addResult(
          "\"thrpt\"",
          "store=" + store,
          "{\"score\":1000,\"scoreUnit\":\"ops/s\",\"rawData\":[[1000,1001],[1002,1000],[1001,1003]]}",
          Map.of("servercpu.busy", busy));
    }
    both.writeTo(directory, "two.json");

    assertThat(
            CommandRun.of(
                    "superiority",
                    file.toString(),
                    "--metric",
                    "cost.price",
                    "--price",
                    "cpu-hour=0.04")
                .out())
        .contains("faster by 20 % or more".replace("faster", "better"));
  }
}
