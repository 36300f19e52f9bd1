// The form of a kind of background work that has a workflow of its own: its rows, and its history
// for an operator.

import type { BackgroundWorkKind } from '../../ledger/background-work.ts';

/** Work with a workflow, as an operator sees it. */
export interface BackgroundWork {
  readonly kind: BackgroundWorkKind;
  readonly object: string;
  readonly id: string;
  readonly tenantId: string;
  readonly status: string;
  readonly isOpen: boolean;
}

export interface Step {
  /** Milliseconds since 1970 UTC; null: the time is not recorded. */
  readonly at: number | null;
  readonly what: string;
}

export interface History {
  readonly happened: readonly (Step | null)[];
  readonly next: string;
  readonly related?: readonly (string | null)[];
}

export type HistoryRow = Readonly<Record<string, string | number | null>> & {
  readonly createdAt: number;
  readonly updatedAt: number;
};

export interface BackgroundKind {
  readonly kind: BackgroundWorkKind;
  readonly table: string;
  /** SQL condition for open work, literally as in the partial index. */
  readonly open: string;
  /** Milliseconds after which the work should have ended; null when it has its own deadlines. */
  readonly withinMs: number | null;
  /** The `object` name on the wire. */
  readonly object: string;
  /** SQL for the further columns of the history, in addition to id, status and times. */
  readonly columns: string;
  describe(row: HistoryRow, work: BackgroundWork): History;
}

export const ENDED_TEXT = 'Nothing: it is over.';

/** A step at the time of the last change of a row. */
export const lastStep = ({ updatedAt }: HistoryRow, description: string): Step => ({
  at: updatedAt,
  what: description,
});
