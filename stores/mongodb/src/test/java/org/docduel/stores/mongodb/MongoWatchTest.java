package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.bson.BsonDocument;
import org.docduel.core.spi.Watch.Reading;
import org.docduel.core.spi.Watch.Reading.Kind;
import org.junit.jupiter.api.Test;

class MongoWatchTest {
  private static final String SIZES =
      "{avgObjSize: 150, storageSize: {$numberLong: '8192'}, totalIndexSize: 4096.0}";

  @Test
  void aMongodTellsCountersAndLevels() {
    List<Reading> readings =
        watched(
            "{opcounters: {update: 130}, metrics: {commands: {update: {total: 8}}}, wiredTiger: {"
                + "cache: {'tracked dirty bytes in the cache': 700},"
                + "log: {'log bytes written': 6500}}}");

    assertThat(readings)
        .extracting(Reading::name, Reading::kind, Reading::value, Reading::unit)
        .containsExactly(
            tuple("mongostat.updates", Kind.COUNTER, 130.0, "updates"),
            tuple("mongostat.document", Kind.LEVEL, 150.0, "bytes"),
            tuple("mongostat.storage", Kind.LEVEL, 8192.0, "bytes"),
            tuple("mongostat.index", Kind.LEVEL, 4096.0, "bytes"),
            tuple("mongostat.cache_dirty", Kind.LEVEL, 700.0, "bytes"),
            tuple("mongostat.journal", Kind.COUNTER, 6500.0, "bytes"));
  }

  @Test
  void aServerWithoutCacheAndJournalTellsWhatItHas() {
    List<Reading> readings =
        watched(
            "{process: 'ferretdb', metrics: {commands: {update: {total: {$numberLong: '12'}}}}}");

    assertThat(readings)
        .extracting(Reading::name, Reading::value)
        .containsExactly(
            tuple("mongostat.updates", 12.0),
            tuple("mongostat.document", 150.0),
            tuple("mongostat.storage", 8192.0),
            tuple("mongostat.index", 4096.0));
  }

  @Test
  void theProcessorTimeOfAServerInFrontOfAnotherIsRefused() {
    assertThatThrownBy(
            () -> ServerReport.processorWatch(BsonDocument.parse("{process: 'ferretdb', pid: 1}")))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("ferretdb");
  }

  private static List<Reading> watched(String status) {
    return ServerReport.watch(() -> BsonDocument.parse(status), () -> BsonDocument.parse(SIZES))
        .read();
  }
}
