package org.docduel.core.encoding;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.bson.BSONException;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.io.BasicOutputBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/**
 * Documents as BSON bytes, for stores that keep BSON in a column. Keeps one buffer: for one thread.
 */
public final class BsonBytes {
  private final Buffer buffer = new Buffer();

  /**
   * A document's body, without its id (which has a column of its own).
   *
   * @throws RejectedDocumentException when BSON cannot hold it; see {@link BsonDocumentCodec}
   */
  public byte[] body(Document document) {
    write(document, false);
    return buffer.toByteArray();
  }

  /** The same without a copy: position to limit of a buffer that the next call overwrites. */
  public ByteBuffer bodyView(Document document) {
    write(document, false);
    return view();
  }

  /** A whole document, {@code _id} first; refused as a body is. */
  public byte[] document(Document document) {
    write(document, true);
    return buffer.toByteArray();
  }

  /** The same without a copy: position to limit of a buffer that the next call overwrites. */
  public ByteBuffer documentView(Document document) {
    write(document, true);
    return view();
  }

  private void write(Document document, boolean withId) {
    buffer.truncateToPosition(0);
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      BsonDocumentCodec.write(writer, document, withId);
    }
  }

  private ByteBuffer view() {
    return ByteBuffer.wrap(buffer.getInternalBuffer(), 0, buffer.getPosition());
  }

  /** Reads a body back; throws {@link StoreException} when the bytes are not such BSON. */
  public static ObjectValue readBody(byte[] bson) {
    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bson))) {
      return readBody(reader);
    } catch (BSONException e) {
      throw new StoreException("the server returned invalid BSON: " + e.getMessage(), e);
    }
  }

  /** Reads a body from where it begins in an answer. */
  public static ObjectValue readBody(BsonReader reader) {
    reader.readStartDocument();
    ObjectValue body = BsonDocumentCodec.readFields(reader);
    reader.readEndDocument();
    return body;
  }

  /** Reads the one value of a row from where the row begins; null when it has none. */
  public static Value readSingleValue(BsonReader reader) {
    reader.readStartDocument();
    Value only = NullValue.NULL;
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      only = BsonDocumentCodec.read(reader, reader.readName());
    }
    reader.readEndDocument();
    return only;
  }

  /**
   * The library writes text byte by byte, with a check of the capacity for each. Here short ASCII,
   * which names and most values are, is put together aside, and the JDK encodes what is long.
   */
  private static final class Buffer extends BasicOutputBuffer {
    private static final int SHORT = 48;

    private final byte[] ascii = new byte[SHORT + 1];

    @Override
    protected int writeCharacters(String text, boolean refuseNul) {
      int length = text.length();
      if (length <= SHORT) {
        return writeShort(text, length, refuseNul);
      }
      if (refuseNul) {
        return super.writeCharacters(text, true);
      }
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      writeBytes(utf8, 0, utf8.length);
      writeByte(0);
      return utf8.length + 1;
    }

    private int writeShort(String text, int length, boolean refuseNul) {
      for (int i = 0; i < length; i++) {
        char c = text.charAt(i);
        if (c >= 0x80 || c == 0) {
          return super.writeCharacters(text, refuseNul);
        }
        ascii[i] = (byte) c;
      }
      ascii[length] = 0;
      writeBytes(ascii, 0, length + 1);
      return length + 1;
    }
  }
}
