package org.docduel.stores.mongodb.read;

import com.mongodb.ExplainVerbosity;
import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.util.function.LongConsumer;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.conversions.Bson;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.query.Query;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.Read;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.plan.Explanations;

/**
 * One {@code find} that asks for ids alone. Its cursor holds one batch at a time. The protocol has
 * no prepared statements: the server parses the command each time and keeps the plan.
 */
public final class MongoRead implements Read {
  /** As many rows at once as the suite's other stores fetch: 101 first would be one trip more. */
  private static final int BATCH_ROWS = 10_000;

  private final MongoCollection<BsonDocument> collection;
  private final Query query;
  private final Bson filter;

  public MongoRead(MongoCollection<BsonDocument> collection, Query query) {
    this.collection =
        collection.withCodecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(new IdCodec()), collection.getCodecRegistry()));
    this.query = query;
    this.filter =
        FilterDocuments.of(query.where())
            .toBsonDocument(BsonDocument.class, collection.getCodecRegistry());
  }

  @Override
  public long run(LongConsumer id) {
    long rows = 0;
    try (MongoCursor<Long> ids = find().batchSize(BATCH_ROWS).cursor()) {
      while (ids.hasNext()) {
        id.accept(ids.next());
        rows++;
      }
    } catch (MongoException e) {
      throw Failures.of("finding documents of " + name(), e);
    }
    return rows;
  }

  @Override
  public QueryPlan explain() {
    try {
      return Explanations.of(
          find().explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS), name());
    } catch (MongoException e) {
      throw Failures.of("explaining a query of " + name(), e);
    }
  }

  private FindIterable<Long> find() {
    FindIterable<Long> find =
        collection
            .find(filter, Long.class)
            .projection(Projections.include(BsonDocumentCodec.ID))
            .limit(query.limit());
    query.orderedBy().ifPresent(field -> find.sort(Sorts.ascending(field)));
    return find;
  }

  private String name() {
    return collection.getNamespace().getCollectionName();
  }
}
