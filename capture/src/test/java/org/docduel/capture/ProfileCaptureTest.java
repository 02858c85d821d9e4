package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.docduel.core.suite.Suite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reading of a profile, from an imitation: no real mongod was there. */
class ProfileCaptureTest {
  @TempDir private Path directory;

  private final Profiled backend = new Profiled();
  private final MongoServer server = new MongoServer(backend);
  private String url = "";

  /** Gives the manual's operations for the documents of a profile. */
  private static final class Profiled extends MemoryBackend {
    private final List<Document> operations = new ArrayList<>();

    @Override
    public Document handleMessage(MongoMessage message) {
      Document command = message.getDocument();
      if (!"system.profile".equals(command.get("find"))) {
        return super.handleMessage(message);
      }
      Instant since =
          command.get("filter") instanceof Document filter
                  && filter.get("ts") instanceof Document condition
                  && condition.get("$gte") instanceof Instant from
              ? from
              : Instant.EPOCH;
      Document cursor =
          new Document("id", 0L)
              .append("ns", "shop.system.profile")
              .append(
                  "firstBatch",
                  operations.stream()
                      .filter(operation ->
                          operation.get("ts") instanceof Instant ended && !ended.isBefore(since))
                      .toList());
      return new Document("cursor", cursor).append("ok", 1);
    }
  }

  @BeforeEach
  void fill() {
    url = server.bindAndGetConnectionString() + "/shop";
    try (MongoClient client = MongoClients.create(url)) {
      client
          .getDatabase("shop")
          .getCollection("orders")
          .insertMany(
              IntStream.range(0, 50)
                  .mapToObj(i ->
                      new org.bson.Document("_id", i)
                          .append("status", i % 2 == 0 ? "paid" : "open")
                          .append("city", "C" + i % 3)
                          .append("total", i))
                  .toList());
    }
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
  }

  /** As the imitation has documents. */
  private static Object plain(BsonValue value) {
    if (value.isDocument()) {
      Document document = new Document();
      value.asDocument().forEach((name, child) -> document.append(name, plain(child)));
      return document;
    } else if (value instanceof BsonArray array) {
      return array.stream().map(ProfileCaptureTest::plain).toList();
    } else if (value instanceof BsonBoolean truth) {
      return truth.getValue();
    } else if (value.isBinary()) {
      return "";
    } else if (value.isString()) {
      return value.asString().getValue();
    }
    return value.isInt32() ? value.asInt32().getValue() : value.asNumber().longValue();
  }

  private void profile(Instant ended) throws Exception {
    for (BsonValue each : BsonArray.parse(MongodOperationTest.resource("profile.json"))) {
      BsonDocument operation = each.asDocument().clone();
      operation.remove("ts");
      backend.operations.add(((Document) plain(operation)).append("ts", ended));
    }
  }

  private String run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(CaptureCommand.run(List.of(arguments), print, print)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void writesSuiteOfProfile() throws Exception {
    profile(Instant.now().minusSeconds(60)); // before the capture
    profile(Instant.now().plusMillis(900)); // during it
    Path output = directory.resolve("mine");
    String out = run("mongodb", "--url", url, "--minutes", "0.05", "-o", output.toString());
    assertThat(out).contains("untested against a real mongod", "data: 1 collections, 50 documents");
    Suite suite = Suite.read(output.toString());
    assertThat(suite.names()).containsExactly("q1", "q2", "q3");
    assertThat(suite.weights()).containsEntry("q1", 40.0).containsEntry("q2", 20.0);
    assertThat(Files.readString(output.resolve("suite.yaml"))).contains("key: _id");
    assertThat(Files.readAllLines(output.resolve("q1.csv")))
        .containsExactlyInAnyOrder("calls,p1 text", "1,\"paid\"", "1,\"open\"");
    assertThat(Files.readString(output.resolve("refused.txt")))
        .contains("20.0  11.1 %", "was cut by the server: find orders", "writes: delete orders");
  }

  @Test
  void saysThatNothingIsProfiled() {
    String folder = directory.resolve("mine").toString();
    assertThatThrownBy(() -> run("mongodb", "--url", url, "--minutes", "0.01", "-o", folder))
        .hasMessageContaining("db.setProfilingLevel(2)");
    assertThat(directory).isEmptyDirectory();
  }
}
