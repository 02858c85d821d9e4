@NullMarked
package org.docduel.core.record;

import org.jspecify.annotations.NullMarked;
