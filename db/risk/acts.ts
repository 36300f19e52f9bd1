// The acts on the risk of payments: the verdict, the stored facts, the review that it requires, and
// the reviewer's decision.

import {
  canBeConfirmed,
  decisionOf,
  findGravest,
  isBetweenOwn,
  levelOf,
  type RiskDecision,
  RULE_SET,
  type RuleFinding,
  relieveDecision,
  sandboxDecision,
  scoreOf,
  withFinalLoss,
} from '../../ledger/decisions/risk.ts';
import { partyNameOf } from '../../ledger/external-party.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { ledgerMarket } from '../exchange/market.ts';
import { hasTable } from '../kernel/absent-tables.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, inserter, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { isScreenedOnly, JUDGED_TYPES } from '../kernel/find-risk.ts';
import { findTransaction } from '../kernel/find-transaction.ts';
import {
  type ModelAnswer,
  type ReadSides,
  type RiskJudge,
  type RuleTerms,
  riskScorer,
  type SimulatedDecision,
  type Verdict,
} from '../kernel/judge.ts';
import { mint } from '../kernel/mint.ts';
import {
  hasSanctionsHit,
  isDegraded,
  NOT_APPLICABLE,
  type RiskDecisionRow,
  type StoredRule,
  toStoredMatch,
} from '../kernel/risk-summary.ts';
import type { BookedParts, TransactionRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { riskDecisions } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { isRailReturn } from '../rails/acts.ts';
import { addPartyHits, countOpenPartyHits, verdictOn } from '../screening/acts.ts';
import { habitsIn } from './habits.ts';
import { accountHabits, riskReviews } from './tables.ts';
import { packFeatures, type RiskReviewRow, riskDecisionView, riskReviewView } from './view.ts';

export interface ReviewOrder {
  readonly reviewId: string;
  readonly decision: 'approved' | 'rejected';
  readonly reason: string;
  /** The operator who decided, never the initiator of the transaction. */
  readonly decidedBy: string;
  readonly cause: Cause;
}

/** A simulated suspicion that a developer of the sandbox requests. */
export interface SimulatedHit {
  readonly accountId: string;
  readonly decision: SimulatedDecision;
  readonly times: number;
}

/**
 * Returns true for a payment of a customer, for money from a named external party, and for a
 * reversal that pays one. The bank's own transactions are not judged.
 */
export function isJudged(row: TransactionRow): boolean {
  const { type, linkedTo, sourceAccountId } = row;
  if (type === 'deposit') return partyNameOf(row) !== null;
  if (type === 'reversal') return paysOutside(row);
  return JUDGED_TYPES.includes(type) && linkedTo === null && !isInternal(sourceAccountId);
}

/** The network has already returned the money. */
function paysOutside(row: TransactionRow): boolean {
  return isInternal(row.destinationAccountId) && partyNameOf(row) !== null && !isRailReturn(row);
}

/** Returns the customer's account: the payer's, or the payee's when the payer is external. */
function accountOf({ sourceAccountId, destinationAccountId }: TransactionRow): string {
  return isInternal(sourceAccountId) ? destinationAccountId : sourceAccountId;
}

const NOT_ASKED: ModelAnswer = { degraded: 'not_asked' };
/** No model scores payments from external payers, so the missing answer is no fault of a model. */
const NOT_SCORED: ModelAnswer = { degraded: NOT_APPLICABLE };

/**
 * A listed or uncompared name, or a simulated hit, does not depend on who initiated the payment, so
 * the customer cannot clear it.
 */
const NOT_SUSPICIOUS = ['sanctions_hit', 'sandbox_simulated_hit'];

function isSuspicion(rules: readonly RuleFinding[]): boolean {
  const stops = (decision: RiskDecision) =>
    decision === 'decline' || decision === 'block_and_review';
  return !rules.some(({ ruleId, decision }) => NOT_SUSPICIOUS.includes(ruleId) && stops(decision));
}

const HIT = 'SELECT decision FROM simulated_hits WHERE account_id = ? AND remaining > 0';
const USE_HIT =
  'UPDATE simulated_hits SET remaining = remaining - 1 WHERE account_id = ? AND remaining > 0';
const PLAN_HITS = `INSERT INTO simulated_hits (account_id, decision, remaining, created_at)
  VALUES (@accountId, @decision, @remaining, @createdAt)
  ON CONFLICT (account_id) DO UPDATE SET decision = excluded.decision,
  remaining = excluded.remaining, created_at = excluded.created_at`;
const DECISION = `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions WHERE transaction_id = ?`;
const REVIEWS = `SELECT ${columnsOf(riskReviews)} FROM risk_reviews`;
const INSERT_REVIEW = `INSERT INTO risk_reviews ${insertOf(riskReviews)}`;
const DECIDE_REVIEW = `UPDATE risk_reviews SET status = @status, decided_by = @decidedBy,
  reason = @reason, decided_at = @decidedAt WHERE id = @id`;
const HAS_ALERT =
  "SELECT 1 FROM risk_reviews WHERE account_id = ? AND kind = 'alert' AND status = 'open'";

const insertDecision = prepareOnce(({ raw }: Database) => inserter(raw, riskDecisions));
const habitsOf = prepareOnce((tx: Tx) => habitsIn(tx.database, ledgerMarket(tx.database)));

/** Writes a decision; the row of its transaction exists. */
function keepDecision(
  tx: Tx,
  row: TransactionRow,
  verdict: Verdict,
  riskDecision: RiskDecisionRow,
): void {
  const { rules, decision } = verdict;
  const decidedAt = riskDecision.createdAt;
  insertDecision(tx.database)(riskDecision);
  if (rules.some(({ ruleId }) => ruleId === 'sandbox_simulated_hit')) {
    tx.run(USE_HIT, row.sourceAccountId);
  }
  if (row.externalParty !== null) writeHits(tx, row, rules);
  // The transaction's own events contain a decision that let it through, so another event would
  // repeat it.
  const isStopped = decision === 'decline' || decision === 'block_and_review';
  if (isStopped && isSuspicion(rules)) habitsOf(tx).recordDoubt(row.sourceAccountId, decidedAt);
  if (isStopped || isDegraded(riskDecision)) {
    const { requestId, idempotencyKey } = row;
    tx.emit({
      tenantId: row.tenantId,
      type: 'risk.decision.created',
      object: riskDecisionView(riskDecision, tx.livemode),
      cause: { actor: 'workflow', requestId, idempotencyKey },
      at: decidedAt,
    });
  }
}

/**
 * Returns the decision that the developer planned for the account, or that a magic amount stands
 * for.
 */
function findSimulation(
  tx: Tx,
  { sourceAccountId, amount }: TransactionRow,
): SimulatedDecision | null {
  return tx.value<SimulatedDecision>(HIT, sourceAccountId) ?? sandboxDecision(amount);
}

/** Records the matches of the external party: each list entry once per party, not per payment. */
function writeHits(tx: Tx, row: TransactionRow, rules: readonly RuleFinding[]): void {
  const screenedName = partyNameOf(row);
  const matches = rules.flatMap(({ matches }) => matches ?? []);
  if (screenedName === null || matches.length === 0) return;
  const { tenantId, customerId, id: transactionId, requestId, idempotencyKey } = row;
  addPartyHits(
    tx,
    { tenantId, customerId, transactionId },
    matches.map((match) => ({ ...match, screenedName })),
    { actor: 'workflow', requestId, idempotencyKey },
  );
}

/** Counts the hits that prevent the release of a held payment. */
function countUncleared(
  tx: Tx,
  order: ReviewOrder,
  decision: RiskDecisionRow,
  row: TransactionRow,
): number {
  const isStopped = row.statusCode === 'sanctions_hit' || hasSanctionsHit(decision);
  const isHeld = order.decision === 'approved' && isStopped;
  return isHeld ? countOpenPartyHits(tx, row.customerId, partyNameOf(row) ?? '') : 0;
}

/**
 * Records an operator's decision about a payment that was held or let through.
 * @throws Refusal
 */
export const reviewPayment = act('risk.review', (tx, order: ReviewOrder): RiskReviewRow => {
  const row = tx.get<RiskReviewRow>(`${REVIEWS} WHERE id = ?`, order.reviewId);
  const transaction = row && findTransaction(tx, row.transactionId);
  const decision = row && tx.get<RiskDecisionRow>(DECISION, row.transactionId);
  if (!row || !transaction || !decision) throw new Refusal('review_not_found');
  const isSame = row.status === order.decision && row.decidedBy === order.decidedBy;
  if (isSame) return row;
  if (row.status !== 'open') throw invalidState(`The request is already ${row.status}.`);
  if (row.kind === 'hold' && transaction.status !== 'pending_review') {
    throw invalidState(`The request is already ${transaction.status}.`);
  }
  if (transaction.actor === order.decidedBy) {
    throw invalidState(
      'The initiator of the payment cannot decide about it: another person has to.',
    );
  }
  const hits = countUncleared(tx, order, decision, transaction);
  if (hits > 0) {
    const hitsText = hits === 1 ? 'One sanctions hit' : `${hits} sanctions hits`;
    const detail = `${hitsText} not cleared: clear what is no match; with a match, reject the payment.`;
    throw new Refusal('screening_unresolved', { detail });
  }
  const now = tx.clock(row.tenantId);
  const { decision: status, decidedBy, reason, cause } = order;
  const decided: RiskReviewRow = { ...row, status, decidedBy, reason, decidedAt: now };
  tx.run(DECIDE_REVIEW, decided);
  if (row.kind === 'hold' && status === 'approved') habitsOf(tx).recordDoubt(row.accountId, null);
  const object = riskReviewView(decided, { decision, transaction, livemode: tx.livemode });
  tx.emit({ tenantId: row.tenantId, type: 'risk.decision.reviewed', object, cause, at: now });
  return decided;
});

function hasAlert(tx: Tx, row: TransactionRow): boolean {
  return tx.value<number>(HAS_ALERT, accountOf(row)) !== undefined;
}

/** Applies the rules; returns null when the transaction is not judged. */
function judge(
  tx: Tx,
  row: TransactionRow,
  modelAnswer: ModelAnswer = NOT_ASKED,
  sides?: ReadSides,
): Verdict | null {
  const scorer = riskScorer(tx);
  if (!scorer || !isJudged(row)) return null;
  const isAlone = 'degraded' in modelAnswer;
  const simulated = tx.livemode ? null : findSimulation(tx, row);
  const verdictOf: RuleTerms['verdictOf'] = (name, match) =>
    verdictOn(tx, row.customerId, name, match);
  const ruleResults = scorer.applyRules(row, {
    isWithoutModel: isAlone,
    simulated,
    verdictOf,
    sides,
  });
  const modelDecision = isAlone
    ? 'approve'
    : decisionOf(modelAnswer.probability, modelAnswer.thresholds);
  const relievedDecision = relieveDecision(modelDecision, ruleResults);
  // Rules without effect are not recorded, to keep the rows small.
  const answer = withFinalLoss(
    ruleResults,
    findGravest([relievedDecision, ...ruleResults.map((rule) => rule.decision)]),
  );
  const rules =
    relievedDecision === modelDecision
      ? answer.filter(({ outcome }) => outcome !== 'snoozed')
      : answer;
  const decision = findGravest([relievedDecision, ...rules.map((rule) => rule.decision)]);
  const isConfirmable = canBeConfirmed(rules, decision);
  const isOwn = isBetweenOwn(ruleResults);
  return {
    modelAnswer: isScreenedOnly(row) ? NOT_SCORED : modelAnswer,
    rules,
    decision,
    isConfirmable,
    isOwn,
  };
}

export function findReview(tx: Tx, transactionId: string): RiskReviewRow | undefined {
  return tx.get<RiskReviewRow>(`${REVIEWS} WHERE transaction_id = ?`, transactionId);
}

/** Records which entries of the lists resemble the external name. */
export function recordPartyMatches(tx: Tx, row: TransactionRow, { rules }: Verdict): void {
  writeHits(tx, row, rules);
}

/** Opens the review that a decision requires; an account has one open alert at a time. */
export function openReview(
  tx: Tx,
  kind: RiskReviewRow['kind'],
  row: TransactionRow,
  decision: RiskDecisionRow,
  now: number,
): void {
  if (kind === 'alert' && hasAlert(tx, row)) return;
  tx.run(INSERT_REVIEW, {
    id: mint('riskReview'),
    kind,
    decisionId: decision.id,
    transactionId: row.id,
    tenantId: row.tenantId,
    accountId: accountOf(row),
    status: 'open',
    decidedBy: null,
    reason: null,
    decidedAt: null,
    createdAt: now,
  } satisfies RiskReviewRow);
}

/** The judge of payments, as the core calls it. */
export const RISK_JUDGE: RiskJudge = {
  judge,
  recordDoubt: (tx, row, time) => habitsOf(tx).recordDoubt(row.sourceAccountId, time),
  buildDecisionRow: (row, verdict, { workflowId, at }) => ({
    ...decisionRow(row, verdict, at),
    transactionId: row.id,
    workflowId,
  }),
  storeDecision: keepDecision,
  isReviewed(tx, row, verdict) {
    if (verdict === null || verdict.decision === 'approve') return false;
    return verdict.decision !== 'review' || !hasAlert(tx, row);
  },
  openReview,
  preview: decisionRow,
};

/** Updates the habits of the accounts of a booking, inside its commit. */
export function followHabits(tx: Tx, bookedParts: BookedParts): void {
  habitsOf(tx).countBooking(bookedParts);
}

/** Plans the decisions about the next payments of an account of the sandbox. */
export const planRiskHits = act(
  'risk.simulate',
  (tx, { accountId, decision, times: remaining }: SimulatedHit): void => {
    tx.run(PLAN_HITS, { accountId, decision, remaining, createdAt: tx.now() });
  },
);

/** Payments that an analysis reports as suspicious. */
interface Suspicion {
  readonly transactionIds: readonly string[];
  readonly at: number;
}

/** Records the suspicion of an analysis about an account's behaviour, for its next decisions. */
export const recordBehaviorSuspicion = act(
  'risk.heed',
  (tx, { transactionIds, at }: Suspicion): boolean => {
    if (!hasTable(tx.database.raw, accountHabits)) return false;
    const payers = transactionIds.flatMap((id) => findTransaction(tx, id)?.sourceAccountId ?? []);
    for (const accountId of new Set(payers)) habitsOf(tx).recordDoubt(accountId, at);
    return true;
  },
);

/** The most list entries of a decision, best first; the hits contain all. */
const MAX_MATCHES = 5;

/** Returns the row of a verdict, without the transaction or question that it belongs to. */
export function decisionRow(row: TransactionRow, verdict: Verdict, time: number): RiskDecisionRow {
  const { modelAnswer, rules, decision } = verdict;
  const model = 'degraded' in modelAnswer ? null : modelAnswer;
  // A rule without a hit is recorded when it has a reason, such as the use of an outdated list.
  const storedRules = rules.filter(({ outcome, why }) => outcome !== 'no_hit' || why !== undefined);
  return {
    id: mint('riskDecision'),
    tenantId: row.tenantId,
    transactionId: null,
    accountId: accountOf(row),
    customerId: row.customerId,
    question: null,
    serving: model?.serving ?? null,
    modelName: model?.model.name ?? null,
    modelVersion: model?.model.version ?? null,
    artifactSha256: model?.model.sha256 ?? null,
    features: model && packFeatures(model.features),
    probability: model?.probability ?? null,
    reviewFrom: model?.thresholds.review ?? null,
    blockFrom: model?.thresholds.block ?? null,
    declineFrom: model?.thresholds.decline ?? null,
    ruleSet: RULE_SET,
    rules: JSON.stringify(
      storedRules.map(
        ({ ruleId, outcome, scoreDelta, figures, matches, why, stale }): StoredRule => {
          const cause = {
            ...(figures && { figures }),
            ...(why && { why }),
            ...(stale && { stale: [...stale] }),
          };
          const rule = { ruleId, outcome, scoreDelta, ...cause };
          return matches
            ? { ...rule, matches: matches.slice(0, MAX_MATCHES).map(toStoredMatch) }
            : rule;
        },
      ),
    ),
    score: model && scoreOf(verdict.isOwn ? 0 : model.probability, decision, model.thresholds),
    level: levelOf(decision),
    decision,
    reasons: model?.reasons ? JSON.stringify(model.reasons) : null,
    degraded: 'degraded' in modelAnswer ? modelAnswer.degraded : null,
    workflowId: null,
    asOf: model?.asOf ?? time,
    createdAt: time,
  };
}
