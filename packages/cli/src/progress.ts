// The progress of long work: a line that is redrawn on a terminal; elsewhere one line for each
// tenth and every ten seconds, so that logs stay readable.

import type { Screen } from './terminal.ts';
import { safe, truncate } from './terminal.ts';

const BAR_WIDTH = 24;
const REDRAW_MS = 80;
const PRINT_EVERY_MS = 10_000;
const TENTHS = 10;

/** Progress of long work. */
export interface WorkProgress {
  /** 0 to 1; null when unknown. */
  readonly share: number | null;
  readonly text: string;
}

export interface Progress {
  show(state: WorkProgress): void;
  /** Removes the line. */
  end(): void;
}

/** Returns a progress line on standard error, so that it does not mix with results. */
export function progressOn(screen: Screen): Progress {
  let shownAt = Number.NEGATIVE_INFINITY;
  let lastLine = '';
  const isDue = (step: string, isDone: boolean) => {
    const age = performance.now() - shownAt;
    if (screen.canRedraw) return age >= REDRAW_MS || (isDone && step !== lastLine);
    return step !== lastLine || age >= PRINT_EVERY_MS;
  };
  return {
    show({ share, text }) {
      const line = safe(text);
      const step = stepOf({ share, text: line });
      if (!isDue(step, share === 1)) return;
      shownAt = performance.now();
      lastLine = step;
      const figure = share === null ? '' : `${Math.floor(share * 100)} % `;
      if (screen.canRedraw) {
        const bar = share === null ? '' : `${barOf(share)} `;
        screen.err(`\r\u001b[2K${truncate(`${bar}${figure}${line}`, screen.columns - 1)}`);
      } else screen.err(`${figure}${line}\n`);
    },
    end() {
      if (screen.canRedraw && lastLine !== '') screen.err('\r\u001b[2K');
      lastLine = '';
    },
  };
}

/**
 * The part of a state whose change causes a new line: the tenth of the share, or the words of the
 * text.
 */
function stepOf({ share, text }: WorkProgress): string {
  if (share === null) return text;
  return `${Math.floor(share * TENTHS)} ${text.replaceAll(/[\d.,]+/g, '')}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** The progress of an upload. */
export function uploadProgressOf(bytes: number, all: number): WorkProgress {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(all, 1)) / 3));
  const tenths = (count: number) => Math.round((count * TENTHS) / 1000 ** step) / TENTHS;
  const share = all === 0 ? 1 : bytes / all;
  return { share, text: `${tenths(bytes)} of ${tenths(all)} ${UNITS[step]} sent` };
}

function barOf(share: number): string {
  const fullCells = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `[${'#'.repeat(fullCells)}${'-'.repeat(BAR_WIDTH - fullCells)}]`;
}

interface HasProgress {
  readonly status?: string;
  /** Stage of a payment. */
  readonly stage?: string;
  readonly rail?: { readonly network?: string } | null;
  readonly effectiveDate?: string | null;
  readonly counts?: { readonly total: number; readonly pending: number };
  readonly progress?: {
    readonly stage?: string;
    readonly round?: number;
    readonly rounds?: number;
    readonly rowsDone?: number;
    readonly rowsAll?: number;
  };
}

/** The progress of an object of the bank, such as a training or a batch. */
export function progressOf(answer: unknown): WorkProgress {
  const { status = '', counts, progress } = answer as HasProgress;
  if (counts) {
    const doneCount = counts.total - counts.pending;
    return {
      share: shareOf(doneCount, counts.total),
      text: `${status}, ${doneCount} of ${counts.total}`,
    };
  }
  if (!progress) return { share: null, text: waitOf(answer as HasProgress) };
  const doneCount = progress.round ?? progress.rowsDone ?? 0;
  const all = progress.rounds ?? progress.rowsAll ?? 0;
  const progressText = all > 0 ? `, ${doneCount} of ${all}` : '';
  return { share: shareOf(doneCount, all), text: `${progress.stage ?? status}${progressText}` };
}

const INTERRUPT_HINT = 'Ctrl-C ends the wait and nothing else';

/** The reason for which an object waits when it does not proceed automatically. */
function waitOf({ status = '', stage, rail, effectiveDate }: HasProgress): string {
  const wait = (label: string) => `${status}: waits for ${label}; ${INTERRUPT_HINT}`;
  if (status === 'requires_confirmation') return wait('its customer to confirm it');
  if (status === 'authorized') return wait('its capture or cancellation');
  if (status === 'pending_review') return wait('a person of the bank to review it');
  if (status === 'pending_approval') return wait('a second person to approve it');
  if (status !== 'pending') return status;
  if (stage === 'submitting' || stage === 'submitted') {
    return wait(`the network${rail?.network ? ` ${rail.network}` : ''} to settle it`);
  }
  if (stage === 'place_hold') return wait('its capture or cancellation');
  if (stage === 'validate') return wait(`its day${effectiveDate ? `, ${effectiveDate}` : ''}`);
  return status;
}

const shareOf = (doneCount: number, all: number) => (all > 0 ? Math.min(1, doneCount / all) : null);
