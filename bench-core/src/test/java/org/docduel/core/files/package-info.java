@NullMarked
package org.docduel.core.files;

import org.jspecify.annotations.NullMarked;
