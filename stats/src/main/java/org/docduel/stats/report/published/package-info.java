/** Published figures, with our own measurements in them. The figures are data, not code. */
@NullMarked
package org.docduel.stats.report.published;

import org.jspecify.annotations.NullMarked;
