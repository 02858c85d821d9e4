/** The superiority test and what is built on it: families, looks, verdicts, changes, pairs. */
@NullMarked
package org.docduel.stats.verdict;

import org.jspecify.annotations.NullMarked;
