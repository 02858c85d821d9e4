package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WatchdogLineTest {
  @Test
  void comesBackAsItWasOnOneLine() {
    WatchdogLine line =
        new WatchdogLine(
            "g1",
            WatchdogLine.Verb.STOP,
            List.of("/a path/with\nnewline", "", "%20", "C:\\Programs\\ü", "-m immediate"));

    assertThat(line.encode()).doesNotContain("\n");
    assertThat(WatchdogLine.decode(line.encode())).isEqualTo(line);
  }

  @Test
  void mayHaveNoArguments() {
    WatchdogLine line = new WatchdogLine("g1", WatchdogLine.Verb.RELEASE, List.of());

    assertThat(WatchdogLine.decode(line.encode())).isEqualTo(line);
  }
}
