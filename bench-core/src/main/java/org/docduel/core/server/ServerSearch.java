package org.docduel.core.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.Settings;

/** Which way to a server is open here. Nothing is started by looking. */
public record ServerSearch(ServerFamily family, Optional<ServerWay> way, List<Refusal> refusals) {
  /** A way that is not open. */
  public record Refusal(String way, String reason, String remedy) {}

  /** Copies the list. */
  public ServerSearch {
    refusals = List.copyOf(refusals);
  }

  /**
   * Looks at a family's ways in order, up to the first that is open.
   *
   * @throws org.docduel.core.config.BadInputException when a setting cannot be used
   */
  public static ServerSearch of(ServerFamily family, Settings settings) {
    List<Refusal> refusals = new ArrayList<>();
    for (ServerWay way : family.ways()) {
      Availability availability = way.availability(settings);
      if (availability instanceof Availability.Unavailable no) {
        refusals.add(new Refusal(way.name(), no.reason(), no.remedy()));
      } else {
        return new ServerSearch(family, Optional.of(way), refusals);
      }
    }
    return new ServerSearch(family, Optional.empty(), refusals);
  }

  /** Why no way is open. */
  public String reason() {
    return refusals.stream().map(Refusal::reason).collect(Collectors.joining("; "));
  }

  /** What would open one. */
  public String remedy() {
    return refusals.stream().map(Refusal::remedy).distinct().collect(Collectors.joining(", or "));
  }
}
