package org.docduel.read.links;

import java.util.List;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.core.query.Index;

/**
 * The parameters of the reads along links, checked.
 *
 * @param kind what is looked up
 * @param documents how many there are
 * @param links how many each has
 * @param lookups look-ups of one observation
 * @param payload the payload of each document
 * @param indexed whether links have an index
 */
record LinkParameters(
    LinkKind kind, int documents, int links, int lookups, PayloadSize payload, boolean indexed) {
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
  static final String INDEX = "index";
  static final String NO_INDEX = "none";

  /** What has an index. */
  private static final Index REFERENCES = Index.elements(LinkedDocuments.LINKS);

  private static final Index SOURCES =
      new Index(Index.Kind.ORDERED, List.of(LinkedDocuments.SOURCE));

  static LinkParameters parse(LinkReadState state) {
    LinkParameters parsed =
        new LinkParameters(
            LinkKind.parse(state.query),
            DOCUMENTS.parse(state.documents),
            LINKS.parse(state.links),
            LOOKUPS.parse(state.lookups),
            PayloadSize.parse(state.payload),
            isIndexed(state.index));
    if (parsed.documents < 2 * parsed.links || parsed.lookups > parsed.documents) {
      throw new BadInputException(
          "documents="
              + parsed.documents
              + " is too few for links="
              + parsed.links
              + " and lookups="
              + parsed.lookups);
    }
    return parsed;
  }

  static boolean isIndexed(String index) {
    if (!index.equals(LinkedDocuments.LINKS) && !index.equals(NO_INDEX)) {
      throw BadInputException.parameter(INDEX, index, "links or none");
    }
    return index.equals(LinkedDocuments.LINKS);
  }

  LinkedDocuments dataset() {
    return LinkedDocuments.of(documents, links, payload.bytes());
  }

  /** What tells the documents from others. */
  String space() {
    return "links" + documents + "_" + links + "_" + payload.bytes() + (indexed ? "_i" : "_n");
  }

  List<Index> ofDocuments() {
    return indexed ? List.of(REFERENCES) : List.of();
  }

  List<Index> ofPairs() {
    return indexed ? List.of(SOURCES) : List.of();
  }

  /** Whether a plan's index is the one that this look-up needs. */
  boolean isNeeded(String index) {
    return switch (kind) {
      case REFERRING -> index.endsWith(REFERENCES.name());
      case LOOKUP -> index.endsWith(SOURCES.name());
      case IN -> true;
    };
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter<?>> described() {
    return List.of(
        new Parameter<>(
            LinkKind.PARAMETER,
            "LinkRead: referring (documents that link to an id), in (documents that one links to, by"
                + " key), lookup (the same by a join)",
            "query=referring,in",
            LinkKind::parse),
        DOCUMENTS,
        LINKS,
        LOOKUPS,
        PayloadSize.PARAMETER,
        new Parameter<>(
            INDEX,
            "LinkRead: links (the array's elements, the links' sources), none",
            "index=none",
            LinkParameters::isIndexed));
  }
}
