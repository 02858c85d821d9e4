/** What a bench module tells the harness of its benchmarks. */
@NullMarked
package org.docduel.core.harness.workload;

import org.jspecify.annotations.NullMarked;
