package org.docduel.core.server;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.Settings;
import org.jspecify.annotations.Nullable;

/** Why a container does not start, in one line with its cause and its cure. */
final class ContainerFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** Lines of a server's log that say why it ended. */
  private static final Pattern ERROR_LINE =
      Pattern.compile(
          "(?i).*(?:\\bFATAL\\b|\\bPANIC\\b|\\berror\\b|\\[ERROR]|No space left|is not set"
              + "|unrecognized|invalid|could not|denied|exec format).*");

  /**
   * What an engine or a server says, and what that means; the first that is found counts.
   *
   * @param pattern of the words of engine or server
   * @param cause with {@code IMAGE} for the image
   */
  private record Meaning(Pattern pattern, String cause, String cure) {
    Meaning(String pattern, String cause, String cure) {
      this(Pattern.compile("(?is)" + pattern), cause, cure);
    }
  }

  private static final String PORT_TAKEN = "its port is taken";

  private static final List<Meaning> MEANINGS =
      List.of(
          new Meaning(
              "no space left|disk quota exceeded",
              "its disk is full",
              "free some space; 'docker system df' says what the engine keeps"),
          new Meaning(
              "port is already allocated|address already in use|could not bind|errno=98",
              PORT_TAKEN,
              "end what uses it"),
          new Meaning(
              "toomanyrequests|rate limit",
              "the registry allows no more pulls for now",
              "run 'docker login', or wait"),
          new Meaning(
              "unauthorized|authentication required|no basic auth",
              "the registry of IMAGE wants a login",
              "run 'docker login' for that registry"),
          new Meaning(
              "repository does not exist|manifest unknown|manifest for .* not found"
                  + "|no such image|not found: manifest|name unknown",
              "there is no image IMAGE, or it needs a login",
              "correct the name, or run 'docker login'"),
          new Meaning(
              "invalid reference format|repository name must be",
              "IMAGE is not the name of an image",
              "correct the name"),
          new Meaning(
              "exec format error|no matching manifest|no match for platform"
                  + "|does not match the .*platform",
              "IMAGE is not for this machine's processor",
              "name an image for it"),
          new Meaning(
              "no such host|dial tcp|i/o timeout|tls handshake|network is unreachable"
                  + "|name resolution|proxyconnect|x509|EOF$",
              "the registry of IMAGE cannot be reached",
              "check network and proxy of the engine, or bring the image by 'docker load'"),
          new Meaning(
              "could not connect to ryuk",
              "this process does not reach the ports that its engine publishes",
              "name the engine's host in TESTCONTAINERS_HOST_OVERRIDE"),
          new Meaning(
              "permission denied.*docker.sock|docker.sock.*permission denied",
              "this user may not use the engine's socket",
              "add the user to the socket's group"));

  private ContainerFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** That it waits for nothing any more: the port that it was to have is another's. */
  boolean isPortTaken() {
    return String.valueOf(getMessage()).contains(PORT_TAKEN);
  }

  /** What an engine's refusal to pull an image or to start a container means. */
  static ContainerFailure of(String what, String image, Throwable e) {
    Set<String> messages = new LinkedHashSet<>();
    String innermost = "";
    for (Throwable each = e; each != null && messages.size() < 20; each = each.getCause()) {
      if (each.getMessage() != null) {
        innermost = inner(each.getMessage());
        messages.add(innermost);
      }
    }
    String message = innermost.isEmpty() ? e.toString() : innermost;
    return meaning(
        what, image, String.join("\n", messages), message, "look at the engine's log", e);
  }

  /**
   * What the end of a container means.
   *
   * @param memory its limit
   */
  static ContainerFailure ended(
      String image,
      long status,
      boolean killedForMemory,
      Optional<MemoryLimit> memory,
      String log) {
    String what = "the container " + image + " does not start";
    if (killedForMemory) {
      return new ContainerFailure(
          memory
              .map(limit ->
                  "%s: it was killed at the memory limit of %s; raise --memory"
                      .formatted(what, limit.label()))
              .orElse(what + ": it was killed for memory; give the machine more"),
          null);
    }
    String errorLine = lastErrorLine(log);
    return meaning(
        what,
        image,
        log,
        "it ended with status " + status + (errorLine.isEmpty() ? "" : ": " + errorLine),
        "correct its image or its settings",
        null);
  }

  /** One that runs and does not get ready. */
  static ContainerFailure late(String image, int seconds, String reason) {
    return new ContainerFailure(
        "the container %s is not ready after %d s%s; correct the image, or raise %s"
            .formatted(
                image,
                seconds,
                reason.isEmpty() ? "" : " (" + reason + ")",
                Settings.variable(ContainerSource.START_SECONDS)),
        null);
  }

  /** An image for another processor, which would be emulated at best. */
  static ContainerFailure architecture(String image, String imageArchitecture, String engine) {
    return new ContainerFailure(
        "the image %s is for %s, and the engine runs %s; name an image for it, or run 'docker pull --platform linux/%s %s'"
            .formatted(image, imageArchitecture, engine, engine, image),
        null);
  }

  /** A port that the image fixes and that another program has. */
  static ContainerFailure portTaken(String image, int port) {
    return new ContainerFailure(
        ("the container %s does not start: its port %d of this machine is taken; end what uses"
                + " it, or set DOCDUEL_CONTAINER_NETWORK=published")
            .formatted(image, port),
        null);
  }

  private static ContainerFailure meaning(
      String what,
      String image,
      String output,
      String otherwise,
      String otherCure,
      @Nullable Throwable cause) {
    for (Meaning meaning : MEANINGS) {
      if (meaning.pattern.matcher(output).find()) {
        return new ContainerFailure(
            "%s: %s (%s); %s"
                .formatted(
                    what,
                    meaning.cause.replace("IMAGE", image),
                    shortened(otherwise),
                    meaning.cure),
            cause);
      }
    }
    return new ContainerFailure(what + ": " + shortened(otherwise) + "; " + otherCure, cause);
  }

  /** The last line of a log that complains, or the last of all. */
  static String lastErrorLine(String log) {
    List<String> lines = log.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    List<String> errorLines =
        lines.stream().filter(line -> ERROR_LINE.matcher(line).matches()).toList();
    List<String> candidates = errorLines.isEmpty() ? lines : errorLines;
    return candidates.isEmpty() ? "" : candidates.get(candidates.size() - 1);
  }

  /** Of the engine's answer {@code Status 404: {"message":"..."}} the message. */
  private static String inner(String message) {
    Matcher json =
        Pattern.compile("(?s)\"message\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(message);
    return json.find() ? json.group(1).replace("\\\"", "\"").replace("\\n", " ") : message;
  }

  private static String shortened(String text) {
    String line = text.lines().map(String::strip).collect(Collectors.joining(" "));
    return (line.length() > 300 ? line.substring(0, 300) + "..." : line).replaceFirst("\\.$", "");
  }
}
