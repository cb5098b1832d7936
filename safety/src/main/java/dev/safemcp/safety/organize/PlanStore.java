package dev.safemcp.safety.organize;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The plans that wait to be applied, {@value #MOST} at most: the oldest gives way. Thread-safe. */
final class PlanStore {
  static final int MOST = 32;

  private final Map<String, Plan> plans = new LinkedHashMap<>();

  synchronized void put(Plan plan) {
    if (plans.size() == MOST) {
      plans.remove(plans.keySet().iterator().next());
    }
    plans.put(plan.id().toString(), plan);
  }

  /** Takes a plan out: an id is good once, whatever comes of it. */
  synchronized Optional<Plan> take(String id) {
    return Optional.ofNullable(plans.remove(id));
  }

  /** Returns an id that is a version 4 UUID, as they all are. */
  static UUID newId() {
    return UUID.randomUUID();
  }
}
