// The decision that an event tells of, as the log proves it: the hash of its facts, from the rows
// that the commit of the event has written.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readEngineCredit, readRiskDecisions } from '../../db/decisions/parts.ts';
import { NOT_BY_RULES, readFreezes } from '../../db/decisions/reads.ts';
import type { ReadLedger } from '../../db/kernel/ledger-reads.ts';
import { findKycAssessments } from '../../db/kyc/reads.ts';
import type { DecisionOf, TellingEvent } from '../../db/log/decision-leaves.ts';
import { findTransactions } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { writtenReasons } from '../risk/explain.ts';
import {
  accountFreeze,
  creditDecision,
  type DecisionFacts,
  identityDecision,
  refusedPayment,
  stoppedPayment,
} from './facts.ts';

// The package is CommonJS and its types describe a default export that it does not have.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (value: unknown) => string;

/** What was written with the decision in RFC 8785 form: the facts, without the words for them. */
export function factsText({ reasons, summary: _, ...facts }: DecisionFacts): string {
  return canonicalize({
    ...facts,
    reasons: reasons.map(({ code, figures }) => ({ code, figures })),
  });
}

export function factsHash(facts: DecisionFacts): string {
  return createHash('sha256').update(factsText(facts)).digest('hex');
}

export const decisionOf: DecisionOf = (ledger, event, eventId) => {
  const facts = factsOf(ledger, event, eventId);
  if (facts === null) return null;
  return { id: facts.id, customerId: facts.customerId, factsSha256: factsHash(facts) };
};

function factsOf(ledger: ReadLedger, event: TellingEvent, eventId: string): DecisionFacts | null {
  const { id } = event.object;
  switch (event.type) {
    case 'risk.decision.created':
      return ofRisk(ledger, id);
    case 'transaction.declined': {
      const payment = event.object as unknown as TransactionView;
      return NOT_BY_RULES.includes(payment.statusReason?.code ?? '')
        ? null
        : refusedPayment(payment);
    }
    case 'account.frozen': {
      const [freeze] = readFreezes(ledger, [eventId]);
      return freeze ? accountFreeze(freeze) : null;
    }
    case 'kyc.assessment.updated':
    case 'kyc.assessment.completed': {
      const [found] = findKycAssessments(ledger, [id]);
      const isByRules = found?.decidedBy === null || found?.decidedBy === 'workflow';
      return found && found.decision !== null && isByRules ? identityDecision(found) : null;
    }
    default: {
      const [credit] = readEngineCredit(ledger, [id]);
      const isByEngine = credit?.people.length === 0;
      return credit && isByEngine ? creditDecision(credit.found, credit.features) : null;
    }
  }
}

/** A payment that risk has let go is no decision about its customer. */
function ofRisk(ledger: ReadLedger, id: string): DecisionFacts | null {
  const [row] = readRiskDecisions(ledger, [id]);
  const isStopped = row?.decision === 'block_and_review' || row?.decision === 'decline';
  if (!row || !isStopped || row.transactionId === null) return null;
  const [payment] = findTransactions(ledger, [row.transactionId]);
  return payment ? stoppedPayment(row, payment, writtenReasons(row).reasons) : null;
}
