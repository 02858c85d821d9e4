package org.docduel.stores.mongodb.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.mongodb.client.Failures;

/**
 * The answer to {@code explain} with {@code executionStats}. MongoDB gives a tree of stages and
 * counts keys and documents instead of blocks. Its clock counts whole milliseconds from the choice
 * of the plan to the last row, which is not the execution that other servers tell to the
 * microsecond: it is left out, so that no verdict takes one for the other. FerretDB over DocumentDB
 * gives PostgreSQL's tree of an EXPLAIN that does not run the query: no time, no counts.
 */
public final class Explanations {
  private Explanations() {}

  /**
   * Reads an answer.
   *
   * @param answer the server's
   * @param collection the collection's name, for messages and for plans that call it otherwise
   * @throws StoreException when the answer has neither shape
   */
  public static QueryPlan of(BsonDocument answer, String collection) {
    BsonDocument planner = answer.getDocument("queryPlanner", new BsonDocument());
    if (planner.isDocument("winningPlan")) {
      return ofStages(
          planner.getDocument("winningPlan"),
          answer.getDocument("executionStats", new BsonDocument()));
    }
    if (planner.isDocument("Plan")) {
      return ofNodes(planner.getDocument("Plan"), collection);
    }
    if (PipelinePlan.isOne(answer)) {
      return PipelinePlan.of(answer);
    }
    throw new StoreException(
        Failures.STORE
            + ": the server's answer to explain for "
            + collection
            + " has no plan that is understood; its parts are "
            + answer.keySet());
  }

  private static QueryPlan ofStages(BsonDocument winningPlan, BsonDocument stats) {
    StagePlan plan = new StagePlan(winningPlan);
    List<String> lines = new ArrayList<>(plan.lines());
    OptionalLong keys = number(stats, "totalKeysExamined");
    OptionalLong documents = number(stats, "totalDocsExamined");
    if (keys.isPresent() && documents.isPresent()) {
      lines.add("examined: " + keys.getAsLong() + " keys, " + documents.getAsLong() + " documents");
    }
    return new QueryPlan(
        OptionalDouble.empty(), // executionTimeMillis counts whole ones, planning included
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        number(stats, "nReturned"),
        lines,
        plan.indexes());
  }

  private static QueryPlan ofNodes(BsonDocument root, String collection) {
    NodePlan plan = new NodePlan(root, collection);
    return QueryPlan.ofSteps(plan.lines(), plan.indexes());
  }

  private static OptionalLong number(BsonDocument document, String name) {
    return document.isNumber(name)
        ? OptionalLong.of(document.getNumber(name).longValue())
        : OptionalLong.empty();
  }
}
