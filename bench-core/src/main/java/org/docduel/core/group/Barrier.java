package org.docduel.core.group;

import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where the forks of all clients meet, kept by the first launcher. A client whose fork has arrived
 * is told when all have: by how long after its own arrival it begins, so that no clocks need agree.
 * The time of day at both ends of such an exchange gives the difference between two clocks, half of
 * its way to and fro at most wrong; with it each client tells its windows by the first one's clock.
 */
final class Barrier {
  /** Longer than a message takes, so that all know before any begins. */
  private static final double AHEAD_MILLIS = 25;

  private static final double NANOS_PER_MILLI = 1e6;

  /** The time of day when this process began, in milliseconds; it goes on by the other clock. */
  private static final double ORIGIN = origin();

  /** An iteration of a client, in milliseconds since 1970. */
  record Window(double start, double end) implements Serializable {}

  /**
   * A fork at a gate.
   *
   * @param turn which fork of the run
   * @param gate how many gates it has passed
   * @param last the iteration before it, if any, by the first client's clock
   */
  record Arrived(int turn, int gate, List<Window> last) implements Serializable {}

  /**
   * All are there.
   *
   * @param delay after which the fork begins, from its own arrival on
   * @param received when it arrived, by the first client's clock
   * @param sent when this was sent, by the same clock
   */
  record Go(double delay, double received, double sent) implements Serializable {}

  private record Waiting(Arrived arrived, double received) {}

  private final Group group;
  private final Map<Integer, Waiting> waiting = new HashMap<>();
  private final List<List<Window>> windows;

  Barrier(Group group) {
    this.group = group;
    windows =
        IntStream.range(0, group.plan().count())
            .<List<Window>>mapToObj(client -> new ArrayList<>())
            .toList();
    group.on(Arrived.class, (from, arrived) -> arrived(Group.number(from), arrived));
  }

  private static double origin() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1e3 + (now.getNano() - System.nanoTime()) / NANOS_PER_MILLI;
  }

  /** This moment, in milliseconds since 1970. */
  static double millis() {
    return ORIGIN + System.nanoTime() / NANOS_PER_MILLI;
  }

  private synchronized void arrived(int client, Arrived arrived) {
    waiting.put(client, new Waiting(arrived, millis()));
    windows.get(client).addAll(arrived.last());
    if (waiting.size() < windows.size()) {
      return;
    }
    if (waiting.values().stream()
            .map(one -> List.of(one.arrived.turn(), one.arrived.gate()))
            .distinct()
            .count()
        > 1) {
      group.end("the forks of the clients have not done the same", 1);
      return;
    }
    double begin = millis() + AHEAD_MILLIS;
    waiting.forEach(
        (each, one) -> group.send(each, new Go(begin - one.received, one.received, millis())));
    waiting.clear();
  }

  /** The iterations since the last time, warm-ups among them: a list for each client. */
  synchronized List<List<Window>> take() {
    List<List<Window>> all = windows.stream().map(List::copyOf).toList();
    windows.forEach(List::clear);
    return all;
  }
}
