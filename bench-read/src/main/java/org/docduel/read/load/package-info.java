/** Documents that are loaded once and read by many forks. */
@NullMarked
package org.docduel.read.load;

import org.jspecify.annotations.NullMarked;
