/** Validated settings and the errors of bad ones. */
@NullMarked
package org.docduel.core.config;

import org.jspecify.annotations.NullMarked;
