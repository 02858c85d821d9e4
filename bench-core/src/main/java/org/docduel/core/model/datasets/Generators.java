package org.docduel.core.model.datasets;

import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Dataset;

/** The datasets that suites name. Those of one suite belong together: they link to each other. */
public final class Generators {
  private Generators() {}

  /**
   * The dataset of a name, if there is one.
   *
   * @param rows how many documents each collection of the suite has, at least 1
   */
  public static Optional<Dataset> byName(String name, long seed, long rows) {
    return Optional.ofNullable(
        switch (name) {
          case "customer" -> CustomerDocuments.customers(seed);
          case "customer-contact" -> CustomerDocuments.contacts(seed, rows);
          case "customer-device" -> CustomerDocuments.devices(seed, rows);
          case "customer-interaction" -> CustomerDocuments.interactions(seed, rows);
          case "customer-embedded" -> new EmbeddedCustomers(seed, rows);
          case "social-events" -> new SocialEvents(seed, rows);
          default -> ShopDocuments.byName(name, seed).orElse(null);
        });
  }

  public static List<String> names() {
    return List.of(
        "customer",
        "customer-contact",
        "customer-device",
        "customer-interaction",
        "customer-embedded",
        "social-events",
        "accounts",
        "products");
  }
}
