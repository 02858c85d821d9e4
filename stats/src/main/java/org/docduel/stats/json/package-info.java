/** Small JSON documents, read as a whole and asked leniently. */
@NullMarked
package org.docduel.stats.json;

import org.jspecify.annotations.NullMarked;
