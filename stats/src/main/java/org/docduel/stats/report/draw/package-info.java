/**
 * A small drawing layer: scales, inks and marks that become SVG.
 *
 * <p>It knows nothing of benchmarks. Every mark carries its light colour as an attribute, so that a
 * picture stands on its own anywhere, and a class, so that a page can recolour it for dark screens.
 */
@NullMarked
package org.docduel.stats.report.draw;

import org.jspecify.annotations.NullMarked;
