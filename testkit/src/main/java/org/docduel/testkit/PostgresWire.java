package org.docduel.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passes on what a client sends to a PostgreSQL server and takes its statements down: a line for
 * each round trip, with the statements that are executed in it (PostgreSQL 17 documentation,
 * Frontend/Backend Protocol, Message Formats). What the driver asks at the begin of a connection
 * and whether one is alive is left out.
 */
public final class PostgresWire implements AutoCloseable {
  private static final Pattern PLACE = Pattern.compile("//([^:/]+):([0-9]+)/");
  private static final Pattern OF_THE_DRIVER =
      Pattern.compile("SET (extra_float_digits|application_name) .*|");

  private final String host;
  private final int port;
  private final ServerSocket socket;
  private final List<String> trips = new ArrayList<>();

  /**
   * Begins to pass on to the server of an address.
   *
   * @param url a JDBC address with a host and a port
   * @throws IOException when no port can be had
   */
  public PostgresWire(String url) throws IOException {
    Matcher place = PLACE.matcher(url);
    if (!place.find()) {
      throw new IllegalArgumentException("no host and port in the address");
    }
    host = place.group(1);
    port = Integer.parseInt(place.group(2));
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(() -> {
      while (true) {
        Socket client = socket.accept();
        Socket server = new Socket(host, port);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        daemon(() -> down(server, client));
        daemon(() -> up(client, server));
      }
    });
  }

  /** The address through this wire, which is not encrypted. */
  public String through(String url) {
    String there = PLACE.matcher(url).replaceFirst("//127.0.0.1:" + socket.getLocalPort() + "/");
    return there + (there.contains("?") ? "&" : "?") + "sslmode=disable&gssEncMode=disable";
  }

  /** What was sent since the last time, a line for each round trip. */
  public List<String> taken() {
    synchronized (trips) {
      List<String> taken = List.copyOf(trips);
      trips.clear();
      return taken;
    }
  }

  private void up(Socket client, Socket server) throws IOException {
    try (client;
        server;
        DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(server.getOutputStream()))) {
      Map<String, String> prepared = new HashMap<>();
      Map<String, String> bound = new HashMap<>();
      List<String> trip = new ArrayList<>();
      byte[] start = in.readNBytes(in.readInt() - Integer.BYTES);
      out.writeInt(start.length + Integer.BYTES);
      out.write(start);
      out.flush();
      while (true) {
        char type = (char) in.readUnsignedByte();
        byte[] content = in.readNBytes(in.readInt() - Integer.BYTES);
        ByteBuffer message = ByteBuffer.wrap(content);
        switch (type) {
          case 'P' -> prepared.put(text(message), text(message));
          case 'B' -> bound.put(text(message), prepared.getOrDefault(text(message), "?"));
          case 'E' -> {
            String statement = bound.getOrDefault(text(message), "?");
            int most = message.getInt();
            trip.add(statement + (most == 0 ? "" : " {at most " + most + " rows}"));
          }
          case 'Q' -> trip.add(text(message));
          default -> {}
        }
        if (type == 'S' || type == 'Q') {
          take(trip);
          trip.clear();
        }
        out.writeByte(type);
        out.writeInt(content.length + Integer.BYTES);
        out.write(content);
        if (in.available() == 0) {
          out.flush();
        }
      }
    }
  }

  private void take(List<String> trip) {
    String line = String.join("; ", trip).replaceAll("\\s+", " ").strip();
    if (!OF_THE_DRIVER.matcher(line).matches()) {
      synchronized (trips) {
        trips.add(line);
      }
    }
  }

  private static String text(ByteBuffer message) {
    int begin = message.position();
    while (message.get() != 0) {}
    byte[] bytes = new byte[message.position() - begin - 1];
    message.get(begin, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void down(Socket server, Socket client) throws IOException {
    try (server;
        client) {
      server.getInputStream().transferTo(client.getOutputStream());
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (EOFException | SocketException ended) {
                // One side has gone; the other one goes too.
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            },
            "postgres-wire");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
