package org.docduel.insert;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Documents that are encoded again and again, and the buffers; one for each thread. */
@State(Scope.Thread)
public class EncodingState {
  private static final int DOCUMENTS = 500;

  private final WireBuffer buffer = new WireBuffer();
  private final BsonBytes bson = new BsonBytes();
  private JsonBytes json = new JsonBytes(PayloadEncoding.TEXT);
  private List<Document> documents = List.of();
  private int next;

  /**
   * Makes the documents.
   *
   * @param making says which
   */
  @Setup(Level.Trial)
  public void make(MakingState making) {
    json = new JsonBytes(PayloadEncoding.PARAMETER.parse(making.encoding));
    List<Document> made = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      made.add(making.next());
    }
    documents = List.copyOf(made);
  }

  int json() {
    Document document = document();
    buffer.clear();
    json.write(document, document.body(), buffer);
    return buffer.size();
  }

  ByteBuffer bson() {
    return bson.documentView(document());
  }

  private Document document() {
    next = next + 1 < documents.size() ? next + 1 : 0;
    return documents.get(next);
  }
}
