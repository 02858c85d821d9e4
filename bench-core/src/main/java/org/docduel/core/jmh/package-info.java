/** What runs inside a JMH fork. */
@NullMarked
package org.docduel.core.jmh;

import org.jspecify.annotations.NullMarked;
