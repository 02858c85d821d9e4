package org.docduel.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("attack")
@Tag("M10")
class SecretTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "No suitable driver found for jdbc:x://h/d?user=u&password=HIDE"
            + " | No suitable driver found for jdbc:x://h/d?user=u&password=***",
        "a jdbc:x://h/d?password=HI%26DE b mongodb://u:HIDE@h/ c"
            + " | a jdbc:x://h/d?password=*** b mongodb://u:***@h/ c",
        "jdbc:oracle:thin:u/HIDE@//h:1/X refused | jdbc:oracle:thin:***@//h:1/X refused",
        "Picked up JAVA_TOOL_OPTIONS: -Ddocduel.inventdb.token=HIDE -Xmx1g"
            + " | Picked up JAVA_TOOL_OPTIONS: -Ddocduel.inventdb.token=*** -Xmx1g",
        "-Dapp.keyPassword=\"HI DE\" -Da=b | -Dapp.keyPassword=*** -Da=b",
        "-jvmArgsAppend -Dany.token=s@3:c/r?e&tHI%p+w=9;a,HI=b -Xmx1g"
            + " | -jvmArgsAppend -Dany.token=*** -Xmx1g",
        "-Dany.token=jdbc:x://u:HI@h/d?a=b&HI -Xmx1g | -Dany.token=*** -Xmx1g",
        "-javaagent:a.jar=license_token=HI,name=HI -Xmx1g"
            + " | -javaagent:a.jar=license_token=*** -Xmx1g",
        "host=h user=u password=HIDE dbname=d | host=h user=u password=*** dbname=d",
        "Illegal character at index 9: \"http://u:H\u00ccDE@h:8/\" | Illegal character at index 9:"
            + " \"http://u:***@h:8/\""
      })
  void masksSecretsInText(String text, String masked) {
    assertThat(SecretText.mask(text)).isEqualTo(masked).doesNotContain("HI");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres-jsonb 1.5 items/s; postgres, user=postgres",
        "see https://www.postgresql.org/docs/17/wal.html#A, and docs/servers.md",
        "jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres",
        "SELECT token FROM t WHERE token = 'x' AND passes=3"
      })
  void keepsOtherText(String text) {
    assertThat(SecretText.mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Ddocduel.postgres.url=jdbc:postgresql://h/d?user=u&password=x",
        "-Ddocduel.postgres.url.15=x",
        "-Ddocduel.mongodb.storage.url=x",
        "-Ddocduel.inventdb.token=x",
        "-DDOCDUEL_POSTGRES_URL_TUNED=x",
        "-Djavax.net.ssl.trustStorePassword=x",
        "-Dany.name=mongodb://u:x@h/",
        "-Dany.name=jdbc:postgresql://h/d?password=x",
        "-javaagent:agent.jar=license_token=x"
      })
  void keepsSecretArgumentsOutOfLists(String argument) {
    assertThat(SecretText.isIn(argument)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx1g",
        "-XX:+UseSerialGC",
        "-Ddocduel.space=x",
        "-Da=b",
        "-Djava.io.tmpdir=/tmp",
        "-Ddocduel.postgres.options=jit=on;work_mem=1MB",
        "-Dlink=https://example.org/a?b=c"
      })
  void keepsOtherArguments(String argument) {
    assertThat(SecretText.isIn(argument)).isFalse();
  }

  @Test
  void recognizesOnlyServerAddressSettings() {
    assertThat(SecretText.givesServer("-Ddocduel.postgres.url=x")).isTrue();
    assertThat(SecretText.givesServer("-Ddocduel.postgres.url.15=x")).isTrue();
    assertThat(SecretText.givesServer("-Dapp.url=x")).isFalse();
    assertThat(SecretText.givesServer("-Ddocduel.space=curl")).isFalse();
  }
}
