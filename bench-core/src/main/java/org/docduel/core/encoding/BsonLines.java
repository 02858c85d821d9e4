package org.docduel.core.encoding;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BSONException;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * BSON documents one after the other, as mongodump writes them, as lines of MongoDB's canonical
 * extended JSON: line n is document n. For one thread.
 */
public final class BsonLines extends InputStream {
  private static final int SHORTEST = 5;

  /** What MongoDB allows its own tools beyond the 16 MiB of a document. */
  private static final int LONGEST = (16 << 20) + (16 << 10);

  private static final JsonWriterSettings CANONICAL =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

  private final InputStream in;
  private byte[] line = {};
  private int position;

  /** Reads no byte before it is asked for one. */
  public BsonLines(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    return fill() ? line[position++] & 0xff : -1;
  }

  /** At most to the end of the line, so that no document is read before its turn. */
  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, line.length - position);
    System.arraycopy(line, position, into, from, count);
    position += count;
    return count;
  }

  private boolean fill() throws IOException {
    if (position < line.length) {
      return true;
    }
    byte[] length = in.readNBytes(Integer.BYTES);
    if (length.length == 0) {
      return false;
    }
    int size = length.length < Integer.BYTES ? 0 : littleEndian(length).getInt();
    if (size < SHORTEST || size > LONGEST) {
      throw new IOException("no BSON document begins here; is it a .bson file of mongodump?");
    }
    byte[] document = new byte[size];
    littleEndian(document).putInt(size);
    int bytesRead = in.readNBytes(document, Integer.BYTES, size - Integer.BYTES);
    if (bytesRead < size - Integer.BYTES) {
      throw new EOFException("the BSON document ends too early");
    }
    line = json(document).getBytes(StandardCharsets.UTF_8);
    position = 0;
    return true;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The library's own words are for programmers, and name its classes. */
  private static String json(byte[] document) throws IOException {
    try {
      return new RawBsonDocument(document).toJson(CANONICAL) + "\n";
    } catch (BSONException | IllegalArgumentException | IllegalStateException e) {
      throw new IOException("the BSON document is damaged", e);
    } catch (StackOverflowError e) {
      throw new IOException("the BSON document is nested too deeply", e);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
