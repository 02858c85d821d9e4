package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stats.report.page.Block;

/**
 * Marks what a plan has and another has not. A line begins with a step ("Bitmap Heap Scan") or the
 * name of a detail ("Filter:"); the words after it are compared with those after the same beginning
 * elsewhere. Several lines may begin alike, so beginnings are counted.
 */
final class PlanDifference {

  private static final int INDENT = 2;
  private static final Pattern BEGINNING =
      Pattern.compile("[A-Z][A-Za-z ]*?:(?= |$)|[^:]+?(?= using | on |$)|[^:]+");
  private static final Pattern PART = Pattern.compile("[A-Za-z0-9_$.]+|[^A-Za-z0-9_$.]+");

  private PlanDifference() {}

  /**
   * The lines of a plan with marks.
   *
   * @param lines the plan, indented by two spaces for each level
   * @param others the plans it is compared with; none marks nothing
   */
  static List<Block.ListingLine> marked(List<String> lines, List<List<String>> others) {
    List<Map<String, Integer>> left = new ArrayList<>();
    for (List<String> other : others) {
      Map<String, Integer> counts = new HashMap<>();
      other.forEach(line -> counts.merge(beginning(line.strip()), 1, Integer::sum));
      left.add(counts);
    }
    List<Block.ListingLine> marked = new ArrayList<>();
    for (String line : lines) {
      String text = line.strip();
      int depth = (line.length() - line.stripLeading().length()) / INDENT;
      String beginning = beginning(text);
      boolean everywhere = true;
      for (Map<String, Integer> counts : left) {
        everywhere &= counts.merge(beginning, -1, Integer::sum) >= 0;
      }
      marked.add(
          new Block.ListingLine(
              depth,
              everywhere
                  ? words(text, beginning, others)
                  : List.of(new Block.Words(text, Block.Mark.STEP))));
    }
    return marked;
  }

  private static List<Block.Words> words(String text, String beginning, List<List<String>> others) {
    List<Set<String>> known = new ArrayList<>();
    for (List<String> other : others) {
      Set<String> words = new HashSet<>();
      for (String line : other) {
        if (beginning(line.strip()).equals(beginning)) {
          Matcher parts = PART.matcher(line.strip().substring(beginning.length()));
          parts.results().forEach(part -> words.add(part.group()));
        }
      }
      known.add(words);
    }
    List<Block.Words> runs = new ArrayList<>();
    runs.add(new Block.Words(beginning, Block.Mark.SAME));
    Matcher parts = PART.matcher(text.substring(beginning.length()));
    while (parts.find()) {
      String part = parts.group();
      boolean word = Character.isLetterOrDigit(part.charAt(0)) || part.charAt(0) == '_';
      boolean same = !word || known.stream().allMatch(words -> words.contains(part));
      runs.add(new Block.Words(part, same ? Block.Mark.SAME : Block.Mark.WORD));
    }
    return runs;
  }

  private static String beginning(String line) {
    Matcher matcher = BEGINNING.matcher(line);
    return matcher.lookingAt() ? matcher.group() : line;
  }
}
