package dev.safemcp.safety.organize;

import dev.safemcp.safety.file.Name;
import java.util.Optional;

/**
 * An entry of a listing.
 *
 * @param name its name
 * @param size in bytes, by its lstat
 * @param category whose extension it has; empty where none claims it or it is no file
 * @param prospect what the planner would do with it
 */
public record ListedEntry(Name name, long size, Optional<String> category, Prospect prospect) {}
