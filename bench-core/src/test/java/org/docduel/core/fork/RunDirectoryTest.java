package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerFamily;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @Test
  @Tag("attack")
  @Tag("L2")
  void removesDirectoryOfKilledLauncherOnly(@TempDir Path temporary) throws Exception {
    Process killed = launcher(temporary);
    Process living = launcher(temporary);
    try {
      Path abandoned = Path.of(killed.inputReader().readLine());
      Path used = Path.of(living.inputReader().readLine());
      Files.writeString(abandoned.resolve("fact.json"), "{}");

      killed.destroyForcibly().waitFor();

      for (int i = 0; i < 500 && Files.exists(abandoned); i++) {
        Thread.sleep(20);
      }
      assertThat(abandoned).doesNotExist();
      assertThat(used).isDirectory();
    } finally {
      killed.destroyForcibly();
      living.destroyForcibly();
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has access lists instead")
  void isPrivateAndRemovedOnClose() throws IOException {
    RunDirectory run = RunDirectory.create();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.path())))
        .isEqualTo("rwx------");
    run.close();
    assertThat(run.path()).doesNotExist();
  }

  /** The clock was set back since the fork before left its last fact. */
  @Test
  void factsKeepTheirOrderWhenClockIsSetBack(@TempDir Path directory) throws IOException {
    Path before = Files.writeString(directory.resolve("9000000000000000-000007-1.json"), "{}");
    System.setProperty(Settings.property(RunDirectory.SETTING), directory.toString());
    try {
      ForkFacts.finding("later");
    } finally {
      System.clearProperty(Settings.property(RunDirectory.SETTING));
    }
    List<Path> facts = new RunDirectory(directory).facts();
    assertThat(facts).hasSize(2).first().isEqualTo(before);
    assertThat(Files.readString(facts.get(1))).contains("later");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has access lists instead")
  void addressFilesAreReadableByThisUserOnly(@TempDir Path directory) throws IOException {
    RunDirectory run = new RunDirectory(directory);
    try {
      run.publishAddresses(Map.of("f", new ServerAddress("jdbc:x://h/d?password=x")));
    } finally {
      System.clearProperty(Settings.property(RunDirectory.SETTING));
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("addresses"))))
        .isEqualTo("rw-------");
  }

  @Test
  void addressesRoundTrip(@TempDir Path directory) {
    ServerAddress postgres =
        new ServerAddress("jdbc:postgresql://[::1]:5432/db?user=a b&password=p=#!:\\ü\u2028é");
    RunDirectory run = new RunDirectory(directory);
    String property = Settings.property(RunDirectory.SETTING);
    String before = System.getProperty(property, "");
    try {
      run.publishAddresses(Map.of("postgres", postgres));
      RunDirectory forkDirectory = RunDirectory.ofFork(Settings.ofProcess()).orElseThrow();
      assertThat(forkDirectory.address(new ServerFamily("postgres", List.of()))).contains(postgres);
      assertThat(forkDirectory.address(new ServerFamily("mongodb", List.of()))).isEmpty();
    } finally {
      System.setProperty(property, before);
    }
  }

  @Test
  void reportsUnreadableAddresses(@TempDir Path directory) throws IOException {
    RunDirectory run = new RunDirectory(directory);
    ServerFamily postgres = new ServerFamily("postgres", List.of());
    Path addresses = directory.resolve("addresses");
    assertThatThrownBy(() -> run.address(postgres))
        .isInstanceOf(ServerException.class)
        .hasMessage("cannot read " + addresses + ": no such file");

    Files.writeString(addresses, "password=HIDE\n");
    assertThatThrownBy(() -> run.address(postgres))
        .isInstanceOf(ServerException.class)
        .hasMessageStartingWith("cannot read " + addresses + ": ")
        .hasMessageNotContaining("HIDE");
  }

  /** Such as of a store on a server with settings, which may be paths. */
  @Test
  void acceptsAnyNoteName(@TempDir Path directory) {
    String name = "customer-postgres-jsonb@17:log_directory=/tmp" + ";work_mem=64MB".repeat(20);
    RunDirectory run = new RunDirectory(directory);
    run.writeNotes(name, Map.of("1.1", 3L));

    assertThat(run.readNotes(name)).hasValue(Map.of("1.1", 3L));
    assertThat(run.readNotes(name + "x")).isEmpty();
  }

  private static Process launcher(Path temporary) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Makes one, says where it is, and waits. */
  static final class Launcher {
    private Launcher() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(RunDirectory.create().path());
      System.in.read();
    }
  }
}
