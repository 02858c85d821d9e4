package org.docduel.core.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
final class Yaml {
  private final String file;
  private final int line;
  private final Map<String, Node> fields = new LinkedHashMap<>();

  private Yaml(String file, Node node) {
    this.file = file;
    this.line = line(node);
    if (!(node instanceof MappingNode mapping)) {
      throw new BadInputException(file + ":" + line + ": an object (name: value) is expected");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw new BadInputException(
            file + ":" + line(tuple.getKeyNode()) + ": a key has to be plain text");
      }
      if (fields.put(key.getValue(), tuple.getValueNode()) != null) {
        throw new BadInputException(
            file + ":" + line(key) + ": " + key.getValue() + " is there twice");
      }
    }
  }

  static Yaml read(String file, String text) {
    LoadSettings settings =
        LoadSettings.builder().setLabel(file).setAllowDuplicateKeys(true).build();
    try {
      Node node =
          new Compose(settings)
              .composeString(text)
              .orElseThrow(() -> new BadInputException(file + ":1: the file is empty"));
      return new Yaml(file, node);
    } catch (MarkedYamlEngineException e) {
      int at = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new BadInputException(file + ":" + at + ": no YAML: " + e.getProblem(), e);
    } catch (StackOverflowError e) {
      throw new BadInputException(file + ": no YAML of a suite: it is nested too deeply", e);
    } catch (YamlEngineException e) {
      throw new BadInputException(file + ": no YAML: " + e.getMessage(), e);
    }
  }

  private static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  List<String> keys() {
    return List.copyOf(fields.keySet());
  }

  boolean has(String key) {
    return fields.containsKey(key);
  }

  int line(String key) {
    Node node = fields.get(key);
    return node == null ? line : line(node);
  }

  String text(String key) {
    if (node(key) instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar.getValue();
    }
    throw refusal(key, key + " takes one text");
  }

  String text(String key, String otherwise) {
    return has(key) ? text(key) : otherwise;
  }

  /** Whether the first of two words is there. */
  boolean is(String key, String yes, String no, String otherwise) {
    String word = text(key, otherwise);
    if (!word.equals(yes) && !word.equals(no)) {
      throw refusal(key, "accepted is " + yes + " or " + no);
    }
    return word.equals(yes);
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
      throw refusal(key, key + " takes a list [...]");
    }
    return sequence.getValue().stream()
        .map(node -> {
          if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
          }
          throw new BadInputException(
              file + ":" + line(node) + ": " + key + " takes a list of plain texts");
        })
        .toList();
  }

  Yaml object(String key) {
    return new Yaml(file, node(key));
  }

  private Node node(String key) {
    Node node = fields.get(key);
    if (node == null) {
      throw new BadInputException(file + ":" + line + ": " + key + " is missing");
    }
    return node;
  }

  void refuseOthers(Set<String> known) {
    for (String key : fields.keySet()) {
      if (!known.contains(key)) {
        throw refusal(
            key,
            "'%s' is unknown; accepted is %s"
                .formatted(key, String.join(", ", known.stream().sorted().toList())));
      }
    }
  }

  BadInputException refusal(String key, String what) {
    return new BadInputException(file + ":" + line(key) + ": " + what);
  }
}
