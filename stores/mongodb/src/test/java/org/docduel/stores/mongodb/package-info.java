/** The mongodb store: over the wire against an imitation, and against a real server if given. */
@NullMarked
package org.docduel.stores.mongodb;

import org.jspecify.annotations.NullMarked;
