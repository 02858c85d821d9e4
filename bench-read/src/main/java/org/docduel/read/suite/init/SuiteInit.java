package org.docduel.read.suite.init;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Fractions;
import org.docduel.core.files.Inference.Leaf;
import org.docduel.core.model.Kind;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.suite.Suite;
import org.docduel.core.workload.Workload.Command;

/** {@code suite init}: a suite's folder for files of a person's own. */
public final class SuiteInit implements Command {
  private static final String USAGE = "suite init FOLDER --data FILE [--key FIELD] [--null TEXT]";
  private static final int LONGEST_NAME = 30;

  private final String runCommand;

  /** For the jar that this program was started from. */
  public SuiteInit() {
    this("java -jar " + jar() + " QuerySuite -p suite=");
  }

  /**
   * For another command line.
   *
   * @param runCommand what runs a suite when its folder is put behind
   */
  public SuiteInit(String runCommand) {
    this.runCommand = runCommand;
  }

  @Override
  public String name() {
    return "suite init";
  }

  @Override
  public String usage() {
    return "FOLDER --data FILE [--key FIELD] [--data FILE ...] [--null TEXT ...]: read JSON,"
        + " BSON or CSV files and write a suite of queries for them; of a directory, each file is"
        + " a collection; --key names the field by which the documents of the file before it are"
        + " looked up, --null a text of CSV files that stands for null";
  }

  @Override
  public void run(List<String> arguments, PrintWriter out) {
    Map<Path, String> data = new LinkedHashMap<>();
    List<Path> folders = new ArrayList<>();
    Set<String> nulls = new LinkedHashSet<>();
    Path last = null;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("--data") && i + 1 < arguments.size()) {
        last = Path.of(arguments.get(++i));
        FileDocuments.files(last).forEach(file -> data.put(file, ""));
      } else if (argument.equals("--key") && i + 1 < arguments.size() && data.containsKey(last)) {
        data.put(last, FileDocuments.storedName(arguments.get(++i)));
      } else if (argument.equals("--null") && i + 1 < arguments.size()) {
        nulls.add(arguments.get(++i));
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
    write(folder, files(folder, data, nulls, out), out);
  }

  /** Lower case, with nothing in it that a suite's names cannot have. */
  private static String name(String text) {
    String name =
        text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceFirst("^[^a-z]+", "");
    return name.isEmpty() ? "data" : name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }

  private static Map<String, String> files(
      Path folder, Map<Path, String> data, Set<String> nulls, PrintWriter out) {
    SuiteYaml yaml =
        new SuiteYaml(name(String.valueOf(folder.toAbsolutePath().normalize().getFileName())));
    Map<String, String> files = new LinkedHashMap<>();
    Map<String, StarterSuite.Part> parts = new LinkedHashMap<>();
    data.forEach((file, key) -> {
      String name = name(String.valueOf(file.getFileName()).replaceFirst("\\..*", ""));
      boolean numbers =
          read(file, "", nulls).columns().stream()
              .anyMatch(leaf -> leaf.path().equals(key) && leaf.kind() == Kind.INTEGER);
      FileDocuments documents = read(file, numbers ? key : "", nulls);
      out.println(file + ": " + counted(documents));
      StarterChoice choice = new StarterChoice(documents, key);
      choice.notes().forEach(note -> out.println("note: " + note));
      StarterSuite.Part part = choice.of(name, String.valueOf(parts.size() + 1));
      String more =
          yaml.collection(
              part, relative(folder, file), documents, choice, numbers ? key : "", nulls);
      if (!more.isEmpty()) {
        files.put(SuiteYaml.columnsFile(name), more);
      }
      if (parts.put(name, part) != null) {
        throw new BadInputException(file + ": a second file for the collection " + name);
      }
      documents.notes().forEach(note -> out.println("note: " + note));
      documents.numbers().ifPresent(fields -> out.println("numbers with a fraction: " + fields));
    });
    List<String> dialects = new ArrayList<>();
    StarterSuite suite = new StarterSuite(SuiteYaml.INDEX, List.copyOf(parts.values()));
    for (StoreProvider provider : StoreProviders.all()) {
      String dialect = provider.dialect();
      try {
        provider
            .starter(suite)
            .ifPresent(text -> {
              if (!dialects.contains(dialect)) {
                dialects.add(dialect);
              }
              files.put(dialect + (text.startsWith("{") ? ".json" : ".sql"), text);
            });
      } catch (StoreException e) {
        out.println("note: " + dialect + " is left out: " + e.getMessage());
      }
    }
    files.put(Suite.FILE, yaml.text(dialects));
    return files;
  }

  private static FileDocuments read(Path file, String key, Set<String> nulls) {
    return FileDocuments.read(file, Map.of(), Fractions.DOUBLE, key, nulls);
  }

  private static String counted(FileDocuments documents) {
    return documents.size() == 1 ? "1 document" : documents.size() + " documents";
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
  private void write(Path folder, Map<String, String> files, PrintWriter out) {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      Path parent = absolute.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      // not createTempDirectory: its folder is the owner's alone, whatever the umask says
      Path draft =
          Files.createDirectory(absolute.resolveSibling(".suite" + ProcessHandle.current().pid()));
      try {
        for (Map.Entry<String, String> file : files.entrySet()) {
          Files.writeString(draft.resolve(file.getKey()), file.getValue());
        }
        Files.move(draft, absolute, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        for (String file : files.keySet()) {
          Files.deleteIfExists(draft.resolve(file));
        }
        Files.delete(draft);
        throw e;
      }
    } catch (IOException e) {
      throw new BadInputException(
          folder + ": cannot be written: " + BadInputException.reason(e), e);
    }
    files.keySet().forEach(file -> out.println("wrote " + folder.resolve(file)));
    String path = folder.isAbsolute() || folder.startsWith(".") ? folder.toString() : "./" + folder;
    out.println("now: " + runCommand + path);
  }

  /** The file that this program was started from, as the person named it. */
  private static String jar() {
    String path = System.getProperty("java.class.path", "");
    return path.endsWith(".jar") && !path.contains(File.pathSeparator)
        ? path
        : "bench-read/target/benchmarks.jar";
  }

  /** The text of a new suite's {@code suite.yaml}. */
  private static final class SuiteYaml {
    /** The set of indexes that {@code QuerySuite} takes by default. */
    private static final String INDEX = "all";

    /** Of YAML's keys; a longer one has a question mark before it. */
    private static final int LONGEST_KEY = 1_000;

    /** What has no look of its own, and all spaces but the usual one. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]|[\\p{Zs}&&[^ ]]");

    private final List<String> lines = new ArrayList<>();
    private final List<String> categories = new ArrayList<>();
    private final List<String> ordered = new ArrayList<>();

    SuiteYaml(String name) {
      lines.add("name: " + name);
      lines.add("collections:");
    }

    /** Adds a collection; gives the columns that no question looks at, for a file beside. */
    String collection(
        StarterSuite.Part part,
        String file,
        FileDocuments documents,
        StarterChoice choice,
        String key,
        Set<String> nulls) {
      String name = part.collection().name();
      categories.add((categories.size() + 1) + ": " + name);
      part.queries().stream()
          .filter(titled -> titled.query() instanceof StarterSuite.StarterQuery.Greatest)
          .forEach(titled -> ordered.add(titled.name()));
      lines.add("  " + name + ":");
      lines.add("    file: " + quoted(file) + "  # " + counted(documents));
      if (!key.isEmpty()) {
        lines.add("    key: " + quoted(key));
      }
      documents
          .numbers()
          .ifPresent(fields ->
              lines.add("    fractions: double  # or decimal, where no column says which"));
      if (!nulls.isEmpty()) {
        lines.add(
            "    null: ["
                + nulls.stream().map(SuiteYaml::quoted).collect(Collectors.joining(", "))
                + "]");
      }
      List<String> others = new ArrayList<>();
      List<String> columns = new ArrayList<>();
      for (Leaf leaf : documents.columns()) {
        (choice.uses(leaf) ? columns : others).add(column(leaf));
      }
      if (!columns.isEmpty()) {
        lines.add(
            "    columns:  # of typed tables; change a kind, or remove a line to have it chosen");
        columns.forEach(line -> lines.add("      " + line.replace("\n", "\n      ")));
      }
      if (others.isEmpty()) {
        return "";
      }
      lines.add("    more-columns: " + columnsFile(name) + "  # that no query here uses");
      return String.join("\n", others) + "\n";
    }

    static String columnsFile(String collection) {
      return collection + ".columns.yaml";
    }

    String text(List<String> dialects) {
      List<String> all = new ArrayList<>(lines);
      all.add("dialects: [" + String.join(", ", dialects) + "]");
      all.add("indexes: [" + INDEX + ", " + StarterSuite.NO_INDEX + "]");
      all.add("absent: same-as-null");
      all.add("categories: {" + String.join(", ", categories) + "}");
      all.add("ordered: [" + String.join(", ", ordered) + "]");
      return String.join("\n", all) + "\n";
    }

    private static String column(Leaf leaf) {
      String key = quoted(leaf.path());
      String sign = key.length() > LONGEST_KEY ? "? " + key + "\n" : key;
      return sign + ": " + leaf.kind().label() + "  # " + leaf.found();
    }

    /**
     * Plain where YAML takes it for a text, else quoted, with escapes for what nobody would see.
     */
    private static String quoted(String text) {
      if (text.matches("[A-Za-z_][A-Za-z0-9_.]*|[./A-Za-z][A-Za-z0-9_./-]*")) {
        return text;
      }
      String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
      return '"'
          + UNSEEN
              .matcher(escaped)
              .replaceAll(found -> "\\\\U%08x".formatted(found.group().codePointAt(0)))
          + '"';
    }
  }
}
