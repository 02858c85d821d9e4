package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.files.Fractions;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.Processes;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that is killed in the middle of a mix: by a journal outside of it, the server has every
 * write that it acknowledged. Of a write that had only begun it may have all or nothing.
 */
class KilledClientIT {
  private static final BenchmarksJar JAR =
      BenchmarksJar.with(KilledClientIT.class, JournalProvider.class);
  private static final int DOCUMENTS = 200;
  private static final int WRITES = 2_000;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final MixedDocuments ALL =
      MixedDocuments.of(
          Fractions.DOUBLE,
          MixedDocuments.GENERATED,
          MixedDocuments.NUMBERED,
          MixedDocuments.SCORE,
          DOCUMENTS);

  @TempDir Path directory;

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found and killed as on Linux")
  void losesNoAcknowledgedWrite() throws Exception {
    try (Servers servers = new Servers(Settings.of(Map.of(), new Properties()))) {
      ServerAddress address = servers.start(PostgresServer.FAMILY).address();
      Path journal = directory.resolve("journal");
      PackagedRun run =
          JAR.start(
              directory,
              Map.of(
                  Settings.variable("postgres.url"),
                  address.url(),
                  JournalProvider.FILE,
                  journal.toString()),
              ("Mixed -p store=postgres-journal -p durability=default -t 6 -f 1 -wi 0 -i 1 -r 600"
                      + " -p mix=read:10,update:40,replace:10,modify:10,insert:15,delete:15"
                      + " --no-report -rff out.json -p documents="
                      + DOCUMENTS)
                  .split(" "));
      assertThat(Processes.eventually(LIMIT, () -> lines(journal).size() > 2 * WRITES))
          .as("%s", journal)
          .isTrue();
      Processes.signal("KILL", List.of(fork(run)));
      Ended ended = run.await();

      assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
      assertThat(missingOrUnexpected(lines(journal), address)).isEmpty();
    }
  }

  private static ProcessHandle fork(PackagedRun run) {
    return run.descendants().stream()
        .filter(process -> process.info().commandLine().orElse("").contains("ForkedMain"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> lines(Path journal) {
    try {
      return Files.exists(journal) ? Files.readAllLines(journal) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Plays the journal back and compares what should be there with what is. */
  private static Set<String> missingOrUnexpected(List<String> journal, ServerAddress address) {
    Map<Long, Optional<ObjectValue>> acknowledged = new HashMap<>();
    Map<Long, Optional<ObjectValue>> inFlight = new HashMap<>();
    for (Document document : ALL.documents(0, DOCUMENTS)) {
      acknowledged.put(document.id(), Optional.of(document.body()));
    }
    for (String line : journal) {
      String[] fields = line.split(" ", -1);
      long id = Long.parseLong(fields[2]);
      Optional<ObjectValue> written =
          switch (fields[1]) {
            case "insert" -> Optional.of(ALL.document(ALL.number(id)).body());
            case "update" -> Optional.of(ALL.body(ALL.number(id), Long.parseLong(fields[3])));
            default -> Optional.empty();
          };
      if (fields[0].equals(JournalProvider.STARTED)) {
        inFlight.put(id, written);
      } else {
        acknowledged.put(id, written);
        inFlight.remove(id);
      }
    }
    Set<Long> ids = new HashSet<>(acknowledged.keySet());
    ids.addAll(inFlight.keySet());
    Set<String> faults = new HashSet<>();
    Optional<ServerAddress> space = Optional.of(new ServerAddress(address.url(), TestSpace.name()));
    try (Store store =
            StoreProviders.byName("postgres-jsonb")
                .orElseThrow()
                .open(space, StoreConfig.defaults());
        Session session = store.session()) {
      ContentReader reader = session.reader(ALL.collection("mixed", UpdateKind.SET, List.of()));
      long there = 0;
      for (long id : ids) {
        Optional<ObjectValue> found = reader.find(id);
        there += found.isPresent() ? 1 : 0;
        Optional<ObjectValue> last = acknowledged.getOrDefault(id, Optional.empty());
        if (!found.equals(last) && !found.equals(inFlight.getOrDefault(id, last))) {
          faults.add("document " + id + " should be " + last + " and is " + found);
        }
      }
      if (reader.count() != there) {
        faults.add(reader.count() + " documents, of which " + there + " were written");
      }
    }
    return faults;
  }
}
