/** The sections of a report, each made of a study by one class. A section without data is empty. */
@NullMarked
package org.docduel.stats.report.section;

import org.jspecify.annotations.NullMarked;
