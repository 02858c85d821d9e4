/** A real browser, driven over its DevTools protocol, for tests of pages. */
@NullMarked
package org.docduel.stats.report.browser;

import org.jspecify.annotations.NullMarked;
