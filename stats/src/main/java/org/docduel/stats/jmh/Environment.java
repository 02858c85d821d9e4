package org.docduel.stats.jmh;

import java.util.List;

/**
 * Where a result was measured. A field the file does not state is empty, as in the files of old JMH
 * releases.
 *
 * @param jmhVersion release of JMH
 * @param jdkVersion release of the JDK
 * @param vmName name of the virtual machine
 * @param vmVersion release of the virtual machine
 * @param jvm path of the executable
 * @param jvmArgs arguments of the forks
 */
public record Environment(
    String jmhVersion,
    String jdkVersion,
    String vmName,
    String vmVersion,
    String jvm,
    List<String> jvmArgs) {

  /** Copies the arguments. */
  public Environment {
    jvmArgs = List.copyOf(jvmArgs);
  }
}
