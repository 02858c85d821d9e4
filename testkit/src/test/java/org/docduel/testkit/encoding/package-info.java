@NullMarked
package org.docduel.testkit.encoding;

import org.jspecify.annotations.NullMarked;
