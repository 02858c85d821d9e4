/** Questions for a person to begin with, which every dialect puts in its own words. */
@NullMarked
package org.docduel.core.spi.starter;

import org.jspecify.annotations.NullMarked;
