package org.docduel.core.config;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a server listens, with everything that is needed to log in. The text form hides passwords:
 * an address may be printed, its {@link #url()} may not.
 *
 * @param space the schema or database on it that holds what is made: lower case letters, digits and
 *     underscores, at most 20
 */
public record ServerAddress(String url, String space) implements Serializable {
  /** How special characters of a user's name or password are written in a JDBC address. */
  public static final String ENCODED = "% as %25, + as %2B, & as %26, a space as %20";

  /** What to do about a host that nobody knows. */
  public static final String CORRECT_HOST = "correct its host";

  /** What to do when a server refuses a user and password. */
  public static final String CORRECT_LOGIN = "correct its user and password";

  /** What to do about a user or password that was not read as it was meant. */
  public static final String PERCENT_ENCODE =
      "percent-encode what is special in user and password: " + ENCODED;

  /**
   * In a JDBC address a plus is read as a space, a value ends at an ampersand, and a percent sign
   * begins an encoded character; nobody encodes letters and digits.
   */
  private static final Pattern MISREAD =
      Pattern.compile(
          "[?&](?:user|password)=[^&]*(?:\\+|%(?![0-9A-Fa-f]{2})|%(?:3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]))"
              + "|&[^=&]*(?:&|$)");

  /** The setting for the space on servers that are given. */
  public static final String SPACE = "space";

  /** The space unless the setting says otherwise. */
  public static final String DEFAULT_SPACE = "docduel";

  private static final String HIDDEN = SecretText.HIDDEN;

  /**
   * Scheme, what logs in, hosts with ports (and Oracle's SID), path, parameters. What is not of
   * this form is not shown: nobody knows where its password ends.
   */
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?<oracle>jdbc:oracle:[a-z]+:)(?<credentials>[^@?]*)(?<at>@(?://)?)"
              + "|(?<scheme>(?:[A-Za-z][A-Za-z0-9+.-]*:)+//)(?:(?<login>[^/?]*)@)?)"
              + "(?<hosts>HOST(?:,HOST)*(?:/[A-Za-z0-9_.%-]*)*)(?:[?;](?<parameters>.*))?"
                  .replace(
                      "HOST", "(?:\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9_.-]+)(?::[0-9]{1,5}(?::\\w+)?)?"),
          Pattern.DOTALL);

  /** Of a library: nobody logs in. */
  private static final Pattern FILE =
      Pattern.compile("jdbc:[a-z0-9]+:(?:/|[A-Za-z]:\\\\)[^/?;&=@:][^?;&=@:]*");

  private static final Pattern SCHEME = Pattern.compile("(?:jdbc:)?[a-z][a-z0-9+]*:(?=//)");

  /** Parameters that say nothing of how one logs in, but for the user's name. */
  private static final Pattern PLAIN =
      Pattern.compile(
          "(?i)(?:user|ssl[a-z]*|tls[a-z]*|encrypt|currentSchema|targetServerType|loadBalanceHosts"
              + "|[a-z]*timeout(?:ms)?|tcpKeepAlive|applicationName|appName|prepareThreshold"
              + "|directConnection|replicaSet|authSource|authMechanism|w|journal|read[a-z]*"
              + "|retry[a-z]*|m(?:ax|in)PoolSize|compressors)=[A-Za-z0-9_.,:/%+-]*");

  /**
   * Refuses other spaces.
   *
   * @throws BadInputException when the space has other characters or is too long
   */
  public ServerAddress {
    if (!space.matches("[a-z][a-z0-9_]{0,19}")) {
      throw new BadInputException(
          Settings.variable(SPACE)
              + "="
              + space
              + ": accepted are 1 to 20 lower case letters, digits and underscores");
    }
  }

  /** With the default space. */
  public ServerAddress(String url) {
    this(url, DEFAULT_SPACE);
  }

  /** Without what logs in; the scheme alone where it is not of the form of an address. */
  @Override
  public String toString() {
    if (FILE.matcher(url).matches()) {
      return url;
    }
    Matcher form = FORM.matcher(url);
    String parameters = form.matches() ? form.group("parameters") : null;
    boolean jdbc = url.startsWith("jdbc:");
    // elsewhere an at sign among the parameters may be the end of a password with a question mark
    if (!form.matches() || (!jdbc && parameters != null && parameters.contains("@"))) {
      Matcher scheme = SCHEME.matcher(url);
      return scheme.lookingAt() ? scheme.group() + "//" + HIDDEN : HIDDEN;
    }
    StringBuilder masked = new StringBuilder();
    String login = form.group("login");
    if (form.group("oracle") == null) {
      masked.append(form.group("scheme"));
    } else {
      boolean none = form.group("credentials").isEmpty();
      masked.append(form.group("oracle")).append(none ? "" : HIDDEN).append(form.group("at"));
    }
    if (login != null) {
      String user = login.split(":", 2)[0];
      boolean plain = login.contains(":") && user.matches("[A-Za-z0-9_.%-]*");
      masked.append(plain ? user + ":" : "").append(HIDDEN).append('@');
    }
    masked.append(form.group("hosts"));
    if (parameters != null) {
      masked.append(url.charAt(form.start("parameters") - 1)).append(parameters(parameters));
    }
    return masked.toString();
  }

  /** What to do when the server refuses its user and password; for a JDBC address. */
  public String loginRemedy() {
    return MISREAD.matcher(url).find() ? CORRECT_LOGIN + "; " + PERCENT_ENCODE : CORRECT_LOGIN;
  }

  /** The hosts that it names, each with its port where it has one; none of a file or a library. */
  public List<String> hosts() {
    Matcher form = FORM.matcher(url);
    return form.matches()
        ? List.of(form.group("hosts").replaceFirst("/.*", "").split(","))
        : List.of();
  }

  /** What is not known may be the rest of a password that holds an ampersand. */
  private static String parameters(String parameters) {
    return Arrays.stream(parameters.split("(?=[&;])", -1))
        .map(parameter -> {
          String sign = parameter.matches("(?s)[&;].*") ? parameter.substring(0, 1) : "";
          String assignment = parameter.substring(sign.length());
          String name = assignment.split("=", 2)[0];
          String masked =
              SecretText.isSecret(name)
                  ? name + "=" + HIDDEN
                  : assignment.isEmpty() || PLAIN.matcher(assignment).matches()
                      ? assignment
                      : HIDDEN;
          return sign + masked;
        })
        .collect(Collectors.joining());
  }
}
