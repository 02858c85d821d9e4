package org.docduel.stats.sidecar;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What each client of a run of several did.
 *
 * @param clients their machines, the first one first
 * @param rows one for each iteration
 */
public record ClientRows(List<Client> clients, List<Row> rows) {
  /**
   * A client.
   *
   * @param address where it listened
   * @param environment of its machine; see {@link Sidecar#environment()}
   */
  public record Client(String address, Map<String, String> environment) implements Serializable {}

  /**
   * A measured iteration.
   *
   * @param benchmark its full name
   * @param parameters the combination
   * @param fork of the combination, from 1
   * @param iteration of the fork, from 1
   * @param skewMillis between the first client's start and the last one's
   * @param outcome {@link #COUNTED}, or why it is in no result
   * @param unit of the scores; a time is better when it is shorter
   * @param shares what each client did
   */
  public record Row(
      String benchmark,
      Map<String, String> parameters,
      int fork,
      int iteration,
      double skewMillis,
      String outcome,
      String unit,
      List<Share> shares) {
    /** The outcome of an iteration that counts. */
    public static final String COUNTED = "kept";
  }

  /**
   * A client's part of an iteration.
   *
   * @param startMillis when it began, since 1970 by the first client's clock
   * @param endMillis when it ended
   * @param score its own
   */
  public record Share(double startMillis, double endMillis, double score) {}
}
