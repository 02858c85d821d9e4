package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.Codec;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.InsertDocuments.DocumentShape;
import org.docduel.core.model.datasets.PairDocuments;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.model.datasets.UserDocuments;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.testkit.RandomTrees;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every format must do; a new codec is tested here without being asked. */
class CodecContractTest {
  static Stream<Named<Codec>> codecs() {
    return Codec.all().stream().map(codec -> Named.of(codec.name(), codec));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void roundTripsTreesAndPathsOrRejectsThemInOneLine(Codec codec) {
    int encodable = 0;
    int found = 0;
    for (int seed = 0; seed < 400; seed++) {
      ObjectValue body = RandomTrees.body(seed);
      byte[] encoded;
      try {
        encoded = bytes(codec.encode(body));
      } catch (RejectedDocumentException e) {
        AwkwardDocumentTest.assertOneLine(e);
        continue;
      }
      encodable++;
      ObjectValue expected = codec.asDecoded(body);
      assertThat(codec.decode(encoded)).as("seed " + seed).isEqualTo(expected);
      for (Path path : paths(expected)) {
        assertThat(codec.lookup(path).find(encoded))
            .as("seed " + seed + ", " + path)
            .isEqualTo(path.in(expected).orElseThrow());
        found++;
      }
    }
    assertThat(encodable).isGreaterThan(200);
    assertThat(found).isGreaterThan(1_000);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void roundTripsEveryDataset(Codec codec) {
    InsertDocuments inserts = InsertDocuments.withDefaults();
    Stream.of(
            inserts,
            inserts.withShape(DocumentShape.NESTED),
            inserts
                .withShape(DocumentShape.REALISTIC)
                .withPayload(PayloadSize.parse("4KB"))
                .withAttributes(200),
            inserts.withEncoding(PayloadEncoding.BINARY),
            new IndexedReadDocuments(),
            new UpdateDocuments(),
            new UserDocuments(50),
            new PairDocuments(PairDocuments.Kind.TEXT),
            new PairDocuments(PairDocuments.Kind.INT32),
            new PairDocuments(PairDocuments.Kind.BOOL))
        .forEach(dataset -> {
          for (int index = 0; index < 20; index++) {
            ObjectValue body = dataset.document(index).body();
            assertThat(codec.decode(bytes(codec.encode(body))))
                .as(dataset.name())
                .isEqualTo(codec.asDecoded(body));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void findsNothingAtMissingPath(Codec codec) {
    ObjectValue body =
        ObjectValue.of(
            FieldNames.of("text", "list", "object"),
            new StringValue("x"),
            ArrayValue.of(new IntegerValue(1), new IntegerValue(2)),
            ObjectValue.of(FieldNames.of("0"), new IntegerValue(3)));
    byte[] encoded = bytes(codec.encode(body));

    for (String nowhere :
        List.of(
            "other",
            "tex",
            "text.a",
            "text[0]",
            "list[2]",
            "list.a",
            "list.0",
            "object.a",
            "object[0]")) {
      assertThat(codec.lookup(Path.parse(nowhere)).find(encoded)).as(nowhere).isNull();
    }
    assertThat(codec.lookup(Path.parse("list[1]")).find(encoded)).isEqualTo(new IntegerValue(2));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void rejectsTruncatedBytesInOneLine(Codec codec) {
    byte[] encoded = bytes(codec.encode(new UserDocuments(3).document(0).body()));

    for (int length : new int[] {1, 3, encoded.length / 2}) {
      assertThatThrownBy(() -> codec.decode(Arrays.copyOf(encoded, length)))
          .as("%d bytes", length)
          .isInstanceOf(StoreException.class)
          .satisfies(e -> AwkwardDocumentTest.assertOneLine((StoreException) e));
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static List<Path> paths(ObjectValue body) {
    List<Path> all = new ArrayList<>();
    collect(body, List.of(), all);
    return all;
  }

  private static void collect(Value value, List<Path.Step> steps, List<Path> all) {
    if (!steps.isEmpty()) {
      all.add(new Path(steps));
    }
    if (value instanceof ObjectValue object) {
      for (String name : object.names().asList()) {
        collect(object.field(name).orElseThrow(), with(steps, new Path.Field(name)), all);
      }
    } else if (value instanceof ArrayValue array) {
      IntStream.range(0, array.elements().size())
          .forEach(i -> collect(array.elements().get(i), with(steps, new Path.Element(i)), all));
    }
  }

  private static List<Path.Step> with(List<Path.Step> steps, Path.Step last) {
    return Stream.concat(steps.stream(), Stream.of(last)).toList();
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void findsCodecByName(Codec codec) {
    assertThat(Codec.byName(codec.name()).name()).isEqualTo(codec.name());
    assertThat(codec.name()).matches("[a-z][a-z0-9-]*");
  }
}
