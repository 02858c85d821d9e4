/** Numbers as a reader sees them: percentages, times with their unit, counts with separators. */
@NullMarked
package org.docduel.stats.report.value;

import org.jspecify.annotations.NullMarked;
