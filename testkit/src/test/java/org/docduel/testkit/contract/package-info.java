@NullMarked
package org.docduel.testkit.contract;

import org.jspecify.annotations.NullMarked;
