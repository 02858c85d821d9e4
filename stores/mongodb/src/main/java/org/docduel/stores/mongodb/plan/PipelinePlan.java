package org.docduel.stores.mongodb.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.spi.QueryPlan;

/**
 * What {@code explain} answers for a pipeline that the classic engine runs: the query below its
 * first stage in {@code $cursor}, and for {@code $lookup} the {@code indexesUsed} (manual, "Explain
 * Results", "Execution Plan Statistics for Query with $lookup Pipeline Stage"); from a mongos one
 * such answer for each shard. Such an answer has no time of the whole.
 */
final class PipelinePlan {
  private final List<String> lines = new ArrayList<>();
  private final Set<String> indexes = new LinkedHashSet<>();
  private boolean scansAShard;

  private PipelinePlan() {}

  static boolean isOne(BsonDocument answer) {
    return answer.isArray("stages")
        || (answer.isDocument("shards") && !answer.getDocument("shards").isEmpty());
  }

  static QueryPlan of(BsonDocument answer) {
    PipelinePlan plan = new PipelinePlan();
    if (answer.isDocument("shards")) {
      answer.getDocument("shards").forEach((name, part) -> plan.shard(name, part.asDocument()));
    } else {
      plan.read(answer, "");
    }
    return QueryPlan.ofSteps(plan.lines, plan.scansAShard ? List.of() : List.copyOf(plan.indexes));
  }

  private void shard(String name, BsonDocument part) {
    lines.add("shard " + name);
    PipelinePlan plan = new PipelinePlan();
    plan.read(part, "  ");
    lines.addAll(plan.lines);
    indexes.addAll(plan.indexes);
    scansAShard |= plan.indexes.isEmpty();
  }

  private void read(BsonDocument part, String indent) {
    if (part.isDocument("queryPlanner")) {
      query(part, indent);
    }
    for (BsonValue value : part.getArray("stages", new BsonArray())) {
      BsonDocument stage = value.asDocument();
      String name = stage.getFirstKey();
      if (stage.isDocument("$cursor")) {
        query(stage.getDocument("$cursor"), indent);
        continue;
      }
      StringBuilder line = new StringBuilder(indent).append(name);
      for (BsonValue used : stage.getArray("indexesUsed", new BsonArray())) {
        String index = ((BsonString) used).getValue();
        indexes.add(index);
        line.append(" using ").append(index);
      }
      lines.add(line.toString());
    }
  }

  private void query(BsonDocument cursor, String indent) {
    BsonDocument winning = cursor.getDocument("queryPlanner").getDocument("winningPlan");
    StagePlan plan = new StagePlan(winning);
    plan.lines().forEach(line -> lines.add(indent + line));
    indexes.addAll(plan.indexes());
  }
}
