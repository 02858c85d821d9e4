package org.docduel.core.group;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Where the forks of all clients meet, kept by the first launcher. A fork that arrives is told when
 * all have: by how long after its own arrival it begins, so that no clocks need agree. The time of
 * day at both ends of such an exchange gives the difference between two clocks, half of its way to
 * and fro at most wrong; with it each client tells its windows by the first one's clock.
 */
final class Barrier {
  static final String ARRIVED = "arrived";
  static final String GO = "go";
  static final String LEAVING = "leaving";
  static final String LEFT = "left";

  /** Longer than a message takes, so that all know before any begins. */
  private static final double AHEAD_MILLIS = 25;

  private static final double NANOS_PER_MILLI = 1e6;

  /** The time of day when this process began, in milliseconds; it goes on by the other clock. */
  private static final double ORIGIN =
      System.currentTimeMillis() - System.nanoTime() / NANOS_PER_MILLI;

  /**
   * A fork at a gate. Times are in milliseconds since 1970.
   *
   * @param turn which fork of the run
   * @param gate how many gates it has passed
   * @param sent by its own clock
   * @param began when the last iteration began by the first client's clock; 0 without one
   * @param ended when it ended
   */
  record Arrived(int turn, int gate, double sent, double began, double ended)
      implements Serializable {}

  /**
   * All are there.
   *
   * @param delay after which the fork begins, from its own arrival on
   * @param received when it arrived, by the first client's clock
   * @param sent when this was sent, by the same clock
   */
  record Go(int gate, double delay, double received, double sent) implements Serializable {}

  /** An iteration of a client, in milliseconds since 1970 by the first one's clock. */
  record Window(double start, double end) {}

  private record Waiting(Group.Member fork, Arrived arrived, double received) {}

  private final Group group;
  private final Map<Integer, Waiting> waiting = new HashMap<>();
  private final Map<Integer, List<List<Window>>> windows = new HashMap<>();

  Barrier(Group group) {
    this.group = group;
    group.on(ARRIVED, (fork, body) -> arrived(fork, (Arrived) body));
    group.on(
        LEAVING,
        (fork, body) -> {
          group.release(fork);
          group.send(LEFT, fork.address(), "");
        });
  }

  /** This moment, in milliseconds since 1970. */
  static double millis() {
    return ORIGIN + System.nanoTime() / NANOS_PER_MILLI;
  }

  private synchronized void arrived(Group.Member fork, Arrived arrived) {
    double now = millis();
    int client = fork.client();
    Optional<String> ended =
        client != 0 && group.launcher(client).isEmpty()
            ? Optional.of("no client of this group runs this fork")
            : group.reason();
    if (ended.isPresent()) {
      group.refuse(fork, ended.get());
      return;
    }
    group.watch(fork, "the fork of " + group.plan().name(client));
    if (arrived.began() > 0) {
      windows(arrived.turn()).get(client).add(new Window(arrived.began(), arrived.ended()));
    }
    waiting.put(client, new Waiting(fork, arrived, now));
    if (waiting.size() < group.plan().count()) {
      return;
    }
    double begin = millis() + AHEAD_MILLIS;
    List<Waiting> all = new ArrayList<>(waiting.values());
    waiting.clear();
    if (all.stream().map(one -> List.of(one.arrived.turn(), one.arrived.gate())).distinct().count()
        > 1) {
      group.end("the forks of the clients have not done the same; the run ends here", 1);
      return;
    }
    for (Waiting one : all) {
      group.send(
          GO,
          one.fork.address(),
          new Go(one.arrived.gate(), begin - one.received, one.received, millis()));
    }
  }

  private List<List<Window>> windows(int turn) {
    return windows.computeIfAbsent(
        turn,
        key ->
            IntStream.range(0, group.plan().count())
                .<List<Window>>mapToObj(client -> new ArrayList<>())
                .toList());
  }

  /** The iterations of a turn, warm-ups among them: a list for each client. */
  synchronized List<List<Window>> take(int turn) {
    List<List<Window>> all = windows(turn);
    windows.remove(turn);
    return all;
  }
}
