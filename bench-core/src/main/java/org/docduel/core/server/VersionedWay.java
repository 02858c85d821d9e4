package org.docduel.core.server;

import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerWay.Availability;
import org.docduel.core.server.ServerWay.RunningServer;

/**
 * A way to start a server of one version here, by the settings {@code FAMILY.version} and {@code
 * FAMILY.options}.
 */
public record VersionedWay(ServerWay way, String family, ServerVersion version)
    implements ServerWay {
  @Override
  public String name() {
    return way.name();
  }

  @Override
  public Availability availability(Settings settings) {
    return version.isNumber()
        ? way.availability(own(settings))
        : new Availability.Unavailable(
            "'" + version.name() + "' is no version", "write a number, such as " + family + "@17");
  }

  @Override
  public RunningServer start(Settings settings) {
    return way.start(own(settings));
  }

  private Settings own(Settings settings) {
    String options = family + ".options";
    return settings.with(
        Map.of(
            family + ".version",
            version.name(),
            options,
            settings.get(options).map(all -> all + ";").orElse("") + version.options(),
            family + ".image",
            ""));
  }
}
