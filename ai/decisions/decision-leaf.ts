// Computes the leaf of the decision that an event reports: the hash of its facts, from the rows
// that were written in the same commit.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { EXCLUDED_REFUSALS } from '../../db/decisions/reads.ts';
import type { ReadLedger } from '../../db/kernel/ledger-reads.ts';
import type { FindDecision, ReportingEvent } from '../../db/log/decision-leaves.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { type DecisionRows, readDecisionRows, readWrittenFacts } from './decision-rows.ts';
import type { DecisionFacts } from './facts.ts';

// The package is CommonJS and its types describe a default export that it does not have.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (value: unknown) => string;

/** Returns the facts of a decision in RFC 8785 form, without their wording. */
export function formatFacts({ reasons, summary: _, ...facts }: DecisionFacts): string {
  return canonicalize({
    ...facts,
    reasons: reasons.map(({ code, figures }) => ({ code, figures })),
  });
}

export function hashFacts(facts: DecisionFacts): string {
  return createHash('sha256').update(formatFacts(facts)).digest('hex');
}

export const findDecision: FindDecision = (ledger, event, eventId) => {
  const rows = readRows(ledger, event, eventId);
  if (rows === null || !isByEngine(rows)) return null;
  const facts = readWrittenFacts(rows);
  return { id: facts.id, customerId: facts.customerId, factsSha256: hashFacts(facts) };
};

function readRows(ledger: ReadLedger, event: ReportingEvent, eventId: string): DecisionRows | null {
  const { id } = event.object;
  switch (event.type) {
    case 'risk.decision.created':
      return readOne(ledger, 'riskDecision', id);
    case 'transaction.declined':
      return { noun: 'transaction', payment: event.object as unknown as TransactionView };
    case 'account.frozen':
      return readOne(ledger, 'event', eventId);
    case 'kyc.assessment.updated':
    case 'kyc.assessment.completed':
      return readOne(ledger, 'kycAssessment', id);
    default:
      return readOne(ledger, 'creditAssessment', id);
  }
}

function readOne(ledger: ReadLedger, noun: DecisionRows['noun'], id: string): DecisionRows | null {
  return readDecisionRows(ledger, [{ noun, id }])[0] ?? null;
}

/**
 * Returns true when the rows contain a decision of the engine about a customer. An approved payment
 * is not one, and a later decision of a person is a separate act.
 */
function isByEngine(rows: DecisionRows): boolean {
  switch (rows.noun) {
    case 'riskDecision':
      return rows.row.decision === 'block_and_review' || rows.row.decision === 'decline';
    case 'transaction':
      return !EXCLUDED_REFUSALS.includes(rows.payment.statusReason?.code ?? '');
    case 'creditAssessment':
      return rows.credit.people.length === 0;
    case 'kycAssessment': {
      const { decision, decidedBy } = rows.assessment;
      return decision !== null && (decidedBy === null || decidedBy === 'workflow');
    }
    case 'event':
      return true;
  }
}
