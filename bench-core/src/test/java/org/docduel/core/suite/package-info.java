@NullMarked
package org.docduel.core.suite;

import org.jspecify.annotations.NullMarked;
