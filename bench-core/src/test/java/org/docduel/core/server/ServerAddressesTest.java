package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerAddressesTest {
  @TempDir private Path directory;

  @Test
  void comeBackAsTheyWere() {
    Map<String, ServerAddress> byFamily = new LinkedHashMap<>();
    byFamily.put(
        "postgres",
        new ServerAddress("jdbc:postgresql://[::1]:5432/db?user=a b&password=p=#!:\\ü\u2028é"));
    byFamily.put("mongodb", new ServerAddress("mongodb://u:p%40ss@h1:1,h2:2/?w=1"));
    ServerAddresses addresses = new ServerAddresses(byFamily);

    String property = Settings.property(ServerAddresses.SETTING);
    try {
      addresses.leaveIn(directory);
      assertThat(ServerAddresses.read(Settings.ofProcess())).contains(addresses);
    } finally {
      System.clearProperty(property);
    }
  }

  @Test
  void areFoundByFamily() {
    ServerAddress address = new ServerAddress("mongodb://h/");
    ServerAddresses addresses = new ServerAddresses(Map.of("mongodb", address));

    assertThat(addresses.of(new ServerFamily("mongodb", List.of()))).contains(address);
    assertThat(addresses.of(new ServerFamily("postgres", List.of()))).isEmpty();
  }

  @Test
  void doNotShowPasswords() {
    ServerAddresses addresses =
        new ServerAddresses(Map.of("mongodb", new ServerAddress("mongodb://u:HIDE@h/")));

    assertThat(addresses).asString().contains("mongodb://u:***@h/").doesNotContain("HIDE");
  }

  @Test
  void areMissingWhenNoFileIsNamed() {
    assertThat(ServerAddresses.read(Settings.of(Map.of(), new Properties()))).isEmpty();
  }

  @Test
  void areRefusedWhenTheFileIsNotThere() {
    Path missing = directory.resolve("missing");

    assertThatThrownBy(() -> ServerAddresses.read(naming(missing)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("docduel.servers.file=" + missing + ": cannot read it (")
        .hasMessageEndingWith("; leave this setting to the launcher")
        .hasMessageNotContaining("\n");
  }

  @Test
  void areRefusedWhenTheFileHoldsSomethingElse() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "password=HIDE\n");

    assertThatThrownBy(() -> ServerAddresses.read(naming(other)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot read it (")
        .hasMessageNotContaining("HIDE");
  }

  private static Settings naming(Path path) {
    Properties properties = new Properties();
    properties.setProperty("docduel.servers.file", path.toString());
    return Settings.of(Map.of(), properties);
  }
}
