package org.docduel.core.server;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One message from a process to its watchdog, written as a line.
 *
 * @param group which {@link Guard} it belongs to
 * @param verb what kind it is
 * @param arguments what the verb needs
 */
record WatchdogLine(String group, Verb verb, List<String> arguments) {
  /** What a line says. */
  enum Verb {
    /** A process must be stopped: number and start. */
    PROCESS,
    /** A path must be deleted. */
    PATH,
    /** A command stops the processes: program and arguments. */
    STOP,
    /** The group is done with. */
    RELEASE
  }

  String encode() {
    return Stream.concat(Stream.of(group, verb.name()), arguments.stream())
        .map(field -> URLEncoder.encode(field, StandardCharsets.UTF_8))
        .collect(Collectors.joining(" "));
  }

  static WatchdogLine decode(String line) {
    List<String> fields =
        Stream.of(line.split(" ", -1))
            .map(field -> URLDecoder.decode(field, StandardCharsets.UTF_8))
            .toList();
    return new WatchdogLine(
        fields.get(0), Verb.valueOf(fields.get(1)), fields.subList(2, fields.size()));
  }
}
