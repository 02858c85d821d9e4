package com.example;

import static org.docduel.junit.DocDuelAssertions.assertThat;
import static org.docduel.junit.DocDuelAssertions.percent;

import java.nio.file.Path;
import org.docduel.junit.DocDuel;
import org.docduel.junit.SuiteResult;
import org.junit.jupiter.api.Test;

/** Typed columns were chosen for their speed: the test fails when a change of a query loses it. */
class CustomerQueriesTest {
  @Test
  void typedColumnsAreNotSlowerThanJsonb() {
    SuiteResult result =
        DocDuel.suite(Path.of("queries"))
            .stores("postgres-jsonb", "postgres-typed")
            .parameter("rows", "2000")
            .forks(3)
            .run();
    assertThat(result).query("1.2").isNotSlowerThan("postgres-jsonb", percent(5));
  }
}
