package org.docduel.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("attack")
@Tag("M10")
class ServerAddressTest {
  @ParameterizedTest
  @CsvSource({
    "mongodb://127.0.0.1:27017/?directConnection=true",
    "mongodb://h1:27017,h2:27018,h3/db?replicaSet=rs0",
    "mongodb+srv://cluster.example.org/db",
    "jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres",
    "jdbc:postgresql://[::1]:5432/postgres",
    "jdbc:oracle:thin:@//host:1521/FREEPDB1",
    "jdbc:sqlite:/var/tmp/docduel-server-x/docduel.db"
  })
  void showsAddressWithoutCredentialsUnchanged(String url) {
    assertThat(new ServerAddress(url)).hasToString(url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mongodb://joe:HIDE@host:27017/db | mongodb://joe:***@host:27017/db",
        "mongodb://joe:HIDE@h1:1,h2:2/?w=1 | mongodb://joe:***@h1:1,h2:2/?w=1",
        "mongodb+srv://joe:HI%40DE%2F%3A@host/ | mongodb+srv://joe:***@host/",
        "mongodb://joe:H@I@DE@host/ | mongodb://joe:***@host/",
        "mongodb://joe:HI/DE@host/ | mongodb://***",
        "mongodb://joe:HI?DE=1@host/ | mongodb://***",
        "mongodb://joe:12?HI@host/ | mongodb://***",
        "jdbc:postgresql://H/D?user=me&password=Sup3r@HIDE |"
            + " jdbc:postgresql://H/D?user=me&password=***",
        "jdbc:postgresql://H/a/b?user=me&password=HIDE |"
            + " jdbc:postgresql://H/a/b?user=me&password=***",
        "jdbc:postgresql://H/D?password=ab&HI=DE | jdbc:postgresql://H/D?password=***&***",
        "jdbc:postgresql://H/D?user=me&options=-c%20HIDE | jdbc:postgresql://H/D?user=me&***",
        "mongodb://host/?proxyPassword=HIDE&w=1 | mongodb://host/?proxyPassword=***&w=1",
        "mongodb://host/?password=HIDE | mongodb://host/?password=***",
        "host=h user=me password=HIDE | ***",
        "mongodb://joe:HIDE:HIDE@host/ | mongodb://joe:***@host/",
        "mongodb://:HIDE@host/ | mongodb://:***@host/",
        "joe:HIDE@host:27017 | ***",
        "jdbc:sqlite:/a.db?key=HIDE | ***",
        "jdbc:oracle:thin:/HIDE@h | jdbc:oracle:thin:***@h",
        "jdbc:postgresql://joe:HIDE@host/db | jdbc:postgresql://joe:***@host/db",
        "jdbc:postgresql://host/db?user=joe&password=HIDE |"
            + " jdbc:postgresql://host/db?user=joe&password=***",
        "jdbc:postgresql://host/db?password=HI%26DE&ssl=true |"
            + " jdbc:postgresql://host/db?password=***&ssl=true",
        "jdbc:postgresql://host/db?PASSWORD=HIDE | jdbc:postgresql://host/db?PASSWORD=***",
        "jdbc:postgresql://host/db?sslpassword=HIDE&password=HIDE |"
            + " jdbc:postgresql://host/db?sslpassword=***&password=***",
        "jdbc:sqlserver://host;user=joe;pwd=HIDE;encrypt=true |"
            + " jdbc:sqlserver://host;user=joe;pwd=***;encrypt=true",
        "jdbc:oracle:thin:joe/HIDE@//host:1521/X | jdbc:oracle:thin:***@//host:1521/X",
        "mongodb://joe:HIDE@host/?tlsCertificateKeyFilePassword=HIDE&w=1 |"
            + " mongodb://joe:***@host/?tlsCertificateKeyFilePassword=***&w=1",
        "mongodb://host/?authMechanismProperties=AWS_SESSION_TOKEN:HIDE&w=1 |"
            + " mongodb://host/?authMechanismProperties=***&w=1"
      })
  void hidesEveryPassword(String url, String masked) {
    assertThat(new ServerAddress(url)).hasToString(masked);
    assertThat(masked).doesNotContain("HI");
  }
}
