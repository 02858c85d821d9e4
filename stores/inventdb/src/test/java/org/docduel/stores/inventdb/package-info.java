/** The store against an imitation of the published protocol. */
@NullMarked
package org.docduel.stores.inventdb;

import org.jspecify.annotations.NullMarked;
