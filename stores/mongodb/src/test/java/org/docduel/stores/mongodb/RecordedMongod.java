package org.docduel.stores.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.Json;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The imitation of a server, which gives recorded answers to some commands. The answers are in
 * {@code answers.json}, each with the page or file that it was written by: none comes from a server
 * that was run here.
 */
final class RecordedMongod extends MemoryBackend {
  private static final BsonDocument ANSWERS = read();

  /** What it was asked, by name, in order; of writes the whole command. */
  final List<String> commands = new ArrayList<>();

  private final Map<String, Document> answers = new HashMap<>();
  private final MongoServer server = new MongoServer(this);
  final String url = server.bindAndGetConnectionString();

  /** An answer by its name in the file. */
  static BsonDocument answer(String name) {
    return ANSWERS.getDocument(name).getDocument("answer");
  }

  /** Gives a recorded answer to a command from now on. */
  RecordedMongod with(String command, String name) {
    return with(command, answer(name));
  }

  RecordedMongod with(String command, BsonDocument answer) {
    answers.put(command, (Document) plain(answer));
    return this;
  }

  private static BsonDocument read() {
    try (InputStream in = RecordedMongod.class.getResourceAsStream("answers.json")) {
      return BsonDocument.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document command = message.getDocument();
    String name = command.keySet().iterator().next();
    synchronized (commands) {
      commands.add(command.containsKey("updates") ? Json.toCompactJsonValue(command) : name);
    }
    Document answer = answers.get(name);
    return answer == null ? super.handleMessage(message) : answer;
  }

  private static Object plain(BsonValue value) {
    if (value.isDocument()) {
      Document document = new Document();
      value.asDocument().forEach((name, child) -> document.append(name, plain(child)));
      return document;
    } else if (value instanceof BsonArray array) {
      return array.stream().map(RecordedMongod::plain).toList();
    } else if (value instanceof BsonBoolean truth) {
      return truth.getValue();
    } else if (value.isString()) {
      return value.asString().getValue();
    }
    return value.isInt32() ? value.asInt32().getValue() : value.asNumber().longValue();
  }

  /** Ends the server, which closes this. */
  void stop() {
    server.shutdownNow();
  }
}
