package org.docduel.core.config;

import java.util.regex.Pattern;

/**
 * Where a server listens, with everything that is needed to log in. The text form hides passwords:
 * an address may be printed, its {@link #url()} may not.
 *
 * @param url a JDBC or MongoDB connection string
 */
public record ServerAddress(String url) {
  // Everything from the first colon of what may be "user:password" to the last at sign, so that a
  // password with a slash or an at sign in it, which makes an address malformed, is hidden too.
  private static final Pattern USER_INFO =
      Pattern.compile("^((?:[a-zA-Z0-9+.:-]*//)?[^:@]*):.*@", Pattern.DOTALL);
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)([?&;][^=&;]*(?:pass|pwd|secret|token|credential|authMechanismProperties)[^=&;]*=)"
              + "[^&;]*");

  @Override
  public String toString() {
    String withoutUserInfo = USER_INFO.matcher(url).replaceFirst("$1:***@");
    return PARAMETER.matcher(withoutUserInfo).replaceAll("$1***");
  }
}
