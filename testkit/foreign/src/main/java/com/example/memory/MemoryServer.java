package com.example.memory;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Serves collections to loopback clients, each in a thread of its own. */
final class MemoryServer implements AutoCloseable {
  private static final int BACKLOG = 500;

  private final ServerSocket listening;
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final Map<String, MemoryCollection> collections = new ConcurrentHashMap<>();

  private MemoryServer(ServerSocket listening) {
    this.listening = listening;
  }

  static MemoryServer start() throws IOException {
    MemoryServer server =
        new MemoryServer(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
    daemon(server::accept);
    return server;
  }

  int port() {
    return listening.getLocalPort();
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "memory server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        clients.add(client);
        daemon(() -> serve(client));
      } catch (IOException closed) {
        close();
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(client.getOutputStream()))) {
      client.setTcpNoDelay(true);
      while (true) {
        Wire.write(answer((Request) Wire.read(in)), out);
        out.flush();
      }
    } catch (EOFException end) {
      clients.remove(client);
    } catch (IOException broken) {
      System.err.println("memory server: " + broken);
      clients.remove(client);
    }
  }

  private Object answer(Request request) {
    if (request instanceof Request.Create create) {
      collections.put(create.collection(), new MemoryCollection(create.indexes()));
      return 0L;
    }
    Optional<MemoryCollection> known = Optional.ofNullable(collections.get(request.collection()));
    if (known.isEmpty()) {
      if (request instanceof Request.Count || request instanceof Request.Empty) {
        return 0L;
      }
      if (request instanceof Request.Find) {
        return List.of();
      }
      return new Request.Refusal("there is no collection " + request.collection());
    }
    return known.get().answer(request);
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket client : clients) {
        client.close();
      }
    } catch (IOException e) {
      System.err.println("memory server: " + e);
    }
  }
}
