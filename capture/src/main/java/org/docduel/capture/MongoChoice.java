package org.docduel.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which commands of MongoDB's protocol become queries of a suite. */
final class MongoChoice extends QueryChoice {
  private static final Pattern FRACTION = Pattern.compile("-?[0-9]*\\.[0-9]+");

  /** Digits that every whole number of 64 bits has room for. */
  private static final int MAX_WHOLE_LENGTH = 18;

  private final MongoNames names;

  MongoChoice(MongoNames names) {
    this.names = names;
  }

  @Override
  Optional<String> reasonAgainst(NormalStatement statement) {
    return MongoCommand.reasonAgainst(statement);
  }

  /** The text is a query of the dialect without a comment and its parameters' file. */
  @Override
  Selection.Query query(StatementTable.Entry entry) {
    StatementTable.Form form = entry.form();
    MongoQuery query = MongoQuery.of(MongoCommand.parse(form.example()));
    Map<List<@Nullable String>, Long> tuples = new LinkedHashMap<>();
    if (!query.kinds().isEmpty()) {
      form.tuples()
          .weighted()
          .forEach((tuple, calls) -> {
            if (tuple.stream().noneMatch(value -> value != null && Selection.isSecret(value))) {
              tuples.put(tuple, calls);
            }
          });
      if (tuples.isEmpty()) {
        throw new IllegalArgumentException("has values that are too long, unreadable or secret");
      }
    }
    List<String> kinds = new ArrayList<>();
    for (int i = 0; i < query.kinds().size(); i++) {
      String kind = query.kinds().get(i);
      kinds.add(kind.equals(MongoQuery.NUMBER) ? numberKind(tuples, i) : kind);
    }
    return new Selection.Query(
        "",
        entry,
        names.apply(query.text()).toJson(MongoCommand.PLAIN_JSON),
        kinds,
        tuples,
        query.note());
  }

  /** Whole numbers and others are equal to the server, so that one kind serves a column. */
  private static String numberKind(Map<List<@Nullable String>, Long> tuples, int place) {
    String kind = "integer";
    for (List<@Nullable String> tuple : tuples.keySet()) {
      String value = String.valueOf(tuple.get(place));
      if (FRACTION.matcher(value).matches()) {
        return "double";
      } else if (value.replace("-", "").length() > MAX_WHOLE_LENGTH) {
        kind = "decimal";
      }
    }
    return kind;
  }
}
