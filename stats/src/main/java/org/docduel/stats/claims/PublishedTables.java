package org.docduel.stats.claims;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JsonTree;

/**
 * Tables that a publication prints, as results of one observation each, so that claims look at them
 * as at any result. A table has a {@code unit}, its column headings {@code across} one parameter,
 * and its rows {@code down} another; the field {@code table} of a result is the table's name.
 */
final class PublishedTables {

  private PublishedTables() {}

  static List<JmhResult> of(String name, JsonTree tables) {
    List<Object> results = new ArrayList<>();
    ClaimReader.fields(tables)
        .forEach((title, table) -> add(name + ": table " + title, title, table, results));
    if (results.isEmpty()) {
      return List.of();
    }
    byte[] json = JsonTree.write(results).getBytes(StandardCharsets.UTF_8);
    try (InputStream in = new ByteArrayInputStream(json)) {
      return JmhFile.read(name + ": tables", in);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array of bytes can be read
    }
  }

  private static void add(String where, String title, JsonTree table, List<Object> results) {
    Map.Entry<String, JsonTree> across = only(where, "across", table);
    Map.Entry<String, JsonTree> down = only(where, "down", table);
    List<String> columns = across.getValue().texts();
    ClaimReader.fields(down.getValue())
        .forEach((row, cells) -> {
          List<JsonTree> values = cells.elements();
          if (values.size() != columns.size()) {
            throw new BadInputException(
                where
                    + ": row "
                    + row
                    + " has "
                    + values.size()
                    + " numbers, not "
                    + columns.size());
          }
          for (int i = 0; i < values.size(); i++) {
            JsonTree value = values.get(i);
            if (value.value() == null) {
              continue; // the publication prints nothing there
            }
            double number =
                value
                    .number()
                    .orElseThrow(() ->
                        new BadInputException(where + ": row " + row + " holds what is no number"));
            Map<String, Object> params = new LinkedHashMap<>();
            params.put("table", title);
            params.put(across.getKey(), columns.get(i));
            params.put(down.getKey(), row);
            results.add(result(table.get("unit").text(), params, number));
          }
        });
  }

  private static Map<String, Object> result(
      String unit, Map<String, Object> params, double number) {
    return Map.of(
        "benchmark",
        "published.table",
        "mode",
        "ss",
        "threads",
        1,
        "forks",
        1,
        "params",
        params,
        "primaryMetric",
        Map.of("score", number, "scoreUnit", unit, "rawData", List.of(List.of(number))));
  }

  private static Map.Entry<String, JsonTree> only(String where, String field, JsonTree table) {
    Map<String, JsonTree> fields = ClaimReader.fields(table.get(field));
    if (fields.size() != 1) {
      throw new BadInputException(where + " has no '" + field + "' of one parameter");
    }
    return fields.entrySet().iterator().next();
  }
}
