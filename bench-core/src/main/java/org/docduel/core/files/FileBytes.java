package org.docduel.core.files;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** The bytes of a file, unpacked where it is gzip, with a limit for each document. */
final class FileBytes extends FilterInputStream {
  /** What MongoDB takes; PostgreSQL takes more. */
  static final int MAX_DOCUMENT = 16 * 1024 * 1024;

  /** What is said of a longer one. */
  static final String TOO_LONG =
      "a document has more than " + MAX_DOCUMENT + " bytes, the most that stores take";

  private static final int BUFFER = 64 * 1024;
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  private long delivered;
  private long documentBegan;

  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException() {
      super(TOO_LONG);
    }
  }

  private FileBytes(InputStream in) {
    super(in);
  }

  static FileBytes open(Path file) throws IOException {
    BufferedInputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    try {
      raw.mark(2);
      boolean gzip = raw.read() == GZIP_FIRST && raw.read() == GZIP_SECOND;
      raw.reset();
      BufferedInputStream plain =
          gzip
              ? new BufferedInputStream(
                  GzipCompressorInputStream.builder()
                      .setInputStream(raw)
                      .setDecompressConcatenated(true)
                      .get(),
                  BUFFER)
              : raw;
      FirstBytes.require(file, plain);
      return new FileBytes(plain);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /** The next document begins somewhere in what was delivered. */
  void documentEnds() {
    documentBegan = delivered;
  }

  @Override
  public int read() throws IOException {
    byte[] buffer = new byte[1];
    return read(buffer, 0, 1) < 0 ? -1 : buffer[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (delivered - documentBegan > MAX_DOCUMENT) {
      throw new TooLongException();
    }
    int count = super.read(into, from, length);
    delivered += Math.max(0, count);
    return count;
  }
}
