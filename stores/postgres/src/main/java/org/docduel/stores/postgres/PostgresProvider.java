package org.docduel.stores.postgres;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.stores.jdbc.StarterSql;
import org.docduel.stores.postgres.server.PostgresServer;

/** A store in PostgreSQL: one representation of documents. */
public abstract class PostgresProvider implements StoreProvider {
  /** What stores do whose documents the server can look into. */
  private static final Set<Capability> OF_DOCUMENTS =
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

  private static final Set<Capability> WITH_SUITES =
      Stream.concat(OF_DOCUMENTS.stream(), Stream.of(Capability.QUERY_SUITE))
          .collect(Collectors.toUnmodifiableSet());

  private final String name;
  private final String label;
  private final PostgresSystem.Representation representation;

  /** A store whose documents the server can look into; {@code label} is its short name. */
  protected PostgresProvider(
      String name, String label, PostgresSystem.Representation representation) {
    this.name = name;
    this.label = label;
    this.representation = representation;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String label() {
    return label;
  }

  @Override
  public Set<Capability> capabilities() {
    return OF_DOCUMENTS;
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return PostgresParameters.OF_DOCUMENTS;
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return PostgresParameters.refusal(config);
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(PostgresServer.FAMILY);
  }

  @Override
  public final Store open(Optional<ServerAddress> address, StoreConfig config) {
    return PostgresSystem.open(name, address, config, representation);
  }

  /** {@code postgres-json}: documents as text in a {@code json} column. */
  public static final class OfJson extends PostgresProvider {
    /** For ServiceLoader. */
    public OfJson() {
      super(
          "postgres-json",
          "json",
          (collection, config) -> new JsonLayout(WireType.JSON, collection, config));
    }

    @Override
    public Optional<String> refusal(StoreConfig config) {
      return config.update() == UpdateKind.SUBSCRIPT
          ? Optional.of("the type json has no subscripts; jsonb has")
          : super.refusal(config);
    }

    @Override
    public Optional<String> refusal(StoreConfig config, Collection collection) {
      return DocumentLayout.refusal(config, collection);
    }
  }

  /** {@code postgres-jsonb}: documents in a {@code jsonb} column. */
  public static final class OfJsonb extends PostgresProvider {
    /** For ServiceLoader. */
    public OfJsonb() {
      super(
          "postgres-jsonb",
          "jsonb",
          (collection, config) -> new JsonLayout(WireType.JSONB, collection, config));
    }

    @Override
    public String dialect() {
      return name();
    }

    @Override
    public Set<Capability> capabilities() {
      return WITH_SUITES;
    }

    @Override
    public Optional<String> starter(StarterSuite suite) {
      return Optional.of(new StarterSql(new PostgresStarter(false)).file(suite));
    }

    @Override
    public Optional<String> refusal(StoreConfig config, Collection collection) {
      return DocumentLayout.refusal(config, collection);
    }
  }

  /** {@code postgres-typed}: a column of its own type for each leaf of a document. */
  public static final class OfColumns extends PostgresProvider {
    /** For ServiceLoader. */
    public OfColumns() {
      super("postgres-typed", "rel", TypedLayout::new);
    }

    @Override
    public String dialect() {
      return name();
    }

    @Override
    public Set<Capability> capabilities() {
      return WITH_SUITES;
    }

    @Override
    public List<StoreParameter<?>> parameters() {
      return PostgresParameters.ALL;
    }

    @Override
    public Optional<String> refusal(StoreConfig config) {
      UpdateKind kind = config.update();
      return kind == UpdateKind.SUBSCRIPT || kind == UpdateKind.MERGE
          ? Optional.of(
              "every field has a column of its own, so that update="
                  + kind.label()
                  + " has nothing to work on; set, typed and replace have")
          : super.refusal(config);
    }

    @Override
    public Optional<String> refusal(StoreConfig config, Collection collection) {
      return TypedLayout.refusal(collection, config).or(() -> super.refusal(config, collection));
    }

    @Override
    public Optional<String> starter(StarterSuite suite) {
      return Optional.of(new StarterSql(new PostgresStarter(true)).file(suite));
    }
  }

  /** {@code postgres-bytea-bson}: BSON bytes in a {@code bytea} column. */
  public static final class OfBytes extends PostgresProvider {
    /** For ServiceLoader. */
    public OfBytes() {
      super("postgres-bytea-bson", "postgres-bytea-bson", BytesLayout::new);
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of(
          Capability.INSERT,
          Capability.INGEST,
          Capability.KEY_ACCESS_IN_CLIENT,
          Capability.READ_BACK);
    }

    @Override
    public List<StoreParameter<?>> parameters() {
      return PostgresParameters.ALL;
    }
  }
}
