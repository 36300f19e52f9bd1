// Writes decisions about customers to the signed log: one leaf for each decision, with the hash of
// its facts, in the commit of the event that reports it. A payment that passes has no decision and
// writes nothing here.

import { randomBytes } from 'node:crypto';
import { canonicalDecision, hashLeaf } from '../../chain/leaf.ts';
import type { EventType } from '../../ledger/event.ts';
import { insertOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { decisionLeaves } from '../kernel/tables.ts';
import type { NewEvent } from '../kernel/tx.ts';

/** The part of a decision that its leaf proves. */
export interface ProvableDecision {
  readonly id: string;
  readonly customerId: string | null;
  readonly factsSha256: string;
}

/** The part of an event that identifies a reported decision. */
export type ReportingEvent = Pick<NewEvent, 'type' | 'object'>;

/**
 * Returns the decision that an event reports, from rows of the same commit; null when it reports
 * none. Called inside the commit of the event.
 */
export type FindDecision = (
  ledger: ReadLedger,
  event: ReportingEvent,
  eventId: string,
) => ProvableDecision | null;

/** The events that report decisions about customers. */
const DECISION_EVENTS: ReadonlySet<EventType> = new Set<EventType>([
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
const LEAF_EXISTS = 'SELECT 1 FROM decision_leaves WHERE decision_id = ?';
const ADVANCE_HEAD = `UPDATE log_head SET size = size + 1, posted_at = max(posted_at, ?)
  RETURNING size, posted_at AS postedAt`;

export type DecisionLeafRow = typeof decisionLeaves.$inferSelect;

/** Returns the text whose hash is the leaf of a decision; null when it was erased. */
export function textOfDecision(row: DecisionLeafRow): string | null {
  const { salt, factsSha256, decisionId, leafIndex, recordedAt } = row;
  if (salt === null || factsSha256 === null) return null;
  const hex = salt.toString('hex');
  return canonicalDecision({ decisionId, factsSha256, leafIndex, recordedAt, salt: hex });
}

/** A decision with the hash of its facts, as in its leaf. */
export interface HashedDecision {
  readonly id: string;
  readonly hash: string;
}

/** Returns the decisions after an id whose leaves were not erased, in the order of their ids. */
export function listHashedDecisions(
  { database }: ReadLedger,
  after: string,
  max: number,
): readonly HashedDecision[] {
  return database.raw
    .prepare<[string, number], HashedDecision>(
      `SELECT decision_id AS id, facts_sha256 AS hash FROM decision_leaves
       WHERE decision_id > ? AND facts_sha256 IS NOT NULL ORDER BY decision_id LIMIT ?`,
    )
    .all(after, max);
}

/**
 * Returns a function to call with each event inside its commit, which writes the leaf of a reported
 * decision. A decision gets one leaf; later decisions by people get none.
 */
export function decisionProver(ledger: ReadLedger, decisionOf: FindDecision) {
  const { raw } = ledger.database;
  const leafExists = raw.prepare<[string], number>(LEAF_EXISTS).pluck();
  const head = raw.prepare<[number], { size: number; postedAt: number }>(ADVANCE_HEAD);
  const insertLeaf = raw.prepare('INSERT INTO leaves VALUES (?, ?, ?)');
  const insertDecisionLeaf = raw.prepare<[DecisionLeafRow]>(
    `INSERT INTO decision_leaves ${insertOf(decisionLeaves)}`,
  );
  return (event: NewEvent, eventId: string): void => {
    if (!DECISION_EVENTS.has(event.type)) return;
    const decision = decisionOf(ledger, event, eventId);
    if (decision === null || leafExists.get(decision.id) !== undefined) return;
    const { id: decisionId, customerId, factsSha256 } = decision;
    const { size, postedAt: recordedAt } = head.get(ledger.now()) as {
      size: number;
      postedAt: number;
    };
    const leafIndex = size - 1;
    const { tenantId } = event;
    const salt = randomBytes(SALT_BYTES);
    const position = { ledger: ledger.name, leafIndex, recordedAt };
    const row = { decisionId, tenantId, customerId, ...position, factsSha256, salt };
    insertLeaf.run(leafIndex, decisionId, hashLeaf(textOfDecision(row) ?? ''));
    insertDecisionLeaf.run(row);
  };
}
