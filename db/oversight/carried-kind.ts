// The form of a kind of background work that has a workflow of its own: its rows, and its history
// for an operator.

import type { Carried } from '../../ledger/carried.ts';

/** Work with a workflow, as an operator sees it. */
export interface CarriedWork {
  readonly kind: Carried;
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

export interface Story {
  readonly happened: readonly (Step | null)[];
  readonly next: string;
  readonly related?: readonly (string | null)[];
}

export type StoryRow = Readonly<Record<string, string | number | null>> & {
  readonly createdAt: number;
  readonly updatedAt: number;
};

export interface CarriedKind {
  readonly kind: Carried;
  readonly table: string;
  /** SQL condition for open work, literally as in the partial index. */
  readonly open: string;
  /** Milliseconds after which the work should have ended; null when it has its own deadlines. */
  readonly withinMs: number | null;
  /** The `object` name on the wire. */
  readonly object: string;
  /** SQL for the columns of the history besides id, status and times. */
  readonly columns: string;
  tell(row: StoryRow, work: CarriedWork): Story;
}

export const MINUTE_MS = 60_000;
export const OVER = 'Nothing: it is over.';

/** A step at the time of the last change of a row. */
export const lastStep = ({ updatedAt }: StoryRow, what: string): Step => ({ at: updatedAt, what });
