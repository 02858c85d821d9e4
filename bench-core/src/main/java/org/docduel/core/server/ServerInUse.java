package org.docduel.core.server;

import org.docduel.core.config.ServerAddress;

/**
 * A server that a run uses.
 *
 * @param family its family's name
 * @param way how it was had: {@code given}, {@code embedded}, {@code download} or {@code container}
 * @param address where it is, credentials included
 */
public record ServerInUse(String family, String way, ServerAddress address) {}
