@NullMarked
package org.docduel.core.harness.record;

import org.jspecify.annotations.NullMarked;
