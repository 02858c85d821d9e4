package org.docduel.core.launch;

/**
 * Something that was asked for and will not run.
 *
 * @param what the parameter and value that is left out, such as {@code store=mongodb}
 * @param reason why, as half a sentence
 * @param remedy how to have it, as half a sentence in the imperative, or empty when nothing helps
 * @param combinations how many combinations are left out for it
 */
public record Skip(String what, String reason, String remedy, int combinations) {
  /**
   * The line that is printed.
   *
   * @return such as {@code skipped store=mongodb (8 combinations): no address is given; set
   *     DOCDUEL_MONGODB_URL}
   */
  public String line() {
    String count = combinations == 1 ? "1 combination" : combinations + " combinations";
    return "skipped "
        + what
        + " ("
        + count
        + "): "
        + reason
        + (remedy.isEmpty() ? "" : "; " + remedy);
  }
}
