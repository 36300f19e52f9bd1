// Failures of commands: one sentence, and an exit code for scripts.

/** Exit codes, those of sysexits.h where it defines one. */
export const EXIT = {
  done: 0,
  /** The bank refused the request, or the awaited work failed. */
  refused: 1,
  usage: 64,
  /** The bank did not accept a field. */
  fields: 65,
  /** No server answers. */
  unreachable: 69,
  /** The same command may succeed later. */
  later: 75,
  /** A server answers that is not a bank. */
  protocol: 76,
  /** The key is missing, unknown, or lacks the right. */
  permission: 77,
  config: 78,
  interrupted: 130,
} as const;

export type ExitReason = keyof typeof EXIT;

/** Thrown to end a command; the message is one sentence that says how to proceed. */
export class CommandError extends Error {
  readonly exitReason: ExitReason;

  constructor(
    message: string,
    reasonOrOptions: ExitReason | (ErrorOptions & { readonly exitReason: ExitReason }),
  ) {
    const { exitReason, ...options } =
      typeof reasonOrOptions === 'string' ? { exitReason: reasonOrOptions } : reasonOrOptions;
    super(message, options);
    this.exitReason = exitReason;
  }
}
