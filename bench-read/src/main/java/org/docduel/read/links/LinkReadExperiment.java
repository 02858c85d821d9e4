package org.docduel.read.links;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;

/** The reads along links, as the launcher sees them. */
public final class LinkReadExperiment implements Experiment {
  static final Parameter<Kind> QUERY =
      Parameter.choice(
          "query",
          Kind.class,
          "LinkRead: referring (documents that link to an id), in (documents that one links to, by"
              + " key), lookup (the same by a join)",
          "query=referring,in");
  static final Parameter<Integer> DOCUMENTS =
      Parameter.number("documents", 2, 10_000_000, "LinkRead: documents", "documents=10000");
  static final Parameter<Integer> LINKS =
      Parameter.number("links", 1, 100, "LinkRead: links of each document", "links=1,10,100");
  static final Parameter<Integer> LOOKUPS =
      Parameter.number(
          "lookups",
          1,
          10_000_000,
          "LinkRead: look-ups of one observation, at most one for each document",
          "lookups=1000");
  static final Parameter<Boolean> INDEX =
      Parameter.choice(
          "index",
          Map.of("links", true, "none", false),
          "LinkRead: links (the array's elements, the links' sources), none",
          "index=none");

  /** What is looked up. */
  enum Kind {
    /** The documents that have an id among their links. */
    REFERRING,

    /** The documents that a document links to, by their keys. */
    IN,

    /** The documents that a document links to, by a join with the link documents. */
    LOOKUP;

    /** The query, with the collection that the link documents are in. */
    LinkQuery query(Collection pairs) {
      return switch (this) {
        case REFERRING -> new LinkQuery.Referring(Path.of(LinkedDocuments.LINKS));
        case IN -> new LinkQuery.In();
        case LOOKUP -> new LinkQuery.Lookup(pairs, LinkedDocuments.SOURCE, LinkedDocuments.TARGET);
      };
    }

    /** What a look-up of a document is asked with. */
    long[] arguments(LinkedDocuments dataset, long id) {
      return this == IN ? dataset.targets(id) : new long[] {id};
    }
  }

  /** For the workload of this module. */
  public LinkReadExperiment() {}

  @Override
  public Class<?> benchmark() {
    return LinkReadBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.LINK_READ);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(QUERY, DOCUMENTS, LINKS, LOOKUPS, PayloadSize.PARAMETER, INDEX);
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    if (combination.get(DOCUMENTS) < 2 * combination.get(LINKS)) {
      return Optional.of("there are fewer than two documents for each link");
    }
    if (combination.get(LOOKUPS) > combination.get(DOCUMENTS)) {
      return Optional.of("there are fewer documents than look-ups");
    }
    return combination.get(QUERY) == Kind.IN && !combination.get(INDEX)
        ? Optional.of("a document's key has an index in every store")
        : Optional.empty();
  }

  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    return threads > 1 ? Optional.of("LinkRead supports only -t 1") : Optional.empty();
  }

  /** Queries find different documents: their times are never compared. */
  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", LOOKUPS.name(), LINKS.name());
  }
}
