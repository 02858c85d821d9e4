package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.spi.Watch.Reading;
import org.docduel.core.spi.Watch.Reading.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerReportTest {
  private static final String FERRET_BUILD =
      "{version: '7.0.77', ferretdb: {version: 'v2.7.0', package: 'unknown'}}";
  private static final String FERRET_STATUS =
      """
      {version: '7.0.77', process: 'ferretdb', ferretdb: {version: 'v2.7.0',
       postgresql: 'PostgreSQL 18.6 (Debian 18.6-3) on x86_64-pc-linux-gnu, 64-bit',
       documentdb: '1.0.0 gitref: unknown sha:unknown buildId:unknown'}}
      """;
  private static final String SIZES =
      "{avgObjSize: 150, storageSize: {$numberLong: '8192'}, totalIndexSize: 4096.0}";

  @Test
  void namesFerretDbWithItsStorageAndNeverMongoDb() {
    assertThat(report(FERRET_BUILD, FERRET_STATUS, "{}").product())
        .isEqualTo("FerretDB 2.7.0 over DocumentDB 1.0.0 on PostgreSQL 18.6");
    assertThat(report(FERRET_BUILD, "{}", "{}").product()).isEqualTo("FerretDB 2.7.0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{version: '8.0.4', storageEngines: ['wiredTiger'], allocator: 'tcmalloc'} | MongoDB 8.0.4"
            + " | ''",
        "{version: '7.0.5-3', psmdbVersion: '7.0.5-3', storageEngines: [], allocator: 'x'}"
            + " | a server that speaks MongoDB's protocol, is not MongoDB and reports version"
            + " 7.0.5-3 | unknown product (mongodb wire)",
        "{version: '6.0.0'} | a server that speaks MongoDB's protocol, is not MongoDB and reports"
            + " version 6.0.0 | unknown product (mongodb wire)",
        "{} | a server that speaks MongoDB's protocol, is not MongoDB and reports version"
            + " unknown | unknown product (mongodb wire)",
        FERRET_BUILD + " | FerretDB 2.7.0 | ferretdb (mongodb wire)"
      })
  void identifiesProductByBuildInfo(String buildInfo, String product, String label) {
    assertThat(report(buildInfo, "{}", "{}").product()).isEqualTo(product);
    assertThat(report(buildInfo, "{}", "{}").label()).isEqualTo(label);
  }

  /** Manual, commands hello and listShards. A mongos has no storage engine. */
  @Test
  void namesMongosWithItsShards() {
    String build = "{version: '8.0.4', allocator: 'tcmalloc-google'}";
    String hello = "{isWritablePrimary: true, msg: 'isdbgrid', ok: 1}";
    String shards =
        "{shards: [{_id: 'shard01', host: 'shard01/m1.example.net:27018', state: 1},"
            + " {_id: 'shard02', host: 'shard02/m2.example.net:27018', state: 1}], ok: 1}";

    assertThat(router(build, hello, shards).product())
        .isEqualTo("MongoDB 8.0.4, a mongos with 2 shards");
    assertThat(router(build, hello, "{}").product())
        .isEqualTo("MongoDB 8.0.4, a mongos with an untold number of shards");
    assertThat(router(build, hello, shards).isMongos()).isTrue();
    assertThat(router(build, "{isWritablePrimary: true}", "{}").isMongos()).isFalse();
  }

  private static ServerReport router(String build, String hello, String shards) {
    return reportFrom("buildInfo", build, "hello", hello, "listShards", shards);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{storageEngine: {name: 'inMemory', persistent: false}} | true",
        "{storageEngine: {name: 'wiredTiger', persistent: true}} | false",
        "{process: 'java'} | true",
        "{} | false"
      })
  void inMemoryEngineIsNotDurable(String status, boolean forgets) {
    assertThat(mongodb(status, "{}").isVolatile()).isEqualTo(forgets);
  }

  @Test
  void reportsEngineAndRelevantOptions() {
    String options =
        """
        {argv: ['mongod', '--secret'], parsed: {config: '/etc/mongod.conf', net: {port: 27017},
         security: {keyFile: '/x'}, systemLog: {path: '/y'}, processManagement: {fork: true},
         replication: {replSet: 'rs0'}, setParameter: {ttlMonitorEnabled: 'false'},
         storage: {dbPath: '/data', journal: {commitIntervalMs: 100},
                   wiredTiger: {engineConfig: {cacheSizeGB: 0.5}}}}}
        """;

    String status =
        "{storageEngine: {name: 'wiredTiger'}, wiredTiger: {cache: {'maximum bytes configured':"
            + " 536870912}}}";

    assertThat(mongodb(status, options).settings())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "storageEngine",
                "wiredTiger",
                "cacheBytes",
                "536870912",
                "replication.replSet",
                "rs0",
                "setParameter.ttlMonitorEnabled",
                "false",
                "storage.journal.commitIntervalMs",
                "100",
                "storage.wiredTiger.engineConfig.cacheSizeGB",
                "0.5"));
    assertThat(mongodb("{}", "{}").settings()).isEmpty();
  }

  @Test
  void omitsUnreportedSizes() {
    assertThat(ServerReport.sizes(BsonDocument.parse("{size: 10, storageSize: 4096.0}")))
        .containsExactlyInAnyOrderEntriesOf(Map.of("uncompressed", 10L, "storage", 4096L));
  }

  @Test
  void rejectsUnacknowledgedWrites() {
    MongoProvider provider = new MongoProvider();
    StoreConfig config = StoreConfig.defaults();

    assertThat(provider.unsupportedReason(config)).isEmpty();
    assertThat(provider.unsupportedReason(config.withDurability(Durability.RELAXED))).isEmpty();
    assertThat(provider.unsupportedReason(config.withDurability(Durability.NONE)))
        .hasValueSatisfying(reason -> assertThat(reason).contains("w: 0"));
  }

  @Test
  void mongodReportsCountersAndLevels() {
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
            tuple("mongostat.cache_dirty", Kind.LEVEL, 700.0, "bytes"),
            tuple("mongostat.journal", Kind.COUNTER, 6500.0, "bytes"));
  }

  @Test
  void serverWithoutCacheReportsAvailableReadings() {
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
  void rejectsCpuTimeOfFrontEndServer() {
    assertThatThrownBy(
            () -> ServerReport.processorWatch(BsonDocument.parse("{process: 'ferretdb', pid: 1}")))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("ferretdb");
  }

  private static List<Reading> watched(String status) {
    return ServerReport.readings(
        BsonDocument.parse(status), BsonDocument.parse(SIZES), new BsonDocument());
  }

  private static ServerReport mongodb(String serverStatus, String commandLine) {
    return report(
        "{version: '8.0.4', storageEngines: ['wiredTiger'], allocator: 'tcmalloc'}",
        serverStatus,
        commandLine);
  }

  private static ServerReport report(String buildInfo, String serverStatus, String commandLine) {
    return reportFrom(
        "buildInfo", buildInfo, "serverStatus", serverStatus, "getCmdLineOpts", commandLine);
  }

  private static ServerReport reportFrom(String... answers) {
    BsonDocument responses = new BsonDocument();
    for (int i = 0; i < answers.length; i += 2) {
      responses.append(answers[i], BsonDocument.parse(answers[i + 1]));
    }
    return new ServerReport(responses);
  }
}
