package org.docduel.stores.postgres.layout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.docduel.core.model.Path;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * The words of a layout some of whose numbers lie in columns beside it.
 *
 * @param rest for all that is inside
 * @param columns the column of a path, quoted, if it has one
 */
record ExtractedDialect(SqlDialect rest, Function<Path, Optional<String>> columns)
    implements SqlDialect {
  @Override
  public String value(Path path, IndexedKind kind) {
    return columns.apply(path).orElseGet(() -> rest.value(path, kind));
  }

  @Override
  public String literal(Instant instant) {
    return rest.literal(instant);
  }

  @Override
  public String within(Path path, Instant from, Instant until) {
    return rest.within(path, from, until);
  }

  @Override
  public String isTrue(Path path) {
    return rest.isTrue(path);
  }

  @Override
  public String holdsAll(Path path, List<String> elements) {
    return rest.holdsAll(path, elements);
  }

  @Override
  public String holds(Path path) {
    return rest.holds(path);
  }

  @Override
  public String holdsAny(Path path, List<String> elements) {
    return rest.holdsAny(path, elements);
  }
}
