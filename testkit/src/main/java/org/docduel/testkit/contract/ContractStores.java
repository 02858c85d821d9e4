package org.docduel.testkit.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/** The stores on the class path, by what they can do. */
final class ContractStores {
  /** A collection of this process, so that two builds on one server do not meet. */
  private static final String NAME = uniqueName("contract");

  private ContractStores() {}

  /** Those that give back what they were sent. */
  static Stream<Named<StoreProvider>> readable() {
    return with(Capability.READ_BACK);
  }

  static Stream<Named<StoreProvider>> with(Capability... roles) {
    return all().filter(store -> store.getPayload().capabilities().containsAll(List.of(roles)));
  }

  /**
   * The stores of the module under test, and those that need no server. Those that a module has on
   * its class path from another one are tested there.
   */
  static Stream<Named<StoreProvider>> all() {
    return StoreProviders.all().stream()
        .filter(provider -> provider.server().isEmpty() || isOfThisModule(provider))
        .map(provider -> Named.of(provider.name(), provider));
  }

  /** Each store with each of its values. */
  static Stream<Arguments> each(
      Stream<Named<StoreProvider>> stores, Function<StoreProvider, Stream<?>> values) {
    return stores.flatMap(
        store -> values.apply(store.getPayload()).map(value -> Arguments.of(store, value)));
  }

  private static boolean isOfThisModule(StoreProvider provider) {
    String module = System.getProperty("basedir", ""); // Maven's; elsewhere all are tested
    try {
      return Path.of(
              provider.getClass().getProtectionDomain().getCodeSource().getLocation().toURI())
          .startsWith(module.isEmpty() ? Path.of("/") : Path.of(module));
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Opens a store. Skips the test, with the reason, where a setting of the store's own needs
   * another server than the one that is here.
   */
  static Store open(StoreProvider provider, StoreConfig config) {
    try {
      return provider.open(TestServers.address(provider), config);
    } catch (StoreException e) {
      String reason = String.valueOf(e.getMessage());
      boolean ofTheServer = !config.settings().values().isEmpty() && reason.contains(" needs ");
      Assumptions.assumeFalse(ofTheServer, reason);
      throw e;
    }
  }

  /** What is done with a collection that was made anew. */
  @FunctionalInterface
  interface Work {
    void run(Store store, Session session, Collection collection);
  }

  /** Opens a store as {@link #open} does, makes a collection, and closes it after the work. */
  static void on(StoreProvider provider, StoreConfig config, Collection collection, Work work) {
    try (Store store = open(provider, config);
        Session session = store.session()) {
      store.create(collection);
      work.run(store, session, collection);
    }
  }

  /** Loads documents into a collection, every phase included. */
  static void ingest(Session session, Collection collection, List<Document> documents) {
    Ingestion ingestion = session.ingestion(collection);
    ingestion.prepare();
    ingestion.load(documents);
    ingestion.phases().forEach(phase -> phase.work().run());
  }

  /** The lines of a file beside the tests, without its head. */
  static List<String> lines(String file) {
    try (InputStream in = ContractStores.class.getResourceAsStream(file)) {
      byte[] bytes = Objects.requireNonNull(in, file).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Collection like(ObjectValue example, Index... indexes) {
    return new Collection(NAME, example, List.of(indexes));
  }

  /** For a test class of its own: classes run at the same time. */
  static String uniqueName(String purpose) {
    return purpose + "_" + ProcessHandle.current().pid();
  }
}
