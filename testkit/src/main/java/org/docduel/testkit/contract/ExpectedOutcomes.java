package org.docduel.testkit.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** contract.csv: store, case, outcome, and a part of the message of those that are not kept. */
record ExpectedOutcomes(String store, String document, String word, String message) {
  private static final List<ExpectedOutcomes> ALL = read();

  static Optional<ExpectedOutcomes> of(String store, AwkwardDocuments document) {
    return ALL.stream()
        .filter(line -> line.store.equals(store) && line.document.equals(document.name()))
        .findFirst();
  }

  /** How many documents of a batch with ids 0, 0, 1 stay: none, where the server can do so. */
  static long staysOfDuplicates(String store) {
    return ALL.stream()
        .filter(line -> line.store.equals(store) && line.document.equals("DUPLICATES_0_0_1"))
        .mapToLong(line -> Long.parseLong(line.word))
        .findFirst()
        .orElse(0);
  }

  private static List<ExpectedOutcomes> read() {
    InputStream file = ExpectedOutcomes.class.getResourceAsStream("contract.csv");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(file), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .skip(1)
          .map(line -> line.split(",", 4))
          .map(parts -> new ExpectedOutcomes(parts[0], parts[1], parts[2], parts[3]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
