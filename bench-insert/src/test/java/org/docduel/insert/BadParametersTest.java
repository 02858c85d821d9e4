package org.docduel.insert;

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
        "payload=4XB",
        "payload=0B",
        "attributes=0",
        "attributes=201",
        "attributes=x",
        "encoding=utf16",
        "index=all",
        "durability=high",
        "batch=0",
        "documents=-1",
        "shape=round",
        "path=fax",
        "payloads=4KB",
        "store=",
        "dataset=w2"
      })
  void rejectsParameterInOneLine(String parameter) throws IOException {
    assertThat(Refusals.of("-p payload=10B -p documents=60 -f 1 -wi 0 -i 2 -p " + parameter))
        .contains(parameter);
  }
}
