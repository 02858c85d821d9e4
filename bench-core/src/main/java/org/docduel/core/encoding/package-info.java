/** Wire forms of the value tree that several stores share. */
@NullMarked
package org.docduel.core.encoding;

import org.jspecify.annotations.NullMarked;
