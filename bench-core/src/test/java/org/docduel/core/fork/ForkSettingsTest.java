package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForkSettingsTest {
  /** With others, the names of tables have letters that they may not have. */
  @Test
  @SuppressWarnings("NullAway") // it looks at nothing that JMH gives it
  void forksHaveTheDigitsOfNoCountry() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Duser.language=ar", "-Duser.country=EG"));
    command.addAll(new ForkSettings().addJVMOptions(null));
    command.addAll(List.of("-XshowSettings:locale", "-version"));
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();

    assertThat(java.inputReader().lines())
        .filteredOn(line -> line.contains("default format locale"))
        .singleElement()
        .asString()
        .endsWith("= ");
  }
}
