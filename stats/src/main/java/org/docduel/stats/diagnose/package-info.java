@NullMarked
package org.docduel.stats.diagnose;

import org.jspecify.annotations.NullMarked;
