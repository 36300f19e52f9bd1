// Bounds of a program that works on untrusted files, and its messages.

/** Bounds that the system enforces on a process. */
export interface Bounds {
  /** Writable memory, including that of native libraries. */
  readonly dataKb: number;
  readonly heapMb: number;
  /** Processor time of the whole process, or null when its parent limits the time. */
  readonly cpuSeconds: number | null;
  /**
   * Priority below the bank: 1 to 19, as `nice` counts. `idle` runs only while nothing else does,
   * and yields at once; on a system without that class, 19.
   */
  readonly niceness: number | 'idle';
}

export interface Limits extends Omit<Bounds, 'niceness'> {
  /** Milliseconds after which a process that does nothing is ended. */
  readonly deadlineMs: number;
  /** Maximum size of an answer in bytes. */
  readonly answerBytes: number;
}

/** The process's answer, or its end without an answer. */
export type ConfinedResult =
  | { readonly kind: 'answered'; readonly answer: Buffer }
  | { readonly kind: 'ended'; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'failed'; readonly message: string };

/** Descriptor of the file, or of the channel to the bank, in the process. */
export const FILE_DESCRIPTOR = 3;

/** Orders of the bank to the launcher. */
export type LaunchOrder =
  | {
      readonly kind: 'start';
      readonly id: number;
      readonly program: string;
      readonly bounds: Bounds;
    }
  | { readonly kind: 'begin'; readonly id: number }
  | { readonly kind: 'kill'; readonly id: number }
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly program: string;
      readonly header: object;
      readonly path: string;
      readonly limits: Limits;
    };

/** Messages of the launcher; the channel to a started process comes with `started`. */
export type LaunchMessage =
  | { readonly kind: 'started'; readonly id: number; readonly pid: number }
  | { readonly kind: 'ended'; readonly id: number }
  | { readonly kind: 'ran'; readonly id: number; readonly result: ConfinedResult };
