package org.docduel.core.config;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;

/**
 * Settings from outside the command line, the only place where system properties and environment
 * variables are read. A setting {@code postgres.url} is the property {@code docduel.postgres.url}
 * or the variable {@code DOCDUEL_POSTGRES_URL}; the property wins.
 */
public final class Settings {
  private final Map<String, String> environment;
  private final Properties properties;
  private final Map<String, Changed> changed;

  /** A value from inside, and the option that gives it, or nothing. */
  private record Changed(String value, String option) {}

  private Settings(
      Map<String, String> environment, Properties properties, Map<String, Changed> changed) {
    this.environment = environment;
    this.properties = properties;
    this.changed = changed;
  }

  /** This process's own. */
  public static Settings ofProcess() {
    return of(System.getenv(), System.getProperties());
  }

  /** The environment of this process, for variables that other programs define. */
  public static Map<String, String> environment() {
    return System.getenv();
  }

  /** Settings from given sources, for tests. */
  public static Settings of(Map<String, String> environment, Properties properties) {
    return new Settings(Map.copyOf(environment), properties, Map.of());
  }

  /** The same with other values of some settings; the empty string unsets one. */
  public Settings with(Map<String, String> values) {
    return with("", values);
  }

  /** The same with the values that an option of the command line gives some settings. */
  public Settings with(String typed, Map<String, String> values) {
    Map<String, Changed> all = new HashMap<>(changed);
    values.forEach((name, value) -> all.put(name, new Changed(value, typed)));
    return new Settings(environment, properties, all);
  }

  /** A setting's value; empty when it is not set or blank. */
  public Optional<String> get(String name) {
    String property = properties.getProperty(property(name));
    String outside = property != null ? property : environment.get(variable(name));
    String value = changed.containsKey(name) ? changed.get(name).value : outside;
    return Optional.ofNullable(value).filter(text -> !text.isBlank());
  }

  /**
   * Where a setting's value comes from, for messages about it: the option that gives it, else its
   * property where that is set, else its variable.
   */
  public String origin(String name) {
    if (changed.containsKey(name) && !changed.get(name).option.isEmpty()) {
      return changed.get(name).option;
    }
    return properties.getProperty(property(name)) != null ? property(name) : variable(name);
  }

  /**
   * Where temporary files and the data of embedded servers go, as an absolute path.
   *
   * @throws BadInputException when it is no directory that can be written
   */
  public static Path temporaryDirectory() {
    String name = "java.io.tmpdir";
    return directory(name, System.getProperty(name));
  }

  /**
   * A directory that a setting names, as an absolute path.
   *
   * @throws BadInputException when it is no directory that can be written
   */
  public static Path directory(String origin, String text) {
    Path path = Path.of(text).toAbsolutePath();
    Path probe = path.resolve("docduel-" + UUID.randomUUID());
    try {
      // Root may write all but /proc. Deleted when it is opened, since this process may be killed.
      Files.newByteChannel(probe, CREATE_NEW, WRITE, DELETE_ON_CLOSE).close();
      return path;
    } catch (IOException e) {
      throw BadInputException.of(
          "%s=%s: give a directory that exists and is writable", origin, text);
    }
  }

  /** The system property of a setting. */
  public static String property(String name) {
    return "docduel." + name;
  }

  /** The environment variable of a setting. */
  public static String variable(String name) {
    return property(name).toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
