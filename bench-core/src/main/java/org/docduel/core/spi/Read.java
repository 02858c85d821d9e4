package org.docduel.core.spi;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.docduel.core.model.Value;

/** One prepared query of one session. */
public interface Read extends TakenApart.Source {
  /**
   * Runs a query for {@linkplain org.docduel.core.query.Projection.Ids ids} and takes every row of
   * its answer.
   *
   * @implSpec streams: an answer of millions of rows does not have to fit into memory
   * @param id takes the id of each document, in the order in which they come
   */
  long run(LongConsumer id);

  /**
   * Runs a query for values or for a count and takes every row of its answer.
   *
   * @implSpec streams, as {@link #run} does
   * @param value takes the value of each document, in the order in which they come, or the count
   */
  long values(Consumer<Value> value);

  /**
   * Has the server run the query and say how, and how long it took by its own clock. Nothing of the
   * answer is sent.
   */
  QueryPlan explain();

  /**
   * What a server says of one execution of a query.
   *
   * @param executionMillis the execution by the server's clock, in milliseconds, without planning;
   *     empty when the server does not tell
   * @param planningMillis the planning, in milliseconds; empty when the server does not tell
   * @param sharedHits blocks found in the shared buffers; empty when the server does not tell
   * @param sharedReads blocks that were not; empty when the server does not tell
   * @param rows the rows of the answer; empty when the server does not tell
   * @param indexes the indexes of the query's collection that the plan uses, each once, in the
   *     plan's order; empty when it scans all documents
   */
  record QueryPlan(
      OptionalDouble executionMillis,
      OptionalDouble planningMillis,
      OptionalLong sharedHits,
      OptionalLong sharedReads,
      OptionalLong rows,
      List<String> plan,
      List<String> indexes) {
    public QueryPlan {
      plan = List.copyOf(plan);
      indexes = List.copyOf(indexes);
    }

    /** A plan from a server that tells its steps and no numbers. */
    public static QueryPlan ofSteps(List<String> plan, List<String> indexes) {
      return new QueryPlan(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          plan,
          indexes);
    }

    /** The same from a server whose clock says nothing about the query. */
    public QueryPlan withoutTimes() {
      return new QueryPlan(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          sharedHits,
          sharedReads,
          rows,
          plan,
          indexes);
    }
  }
}
