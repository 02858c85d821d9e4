/** The indexed reads (W2). */
@NullMarked
package org.docduel.read;

import org.jspecify.annotations.NullMarked;
