package org.docduel.insert;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.Session;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * One thread's connection and the documents that it inserts: as many as each other thread, with ids
 * of their own.
 */
@State(Scope.Thread)
public class InsertClient {
  private final ClientLoad load = new ClientLoad();
  private List<List<Document>> batches = List.of();
  private Session session = () -> {};
  private Inserts inserts = batch -> {};
  private boolean first;
  private boolean collected;

  /**
   * Connects and makes the documents.
   *
   * @param state the collection
   * @param thread which of the threads this is
   */
  @Setup(Level.Trial)
  public void connect(InsertState state, ThreadParams thread) {
    session = state.store().session();
    Inserts sent = session.inserts(state.collection());
    inserts = batch -> FileDocuments.send(state.dataset(), batch.get(0).id(), batch, sent::insert);
    first = thread.getThreadIndex() == 0;
    long from = (long) thread.getThreadIndex() * state.documents();
    List<List<Document>> made = new ArrayList<>();
    for (int done = 0; done < state.documents(); done += state.batch()) {
      int count = Math.min(state.batch(), state.documents() - done);
      made.add(state.dataset().documents(from + done, count));
    }
    batches = List.copyOf(made);
  }

  /**
   * Starts the client's clock of processor time. The first thread's stands for the whole process.
   *
   * <p>Once the documents are made they are moved to where long-lived objects are: a million fields
   * would otherwise be copied by collections while something is timed.
   */
  @Setup(Level.Iteration)
  public void begin() {
    if (first && !collected) {
      collected = true;
      System.gc();
    }
    load.start();
  }

  /** Stops it and puts the metrics. */
  @TearDown(Level.Iteration)
  public void end() {
    if (first) {
      load.stop();
    }
  }

  /** Gives the connection back. */
  @TearDown(Level.Trial)
  public void disconnect() {
    session.close();
  }

  List<List<Document>> batches() {
    return batches;
  }

  Inserts inserts() {
    return inserts;
  }
}
