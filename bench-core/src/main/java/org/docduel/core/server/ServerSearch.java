package org.docduel.core.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.Settings;

/**
 * Which way to a server is open here. Nothing is started by looking.
 *
 * @param family the family that was looked at
 * @param way the first way that is open, if any
 * @param refusals the ways before it, or all of them, with their reasons
 */
public record ServerSearch(ServerFamily family, Optional<ServerWay> way, List<Refusal> refusals) {
  /**
   * A way that is not open.
   *
   * @param way its name
   * @param reason why, as half a sentence
   * @param remedy what to do about it, as half a sentence in the imperative
   */
  public record Refusal(String way, String reason, String remedy) {}

  /** Copies the list. */
  public ServerSearch {
    refusals = List.copyOf(refusals);
  }

  /**
   * Looks at a family's ways in order, up to the first that is open.
   *
   * @param family the family
   * @param settings where addresses and opt-ins are found
   * @return what was found
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

  /**
   * Why no way is open.
   *
   * @return the reasons of all refusals, such as {@code no address is given; Docker does not
   *     answer}
   */
  public String reason() {
    return refusals.stream().map(Refusal::reason).collect(Collectors.joining("; "));
  }

  /**
   * What would open one.
   *
   * @return the remedies of all refusals, such as {@code set DOCDUEL_MONGODB_URL, or start Docker}
   */
  public String remedy() {
    return refusals.stream().map(Refusal::remedy).distinct().collect(Collectors.joining(", or "));
  }
}
