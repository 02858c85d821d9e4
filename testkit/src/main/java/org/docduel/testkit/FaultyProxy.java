package org.docduel.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A network between client and server that can be told to fail: it passes bytes on, holds them
 * back, or refuses and ends connections.
 */
public final class FaultyProxy implements AutoCloseable {
  public enum Mode {
    PASS,

    /** Connections stay and are made, and what is sent arrives when all is passed on again. */
    SWALLOW,

    /** Connections are ended, and new ones ended at once. */
    REFUSE
  }

  private static final Pattern PLACE = Pattern.compile("(?<=[/@])([^:/@]+):([0-9]+)");

  private final InetSocketAddress server;
  private final ServerSocket socket;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Supplier<Consumer<ByteBuffer>> listeners;
  private final AtomicLong forwardedBytes = new AtomicLong();
  private volatile Mode mode = Mode.PASS;
  private volatile long delayMillis;

  private FaultyProxy(String url, Supplier<Consumer<ByteBuffer>> listeners) throws IOException {
    Matcher place = PLACE.matcher(url);
    if (!place.find()) {
      throw new IllegalArgumentException("no host and port in the address");
    }
    this.listeners = listeners;
    server = new InetSocketAddress(place.group(1), Integer.parseInt(place.group(2)));
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon("accept", this::accept);
  }

  /** Begins to pass on to the server of an address, which has a host and a port. */
  public static FaultyProxy before(String url) throws IOException {
    return new FaultyProxy(url, () -> sent -> {});
  }

  /** The same, with one for each connection who is told what a client sends, before it is. */
  public static FaultyProxy before(String url, Supplier<Consumer<ByteBuffer>> listeners)
      throws IOException {
    return new FaultyProxy(url, listeners);
  }

  public String through(String url) {
    Matcher place = PLACE.matcher(url);
    return place.replaceFirst(Matcher.quoteReplacement("127.0.0.1:" + socket.getLocalPort()));
  }

  /** Holds back each piece of an answer that passes, of 16 KB at most. */
  public void slow(long millis) {
    delayMillis = millis;
  }

  public long forwardedBytes() {
    return forwardedBytes.get();
  }

  /** Changes what becomes of bytes and connections, those that are open too. */
  public void set(Mode newMode) {
    mode = newMode;
    if (newMode == Mode.REFUSE) {
      open.forEach(FaultyProxy::end);
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = socket.accept();
      if (mode == Mode.REFUSE) {
        end(client);
        continue;
      }
      Socket behind = new Socket();
      open.add(client);
      open.add(behind);
      try {
        client.setTcpNoDelay(true);
        behind.setTcpNoDelay(true);
        behind.connect(server, 5_000);
      } catch (IOException e) {
        end(client);
        end(behind);
        continue;
      }
      Consumer<ByteBuffer> listener = listeners.get();
      daemon("up", () -> pump(client, behind, listener, () -> 0));
      daemon("down", () -> pump(behind, client, answer -> {}, () -> delayMillis));
    }
  }

  private void pump(Socket from, Socket to, Consumer<ByteBuffer> listener, LongSupplier delay) {
    byte[] bytes = new byte[16 * 1024];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        while (mode == Mode.SWALLOW) {
          Thread.sleep(20);
        }
        Thread.sleep(delay.getAsLong());
        listener.accept(ByteBuffer.wrap(bytes, 0, count));
        forwardedBytes.addAndGet(count); // first, so that who has read an answer finds it counted
        out.write(bytes, 0, count);
      }
    } catch (IOException e) {
      // One side has gone; the other one goes too.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(from);
      end(to);
    }
  }

  private static void end(Socket connection) {
    try {
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // The proxy is closed.
              }
            },
            "proxy-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    open.forEach(FaultyProxy::end);
  }
}
