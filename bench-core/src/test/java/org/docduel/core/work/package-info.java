@NullMarked
package org.docduel.core.work;

import org.jspecify.annotations.NullMarked;
