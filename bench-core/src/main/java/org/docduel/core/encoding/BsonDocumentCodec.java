package org.docduel.core.encoding;

import org.bson.BSONException;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/**
 * A document as BSON with its primary key as the first field, {@code _id}, an int64. Straight from
 * the value tree to the writer and back; stateless.
 *
 * <p>Encoding throws {@link RejectedDocumentException} for what BSON cannot hold: a NUL in a field
 * name, half a surrogate pair, a decimal beyond Decimal128, a timestamp beyond BSON's dates, more
 * than 1,024 levels, a field of its own named {@code _id}. Decoding throws {@link StoreException}
 * for BSON that no document gives.
 */
public final class BsonDocumentCodec implements Codec<Document> {
  public static final String ID = "_id";

  @Override
  public void encode(BsonWriter writer, Document document, EncoderContext context) {
    write(writer, document, true);
  }

  static void write(BsonWriter writer, Document document, boolean withId) {
    try {
      if (withId && document.body().names().position(ID) >= 0) {
        throw new RejectedDocumentException("the field '_id' is the primary key's");
      }
      writer.writeStartDocument();
      if (withId) {
        writer.writeInt64(ID, document.id());
      }
      BsonTree.writeFields(writer, document.body());
      writer.writeEndDocument();
    } catch (RejectedDocumentException | BSONException e) {
      // A field's name may hold anything, line breaks included; the message is one line.
      String reason = String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}", "?");
      throw new RejectedDocumentException(
          "document " + document.id() + " is no BSON: " + reason, e);
    }
  }

  @Override
  public Document decode(BsonReader reader, DecoderContext context) {
    reader.readStartDocument();
    if (reader.readBsonType() == BsonType.END_OF_DOCUMENT) {
      throw new StoreException("an empty BSON document came back: it has no _id");
    }
    String first = reader.readName();
    if (!first.equals(ID)) {
      throw new StoreException("a BSON document came back that begins with '" + first + "'");
    }
    long id = readId(reader);
    ObjectValue body = BsonTree.readFields(reader);
    reader.readEndDocument();
    return new Document(id, body);
  }

  private static long readId(BsonReader reader) {
    return switch (reader.getCurrentBsonType()) {
      case INT64 -> reader.readInt64();
      case INT32 -> reader.readInt32();
      default ->
          throw new StoreException(
              "a BSON document came back whose _id is a " + reader.getCurrentBsonType());
    };
  }

  @Override
  public Class<Document> getEncoderClass() {
    return Document.class;
  }
}
