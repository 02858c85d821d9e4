package org.docduel.core.model.datasets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of generated documents, as words.properties has them. */
final class Vocabulary {
  private static final Pattern ZIPF = Pattern.compile("zipf ([0-9]+): (.*)");
  private static final Pattern WEIGHTED = Pattern.compile("(.*?)(?: ([0-9]+))?");
  private static final Map<String, Skewed<String>> ALL = read();

  private Vocabulary() {}

  static Skewed<String> of(String list) {
    return Objects.requireNonNull(ALL.get(list), list);
  }

  private static Map<String, Skewed<String>> read() {
    Properties lists = new Properties();
    try (InputStream file = Vocabulary.class.getResourceAsStream("words.properties")) {
      lists.load(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read words.properties", e);
    }
    Map<String, Skewed<String>> all = new HashMap<>();
    lists.stringPropertyNames().forEach(name -> all.put(name, skewed(lists.getProperty(name))));
    return Map.copyOf(all);
  }

  private static Skewed<String> skewed(String list) {
    Matcher zipf = ZIPF.matcher(list);
    if (zipf.matches()) {
      return Skewed.zipf(Integer.parseInt(zipf.group(1)), List.of(zipf.group(2).split("; ", -1)));
    }
    List<String> terms = new ArrayList<>();
    List<Integer> weights = new ArrayList<>();
    for (String entry : list.split("; ", -1)) {
      Matcher weighted = WEIGHTED.matcher(entry);
      if (weighted.matches()) {
        terms.add(weighted.group(1));
        weights.add(weighted.group(2) == null ? 1 : Integer.parseInt(weighted.group(2)));
      }
    }
    return Skewed.weighted(terms, weights.stream().mapToInt(Integer::intValue).toArray());
  }
}
