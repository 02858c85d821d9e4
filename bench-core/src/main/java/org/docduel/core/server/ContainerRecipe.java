package org.docduel.core.server;

import java.util.List;
import java.util.Map;

/**
 * How a server is run in a container.
 *
 * @param image the image's full name
 * @param port where it listens inside
 * @param environment variables for its start script
 * @param command what is run instead of the image's own command; empty to leave it
 * @param readyLine a regular expression for the line of its log that says that it is ready
 * @param readyTimes how often the line comes: start scripts restart the server they have set up
 * @param address its address, with {@code HOST} and {@code PORT} in it
 */
public record ContainerRecipe(
    String image,
    int port,
    Map<String, String> environment,
    List<String> command,
    String readyLine,
    int readyTimes,
    String address) {
  /** Copies the collections. */
  public ContainerRecipe {
    environment = Map.copyOf(environment);
    command = List.copyOf(command);
  }

  public String addressAt(String host, int mappedPort) {
    return address.replace("HOST", host).replace("PORT", Integer.toString(mappedPort));
  }
}
