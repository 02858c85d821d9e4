/** The mongodb store: over the wire against an imitation, and against a real server if given. */
@NullMarked
package org.docduel.core.store.mongo;

import org.jspecify.annotations.NullMarked;
