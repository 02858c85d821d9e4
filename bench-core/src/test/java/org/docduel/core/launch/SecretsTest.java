package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.fork.ForkProfiler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("attack")
@Tag("H2")
class SecretsTest {
  private final Secrets secrets = new Secrets();

  @Test
  void anAddressDoesNotReachAForksCommandLine() {
    List<String> arguments =
        List.of("-Xmx1g", "-Ddocduel.some.url=jdbc:x://h/d?user=u&password=pa55word", "-Da=b");
    assertThat(secrets.removedFrom(arguments)).containsExactly("-Xmx1g", "-Da=b");
    assertThat(secrets.hide("connecting with pa55word failed"))
        .isEqualTo("connecting with *** failed");
  }

  @Test
  void aKeystoresPasswordReachesTheForkInAFile(@TempDir Path directory) throws IOException {
    String[] kept =
        secrets.removedFrom(List.of("-Djavax.net.ssl.trustStorePassword=se\"cret", "-Xmx1g"));
    secrets.leaveFor(directory);
    assertThat(kept).containsExactly("-Xmx1g");
    assertThat(Files.readString(directory.resolve(ForkProfiler.ARGUMENTS)))
        .isEqualTo("\"-Djavax.net.ssl.trustStorePassword=se\\\"cret\"\n");
  }

  @Test
  void withoutASecretNoFileIsLeft(@TempDir Path directory) {
    secrets.removedFrom(List.of("-Xmx1g"));
    secrets.leaveFor(directory);
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:x://h:1/d?user=u&password=pa55word",
        "x://u:pa55word@h:1/d",
        "x://u:pa55word@h:1/d?tls=true",
        "jdbc:x://h/d?sslpassword=pa55word&user=u",
      })
  void aServersPasswordIsHiddenInAnyText(String address) {
    secrets.add(new ServerAddress(address));
    assertThat(secrets.hide("x pa55word y")).isEqualTo("x *** y");
  }

  @Test
  void ordinaryTextStays() {
    secrets.add(new ServerAddress("jdbc:x://h:1/d?user=u&password=abc"));
    assertThat(secrets.hide("\"score\" : 1.5, alphabet")).isEqualTo("\"score\" : 1.5, alphabet");
  }
}
