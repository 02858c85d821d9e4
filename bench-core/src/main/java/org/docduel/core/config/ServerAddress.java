package org.docduel.core.config;

import java.util.regex.Pattern;

/**
 * Where a server listens, with everything that is needed to log in. The text form hides passwords:
 * an address may be printed, its {@link #url()} may not.
 *
 * @param space the schema or database on it that holds what is made: lower case letters, digits and
 *     underscores, at most 20
 */
public record ServerAddress(String url, String space) {
  /** The setting for the space on servers that are given. */
  public static final String SPACE = "space";

  /** The space unless the setting says otherwise. */
  public static final String DEFAULT_SPACE = "docduel";

  // Everything from the first colon of what may be "user:password" to the last at sign, so that a
  // password with a slash or an at sign in it, which makes an address malformed, is hidden too.
  private static final Pattern USER_INFO =
      Pattern.compile("^((?:[a-zA-Z0-9+.:-]*//)?[^:@]*):.*@", Pattern.DOTALL);
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)([?&;][^=&;]*(?:pass|pwd|secret|token|credential|authMechanismProperties)[^=&;]*=)"
              + "[^&;]*");

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

  @Override
  public String toString() {
    String withoutUserInfo = USER_INFO.matcher(url).replaceFirst("$1:***@");
    return PARAMETER.matcher(withoutUserInfo).replaceAll("$1***");
  }
}
