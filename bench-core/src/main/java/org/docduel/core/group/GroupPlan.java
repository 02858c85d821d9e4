package org.docduel.core.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.docduel.core.config.BadInputException;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.RSVP;
import org.jgroups.protocols.SYM_ENCRYPT;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.stack.ProtocolStack;

/**
 * Which clients a run has.
 *
 * @param hosts where each of them listens; the first one writes the result
 * @param number which of them this is, from 0
 * @param key that encrypts what they say, if they share a secret
 */
public record GroupPlan(List<InetSocketAddress> hosts, int number, Optional<SecretKeySpec> key) {
  /** A name or a number, one of IPv6 in brackets, and a port. */
  private static final Pattern ADDRESS =
      Pattern.compile("([^:\\s]+|\\[[^\\]\\s]+])(?::([0-9]{1,5}))?");

  private static final String DEFAULT_PORT = "7800";

  /** JGroups takes one more, from 100 above on. */
  private static final int LAST_PORT = 65_000;

  private static final int MIN_SECRET_LENGTH = 16;
  private static final int ITERATIONS = 200_000;
  private static final int KEY_BITS = 256;

  /**
   * Reads {@code --clients N --group HOST[:PORT],... --group-secret FILE}.
   *
   * @throws BadInputException when they cannot be used together, or name no hosts
   */
  public static GroupPlan parse(String clients, String group, Optional<String> secret) {
    List<String> addresses = List.of(group.split(",", -1));
    if (addresses.size() < 2 || !clients.equals(String.valueOf(addresses.size()))) {
      throw BadInputException.of(
          "--clients %s --group %s: accepted is an address, HOST[:PORT], for each of 2 clients or more",
          clients, group);
    }
    List<InetSocketAddress> hosts = addresses.stream().map(GroupPlan::address).toList();
    if (hosts.stream().distinct().count() < hosts.size()) {
      throw BadInputException.of(
          "--group %s: an address is there twice; clients on one host need ports", group);
    }
    long remoteHosts =
        hosts.stream().filter(host -> !host.getAddress().isLoopbackAddress()).count();
    if (remoteHosts > 0 && (remoteHosts < hosts.size() || secret.isEmpty())) {
      throw BadInputException.of(
          "--group %s: clients on several hosts need --group-secret FILE, the same on each, and"
              + " addresses that all of them can reach, not loopback",
          group);
    }
    return new GroupPlan(hosts, 0, secret.map(file -> key(Path.of(file))));
  }

  private static InetSocketAddress address(String host) {
    Matcher parts = ADDRESS.matcher(host);
    if (parts.matches()) {
      int port = Integer.parseInt(Objects.requireNonNullElse(parts.group(2), DEFAULT_PORT));
      if (port > 0 && port <= LAST_PORT) {
        InetSocketAddress address = new InetSocketAddress(parts.group(1), port);
        if (!address.isUnresolved()) {
          return address;
        }
      }
    }
    throw BadInputException.of(
        "--group: no host %s; accepted is HOST or HOST:PORT, ports 1 to %d", host, LAST_PORT);
  }

  private static SecretKeySpec key(Path file) {
    try {
      char[] secret = Files.readString(file).strip().toCharArray();
      if (secret.length < MIN_SECRET_LENGTH) {
        throw BadInputException.of(
            "--group-secret %s: it needs %d characters or more", file, MIN_SECRET_LENGTH);
      }
      byte[] salt = "docduel group".getBytes(UTF_8);
      PBEKeySpec spec = new PBEKeySpec(secret, salt, ITERATIONS, KEY_BITS);
      SecretKeyFactory derived = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
      return new SecretKeySpec(derived.generateSecret(spec).getEncoded(), "ChaCha20");
    } catch (IOException | GeneralSecurityException e) {
      throw new BadInputException("--group-secret " + file + ": cannot be read: " + e, e);
    }
  }

  /** The same as one of its clients, from 0. */
  GroupPlan as(int client) {
    return new GroupPlan(hosts, client, key);
  }

  /** By which this client joins the others, if its address is this machine's. */
  JChannel channel() throws Exception {
    InetSocketAddress address = hosts.get(number);
    JChannel channel = new JChannel("org/docduel/core/group/jgroups.xml");
    ProtocolStack stack = channel.getProtocolStack();
    stack.getTransport().setBindAddress(address.getAddress()).setBindPort(address.getPort());
    stack.<FD_SOCK2>findProtocol(FD_SOCK2.class).setBindAddress(address.getAddress());
    stack.<TCPPING>findProtocol(TCPPING.class).setInitialHosts(hosts);
    // else RSVP leaves messages to one client to UNICAST3, which waits for nobody
    stack.<RSVP>findProtocol(RSVP.class).handleUnicasts(true);
    if (key.isPresent()) {
      SYM_ENCRYPT encrypted = new SYM_ENCRYPT().setSecretKey(key.get());
      encrypted.symAlgorithm("ChaCha20-Poly1305").symIvLength(12); // the cipher's nonce
      stack.insertProtocol(encrypted, ProtocolStack.Position.ABOVE, VERIFY_SUSPECT2.class);
      encrypted.init();
    }
    return channel;
  }

  /** How many clients there are. */
  public int count() {
    return hosts.size();
  }

  /** Whether this client makes the plan, prepares the server and writes the result. */
  public boolean isFirst() {
    return number == 0;
  }

  /** This client for people. */
  public String name() {
    return name(number);
  }

  /** A client for people, such as {@code client 2 (10.0.0.2:7800)}. */
  public String name(int client) {
    InetSocketAddress host = hosts.get(client);
    return "client " + (client + 1) + " (" + host.getHostString() + ":" + host.getPort() + ")";
  }
}
