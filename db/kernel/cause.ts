// Who caused a change, and by which request.

/** Copied into timeline and event. */
export interface Cause {
  /** `key_…`, `opr_…` or `workflow`. */
  readonly actor: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

/** Who acts without a request: the request id names the occurrence or the schedule. */
export function engine(requestId: string): Cause {
  return { actor: 'workflow', requestId, idempotencyKey: null };
}
