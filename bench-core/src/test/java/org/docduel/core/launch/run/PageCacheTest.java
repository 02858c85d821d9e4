package org.docduel.core.launch.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
  @TempDir private Path directory;

  private final List<String> contentAtSync = new ArrayList<>();

  private Path control() throws IOException {
    return Files.writeString(directory.resolve("drop_caches"), "0\n");
  }

  private boolean sync(Path control, boolean succeeds) {
    try {
      contentAtSync.add(Files.readString(control));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return succeeds;
  }

  @Test
  void syncsBeforeItDrops() throws IOException {
    Path control = control();

    assertThat(new PageCache(control, () -> sync(control, true)).drop())
        .isEqualTo("page cache dropped");

    assertThat(contentAtSync).as("what the kernel was told by then").containsExactly("0\n");
    assertThat(control).hasContent("1\n");
  }

  @Test
  void reportsPagesThatAreNotFlushed() throws IOException {
    Path control = control();

    assertThat(new PageCache(control, () -> sync(control, false)).drop())
        .isEqualTo("page cache dropped; pages that are not flushed stay");
  }

  @Test
  void syncsNothingWhereNothingCanBeDropped() {
    Path missing = directory.resolve("missing");

    assertThat(new PageCache(missing, () -> sync(missing, true)).drop())
        .isEqualTo("page cache kept: this is not Linux");

    // as a directory it can be written to by nobody, root included
    assertThat(new PageCache(directory, () -> true).drop())
        .isEqualTo("page cache kept: this user may not drop it");
    assertThat(contentAtSync).isEmpty();
  }
}
