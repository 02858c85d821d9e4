package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands of MongoDB's protocol as queries with parameters. */
class MongoCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{find: 'o', filter: {a: 'x', b: {$gt: 5}}, limit: 3, $db: 's', lsid: {id: 1}}"
            + "| {find: 'o', filter: {a: {$parameter: 1}, b: {$gt: {$parameter: 2}}}, limit: 3}"
            + "| x 5 | text number",
        "{find: 'o', filter: {_id: {$oid: '5f0000000000000000000001'}, at: {$gte: {$date: '2026-01-02T00:00:00Z'}}}}"
            + "| {find: 'o', filter: {_id: {$parameter: 1}, at: {$gte: {$parameter: 2}}}}"
            + "| 5f0000000000000000000001 2026-01-02T00:00:00Z | text timestamp",
        "{find: 'o', filter: {$or: [{a: null}, {b: true}], c: {$exists: true}}, sort: {a: 1}}"
            + "| {find: 'o', filter: {$or: [{a: null}, {b: {$parameter: 1}}], c: {$exists: true}}, sort: {a: 1}}"
            + "| true | boolean",
        "{find: 'o', filter: {a: {$regularExpression: {pattern: '^u', options: 'i'}}}}"
            + "| {find: 'o', filter: {a: {$regex: {$parameter: 1}, $options: 'i'}}} | ^u | text",
        "{aggregate: 'o', pipeline: [{$match: {a: 1.5}}, {$project: {b: {$gt: ['$c', 7]}}}, {$skip: 20}, {$limit: 5}], cursor: {}}"
            + "| {aggregate: 'o', pipeline: [{$match: {a: {$parameter: 1}}}, {$project: {b: {$gt: ['$c', 7]}}}, {$skip: {$parameter: 2}}, {$limit: 5}]}"
            + "| 1.5 20 | number number",
        "{aggregate: 'o', pipeline: [{$lookup: {from: 'p', as: 'q', pipeline: [{$match: {a: 1, $expr: {$eq: ['$b', 2]}}}]}}], cursor: {}}"
            + "| {aggregate: 'o', pipeline: [{$lookup: {from: 'p', as: 'q', pipeline: [{$match: {a: {$parameter: 1}, $expr: {$eq: ['$b', 2]}}}]}}]}"
            + "| 1 | number",
        "{count: 'o', query: {a: 'x'}}"
            + "| {aggregate: 'o', pipeline: [{$match: {a: {$parameter: 1}}}, {$count: 'n'}]} | x | text",
        "{distinct: 'o', key: 'city', query: {a: 'x'}}"
            + "| {aggregate: 'o', pipeline: [{$match: {a: {$parameter: 1}}}, {$unwind: {path: '$city', preserveNullAndEmptyArrays: true}}, {$group: {_id: '$city'}}]} | x | text",
      })
  void readsQuery(String command, String query, String values, String kinds) {
    String json = BsonDocument.parse(command).toJson(MongoCommand.JSON);
    NormalStatement statement = MongoCommand.normal(json);
    assertThat(MongoCommand.reasonAgainst(statement)).isEmpty();
    assertThat(BsonDocument.parse(statement.text())).isEqualTo(BsonDocument.parse(query));
    assertThat(statement.tuple(List.of())).containsExactly(values.split(" "));
    assertThat(MongoQuery.of(MongoCommand.parse(json)).kinds()).containsExactly(kinds.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{find: 'o', filter: {a: 1}} | {find: 'o', filter: {a: 2.5}} | true",
        "{find: 'o', filter: {a: {$in: [1, 2]}}} | {find: 'o', filter: {a: {$in: [3, 4, 5]}}} | true",
        "{find: 'o', filter: {a: 1}, skip: 10} | {find: 'o', filter: {a: 1}, skip: 20} | true",
        "{find: 'o', filter: {a: 1}} | {find: 'o', filter: {a: 'x'}} | false",
        "{find: 'o', filter: {a: 1}} | {find: 'p', filter: {a: 1}} | false",
        "{find: 'o', filter: {a: 1}} | {find: 'o', filter: {a: 1}, sort: {a: 1}} | false",
        "{find: 'o', filter: {a: 1}, limit: 1} | {find: 'o', filter: {a: 1}, limit: 50} | false",
        "{find: 'o', filter: {a: null}} | {find: 'o', filter: {a: 1}} | false",
      })
  void tellsQueriesApart(String first, String second, boolean areSame) {
    String key = MongoCommand.normal(first).key();
    assertThat(MongoCommand.normal(second).key().equals(key)).isEqualTo(areSame);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{insert: 'o'} | writes",
        "{findAndModify: 'o', query: {a: 1}} | writes",
        "{aggregate: 'o', pipeline: [{$out: 'p'}]} | writes",
        "{getMore: 5, collection: 'o'} | fetches more rows of a query",
        "{aggregate: 1, pipeline: [{$currentOp: {}}]} | is no query of a collection",
        "{listIndexes: 'o'} | is no query of a collection",
        "{find: 'system.profile'} | asks the catalog",
        "{find: 'o', collation: {locale: 'de'}} | has collation",
        "{find: 'o', hint: {a: 1}} | has hint",
        "{find: 'o', filter: {$where: 'sleep(5)'}} | runs code: $where",
        "{count: 'o'} | takes the server's own total",
        "{aggregate: 'o', pipeline: [{$set: {a: 'sk_live_abcdefgh'}}]} | holds what looks like a key, a token or a card",
      })
  void givesReasonAgainst(String command, String reason) {
    NormalStatement statement = MongoCommand.normal(command);
    assertThat(MongoCommand.reasonAgainst(statement)).contains(reason);
    assertThat(statement.text()).doesNotContain("{", "sk_live");
  }

  @Test
  void countsCutCommandsAndRejectsOthers() {
    NormalStatement cut = MongoCommand.normal(MongoCommand.cut("find", "orders"));
    assertThat(cut.command()).isEqualTo("FIND");
    assertThat(MongoCommand.reasonAgainst(cut)).contains("was cut by the server");
    for (String other : List.of("SELECT 1", "{", "{}", "{find: ")) {
      assertThatThrownBy(() -> MongoCommand.normal(other))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** A binary value has no kind of a column: that of the first call stays, and is told. */
  @Test
  void keepsValuesWithoutKind() {
    String command = "{find: 'o', filter: {a: {$binary: {base64: 'AAE=', subType: '00'}}, b: 1}}";
    MongoQuery query = MongoQuery.of(BsonDocument.parse(command));
    assertThat(query.kinds()).containsExactly("number");
    assertThat(query.note()).contains("BINARY");
  }

  private static final MongoNames NAMES =
      new MongoNames(Map.of("orderItems", "orderitems", "city", "city"), Set.of("orderItems"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{find: 'city', filter: {_id: 1}} | {find: 'city', filter: {_id: 1}}",
        "{find: 'orderItems', filter: {$or: [{_id: 1}, {'a._id': 2}]}, sort: {_id: -1}}"
            + "| {find: 'orderitems', filter: {$or: [{original_id: 1}, {'a._id': 2}]}, sort: {original_id: -1}}",
        "{find: 'orderItems', projection: {a: 1}} | {find: 'orderitems', projection: {a: 1, original_id: 1, _id: 0}}",
        "{find: 'orderItems', projection: {a: 1, _id: 0}} | {find: 'orderitems', projection: {a: 1, _id: 0}}",
        "{find: 'orderItems', projection: {a: 0}} | {find: 'orderitems', projection: {a: 0}}",
        "{aggregate: 'orderItems', pipeline: [{$match: {_id: 1}}, {$group: {_id: '$_id', n: {$sum: 1}}}, {$sort: {_id: 1}}]}"
            + "| {aggregate: 'orderitems', pipeline: [{$match: {original_id: 1}}, {$group: {_id: '$original_id', n: {$sum: 1}}}, {$sort: {_id: 1}}]}",
        "{aggregate: 'city', pipeline: [{$lookup: {from: 'orderItems', localField: '_id', foreignField: '_id', as: 'o'}}]}"
            + "| {aggregate: 'city', pipeline: [{$lookup: {from: 'orderitems', localField: '_id', foreignField: 'original_id', as: 'o'}}]}",
      })
  void renames(String query, String renamed) {
    assertThat(NAMES.apply(BsonDocument.parse(query))).isEqualTo(BsonDocument.parse(renamed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{find: 'nowhere'} | asks nowhere, which has no documents",
        "{aggregate: 'orderItems', pipeline: [{$redact: '$_id'}]} | has $redact with an _id that is no number",
        "{aggregate: 'city', pipeline: [{$lookup: {from: 'orderItems', localField: 'a', foreignField: 'b', as: 'o'}}, {$match: {'o._id': 1}}]}"
            + "| names the _id of documents that it looks up",
      })
  void rejectsWhatCannotBeRenamed(String query, String reason) {
    BsonDocument parsed = BsonDocument.parse(query);
    assertThatThrownBy(() -> NAMES.apply(parsed)).hasMessage(reason);
  }
}
