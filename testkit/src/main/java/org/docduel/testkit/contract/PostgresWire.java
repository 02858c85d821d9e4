package org.docduel.testkit.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.docduel.testkit.FaultyProxy;

/**
 * Takes down what a client sends to a PostgreSQL server: a line for each round trip, with the
 * statements that are executed in it (PostgreSQL 17 documentation, Frontend/Backend Protocol,
 * Message Formats). What the driver asks at the begin of a connection and whether one is alive is
 * left out.
 */
final class PostgresWire implements AutoCloseable {
  private static final Pattern OF_THE_DRIVER =
      Pattern.compile("SET (extra_float_digits|application_name) .*|");

  private final FaultyProxy proxy;
  private final List<String> trips = new ArrayList<>();

  PostgresWire(String url) throws IOException {
    proxy = FaultyProxy.before(url, Connection::new);
  }

  /** The address through this wire, which is not encrypted. */
  String through(String url) {
    String there = proxy.through(url);
    return there + (there.contains("?") ? "&" : "?") + "sslmode=disable&gssEncMode=disable";
  }

  /** What was sent since the last time, a line for each round trip. */
  List<String> drain() {
    synchronized (trips) {
      List<String> drained = List.copyOf(trips);
      trips.clear();
      return drained;
    }
  }

  /** What one client sends: a message without a type to begin with, then those with one. */
  private final class Connection implements Consumer<ByteBuffer> {
    private final Map<String, String> prepared = new HashMap<>();
    private final Map<String, String> bound = new HashMap<>();
    private final List<String> trip = new ArrayList<>();
    private ByteBuffer unread = ByteBuffer.allocate(0);
    private int typeBytes;

    @Override
    public void accept(ByteBuffer sent) {
      ByteBuffer all = ByteBuffer.allocate(unread.remaining() + sent.remaining());
      all.put(unread).put(sent).flip();
      while (all.remaining() >= typeBytes + Integer.BYTES
          && all.remaining() >= typeBytes + all.getInt(all.position() + typeBytes)) {
        int end = all.position() + typeBytes + all.getInt(all.position() + typeBytes);
        if (typeBytes > 0) {
          char type = (char) all.get();
          all.getInt();
          take(type, all);
        }
        all.position(end);
        typeBytes = 1;
      }
      unread = all;
    }

    private void take(char type, ByteBuffer message) {
      switch (type) {
        case 'P' -> prepared.put(text(message), text(message));
        case 'B' -> bound.put(text(message), prepared.getOrDefault(text(message), "?"));
        case 'E' -> {
          String statement = bound.getOrDefault(text(message), "?");
          int maxRows = message.getInt();
          trip.add(statement + (maxRows == 0 ? "" : " {at most " + maxRows + " rows}"));
        }
        case 'Q' -> trip.add(text(message));
        default -> {}
      }
      if (type == 'S' || type == 'Q') {
        String line = String.join("; ", trip).replaceAll("\\s+", " ").strip();
        trip.clear();
        if (!OF_THE_DRIVER.matcher(line).matches()) {
          synchronized (trips) {
            trips.add(line);
          }
        }
      }
    }
  }

  private static String text(ByteBuffer message) {
    int start = message.position();
    while (message.get() != 0) {}
    byte[] bytes = new byte[message.position() - start - 1];
    message.get(start, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    proxy.close();
  }
}
