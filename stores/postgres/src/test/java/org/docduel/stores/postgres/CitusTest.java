package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.Watch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A PostgreSQL that answers as a recorded Citus cluster did: its functions, its version, its two
 * workers. A distributed table has three shards here, which are tables beside it.
 */
class CitusTest {
  private static final String FUNCTIONS =
      """
      CREATE TABLE asked (statement text);
      CREATE FUNCTION citus_version() RETURNS text LANGUAGE sql AS $$ SELECT 'VERSION' $$;
      CREATE FUNCTION citus_get_active_worker_nodes(OUT node_name text, OUT node_port bigint)
        RETURNS SETOF record LANGUAGE sql AS $$ VALUES ('worker', 16433::bigint), ('worker', 16434) $$;
      CREATE FUNCTION create_distributed_table(shards_of regclass, by text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO asked VALUES (shards_of::text || ' by ' || by);
        FOR n IN 102072..102074 LOOP
          EXECUTE format('DROP TABLE IF EXISTS %s_%s', shards_of, n);
          EXECUTE format('CREATE TABLE %s_%s (LIKE %s INCLUDING ALL)', shards_of, n, shards_of);
        END LOOP;
      END $$;
      CREATE FUNCTION create_reference_table(shards_of regclass) RETURNS void LANGUAGE sql AS
        $$ INSERT INTO asked VALUES (shards_of::text || ' everywhere') $$;
      CREATE FUNCTION run_command_on_shards(shards_of regclass, command text,
          OUT shardid bigint, OUT success bool, OUT result text) RETURNS SETOF record LANGUAGE plpgsql AS $$
      BEGIN
        FOR shard IN 102072..102074 LOOP
          shardid := shard;
          success := true;
          EXECUTE format(command, shards_of || '_' || shard) INTO result;
          RETURN NEXT;
        END LOOP;
      END $$;
      CREATE FUNCTION run_command_on_workers(command text,
          OUT nodename text, OUT nodeport int, OUT success bool, OUT result text)
          RETURNS SETOF record LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO asked VALUES (command);
        nodename := 'worker';
        FOR nodeport IN 16433..16434 LOOP
          success := true;
          IF command LIKE 'SHOW %' THEN
            result := current_setting(substr(command, 6));
          ELSIF command LIKE 'SELECT %' THEN
            result := 1000;
          END IF;
          RETURN NEXT;
        END LOOP;
      END $$;
      """;
  private static final ObjectValue BODY =
      ObjectValue.of(Map.of("user_id", new IntegerValue(7), "name", new StringValue("a")));
  private static final Collection COLLECTION = new Collection("c", BODY, List.of());
  private static final UpdateSpec BY_USER_ID =
      new UpdateSpec(
          UpdateKind.SET, "user_id", Path.of("user_id"), (key, value) -> ObjectValue.empty());
  private static final UpdateSpec BY_ID =
      new UpdateSpec(
          UpdateKind.SET, UpdateSpec.ID, Path.of("user_id"), (key, value) -> ObjectValue.empty());
  private static final StoreProvider TYPED = StoreProviders.byName("postgres-typed").orElseThrow();

  private ScratchDatabase database;

  @BeforeEach
  void answerAsCitus() throws SQLException, IOException {
    database = new ScratchDatabase("citus");
    String version = readRecording("version.txt").lines().toList().get(1);
    database.run(FUNCTIONS.replace("VERSION", version));
    database.run("ALTER DATABASE " + name() + " SET citus.shard_count = 32");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void showsWorkersAndShards() {
    try (Store store = open(Map.of())) {
      store.create(COLLECTION);
      assertThat(store.describe(COLLECTION).product())
          .matches("Citus 12\\.1\\.12 on PostgreSQL [0-9.]+, 2 workers, 32 shards");
      assertThat(store.describe(COLLECTION).label()).matches("citus \\(postgres-[a-z]+\\)");
    }
  }

  @Test
  void reportsThatTablesStayOnOneNode() {
    try (Store store = open(Map.of())) {
      store.create(COLLECTION);
      assertThat(store.describe(COLLECTION).findings())
          .containsExactly(
              "placement=single: the tables are local to the node of the address, and the"
                  + " cluster's workers hold none of them");
    }
  }

  @Test
  void distributesByIdOrColumn() throws SQLException {
    try (Store store = open(Map.of("placement", "distributed"))) {
      store.create(COLLECTION);
    }
    assertThat(executions("docduel.postgres_typed_c by id")).isEqualTo(1);
    try (Store store = open(Map.of("placement", "distributed", "shardkey", "user_id"))) {
      store.create(COLLECTION);
      assertThat(primaryKeyColumns()).as("a unique index contains the shard key").isEqualTo(2);
    }
    assertThat(executions("docduel.postgres_typed_c by user_id")).isEqualTo(1);
    try (Store store = open(Map.of("placement", "reference"))) {
      store.create(COLLECTION);
    }
    assertThat(executions("docduel.postgres_typed_c everywhere")).isEqualTo(1);
  }

  /** A note lacks the field of the shard key, and is no data. */
  @Test
  void keepsNotesOnOneNode() throws SQLException {
    try (Store store = open(Map.of("placement", "distributed", "shardkey", "user_id"))) {
      store.create(Collection.note("c", ObjectValue.of(Map.of("rows", new IntegerValue(1)))));
    }
    assertThat(database.number("SELECT count(*) FROM asked WHERE statement LIKE '%note%'"))
        .isZero();
  }

  @Test
  void reportsThatOneCopyOfReferenceTableIsChecked() {
    try (Store store = open(Map.of("placement", "reference"))) {
      store.create(COLLECTION);
      assertThat(store.describe(COLLECTION).findings())
          .contains(
              "placement=reference: what is read back and checked is one copy, not those of all"
                  + " nodes");
    }
  }

  @Test
  void rejectsShardKeyThatIsNotAColumn() {
    StoreProvider jsonb = StoreProviders.byName("postgres-jsonb").orElseThrow();
    StoreConfig config = config(Map.of("placement", "distributed", "shardkey", "user_id"));
    try (Store store = jsonb.open(Optional.of(database.address()), config)) {
      assertThatThrownBy(() -> store.create(COLLECTION))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("column \"user_id\" named in key does not exist");
    }
  }

  private static Map<String, Double> values(Watch watch) {
    return watch.read().stream()
        .collect(Collectors.toMap(Watch.Reading::name, Watch.Reading::value));
  }

  private static double value(Map<String, Double> readings, String name) {
    return readings.getOrDefault(name, Double.NaN);
  }

  @Test
  void sumsSizesAndCountersOverTheShards() throws SQLException {
    try (Store store = open(Map.of("placement", "distributed"));
        Session session = store.session()) {
      store.create(COLLECTION);
      Watch watch = session.watch("pgstat", COLLECTION);
      Map<String, Double> before = values(watch);
      for (int shard = 102072; shard <= 102074; shard++) {
        String table = "docduel.postgres_typed_c_" + shard;
        database.run(
            "INSERT INTO "
                + table
                + " (id, user_id, name) SELECT g, g, 'x' FROM generate_series(1, 500) g");
        database.run("UPDATE " + table + " SET name = 'y' WHERE id <= 40");
      }
      store.quiesce();
      assertThat(executions("CHECKPOINT")).as("on the workers too").isEqualTo(1);

      StoreDescription description = store.describe(COLLECTION);
      long total =
          database.number(
              "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND"
                  + " relname LIKE 'postgres\\_typed\\_c\\_%'");
      assertThat(total).isPositive();
      assertThat(description.sizes()).containsEntry("total", total);
      assertThat(description.findings()).isEmpty();

      Map<String, Double> readings = values(watch);
      assertThat(value(readings, "pgstat.updates") - value(before, "pgstat.updates"))
          .isEqualTo(120);
      assertThat(value(readings, "pgstat.wal") - value(before, "pgstat.wal"))
          .as("WAL of the coordinator, which the workers' 1,000 bytes each are added to")
          .isPositive();
    }
  }

  @Test
  void reportsWhichNodesAreWatched() {
    try (Store store = open(Map.of("placement", "reference"));
        Session session = store.session()) {
      store.create(COLLECTION);
      session.watch("pgstat", COLLECTION);
      session.watch("servercpu", COLLECTION);
      assertThat(store.describe(COLLECTION).findings())
          .anyMatch(line -> line.startsWith("pgstat: an update of a reference table is counted"))
          .anyMatch(line -> line.startsWith("servercpu: the CPU time is the coordinator's"));
    }
  }

  @Test
  void sumsRecordedAnswersOfRealCluster() throws SQLException, IOException {
    StringBuilder rows = new StringBuilder();
    for (String line : readRecording("shard-counters.txt").lines().toList()) {
      String[] fields = line.split("\\|", -1);
      rows.append(rows.isEmpty() ? "" : ", ")
          .append("(" + fields[0] + "::bigint, '" + fields[1] + "'::bool, '" + fields[2] + "')");
    }
    database.run("DROP FUNCTION run_command_on_shards(regclass, text)");
    database.run(
        "CREATE FUNCTION run_command_on_shards(regclass, text, OUT shardid bigint, OUT success"
            + " bool, OUT result text) RETURNS SETOF record LANGUAGE sql AS $$ VALUES "
            + rows
            + " $$");
    try (Connection connection = DriverManager.getConnection(database.address().url())) {
      assertThat(
              new Citus(PostgresParameters.Placement.DISTRIBUTED, "id")
                  .numbers(connection, "asked", "anything"))
          .containsExactly(133 + 112 + 102, 0);
    }
  }

  @Test
  void reportsUpdatesOfAllShards() {
    try (Store store = open(Map.of("placement", "distributed"));
        Session session = store.session()) {
      store.create(COLLECTION);
      session.inserts(COLLECTION).insert(List.of(new Document(1, BODY)));
      session.updates(COLLECTION, BY_ID);
      assertThat(store.describe(COLLECTION).findings()).as("by the shard key").isEmpty();
      session.updates(COLLECTION, BY_USER_ID);
      assertThat(store.describe(COLLECTION).findings())
          .containsExactly(
              "updates of postgres_typed_c go to all shards, in two-phase commit: they find"
                  + " documents by user_id, and the shard key is id");
    }
    try (Store store = open(Map.of("placement", "distributed", "shardkey", "user_id"));
        Session session = store.session()) {
      store.create(COLLECTION);
      session.updates(COLLECTION, BY_USER_ID);
      assertThat(store.describe(COLLECTION).findings()).isEmpty();
    }
  }

  @Test
  void rejectsSettingsWithoutEffect() {
    assertThat(TYPED.unsupportedReason(config(Map.of("shardkey", "user_id"))))
        .hasValue("shardkey needs placement=distributed: other tables have no shards");
    assertThat(
            TYPED.unsupportedReason(
                config(Map.of("placement", "reference", "shardkey", "user_id"))))
        .isPresent();
    assertThat(
            TYPED.unsupportedReason(
                config(Map.of("placement", "distributed", "shardkey", "user_id"))))
        .isEmpty();
    assertThat(
            TYPED.unsupportedReason(
                config(Map.of("placement", "distributed", "planner", "published"))))
        .hasValueSatisfying(reason -> assertThat(reason).startsWith("planner=published reaches"));
    assertThat(TYPED.unsupportedReason(config(Map.of("planner", "published")))).isEmpty();
  }

  @Test
  void rejectsDistributionWithoutCitus() throws SQLException {
    database.run("DROP FUNCTION citus_version()");
    assertThatThrownBy(() -> open(Map.of("placement", "distributed")))
        .isInstanceOf(StoreException.class)
        .hasMessageMatching(
            "postgres-typed: placement=distributed needs Citus, and the server is PostgreSQL"
                + " [0-9.]+; give the address of a Citus coordinator, or take placement=single");
  }

  private Store open(Map<String, String> settings) {
    ServerAddress address = database.address();
    return TYPED.open(Optional.of(address), config(settings));
  }

  private static StoreConfig config(Map<String, String> settings) {
    return StoreConfig.defaults().withSettings(new StoreSettings(settings));
  }

  private String name() {
    return database.address().url().replaceFirst(".*/([a-z0-9_]+)\\?.*", "$1");
  }

  private long executions(String statement) throws SQLException {
    return database.number("SELECT count(*) FROM asked WHERE statement = '" + statement + "'");
  }

  private long primaryKeyColumns() throws SQLException {
    return database.number(
        "SELECT indnatts FROM pg_index WHERE indisprimary AND indrelid ="
            + " 'docduel.postgres_typed_c'::regclass");
  }

  private static String readRecording(String file) throws IOException {
    try (InputStream in = CitusTest.class.getResourceAsStream("citus/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
