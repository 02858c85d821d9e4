/** What runs inside a JMH fork. */
@NullMarked
package org.docduel.core.fork;

import org.jspecify.annotations.NullMarked;
