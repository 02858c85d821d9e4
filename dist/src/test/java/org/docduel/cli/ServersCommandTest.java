package org.docduel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.junit.jupiter.api.Test;

class ServersCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run(Map<String, String> environment) {
    Settings settings = Settings.of(environment, new Properties());
    return new ServersCommand(settings, new PrintStream(out, true, UTF_8)).run();
  }

  @Test
  void namesTheServerOfEachFamilyAndWhyNotTheOthers() {
    assertThat(run(Map.of())).isZero();

    assertThat(out.toString(UTF_8))
        .containsPattern("(?m)^postgres +embedded$")
        .containsPattern("stores +.*postgres-jsonb")
        .contains("no address is given; set DOCDUEL_POSTGRES_URL or -Ddocduel.postgres.url")
        .contains("no address is given; set DOCDUEL_MONGODB_URL")
        .containsPattern("(?m)^(processors|governor|memory|server data|containers) ");
  }

  @Test
  void failsOnBrokenAddressWithoutShowingPassword() {
    String url = "jdbc:postgresql://127.0.0.1:1/x?user=u&password=sesame";

    assertThat(run(Map.of("DOCDUEL_POSTGRES_URL", url))).isEqualTo(1);

    assertThat(out.toString(UTF_8)).contains("127.0.0.1:1").doesNotContain("sesame");
  }
}
