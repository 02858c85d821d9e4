package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.security.auth.module.UnixSystem;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class HostDirectoriesTest {
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "every user of Windows has a name")
  @ResourceLock(Resources.SYSTEM_PROPERTIES)
  void unnamedUsersHaveSeparateDirectories(@TempDir Path directory) throws Exception {
    String name = System.getProperty("user.name");
    System.setProperty("user.name", "?");
    try {
      assertThat(new HostDirectories(Optional.of(directory)).programs(false))
          .isEqualTo(directory.resolve("docduel-" + new UnixSystem().getUid()));
    } finally {
      System.setProperty("user.name", name);
    }
  }
}
