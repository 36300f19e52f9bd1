// The results of processing due work, as returned to the processes that drive it.

/** The result of starting all due work. */
export interface DueStep {
  /** Transfers to settle now, in ascending order of id, of any age. */
  readonly transactionIds: readonly string[];
  /** True when more was due than one step takes. */
  readonly more: boolean;
  /** Milliseconds of real time until something is due next; null when nothing is. */
  readonly nextInMs: number | null;
}

/** The result of one step of a moving test clock. */
export interface ClockStep {
  /** Transfers to settle before the clock goes on, in ascending order of id. */
  readonly transactionIds: readonly string[];
  /** Transactions whose hold has ended or whose day has come: their workflows have nothing left to wait for. */
  readonly expiredIds: readonly string[];
  /** Payments that their networks are to be asked about before the clock goes on. */
  readonly railIds: readonly string[];
  /** True when the clock has arrived. */
  readonly arrived: boolean;
}
