package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.docduel.testkit.Refusals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("first")
class BadParametersTest {
  @Tag("attack")
  @Tag("C6")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate=-1",
        "update=upsert",
        "index=all",
        "key=none",
        "fillfactor=9",
        "keys=hot",
        "pool=-1"
      })
  void rejectsParameterInOneLine(String parameter) throws IOException {
    assertThat(Refusals.of("-p store=postgres-jsonb -f 1 -wi 0 --no-report -p " + parameter))
        .startsWith("docduel: -p " + parameter + ": accepted is ");
  }
}
