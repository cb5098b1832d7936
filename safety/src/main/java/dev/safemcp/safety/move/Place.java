package dev.safemcp.safety.move;

import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.Name;

/**
 * A name in a directory that is held open.
 *
 * @param folder the handle; whoever opened it closes it
 * @param name the name
 */
public record Place(Folder folder, Name name) {}
