/** Small JSON documents read as a whole and asked leniently. */
@NullMarked
package org.docduel.stats.report.json;

import org.jspecify.annotations.NullMarked;
