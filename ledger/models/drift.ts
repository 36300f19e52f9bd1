// Drift of a model in force: when it begins, and when it is over. One event at each edge.

/** The stability index above which a model has drifted. */
export const DRIFT_ABOVE = 0.25;
/** Below it drift is over: in between nothing changes, so that a figure at the limit is silent. */
const CLEARED_BELOW = 0.2;
const DAY_MS = 86_400_000;

/** Whether a model counts as drifted, after it did or did not before. */
export function isDrifted(psi: number, wasDrifted: boolean): boolean {
  return wasDrifted ? psi >= CLEARED_BELOW : psi > DRIFT_ABOVE;
}

/** Days since 1970 UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** The first moment of a day, in milliseconds since 1970 UTC. */
export function startOf(day: number): number {
  return day * DAY_MS;
}

/** The business events of drift, part of the catalogue in event.ts. */
export const DRIFT_EVENTS = [
  {
    type: 'model.drift.detected',
    object: 'drift_evaluation',
    when: 'A feature or the score of a model in force has moved too far from what it learnt.',
  },
  {
    type: 'model.drift.cleared',
    object: 'drift_evaluation',
    when: 'They are back.',
  },
] as const;
