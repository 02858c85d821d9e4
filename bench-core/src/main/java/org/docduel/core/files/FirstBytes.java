package org.docduel.core.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Formats that are told by how a file begins, and that are not read here: each with the command
 * that makes a file of it that is.
 */
enum FirstBytes {
  ZSTANDARD("28b52ffd", "packed by zstd", "zstd -d %s"),
  BZIP2("425a68", "packed by bzip2", "bunzip2 -k %s"),
  XZ("fd377a585a00", "packed by xz", "xz -dk %s"),
  LZ4("04224d18", "packed by lz4", "lz4 -d %s"),
  GZIP_TWICE("1f8b", "packed by gzip twice", "gunzip -k %s"),
  ZIP("504b0304", "a zip archive or a workbook", "unzip %s, or save the workbook as CSV UTF-8"),
  SEVEN_ZIP("377abcaf271c", "a 7z archive", "7z x %s"),
  TAR("7573746172", 257, "a tar archive", "tar -xf %s"),
  PARQUET(
      "50415231",
      "a Parquet file",
      "duckdb -c \"COPY (FROM '%s') TO 'documents.ndjson' (FORMAT json)\""),
  AVRO("4f626a01", "an Avro file", "avro-tools tojson %s > documents.ndjson"),
  ARROW("4152524f5731", "an Arrow file", "pyarrow.feather.read_table of Python"),
  SQLITE(
      "53514c69746520666f726d6174203300",
      "a database of SQLite",
      "sqlite3 -header -csv %s 'SELECT * FROM ...'"),
  PG_DUMP(
      "5047444d50",
      "a dump of pg_dump",
      "restore it; psql -Atc 'SELECT to_json(t) FROM ... t' writes JSON"),
  MONGODUMP_ARCHIVE(
      "6de29981",
      "an archive of mongodump",
      "mongodump without --archive writes .bson files, which are read");

  /** As many bytes as the one that stands farthest from the beginning needs. */
  static final int LENGTH = 512;

  /** In hexadecimal digits. */
  private final String signature;

  private final int offset;
  private final String what;
  private final String cure;

  FirstBytes(String signature, String what, String cure) {
    this(signature, 0, what, cure);
  }

  FirstBytes(String signature, int offset, String what, String cure) {
    this.signature = signature;
    this.offset = offset;
    this.what = what;
    this.cure = cure;
  }

  /** Says what is not read, and what to do. */
  static final class UnreadFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadFormatException(String message) {
      super(message);
    }
  }

  /**
   * Refuses a format that is not read; the stream stands where it stood.
   *
   * @throws UnreadFormatException with what it is and the command that unpacks it
   */
  static void require(Path file, BufferedInputStream in) throws IOException {
    in.mark(LENGTH);
    byte[] head = in.readNBytes(LENGTH);
    in.reset();
    Optional<FirstBytes> found = of(head);
    if (found.isPresent()) {
      FirstBytes format = found.get();
      throw new UnreadFormatException(
          format.what
              + ", which is not read: "
              + format.cure.formatted(
                  shellArgument(String.valueOf(file.getFileName()), format.cure)));
    }
  }

  /** A file's name as one word of a command. */
  private static String shellArgument(String name, String command) {
    return name.matches("[\\w.,@%+-]+") || command.contains("'%s'")
        ? name
        : "'" + name.replace("'", "'\\''") + "'";
  }

  /** The format; a text is none, whatever letters it begins with. */
  static Optional<FirstBytes> of(byte[] head) {
    return isText(head)
        ? Optional.empty()
        : Arrays.stream(values()).filter(format -> format.starts(head)).findFirst();
  }

  private boolean starts(byte[] head) {
    byte[] bytes = HexFormat.of().parseHex(signature);
    int end = offset + bytes.length;
    return end <= head.length && Arrays.equals(head, offset, end, bytes, 0, bytes.length);
  }

  /** UTF-8, which may be cut in its last character, without the controls that texts do not have. */
  private static boolean isText(byte[] head) {
    CharBuffer text = CharBuffer.allocate(head.length);
    CoderResult decoded =
        StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(head), text, head.length < LENGTH);
    return !decoded.isError()
        && text.flip().chars().noneMatch(c -> c < ' ' && "\t\n\f\r\u001e".indexOf(c) < 0);
  }
}
