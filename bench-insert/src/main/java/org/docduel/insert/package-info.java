/** The insert workload (W1) and ingestion by phase. */
@NullMarked
package org.docduel.insert;

import org.jspecify.annotations.NullMarked;
