package org.docduel.core.config;

import java.util.regex.Pattern;

/**
 * Where a server listens, with everything that is needed to log in. The text form hides passwords:
 * an address may be printed, its {@link #url()} may not.
 *
 * @param url a JDBC or MongoDB connection string
 */
public record ServerAddress(String url) {
  private static final Pattern USER_INFO = Pattern.compile("(//[^/@:]*):[^/]*@");
  private static final Pattern QUERY =
      Pattern.compile("(?i)([?&;][^=&;]*(?:password|secret|token)[^=&;]*=)[^&;]*");

  @Override
  public String toString() {
    String withoutUserInfo = USER_INFO.matcher(url).replaceAll("$1:***@");
    return QUERY.matcher(withoutUserInfo).replaceAll("$1***");
  }
}
