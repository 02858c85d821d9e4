package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;

/**
 * New files and directories that nobody but this user can look into. The guard knows each before it
 * is made, so that a kill at any moment leaves none.
 */
public final class PrivateFiles {
  private PrivateFiles() {}

  /** A new empty file; the random part of its name is as hard to guess as a password. */
  public static Path file(Path parent, String prefix, String suffix, Guard guard)
      throws IOException {
    Path path = parent.resolve(prefix + NewPassword.create() + suffix);
    guard.path(path);
    Files.createFile(path, permissions(parent, "rw-------"));
    AclFileAttributeView acl = Files.getFileAttributeView(path, AclFileAttributeView.class);
    if (acl != null) {
      acl.setAcl(
          List.of(
              AclEntry.newBuilder()
                  .setType(AclEntryType.ALLOW)
                  .setPrincipal(acl.getOwner())
                  .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                  .build()));
    }
    return path;
  }

  /** A new empty directory. */
  public static Path directory(Path parent, String prefix, Guard guard) throws IOException {
    Path path = parent.resolve(prefix + NewPassword.create());
    guard.path(path);
    return Files.createDirectory(path, permissions(parent, "rwx------"));
  }

  private static FileAttribute<?>[] permissions(Path parent, String permissions)
      throws IOException {
    return Files.getFileStore(parent).supportsFileAttributeView("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
