package org.docduel.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which statements of a table become queries of a suite, and why the others do not. */
abstract class QueryChoice {
  private final List<Selection.Query> queries = new ArrayList<>();
  private final List<Selection.Rejection> rejections = new ArrayList<>();

  final List<Selection.Query> queries() {
    return queries;
  }

  final List<Selection.Rejection> rejections() {
    return rejections;
  }

  /**
   * Why a statement can be no query, as half a sentence; empty when nothing is known against it.
   */
  abstract Optional<String> reasonAgainst(NormalStatement statement);

  /**
   * The query of a statement, without a name.
   *
   * @throws IllegalArgumentException when it cannot be one; the message says why, as half a
   *     sentence
   */
  abstract Selection.Query query(StatementTable.Entry entry);

  /**
   * Chooses of a table: those with the largest share of calls or time.
   *
   * @param limit how many
   */
  final void choose(StatementTable table, int limit) {
    List<StatementTable.Entry> ordered = table.ordered();
    List<StatementTable.Entry> heaviest = new ArrayList<>(ordered);
    double calls = Math.max(1, table.calls());
    double millis = Math.max(1e-9, table.millis());
    heaviest.sort((a, b) ->
        Double.compare(
            Math.max(b.calls() / calls, b.millis() / millis),
            Math.max(a.calls() / calls, a.millis() / millis)));
    Map<StatementTable.Entry, Selection.Query> chosen = new LinkedHashMap<>();
    for (StatementTable.Entry entry : heaviest) {
      Optional<String> reason = reasonAgainst(entry.statement());
      if (reason.isEmpty() && chosen.size() >= limit) {
        reason = Optional.of("is beyond --top " + limit);
      }
      if (reason.isEmpty()) {
        try {
          chosen.put(entry, query(entry));
        } catch (IllegalArgumentException e) {
          reason = Optional.of(String.valueOf(e.getMessage()));
        }
      }
      reason.ifPresent(why -> rejections.add(new Selection.Rejection(entry, why)));
    }
    for (StatementTable.Entry entry : ordered) {
      Selection.Query query = chosen.get(entry);
      if (query != null) {
        queries.add(
            new Selection.Query(
                "q" + (queries.size() + 1),
                entry,
                query.text(),
                query.types(),
                query.tuples(),
                query.note()));
      }
    }
  }
}
