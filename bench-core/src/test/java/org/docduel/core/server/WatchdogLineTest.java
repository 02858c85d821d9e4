package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WatchdogLineTest {
  @Test
  void comesBackAsItWasOnOneLine() {
    Watchdog.Line line =
        new Watchdog.Line(
            "g1",
            Watchdog.Line.Verb.STOP,
            List.of("/a path/with\nnewline", "", "%20", "C:\\Programs\\ü", "-m immediate"));

    assertThat(line.encode()).doesNotContain("\n");
    assertThat(Watchdog.Line.decode(line.encode())).isEqualTo(line);
  }

  @Test
  void mayHaveNoArguments() {
    Watchdog.Line line = new Watchdog.Line("g1", Watchdog.Line.Verb.RELEASE, List.of());

    assertThat(Watchdog.Line.decode(line.encode())).isEqualTo(line);
  }
}
