package org.docduel.core.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.docduel.core.config.BadInputException;
import org.jgroups.Message;
import org.jgroups.auth.AuthToken;

/** What a client shows when it joins: that it knows the secret of the group. */
public final class GroupSecret extends AuthToken {
  private static final int SHORTEST = 16;
  private static final int ITERATIONS = 200_000;
  private static final int BITS = 128;

  private byte[] shown;

  /** For JGroups, which reads it from a message. */
  public GroupSecret() {
    this(new byte[0]);
  }

  /** Shows a key, not by itself. */
  GroupSecret(byte[] key) {
    shown = key.length == 0 ? key : digest(key);
  }

  private static byte[] digest(byte[] key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The key, 128 bits, that a file of at least 16 characters gives.
   *
   * @throws BadInputException when it cannot be read, or is too short
   */
  static byte[] key(Path file) {
    String text;
    try {
      text = Files.readString(file).strip();
    } catch (IOException e) {
      throw new BadInputException("--group-secret " + file + ": cannot be read: " + e, e);
    }
    if (text.length() < SHORTEST) {
      throw new BadInputException(
          "--group-secret " + file + ": it needs " + SHORTEST + " characters or more");
    }
    try {
      PBEKeySpec spec =
          new PBEKeySpec(text.toCharArray(), "docduel group".getBytes(UTF_8), ITERATIONS, BITS);
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String getName() {
    return getClass().getName();
  }

  @Override
  public int size() {
    return Integer.BYTES + shown.length;
  }

  @Override
  public boolean authenticate(AuthToken token, Message message) {
    return token instanceof GroupSecret other && MessageDigest.isEqual(shown, other.shown);
  }

  @Override
  public void writeTo(DataOutput out) throws IOException {
    out.writeInt(shown.length);
    out.write(shown);
  }

  @Override
  public void readFrom(DataInput in) throws IOException {
    shown = new byte[Math.min(64, Math.max(0, in.readInt()))];
    in.readFully(shown);
  }
}
