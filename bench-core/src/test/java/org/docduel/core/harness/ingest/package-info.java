@NullMarked
package org.docduel.core.harness.ingest;

import org.jspecify.annotations.NullMarked;
