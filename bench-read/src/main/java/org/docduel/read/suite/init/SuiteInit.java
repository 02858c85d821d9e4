package org.docduel.read.suite.init;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.spi.StoreProviders;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.suite.QuerySuiteProvider;
import org.docduel.core.suite.Suite;
import org.docduel.core.workload.Command;

/** {@code suite init}: a suite's folder for files of a person's own. */
public final class SuiteInit implements Command {
  private static final String USAGE = "suite init FOLDER --data FILE [--data FILE]";
  private static final int LONGEST_NAME = 30;

  /** For the workload of this module. */
  public SuiteInit() {}

  @Override
  public String name() {
    return "suite init";
  }

  @Override
  public String usage() {
    return "FOLDER --data FILE [--data FILE]: look at NDJSON or CSV files and make a suite of"
        + " questions to them";
  }

  @Override
  public void run(List<String> arguments, PrintWriter out) {
    List<Path> data = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("--data") && i + 1 < arguments.size()) {
        data.add(Path.of(arguments.get(++i)));
      } else if (!argument.startsWith("-")) {
        folders.add(Path.of(argument));
      } else {
        throw new BadInputException(argument + ": " + USAGE);
      }
    }
    if (folders.size() != 1 || data.isEmpty()) {
      throw new BadInputException("suite init takes one folder and a file: " + USAGE);
    }
    Path folder = folders.get(0);
    if (Files.exists(folder)) {
      throw new BadInputException(folder + " is there already; name a new folder, or remove it");
    }
    Map<String, FileDocuments> collections = new LinkedHashMap<>();
    for (Path file : data) {
      String name = name(String.valueOf(file.getFileName()).replaceFirst("\\..*", ""));
      if (collections.put(name, FileDocuments.read(file, Map.of(), "")) != null) {
        throw new BadInputException(file + ": a second file for the collection " + name);
      }
      out.println(file + ": " + collections.get(name).size() + " documents");
    }
    write(folder, files(folder, data, collections, out), out);
  }

  /** Lower case, with nothing in it that a suite's names cannot have. */
  private static String name(String text) {
    String name =
        text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceFirst("^[^a-z]+", "");
    return name.isEmpty() ? "data" : name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }

  private static Map<String, String> files(
      Path folder, List<Path> data, Map<String, FileDocuments> collections, PrintWriter out) {
    String title = name(String.valueOf(folder.toAbsolutePath().normalize().getFileName()));
    SuiteYaml yaml = new SuiteYaml(title);
    List<StarterSuite.Collection> asked = new ArrayList<>();
    for (Map.Entry<String, FileDocuments> one : collections.entrySet()) {
      FileDocuments documents = one.getValue();
      StarterChoice choice =
          new StarterChoice(String.valueOf(asked.size() + 1), documents.leaves());
      yaml.collection(
          one.getKey(), relative(folder, data.get(asked.size())), documents, choice.ordered());
      asked.add(choice.of(one.getKey()));
      documents.notes().forEach(note -> out.println("note: " + note));
    }
    Map<String, String> files = new LinkedHashMap<>();
    List<String> dialects = new ArrayList<>();
    StarterSuite suite = new StarterSuite(SuiteYaml.INDEX, asked);
    StoreProviders.all().stream()
        .filter(QuerySuiteProvider.class::isInstance)
        .map(QuerySuiteProvider.class::cast)
        .forEach(provider ->
            provider
                .starter(suite)
                .ifPresent(text -> {
                  dialects.add(provider.dialect());
                  String ending = text.startsWith("{") ? ".json" : ".sql";
                  files.put(provider.dialect() + ending, text);
                }));
    files.put(Suite.FILE, yaml.text(dialects));
    return files;
  }

  private static String relative(Path folder, Path file) {
    try {
      return folder
          .toAbsolutePath()
          .normalize()
          .relativize(file.toAbsolutePath().normalize())
          .toString()
          .replace('\\', '/');
    } catch (IllegalArgumentException e) {
      // on another drive
      return file.toAbsolutePath().normalize().toString();
    }
  }

  /** All or nothing: the folder gets its name when all files are in it. */
  private static void write(Path folder, Map<String, String> files, PrintWriter out) {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      Path parent = absolute.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Path draft = Files.createTempDirectory(parent == null ? absolute : parent, ".suite");
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(draft.resolve(file.getKey()), file.getValue());
      }
      Files.move(draft, absolute, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new BadInputException(folder + ": cannot be written: " + e.getMessage(), e);
    }
    files.keySet().forEach(file -> out.println("wrote " + folder.resolve(file)));
    String path = folder.isAbsolute() || folder.startsWith(".") ? folder.toString() : "./" + folder;
    out.println("now: java -jar benchmarks.jar QuerySuite -p suite=" + path);
  }
}
