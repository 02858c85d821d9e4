package org.docduel.core.server;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * As whom server programs are run. PostgreSQL refuses root, and users that the system does not
 * list: for these the programs run in a user namespace of their own, where they are {@code nobody}.
 * Where namespaces are forbidden, as they are in most containers, root can still be {@code nobody};
 * a user that is not listed cannot be another.
 *
 * @param owner the user number that must own the server's files, where it is not this user's
 */
public record HostUser(List<String> prefix, Optional<Integer> owner) {
  private static final int UNPRIVILEGED_ID = 65534;
  private static final HostUser SELF = new HostUser(List.of(), Optional.empty());
  private static final List<HostUser> INSTEAD =
      List.of(
          new HostUser(List.of("unshare", "--user"), Optional.empty()),
          new HostUser(
              List.of(
                  "setpriv",
                  "--reuid=" + UNPRIVILEGED_ID,
                  "--regid=" + UNPRIVILEGED_ID,
                  "--clear-groups"),
              Optional.of(UNPRIVILEGED_ID)));

  /**
   * The first possibility that works here; empty when PostgreSQL refuses this user, who cannot be
   * another.
   */
  public static Optional<HostUser> find() {
    if (!isRejectedByPostgres()) {
      return Optional.of(SELF);
    }
    return INSTEAD.stream().filter(HostUser::works).findFirst();
  }

  /** A whole command line. */
  public List<String> command(List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  /** Hands a file or an empty directory over, where the programs run as somebody else. */
  public void assignOwner(Path path) throws IOException {
    if (owner.isPresent()) {
      Files.setAttribute(path, "unix:uid", owner.get(), LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", owner.get(), LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static boolean isRejectedByPostgres() {
    return Host.current() != Host.WINDOWS && (isUnlisted() || new UnixSystem().getUid() == 0);
  }

  /** Whether the system has no name for this user, only a number. */
  static boolean isUnlisted() {
    return System.getProperty("user.name").equals("?");
  }

  private boolean works() {
    return Host.succeeds(command(List.of("true")), 1);
  }
}
