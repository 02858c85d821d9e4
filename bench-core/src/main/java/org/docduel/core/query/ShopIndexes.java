package org.docduel.core.query;

import java.util.List;

/**
 * The indexes of accounts and products beside the one on the key, as the publication has them (see
 * {@link org.docduel.core.model.datasets.ShopDocuments}); that on a product's name is not unique
 * here.
 */
public final class ShopIndexes {
  private static final Index CREATED = Index.on(Index.Kind.ORDERED, "createdAt");
  private static final List<Index> ACCOUNTS =
      List.of(Index.on(Index.Kind.ELEMENTS, "owners"), CREATED);
  private static final List<Index> PRODUCTS =
      List.of(
          Index.on(Index.Kind.ORDERED, "name"),
          Index.on(Index.Kind.ELEMENTS, "categories"),
          Index.on(Index.Kind.ELEMENTS, "tags"),
          CREATED);

  private ShopIndexes() {}

  /** Those of a dataset by its name; none where it is not of the shop. */
  public static List<Index> of(String dataset) {
    return switch (dataset) {
      case "accounts" -> ACCOUNTS;
      case "products" -> PRODUCTS;
      default -> List.of();
    };
  }
}
