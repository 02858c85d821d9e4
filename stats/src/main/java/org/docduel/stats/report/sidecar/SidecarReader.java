package org.docduel.stats.report.sidecar;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.BadInputException;
import org.docduel.stats.report.json.Tree;
import org.docduel.stats.report.json.TreeReader;
import org.docduel.stats.report.sidecar.Sidecar.Check;
import org.docduel.stats.report.sidecar.Sidecar.Plan;
import org.docduel.stats.report.sidecar.Sidecar.Run;
import org.docduel.stats.report.sidecar.Sidecar.Server;
import org.docduel.stats.report.sidecar.Sidecar.Skip;
import org.docduel.stats.report.sidecar.Sidecar.Store;

/**
 * Finds and reads the sidecar of a result file: {@code out.sidecar.json} beside {@code out.json}.
 */
public final class SidecarReader {

  private static final String JSON = ".json";

  private SidecarReader() {}

  /** Where the sidecar of a result file lies. */
  public static Path beside(Path resultFile) {
    String name = String.valueOf(resultFile.getFileName());
    String stem = name.endsWith(JSON) ? name.substring(0, name.length() - JSON.length()) : name;
    return resultFile.resolveSibling(stem + ".sidecar" + JSON);
  }

  /**
   * Reads the sidecar of a result file. Unknown fields are passed over.
   *
   * @param resultFile a JMH result file
   * @return nothing when there is no sidecar
   * @throws BadInputException if the sidecar cannot be read or is no JSON object
   */
  public static Optional<Sidecar> read(Path resultFile) {
    Path file = beside(resultFile);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      Tree root = TreeReader.read(in);
      if (!(root.value() instanceof Map)) {
        throw new BadInputException(
            file + ": the sidecar is not a JSON object; remove it or write it again");
      }
      return Optional.of(sidecar(resultFile.toString(), root));
    } catch (JsonProcessingException e) {
      throw new BadInputException(
          file
              + ": the sidecar is not JSON ("
              + e.getOriginalMessage()
              + "); remove it or write it again",
          e);
    } catch (IOException e) {
      throw new BadInputException(
          file + ": the sidecar cannot be read (" + e.getMessage() + "); check its permissions", e);
    }
  }

  private static Sidecar sidecar(String resultFile, Tree root) {
    return new Sidecar(
        resultFile,
        new Run(
            root.get("started").text(),
            root.get("finished").text(),
            root.get("status").text(),
            root.get("command").texts(),
            root.get("order").text()),
        root.get("environment").flat(),
        root.get("servers").elements().stream().map(SidecarReader::server).toList(),
        root.get("stores").elements().stream().map(SidecarReader::store).toList(),
        root.get("checks").elements().stream().map(SidecarReader::check).toList(),
        root.get("plans").elements().stream().map(SidecarReader::plan).toList(),
        root.get("skips").elements().stream().map(SidecarReader::skip).toList(),
        root.get("failures").texts(),
        root.get("findings").texts());
  }

  private static Server server(Tree tree) {
    return new Server(
        tree.get("name").text(),
        tree.get("way").text(),
        tree.get("product").text(),
        tree.get("settings").flat());
  }

  private static Store store(Tree tree) {
    return new Store(
        tree.get("store").text(),
        tree.get("product").text(),
        tree.get("parameters").flat(),
        tree.get("durability").text(),
        tree.get("sizes").numbers(),
        tree.get("settings").flat());
  }

  private static Check check(Tree tree) {
    return new Check(
        tree.get("store").text(),
        tree.get("check").text(),
        tree.get("outcome").text(),
        tree.get("detail").text());
  }

  private static Plan plan(Tree tree) {
    return new Plan(
        tree.get("store").text(),
        tree.get("parameters").flat(),
        tree.get("plan").texts(),
        tree.get("indexes").texts(),
        tree.get("verdict").text());
  }

  private static Skip skip(Tree tree) {
    return new Skip(
        tree.get("what").text(),
        tree.get("reason").text(),
        tree.get("remedy").text(),
        tree.get("combinations").number().map(Double::longValue).orElse(0L));
  }
}
