package org.docduel.start;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * The main class of a jar whose libraries lie in a folder beside it and are named in its manifest's
 * {@code Class-Path}. Calls the main class that the attribute {@code Docduel-Main} names, unless
 * Java is too old or a library is missing, which is one line on standard error and exit status 2.
 * For Java 8, so that it can say so there.
 */
public final class Start {
  private static final int BAD_INPUT = 2;
  private static final int OLDEST_JAVA = 17;

  private Start() {}

  /** Starts the program. */
  public static void main(String[] arguments) throws Throwable {
    String java = System.getProperty("java.specification.version");
    if (java.startsWith("1.") || Integer.parseInt(java) < OLDEST_JAVA) {
      end("Java " + java + " is too old; install Java " + OLDEST_JAVA + " or newer");
    }
    File jar = jar();
    Attributes manifest = manifest(jar);
    List<String> missing = missing(jar, manifest.getValue(Attributes.Name.CLASS_PATH));
    if (!missing.isEmpty()) {
      end(
          jar
              + ": its libraries are not beside it ("
              + missing.get(0)
              + (missing.size() > 1 ? " and " + (missing.size() - 1) + " more" : "")
              + "); keep the jar where it was unpacked or built");
    }
    try {
      Class.forName(manifest.getValue("Docduel-Main"))
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static File jar() throws URISyntaxException {
    return new File(Start.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static Attributes manifest(File jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      return file.getManifest().getMainAttributes();
    }
  }

  /** The entries of a class path, addresses relative to a jar, that are no files. */
  static List<String> missing(File jar, String classPath) {
    List<String> missing = new ArrayList<>();
    URI base = jar.toURI();
    for (String entry : classPath.trim().split(" +", -1)) {
      if (!new File(base.resolve(entry)).isFile()) {
        missing.add(entry);
      }
    }
    return missing;
  }

  private static void end(String line) {
    System.err.println("docduel: " + line);
    System.exit(BAD_INPUT);
  }
}
