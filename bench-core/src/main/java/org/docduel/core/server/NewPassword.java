package org.docduel.core.server;

import java.security.SecureRandom;
import java.util.HexFormat;

/** A password for a server that lives as long as the run: other users share the host with it. */
public final class NewPassword {
  private static final int BYTES = 16;

  private NewPassword() {}

  /** Letters and digits, so that it needs no escaping in an address. */
  public static String create() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
