package org.docduel.core.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What a person's own files are called in results: a name and the first 64 bits of the content's
 * SHA-256, such as {@code mine@3f9ac21e07b54d68}. The same content has the same name in every
 * folder; that two contents in a billion share one has a chance of 3 in 100.
 */
public final class ContentName {
  private static final int PIECE = 64 * 1024;

  private static final int SHOWN_BYTES = 8;

  private final MessageDigest sum = sha256();

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

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
    List<DocumentFile> files = DocumentFile.of(path).parts();
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

  /** The name of what was added, under a name of its own; to be asked once. */
  public String with(String name) {
    return name + "@" + HexFormat.of().formatHex(sum.digest(), 0, SHOWN_BYTES);
  }
}
