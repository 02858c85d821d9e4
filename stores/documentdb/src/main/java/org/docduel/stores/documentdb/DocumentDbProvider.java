package org.docduel.stores.documentdb;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreParameter;
import org.docduel.core.spi.StoreProvider;
import org.docduel.stores.postgres.PostgresStore;
import org.docduel.stores.postgres.layout.DocumentLayout;
import org.docduel.stores.postgres.parameter.PostgresParameters;

/** The store {@code documentdb}: documents in a column of DocumentDB's type {@code bson}. */
public final class DocumentDbProvider implements StoreProvider {
  private static final Set<Capability> CAPABILITIES =
      Set.of(
          Capability.INSERT,
          Capability.INGEST,
          Capability.READ,
          Capability.LINK_READ,
          Capability.KEY_ACCESS,
          Capability.UPDATE,
          Capability.DELETE,
          Capability.SCAN,
          Capability.READ_BACK);

  /** For ServiceLoader. */
  public DocumentDbProvider() {}

  @Override
  public String name() {
    return "documentdb";
  }

  @Override
  public String label() {
    return "bson";
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return config.update() == UpdateKind.SUBSCRIPT
        ? Optional.of("the type bson has no subscripts")
        : PostgresParameters.refusal(config);
  }

  @Override
  public Optional<String> refusal(StoreConfig config, Collection collection) {
    return DocumentLayout.refusal(config, collection);
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return PostgresParameters.OF_DOCUMENTS;
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(DocumentDbServer.FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return PostgresStore.open(name(), address, config, new BsonRepresentation());
  }
}
