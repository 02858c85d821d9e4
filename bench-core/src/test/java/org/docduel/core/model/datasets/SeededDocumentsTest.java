package org.docduel.core.model.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.ContentDigest;
import org.docduel.core.model.Dataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * If one of these changes, results of before and after are no longer about the same documents. The
 * datasets with tests of their own have theirs there.
 */
class SeededDocumentsTest {
  @ParameterizedTest
  @CsvSource({
    "customer, 42, 1000, 0, 1, e2a5ecd981d549b3",
    "customer, 42, 1000, 0, 1000, 6c71e6488ba70ab1",
    "customer, 42, 10000000, 9990000, 10000, 90dc2866d38dc3ad",
    "customer, 7, 1000, 0, 1000, ecdccd1808773e09",
    "customer-contact, 42, 1000, 0, 1000, 0e8e5cdf1cf9b269",
    "customer-contact, 42, 10000000, 9990000, 10000, 76dd6f6b84e8f799",
    "customer-contact, 7, 1000, 0, 1000, 8dc902974024d0e3",
    "customer-device, 42, 1000, 0, 1000, 6ec2b1b712451ff3",
    "customer-device, 42, 10000000, 9990000, 10000, 5e8054c5f7bda014",
    "customer-device, 7, 1000, 0, 1000, 586eb70b27100b9d",
    "customer-interaction, 42, 1000, 0, 1000, 6d428ff2f1bbaf58",
    "customer-interaction, 42, 10000000, 9990000, 10000, bdbddc06950fb3f4",
    "customer-interaction, 7, 1000, 0, 1000, 72be12e76727c657",
    "customer-embedded, 42, 1000, 0, 1000, cb8951ec876bd00b",
    "customer-embedded, 7, 1000, 0, 1000, 94ae17171c62df3e",
    "social-events, 42, 1000, 0, 1, f7c062b2c0ac66ee",
    "social-events, 42, 1000, 0, 1000, a90c8b91bd93b66d",
    "social-events, 42, 10000000, 9990000, 10000, 223c2edbbebffa1b",
    "social-events, 7, 1000, 0, 1000, 8975f1cee51ab1ec",
    "accounts, 42, 1000, 0, 1000, 60d16a6d72a3dedb",
    "accounts, 7, 1000, 0, 1000, 21f14ff068b83205",
    "products, 42, 1000, 0, 1000, 913c803feeec440e",
    "products, 7, 1000, 0, 1000, 04d9e7375eddb6b1"
  })
  void generatorReproducesDocuments(
      String name, long seed, long rows, long from, int count, String digest) {
    Dataset dataset = Generators.byName(name, seed, rows).orElseThrow();

    assertThat(ContentDigest.of(dataset, from, count)).startsWith(digest);
  }

  @ParameterizedTest
  @CsvSource({"TEXT, 6c7ab80eae1579ae", "INT32, 0c0c240eacdb8f16", "BOOL, caab4b6f7d8ada92"})
  void reproducesPairs(PairDocuments.Kind kind, String digest) {
    assertThat(ContentDigest.of(new PairDocuments(kind), 0, 100)).startsWith(digest);
  }

  @Test
  void reproducesLinksAndUsers() {
    LinkedDocuments links = new LinkedDocuments(1_000, 10, 100);

    assertThat(ContentDigest.of(links, 0, 1_000)).startsWith("9cd215badc13715e");
    assertThat(ContentDigest.of(links.pairs(), 0, 10_000)).startsWith("4dc9644e4f7c32a0");
    assertThat(ContentDigest.of(new UserDocuments(50), 0, 1_000)).startsWith("099514c67bd5ee70");
  }

  @Test
  void documentMatchesItsJson() {
    assertThat(text("customer"))
        .isEqualTo(
            """
            {"first_name":"David","last_name":"Hernandez","full_name":"David Hernandez","age":45,\
            "salary":51700,"date_of_birth":"1980-12-03T00:00:00.000Z",\
            "email":"david.hernandez.1@mail.example",\
            "address":{"street":"4270 Park Avenue","city":"Sacramento",\
            "state":"CA","postal_code":"95871"}}\
            """);
    assertThat(text("social-events"))
        .isEqualTo(
            """
            {"did":"did:plc:kkgcevoq2ygtgsk4qhz7gsan","time_us":1732147330776845,"kind":"commit",\
            "commit":{"rev":"65svhvbtgfdry",\
            "operation":"create","collection":"app.bsky.feed.like",\
            "rkey":"xczjeac3lsmuv",\
            "cid":"bafyreih6vxxua4jbdhty57ovi6q2m7",\
            "record":{"createdAt":"2024-11-21T00:02:10.776Z","text":null,\
            "subject":{\
            "uri":"at://did:plc:quyhan7rhpb4cqzqfhrtb7sp/app.bsky.feed.post/yqmrpq5l4x5bx",\
            "cid":"bafyrei6hzxx3sqa6fe23ikvmapppsc"}}}}\
            """);
  }

  private static String text(String name) {
    return JsonBytes.text(Generators.byName(name, 42, 1_000).orElseThrow().document(1).body());
  }
}
