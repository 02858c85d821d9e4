/**
 * A report as a document: sections of prose, figures and tables, and the two forms they are written
 * in, one HTML page and a directory of figures and tables.
 */
@NullMarked
package org.docduel.stats.report.page;

import org.jspecify.annotations.NullMarked;
