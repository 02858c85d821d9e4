@NullMarked
package org.docduel.read.links;

import org.jspecify.annotations.NullMarked;
