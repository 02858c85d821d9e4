package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.docduel.testkit.Refusals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("first")
class BadParametersTest {
  @ParameterizedTest
  @CsvSource({
    "'', rows=abc",
    "'', scenario=S11",
    "'', variant=rel",
    "'', limit=-1",
    "'', index=all",
    "'', clock=client",
    "'', query=joined",
    "'', links=101",
    "'', lookups=0",
    "'', store=noop",
    "KeyAccess, key=friends[",
    "KeyAccess, key=a..b",
    "KeyAccess, documents=users-0",
    "KeyAccess, answer=all",
    "KeyAccess, result=json",
    "KeyAccess, compression=zstd"
  })
  void rejectsParameterInOneLine(String benchmark, String parameter) throws IOException {
    assertThat(Refusals.of(benchmark + " -p " + parameter)).contains(parameter);
  }
}
