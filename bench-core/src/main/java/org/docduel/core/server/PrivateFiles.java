package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.util.EnumSet;
import java.util.List;

/** Temporary files that nobody but this user can read. */
final class PrivateFiles {
  private PrivateFiles() {}

  /** A new empty one in the system's temporary directory. */
  static Path create(String prefix, String suffix) throws IOException {
    // On POSIX systems the JDK makes it readable and writable for the owner alone.
    Path path = Files.createTempFile(prefix, suffix);
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
}
