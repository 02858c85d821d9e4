package org.docduel.core.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.docduel.core.config.BadInputException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** One object of a YAML file. Scalars are the text that was written: 6.10 is not 6.1. */
final class SuiteYaml {
  private final String file;
  private final int line;
  private final Map<String, Node> fields = new LinkedHashMap<>();

  private SuiteYaml(String file, Node node) {
    this.file = file;
    this.line = line(node);
    if (!(node instanceof MappingNode mapping)) {
      throw badInput(line, "an object (name: value) is expected");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      Node key = tuple.getKeyNode();
      String name = scalar(key, "a key has to be plain text");
      if (fields.put(name, tuple.getValueNode()) != null) {
        throw badInput(line(key), name + " is there twice");
      }
    }
  }

  static SuiteYaml read(String file, String text) {
    LoadSettings settings =
        LoadSettings.builder().setLabel(file).setAllowDuplicateKeys(true).build();
    try {
      Node node =
          new Compose(settings)
              .composeString(text)
              .orElseThrow(() -> new BadInputException(file + ":1: the file is empty"));
      return new SuiteYaml(file, node);
    } catch (MarkedYamlEngineException e) {
      int at = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      // The problem names the character that was found, a line break too.
      String problem = String.valueOf(e.getProblem()).replaceAll("[\\s\\p{Cntrl}]+", " ");
      throw new BadInputException(file + ":" + at + ": not valid YAML: " + problem, e);
    } catch (StackOverflowError e) {
      throw new BadInputException(file + ": not valid YAML of a suite: it is nested too deeply", e);
    } catch (YamlEngineException e) {
      String problem = String.valueOf(e.getMessage()).replaceAll("[\\s\\p{Cntrl}]+", " ");
      throw new BadInputException(file + ": not valid YAML: " + problem, e);
    }
  }

  private static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  Set<String> names() {
    return fields.keySet();
  }

  boolean has(String key) {
    return fields.containsKey(key);
  }

  String text(String key) {
    String text = scalar(node(key), key + " takes one text");
    require(!text.isBlank(), key, key + " takes one text");
    return text;
  }

  String text(String key, String otherwise) {
    return has(key) ? text(key) : otherwise;
  }

  /** Whether the first of two words is there. */
  boolean is(String key, String yes, String no, String otherwise) {
    String value = text(key, otherwise);
    require(List.of(yes, no).contains(value), key, "accepted is " + yes + " or " + no);
    return value.equals(yes);
  }

  /** The texts of an object, by name; none where it is not there. */
  Map<String, String> pairs(String key) {
    return has(key) ? object(key).pairs() : Map.of();
  }

  Map<String, String> pairs() {
    Map<String, String> pairs = new LinkedHashMap<>();
    fields.keySet().forEach(name -> pairs.put(name, text(name)));
    return pairs;
  }

  List<String> texts(String key, List<String> otherwise) {
    return has(key) ? texts(key) : otherwise;
  }

  List<String> texts(String key) {
    if (!(node(key) instanceof SequenceNode sequence)) {
      throw badInput(line(node(key)), key + " takes a list [...]");
    }
    return sequence.getValue().stream()
        .map(node -> scalar(node, key + " takes a list of plain texts"))
        .toList();
  }

  private String scalar(Node node, String message) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw badInput(line(node), message);
  }

  SuiteYaml object(String key) {
    return new SuiteYaml(file, node(key));
  }

  private Node node(String key) {
    Node node = fields.get(key);
    if (node == null) {
      throw badInput(line, key + " is missing");
    }
    return node;
  }

  void refuseOthers(Set<String> allowed) {
    String accepted = String.join(", ", new TreeSet<>(allowed));
    for (String key : fields.keySet()) {
      require(allowed.contains(key), key, "'" + key + "' is unknown; accepted is " + accepted);
    }
  }

  /** Refuses what is said under a key, which may be missing, unless it is right. */
  void require(boolean right, String key, String message) {
    if (!right) {
      throw badInput(key, message);
    }
  }

  BadInputException badInput(String key, String what) {
    Node node = fields.get(key);
    return badInput(node == null ? line : line(node), what);
  }

  private BadInputException badInput(int at, String what) {
    return new BadInputException(file + ":" + at + ": " + what);
  }
}
