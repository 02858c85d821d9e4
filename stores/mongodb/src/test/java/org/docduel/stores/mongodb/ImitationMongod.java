package org.docduel.stores.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** A program that takes a mongod's arguments and speaks its protocol, for tests of the launch. */
final class ImitationMongod {
  private ImitationMongod() {}

  public static void main(String[] arguments) {
    List<String> options = List.of(arguments);
    String host = options.get(options.indexOf("--bind_ip") + 1);
    int port = Integer.parseInt(options.get(options.indexOf("--port") + 1));
    new MongoServer(new MemoryBackend()).bind(host, port);
    System.out.printf(
        "{\"msg\":\"Waiting for connections\",\"tunables\":\"%s\"}%n",
        System.getenv("GLIBC_TUNABLES"));
  }
}
