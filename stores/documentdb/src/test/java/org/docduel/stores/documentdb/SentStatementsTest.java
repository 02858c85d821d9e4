package org.docduel.stores.documentdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.docduel.testkit.SentStatements;
import org.junit.jupiter.api.Test;

/** What the store sends to a server, statement by statement and round trip by round trip. */
class SentStatementsTest {
  @Test
  void sendsWhatItSentBefore() throws IOException {
    List<String> both =
        SentStatements.both(
            new DocumentDbProvider(), Path.of("src/test/resources/sent/documentdb.txt"));
    assertThat(both.get(1)).isEqualTo(both.get(0));
  }
}
