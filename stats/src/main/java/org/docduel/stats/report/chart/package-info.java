/**
 * The kinds of picture a report holds. A chart is plain data that can draw itself at any width: a
 * page shows one drawing on a laptop and another on a phone.
 */
@NullMarked
package org.docduel.stats.report.chart;

import org.jspecify.annotations.NullMarked;
