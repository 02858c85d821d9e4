package org.docduel.stores.sqlite;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import org.docduel.testkit.Walls;

@AnalyzeClasses(
    packages = "org.docduel.stores.sqlite",
    importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest static final ArchTests walls = ArchTests.in(Walls.Stores.class);
}
