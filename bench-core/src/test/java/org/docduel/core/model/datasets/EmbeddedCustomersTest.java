package org.docduel.core.model.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedCustomersTest {
  private static final long SEED = 42;

  /** What links to a customer, found by looking at all. */
  private static List<Value> linked(String collection, long rows, long customer) {
    Dataset dataset = Generators.byName("customer-" + collection, SEED, rows).orElseThrow();
    List<Value> found = new ArrayList<>();
    for (Document document : dataset.documents(0, (int) rows)) {
      if (document.body().field("customer_id").orElseThrow().equals(new IntegerValue(customer))) {
        found.add(new IntegerValue(document.id()));
        found.addAll(document.body().values().subList(1, document.body().values().size()));
      }
    }
    return found;
  }

  private static List<Value> embedded(Document customer, String field) {
    List<Value> all = new ArrayList<>();
    for (Value child : ((ArrayValue) customer.body().field(field).orElseThrow()).elements()) {
      assertThat(((ObjectValue) child).names().asList())
          .startsWith("id")
          .doesNotContain("customer_id");
      all.addAll(((ObjectValue) child).values());
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({"contact, contacts", "device, devices", "interaction, interactions"})
  void holdsWhatLinksToACustomer(String collection, String field) {
    long rows = 100;
    Dataset dataset = Generators.byName("customer-embedded", SEED, rows).orElseThrow();
    for (long customer = 0; customer < rows; customer++) {
      assertThat(embedded(dataset.document(customer), field))
          .as("customer " + customer)
          .isEqualTo(linked(collection, rows, customer));
    }
  }

  /** At the edges of blocks of customers too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 33, 1_000})
  void holdsEveryDocumentOnce(int rows) {
    Dataset dataset = Generators.byName("customer-embedded", SEED, rows).orElseThrow();
    for (String field : List.of("contacts", "devices", "interactions")) {
      List<Long> ids = new ArrayList<>();
      for (Document customer : dataset.documents(0, rows)) {
        ArrayValue children = (ArrayValue) customer.body().field(field).orElseThrow();
        for (Value child : children.elements()) {
          Value id = ((ObjectValue) child).field("id").orElseThrow();
          ids.add(((IntegerValue) id).value());
        }
      }
      assertThat(ids)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, rows).mapToObj(Long::valueOf).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, 99})
  void keepsTheCustomersOwnFields(long index) {
    Document linked = Generators.byName("customer", SEED, 100).orElseThrow().document(index);
    Document embedded =
        Generators.byName("customer-embedded", SEED, 100).orElseThrow().document(index);
    assertThat(embedded.id()).isEqualTo(linked.id());
    linked
        .body()
        .names()
        .asList()
        .forEach(
            name -> assertThat(embedded.body().field(name)).isEqualTo(linked.body().field(name)));
  }
}
