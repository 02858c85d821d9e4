/** The ways to have its server. */
@NullMarked
package org.docduel.stores.oracle.server;

import org.jspecify.annotations.NullMarked;
