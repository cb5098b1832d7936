package dev.safemcp.safety.decision;

import java.nio.file.Path;

/**
 * What a name stood for when the server started.
 *
 * @param start what to start: absolute, outside every root, its folder real, its own name as found.
 *     A program with many names reads which one it was called by: {@code xzcat} started as {@code
 *     xz} would compress what it was to show
 * @param file the regular, executable file behind it: absolute and real, outside every root
 */
record Program(Path start, Path file) {}
