package org.docduel.stats.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads JMH's JSON result files, token by token, so that a file of raw histograms needs the memory
 * of its numbers and no more.
 */
public final class ResultReader {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private ResultReader() {}

  /**
   * Reads several files, one after the other.
   *
   * @param files JMH JSON files, each named once
   * @return all results in the order of the files
   * @throws BadInputException if a file cannot be read, is not JMH's JSON, is truncated or is named
   *     twice
   */
  public static List<JmhResult> readAll(List<Path> files) {
    Set<Path> seen = new LinkedHashSet<>();
    List<JmhResult> all = new ArrayList<>();
    for (Path file : files) {
      if (!seen.add(file.toAbsolutePath().normalize())) {
        throw new BadInputException(file + ": the file is named twice; name every file once");
      }
      all.addAll(read(file));
    }
    return List.copyOf(all);
  }

  /**
   * Reads one file.
   *
   * @param file a JMH JSON file
   * @return its results, at least one
   * @throws BadInputException if the file cannot be read, is not JMH's JSON or is truncated
   */
  public static List<JmhResult> read(Path file) {
    if (Files.isDirectory(file)) {
      throw new BadInputException(file + ": is a directory; name a JMH JSON file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), in);
    } catch (NoSuchFileException e) {
      throw new BadInputException(file + ": no such file", e);
    } catch (IOException e) {
      throw new BadInputException(
          file + ": cannot be read (" + reason(e) + "); check its permissions", e);
    }
  }

  /**
   * Reads results from a stream.
   *
   * @param name what messages call the stream
   * @param in JMH's JSON
   * @return its results, at least one
   * @throws IOException if the stream fails
   * @throws BadInputException if the stream is not JMH's JSON or ends early
   */
  public static List<JmhResult> read(String name, InputStream in) throws IOException {
    List<JmhResult> results = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(in)) {
      JsonToken root = parser.nextToken();
      if (root == null) {
        throw new BadInputException(name + ": the file is empty; a JMH JSON file is expected");
      }
      if (root != JsonToken.START_ARRAY) {
        throw new BadInputException(
            name + ": not a JMH result file: the root is " + described(root) + ", not an array");
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        results.add(new ResultParser(parser, new Source(name, results.size())).parse());
      }
      if (parser.nextToken() != null) {
        throw new BadInputException(name + ": there is more after the results; is it two files?");
      }
    } catch (JsonProcessingException e) {
      throw unreadable(new Source(name, results.size()), e);
    }
    if (results.isEmpty()) {
      throw new BadInputException(name + ": holds no results; did the run fail?");
    }
    return results;
  }

  private static BadInputException unreadable(Source source, JsonProcessingException e) {
    String problem = String.valueOf(e.getOriginalMessage());
    // The parser has several exceptions for an early end, but says it in these words in all of
    // them.
    return problem.contains("end-of-input")
        ? new BadInputException(
            source, "the file is truncated at " + at(e) + "; copy it again or repeat the run", e)
        : new BadInputException(source.file() + ": not JSON at " + at(e) + " (" + problem + ")", e);
  }

  private static String described(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case VALUE_STRING -> "a string";
      default -> token.isNumeric() ? "a number" : "a literal";
    };
  }

  private static String at(JsonProcessingException e) {
    return e.getLocation() == null
        ? "an unknown place"
        : "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }

  private static String reason(IOException e) {
    return e instanceof AccessDeniedException ? "access denied" : String.valueOf(e.getMessage());
  }
}
