// Decides about a hypothetical payment, and stores the decision.

import { eq } from 'drizzle-orm';
import { isInternal } from '../../ledger/internal-account.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { inserter } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { type ModelAnswer, riskJudge, riskScorer } from '../kernel/judge.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { riskDecisions } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { acceptor } from '../transactions/accept.ts';
import type { TransactionDraft } from '../transactions/port.ts';
import { decisionRow } from './acts.ts';

export interface RiskQuestion {
  /** The payment as it would be accepted. Its cause has no idempotency key. */
  readonly draft: TransactionDraft;
  /** The version to ask, or null for the one that would decide. */
  readonly pinned: string | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface RiskAnswer {
  readonly replayed: boolean;
  readonly decision: RiskDecisionRow;
}

const OPERATION = 'POST /v1/ai/risk-score';

const CURRENCY_BY_ACCOUNT = 'SELECT currency FROM accounts WHERE id = ?';
const insertDecision = prepareOnce(({ raw }: Database) => inserter(raw, riskDecisions));

function keyUseOf({ draft, requestHash, cause }: RiskQuestion) {
  const { tenantId } = draft;
  return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
}

function findByKey(tx: Tx, question: RiskQuestion): RiskAnswer | null {
  const id = tx.keys.find(keyUseOf(question), tx.now());
  if (id === null) return null;
  const { orm } = tx.database;
  const row = orm.select().from(riskDecisions).where(eq(riskDecisions.id, id)).get();
  return row ? { replayed: true, decision: row } : null;
}

/** Builds the row. A refusal points to a field below `/transaction`, where the request has the payment. */
function rowOf(tx: Tx, draft: TransactionDraft): TransactionRow {
  try {
    return acceptor(tx).rowFor(draft);
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields.pointer === undefined) throw error;
    throw error.withPointer(`/transaction${error.fields.pointer}`);
  }
}

/** Refuses another currency than that of the accounts, because the amount cannot be compared then. */
function requireSameCurrency(tx: Tx, row: TransactionRow): void {
  for (const field of ['sourceAccountId', 'destinationAccountId'] as const) {
    const currency = isInternal(row[field])
      ? row.currency
      : tx.value<string>(CURRENCY_BY_ACCOUNT, row[field]);
    if (currency !== undefined && currency !== row.currency) {
      const detail = `Expected ${currency}, the currency of the account.`;
      throw new Refusal('currency_mismatch', { detail, pointer: `/transaction/${field}` });
    }
  }
}

/** The row of the payment, and the model's answer. */
interface JudgedPayment {
  readonly row: TransactionRow;
  readonly modelAnswer: ModelAnswer | undefined;
}

async function askModel(tx: Tx, question: RiskQuestion): Promise<JudgedPayment | RiskAnswer> {
  const { read } = tx.database;
  const earlierAnswer = read(() => findByKey(tx, question));
  if (earlierAnswer) return earlierAnswer;
  const row = read(() => rowOf(tx, question.draft));
  read(() => requireSameCurrency(tx, row));
  const answers = await riskScorer(tx)?.ask([row], question.pinned ?? undefined);
  return { row, modelAnswer: answers?.get(row.id) };
}

/**
 * Decides about a payment as its settlement would, and writes only the decision: no money moves,
 * and a planned suspicion of the sandbox remains for the real payment.
 * @throws Refusal when the payment would not be accepted
 */
export const scorePayment = act(
  'risk.score',
  (tx, question: RiskQuestion, judged: JudgedPayment | RiskAnswer): RiskAnswer => {
    if ('decision' in judged) return judged;
    const earlierAnswer = findByKey(tx, question);
    if (earlierAnswer) return earlierAnswer;
    const { row, modelAnswer } = judged;
    const verdict = riskJudge(tx).judge(tx, row, modelAnswer);
    if (!verdict) throw new Error('this ledger was opened without a risk judge');
    const now = tx.clock(row.tenantId);
    const decision = { ...decisionRow(row, verdict, now), question: questionOf(row) };
    insertDecision(tx.database)(decision);
    tx.keys.bind(keyUseOf(question), decision.id, tx.now());
    return { replayed: false, decision };
  },
  askModel,
);

/** Returns the payment in the form of a request. */
function questionOf(row: TransactionRow): string {
  const { type, amount, currency, sourceAccountId } = row;
  const { destinationAccountId: to, externalParty, context } = row;
  return JSON.stringify({
    type,
    amount,
    currency,
    sourceAccountId,
    destinationAccountId: isInternal(to) ? null : to,
    externalParty: externalParty === null ? null : JSON.parse(externalParty),
    context: context === null ? null : JSON.parse(context),
  });
}
