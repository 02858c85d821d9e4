/** The datasets of the workloads, a file each. */
@NullMarked
package org.docduel.core.model.datasets;

import org.jspecify.annotations.NullMarked;
