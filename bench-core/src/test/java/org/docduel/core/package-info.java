/** Tests across the packages of the core. */
@NullMarked
package org.docduel.core;

import org.jspecify.annotations.NullMarked;
