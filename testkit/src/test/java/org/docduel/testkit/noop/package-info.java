@NullMarked
package org.docduel.testkit.noop;

import org.jspecify.annotations.NullMarked;
