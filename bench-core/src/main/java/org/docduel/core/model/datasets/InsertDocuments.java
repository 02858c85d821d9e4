package org.docduel.core.model.datasets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.docduel.core.config.DocumentShape;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;

/**
 * The documents of the insert workload (W1): a payload split over attributes, and an array {@code
 * links} of ten link ids (texts such as {@code link10042}, ten different ones of a universe of
 * 10,000).
 *
 * <p>Flat: the attributes are fields {@code attribute_1} to {@code attribute_n}, each payload /
 * attributes bytes long, the remainder going to the first ones; with more attributes than bytes the
 * last ones are empty. A text's characters are each one byte in UTF-8 and need no escape in JSON.
 * Joined in order, the attributes are the same payload whatever their number.
 *
 * <p>Nested: each of the same shares is a sub-document of mixed types with five levels, see {@link
 * DocumentShape#NESTED}; the share is counted as half text, then a boolean of 1 byte, an integer, a
 * timestamp and a decimal of 8 bytes each as far as they fit, and text for the rest.
 *
 * <p>Realistic: the same shares as texts, lists of mixed kinds and sub-documents, as the
 * publication's repository has them, see {@link RealisticAttribute}.
 *
 * <p>Published: {@code payload: {data: ...}} or {@code payload: {data0: ..., data1: ...}}, and
 * every document has the payload of the first one. Wrapped and shared are each half of that.
 *
 * <p>The payload is text of 32 equally likely characters (5 bits of entropy in each byte: LZ
 * compressors without an entropy coder gain nothing, others reach 5/8 at best), or for {@link
 * PayloadEncoding#BINARY} and {@link PayloadEncoding#INTARRAY} bytes of 8 random bits.
 */
public final class InsertDocuments implements Dataset {
  /** The most attributes, as in the published comparison. */
  public static final int MAX_ATTRIBUTES = 200;

  /** The field that holds the link ids. */
  public static final String LINKS = "links";

  /** The seed of all workloads unless another is asked for. */
  public static final long DEFAULT_SEED = 42;

  private static final InsertDocuments DEFAULTS =
      new InsertDocuments(
          new PayloadSize(200), 1, PayloadEncoding.TEXT, DocumentShape.FLAT, DEFAULT_SEED);

  // The streams of random words, and the words that one nested attribute takes.
  private static final int PAYLOAD_STREAM = 0x101;
  private static final int LINKS_STREAM = 0x102;
  private static final int NUMBERS_STREAM = 0x103;
  private static final FieldNames WRAPPED = FieldNames.of("payload", LINKS);
  private static final int WORDS_PER_ATTRIBUTE = 4;

  private final PayloadSize payload;
  private final int attributes;
  private final PayloadEncoding encoding;
  private final DocumentShape shape;
  private final long seed;

  private final long payloadStream;
  private final long linksStream;
  private final long numbersStream;
  private final FieldNames names;
  private final FieldNames wrapped;
  private final Payload.Shares shares;
  private final List<NestedAttribute> nested;
  private final List<RealisticAttribute> realistic;

  private InsertDocuments(
      PayloadSize payload,
      int attributes,
      PayloadEncoding encoding,
      DocumentShape shape,
      long seed) {
    this.payload = payload;
    this.attributes = attributes;
    this.encoding = encoding;
    this.shape = shape;
    this.seed = seed;
    payloadStream = CounterRandom.stream(seed, PAYLOAD_STREAM);
    linksStream = CounterRandom.stream(seed, LINKS_STREAM);
    numbersStream = CounterRandom.stream(seed, NUMBERS_STREAM);
    names = names(attributes);
    wrapped = wrapped(attributes);
    shares = new Payload.Shares(payload.bytes(), attributes);
    nested = shape == DocumentShape.NESTED ? nested(shares) : List.of();
    realistic = shape == DocumentShape.REALISTIC ? realistic(shares) : List.of();
  }

  private static FieldNames names(int attributes) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= attributes; i++) {
      names.add("attribute_" + i);
    }
    names.add(LINKS);
    return FieldNames.of(names);
  }

  /** As the published comparison calls them: {@code data}, or {@code data0} and so on. */
  private static FieldNames wrapped(int attributes) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < attributes; i++) {
      names.add(attributes == 1 ? "data" : "data" + i);
    }
    return FieldNames.of(names);
  }

  private static List<NestedAttribute> nested(Payload.Shares shares) {
    List<NestedAttribute> nested = new ArrayList<>();
    for (int i = 0; i < shares.parts(); i++) {
      nested.add(new NestedAttribute(shares.length(i)));
    }
    return List.copyOf(nested);
  }

  private static List<RealisticAttribute> realistic(Payload.Shares shares) {
    List<RealisticAttribute> realistic = new ArrayList<>();
    for (int i = 0; i < shares.parts(); i++) {
      realistic.add(new RealisticAttribute(i, shares.length(i)));
    }
    return List.copyOf(realistic);
  }

  /** Flat documents of 200 bytes of text in one attribute, seed 42. */
  public static InsertDocuments withDefaults() {
    return DEFAULTS;
  }

  /** With another size. */
  public InsertDocuments withPayload(PayloadSize newPayload) {
    return new InsertDocuments(newPayload, attributes, encoding, shape, seed);
  }

  /** With another number of attributes, 1 to {@link #MAX_ATTRIBUTES}. */
  public InsertDocuments withAttributes(int newAttributes) {
    if (newAttributes < 1 || newAttributes > MAX_ATTRIBUTES) {
      throw new IllegalArgumentException(newAttributes + " attributes");
    }
    return new InsertDocuments(payload, newAttributes, encoding, shape, seed);
  }

  /** With texts or bytes. */
  public InsertDocuments withEncoding(PayloadEncoding newEncoding) {
    return new InsertDocuments(payload, attributes, newEncoding, shape, seed);
  }

  /** With another shape. */
  public InsertDocuments withShape(DocumentShape newShape) {
    return new InsertDocuments(payload, attributes, encoding, newShape, seed);
  }

  /** With other content. */
  public InsertDocuments withSeed(long newSeed) {
    return new InsertDocuments(payload, attributes, encoding, shape, newSeed);
  }

  @Override
  public String name() {
    return "w1-" + shape.label();
  }

  @Override
  public Document document(long index) {
    Payload content = payload(CounterRandom.key(payloadStream, shape.shared() ? 0 : index));
    int count = attributes;
    Value[] values = new Value[count + 1];
    if (nested.isEmpty() && realistic.isEmpty()) {
      for (int i = 0; i < count; i++) {
        values[i] = content.part(shares.start(i), shares.length(i));
      }
    } else if (shape == DocumentShape.REALISTIC) {
      long key = CounterRandom.key(numbersStream, index);
      for (int i = 0; i < count; i++) {
        values[i] = realistic.get(i).value(content, shares.start(i), key);
      }
    } else {
      long key = CounterRandom.key(numbersStream, index);
      for (int i = 0; i < count; i++) {
        values[i] = nested.get(i).value(content, shares.start(i), key, i * WORDS_PER_ATTRIBUTE);
      }
    }
    Value links = LinkIds.of(CounterRandom.key(linksStream, index));
    if (shape.wrapped()) {
      Value inner = ObjectValue.of(wrapped, Arrays.copyOf(values, count));
      return new Document(index, ObjectValue.of(WRAPPED, inner, links));
    }
    values[count] = links;
    return new Document(index, ObjectValue.of(names, values));
  }

  private Payload payload(long key) {
    return encoding == PayloadEncoding.TEXT
        ? Payload.text(key, payload.bytes())
        : Payload.binary(key, payload.bytes());
  }
}
