/**
 * The ways to have a PostgreSQL: a given address, an embedded server, a container.
 *
 * <p>The embedded server's programs are those of {@code io.zonky.test.postgres}. Its library is not
 * used: it starts them without a password and without fsync, leaves them running after a kill, and
 * cannot start a server again on its port.
 */
package org.docduel.stores.postgres.server;
