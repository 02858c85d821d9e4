package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.ExplainedTime;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.testkit.FaultyProxy;
import org.docduel.testkit.Processes;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where the client's time goes, on the server of {@code DOCDUEL_MONGODB_URL}. */
@Tag("alone") // it compares times
final class MongoTimesTest {
  private static final Optional<String> SERVER_URL = Settings.ofProcess().get("mongodb.url");
  private static final int DOCUMENTS = 800;

  /** Of each of ten measurements, whose medians are compared. */
  private static final Duration BUDGET = Duration.ofMillis(50);

  @Test
  void countsAnswerBytesAndAttributesSlowNetworkToWire() throws IOException {
    assumeThat(SERVER_URL).isPresent();
    try (FaultyProxy proxy = FaultyProxy.before(SERVER_URL.orElseThrow());
        MongoClient client =
            MongoDriver.client(
                new ServerAddress(proxy.through(SERVER_URL.orElseThrow())),
                StoreConfig.defaults())) {
      MongoDatabase database = client.getDatabase(TestSpace.name() + "_times");
      try {
        load(database);
        MongoSuiteQuery large = query(database, "{aggregate: 'many', pipeline: []}");
        double[] medians =
            Processes.mediansOfTen(() -> {
              proxy.slow(0);
              ExplainFact small = explained(database, "{find: 'many', projection: {_id: 1}}");
              ExplainFact quick = ExplainedTime.of("", Map.of(), large, large::run, BUDGET);
              assertThat(quick.counts()).containsEntry("rows", (double) DOCUMENTS);

              long before = proxy.forwardedBytes();
              large.run();
              double transferred = proxy.forwardedBytes() - before;

              proxy.slow(1);
              ExplainFact slow = ExplainedTime.of("", Map.of(), large, large::run, BUDGET);
              double more = part(slow, "client") - part(quick, "client");
              return new double[] {
                part(quick, "wire") - part(small, "wire"),
                Math.abs(transferred - quick.counts().getOrDefault("bytes", 0.0)),
                more,
                (part(slow, "wire") - part(quick, "wire")) / more
              };
            });
        assertThat(medians[0]).isPositive();
        assertThat(medians[1]).isLessThan(1_500); // heads, and the monitor's
        assertThat(medians[2]).isGreaterThan(80); // 2.6 MB in pieces of 16 KB
        assertThat(medians[3]).isBetween(0.6, 1.4);
      } finally {
        proxy.slow(0);
        database.drop();
      }
    }
  }

  /** Page "Explain Results": of a query, and of a pipeline that the classic engine ends. */
  @Test
  void serverTimeCoversEntirePipeline() {
    assertThat(millis("{executionStats: {executionTimeMillis: 3}}")).isEqualTo(3);
    assertThat(
            millis(
                """
                {stages: [
                  {$cursor: {executionStats: {executionTimeMillis: 3}}, nReturned: 10,
                   executionTimeMillisEstimate: {$numberLong: "3"}},
                  {$group: {_id: "$a"}, nReturned: 2,
                   executionTimeMillisEstimate: {$numberLong: "7"}}]}
                """))
        .isEqualTo(7);
    assertThat(millis("{queryPlanner: {Plan: {'Node Type': 'Seq Scan'}}}")).isNaN();
  }

  private static double millis(String answer) {
    return MongoPlans.Times.executionMillis(BsonDocument.parse(answer)).orElse(Double.NaN);
  }

  private static void load(MongoDatabase database) {
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      documents.add(
          new BsonDocument("_id", new BsonInt32(i))
              .append("text", new BsonString("text ".repeat(650))));
    }
    database.drop();
    database.getCollection("many", BsonDocument.class).insertMany(documents);
  }

  private static ExplainFact explained(MongoDatabase database, String command) {
    MongoSuiteQuery query = query(database, command);
    return ExplainedTime.of("", Map.of(), query, query::run, BUDGET);
  }

  private static MongoSuiteQuery query(MongoDatabase database, String command) {
    return new MongoSuiteQuery(database, BsonDocument.parse(command), Duration.ofSeconds(20));
  }

  private static double part(ExplainFact time, String name) {
    return time.millis().getOrDefault(name, Double.NaN);
  }
}
