// One line that says how far long work is: drawn over itself on a terminal, and elsewhere a line
// now and then, so that the log of a job stays readable.

import type { Screen } from './terminal.ts';
import { cut, safe } from './terminal.ts';

const WIDTH = 24;
const REDRAW_MS = 80;
const TELL_MS = 10_000;

/** Where long work stands. */
export interface Standing {
  /** 0 to 1; null: it cannot be said. */
  readonly share: number | null;
  readonly text: string;
}

export interface Progress {
  show(standing: Standing): void;
  /** Takes the line away. */
  end(): void;
}

/** A line about work, which no result is mixed with: it goes where errors go. */
export function progressOn(screen: Screen): Progress {
  let shownAt = Number.NEGATIVE_INFINITY;
  let shown = '';
  const isDue = (text: string) => {
    const age = performance.now() - shownAt;
    if (screen.canRedraw) return age >= REDRAW_MS;
    return text !== shown || age >= TELL_MS;
  };
  return {
    show({ share, text }) {
      const line = safe(text);
      const isDone = share === 1;
      if (!isDue(line) && !isDone) return;
      shownAt = performance.now();
      shown = line;
      const figure = share === null ? '' : `${Math.floor(share * 100)} % `;
      if (screen.canRedraw) {
        const bar = share === null ? '' : `${barOf(share)} `;
        screen.err(`\r\u001b[2K${cut(`${bar}${figure}${line}`, screen.columns - 1)}`);
      } else screen.err(`${figure}${line}\n`);
    },
    end() {
      if (screen.canRedraw && shown !== '') screen.err('\r\u001b[2K');
      shown = '';
    },
  };
}

function barOf(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}]`;
}

interface HasProgress {
  readonly status?: string;
  readonly counts?: { readonly total: number; readonly pending: number };
  readonly progress?: {
    readonly stage?: string;
    readonly round?: number;
    readonly rounds?: number;
    readonly rowsDone?: number;
    readonly rowsAll?: number;
  };
}

/** How far something of the bank is: a training, a batch, an evaluation. */
export function standingOf(found: unknown): Standing {
  const { status = '', counts, progress } = found as HasProgress;
  if (counts) {
    const done = counts.total - counts.pending;
    return { share: shareOf(done, counts.total), text: `${status}, ${done} of ${counts.total}` };
  }
  if (!progress) return { share: null, text: status };
  const done = progress.round ?? progress.rowsDone ?? 0;
  const all = progress.rounds ?? progress.rowsAll ?? 0;
  const of = all > 0 ? `, ${done} of ${all}` : '';
  return { share: shareOf(done, all), text: `${progress.stage ?? status}${of}` };
}

const shareOf = (done: number, all: number) => (all > 0 ? Math.min(1, done / all) : null);
