/** What runs inside a JMH fork. */
@NullMarked
package org.docduel.core.harness.jmh;

import org.jspecify.annotations.NullMarked;
