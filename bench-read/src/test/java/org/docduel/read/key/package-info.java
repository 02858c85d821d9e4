/** Tests of reaching one key. */
@NullMarked
package org.docduel.read.key;

import org.jspecify.annotations.NullMarked;
