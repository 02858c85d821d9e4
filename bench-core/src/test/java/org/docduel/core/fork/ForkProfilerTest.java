package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.TestFork;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;

class ForkProfilerTest {
  /** What they say would stand among the results of those that measure. */
  @Test
  void warmUpForksRecordNoFacts() {
    ForkProfiler settings = new ForkProfiler();
    BenchmarkParams params = params(2);
    String warmUp = "-Ddocduel.warmup=true";
    assertThat(settings.addJVMOptions(params)).contains(warmUp);
    assertThat(settings.addJVMOptions(params)).contains(warmUp);
    assertThat(settings.addJVMOptions(params)).doesNotContain(warmUp);
  }

  private static BenchmarkParams params(int warmupForks) {
    return TestFork.params("a.Insert.b", Mode.SingleShotTime, TestFork.ONCE, warmupForks, Map.of());
  }

  /** With others, the names of tables have letters that they may not have. */
  @Test
  void forksUseLocaleIndependentDigits() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Duser.language=ar", "-Duser.country=EG"));
    command.addAll(new ForkProfiler().addJVMOptions(params(0)));
    command.addAll(List.of("-XshowSettings:locale", "-version"));
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();

    assertThat(java.inputReader().lines())
        .filteredOn(line -> line.contains("default format locale"))
        .singleElement()
        .asString()
        .endsWith("= ");
  }
}
