/** The superiority test, its methods, overall rows and multiplicity correction. */
@NullMarked
package org.docduel.stats.analysis;

import org.jspecify.annotations.NullMarked;
