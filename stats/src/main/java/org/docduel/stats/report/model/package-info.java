/**
 * What a report is about: results put in order by what they compare, and what their sidecars add.
 */
@NullMarked
package org.docduel.stats.report.model;

import org.jspecify.annotations.NullMarked;
