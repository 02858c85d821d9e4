package org.docduel.core.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a person's own files are called in results: a name and a CRC32C of the content, such as
 * {@code mine@3f9ac21e}. The same content has the same name in every folder, other content never.
 */
public final class ContentName {
  private static final int PIECE = 64 * 1024;

  private final CRC32C sum = new CRC32C();

  /** The name of a file of documents, or of a directory of them. */
  public static String of(Path path) {
    ContentName name = new ContentName();
    name.add(path);
    return name.with(String.valueOf(path.toAbsolutePath().normalize().getFileName()));
  }

  /** Adds a text of its own: two in a row are not one longer text. */
  public void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sum.update((bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
    sum.update(bytes);
  }

  /**
   * Adds a file of documents, unpacked, or all files of a directory.
   *
   * @throws org.docduel.core.config.BadInputException when it cannot be read
   */
  public void add(Path path) {
    List<DocumentFile> files = new DocumentFile(path).parts();
    add(String.valueOf(files.size()));
    for (DocumentFile file : files) {
      long size = 0;
      try (FileBytes in = FileBytes.open(file.path())) {
        byte[] piece = new byte[PIECE];
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
          sum.update(piece, 0, count);
          size += count;
          in.documentEnds(); // however long documents are is for those who read them
        }
      } catch (IOException e) {
        throw DocumentFile.problem(file.path(), 1, e);
      }
      add(String.valueOf(size));
    }
  }

  public String with(String name) {
    return "%s@%08x".formatted(name, sum.getValue());
  }
}
