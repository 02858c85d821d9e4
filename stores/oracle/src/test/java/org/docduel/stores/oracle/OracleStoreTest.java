package org.docduel.stores.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import oracle.sql.json.OracleJsonDatum;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each role says to the server, in order, and what it makes of the answers. */
final class OracleStoreTest {
  private static final ObjectValue EXAMPLE =
      ObjectValue.of(FieldNames.of("key", "text"), new IntegerValue(5), new StringValue("five"));
  private static final Collection COLLECTION =
      new Collection("c", EXAMPLE, List.of(Index.on(Index.Kind.ELEMENTS, "links")));
  private static final OracleTable TABLE =
      new OracleTable(COLLECTION, OracleTable.ElementsIndex.MULTIVALUE);
  private static final String INSERT = "INSERT INTO docduel_c VALUES (?)";

  private final ScriptedConnection server = new ScriptedConnection();

  private Store open(StoreConfig config) {
    if (config.durability() == Durability.DEFAULT) {
      settings("IMMEDIATE", "WAIT");
    }
    return server.open(config);
  }

  private void settings(String logging, String wait) {
    server.answer(
        OracleSystem.PARAMETERS,
        new Object[] {"commit_logging", logging},
        new Object[] {"commit_wait", wait});
  }

  private Session session() {
    Session session = open(StoreConfig.defaults()).session();
    server.drain();
    return session;
  }

  @Test
  void requestsAndVerifiesDurableCommits() {
    open(StoreConfig.defaults());

    assertThat(server.drain())
        .containsExactly(
            "wait 7200000",
            "execute ALTER SESSION SET COMMIT_LOGGING = IMMEDIATE",
            "execute ALTER SESSION SET COMMIT_WAIT = WAIT",
            "execute ALTER SESSION SET NLS_SORT = BINARY",
            "execute ALTER SESSION SET NLS_COMP = BINARY",
            "execute ALTER SESSION SET DDL_LOCK_TIMEOUT = 270",
            "executeQuery " + OracleSystem.PARAMETERS,
            "executeQuery " + OracleSystem.REDO,
            "close");
  }

  @Test
  void relaxedDurabilityDoesNotWait() {
    settings("BATCH", "NOWAIT");
    open(StoreConfig.defaults().withDurability(Durability.RELAXED));

    assertThat(server.drain())
        .contains(
            "execute ALTER SESSION SET COMMIT_LOGGING = BATCH",
            "execute ALTER SESSION SET COMMIT_WAIT = NOWAIT");
  }

  @Test
  void rejectsAndClosesSessionOfOtherDurability() {
    settings("IMMEDIATE", "FORCE_WAIT");

    assertThatThrownBy(() -> open(StoreConfig.defaults().withDurability(Durability.RELAXED)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("durability=relaxed");
    assertThat(server.drain()).endsWith("close");
  }

  @Test
  void unreadableSettingsAreDescribedAsNotVerified() {
    server.fail(OracleSystem.PARAMETERS, 942, "ORA-00942: table or view does not exist");
    Store store = server.open(StoreConfig.defaults());

    server.fail(OracleSystem.PARAMETERS, 942, "ORA-00942: table or view does not exist");
    assertThat(store.describe(COLLECTION).settings().get("commit")).contains("not verified");
  }

  @Test
  void createDropsCreatesAndIndexes() {
    open(StoreConfig.defaults()).create(COLLECTION);

    assertThat(server.drain())
        .filteredOn(done -> done.matches("execute (?!ALTER SESSION).*"))
        .containsExactly(
            "execute DROP TABLE IF EXISTS docduel_c PURGE",
            "execute CREATE JSON COLLECTION TABLE docduel_c",
            "execute COMMENT ON TABLE docduel_c IS 'made by DocDuel'",
            "execute CREATE MULTIVALUE INDEX \"docduel_c_i0_links_elements\" ON docduel_c t"
                + " (t.data.\"links\"[*].string())");
  }

  @Test
  void batchIsOneRoundTripAndOneCommit() {
    Session session = session();
    session.inserts(COLLECTION).insert(List.of(document(1), document(2)));

    assertThat(server.drain())
        .containsExactly(
            "prepare " + INSERT,
            "clearBatch",
            "set 1 OracleJsonDatum",
            "addBatch",
            "set 1 OracleJsonDatum",
            "addBatch",
            "autocommit false",
            "executeBatch",
            "commit",
            "autocommit true");
  }

  @Test
  void singleDocumentIsOneAutoCommittedStatement() {
    Session session = session();
    session.inserts(COLLECTION).insert(List.of(document(1)));

    assertThat(server.drain())
        .containsExactly(
            "prepare " + INSERT, "clearBatch", "set 1 OracleJsonDatum", "executeLargeUpdate");
  }

  @Test
  void rejectedDocumentRollsBackBatch() {
    Session session = session();
    server.fail(INSERT, 1, "ORA-00001: unique constraint (DOCDUEL.SYS_C008) violated");

    assertThatThrownBy(() -> session.inserts(COLLECTION).insert(List.of(document(1), document(2))))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessage(
            "oracle-jct: inserting into docduel_c failed:"
                + " ORA-00001: unique constraint (DOCDUEL.SYS_C008) violated");
    assertThat(server.drain()).endsWith("executeBatch", "rollback", "autocommit true");
  }

  @Test
  void unencodableDocumentIsNotSent() {
    Session session = session();
    var inserts = session.inserts(COLLECTION);
    server.drain();

    assertThatThrownBy(() ->
            inserts.insert(
                List.of(
                    document(1),
                    new Document(2, ObjectValue.of(Map.of("t", new StringValue("\ud800")))))))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageStartingWith("oracle-jct: document 2 is not valid OSON: ");
    assertThat(server.drain()).containsExactly("clearBatch", "set 1 OracleJsonDatum", "addBatch");
    inserts.insert(List.of(document(3)));
    assertThat(server.drain())
        .containsExactly("clearBatch", "set 1 OracleJsonDatum", "executeLargeUpdate");
  }

  @ParameterizedTest
  @CsvSource({
    "1653, 'ORA-01653: unable to extend table', unable to extend table",
    "12954, 'ORA-12954: The request exceeds the maximum allowed database size of 12 GB.', 12 GB",
    "4031, 'ORA-04031: unable to allocate bytes of shared memory', ORA-04031",
    "3113, 'ORA-03113: end-of-file on communication channel', end-of-file",
    "12516, 'ORA-12516: listener could not find available handler', take fewer threads",
    "1536, 'ORA-01536: space quota exceeded for tablespace USERS', quota",
    "17410, 'No more data to read from socket', ORA-17410"
  })
  void fatalErrorsEndRun(int code, String message, String expected) {
    Session session = session();
    server.fail(INSERT, code, message);

    assertThatThrownBy(() -> session.inserts(COLLECTION).insert(List.of(document(1))))
        .isInstanceOf(ServerFailureException.class)
        .hasMessageContaining(expected)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void failedCommitIsRolledBack() {
    Session session = session();
    server.fail("commit", 2091, "ORA-02091: transaction rolled back");

    assertThatThrownBy(() -> session.inserts(COLLECTION).insert(List.of(document(1), document(2))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("ORA-02091");
    assertThat(server.drain()).endsWith("commit", "rollback", "autocommit true");
  }

  @Test
  void laterFailureDoesNotHideTheFirst() {
    Session session = session();
    server.fail(INSERT, 3113, "ORA-03113: end-of-file on communication channel");
    server.fail("rollback", 17008, "ORA-17008: Closed connection");

    assertThatThrownBy(() -> session.inserts(COLLECTION).insert(List.of(document(1), document(2))))
        .isInstanceOf(ServerFailureException.class)
        .hasMessageContaining("ORA-03113");
  }

  @Test
  void idleStoreKeepsNoConnection() {
    open(StoreConfig.defaults()).create(COLLECTION);

    assertThat(server.drain()).endsWith("close");
  }

  @Test
  void gathersStatisticsAndCheckpointsWherePermitted() {
    Store store = open(StoreConfig.defaults());
    store.describe(COLLECTION); // that it is used is enough: an earlier run may have made it
    server.drain();
    store.quiesce();
    assertThat(server.drain()).noneMatch(sent -> sent.contains("GATHER_TABLE_STATS"));
    server.answer(OracleWorkspace.TABLES, new Object[] {TABLE.catalogName(), OracleWorkspace.MARK});
    store.quiesce();
    assertThat(server.drain())
        .containsSubsequence(
            "execute BEGIN DBMS_STATS.GATHER_TABLE_STATS(ownname => USER, tabname => 'DOCDUEL_C');"
                + " END;",
            "execute ALTER SYSTEM CHECKPOINT");
    assertThat(store.describe(COLLECTION).settings().get("settle")).contains("CHECKPOINT");

    server.fail("ALTER SYSTEM CHECKPOINT", 1031, "ORA-01031: insufficient privileges");
    store.quiesce();
    assertThat(store.describe(COLLECTION).settings().get("settle"))
        .isEqualTo(
            "DBMS_STATS.GATHER_TABLE_STATS; no checkpoint: ORA-01031: insufficient privileges");
  }

  @Test
  void reportsMissingRightsWithGrant() {
    Store store = open(StoreConfig.defaults());
    server.fail(
        "CREATE JSON COLLECTION TABLE docduel_c", 1031, "ORA-01031: insufficient privileges");

    assertThatThrownBy(() -> store.create(COLLECTION))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("ORA-01031")
        .hasMessageContaining("GRANT DB_DEVELOPER_ROLE");
  }

  @Test
  void loadsDirectlyWithCommitPerChunkThenIndexesAndStatistics() {
    Ingestion ingestion = session().ingestion(COLLECTION);
    ingestion.prepare();
    ingestion.load(List.of(document(1), document(2)));
    ingestion.load(List.of(document(3), document(4)));
    ingestion.phases().forEach(phase -> phase.work().run());

    assertThat(ingestion.phases())
        .extracting(Ingestion.Phase::name)
        .containsExactly("index", "analyze");
    List<String> done = server.drain();
    assertThat(done)
        .containsSubsequence(
            "executeQuery " + OracleWorkspace.TABLES,
            "execute DROP TABLE IF EXISTS docduel_c PURGE",
            "execute CREATE JSON COLLECTION TABLE docduel_c",
            "execute COMMENT ON TABLE docduel_c IS 'made by DocDuel'",
            "prepare INSERT /*+ APPEND_VALUES */ INTO docduel_c VALUES (?)");
    assertThat(done).filteredOn("commit"::equals).hasSize(2);
    assertThat(done)
        .endsWith(
            "execute BEGIN DBMS_STATS.GATHER_TABLE_STATS(ownname => USER, tabname => 'DOCDUEL_C');"
                + " END;",
            "close");
  }

  @ParameterizedTest
  @CsvSource({"SET, set 1 = 9", "MERGE, set 1 OracleJsonDatum", "REPLACE, set 1 OracleJsonDatum"})
  void updateIsOneAutoCommittedStatement(UpdateKind kind, String first) {
    UpdateSpec spec =
        new UpdateSpec(kind, "key", Path.of("profile", "score"), (key, value) -> EXAMPLE);
    var updates = session().updates(COLLECTION, spec);
    server.drain();

    assertThat(updates.update(4, 9)).isEqualTo(1);
    assertThat(server.drain()).containsExactly(first, "set 2 = 4", "executeLargeUpdate");
  }

  @Test
  void mergePatchContainsOnlyTheNumber() throws SQLException {
    UpdateSpec spec =
        new UpdateSpec(
            UpdateKind.MERGE, "key", Path.of("profile", "score"), (key, value) -> EXAMPLE);
    List<Object> sent = new ArrayList<>();
    PreparedStatement statement =
        (PreparedStatement)
            Proxy.newProxyInstance(
                OracleStoreTest.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> {
                  sent.add(arguments[1]);
                  return null;
                });
    TABLE.update(spec).change().set(statement, 4, 9);

    assertThat(sent).hasSize(2).last().isEqualTo(4L);
    assertThat(new OsonCodec().decode(((OracleJsonDatum) sent.get(0)).shareBytes()))
        .isEqualTo(
            ObjectValue.of(
                Map.of("profile", ObjectValue.of(Map.of("score", new IntegerValue(9))))));
  }

  @Test
  void idsArriveInOrder() {
    Query query = Query.of(Predicate.is(Path.of("text"), new StringValue("five")));
    server.answer(TABLE.search(query).sql(), new Object[] {3L}, new Object[] {1L});
    List<Long> ids = new ArrayList<>();

    assertThat(session().read(COLLECTION, query).run(ids::add)).isEqualTo(2);
    assertThat(ids).containsExactly(3L, 1L);
  }

  @Test
  void valuesKeepTheirTypeAndMissingOnesAreNull() {
    Query query = Query.ofEvery(new Projection.ValueAt(Path.parse("a.b"), false));
    server.answer(
        TABLE.search(query).sql(),
        new Object[] {new OracleJsonDatum(new OsonCodec().bytes(document(7), true))},
        new Object[] {null});
    Query count = Query.ofEvery(new Projection.CountAt(Path.parse("a.b")));
    server.answer(TABLE.search(count).sql(), new Object[] {12L});
    Query texts = Query.ofEvery(new Projection.ValueAt(Path.parse("a.b"), true));
    server.answer(TABLE.search(texts).sql(), new Object[] {"true"}, new Object[] {null});
    var session = session();
    List<Value> values = new ArrayList<>();

    assertThat(session.read(COLLECTION, query).values(values::add)).isEqualTo(2);
    session.read(COLLECTION, count).values(values::add);
    session.read(COLLECTION, texts).values(values::add);

    assertThat(((ObjectValue) values.get(0)).field("key")).contains(new IntegerValue(5));
    assertThat(values.subList(1, 5))
        .containsExactly(
            NullValue.NULL, new IntegerValue(12), new StringValue("true"), NullValue.NULL);
  }

  @Test
  void planShowsStepsAndIndexes() {
    server.answer(
        OracleTable.PLAN,
        new Object[] {0, "SELECT STATEMENT", null, null, null},
        new Object[] {1, "TABLE ACCESS", "BY INDEX ROWID BATCHED", "DOCDUEL_C", "TABLE"},
        new Object[] {2, "INDEX", "RANGE SCAN", "DOCDUEL_C_KEY_ORDERED", "INDEX"});
    QueryPlan plan =
        session()
            .read(COLLECTION, Query.of(Predicate.is(Path.of("text"), new StringValue("five"))))
            .explain();

    assertThat(plan.plan())
        .containsExactly(
            OracleTable.ESTIMATED,
            "SELECT STATEMENT",
            "  TABLE ACCESS BY INDEX ROWID BATCHED on docduel_c",
            "    INDEX RANGE SCAN on docduel_c_key_ordered");
    assertThat(plan.indexes()).containsExactly("docduel_c_key_ordered");
    assertThat(plan.number("execution")).isEmpty();
    assertThat(server.drain()).endsWith("execute " + OracleTable.FORGET);
  }

  @Test
  void linkedDocumentsAreCompleteAndDecodedOnRequest() {
    LinkQuery query = new LinkQuery.In();
    String sql = TABLE.links(query, List.of("?", "?"));
    byte[] oson = new OsonCodec().bytes(document(7), true);
    server.answer(sql, new Object[] {new OracleJsonDatum(oson)});
    LinkRead read = session().links(COLLECTION, query);
    List<Long> seen = new ArrayList<>();

    for (int time = 0; time < 2; time++) {
      read.run(
          new long[] {7, 9},
          (id, size, body) -> {
            assertThat(body.get()).isEqualTo(EXAMPLE);
            seen.addAll(List.of(id, size));
          });
    }

    assertThat(seen).containsExactly(7L, (long) oson.length, 7L, (long) oson.length);
    assertThat(server.drain())
        .containsExactly(
            "prepare " + sql,
            "set 1 = 7",
            "set 2 = 9",
            "executeQuery",
            "set 1 = 7",
            "set 2 = 9",
            "executeQuery");
    read.explain(new long[] {7, 9});
    assertThat(server.drain())
        .contains(
            "execute EXPLAIN PLAN SET STATEMENT_ID = 'docduel' FOR "
                + sql.replaceFirst("\\? AS", "7 AS").replaceFirst("\\? AS", "9 AS"));
  }

  @Test
  void documentsAreReadWithoutId() {
    OracleJsonDatum stored = new OracleJsonDatum(new OsonCodec().bytes(document(7), true));
    server.answer(TABLE.find(), new Object[] {stored});
    server.answer(TABLE.range(), new Object[] {stored});
    ContentReader reader = session().reader(COLLECTION);
    List<Long> ids = new ArrayList<>();

    assertThat(reader.find(7)).contains(EXAMPLE);
    reader.range(
        0,
        10,
        (id, body) -> {
          assertThat(body).isEqualTo(EXAMPLE);
          ids.add(id);
        });
    assertThat(ids).containsExactly(7L);
  }

  @Test
  void rejectsSuiteQuery() {
    assertThatThrownBy(() -> session().query("SELECT 1", Duration.ofSeconds(1), false))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("this store has no suites");
  }

  @Test
  void missingTableIsEmpty() {
    server.fail("SELECT count(*) FROM docduel_c", 942, "ORA-00942: table does not exist");

    assertThat(session().reader(COLLECTION).count()).isZero();
  }

  @Test
  void describesTheServerAndTheSizes() {
    server.answer(
        OracleSystem.SIZES,
        new Object[] {"heap", 1000L},
        new Object[] {"index", 200L},
        new Object[] {"lob", 30L});
    StoreDescription description = open(StoreConfig.defaults()).describe(COLLECTION);

    assertThat(description.product()).isEqualTo("Oracle Database 23ai Free 23.5.0.24.07");
    assertThat(description.findings())
        .singleElement()
        .asString()
        .startsWith("Oracle Database Free uses at most 2 processors");
    assertThat(description.settings())
        .containsEntry("commit_wait", "WAIT")
        .containsEntry("commit_logging", "IMMEDIATE");
    assertThat(description.sizes())
        .containsEntry("heap", 1000L)
        .containsEntry("lob", 30L)
        .containsEntry("total", 1230L);
  }

  @Test
  void warnsWhenADocumentIsFoundByReadingTheTable() {
    server.answer(
        OracleTable.PLAN,
        new Object[] {0, "SELECT STATEMENT", null, null, null},
        new Object[] {1, "TABLE ACCESS", "STORAGE FULL", "DOCDUEL_C", "TABLE"},
        new Object[] {1, "LOAD AS SELECT", null, "DOCDUEL_C", null});

    StoreDescription description = open(StoreConfig.defaults()).describe(COLLECTION);

    assertThat(description.findings())
        .last()
        .asString()
        .startsWith("documents are found by id by reading the whole table")
        .endsWith("take idindex=number");
    assertThat(description.settings()).containsEntry("bulk load", "LOAD AS SELECT on docduel_c");
  }

  /** The banner of 26ai; a text that is too long for an index is the document's fault. */
  @Test
  void namesLaterReleasesAndTextsThatAreTooLong() {
    server.version(
        23,
        "Oracle AI Database 26ai Free Release 23.26.0.0.0 - Develop, Learn, and Run for Free\n"
            + "Version 23.26.0.0.0");
    assertThat(open(StoreConfig.defaults()).describe(COLLECTION).product())
        .isEqualTo("Oracle AI Database 26ai Free 23.26.0.0.0");
    server.fail(INSERT, 40_478, "ORA-40478: output value too large (maximum: 4000)");
    Session session = session();
    assertThatThrownBy(() -> session.inserts(COLLECTION).insert(List.of(document(1))))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageContaining("4,000 bytes");
  }

  @Test
  void rejectsUnsupportedOptionsBeforeConnecting() {
    OracleProvider provider = new OracleProvider();

    assertThat(provider.unsupportedReason(StoreConfig.defaults())).isEmpty();
    assertThat(provider.unsupportedReason(StoreConfig.defaults().withDurability(Durability.NONE)))
        .hasValueSatisfying(reason -> assertThat(reason).contains("always logged"));
    assertThat(provider.unsupportedReason(StoreConfig.defaults().withUpdate(UpdateKind.TYPED)))
        .isPresent();
    assertThat(provider.unsupportedReason(StoreConfig.defaults().withUpdate(UpdateKind.SUBSCRIPT)))
        .isPresent();
    assertThat(provider.unsupportedReason(StoreConfig.defaults().withPool(4))).isPresent();
    assertThat(provider.unsupportedReason(StoreConfig.defaults(), COLLECTION)).isEmpty();
  }

  @Test
  void isUntestedAndNamesItsLicence() {
    assertThat(new OracleProvider().notices())
        .containsExactly(
            "written from Oracle's documentation, untested against a real server",
            "its image is Oracle Database Free: 2 processors, 2 GB of memory, 12 GB of data at"
                + " most",
            "Oracle's licence may forbid publishing measurements: read yours",
            "its driver, ojdbc17, is under the Oracle Free Use Terms and Conditions");
  }

  private static Document document(long id) {
    return new Document(id, EXAMPLE);
  }
}
