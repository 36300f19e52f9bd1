// Builds the record of a decision from the rows that were written with it.

import type { z } from '@hono/zod-openapi';
import {
  type Counterfactual,
  FREEZE_CHANGES,
  findCreditChanges,
  findIdentityChanges,
  findPaymentChanges,
  findRefusalChanges,
} from '../../ai/decisions/changes.ts';
import { formatFacts, hashFacts } from '../../ai/decisions/decision-leaf.ts';
import {
  type JudgedPayment,
  readDecisionRows,
  readWrittenFacts,
} from '../../ai/decisions/decision-rows.ts';
import { type DecisionFacts, describeStoppedPayment } from '../../ai/decisions/facts.ts';
import { explainDecision, findCounterfactual } from '../../ai/risk/explain.ts';
import { type ReviewerDecision, readReviews } from '../../db/decisions/parts.ts';
import { type DecisionRow, findDecision, readContests } from '../../db/decisions/reads.ts';
import type { DecisionContestView } from '../../db/decisions/view.ts';
import type { RiskDecisionRow } from '../../db/kernel/risk-summary.ts';
import { timestamp } from '../../db/kernel/timestamp.ts';
import type { Ledger } from '../../db/ledger.ts';
import { readDecisionProof } from '../../db/log/decision-proofs.ts';
import type { FindLedger } from '../../db/log/proofs.ts';
import { findTransactions } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { CONTEST_ROLES } from '../../ledger/decisions/contest.ts';
import { isId } from '../../ledger/id.ts';
import { createLedgerFinder } from '../blockchain/proofs.ts';
import type { Deps, Services } from '../kit/context.ts';
import { openArchivedDecision } from '../risk/archived-decisions.ts';
import type { decisionDetailSchema } from './decision-schema.ts';

type DecisionDetail = z.infer<typeof decisionDetailSchema>;

/** Returns the records of a page of decisions, in the same order. */
export function decisionBodies(ledger: Ledger, decisions: readonly DecisionRow[]) {
  const facts = new Map(
    readDecisionRows(ledger, decisions)
      .map(readWrittenFacts)
      .map((fact) => [fact.id, fact]),
  );
  const ids = decisions.map(({ id }) => id);
  const contests = readContests(ledger, ids);
  return ids.flatMap((id) => {
    const fact = facts.get(id);
    return fact ? [bodyOf(fact, contests.get(id) ?? null, ledger.livemode)] : [];
  });
}

function bodyOf(facts: DecisionFacts, contest: DecisionContestView | null, livemode: boolean) {
  const { id, reasons, decidedBy, ...rest } = facts;
  return {
    id,
    object: 'decision' as const,
    livemode,
    ...rest,
    decidedBy: { ...decidedBy, deciding: [...decidedBy.deciding] },
    reasons: reasons.map((reason) => ({ ...reason, figures: [...reason.figures] })),
    contest,
  };
}

/**
 * A single decision with the details that lists leave out: how it would change, and who reviews it.
 */
interface DecisionCase {
  readonly facts: DecisionFacts;
  /** The facts as they were written; the shown facts may contain later explanations. */
  readonly written: DecisionFacts;
  readonly changes: Counterfactual;
  readonly people: readonly ReviewerDecision[];
  /** True while the case waits for a person. */
  readonly isWaiting: boolean;
  /** Id of the booked transaction; null when nothing was booked. */
  readonly bookedTransactionId: string | null;
}

/**
 * Returns a record, or null when the developer (null: any) has no decision with this id.
 * @throws Problem when the record is in an archive that is not available
 */
export async function readDecision(
  deps: Deps,
  services: Services,
  { tenantId, id }: { readonly tenantId: string | null; readonly id: string },
): Promise<DecisionDetail | null> {
  const { ledger } = services;
  const decision = findDecision(ledger, id);
  const isOwn = decision !== null && (tenantId === null || decision.tenantId === tenantId);
  const archived =
    decision === null && tenantId !== null && isId('riskDecision', id)
      ? await openArchivedDecision(deps, services, { tenantId, decisionId: id })
      : null;
  const wholeDecision = archived
    ? await readArchivedCase(services, archived)
    : isOwn
      ? await readCase(services, decision)
      : null;
  return wholeDecision && detailOf(ledger, wholeDecision, createLedgerFinder(deps, ledger));
}

async function readCase(services: Services, decision: DecisionRow): Promise<DecisionCase | null> {
  const [rows] = readDecisionRows(services.ledger, [decision]);
  if (!rows) return null;
  if (rows.noun === 'riskDecision') return readPaymentCase(services, rows);
  const facts = readWrittenFacts(rows);
  const baseCase = {
    facts,
    written: facts,
    people: [],
    isWaiting: false,
    bookedTransactionId: null,
  } as const;
  switch (rows.noun) {
    case 'transaction':
      return { ...baseCase, changes: findRefusalChanges(rows.payment.statusReason?.code ?? '') };
    case 'creditAssessment': {
      const { assessment, people } = rows.credit;
      const isWaiting = facts.outcome === 'referred' && people.length === 0;
      return { ...baseCase, changes: findCreditChanges(assessment), people, isWaiting };
    }
    case 'kycAssessment': {
      const { decision, decidedBy, comment, completedAt, stage } = rows.assessment;
      const isByPerson = decidedBy !== null && decidedBy !== 'workflow';
      const people = isByPerson
        ? [{ decision: decision ?? '', decidedBy, reason: comment, decidedAt: completedAt }]
        : [];
      const changes = findIdentityChanges(rows.assessment, facts.outcome);
      return { ...baseCase, changes, people, isWaiting: stage === 'manual_review' };
    }
    case 'event':
      return { ...baseCase, changes: FREEZE_CHANGES };
  }
}

async function readArchivedCase(
  services: Services,
  row: RiskDecisionRow,
): Promise<DecisionCase | null> {
  const [payment] = findTransactions(services.ledger, [row.transactionId ?? '']);
  return payment ? readPaymentCase(services, { noun: 'riskDecision', row, payment }) : null;
}

async function readPaymentCase(
  { ledger, serving }: Services,
  rows: JudgedPayment,
): Promise<DecisionCase> {
  const { row, payment } = rows;
  const { reasons } = await explainDecision(row, serving);
  const review = readReviews(ledger, [payment.id]).get(payment.id);
  const people =
    review && review.decidedBy !== null
      ? [
          {
            decision: review.status,
            decidedBy: review.decidedBy,
            reason: review.reason,
            decidedAt: timestamp(review.decidedAt),
          },
        ]
      : [];
  return {
    facts: describeStoppedPayment(row, payment, reasons),
    written: readWrittenFacts(rows),
    changes: findPaymentChanges(row, await findCounterfactual(row, serving)),
    people,
    isWaiting: payment.status === 'pending_review',
    bookedTransactionId: isBooked(payment) ? payment.id : null,
  };
}

const isBooked = ({ ledgerSequence }: TransactionView) => ledgerSequence !== null;

function detailOf(ledger: Ledger, wholeCase: DecisionCase, findLedger: FindLedger): DecisionDetail {
  const { facts, changes, people, bookedTransactionId } = wholeCase;
  const contest = readContests(ledger, [facts.id]).get(facts.id) ?? null;
  return {
    ...bodyOf(facts, contest, ledger.livemode),
    counterfactual: { ...changes, changes: [...changes.changes] },
    review: { ...reviewOf(wholeCase, contest), people: [...people] },
    factsSha256: hashFacts(wholeCase.written),
    ...readDecisionProof(
      ledger,
      { id: facts.id, facts: formatFacts(wholeCase.written) },
      findLedger,
    ),
    booking:
      bookedTransactionId === null
        ? null
        : { href: `/v1/transactions/${bookedTransactionId}/proof` },
  };
}

function reviewOf({ facts, isWaiting, people }: DecisionCase, contest: DecisionContestView | null) {
  const role = CONTEST_ROLES[facts.kind];
  const reviewer = `An operator of the bank with the role ${role} who has not decided about it before.`;
  if (contest !== null) {
    const isOpen = contest.status === 'open';
    const nextStep = isOpen
      ? 'Wait for the answer: the event decision.contest.answered brings it.'
      : 'It has been looked at again; the answer stands.';
    return {
      status: isOpen ? ('contested' as const) : ('answered' as const),
      by: reviewer,
      how: nextStep,
    };
  }
  if (isWaiting) {
    const nextStep = 'Nothing has to be done: a person decides, and an event brings the decision.';
    return { status: 'waiting' as const, by: `An operator with the role ${role}.`, how: nextStep };
  }
  if (!isContestable(facts, people)) {
    const nextStep = 'Nothing: the request was granted.';
    return { status: 'closed' as const, by: reviewer, how: nextStep };
  }
  const nextStep = `Send POST /v1/decisions/${facts.id}/contest with the reason of the customer.`;
  return { status: 'open' as const, by: reviewer, how: nextStep };
}

const GRANTING_OUTCOMES: ReadonlySet<string> = new Set(['approved', 'approve']);

/** True unless the engine, or a person after it, granted the whole request. */
function isContestable({ outcome }: DecisionFacts, people: readonly ReviewerDecision[]): boolean {
  const latest = people.at(-1);
  return (
    outcome !== 'approved' && (latest === undefined || !GRANTING_OUTCOMES.has(latest.decision))
  );
}
