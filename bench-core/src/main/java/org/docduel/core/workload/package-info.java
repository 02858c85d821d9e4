/** What a bench module tells the launcher of its benchmarks. */
@NullMarked
package org.docduel.core.workload;

import org.jspecify.annotations.NullMarked;
