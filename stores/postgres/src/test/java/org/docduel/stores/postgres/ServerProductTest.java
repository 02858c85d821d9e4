package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers to {@code version()}, from the vendors' manuals and a real PostgreSQL and Citus. */
class ServerProductTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PostgreSQL 17.11 on x86_64-pc-linux-gnu, compiled by gcc 9.4.0, 64-bit|PostgreSQL 17.11|''
          PostgreSQL 15.20 (Debian 15.20-0+deb12u1) on x86_64-pc-linux-gnu, 64-bit|PostgreSQL 15.20|''
          PostgreSQL 18beta1 on aarch64, compiled by clang|PostgreSQL 18beta1|''
          PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 16.0.6, 64-bit|PostgreSQL 11.2-YB-2.20.1.0-b0|yugabytedb
          CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27 01:53:43, go1.19.10)|CockroachDB CCL v23.1.11|cockroachdb
          SomethingElse 1.2 on a machine|SomethingElse 1.2|somethingelse
          """)
  void identifiesProductByVersionText(String version, String name, String fork) {
    assertThat(ServerFacts.product(version)).isEqualTo(name);
    assertThat(ServerFacts.fork(name)).isEqualTo(fork);
  }
}
