package org.docduel.core.launch.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.server.Host;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("attack")
@Tag("H2")
class SecretsTest {
  private final Secrets secrets = new Secrets();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Ddocduel.some.url=jdbc:x://h/d?user=u&password=pa55word",
        "-Ddocduel.some.url.15=jdbc:x://h/d?user=u&password=pa55word",
        "-Ddocduel.some.url.tuned=x://u:pa55word@h/d",
        "-Ddocduel.some.storage.url=jdbc:x://h/d?user=u&password=pa55word",
        "-Djavax.net.ssl.trustStorePassword=se\"cret"
      })
  void forksReadPrivateFile(String argument, @TempDir Path directory) throws IOException {
    assertThat(secrets.removedFrom(List.of("-Xmx1g", argument, "-Da=b")))
        .containsExactly("-Xmx1g", "-Da=b");
    secrets.leaveFor(new RunDirectory(directory));
    Path file = directory.resolve(ForkProfiler.ARGUMENTS);
    assertThat(Files.readString(file)).isEqualTo('"' + argument.replace("\"", "\\\"") + "\"\n");
    if (Host.current() != Host.WINDOWS) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void writesNoFileWithoutSecret(@TempDir Path directory) {
    secrets.removedFrom(List.of("-Xmx1g"));
    secrets.leaveFor(new RunDirectory(directory));
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:x://h:1/d?user=u&password=postgres",
        "x://u:postgres@h:1/d",
        "x://u:pa@:/?&%+='\" w\u00f6rd@h:1/d",
        "jdbc:x://h/d?sslpassword=pa\" ss&user=u",
      })
  void hidesRecordedAddressForAnyPassword(String address) {
    secrets.add(new ServerAddress(address));
    assertThat(secrets.hide("store=postgres-jsonb: cannot open " + address + ": no such host"))
        .isEqualTo(
            "store=postgres-jsonb: cannot open " + new ServerAddress(address) + ": no such host");
  }

  @Test
  void keepsTextThatEqualsPassword() {
    secrets.add(new ServerAddress("jdbc:postgresql://h:1/postgres?user=u&password=postgres"));
    String line = "-p store=postgres-jsonb,postgres-typed \"score\" : 1.5, postgres";
    assertThat(secrets.hide(line)).isEqualTo(line);
  }
}
