package dev.safemcp.safety.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * What a policy file may say and nothing acts on yet. An operator who wrote such a key is told at
 * every start.
 *
 * @param table where the key stands
 * @param key the key
 * @param consequence what does not happen
 */
record NotEnforcedYet(List<String> table, String key, String consequence) {
  /** Empty while every key of the schema is enforced; issues that add keys begin here. */
  static final List<NotEnforcedYet> KEYS = List.of();

  /** Returns a line for each key of a list that the file has. */
  static List<PolicyRemark> remarks(List<NotEnforcedYet> keys, Section file, Faults faults) {
    List<PolicyRemark> lines = new ArrayList<>();
    for (NotEnforcedYet entry : keys) {
      Section section = file;
      for (String name : entry.table()) {
        section = section.section(name);
      }
      if (section.has(entry.key())) {
        KeyPath path = section.path().child(entry.key());
        lines.add(faults.remark(path, path + " is not enforced yet: " + entry.consequence()));
      }
    }
    return lines;
  }
}
