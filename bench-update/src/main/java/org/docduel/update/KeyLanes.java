package org.docduel.update;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The documents of a collection, in as many lanes as there are workers. Lanes have no document in
 * common, and a worker has a lane to itself during an update, so that the last acknowledged value
 * of each document is known without asking. Lanes take turns, so that no document depends on a
 * worker which has less to do than others.
 */
final class KeyLanes {
  private final Queue<KeyLane> free = new ConcurrentLinkedQueue<>();

  /**
   * Makes the lanes.
   *
   * @param choice how often which document of a lane is updated
   * @param documents how many there are, at least as many as workers
   * @param workers how many there are
   */
  KeyLanes(KeyChoice choice, int documents, int workers) {
    for (int lane = 0; lane < workers; lane++) {
      free.add(new KeyLane(choice, documents, lane, workers));
    }
  }

  /**
   * Takes the lane that has been free longest.
   *
   * @return a lane, to be given back after the update
   * @throws IllegalStateException when more lanes are asked for than there are workers
   */
  KeyLane take() {
    KeyLane lane = free.poll();
    if (lane == null) {
      throw new IllegalStateException("no keys are free: a worker holds two lanes of them");
    }
    return lane;
  }

  /** Gives a lane back. */
  void give(KeyLane lane) {
    free.add(lane);
  }
}
