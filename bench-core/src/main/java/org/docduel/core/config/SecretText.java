package org.docduel.core.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a secret is, for all who pass settings on or write texts: the names of parameters and
 * properties that hold passwords, tokens or addresses, and where these stand in a text. Texts are
 * masked where an address or such a parameter is written, never word by word: a password may be a
 * common word.
 */
public final class SecretText {
  /** What stands in the place of a secret. */
  static final String HIDDEN = "***";

  private static final String SECRET_TERMS =
      "(?:pass|pwd|secret|token|credential|authMechanismProperties)";

  private static final Pattern NAME = Pattern.compile("(?i)[\\w.-]*" + SECRET_TERMS + "[\\w.-]*");

  /** Of a server ({@code postgres.url}, {@code postgres.url.18}) or of anything else. */
  private static final Pattern ADDRESS_NAME = Pattern.compile("(?i)(?:.*[._])?url(?:[._].*)?");

  private static final Pattern PROPERTY = Pattern.compile("-D([^=]*)=(.*)", Pattern.DOTALL);

  /** Other arguments, such as those of an agent. */
  private static final Pattern ASSIGNMENT = Pattern.compile("(?i)" + SECRET_TERMS + "[\\w.-]*=");

  private static final String SCHEME = "(?:jdbc:[A-Za-z0-9:]+|[A-Za-z][A-Za-z0-9+.-]*:)//";

  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:" + SCHEME + "|jdbc:oracle:[a-z]+:)[^\\s\"'<>]+?(?=[.,:;)\\]]*(?:[\\s\"'<>]|$))");

  /** A property of a JVM or a parameter of its agent, which end with the argument. */
  private static final Pattern ARGUMENT =
      Pattern.compile(
          "(?i)(-D[^\\s=]*%1$s[^\\s=]*=|-(?:javaagent|agentlib|agentpath):[^\\s]*?%1$s[\\w.-]*=)"
                  .formatted(SECRET_TERMS)
              + "(?:\"[^\"]*\"|'[^']*'|[^\\s\"']+)+");

  /** A login as libpq takes it. */
  private static final Pattern LOGIN =
      Pattern.compile(
          "(?i)(\\b(?:[\\w.-]*(?:password|passwd|passphrase)|pwd)=)"
              + "(?!\\*\\*\\*)(?:\"[^\"]*\"|'[^']*'|[^\\s&;,\"']+)");

  private SecretText() {}

  /** Whether a parameter or a property of this name holds a password or a token. */
  public static boolean isSecret(String name) {
    return NAME.matcher(name).matches();
  }

  /** Whether an argument of a JVM gives a DocDuel server's address, whatever the server's name. */
  public static boolean givesServer(String argument) {
    Matcher property = PROPERTY.matcher(argument);
    return property.matches()
        && property.group(1).startsWith(Settings.property(""))
        && ADDRESS_NAME.matcher(property.group(1)).matches();
  }

  /**
   * Whether an argument of a JVM must not stand in a list of processes or in a result: it has the
   * name of a secret or of an address, or its value is an address with a login.
   */
  public static boolean isIn(String argument) {
    Matcher property = PROPERTY.matcher(argument);
    if (!property.matches()) {
      return ASSIGNMENT.matcher(argument).find() || !mask(argument).equals(argument);
    }
    String name = property.group(1);
    return isSecret(name)
        || ADDRESS_NAME.matcher(name).matches()
        || !mask(property.group(2)).equals(property.group(2));
  }

  /** A text with its addresses without logins, and without the values of secret parameters. */
  public static String mask(String text) {
    String hidden = "$1" + Matcher.quoteReplacement(HIDDEN);
    String arguments = ARGUMENT.matcher(text).replaceAll(hidden);
    String masked = ADDRESS.matcher(arguments).replaceAll(address -> masked(address.group()));
    return LOGIN.matcher(masked).replaceAll(hidden);
  }

  /** Ordinary links stay as they are. */
  private static String masked(String address) {
    boolean login = address.indexOf('@') >= 0 || ASSIGNMENT.matcher(address).find();
    return Matcher.quoteReplacement(login ? new ServerAddress(address).toString() : address);
  }
}
