package org.docduel.stores.mongodb.read;

import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.docduel.core.encoding.BsonDocumentCodec;

/**
 * Takes the id of a document of which nothing else was asked for, without building the document.
 */
final class IdCodec implements Codec<Long> {
  @Override
  public Long decode(BsonReader reader, DecoderContext context) {
    reader.readStartDocument();
    long id = reader.readInt64(BsonDocumentCodec.ID);
    reader.readEndDocument();
    return id;
  }

  @Override
  public void encode(BsonWriter writer, Long id, EncoderContext context) {
    writer.writeStartDocument();
    writer.writeInt64(BsonDocumentCodec.ID, id);
    writer.writeEndDocument();
  }

  @Override
  public Class<Long> getEncoderClass() {
    return Long.class;
  }
}
