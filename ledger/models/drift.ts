// Drift of a deployed model: when it begins and when it ends, with one event for each.

/** The population stability index above which a model has drifted. */
export const DRIFT_THRESHOLD = 0.25;
/**
 * The index below which drift ends. Lower than the start, so that no figure toggles at the limit.
 */
const CLEARED_THRESHOLD = 0.2;

/** True when a model counts as drifted now. */
export function isDrifted(psi: number, wasDrifted: boolean): boolean {
  return wasDrifted ? psi >= CLEARED_THRESHOLD : psi > DRIFT_THRESHOLD;
}

/** The business events of drift, part of the catalogue in event.ts. */
export const DRIFT_EVENTS = [
  {
    type: 'model.drift.detected',
    object: 'drift_evaluation',
    when: 'The distribution of a feature or score of a deployed model moved away from its training data.',
  },
  {
    type: 'model.drift.cleared',
    object: 'drift_evaluation',
    when: 'All distributions are within bounds again.',
  },
] as const;
