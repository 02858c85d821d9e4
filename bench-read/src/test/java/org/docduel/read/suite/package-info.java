@NullMarked
package org.docduel.read.suite;

import org.jspecify.annotations.NullMarked;
