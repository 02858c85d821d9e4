package org.docduel.stats.stat;

/** What each method says about one row. Methods that resample alike share their resamples. */
public final class Estimates {
  private final Draws draws;
  private final Hypothesis hypothesis;
  private final PValue pValue;

  /**
   * Takes a row; nothing is drawn yet.
   *
   * @param row what is estimated
   * @param statistic the statistic that is compared
   * @param hypothesis what is tested
   * @param resampling how resamples are drawn
   * @param pValue how a count becomes a p
   */
  public Estimates(
      Row row, Statistic statistic, Hypothesis hypothesis, Resampling resampling, PValue pValue) {
    this.draws = new Draws(new Resamplers(statistic), resampling.bootstrap(), row);
    this.hypothesis = hypothesis;
    this.pValue = pValue;
  }

  /**
   * The estimate of a method.
   *
   * @param method the method
   * @param score the normal score beyond which a claim is made: bounds are taken there
   */
  public Estimate by(Method method, double score) {
    return estimator(method).estimate(draws, score);
  }

  private Estimator estimator(Method method) {
    return switch (method) {
      case T -> new TEstimator(hypothesis);
      case WELCH -> new WelchEstimator(hypothesis);
      case STUDENTIZED -> new StudentizedEstimator(hypothesis, pValue);
      default -> new PercentileEstimator(method, hypothesis, pValue);
    };
  }
}
