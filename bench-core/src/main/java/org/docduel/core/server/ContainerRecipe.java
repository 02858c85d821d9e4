package org.docduel.core.server;

import java.util.List;
import java.util.Map;

/**
 * How a server is run in a container.
 *
 * @param command what is run instead of the image's own command; empty to leave it
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
