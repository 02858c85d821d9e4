package org.docduel.capture;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.docduel.core.config.BadInputException;
import org.jspecify.annotations.Nullable;

/**
 * A log file of PostgreSQL, plain or gzip: JSON, CSV or the text of stderr, or of a mongod: told by
 * how it begins. It is read once, line by line: memory does not grow with the file.
 */
final class LogFile {
  /** Nobody sends a longer statement; what looks like one is no log. */
  static final int MAX_RECORD = 16 * 1024 * 1024;

  private static final int BUFFER = 256 * 1024;
  private static final int COLUMNS = 23;
  private static final JsonFactory JSON = new JsonFactory();

  private static final Set<String> FIELDS =
      Set.of("timestamp", "dbname", "application_name", "ps", "message", "detail");

  static final Pattern TIME =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?");

  private static final Pattern CSV = Pattern.compile(TIME + " [^ ,]+,.*");

  /** Prefix, level, message: the two blanks are in every language. */
  private static final Pattern PLAIN =
      Pattern.compile("(.*?)(?U:\\p{Lu}+):  ([^:']{1,60}: (?:[0-9]+\\.[0-9]+ ms  |\\$1 = ).*)");

  private static final Pattern DURATION = Pattern.compile("^[^:]*: [0-9.]+ ms  ");

  /** Any other message, which ends the one before it. */
  private static final Pattern OTHER = Pattern.compile(".*?(?U:\\p{Lu}{3,}):  .*");

  /** How {@code parse}, {@code bind} and {@code execute} begin in text, as far as known. */
  private static final Pattern PREPARED_TERMS = Pattern.compile("parse|bind|Parsen|Binden");

  private static final Pattern CALL_TERMS = Pattern.compile("execute|Ausf\u00fchren");

  private final Path path;
  private final LongConsumer progress;

  /** Lines or records that could not be read, with the reason and the first one's number. */
  private final Map<String, Long> skipped = new HashMap<>();

  private long found;

  /**
   * A file that is not yet read.
   *
   * @param progress takes the number of bytes that were read of it since the last call
   */
  LogFile(Path path, LongConsumer progress) {
    this.path = path;
    this.progress = progress;
  }

  /** How many lines or records were skipped, by reason. */
  Map<String, Long> skipped() {
    return skipped;
  }

  /** How many statements it has. */
  long found() {
    return found;
  }

  /** How it begins, by which a copy of it is known. */
  String beginning() {
    byte[] bytes = new byte[4_000];
    int length = 0;
    try (InputStream in = open(read -> {})) {
      for (int count = 0; count >= 0 && length < bytes.length; length += Math.max(0, count)) {
        count = in.read(bytes, length, bytes.length - length);
      }
    } catch (ZipException | EOFException e) {
      if (length == 0) {
        throw new BadInputException(path + ": not valid gzip: " + e.getMessage(), e);
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    String beginning = new String(bytes, 0, length, StandardCharsets.UTF_8);
    BadInputException.require(!beginning.isBlank(), "%s: the file is empty", path);
    String line = beginning.lines().findFirst().orElse("");
    return line.substring(0, Math.min(1_000, line.length()));
  }

  private BadInputException unreadable(IOException e) {
    return new BadInputException(path + ": cannot be read: " + BadInputException.reason(e), e);
  }

  private void skip(String reason) {
    skipped.merge(reason, 1L, Long::sum);
  }

  /**
   * Reads all of it.
   *
   * @throws BadInputException when it is none of the three, or cannot be read
   */
  void read(LoggedStatement.Visitor visitor) {
    String first = beginning();
    try (InputStream in = open(progress)) {
      Reader text =
          new InputStreamReader(
              in,
              StandardCharsets.UTF_8
                  .newDecoder()
                  .onMalformedInput(CodingErrorAction.REPLACE)
                  .onUnmappableCharacter(CodingErrorAction.REPLACE));
      if (MongodOperation.isLog(first)) {
        mongod(text, visitor);
      } else if (first.startsWith("{")) {
        json(text, visitor);
      } else if (CSV.matcher(first).matches()) {
        csv(text, visitor);
      } else {
        plain(text, visitor);
      }
    } catch (ZipException | EOFException e) {
      if (found == 0) {
        throw new BadInputException(path + ": not valid gzip: " + e.getMessage(), e);
      }
      skip("the file was cut off");
    } catch (IOException e) {
      throw unreadable(e);
    } catch (UncheckedIOException e) {
      throw unreadable(new IOException(e.getMessage(), e));
    }
  }

  private InputStream open(LongConsumer counter) throws IOException {
    InputStream counted =
        new FilterInputStream(Files.newInputStream(path)) {
          @Override
          public int read(byte[] into, int from, int length) throws IOException {
            int count = super.read(into, from, length);
            counter.accept(Math.max(0, count));
            return count;
          }
        };
    boolean gzip = path.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    return new BufferedInputStream(gzip ? new GZIPInputStream(counted, BUFFER) : counted, BUFFER);
  }

  private void take(LoggedStatement statement, LoggedStatement.Visitor visitor) {
    found++;
    try {
      visitor.visit(statement);
    } catch (IllegalArgumentException e) {
      skip("a statement " + e.getMessage());
    }
  }

  /** A record is a line; one that breaks off is the last, or was written in a crash. */
  private void json(Reader text, LoggedStatement.Visitor visitor) throws IOException {
    Lines lines = new Lines(text);
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (line.isBlank()) {
        continue;
      }
      Map<String, String> fields = new HashMap<>();
      try (JsonParser parser = JSON.createParser(line)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          if (FIELDS.contains(name)) {
            fields.put(name, parser.getValueAsString(""));
          }
        }
        BadInputException.require(
            parser.currentToken() == JsonToken.END_OBJECT, "%s: no object", path);
      } catch (IOException | BadInputException e) {
        skip(lines.isLast() ? "the last line was cut off" : "a line is no JSON");
        continue;
      }
      record(
          fields.getOrDefault("timestamp", ""),
          fields.getOrDefault("dbname", ""),
          fields.getOrDefault("application_name", ""),
          fields.getOrDefault("ps", ""),
          fields.getOrDefault("message", ""),
          fields.getOrDefault("detail", ""),
          visitor);
    }
  }

  private void mongod(Reader text, LoggedStatement.Visitor visitor) throws IOException {
    Lines lines = new Lines(text);
    for (String line = lines.next(); line != null; line = lines.next()) {
      try {
        MongodOperation.ofLine(line).ifPresent(operation -> take(operation, visitor));
      } catch (IllegalArgumentException e) {
        skip(lines.isLast() ? "the last line was cut off" : "a line " + e.getMessage());
      }
    }
  }

  private void csv(Reader text, LoggedStatement.Visitor visitor) throws IOException {
    Limited limited = new Limited(text);
    try (CSVParser records = CSVFormat.DEFAULT.parse(limited)) {
      Iterator<CSVRecord> iterator = records.iterator();
      while (hasNext(iterator)) {
        CSVRecord fields = iterator.next();
        limited.recordEnds();
        if (fields.size() < COLUMNS) {
          skip("a record has fewer than " + COLUMNS + " columns");
          continue;
        }
        String application = fields.size() > 22 ? fields.get(22) : "";
        record(
            fields.get(0),
            fields.get(2),
            application,
            fields.get(7),
            fields.get(13),
            fields.get(14),
            visitor);
      }
    }
  }

  /** A field whose quotes are open at the end was cut off. */
  private boolean hasNext(Iterator<CSVRecord> records) throws IOException {
    try {
      return records.hasNext();
    } catch (UncheckedIOException | IllegalStateException e) {
      if (e.getCause() instanceof TooLongException tooLong) {
        throw tooLong;
      }
      if (!String.valueOf(e.getMessage()).contains("EOF reached")) {
        throw new BadInputException(path + ": not valid CSV: " + e.getMessage(), e);
      }
      skip("the last record was cut off");
      return false;
    }
  }

  private void record(
      String time,
      String database,
      String application,
      String tag,
      String text,
      String detail,
      LoggedStatement.Visitor visitor) {
    Optional<LoggedMessage> message = LoggedMessage.of(text, tag);
    if (message.isPresent()) {
      try {
        take(
            new LoggedStatement(
                time, database, application, message.get(), LoggedMessage.parameters(detail)),
            visitor);
      } catch (IllegalArgumentException e) {
        skip("a statement " + e.getMessage());
      }
    }
  }

  /** A message goes on in lines that begin with a tab; its detail is the next message. */
  private void plain(Reader text, LoggedStatement.Visitor visitor) throws IOException {
    Lines lines = new Lines(text);
    String time = "";
    StringBuilder message = new StringBuilder();
    StringBuilder detail = new StringBuilder();
    StringBuilder current = new StringBuilder();
    boolean isLog = false;
    for (String line = lines.next(); line != null; line = lines.next()) {
      Matcher matcher = PLAIN.matcher(line);
      isLog = isLog || OTHER.matcher(line).matches();
      if (line.startsWith("\t")) {
        current.append('\n').append(line, 1, line.length());
      } else if (matcher.matches()
          && matcher.group(2).contains(": $1 = ")
          && !DURATION.matcher(matcher.group(2)).lookingAt()) {
        current = detail.append(matcher.group(2));
      } else {
        plain(time, message, detail, visitor);
        current = new StringBuilder();
        if (matcher.matches()) {
          Matcher found = TIME.matcher(matcher.group(1));
          time = found.find() ? found.group() : "";
          current = message.append(matcher.group(2));
        }
      }
    }
    plain(time, message, detail, visitor);
    BadInputException.require(
        isLog, "%s: neither JSON, CSV nor text of PostgreSQL's log; name its log files", path);
  }

  private void plain(
      String time, StringBuilder message, StringBuilder detail, LoggedStatement.Visitor visitor) {
    String text = message.toString();
    String body = DURATION.matcher(text).replaceFirst("");
    String head = body.substring(0, Math.max(0, body.indexOf(':')));
    String term = head.split(" ", 2)[0];
    String tag = PREPARED_TERMS.matcher(term).matches() ? "BIND" : "";
    BadInputException.require(
        head.indexOf(' ') < 0 || !tag.isEmpty() || CALL_TERMS.matcher(term).matches(),
        "%s: '%s' is in a language whose words are not known; have the server log in JSON or CSV"
            + " (log_destination), or in English (lc_messages)",
        path,
        head);
    record(time, "", "", tag, text, detail.toString(), visitor);
    message.setLength(0);
    detail.setLength(0);
  }

  private static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException() {
      super("a line has more than " + MAX_RECORD + " characters");
    }
  }

  /** Lines with a limit, so that a file without any does not fill the memory. */
  private static final class Lines {
    private final Reader in;
    private final char[] buffer = new char[BUFFER / 4];
    private final StringBuilder line = new StringBuilder();
    private int at;
    private int end;
    private boolean last;

    Lines(Reader in) {
      this.in = in;
    }

    /** Whether the line had no end. */
    boolean isLast() {
      return last;
    }

    @Nullable String next() throws IOException {
      line.setLength(0);
      while (true) {
        for (int i = at; i < end; i++) {
          if (buffer[i] == '\n') {
            int start = at;
            at = i + 1;
            if (line.length() == 0) {
              boolean hasReturn = i > start && buffer[i - 1] == '\r';
              return new String(buffer, start, i - start - (hasReturn ? 1 : 0));
            }
            line.append(buffer, start, i - start);
            boolean hasReturn = line.charAt(line.length() - 1) == '\r';
            return line.substring(0, line.length() - (hasReturn ? 1 : 0));
          }
        }
        line.append(buffer, at, end - at);
        if (line.length() > MAX_RECORD) {
          throw new TooLongException();
        }
        at = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        if (end == 0) {
          last = true;
          return line.length() == 0 ? null : line.toString();
        }
      }
    }
  }

  /** Characters with a limit for each record. */
  private static final class Limited extends FilterReader {
    private long delivered;

    Limited(Reader in) {
      super(in);
    }

    void recordEnds() {
      delivered = 0;
    }

    @Override
    public int read(char[] into, int from, int length) throws IOException {
      int count = super.read(into, from, length);
      delivered += Math.max(0, count);
      if (delivered > MAX_RECORD) {
        throw new TooLongException();
      }
      return count;
    }
  }
}
