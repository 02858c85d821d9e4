package org.docduel.core.files;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;

/**
 * The line before each document of Elasticsearch's bulk format: an object with one name, which says
 * what to do, and in it where.
 */
final class BulkAction {
  private static final Set<String> WITH_DOCUMENT = Set.of("index", "create");
  private static final Set<String> OTHERS = Set.of("update", "delete");

  /** What an action says beside names that begin with an underscore. */
  private static final Set<String> PARAMETERS =
      Set.of(
          "routing",
          "version",
          "version_type",
          "pipeline",
          "require_alias",
          "dynamic_templates",
          "retry_on_conflict",
          "if_seq_no",
          "if_primary_term");

  private BulkAction() {}

  /** Whether an object can be nothing else than an action. */
  static boolean isOne(ObjectValue object) {
    List<String> names = object.names().asList();
    if (names.size() != 1
        || !(WITH_DOCUMENT.contains(names.get(0)) || OTHERS.contains(names.get(0)))) {
      return false;
    }
    Value target = object.values().get(0);
    return target instanceof ObjectValue parameters
        && parameters.names().asList().stream()
            .allMatch(name -> name.startsWith("_") || PARAMETERS.contains(name));
  }

  /** Refuses what is no action with a document after it. */
  static void require(ObjectValue object, Function<String, BadInputException> badInput) {
    if (!isOne(object)) {
      throw badInput.apply(
          "an action of Elasticsearch's bulk format is expected here, as in the first line");
    }
    if (OTHERS.contains(object.names().name(0))) {
      throw badInput.apply(
          "the action '%s' of Elasticsearch's bulk format has no whole document; only index and create do"
              .formatted(object.names().name(0)));
    }
  }
}
