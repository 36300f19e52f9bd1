// Who caused a change, and by which request.

/** Copied into timeline and event. */
export interface Cause {
  /** `key_…`, `opr_…` or `workflow`. */
  readonly actor: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}
