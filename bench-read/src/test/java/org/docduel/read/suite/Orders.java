package org.docduel.read.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Orders as a shop may write them: nested, with nulls, missing fields, and texts of all kinds. */
public final class Orders {
  private static final List<String> STATES = List.of("open", "paid", "paid", "paid", "sent");
  private static final List<String> CITIES = List.of("Zürich", "東京", "São Paulo", "O'Fallon");
  private static final List<String> TAGS = List.of("gift", "express", "bulk \\\"x\\\"");
  private static final List<String> NOTES = List.of("\"🚪 \\\"left\\\"\\n\"", "null", "\"\"");

  private Orders() {}

  /**
   * Writes them.
   *
   * @param file where to
   * @param count how many
   * @return the file
   * @throws IOException when it cannot be written
   */
  public static Path write(Path file, int count) throws IOException {
    Random random = new Random(7);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append("{\"order\": ").append(i + 1);
      lines.append(", \"status\": \"").append(of(STATES, random));
      lines.append("\", \"total\": ").append(random.nextInt(50_000) / 100.0);
      lines.append(", \"to\": {\"city\": \"").append(of(CITIES, random));
      lines.append("\", \"vip\": ").append(random.nextBoolean()).append("}, \"tags\": [");
      lines.append(random.nextInt(3) == 0 ? "" : '"' + of(TAGS, random) + '"');
      lines.append("], \"items\": [{\"sku\": \"S").append(random.nextInt(20));
      lines.append("\", \"qty\": ").append(1 + random.nextInt(4)).append(", \"x\": [[1], {}]}]");
      if (random.nextInt(3) == 0) {
        lines.append(", \"note\": ").append(of(NOTES, random));
      }
      lines.append(random.nextInt(4) == 0 ? ", \"coupon\": \"C1\"}\n" : "}\n");
    }
    return Files.writeString(file, lines);
  }

  private static String of(List<String> choices, Random random) {
    return choices.get(random.nextInt(choices.size()));
  }
}
