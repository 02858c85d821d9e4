package org.docduel.core.server;

import java.util.Locale;

/** The operating systems for which server programs are published. */
public enum Host {
  LINUX,
  MACOS,
  WINDOWS,
  OTHER;

  public static Host current() {
    return of(System.getProperty("os.name"));
  }

  public static Host of(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    if (name.startsWith("linux")) {
      return LINUX;
    }
    if (name.startsWith("mac")) {
      return MACOS;
    }
    return name.startsWith("windows") ? WINDOWS : OTHER;
  }
}
