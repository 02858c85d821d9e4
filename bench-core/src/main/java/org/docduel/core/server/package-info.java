/** How a server is had: a given address, embedded, a download, a container. */
@NullMarked
package org.docduel.core.server;

import org.jspecify.annotations.NullMarked;
