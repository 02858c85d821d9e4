package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.RawBsonDocument;

/**
 * Passes on what a client sends to a server of MongoDB's protocol and takes the names of its
 * commands down, one for each round trip (manual, "Wire Protocol", OP_MSG). What the driver itself
 * asks, such as hello and ping, is left out. A command can be made to break its connection.
 */
final class MongoWire implements AutoCloseable {
  private static final Pattern PLACE = Pattern.compile("(?<=[/@])([^:/@]+):([0-9]+)");
  private static final int HEADER = 16;
  private static final int OP_MSG = 2013;
  private static final Set<String> OF_THE_DRIVER =
      Set.of("hello", "isMaster", "ismaster", "ping", "endSessions", "buildInfo");

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<String> commands = new ArrayList<>();
  private final String breaking;

  /**
   * Begins to pass on.
   *
   * @param breaking the command that ends its connection, or an empty text
   */
  MongoWire(String url, String breaking) throws IOException {
    this.breaking = breaking;
    Matcher place = PLACE.matcher(url);
    assertThat(place.find()).isTrue();
    daemon(() -> {
      while (true) {
        Socket client = socket.accept();
        Socket server = new Socket(place.group(1), Integer.parseInt(place.group(2)));
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        daemon(() -> pass(client, server));
        daemon(() -> {
          try (client;
              server) {
            server.getInputStream().transferTo(client.getOutputStream());
          }
        });
      }
    });
  }

  /** The address through this wire. */
  String through(String url) {
    return PLACE.matcher(url).replaceFirst("127.0.0.1:" + socket.getLocalPort());
  }

  /** The commands since the last time. */
  List<String> drain() {
    synchronized (commands) {
      List<String> drained = List.copyOf(commands);
      commands.clear();
      return drained;
    }
  }

  private void pass(Socket client, Socket server) throws IOException {
    try (client;
        server;
        DataInputStream in = new DataInputStream(client.getInputStream())) {
      while (true) {
        ByteBuffer header = ByteBuffer.wrap(in.readNBytes(HEADER)).order(ByteOrder.LITTLE_ENDIAN);
        if (header.limit() < HEADER) {
          return;
        }
        byte[] body = in.readNBytes(header.getInt(0) - HEADER);
        String command = header.getInt(HEADER - Integer.BYTES) == OP_MSG ? command(body) : "";
        if (!command.isEmpty() && command.equals(breaking)) {
          return;
        }
        byte[] message = Arrays.copyOf(header.array(), HEADER + body.length);
        System.arraycopy(body, 0, message, HEADER, body.length);
        server.getOutputStream().write(message);
      }
    }
  }

  /** The first field of the message's body, which follows its flags and the body's kind. */
  private String command(byte[] message) {
    ByteBuffer body = ByteBuffer.wrap(message, Integer.BYTES + 1, message.length - 5).slice();
    String command = new RawBsonDocument(bytes(body)).getFirstKey();
    if (!OF_THE_DRIVER.contains(command)) {
      synchronized (commands) {
        commands.add(command);
      }
    }
    return command;
  }

  private static byte[] bytes(ByteBuffer body) {
    byte[] bytes = new byte[body.order(ByteOrder.LITTLE_ENDIAN).getInt(0)];
    body.get(0, bytes);
    return bytes;
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
              } catch (IOException ended) {
                // One side has gone; the other one goes too.
              }
            },
            "mongo-wire");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
