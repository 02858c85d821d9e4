/** Addresses, without a server. */
@NullMarked
package org.docduel.stores.oracle.server;

import org.jspecify.annotations.NullMarked;
