package org.docduel.core.workload;

import java.util.function.Consumer;

/**
 * A parameter that {@code -p} sets, as the help shows it and as the launcher checks it before
 * anything starts.
 *
 * @param name the {@code @Param} field's name
 * @param accepted what it takes, in a few words
 * @param example a value as one would type it, such as {@code payload=10B,4KB}
 * @param check throws {@link org.docduel.core.config.BadInputException} for a value that it does
 *     not take
 */
public record Parameter(String name, String accepted, String example, Consumer<String> check) {}
