package org.docduel.core.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.docduel.core.encoding.BsonBytes;

/** A digest over documents: SHA-256 of their BSON, {@code _id} included, one after the other. */
public final class ContentDigest {
  private ContentDigest() {}

  /**
   * The digest of a range.
   *
   * @param dataset where the documents come from
   * @param from the first index
   * @param count how many
   * @return 64 hexadecimal digits
   */
  public static String of(Dataset dataset, long from, int count) {
    MessageDigest digest = sha256();
    BsonBytes bytes = new BsonBytes();
    for (int i = 0; i < count; i++) {
      digest.update(bytes.documentView(dataset.document(from + i)));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
