// Reads training rows from a developer's own ledger: payments with their features at the decision
// and their known outcomes. The query states the time up to which the ledger is read, so that it
// always gives the same bytes.

import type { Ledger } from '../../../db/ledger.ts';
import { NEWEST_DECISION, type OutcomeRow, outcomesIn } from '../../../db/risk/outcomes.ts';
import { unpackFeatures } from '../../../db/risk/view.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { MIN_EVENTS, MIN_ROWS } from '../../../models/learn/train/leakage.ts';
import type { LedgerQuery } from '../../../models/learn/train/request.ts';
import { type LabelSource, labelPayment, type NoLabelReason } from './label.ts';

/** Fields of the rows beside the features. */
export const LEDGER_LABEL = 'fraud';
export const LEDGER_TIME = 'decidedAt';

const PAGE = 500;
/** Maximum number of examined decisions including questions; older ones are ignored. */
const MAX_ROWS_READ = 500_000;
/**
 * Number of decisions that are examined before a request is accepted; the training examines the
 * others.
 */
const MAX_PROBED = 2_000;

type Counts = Record<LabelSource | NoLabelReason, number>;

export interface LedgerRows {
  /** CSV, oldest first. */
  readonly text: string;
  /** Summary for readers: number of rows and sources of their labels. */
  readonly summary: string;
}

interface Order {
  readonly tenantId: string;
  readonly query: LedgerQuery;
}

/** Counts and bounds of a pass through the ledger. */
interface PassBounds {
  readonly counts: Counts;
  readonly most: number;
  isAll: boolean;
}

interface LabelledRow {
  readonly row: OutcomeRow;
  readonly label: 0 | 1;
}

/**
 * Returns all rows of a query.
 * @throws when `stopped`
 */
export async function readLedgerRows(
  ledger: Ledger,
  order: Order,
  stopped: AbortSignal,
): Promise<LedgerRows> {
  const walk = { counts: createCounts(), most: MAX_ROWS_READ, isAll: false };
  const lines: string[] = [];
  for await (const { row, label } of readLabelled(ledger, order, walk)) {
    stopped.throwIfAborted();
    lines.push(formatLine(row, label));
    if (lines.length === order.query.limit) break;
  }
  const names = [...TRANSFER_FEATURES.map(({ name }) => name), LEDGER_LABEL, LEDGER_TIME];
  const text = [names.join(','), ...lines.reverse(), ''].join('\n');
  return { text, summary: describeCounts(order.query, walk.counts) };
}

/** The result of probing the newest decisions. */
export interface ProbeResult {
  readonly rows: number;
  readonly events: number;
  /** True when all decisions were examined. */
  readonly isAll: boolean;
}

/**
 * Examines decisions until there are enough rows for a training, no more decisions, or the maximum
 * of a request is reached.
 */
export async function probeRows(ledger: Ledger, order: Order): Promise<ProbeResult> {
  const walk = { counts: createCounts(), most: MAX_PROBED, isAll: false };
  let [rows, events] = [0, 0];
  for await (const { label } of readLabelled(ledger, order, walk)) {
    rows += 1;
    events += label;
    const rarer = Math.min(events, rows - events);
    if (rows >= MIN_ROWS && rarer >= MIN_EVENTS) return { rows, events, isAll: false };
  }
  return { rows, events, isAll: walk.isAll };
}

/** Reads payments with a label, newest first, in pages between which other work runs. */
async function* readLabelled(
  { database }: Ledger,
  { tenantId, query }: Order,
  walk: PassBounds,
): AsyncGenerator<LabelledRow> {
  const read = outcomesIn(database);
  let before = NEWEST_DECISION;
  for (let count = 0; count < walk.most; count += PAGE) {
    const page = read({ tenantId, before, asOf: query.asOf, limit: PAGE });
    for (const row of page) {
      // All further decisions are older, because a ledger's clock never goes back.
      if (row.createdAt < (query.from ?? 0)) {
        walk.isAll = true;
        return;
      }
      if (row.transactionId === null || row.createdAt >= query.asOf) continue;
      if (row.createdAt > (query.to ?? query.asOf)) continue;
      const { label, by } = labelPayment(row, query.matureBefore);
      walk.counts[by] += 1;
      if (label !== null) yield { row, label };
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) {
      walk.isAll = true;
      return;
    }
    before = last.id;
    await new Promise(setImmediate);
  }
}

function formatLine({ features, createdAt }: OutcomeRow, label: 0 | 1): string {
  const values = unpackFeatures(features ?? Buffer.alloc(0));
  const cells = TRANSFER_FEATURES.map((_, index) => {
    const value = values[index] ?? Number.NaN;
    return Number.isNaN(value) ? '' : String(value);
  });
  return [...cells, label, createdAt].join(',');
}

function createCounts(): Counts {
  const counts = { reversed: 0, rejected: 0, approved: 0, matured: 0 };
  return { ...counts, young: 0, unjudged: 0, unscored: 0 };
}

function describeCounts({ asOf }: LedgerQuery, counts: Counts): string {
  const { reversed, rejected, approved, matured, young, unjudged, unscored } = counts;
  return (
    `own payments as of ${new Date(asOf).toISOString()}: ` +
    `${reversed + rejected} frauds (${reversed} reversed as such, ${rejected} by review) and ` +
    `${approved + matured} others (${approved} by review, ${matured} old enough); left out ` +
    `${young} too young, ${unjudged} without a verdict, ${unscored} without features`
  );
}
