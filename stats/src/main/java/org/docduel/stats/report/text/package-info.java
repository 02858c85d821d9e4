/**
 * Tables and sentences, and their rendering as text, CSV, JSON and Markdown. Renderers only render.
 */
@NullMarked
package org.docduel.stats.report.text;

import org.jspecify.annotations.NullMarked;
