package org.docduel.core.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

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
    return name.startsWith("linux")
        ? LINUX
        : name.startsWith("mac") ? MACOS : name.startsWith("windows") ? WINDOWS : OTHER;
  }

  /** What this host calls itself. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }

  /** A password for a server that lives as long as the run: other users share the host with it. */
  public static final class NewPassword {
    private NewPassword() {}

    /** Letters and digits, so that it needs no escaping in an address. */
    public static String create() {
      byte[] bytes = new byte[16];
      new SecureRandom().nextBytes(bytes);
      return HexFormat.of().formatHex(bytes);
    }
  }

  /** A port of the loopback interface that nobody has at the moment. */
  public static final class FreePort {
    private FreePort() {}

    public static int find() throws IOException {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      }
    }
  }

  /**
   * The environment of processes that are started here: without the addresses of servers, which may
   * hold passwords and which any process of the same user can read there, and without the options
   * that would bring this JVM's agents along.
   */
  public static final class ChildEnvironment {
    private static final Set<String> OF_JVMS =
        Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private ChildEnvironment() {}

    public static ProcessBuilder strip(ProcessBuilder builder) {
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("DOCDUEL_") || OF_JVMS.contains(name));
      return builder;
    }
  }
}
