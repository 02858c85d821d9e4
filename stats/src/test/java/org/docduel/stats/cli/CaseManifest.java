package org.docduel.stats.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The hash of each case and why it last changed, so that no pinned number changes without a reason
 * that a reviewer reads. Three lines an entry: name and hash, reason, blank.
 */
record CaseManifest(Map<String, Entry> entries) {
  private static final Path FILE = CommandCase.DIRECTORY.resolve("MANIFEST");

  /** A case's hash, and why its file is as it is. */
  record Entry(String hash, String reason) {}

  static void requireReason(String reason) {
    if (reason.isBlank() || !reason.strip().contains(" ")) {
      throw new IllegalArgumentException(
          "-Dgolden.update wants the reason in words: why do the pinned outputs change?");
    }
  }

  static CaseManifest read() throws IOException {
    Map<String, Entry> entries = new TreeMap<>();
    List<String> lines = Files.exists(FILE) ? Files.readAllLines(FILE) : List.of();
    for (int i = 0; i + 1 < lines.size(); i += 3) {
      String[] words = lines.get(i).split(" ", -1);
      entries.put(words[0], new Entry(words[1], lines.get(i + 1).strip()));
    }
    return new CaseManifest(entries);
  }

  CaseManifest with(String name, String text, String reason) {
    Map<String, Entry> all = new TreeMap<>(entries);
    all.put(name, new Entry(hashOf(text), reason.strip()));
    all.keySet().removeIf(each -> !Files.exists(CommandCase.DIRECTORY.resolve(each)));
    return new CaseManifest(all);
  }

  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    entries.forEach((name, entry) -> {
      text.append(name).append(' ').append(entry.hash()).append('\n');
      text.append("  ").append(entry.reason()).append("\n\n");
    });
    Files.writeString(FILE, text);
  }

  Set<String> names() {
    return entries.keySet();
  }

  String hash(String name) {
    Entry entry = entries.get(name);
    return entry == null ? "" : entry.hash();
  }

  static String hashOf(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
