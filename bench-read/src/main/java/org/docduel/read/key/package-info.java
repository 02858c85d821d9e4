/** Reaching one key of documents, in servers and in encoded bytes. */
@NullMarked
package org.docduel.read.key;

import org.jspecify.annotations.NullMarked;
