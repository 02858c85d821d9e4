package org.docduel.core.work;

import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.suite.Dialect;
import org.docduel.core.suite.Suite;

/** Which of a suite's dialects a store speaks. */
public final class StoreDialect {
  private StoreDialect() {}

  /**
   * Why a store cannot take a suite.
   *
   * @return one line, or empty when it can
   */
  public static Optional<String> refusal(Suite suite, String store) {
    String name = name(store);
    if (name.isEmpty()) {
      return Optional.of(store + " speaks no dialect of suites");
    }
    return suite.dialects().containsKey(name)
        ? SuiteFiles.refusal(suite, ForkStore.provider(store))
        : Optional.of(
            store + " speaks " + name + ", for which suite " + suite.name() + " has no file");
  }

  /**
   * A suite in a store's dialect.
   *
   * @throws BadInputException when the suite has no file for it
   */
  public static Dialect of(Suite suite, String store) {
    refusal(suite, store)
        .ifPresent(reason -> {
          throw new BadInputException(reason);
        });
    return suite.dialect(name(store));
  }

  private static String name(String store) {
    return ForkStore.provider(store).dialect();
  }
}
