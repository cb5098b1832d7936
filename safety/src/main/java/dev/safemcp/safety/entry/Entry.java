package dev.safemcp.safety.entry;

import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.policy.FilesPolicy.Label;
import java.util.Set;

/**
 * One entry of a folder.
 *
 * @param name its name
 * @param facts its lstat
 * @param labels what rules may look for
 */
public record Entry(Name name, FileFacts facts, Set<Label> labels) {
  public Entry {
    labels = Set.copyOf(labels);
  }
}
