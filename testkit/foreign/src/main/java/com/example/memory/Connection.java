package com.example.memory;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.ServerFailureException;
import org.docduel.core.spi.StoreException;

/** One client's connection, used by one thread. */
final class Connection implements AutoCloseable {
  /** What addresses begin with. */
  static final String SCHEME = "memory://";

  private static final int CONNECT_MILLIS = 5_000;
  private static final int ANSWER_MILLIS = 60_000;

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final DataOutputStream out;

  Connection(ServerAddress address) {
    try {
      URI uri = URI.create(address.url());
      socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), CONNECT_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.setTcpNoDelay(true);
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    } catch (IOException | IllegalArgumentException e) {
      throw new StoreException("memory: cannot connect to " + address + ": " + e.getMessage(), e);
    }
  }

  long number(Request request) {
    return (long) ask(request);
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @throws RejectedDocumentException when the server refuses, or a document has no form; nothing
   *     was sent then
   */
  Object ask(Request request) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    try {
      Wire.write(request, new DataOutputStream(message));
      message.writeTo(out);
      out.flush();
      Object answer = Wire.read(in);
      if (answer instanceof Request.Refusal refusal) {
        throw new RejectedDocumentException("memory: " + refusal.reason());
      }
      return answer;
    } catch (IllegalArgumentException e) {
      throw new RejectedDocumentException("memory: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new ServerFailureException("memory: the server is gone: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new StoreException("memory: cannot close a connection: " + e.getMessage(), e);
    }
  }
}
