package org.docduel.core.files;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.model.datasets.FieldNames;
import org.jspecify.annotations.Nullable;

/**
 * The names of objects as they come, so that objects with the same names share one list of them.
 */
final class NameTree {
  /** More than these are objects with ever new names, which share nothing. */
  private static final int MAX_NODES = 50_000;

  private Node root = new Node("", null);
  private int nodes;

  /** An object without names yet. */
  Node begin() {
    if (nodes > MAX_NODES) {
      root = new Node("", null);
      nodes = 0;
    }
    return root;
  }

  /** An object with another name. */
  Node next(Node node, String name) {
    Node last = node.last;
    if (last != null && last.name.equals(name)) {
      return last;
    }
    Node child = node.children.get(name);
    if (child == null) {
      child = new Node(name, node);
      node.children.put(name, child);
      nodes++;
    }
    node.last = child;
    return child;
  }

  /** Names that came in this order. */
  static final class Node {
    private final String name;
    private final @Nullable Node before;
    private final Map<String, Node> children = new HashMap<>(2);
    private @Nullable Node last;
    private @Nullable FieldNames names;

    private Node(String name, @Nullable Node before) {
      this.name = name;
      this.before = before;
    }

    /**
     * The names, in order.
     *
     * @throws IllegalArgumentException when one is there twice
     */
    FieldNames names() {
      FieldNames all = names;
      if (all == null) {
        Deque<String> path = new ArrayDeque<>();
        Node node = this;
        while (node.before != null) {
          path.addFirst(node.name);
          node = node.before;
        }
        all = FieldNames.of(List.copyOf(path));
        names = all;
      }
      return all;
    }
  }
}
