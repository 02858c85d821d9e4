package org.docduel.insert;

import org.docduel.core.config.DocumentShape;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.datasets.InsertDocuments;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A dataset of the insert workload and the index of the next document; one for each thread. */
@State(Scope.Thread)
public class MakingState {
  /** Bytes of payload in a document; 1KB is 1000 bytes. */
  @Param({"10B", "200B", "1KB", "2KB", "4KB"})
  public String payload = "4KB";

  /** Over how many attributes the payload is split. */
  @Param("1")
  public String attributes = "1";

  /** How the payload is held: text, binary, intarray. */
  @Param("text")
  public String encoding = "text";

  /** flat, or nested: mixed types, up to five levels deep. */
  @Param("flat")
  public String shape = "flat";

  private Dataset dataset = InsertDocuments.withDefaults();
  private long index;

  /** Reads the parameters. */
  @Setup(Level.Trial)
  public void open() {
    dataset =
        InsertDocuments.withDefaults()
            .withPayload(PayloadSize.parse(payload))
            .withAttributes(Attributes.parse(attributes).count())
            .withEncoding(PayloadEncoding.PARAMETER.parse(encoding))
            .withShape(DocumentShape.PARAMETER.parse(shape));
  }

  Document next() {
    return dataset.document(index++);
  }
}
