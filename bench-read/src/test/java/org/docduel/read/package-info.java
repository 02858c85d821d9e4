/** Tests of the indexed reads. */
@NullMarked
package org.docduel.read;

import org.jspecify.annotations.NullMarked;
