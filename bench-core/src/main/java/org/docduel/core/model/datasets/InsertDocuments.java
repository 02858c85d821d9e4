package org.docduel.core.model.datasets;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

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
 * publication's repository has them.
 *
 * <p>Published: {@code payload: {data: ...}} or {@code payload: {data0: ..., data1: ...}}, and all
 * documents share one payload. Wrapped and shared are each half of that.
 *
 * <p>The payload is text of 32 equally likely characters (5 bits of entropy in each byte: LZ
 * compressors without an entropy coder gain nothing, others reach 5/8 at best), or for {@link
 * PayloadEncoding#BINARY} and {@link PayloadEncoding#INTARRAY} bytes of 8 random bits.
 */
public final class InsertDocuments implements Dataset {
  /** The most attributes, as in the published comparison. */
  public static final int MAX_ATTRIBUTES = 200;

  public static final String LINKS = "links";

  public static final long DEFAULT_SEED = 42;

  private static final long PAYLOADS = CounterRandom.stream(DEFAULT_SEED, 0x101);
  private static final long LINK_IDS = CounterRandom.stream(DEFAULT_SEED, 0x102);
  private static final long NUMBERS = CounterRandom.stream(DEFAULT_SEED, 0x103);
  private static final FieldNames WRAPPED = FieldNames.of("payload", LINKS);
  private static final InsertDocuments DEFAULTS =
      new InsertDocuments(new PayloadSize(200), 1, PayloadEncoding.TEXT, DocumentShape.FLAT);

  private static final int PER_DOCUMENT = 10;
  private static final int PER_BAND = 1_000;
  private static final int BITS = 21;
  private static final int DRAWS_PER_WORD = Long.SIZE / BITS;

  /** Made once: the documents share them. */
  private static final Value[] UNIVERSE = universe();

  private final PayloadSize payload;
  private final int attributes;
  private final PayloadEncoding encoding;
  private final DocumentShape shape;
  private final FieldNames names;
  private final Payload.Shares shares;
  private final List<Attribute> parts = new ArrayList<>();

  private InsertDocuments(
      PayloadSize payload, int attributes, PayloadEncoding encoding, DocumentShape shape) {
    this.payload = payload;
    this.attributes = attributes;
    this.encoding = encoding;
    this.shape = shape;
    shares = new Payload.Shares(payload.bytes(), attributes);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < attributes; i++) {
      parts.add(attribute(i, shares.length(i)));
      // As the published comparison calls them: data, or data0 and so on.
      String published = attributes == 1 ? "data" : "data" + i;
      all.add(shape.wrapped() ? published : "attribute_" + (i + 1));
    }
    if (!shape.wrapped()) {
      all.add(LINKS);
    }
    names = FieldNames.of(all);
  }

  private Attribute attribute(int index, int share) {
    return switch (shape) {
      case NESTED -> Attribute.nested(index, share);
      case REALISTIC -> Attribute.realistic(index, share);
      default -> Attribute.part(0, share);
    };
  }

  /** Flat documents of 200 bytes of text in one attribute, seed 42. */
  public static InsertDocuments withDefaults() {
    return DEFAULTS;
  }

  public InsertDocuments withPayload(PayloadSize newPayload) {
    return new InsertDocuments(newPayload, attributes, encoding, shape);
  }

  /** With another number of attributes, 1 to {@link #MAX_ATTRIBUTES}. */
  public InsertDocuments withAttributes(int newAttributes) {
    if (newAttributes < 1 || newAttributes > MAX_ATTRIBUTES) {
      throw new IllegalArgumentException(newAttributes + " attributes");
    }
    return new InsertDocuments(payload, newAttributes, encoding, shape);
  }

  public InsertDocuments withEncoding(PayloadEncoding newEncoding) {
    return new InsertDocuments(payload, attributes, newEncoding, shape);
  }

  public InsertDocuments withShape(DocumentShape newShape) {
    return new InsertDocuments(payload, attributes, encoding, newShape);
  }

  @Override
  public String name() {
    return "w1-" + Parameter.label(shape);
  }

  @Override
  public Document document(long index) {
    CounterRandom random = CounterRandom.of(PAYLOADS, shape.shared() ? 0 : index);
    Payload content = Payload.of(random, payload.bytes(), encoding == PayloadEncoding.TEXT);
    CounterRandom numbers = CounterRandom.of(NUMBERS, index);
    Value[] values = new Value[names.size()];
    for (int i = 0; i < attributes; i++) {
      values[i] = parts.get(i).value(content, shares.start(i), numbers);
    }
    Value links = links(CounterRandom.of(LINK_IDS, index));
    if (shape.wrapped()) {
      return new Document(index, ObjectValue.of(WRAPPED, ObjectValue.of(names, values), links));
    }
    values[attributes] = links;
    return new Document(index, ObjectValue.of(names, values));
  }

  /**
   * Ten link ids from a universe of 10,000, one from each tenth of it: all different, all equally
   * frequent.
   */
  private static ArrayValue links(CounterRandom random) {
    Value[] links = new Value[PER_DOCUMENT];
    long randomBits = 0;
    for (int i = 0; i < PER_DOCUMENT; i++) {
      if (i % DRAWS_PER_WORD == 0) {
        randomBits = random.bits(i / DRAWS_PER_WORD);
      }
      int draw = (int) (((randomBits & ((1 << BITS) - 1)) * PER_BAND) >>> BITS);
      randomBits >>>= BITS;
      links[i] = UNIVERSE[i * PER_BAND + draw];
    }
    return ArrayValue.of(links);
  }

  private static Value[] universe() {
    return IntStream.range(0, PER_DOCUMENT * PER_BAND)
        .mapToObj(i -> new StringValue("link" + (10_000 + i)))
        .toArray(Value[]::new);
  }

  /** How the documents of the insert workload are built. */
  public enum DocumentShape {
    /** All attributes at the top, texts or bytes. */
    FLAT,

    /** Every attribute a sub-document of mixed types, five levels deep; the same payload. */
    NESTED,

    /**
     * Attributes of different kinds, among them lists of mixed kinds and sub-documents down to the
     * fifth level; the same payload.
     */
    REALISTIC,

    /**
     * As the published comparison of inserts had them: the attributes in an object {@code payload},
     * and the same payload in every document.
     */
    PUBLISHED,

    /** The attributes in an object {@code payload}. */
    WRAPPED,

    /** Flat, with the same payload in every document. */
    SHARED;

    public static final Parameter<DocumentShape> PARAMETER =
        Parameter.choice(
            "shape",
            DocumentShape.class,
            "flat, nested (mixed types, five levels deep), realistic, published (the attributes in an"
                + " object, the same payload in every document), wrapped, shared (each half of that)",
            "shape=flat,nested,realistic");

    /** Whether every document has the same payload. */
    public boolean shared() {
      return this == PUBLISHED || this == SHARED;
    }

    /** Whether the attributes lie in an object of their own. */
    public boolean wrapped() {
      return this == PUBLISHED || this == WRAPPED;
    }
  }
}
