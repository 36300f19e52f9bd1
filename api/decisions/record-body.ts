// The record of a decision, put together from what was written with it.

import type { z } from '@hono/zod-openapi';
import {
  type Counterfactual,
  changesOfCredit,
  changesOfFreeze,
  changesOfIdentity,
  changesOfPayment,
  changesOfRefusal,
} from '../../ai/decisions/changes.ts';
import { factsHash, factsText } from '../../ai/decisions/decided.ts';
import {
  accountFreeze,
  creditDecision,
  type DecisionFacts,
  identityDecision,
  refusedPayment,
  stoppedPayment,
} from '../../ai/decisions/facts.ts';
import { counterfactualOf, explainDecision, writtenReasons } from '../../ai/risk/explain.ts';
import {
  type PersonsDecision,
  readEngineCredit,
  readReviews,
  readRiskDecisions,
} from '../../db/decisions/parts.ts';
import {
  type FoundDecision,
  findDecision,
  readContests,
  readFreezes,
} from '../../db/decisions/reads.ts';
import type { DecisionContestView } from '../../db/decisions/view.ts';
import type { RiskDecisionRow } from '../../db/kernel/risk-summary.ts';
import { timestamp } from '../../db/kernel/timestamp.ts';
import { findKycAssessments } from '../../db/kyc/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { readDecisionProof } from '../../db/log/decision-proofs.ts';
import type { LedgerNamed } from '../../db/log/proofs.ts';
import { findTransactions } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { CONTEST_ROLES } from '../../ledger/decisions/contest.ts';
import { isId } from '../../ledger/id.ts';
import { ledgersBeside } from '../blockchain/proofs.ts';
import type { Deps, Desk } from '../kit/context.ts';
import { archivedDecision } from '../risk/archived.ts';
import type { decisionDetailSchema } from './decision-schema.ts';

type DecisionDetail = z.infer<typeof decisionDetailSchema>;

/** The records of a page, in its order. */
export function decisionBodies(ledger: Ledger, found: readonly FoundDecision[]) {
  const facts = new Map(factsOf(ledger, found).map((one) => [one.id, one]));
  const ids = found.map(({ id }) => id);
  const contests = readContests(ledger, ids);
  return ids.flatMap((id) => {
    const one = facts.get(id);
    return one ? [bodyOf(one, contests.get(id) ?? null, ledger.livemode)] : [];
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
    reasons: reasons.map((one) => ({ ...one, figures: [...one.figures] })),
    contest,
  };
}

function factsOf(ledger: Ledger, found: readonly FoundDecision[]): DecisionFacts[] {
  const idsOf = (noun: FoundDecision['noun']) =>
    found.filter((one) => one.noun === noun).map(({ id }) => id);
  const stopped = readRiskDecisions(ledger, idsOf('riskDecision'));
  const declined = idsOf('transaction');
  const paid = stopped.flatMap(({ transactionId }) => transactionId ?? []);
  const payments = new Map(
    findTransactions(ledger, [...declined, ...paid]).map((one) => [one.id, one]),
  );
  return [
    ...stopped.flatMap((row) => {
      const payment = payments.get(row.transactionId ?? '');
      return payment ? [stoppedPayment(row, payment, writtenReasons(row).reasons)] : [];
    }),
    ...declined.flatMap((id) => {
      const payment = payments.get(id);
      return payment ? [refusedPayment(payment)] : [];
    }),
    ...readEngineCredit(ledger, idsOf('creditAssessment')).map(({ found: one, features }) =>
      creditDecision(one, features),
    ),
    ...findKycAssessments(ledger, idsOf('kycAssessment')).map(identityDecision),
    ...readFreezes(ledger, idsOf('event')).map(accountFreeze),
  ];
}

/** A record with all that is said only of one: what would change it, and who looks again. */
interface Whole {
  readonly facts: DecisionFacts;
  /** The facts as they were written; those shown may have been explained since. */
  readonly written: DecisionFacts;
  readonly changes: Counterfactual;
  readonly people: readonly PersonsDecision[];
  /** A person decides without being asked. */
  readonly isWaiting: boolean;
  /** Null: nothing was booked. */
  readonly booked: string | null;
}

/**
 * One record, or null when the developer (null: any) has no decision of that id.
 * @throws Problem when it lies in an archive that is not at hand
 */
export async function readDecision(
  deps: Deps,
  desk: Desk,
  { tenantId, id }: { readonly tenantId: string | null; readonly id: string },
): Promise<DecisionDetail | null> {
  const { ledger } = desk;
  const found = findDecision(ledger, id);
  const isOwn = found !== null && (tenantId === null || found.tenantId === tenantId);
  const archived =
    found === null && tenantId !== null && isId('riskDecision', id)
      ? await archivedDecision(deps, desk, { tenantId, decisionId: id })
      : null;
  const whole = archived
    ? await wholePayment(desk, archived)
    : isOwn
      ? await wholeOf(desk, found)
      : null;
  return whole && detailOf(ledger, whole, ledgersBeside(deps, ledger));
}

async function wholeOf(desk: Desk, found: FoundDecision): Promise<Whole | null> {
  const { ledger } = desk;
  const { id, noun } = found;
  const alone = { people: [], isWaiting: false, booked: null } as const;
  switch (noun) {
    case 'riskDecision': {
      const [row] = readRiskDecisions(ledger, [id]);
      return row ? wholePayment(desk, row) : null;
    }
    case 'transaction': {
      const [payment] = findTransactions(ledger, [id]);
      if (!payment) return null;
      const facts = refusedPayment(payment);
      const changes = changesOfRefusal(payment.statusReason?.code ?? '');
      return { facts, written: facts, changes, ...alone };
    }
    case 'creditAssessment': {
      const [credit] = readEngineCredit(ledger, [id]);
      if (!credit) return null;
      const facts = creditDecision(credit.found, credit.features);
      const { people } = credit;
      const isWaiting = facts.outcome === 'referred' && people.length === 0;
      const changes = changesOfCredit(credit.found);
      return { facts, written: facts, changes, people, isWaiting, booked: null };
    }
    case 'kycAssessment': {
      const [assessment] = findKycAssessments(ledger, [id]);
      if (!assessment) return null;
      const facts = identityDecision(assessment);
      const { decision, decidedBy, comment, completedAt } = assessment;
      const isPersons = decidedBy !== null && decidedBy !== 'workflow';
      const people = isPersons
        ? [{ decision: decision ?? '', decidedBy, reason: comment, decidedAt: completedAt }]
        : [];
      const isWaiting = assessment.stage === 'manual_review';
      const changes = changesOfIdentity(assessment, facts.outcome);
      return { facts, written: facts, changes, people, isWaiting, booked: null };
    }
    default: {
      const [freeze] = readFreezes(ledger, [id]);
      if (!freeze) return null;
      const facts = accountFreeze(freeze);
      return { facts, written: facts, changes: changesOfFreeze, ...alone };
    }
  }
}

async function wholePayment(
  { ledger, serving }: Desk,
  row: RiskDecisionRow,
): Promise<Whole | null> {
  const [payment] = findTransactions(ledger, [row.transactionId ?? '']);
  if (!payment) return null;
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
    facts: stoppedPayment(row, payment, reasons),
    written: stoppedPayment(row, payment, writtenReasons(row).reasons),
    changes: changesOfPayment(row, await counterfactualOf(row, serving)),
    people,
    isWaiting: payment.status === 'pending_review',
    booked: isBooked(payment) ? payment.id : null,
  };
}

const isBooked = ({ ledgerSequence }: TransactionView) => ledgerSequence !== null;

function detailOf(ledger: Ledger, whole: Whole, named: LedgerNamed): DecisionDetail {
  const { facts, changes, people, booked } = whole;
  const contest = readContests(ledger, [facts.id]).get(facts.id) ?? null;
  return {
    ...bodyOf(facts, contest, ledger.livemode),
    counterfactual: { ...changes, changes: [...changes.changes] },
    review: { ...reviewOf(whole, contest), people: [...people] },
    factsSha256: factsHash(whole.written),
    ...readDecisionProof(ledger, { id: facts.id, facts: factsText(whole.written) }, named),
    booking: booked === null ? null : { href: `/v1/transactions/${booked}/proof` },
  };
}

function reviewOf({ facts, isWaiting, people }: Whole, contest: DecisionContestView | null) {
  const role = CONTEST_ROLES[facts.kind];
  const by = `An operator of the bank with the role ${role} who has not decided about it before.`;
  if (contest !== null) {
    const isOpen = contest.status === 'open';
    const how = isOpen
      ? 'Wait for the answer: the event decision.contest.answered brings it.'
      : 'It has been looked at again; the answer stands.';
    return { status: isOpen ? ('contested' as const) : ('answered' as const), by, how };
  }
  if (isWaiting) {
    const how = 'Nothing has to be done: a person decides, and an event brings the decision.';
    return { status: 'waiting' as const, by: `An operator with the role ${role}.`, how };
  }
  if (!isContestable(facts, people)) {
    const how = 'Nothing: the outcome was what was asked for.';
    return { status: 'closed' as const, by, how };
  }
  const how = `Send POST /v1/decisions/${facts.id}/contest with the reason of the customer.`;
  return { status: 'open' as const, by, how };
}

const GRANTED: ReadonlySet<string> = new Set(['approved', 'approve']);

/** True unless the customer got what was asked for, from the engine or from a person after it. */
function isContestable({ outcome }: DecisionFacts, people: readonly PersonsDecision[]): boolean {
  const latest = people.at(-1);
  return outcome !== 'approved' && (latest === undefined || !GRANTED.has(latest.decision));
}
