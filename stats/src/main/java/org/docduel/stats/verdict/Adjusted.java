package org.docduel.stats.verdict;

/**
 * Where a comparison stands among those it is read together with.
 *
 * @param p p of the claim that the candidate is superior, adjusted over the claims of the family in
 *     both directions; NaN when nothing was tested
 * @param reversedP p of the claim that it is inferior, adjusted likewise
 * @param comparisons number of comparisons in the family
 * @param level the one-sided level of a single claim at which the family's is alpha
 */
public record Adjusted(double p, double reversedP, int comparisons, double level) {

  static Adjusted none(int comparisons, double level) {
    return new Adjusted(Double.NaN, Double.NaN, comparisons, level);
  }
}
