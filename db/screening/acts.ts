// The acts on screening hits: a hit is written together with its customer and decided once. A pair
// of customer and entry that an operator has cleared is not reported again while the name is
// unchanged.

import type {
  HitDecision,
  HitDraft,
  HitStatus,
  ListMatch,
} from '../../ledger/decisions/screening.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { LedgerReads, ReadLedger } from '../kernel/ledger-reads.ts';
import { mintDated } from '../kernel/mint.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import { type ClearanceOrder, isCleared, writeClearance } from './agreements.ts';
import { screeningHits } from './tables.ts';
import { type ScreeningHitRow, type ScreeningHitView, screeningHitView } from './view.ts';

/** An external party of a customer's payment. */
export interface OutsideParty {
  readonly customerId: string;
  readonly tenantId: string;
  readonly transactionId: string;
}

export interface HitOrder {
  readonly hitId: string;
  readonly decision: HitDecision;
  readonly reason: string;
  readonly cause: Cause;
}

const INSERT = `INSERT INTO screening_hits ${insertOf(screeningHits)} ON CONFLICT DO NOTHING`;
const BY_ID = `SELECT ${columnsOf(screeningHits)} FROM screening_hits WHERE id = ?`;
const COUNT_UNCLEARED = `SELECT count(*) FROM screening_hits
       WHERE subject = 'customer' AND customer_id = ? AND status <> 'no_hit'`;
const UNCLEARED_PARTY = `SELECT count(*) FROM screening_hits WHERE subject = 'external_party' AND customer_id = ?
       AND screened_name = ? AND status <> 'no_hit'`;
const UPDATE = `UPDATE screening_hits SET status = @status, decided_by = @decidedBy, reason = @reason,
     version = @version, updated_at = @updatedAt WHERE id = @id`;

/** Writes hits and returns how many are new. */
function writeHits(
  tx: Tx,
  subject: Pick<ScreeningHitRow, 'tenantId' | 'customerId' | 'subject' | 'transactionId'>,
  drafts: readonly HitDraft[],
  cause: Cause,
): number {
  let added = 0;
  for (const { features, programs, entryVersion: _, ...hit } of drafts) {
    const { id, at } = mintDated('screeningHit', subject.tenantId, tx.clock);
    const row: ScreeningHitRow = {
      ...hit,
      ...subject,
      id,
      features: JSON.stringify(features),
      programs: JSON.stringify(programs),
      status: 'pending',
      decidedBy: null,
      reason: null,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    if (tx.run(INSERT, row) === 0) continue;
    added += 1;
    const object = screeningHitView(row, tx.livemode);
    tx.emit({ tenantId: row.tenantId, type: 'screening.hit', object, cause, at });
  }
  return added;
}

/** Records the decision whether a customer is the listed person. */
export const decideHit = act(
  'screening.decide_hit',
  (tx, { hitId, decision, reason, cause }: HitOrder): ScreeningHitView => {
    const row = tx.get<ScreeningHitRow>(BY_ID, hitId);
    if (!row) throw new Refusal('screening_hit_not_found');
    if (row.status === decision) return screeningHitView(row, tx.livemode);
    if (row.status !== 'pending') throw invalidState(`The hit is already ${row.status}.`);
    const next: ScreeningHitRow = {
      ...row,
      status: decision,
      decidedBy: cause.actor,
      reason,
      version: row.version + 1,
      updatedAt: Math.max(tx.clock(row.tenantId), row.updatedAt),
    };
    tx.run(UPDATE, next);
    const hit = screeningHitView(next, tx.livemode);
    const { tenantId, updatedAt } = next;
    tx.emit({ tenantId, type: 'screening.resolved', object: hit, cause, at: updatedAt });
    return hit;
  },
);

/** Writes the hits of a customer that are new, and returns how many. */
export function addHits(
  tx: Tx,
  { id: customerId, tenantId }: { readonly id: string; readonly tenantId: string },
  drafts: readonly HitDraft[],
  cause: Cause,
): number {
  const subjectFields = { tenantId, customerId, subject: 'customer', transactionId: null } as const;
  return writeHits(tx, subjectFields, drafts, cause);
}

/** Writes the hits of an external party that are new and not cleared, and returns how many. */
export function addPartyHits(
  tx: Tx,
  party: OutsideParty,
  drafts: readonly HitDraft[],
  cause: Cause,
): number {
  const remaining = drafts.filter((hit) => !isCleared(tx, hit.screenedName, hit));
  return writeHits(tx, { ...party, subject: 'external_party' }, remaining, cause);
}

/** Counts the hits of a customer that are not cleared: undecided or confirmed. */
export function countOpenHits(tx: Tx, customerId: string): number {
  return tx.value<number>(COUNT_UNCLEARED, customerId) ?? 0;
}

/** Counts the hits about an external party that are not cleared. */
export function countOpenPartyHits(tx: Tx, customerId: string, name: string): number {
  return tx.value<number>(UNCLEARED_PARTY, customerId, name) ?? 0;
}

const hitStatus = prepareOnce(({ raw }: LedgerReads['database']) =>
  raw
    .prepare<[string, string, string, string], HitStatus>(
      `SELECT status FROM screening_hits WHERE subject = 'external_party' AND customer_id = ?
       AND screened_name = ? AND list = ? AND entity_id = ?`,
    )
    .pluck(),
);

/** Returns the status of the hit of an external name and an entry, or null when there is none. */
export function verdictOn(
  { database, now }: Pick<ReadLedger, 'database' | 'now'>,
  customerId: string,
  name: string,
  match: ListMatch,
): HitStatus | null {
  const decided = hitStatus(database).get(customerId, name, match.list, match.entityId) ?? null;
  // A decision about this customer takes precedence over one for all customers.
  if (decided !== null && decided !== 'pending') return decided;
  return isCleared({ database, now }, name, match) ? 'no_hit' : decided;
}

/** Reads verdicts of a ledger. */
export function verdictsOf(ledger: Pick<ReadLedger, 'database' | 'now'>) {
  return (customerId: string, name: string, match: ListMatch) =>
    verdictOn(ledger, customerId, name, match);
}

/** Clears an external name and an entry for all customers, as two operators have agreed. */
export const clearParty = act(
  'screening.clear',
  (tx, { cause, ...order }: ClearanceOrder & { readonly cause: Cause }): void => {
    const row = tx.get<ScreeningHitRow>(BY_ID, order.hitId);
    if (!row) throw new Refusal('screening_hit_not_found');
    if (row.status === 'confirmed_hit') throw invalidState('The hit is already confirmed.');
    writeClearance(tx, order);
    if (row.status === 'pending') {
      decideHit(tx, { hitId: row.id, decision: 'no_hit', reason: order.reason, cause });
    }
  },
);
