/** Reading documents along links (W6). */
@NullMarked
package org.docduel.read.links;

import org.jspecify.annotations.NullMarked;
