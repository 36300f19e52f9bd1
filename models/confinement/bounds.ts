// What a program on files from outside is held to, and what it finds.

/** What the system holds a process to. */
export interface Bounds {
  /** Memory that it may write to, in whatever language it was asked for. */
  readonly dataKb: number;
  readonly heapMb: number;
  /** Of its whole life; null: whoever has started it looks at the time. */
  readonly cpuSeconds: number | null;
  /**
   * How far it stands behind the bank: 1 to 19, as `nice` counts. `idle`: it runs while nothing
   * else does, and gives way at once; where a system knows no such class, 19.
   */
  readonly niceness: number | 'idle';
}

export interface Limits extends Omit<Bounds, 'niceness'> {
  readonly deadlineMs: number;
  /** Bytes of an answer that is listened to. */
  readonly answerBytes: number;
}

/** What the process said, or how it ended without a word. */
export type Confined =
  | { readonly kind: 'answered'; readonly answer: Buffer }
  | { readonly kind: 'ended'; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'failed'; readonly message: string };

/** Where the file, or the channel to the bank, is open in the process. */
export const FILE_DESCRIPTOR = 3;

/** What the bank asks the launcher. */
export type LaunchOrder =
  | {
      readonly kind: 'start';
      readonly id: number;
      readonly program: string;
      readonly bounds: Bounds;
    }
  | { readonly kind: 'kill'; readonly id: number }
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly program: string;
      readonly header: object;
      readonly path: string;
      readonly limits: Limits;
    };

/** What the launcher says; the channel to a started process comes with `started`. */
export type LaunchNews =
  | { readonly kind: 'started'; readonly id: number; readonly pid: number }
  | { readonly kind: 'ended'; readonly id: number }
  | { readonly kind: 'ran'; readonly id: number; readonly found: Confined };
