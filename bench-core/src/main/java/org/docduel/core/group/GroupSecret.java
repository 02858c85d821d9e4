package org.docduel.core.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.docduel.core.config.BadInputException;
import org.jgroups.Message;
import org.jgroups.auth.AuthToken;

/** What a file gives that all clients have: a key, and what a client shows when it joins. */
public final class GroupSecret extends AuthToken {
  private static final int SHORTEST = 16;
  private static final int ITERATIONS = 200_000;
  private static final int KEY_BYTES = 16;
  private static final int SHOWN_BYTES = 32;

  private final byte[] key;
  private final byte[] shown;

  /** For JGroups, which reads it from a message. */
  public GroupSecret() {
    this(new byte[KEY_BYTES + SHOWN_BYTES]);
  }

  private GroupSecret(byte[] derived) {
    key = Arrays.copyOf(derived, KEY_BYTES);
    shown = Arrays.copyOfRange(derived, KEY_BYTES, KEY_BYTES + SHOWN_BYTES);
  }

  /**
   * Of a file of at least 16 characters.
   *
   * @throws BadInputException when it cannot be read, or is too short
   */
  static GroupSecret read(Path file) {
    try {
      char[] text = Files.readString(file).strip().toCharArray();
      if (text.length < SHORTEST) {
        throw BadInputException.of(
            "--group-secret %s: it needs %d characters or more", file, SHORTEST);
      }
      int bits = Byte.SIZE * (KEY_BYTES + SHOWN_BYTES);
      PBEKeySpec spec = new PBEKeySpec(text, "docduel group".getBytes(UTF_8), ITERATIONS, bits);
      return new GroupSecret(
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded());
    } catch (IOException e) {
      throw new BadInputException("--group-secret " + file + ": cannot be read: " + e, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Encrypts what clients say, 128 bits. */
  SecretKeySpec key() {
    return new SecretKeySpec(key, "AES");
  }

  @Override
  public String getName() {
    return getClass().getName();
  }

  @Override
  public int size() {
    return SHOWN_BYTES;
  }

  @Override
  public boolean authenticate(AuthToken token, Message message) {
    return token instanceof GroupSecret other && MessageDigest.isEqual(shown, other.shown);
  }

  @Override
  public void writeTo(DataOutput out) throws IOException {
    out.write(shown);
  }

  @Override
  public void readFrom(DataInput in) throws IOException {
    in.readFully(shown);
  }
}
