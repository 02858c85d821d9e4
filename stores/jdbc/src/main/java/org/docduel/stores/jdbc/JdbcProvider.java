package org.docduel.stores.jdbc;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.starter.StarterSuite;

/** What the provider of a {@link JdbcStore} says, whatever its database. */
public abstract class JdbcProvider implements StoreProvider {
  /** What a store on tables can do only if it says so. */
  private static final EnumSet<Capability> NOT_EVERY =
      EnumSet.of(
          Capability.LINK_READ,
          Capability.KEY_ACCESS_IN_CLIENT,
          Capability.QUERY_SUITE,
          Capability.SUITE_TABLES);

  private final String name;
  private final ServerFamily family;
  private final String suites;
  private final Set<Capability> capabilities;

  /**
   * Names it.
   *
   * @param suites what a reader of its suites' files has to know, a sentence; empty for a store
   *     without suites
   * @param more what it can do, beyond what every store on tables can
   */
  protected JdbcProvider(String name, ServerFamily family, String suites, Capability... more) {
    this.name = name;
    this.family = family;
    this.suites = suites;
    EnumSet<Capability> all = EnumSet.complementOf(NOT_EVERY);
    all.addAll(List.of(more));
    if (!suites.isEmpty()) {
      all.add(Capability.QUERY_SUITE);
    }
    this.capabilities = Set.copyOf(all);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  @Override
  public String dialect() {
    return suites.isEmpty() ? "" : name;
  }

  @Override
  public Optional<String> starter(StarterSuite suite) {
    return suites.isEmpty()
        ? Optional.empty()
        : Optional.of(StarterSql.file(suite, suites, this::sqlDialect));
  }

  /** Its words for a collection of a suite. */
  protected SqlDialect sqlDialect(Collection collection) {
    throw new UnsupportedOperationException("this store has no suites");
  }

  @Override
  public final Optional<ServerFamily> server() {
    return Optional.of(family);
  }

  /** That of a store without a pool whose documents lie in one column. */
  @Override
  public Optional<String> unsupportedReason(StoreConfig config) {
    return config.pool() > 0
        ? Optional.of("each of its sessions has a connection of its own")
        : StoreProvider.super.unsupportedReason(config);
  }
}
