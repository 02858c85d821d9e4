package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.docduel.core.config.PayloadSize;
import org.docduel.stats.sidecar.StoreFact;

/**
 * What a document takes on disk, a line for each combination: its data, its share of the indexes,
 * and the data beside the payload. Below 1 the store has compressed more than it added.
 */
final class StoredSizes {
  private static final String TITLE = "on disk, bytes a document";
  private static final String DOCUMENTS = "documents";
  private static final String INDEX = "indexBytes";
  private static final String TOTAL = "totalBytes";

  private record Line(String label, double data, double index, OptionalDouble ofPayload) {}

  private final List<Line> lines = new ArrayList<>();

  /**
   * Collects.
   *
   * @param stores what the stores said of each combination
   * @param labels how combinations are called
   */
  StoredSizes(List<StoreFact> stores, Labels labels) {
    for (StoreFact store : stores) {
      Map<String, Double> sizes = store.sizes();
      double documents = sizes.getOrDefault(DOCUMENTS, 0.0);
      if (documents > 0 && sizes.containsKey(TOTAL)) {
        double index = sizes.getOrDefault(INDEX, 0.0) / documents;
        double data = sizes.get(TOTAL) / documents - index;
        lines.add(new Line(labels.of(store.parameters()), data, index, ofPayload(store, data)));
      }
    }
  }

  private static OptionalDouble ofPayload(StoreFact store, double data) {
    String payload = store.parameters().getOrDefault(PayloadSize.PARAMETER.name(), "");
    // Documents of a person's own have no payload of a size.
    return payload.isEmpty() || !Character.isDigit(payload.charAt(0))
        ? OptionalDouble.empty()
        : OptionalDouble.of(data / PayloadSize.parse(payload).bytes());
  }

  /**
   * The table.
   *
   * @param order of the labels
   * @return its lines; none when no store told its sizes
   */
  List<String> lines(Comparator<String> order) {
    if (lines.isEmpty()) {
      return List.of();
    }
    int width = lines.stream().mapToInt(line -> line.label.length()).max().orElse(0);
    width = Math.max(width, TITLE.length());
    List<String> table = new ArrayList<>();
    table.add(row(width, TITLE, "data", "indexes", "total", "data/payload"));
    for (Line line : lines.stream().sorted(Comparator.comparing(Line::label, order)).toList()) {
      table.add(
          row(
              width,
              line.label,
              bytes(line.data),
              bytes(line.index),
              bytes(line.data + line.index),
              line.ofPayload.isEmpty()
                  ? "-"
                  : String.format(Locale.ROOT, "%.2f", line.ofPayload.getAsDouble())));
    }
    return table;
  }

  private static String row(int width, String... cells) {
    return String.format(Locale.ROOT, "%-" + width + "s %11s %11s %11s %13s", (Object[]) cells);
  }

  private static String bytes(double bytes) {
    return String.format(Locale.ROOT, "%,.0f", bytes);
  }
}
