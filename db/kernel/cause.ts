// The actor and the request that caused a change.

/** Copied into the timeline and the events of the changed object. */
export interface Cause {
  /** `key_…`, `opr_…` or `workflow`. */
  readonly actor: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

/**
 * Returns the cause of an act of the engine, without a request: the request id names the occurrence
 * or the schedule.
 */
export function engineCause(requestId: string): Cause {
  return { actor: 'workflow', requestId, idempotencyKey: null };
}
