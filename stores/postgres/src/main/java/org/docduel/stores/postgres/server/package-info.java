/** The ways to have its server. */
@NullMarked
package org.docduel.stores.postgres.server;

import org.jspecify.annotations.NullMarked;
