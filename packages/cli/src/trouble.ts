// How a command ends that did not succeed: one sentence, and a number that a script can decide by.

/** Exit codes, as sysexits.h names them where it does. */
export const EXIT = {
  done: 0,
  /** The bank said no, or what was waited for ended badly. */
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

/** Ends a command; the message is the one sentence that says what to do. */
export class Trouble extends Error {
  readonly ending: Ending;

  constructor(message: string, how: Ending | (ErrorOptions & { readonly ending: Ending })) {
    const { ending, ...options } = typeof how === 'string' ? { ending: how } : how;
    super(message, options);
    this.ending = ending;
  }
}
