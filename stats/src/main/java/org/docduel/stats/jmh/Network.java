package org.docduel.stats.jmh;

import java.util.Arrays;

/** What lies between a client and its server. */
public enum Network {
  /** Nobody noted it. */
  UNKNOWN(""),
  /** Nothing: a library in the client's own process. */
  IN_PROCESS("in process"),
  /** The loopback interface: a process of the client's machine. */
  LOOPBACK("loopback"),
  /** The loopback interface: a container on the network of the client's machine. */
  HOST("host"),
  /** A proxy that copies: a container of the client's machine behind a published port. */
  PUBLISHED("published"),
  /** A network: the server is on another machine. */
  REMOTE("remote");

  private final String label;

  Network(String label) {
    this.label = label;
  }

  /** As sidecars have it. */
  public String label() {
    return label;
  }

  /** That of a label; unknown for one that there is not. */
  public static Network of(String label) {
    return Arrays.stream(values())
        .filter(network -> network.label.equals(label))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /**
   * Whether one leads directly to a server of a machine and the other through a published port,
   * which costs up to half of the rate of short operations.
   */
  public boolean isUnlike(Network other) {
    return (this == PUBLISHED && other.isDirect()) || (other == PUBLISHED && isDirect());
  }

  private boolean isDirect() {
    return this == LOOPBACK || this == HOST;
  }
}
