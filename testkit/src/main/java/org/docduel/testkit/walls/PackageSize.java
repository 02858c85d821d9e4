package org.docduel.testkit.walls;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;

/** No package is a hall. */
public final class PackageSize {
  private static final long MOST = 25;

  private PackageSize() {}

  /** Files, that is classes that are in no other, those aside that JMH generates. */
  @ArchTest
  public static void aPackageHasNoMoreThan25Files(JavaClasses classes) {
    assertThat(
            classes.stream()
                .filter(one -> one.isTopLevelClass() && !one.getPackageName().contains("generated"))
                .collect(groupingBy(JavaClass::getPackageName, counting())))
        .allSatisfy((name, files) -> assertThat(files).as(name).isLessThanOrEqualTo(MOST));
  }
}
