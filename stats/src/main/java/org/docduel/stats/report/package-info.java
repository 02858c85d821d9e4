/**
 * The report: one HTML page that leads with the verdict, its figures and its tables.
 *
 * <p>{@link org.docduel.stats.report.Report} is the way in. It reads results, has them tested, and
 * writes; it computes no statistic of its own.
 */
package org.docduel.stats.report;
