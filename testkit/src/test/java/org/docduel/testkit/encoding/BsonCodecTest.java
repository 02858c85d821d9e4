package org.docduel.testkit.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.docduel.core.encoding.BsonCodec;
import org.docduel.core.encoding.Codec;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.UserDocuments;
import org.docduel.core.spi.StoreException;
import org.junit.jupiter.api.Test;

final class BsonCodecTest {
  private static final int TIMES = 2_000;
  private static final int FRIENDS = 90;

  private final byte[] bson =
      array(new BsonCodec().encode(new UserDocuments(FRIENDS).document(0).body()));

  @Test
  void findingLateKeyAllocatesNothing() {
    Codec.Lookup late = new BsonCodec().lookup(Path.parse("friends[89].registered"));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long found = count(late); // classes are loaded now
    long before = threads.getCurrentThreadAllocatedBytes();
    found += count(late);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(found).isEqualTo(2L * TIMES);
    assertThat(bson.length).isGreaterThan(15_000);
    // One object for each key that is skipped would be over 15 million bytes.
    assertThat(allocated / TIMES).isZero();
  }

  @Test
  void rejectsNegativeLength() {
    byte[] broken = bson.clone();
    // The length of the first field, an object, after its type and the name "user".
    ByteBuffer.wrap(broken).putInt(4 + 1 + 5, -1);

    assertThatThrownBy(() -> new BsonCodec().lookup(Path.of("friends")).find(broken))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("invalid BSON");
  }

  private long count(Codec.Lookup lookup) {
    long found = 0;
    for (int i = 0; i < TIMES; i++) {
      found += lookup.find(bson) == null ? 0 : 1;
    }
    return found;
  }

  private static byte[] array(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
