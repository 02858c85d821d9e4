package org.docduel.core.encoding;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.bson.BSONException;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.StoreException;

/**
 * Documents as BSON bytes, for stores that keep BSON in a column. Keeps one buffer: for one thread.
 */
public final class BsonBytes {
  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
  private static final EncoderContext ENCODING = EncoderContext.builder().build();
  private static final DecoderContext DECODING = DecoderContext.builder().build();

  private final Buffer buffer = new Buffer();

  /** With an empty buffer, which grows to the largest document's size. */
  public BsonBytes() {}

  /**
   * A document's body, without its id (which has a column of its own).
   *
   * @param document the document
   * @return the BSON, in a new array
   * @throws RejectedDocumentException when BSON cannot hold it; see {@link BsonDocumentCodec}
   */
  public byte[] body(Document document) {
    writeBody(document);
    return buffer.toByteArray();
  }

  /**
   * A document's body, without a copy.
   *
   * @param document the document
   * @return the BSON, from position to limit of a buffer that the next call overwrites
   * @throws RejectedDocumentException when BSON cannot hold it; see {@link BsonDocumentCodec}
   */
  public ByteBuffer bodyView(Document document) {
    writeBody(document);
    return view();
  }

  /**
   * A whole document, {@code _id} first.
   *
   * @param document the document
   * @return the BSON, in a new array
   * @throws RejectedDocumentException when BSON cannot hold it; see {@link BsonDocumentCodec}
   */
  public byte[] document(Document document) {
    writeDocument(document);
    return buffer.toByteArray();
  }

  /**
   * A whole document, {@code _id} first, without a copy.
   *
   * @param document the document
   * @return the BSON, from position to limit of a buffer that the next call overwrites
   * @throws RejectedDocumentException when BSON cannot hold it; see {@link BsonDocumentCodec}
   */
  public ByteBuffer documentView(Document document) {
    writeDocument(document);
    return view();
  }

  /**
   * Reads a body back.
   *
   * @param bson what {@link #body} gave
   * @return the body
   * @throws StoreException when the bytes are not such BSON
   */
  public static ObjectValue readBody(byte[] bson) {
    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bson))) {
      reader.readStartDocument();
      ObjectValue body = BsonTreeReader.readFields(reader);
      reader.readEndDocument();
      return body;
    } catch (BSONException e) {
      throw new StoreException("what came back is no BSON: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a document back.
   *
   * @param bson what {@link #document} gave
   * @return the document
   * @throws StoreException when the bytes are not such BSON
   */
  public static Document readDocument(byte[] bson) {
    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bson))) {
      return CODEC.decode(reader, DECODING);
    } catch (BSONException e) {
      throw new StoreException("what came back is no BSON: " + e.getMessage(), e);
    }
  }

  private void writeBody(Document document) {
    buffer.truncateToPosition(0);
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      writer.writeStartDocument();
      BsonTreeWriter.writeFields(writer, document.body());
      writer.writeEndDocument();
    } catch (RejectedDocumentException | BSONException e) {
      throw BsonDocumentCodec.rejected(document, e);
    }
  }

  private void writeDocument(Document document) {
    buffer.truncateToPosition(0);
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      CODEC.encode(writer, document, ENCODING);
    }
  }

  private ByteBuffer view() {
    return ByteBuffer.wrap(buffer.getInternalBuffer(), 0, buffer.getPosition());
  }

  /** The library writes text byte by byte; the JDK encodes long ones several bytes at a time. */
  private static final class Buffer extends BasicOutputBuffer {
    private static final int SHORT = 16;

    @Override
    protected int writeCharacters(String text, boolean refuseNul) {
      if (refuseNul || text.length() < SHORT) {
        return super.writeCharacters(text, refuseNul);
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      writeBytes(bytes, 0, bytes.length);
      writeByte(0);
      return bytes.length + 1;
    }
  }
}
