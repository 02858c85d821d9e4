/** Several clients that measure as one: who they are, their common starts, and their sum. */
@NullMarked
package org.docduel.core.group;

import org.jspecify.annotations.NullMarked;
