// Decides about a payment that no request has asked to make, and writes the decision down.

import { eq } from 'drizzle-orm';
import { isInternal } from '../../ledger/internal-account.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { inserter } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Asked, RiskDesk } from '../kernel/judge.ts';
import type { KeyBook } from '../kernel/keys.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { riskDecisions } from '../kernel/tables.ts';
import type { Acceptor } from '../transactions/accept.ts';
import type { TransactionDraft } from '../transactions/port.ts';
import { decisionRow, type RiskWriter } from './acts.ts';

export interface RiskQuestion {
  /** The payment as it would be accepted; it never is. Its cause carries no key. */
  readonly draft: TransactionDraft;
  /** The version to ask; null: the one that would decide. */
  readonly pinned: string | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface RiskAnswer {
  readonly replayed: boolean;
  readonly decision: RiskDecisionRow;
}

/**
 * Decides about a payment as settling would, and writes only the decision: no money moves, and a
 * suspicion that the sandbox has planned stays for the payment itself. It throws a refusal when
 * the payment would not be accepted.
 */
export type RiskScorer = (question: RiskQuestion) => Promise<RiskAnswer>;

interface Deps {
  readonly database: Database;
  readonly money: {
    readonly accept: Acceptor;
    readonly risk: RiskWriter;
    readonly desk: RiskDesk | null;
  };
  readonly keys: KeyBook;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

const OPERATION = 'POST /v1/ai/risk-score';

/** Prepares the act on an open database. */
export function riskScorer({ database, money, keys, now, clock }: Deps): RiskScorer {
  const currencyOf = database.raw
    .prepare<[string], string>('SELECT currency FROM accounts WHERE id = ?')
    .pluck();

  const insert = inserter(database.raw, riskDecisions);

  const useOf = ({ draft, requestHash, cause }: RiskQuestion) => {
    const { tenantId } = draft;
    return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
  };

  function findByKey(question: RiskQuestion): RiskAnswer | null {
    const id = keys.find(useOf(question), now());
    if (id === null) return null;
    const { orm } = database;
    const row = orm.select().from(riskDecisions).where(eq(riskDecisions.id, id)).get();
    return row ? { replayed: true, decision: row } : null;
  }

  /** In the question the fields of the payment lie one level deeper. */
  function rowOf(draft: TransactionDraft): TransactionRow {
    try {
      return money.accept.rowFor(draft);
    } catch (error) {
      if (!(error instanceof Refusal) || error.fields.pointer === undefined) throw error;
      throw error.at(`/transaction${error.fields.pointer}`);
    }
  }

  /** A history in another currency would say nothing about the amount. */
  function requireSameCurrency(row: TransactionRow): void {
    for (const field of ['sourceAccountId', 'destinationAccountId'] as const) {
      const currency = isInternal(row[field]) ? row.currency : currencyOf.get(row[field]);
      if (currency !== undefined && currency !== row.currency) {
        const detail = `Expected ${currency}, the currency of the account.`;
        throw new Refusal('currency_mismatch', { detail, pointer: `/transaction/${field}` });
      }
    }
  }

  function record(question: RiskQuestion, row: TransactionRow, asked: Asked | undefined) {
    const before = findByKey(question);
    if (before) return before;
    const verdict = money.risk.judge(row, asked);
    if (!verdict) throw new Error('this ledger was opened without a risk judge');
    const at = clock(row.tenantId);
    const decision = { ...decisionRow(row, verdict, at), question: questionOf(row) };
    insert(decision);
    keys.bind(useOf(question), decision.id, now());
    return { replayed: false, decision };
  }

  return async (question) => {
    const before = database.read(() => findByKey(question));
    if (before) return before;
    const row = database.read(() => rowOf(question.draft));
    database.read(() => requireSameCurrency(row));
    const answers = await money.desk?.ask([row], question.pinned ?? undefined);
    return database.write(() => record(question, row, answers?.get(row.id)));
  };
}

/** The payment that was asked about, in the words of a request. */
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
