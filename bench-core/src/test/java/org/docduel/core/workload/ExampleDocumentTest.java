package org.docduel.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.junit.jupiter.api.Test;

class ExampleDocumentTest {
  private static String text(String json) {
    return ExampleDocument.text((ObjectValue) JsonBytes.read(json));
  }

  @Test
  void shortDocumentIsWhole() {
    assertThat(text("{\"a\":1,\"b\":[\"x\",null],\"c\":{\"d\":true}}"))
        .isEqualTo("{\"a\":1,\"b\":[\"x\",null],\"c\":{\"d\":true}}");
  }

  @Test
  void longPartsAreCutWithTheirSizes() {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("text", new StringValue("\ud83d\ude00".repeat(4_000)));
    fields.put("bytes", new BinaryValue(new byte[1_500]));
    List<Value> numbers = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      numbers.add(new IntegerValue(i));
    }
    fields.put("list", new ArrayValue(numbers));

    assertThat(ExampleDocument.text(ObjectValue.of(fields)))
        .isEqualTo(
            "{\"text\":\"%s…4,000 characters\",\"bytes\":\"1,500 bytes\",\"list\":[1,2,\"…8 more\"]}"
                .formatted("\ud83d\ude00".repeat(10)));
  }

  @Test
  void manyFieldsAndLevelsAreCut() {
    Map<String, Value> fields = new LinkedHashMap<>();
    for (int i = 1; i <= 200; i++) {
      fields.put("f" + i, new IntegerValue(i));
    }

    assertThat(ExampleDocument.text(ObjectValue.of(fields)))
        .isEqualTo(
            "{\"f1\":1,\"f2\":2,\"f3\":3,\"f4\":4,\"f5\":5,\"f6\":6,\"f7\":7,\"…\":\"193 more fields\"}");
    assertThat(text("{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":1}}}}}"))
        .isEqualTo("{\"a\":{\"b\":{\"c\":{\"…\":\"1 more field\"}}}}");
  }

  @Test
  void isNeverLongerThanItsLimit() {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("n".repeat(1_000), new IntegerValue(1));

    assertThat(ExampleDocument.text(ObjectValue.of(fields))).hasSize(300).endsWith("…");
  }
}
