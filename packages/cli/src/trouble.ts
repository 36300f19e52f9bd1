// The end of a failed command: one sentence, and an exit code that a script can decide by.

/** Exit codes, as sysexits.h names them where it does. */
export const EXIT = {
  done: 0,
  /** The bank refused the request, or the awaited work failed. */
  refused: 1,
  usage: 64,
  /** The bank did not accept a field. */
  fields: 65,
  /** No server answers. */
  unreachable: 69,
  /** Later it may succeed. */
  later: 75,
  /** Something answers, but no bank. */
  protocol: 76,
  /** The key is missing, unknown, or not allowed to. */
  permission: 77,
  config: 78,
  interrupted: 130,
} as const;

export type Ending = keyof typeof EXIT;

/** Ends a command; its message is one sentence that says how to proceed. */
export class Trouble extends Error {
  readonly ending: Ending;

  constructor(message: string, how: Ending | (ErrorOptions & { readonly ending: Ending })) {
    const { ending, ...options } = typeof how === 'string' ? { ending: how } : how;
    super(message, options);
    this.ending = ending;
  }
}
