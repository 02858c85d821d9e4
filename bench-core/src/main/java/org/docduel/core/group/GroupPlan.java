package org.docduel.core.group;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;

/**
 * Which clients a run has.
 *
 * @param hosts where each of them listens; the first one writes the result
 * @param number which of them this is, from 0
 * @param secret that all of them know
 */
public record GroupPlan(List<InetSocketAddress> hosts, int number, Optional<GroupSecret> secret) {
  private static final int USUAL_PORT = 7800;
  private static final int MOST = 64;

  public GroupPlan {
    hosts = List.copyOf(hosts);
  }

  /**
   * Reads {@code --clients N --group HOST[:PORT],... --group-secret FILE}.
   *
   * @throws BadInputException when they cannot be used together, or name no hosts
   */
  public static GroupPlan parse(String clients, String group, Optional<String> secret) {
    int count = clients.matches("[0-9]{1,2}") ? Integer.parseInt(clients) : 0;
    if (count < 2 || count > MOST) {
      throw BadInputException.of("--clients %s: accepted is 2 to %d", clients, MOST);
    }
    List<InetSocketAddress> hosts =
        Arrays.stream(group.split(",", -1)).map(host -> address(group, host)).toList();
    if (hosts.size() != count) {
      throw BadInputException.of(
          "--group %s: --clients %d needs as many addresses, HOST[:PORT], one for each client",
          group, count);
    }
    if (hosts.stream().distinct().count() < count) {
      throw BadInputException.of(
          "--group %s: an address is there twice; clients on one host need ports", group);
    }
    Predicate<InetSocketAddress> loopback = host -> host.getAddress().isLoopbackAddress();
    List<InetSocketAddress> here = hosts.stream().filter(loopback).toList();
    List<InetSocketAddress> beyond = hosts.stream().filter(loopback.negate()).toList();
    if (!here.isEmpty() && !beyond.isEmpty()) {
      throw BadInputException.of(
          "--group %s: %s is %s here, which the other hosts cannot reach; name an address that they can",
          group, here.get(0).getHostString(), here.get(0).getAddress().getHostAddress());
    }
    if (secret.isEmpty() && !beyond.isEmpty()) {
      throw BadInputException.of(
          "--group %s: %s can be reached by others; give --group-secret FILE, the same on each host",
          group, beyond.get(0).getHostString());
    }
    return new GroupPlan(hosts, 0, secret.map(file -> GroupSecret.read(Path.of(file))));
  }

  private static InetSocketAddress address(String group, String host) {
    int colon = host.lastIndexOf(':');
    String name = colon < 0 ? host : host.substring(0, colon);
    String port = colon < 0 ? String.valueOf(USUAL_PORT) : host.substring(colon + 1);
    int number = port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : 0;
    try {
      if (name.isBlank() || number < 1 || number > 65_000) {
        throw new UnknownHostException("accepted is HOST or HOST:PORT, ports 1 to 65000");
      }
      return new InetSocketAddress(InetAddress.getByName(name), number);
    } catch (UnknownHostException e) {
      throw new BadInputException(
          "--group " + group + ": no host " + host + " (" + e.getMessage() + ")", e);
    }
  }

  /**
   * As each of the clients whose address is one of this machine's.
   *
   * @throws BadInputException when there is none
   */
  List<GroupPlan> here() {
    List<GroupPlan> here =
        IntStream.range(0, count())
            .filter(this::isHere)
            .mapToObj(client -> new GroupPlan(hosts, client, secret))
            .toList();
    if (here.isEmpty()) {
      throw BadInputException.of(
          "--group: none of %s is an address of this machine",
          hosts.stream()
              .map(host -> host.getAddress().getHostAddress())
              .collect(Collectors.joining(", ")));
    }
    return here;
  }

  private boolean isHere(int client) {
    InetAddress address = hosts.get(client).getAddress();
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      throw new BadInputException("--group: this machine's addresses are unknown: " + e, e);
    }
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
