package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import oracle.jdbc.OracleTypes;
import oracle.sql.json.OracleJsonDatum;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * The statements on one JSON collection table. It has one column, {@code DATA}, whose {@code _id}
 * is unique (CREATE JSON COLLECTION TABLE, SQL Language Reference 23ai; JSON Collections, JSON
 * Developer's Guide 23ai). Literals stand in a query, so that it keeps its own plan.
 */
record OracleTable(Collection collection, ElementsIndex elements, IdIndex ids)
    implements SqlDialect, JdbcSystem.Table {
  static final String PLAN =
      "SELECT depth, operation, options, object_name, object_type FROM plan_table"
          + " WHERE statement_id = 'docduel' ORDER BY id";
  static final String ESTIMATED = "estimated by EXPLAIN PLAN, not the plan that ran:";
  static final String FORGET = "DELETE FROM plan_table WHERE statement_id = 'docduel'";

  private static final Path ID = Path.of(OsonCodec.ID);

  /** For all threads: only writing keeps a buffer. */
  private static final OsonCodec READER = new OsonCodec();

  /** The kind of index on an array's elements. */
  enum ElementsIndex {
    /** One entry for each element (CREATE INDEX, MULTIVALUE, SQL Language Reference 23ai). */
    MULTIVALUE,

    /** On whole documents (CREATE SEARCH INDEX, Oracle Text Reference 23ai). */
    SEARCH
  }

  /**
   * The index that finds documents by {@code _id}. A collection table's own is unique on the hidden
   * RAW column RESID, {@code JSON_VALUE(data, '$._id' RETURNING ANY ORA_RAWCOMPARE(2000) ...)} in
   * plans that Oracle publishes; its MongoDB API asks for one id by {@code JSON_EXISTS}. An
   * expression of type NUMBER is another one, which that index does not serve.
   */
  enum IdIndex {
    /** The collection's own, for single documents and lists of ids. */
    OWN,

    /** One more, on {@code _id} as a number, for ranges and order too. */
    NUMBER
  }

  /** With the collection's own index on ids. */
  OracleTable(Collection collection, ElementsIndex elements) {
    this(collection, elements, IdIndex.OWN);
  }

  @Override
  public SqlDialect dialect() {
    return this;
  }

  /** Not quoted, so that the dictionary has it in capitals. */
  @Override
  public String name() {
    return OracleWorkspace.PREFIX + collection.name();
  }

  @Override
  public String from() {
    return name() + " t";
  }

  /** As the dictionary has it. */
  String catalogName() {
    return name().toUpperCase(Locale.ROOT);
  }

  /**
   * DROP TABLE and COMMENT, SQL Language Reference 23ai; without PURGE the space stays taken. IF
   * EXISTS is new in 23ai; Oracle's own page of it was not at hand, others show this form.
   */
  @Override
  public List<String> create() {
    return List.of(
        "DROP TABLE IF EXISTS " + name() + " PURGE",
        "CREATE JSON COLLECTION TABLE " + name(),
        mark());
  }

  /** Shown by USER_TAB_COMMENTS. */
  String mark() {
    return "COMMENT ON TABLE " + name() + " IS '" + OracleWorkspace.MARK + "'";
  }

  /** Makes it again: deleting would leave free space and old index entries behind. */
  @Override
  public List<String> empty() {
    return Stream.concat(create().stream(), createIndexes().stream()).toList();
  }

  /** DBMS_STATS.GATHER_TABLE_STATS, PL/SQL Packages and Types Reference 23ai. */
  @Override
  public String analyze() {
    return "BEGIN DBMS_STATS.GATHER_TABLE_STATS(ownname => USER, tabname => '%s'); END;"
        .formatted(catalogName());
  }

  /** Ends as the index is called: plans are asked for that. No name of Oracle's holds a quote. */
  @Override
  public String indexName(int number, Index index) {
    return name() + "_i" + number + "_" + index.name().replace('"', '_');
  }

  /** The further index on ids, if there is to be one, before those of the collection. */
  @Override
  public List<String> createIndexes() {
    Stream<String> idIndex =
        ids == IdIndex.OWN
            ? Stream.of()
            : Stream.of(
                "CREATE UNIQUE INDEX " + name() + "_id ON " + from() + " (" + number(ID) + ")");
    return Stream.concat(idIndex, JdbcSystem.Table.super.createIndexes().stream()).toList();
  }

  /**
   * A B-tree on JSON_VALUE serves equality, ranges, order and prefixes; for a substring its keys
   * can be scanned instead of the documents, and nothing better exists. A second index on the same
   * expressions would be refused (ORA-01408).
   *
   * @throws StoreException for two texts in one index: together they may have 8,000 bytes, more
   *     than the 6,398 of a key in blocks of 8 KB (ORA-01450, Database Error Messages 23ai)
   */
  @Override
  public String createIndex(String name, Index index) {
    boolean isList = index.kind() == Index.Kind.ELEMENTS;
    // quoted, since names of fields are in it
    String create =
        "CREATE " + (isList ? elements + " " : "") + "INDEX " + Sql.identifier(name) + " ON ";
    return create + (isList ? onElements(index) : onValues(index));
  }

  private String onElements(Index index) {
    return elements == ElementsIndex.MULTIVALUE
        ? from() + " (t.data." + Sql.identifier(index.fields().get(0).top()) + "[*].string())"
        // By default a search index follows the documents later, and would miss some of them.
        : name() + " (data) FOR JSON PARAMETERS ('SYNC (ON COMMIT)')";
  }

  private String onValues(Index index) {
    if (index.fields().stream().filter(path -> kind(path) == Kind.TEXT).count() > 1) {
      throw new StoreException(
          "the index "
              + index.name()
              + " has two texts, which may be longer than the 6,398 bytes of a key in blocks of 8"
              + " KB; index one of them");
    }
    Stream<String> values = index.fields().stream().map(path -> value(path, kind(path)));
    Stream<String> id = index.id() == Index.Id.ABSENT ? Stream.of() : Stream.of(number(ID));
    return Stream.concat(values, id).collect(Collectors.joining(", ", from() + " (", ")"));
  }

  /**
   * An index serves a query only when both have the same expression, the type it returns included;
   * ERROR ON ERROR keeps an index from missing a value, and NULL ON EMPTY lets documents be without
   * the field (Creating B-Tree Indexes for JSON_VALUE, JSON Developer's Guide 23ai). Truth values
   * are the words true and false: an index on them needs no type BOOLEAN.
   */
  @Override
  public String value(Path path, Kind kind) {
    String type =
        switch (kind) {
          case TEXT -> "VARCHAR2(4000)"; // the longest text of a standard database
          case DECIMAL -> "NUMBER";
          case TIMESTAMP -> "TIMESTAMP";
          case BOOLEAN -> "VARCHAR2(5)";
          default ->
              throw new StoreException(
                  "the field "
                      + Sql.quoteForMessage(path.toString())
                      + " has no SQL type of its own");
        };
    return "JSON_VALUE(t.data, %s RETURNING %s ERROR ON ERROR NULL ON EMPTY)"
        .formatted(SqlDialect.path(path, ""), type);
  }

  private String number(Path path) {
    return value(path, Kind.DECIMAL);
  }

  @Override
  public String literal(Value value) {
    if (value instanceof TimestampValue instant) {
      return "TIMESTAMP '" + JsonForm.text(instant).replace('T', ' ').replace("Z", "") + "'";
    }
    String literal = SqlDialect.super.literal(value);
    return value instanceof BooleanValue ? Sql.literal(literal) : literal;
  }

  @Override
  public String holdsAll(Path path, List<Value> elements) {
    return elements.stream()
        .map(element -> SqlDialect.quoted(((StringValue) element).value()))
        .map(element -> exists(path, "[*]?(@.string() == " + element + ")", ""))
        .collect(Collectors.joining(" AND "));
  }

  private static String exists(Path path, String suffix, String passing) {
    return "JSON_EXISTS(t.data, " + SqlDialect.path(path, suffix) + passing + ")";
  }

  /** Of an id: by the expression that its index is on. */
  @Override
  public String keyIs(String field) {
    return field.equals(UpdateSpec.ID) ? idIs("?") : JdbcSystem.Table.super.keyIs(field);
  }

  private String idIs(String id) {
    return ids == IdIndex.NUMBER
        ? number(ID) + " = " + id
        : "JSON_EXISTS(t.data, '$?(@._id == $id)' PASSING " + id + " AS \"id\")";
  }

  /** Reads back, untimed. */
  @Override
  public String range() {
    return ids == IdIndex.NUMBER
        ? JdbcSystem.Table.super.range()
        : select()
            + " WHERE JSON_EXISTS(t.data, '$?(@._id >= $from && @._id < $until)'"
            + " PASSING ? AS \"from\", ? AS \"until\")";
  }

  @Override
  public String scan(String field) {
    if (field.equals(UpdateSpec.ID) && ids == IdIndex.OWN) {
      throw new StoreException(
          "a collection's own index on _id serves no order; take idindex=number");
    }
    return JdbcSystem.Table.super.scan(field);
  }

  @Override
  public String first(String rows) {
    return " FETCH FIRST " + rows + " ROWS ONLY";
  }

  @Override
  public String key(String field) {
    return number(field.equals(UpdateSpec.ID) ? ID : Path.of(field));
  }

  @Override
  public String select() {
    return "SELECT t.data FROM " + from();
  }

  @Override
  public SelectItem value(Path path, boolean asText) {
    String at = "(t.data, " + SqlDialect.path(path, "");
    return asText
        ? new SelectItem("JSON_VALUE" + at + " RETURNING VARCHAR2(4000))", ColumnReader.TEXT)
        : new SelectItem("JSON_QUERY" + at + " RETURNING JSON ALLOW SCALARS)", OracleTable::json);
  }

  @Override
  public SelectItem count(Path path) {
    return SelectItem.number(
        "COUNT(CASE WHEN " + exists(path, "?(@ != null)", "") + " THEN 1 END)");
  }

  private static Value json(ResultSet row, int column) throws SQLException {
    return ColumnReader.orNull(
        row.getObject(column, OracleJsonDatum.class),
        oson -> OsonCodec.read(oson.shareBytes(), OsonCodec::value));
  }

  @Override
  public String links(LinkQuery query, List<String> ids) {
    if (query instanceof LinkQuery.Referring referring) {
      String id = " PASSING " + ids.get(0) + " AS \"id\"";
      return select() + " WHERE " + exists(referring.links(), "[*]?(@.string() == $id)", id);
    }
    if (query instanceof LinkQuery.Lookup lookup) {
      OracleTable links = new OracleTable(lookup.links(), elements, this.ids);
      String pair = links.from().replace(" t", " l");
      return "SELECT t.data FROM %s, %s WHERE %s = %s AND %s"
          .formatted(
              pair,
              from(),
              links.key(lookup.source()).replace("(t.", "(l."),
              ids.get(0),
              idIs(links.key(lookup.target()).replace("(t.", "(l.")));
    } else if (this.ids == IdIndex.NUMBER) {
      return select() + " WHERE " + number(ID) + " IN (" + String.join(", ", ids) + ")";
    }
    List<String> names = IntStream.range(0, ids.size()).mapToObj(i -> "id" + i).toList();
    return select()
        + " WHERE JSON_EXISTS(t.data, '$?(@._id in ("
        + names.stream().map(id -> "$" + id).collect(Collectors.joining(", "))
        + "))' PASSING "
        + IntStream.range(0, ids.size())
            .mapToObj(i -> ids.get(i) + " AS \"" + names.get(i) + "\"")
            .collect(Collectors.joining(", "))
        + ")";
  }

  private static byte[] oson(ResultSet row) throws SQLException {
    return row.getObject(1, OracleJsonDatum.class).shareBytes();
  }

  /** Without decoding the rest. */
  @Override
  public long id(ResultSet row) throws SQLException {
    return OsonCodec.read(oson(row), document -> document.asJsonObject().getLong(OsonCodec.ID));
  }

  @Override
  public long bytes(ResultSet row) throws SQLException {
    return oson(row).length;
  }

  @Override
  public ObjectValue body(ResultSet row) throws SQLException {
    return OsonCodec.body(oson(row));
  }

  @Override
  public ObjectValue asStored(Document document) {
    return READER.asDecoded(document.body());
  }

  /**
   * In bulk above the high-water mark (hint APPEND_VALUES, SQL Language Reference; Oracle
   * GoldenGate sends its array inserts so, "INSERTAPPEND").
   */
  @Override
  public Insert insert(boolean bulk) {
    String hint = bulk ? "/*+ APPEND_VALUES */ " : "";
    OsonCodec codec = new OsonCodec();
    return new Insert(
        "INSERT " + hint + "INTO " + name() + " VALUES (?)",
        (statement, document) -> bind(statement, codec.bytes(document, true)));
  }

  /**
   * OSON travels as a datum; that bytes are taken for OSON and not for text is documented for
   * datums alone (oracle.sql.json.OracleJsonDatum, JDBC Java API Reference).
   */
  private static void bind(PreparedStatement statement, byte[] oson) throws SQLException {
    statement.setObject(1, new OracleJsonDatum(oson), OracleTypes.JSON);
  }

  /**
   * Its first parameter is the number, the patch or the document, its second the key. Written by
   * JSON Developer's Guide 23ai, "JSON_TRANSFORM Operator SET", "Use Bind Variables With
   * JSON_TRANSFORM" and "Oracle SQL Function JSON_MERGEPATCH", and SQL Language Reference,
   * "JSON_MERGEPATCH", by which a failed patch is NULL unless ERROR ON ERROR is asked for.
   */
  @Override
  public Update update(UpdateSpec spec) {
    String changed =
        switch (spec.kind()) {
          case SET -> "JSON_TRANSFORM(t.data, SET " + SqlDialect.path(spec.path(), "") + " = ?)";
          case MERGE -> "JSON_MERGEPATCH(t.data, ? RETURNING JSON ERROR ON ERROR)";
          // The key of a collection's document cannot change: the new one takes the old one's.
          case REPLACE -> "JSON_TRANSFORM(?, SET '$._id' = " + number(ID) + " RETURNING JSON)";
          case SUBSCRIPT, TYPED -> throw spec.unknown();
        };
    OsonCodec codec = new OsonCodec();
    Update.Change oson =
        (statement, key, value) -> {
          ObjectValue body =
              spec.kind() == UpdateKind.MERGE
                  ? ObjectValue.empty().with(spec.names(), new IntegerValue(value))
                  : spec.replacement().document(key, value);
          bind(statement, codec.bytes(new Document(key, body), false));
          statement.setLong(2, key);
        };
    return new Update(
        "UPDATE " + from() + " SET t.data = " + changed + " WHERE " + keyIs(spec.key()),
        spec.kind() == UpdateKind.SET ? Update.Change.NUMBER : oson);
  }

  /**
   * EXPLAIN PLAN, which every user may ask for (EXPLAIN PLAN, SQL Language Reference 23ai;
   * PLAN_TABLE, Database Reference 23ai). It is the optimizer's estimate with literals, which the
   * first line says: the plan that ran, and times by the server's clock, would need rights that
   * only administrators have.
   */
  @Override
  public QueryPlan plan(Connection connection, String sql) throws SQLException {
    Set<String> indexes = new LinkedHashSet<>();
    List<String> plan = new ArrayList<>(List.of(ESTIMATED));
    plan.addAll(explain(connection, sql, row -> step(row, indexes)));
    return new QueryPlan(Map.of(), plan, List.copyOf(indexes));
  }

  /** The steps that the optimizer expects of a statement, from the outermost one inwards. */
  private static List<String> explain(
      Connection connection, String sql, Sql.SqlFunction<ResultSet, String> step)
      throws SQLException {
    Sql.run(connection, "EXPLAIN PLAN SET STATEMENT_ID = 'docduel' FOR " + sql);
    List<String> steps = Sql.rows(connection, PLAN, step);
    Sql.run(connection, FORGET);
    return steps;
  }

  /** Whether a statement by one id is expected to read the whole table. */
  boolean scansForAnId(Connection connection) throws SQLException {
    return explain(connection, select() + " WHERE " + idIs("0"), row -> step(row, new HashSet<>()))
        .stream()
        .anyMatch(step -> step.contains("TABLE ACCESS") && step.contains(" FULL"));
  }

  /**
   * How a bulk load is expected to write: {@code LOAD AS SELECT} above the high-water mark, {@code
   * LOAD TABLE CONVENTIONAL} where the hint is not heeded; empty when that is not told.
   */
  Optional<String> bulkLoad(Connection connection) throws SQLException {
    return explain(connection, insert(true).sql(), row -> step(row, new HashSet<>())).stream()
        .map(String::strip)
        .filter(step -> step.startsWith("LOAD"))
        .findFirst();
  }

  private static String step(ResultSet row, Set<String> indexes) throws SQLException {
    String options = row.getString(3);
    String object = row.getString(4);
    String type = row.getString(5);
    if (object != null && type != null && type.startsWith("INDEX")) {
      indexes.add(object.toLowerCase(Locale.ROOT));
    }
    return "  ".repeat(row.getInt(1))
        + row.getString(2)
        + (options == null ? "" : " " + options)
        + (object == null ? "" : " on " + object.toLowerCase(Locale.ROOT));
  }
}
