// The results of processing due work, as returned to the workflows.

/** The result of starting all due work. */
export interface DueStep {
  /** Transfers to settle now, in ascending order of id, of any age. */
  readonly transactionIds: readonly string[];
  /** True when more is due than one step processes. */
  readonly more: boolean;
  /** Milliseconds of real time until the next due time, or null when nothing will be due. */
  readonly nextInMs: number | null;
}

/** The result of one step of a moving test clock. */
export interface ClockStep {
  /** Transfers to settle before the clock continues, in ascending order of id. */
  readonly transactionIds: readonly string[];
  /**
   * Transactions whose hold has ended or whose value date has begun: their workflows have no reason
   * to wait.
   */
  readonly expiredIds: readonly string[];
  /** Network payments whose networks must be asked before the clock continues. */
  readonly railIds: readonly string[];
  /** True when the clock has reached its target. */
  readonly arrived: boolean;
}
