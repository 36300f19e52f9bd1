// Writes decisions about customers into the signed log: a leaf of its own for each, with the hash of
// its facts, in the commit that tells of it. A payment that passes has no decision, and pays for
// nothing here.

import { randomBytes } from 'node:crypto';
import { canonicalDecision, leafHash } from '../../chain/leaf.ts';
import type { EventType } from '../../ledger/event.ts';
import { insertOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { decisionLeaves } from '../kernel/tables.ts';
import type { NewEvent } from '../kernel/tx.ts';

/** A decision as far as its leaf proves it. */
export interface ProvableDecision {
  readonly id: string;
  readonly customerId: string | null;
  readonly factsSha256: string;
}

/** An event as far as it reports a decision. */
export type TellingEvent = Pick<NewEvent, 'type' | 'object'>;

/**
 * Returns the decision that an event tells of, from the rows that were written with it; null where
 * it tells of none. Called inside the commit of the event.
 */
export type DecisionOf = (
  ledger: ReadLedger,
  event: TellingEvent,
  eventId: string,
) => ProvableDecision | null;

/** The events that tell of decisions about customers. */
const TELLING: ReadonlySet<EventType> = new Set<EventType>([
  'risk.decision.created',
  'transaction.declined',
  'credit.decision.approved',
  'credit.decision.counter_offer',
  'credit.decision.denied',
  'credit.decision.manual_review',
  'kyc.assessment.updated',
  'kyc.assessment.completed',
  'account.frozen',
]);

const SALT_BYTES = 16;
const KNOWN = 'SELECT 1 FROM decision_leaves WHERE decision_id = ?';
const HEAD = `UPDATE log_head SET size = size + 1, posted_at = max(posted_at, ?)
  RETURNING size, posted_at AS postedAt`;

export type DecisionLeafRow = typeof decisionLeaves.$inferSelect;

/** The text that the leaf of a decision is the hash of; null once it was erased. */
export function textOfDecision(row: DecisionLeafRow): string | null {
  const { salt, factsSha256, decisionId, leafIndex, recordedAt } = row;
  if (salt === null || factsSha256 === null) return null;
  const hex = salt.toString('hex');
  return canonicalDecision({ decisionId, factsSha256, leafIndex, recordedAt, salt: hex });
}

/** A decision, and the hash of its facts that its leaf has. */
export interface HashedDecision {
  readonly id: string;
  readonly hash: string;
}

/** Returns decisions whose leaves were not erased, in the order of their ids, behind the given one. */
export function hashedDecisions(
  { database }: ReadLedger,
  after: string,
  most: number,
): readonly HashedDecision[] {
  return database.raw
    .prepare<[string, number], HashedDecision>(
      `SELECT decision_id AS id, facts_sha256 AS hash FROM decision_leaves
       WHERE decision_id > ? AND facts_sha256 IS NOT NULL ORDER BY decision_id LIMIT ?`,
    )
    .all(after, most);
}

/**
 * Returns the function that is called with each event, inside the commit that writes it. A decision
 * is proved once: what people decide later is another act.
 */
export function decisionProver(ledger: ReadLedger, decisionOf: DecisionOf) {
  const { raw } = ledger.database;
  const known = raw.prepare<[string], number>(KNOWN).pluck();
  const head = raw.prepare<[number], { size: number; postedAt: number }>(HEAD);
  const addLeaf = raw.prepare('INSERT INTO leaves VALUES (?, ?, ?)');
  const add = raw.prepare<[DecisionLeafRow]>(
    `INSERT INTO decision_leaves ${insertOf(decisionLeaves)}`,
  );
  return (event: NewEvent, eventId: string): void => {
    if (!TELLING.has(event.type)) return;
    const decision = decisionOf(ledger, event, eventId);
    if (decision === null || known.get(decision.id) !== undefined) return;
    const { id: decisionId, customerId, factsSha256 } = decision;
    const { size, postedAt: recordedAt } = head.get(ledger.now()) as {
      size: number;
      postedAt: number;
    };
    const leafIndex = size - 1;
    const { tenantId } = event;
    const salt = randomBytes(SALT_BYTES);
    const place = { ledger: ledger.name, leafIndex, recordedAt };
    const row = { decisionId, tenantId, customerId, ...place, factsSha256, salt };
    addLeaf.run(leafIndex, decisionId, leafHash(textOfDecision(row) ?? ''));
    add.run(row);
  };
}
