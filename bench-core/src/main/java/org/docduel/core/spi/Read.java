package org.docduel.core.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.docduel.core.model.Value;

/** One prepared query of one session. */
public interface Read extends ExecutionBreakdown.Source {
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
   * @param numbers those of {@link #UNITS} that it tells; another name is an {@link
   *     IllegalArgumentException}
   * @param indexes the indexes of the query's collection that the plan uses, each once, in the
   *     plan's order; empty when it scans all documents
   */
  record QueryPlan(Map<String, Double> numbers, List<String> plan, List<String> indexes) {
    /** By the server's clock, without planning. */
    public static final String EXECUTION = "execution";

    /** By the server's clock. */
    public static final String PLANNING = "planning";

    /**
     * The units of the numbers, by name. Blocks were found in the shared buffers (hits) or were not
     * (reads); rows are those of the answer.
     */
    public static final Map<String, String> UNITS =
        Map.of(
            EXECUTION,
            "ms/op",
            PLANNING,
            "ms/op",
            "sharedHits",
            "blocks",
            "sharedReads",
            "blocks",
            "rows",
            "rows");

    public QueryPlan {
      numbers = Map.copyOf(numbers);
      for (String name : numbers.keySet()) {
        if (!UNITS.containsKey(name)) {
          throw new IllegalArgumentException("a plan has no number '" + name + "'");
        }
      }
      plan = List.copyOf(plan);
      indexes = List.copyOf(indexes);
    }

    /** One of the numbers; empty when the server does not tell it. */
    public Optional<Double> number(String name) {
      return Optional.ofNullable(numbers.get(name));
    }
  }
}
