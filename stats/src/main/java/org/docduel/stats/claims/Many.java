package org.docduel.stats.claims;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Quantile;

/** What is made of the numbers of many groups. */
final class Many {
  private static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(true);

  private Many() {}

  static Measured of(Formula formula, Map<String, Levels.Sides> groups) {
    double[] values = groups.values().stream().mapToDouble(g -> g.value(formula)).toArray();
    Measured measured = of(formula, groups, values);
    return measured.detail().isEmpty()
        ? measured.because("over " + groups.size() + " groups")
        : measured;
  }

  private static Measured of(Formula formula, Map<String, Levels.Sides> groups, double[] values) {
    double count = values.length;
    return switch (formula.over()) {
      case SUM ->
          formula.measure().pair()
              ? Measured.of(
                  Levels.contrast(
                      formula.measure(),
                      groups.values().stream().mapToDouble(Levels.Sides::baseline).sum(),
                      groups.values().stream().mapToDouble(Levels.Sides::candidate).sum()))
              : Measured.of(Arrays.stream(values).sum());
      case MEAN -> Measured.of(Arrays.stream(values).sum() / count);
      case GEOMETRIC_MEAN ->
          Measured.of(StrictMath.exp(Arrays.stream(values).map(StrictMath::log).sum() / count));
      case QUANTILE -> Measured.of(TYPE_7.evaluate(values, formula.number()));
      case SHARE_ABOVE -> {
        List<String> above = above(formula, groups);
        yield Measured.of(above.size() / count).because(above.size() + " of " + groups.size());
      }
      case COUNT_ABOVE -> {
        List<String> above = above(formula, groups);
        yield Measured.of(above.size())
            .because(above.size() + " of " + groups.size() + ": " + String.join("; ", above));
      }
      default -> throw new IllegalArgumentException("not over many: " + formula.over());
    };
  }

  private static List<String> above(Formula formula, Map<String, Levels.Sides> groups) {
    return groups.entrySet().stream()
        .filter(group -> group.getValue().value(formula) > formula.number())
        .map(Map.Entry::getKey)
        .toList();
  }
}
