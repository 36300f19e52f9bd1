// The dry run of a batch: each item passes the same checks as when it is booked, against the state
// that the earlier items would leave, which is kept in memory. Writes nothing.

import { isInternal } from '../../ledger/internal-account.ts';
import { totalRefusal } from '../../ledger/limits.ts';
import { rejection } from '../../ledger/rejection.ts';
import { type BalanceFigures, type BalanceView, balanceView } from '../accounts/view.ts';
import { type Plan, previewJudgement } from '../booking/judgement.ts';
import { possibleFees, previewFigures, previewLimits } from '../booking/preview.ts';
import { actInParts } from '../kernel/act.ts';
import { type Answers, type ModelAnswer, riskScoring } from '../kernel/judge.ts';
import { mint } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitFacts, limitTermsAt } from '../limits/acts.ts';
import type { Preview } from '../transactions/port.ts';
import { findObjection } from './accept.ts';
import { DUPLICATE_REFERENCE, NO_ACCOUNT, type Reason } from './refusal.ts';
import { type Movement, reservesOf } from './reserves.ts';
import { type BatchDraft, createBatchRow, itemRow } from './rows.ts';
import type { BatchItemDraft } from './view.ts';

/** An account whose balance a batch would change. Minor units. */
export interface PreviewedAccount {
  readonly accountId: string;
  readonly currency: string;
  readonly paid: number;
  readonly received: number;
  readonly current: BalanceView;
  readonly resulting: BalanceView;
  /** Overdraft fees of a negative balance, unless the account recovers in time. */
  readonly fees: { readonly count: number; readonly amount: number };
  readonly limits: Preview['limits'];
}

/** The expected outcome of a batch. */
export interface BatchPreview {
  readonly mode: BatchDraft['mode'];
  /** True when at least one item would be booked; of an atomic batch, all. */
  readonly wouldPost: boolean;
  readonly counts: {
    readonly total: number;
    /** Items that would be booked. */
    readonly acceptable: number;
    readonly refused: number;
  };
  readonly refusals: readonly {
    readonly index: number;
    readonly reference: string;
    readonly code: string;
    readonly message: string;
    readonly pointer: string;
  }[];
  /** Sums of the acceptable items, by currency. */
  readonly sums: readonly {
    readonly currency: string;
    readonly count: number;
    readonly amount: number;
  }[];
  readonly accounts: readonly PreviewedAccount[];
}

/** Decides the items of one batch in their order. */
interface BatchPreviewer {
  /** The transactions of the items. Items that could not be accepted are left out. */
  rows(from: number, to: number): readonly TransactionRow[];
  /** Decides rows that `rows` has returned. */
  judge(rows: readonly TransactionRow[], answers: Answers): void;
  /** The number of customer accounts whose balance the items change. */
  accounts(): number;
  /** A page of these accounts, in the order of the items. */
  accountsPage(from: number, to: number): readonly PreviewedAccount[];
  result(): Omit<BatchPreview, 'accounts'>;
}

interface AccountChange {
  readonly currency: string;
  readonly before: BalanceFigures;
  paid: number;
  received: number;
  fees: { count: number; amount: number };
  /** The first payment of the account, whose limits it shows. */
  payment: TransactionRow | null;
}

/** Creates the preview of a batch. */
function createPreviewer(tx: Tx, draft: BatchDraft): BatchPreviewer {
  const { clock } = tx;
  const { tenantId, items, mode } = draft;
  const batch = createBatchRow(tx, draft);
  const reserves = reservesOf(tx, batch.id);
  const indexes = new Map<string, number>();
  const refusals: BatchPreview['refusals'][number][] = [];
  const sums = new Map<string, { count: number; amount: number }>();
  const accounts = new Map<string, AccountChange>();
  let orderedAccounts: [string, AccountChange][] | null = null;

  function refuse(index: number, { code, message, pointer = null }: Reason): void {
    const { reference } = parseItem(items[index] ?? '');
    refusals.push({
      index,
      reference,
      code,
      message,
      pointer: `/items/${index}${pointer ?? ''}`,
    });
  }

  function accountOf(accountId: string, currency: string): AccountChange | null {
    const account = accounts.get(accountId);
    if (account || isInternal(accountId)) return account ?? null;
    const before = previewFigures(tx, accountId, clock(tenantId));
    if (!before) return null;
    const fees = { count: 0, amount: 0 };
    const change = { currency, before, paid: 0, received: 0, fees, payment: null };
    accounts.set(accountId, change);
    return change;
  }

  function addMovement({ from, to, amount }: Movement, currency: string): AccountChange | null {
    const [payer, payee] = [accountOf(from, currency), accountOf(to, currency)];
    if (payer) payer.paid += Number(amount);
    if (payee) payee.received += Number(amount);
    return payer;
  }

  function addItem(row: TransactionRow, { cover }: Plan): void {
    const { sourceAccountId: from, destinationAccountId: to, currency } = row;
    const sum = sums.get(currency) ?? { count: 0, amount: 0 };
    sums.set(currency, { count: sum.count + 1, amount: sum.amount + row.amount });
    if (cover)
      addMovement({ from: cover.accountId, to: from, amount: BigInt(cover.amount) }, currency);
    const payer = addMovement({ from, to, amount: BigInt(row.amount) }, currency);
    if (!payer) return;
    payer.payment ??= row;
    for (const { amount } of possibleFees(tx, row, resultingFigures(payer))) {
      payer.fees.count += 1;
      payer.fees.amount += amount;
    }
  }

  function judgeOne(row: TransactionRow, answer: ModelAnswer | undefined): Reason | null {
    const movements: Movement[] = [];
    const recordingLedger = {
      ...reserves,
      keep(movement: Movement) {
        movements.push(movement);
        reserves.reserve(movement);
      },
    };
    const canWaitForNetwork = mode === 'best_effort';
    const plan = previewJudgement(tx, row, recordingLedger, {
      modelAnswer: answer,
      canWaitForNetwork,
    });
    const refusal = 'code' in plan ? plan : payerTotalRefusal(row);
    if (refusal) for (const movement of movements) reserves.cancelReserve(movement);
    else addItem(row, plan as Plan);
    return refusal;
  }

  /**
   * In an atomic batch the sum of a payer's items counts, so that splitting a payment does not evade
   * the threshold.
   */
  function payerTotalRefusal({ sourceAccountId }: TransactionRow): Reason | null {
    const terms = mode === 'atomic' ? limitTermsAt(tx, sourceAccountId, clock(tenantId)) : null;
    const code = terms && totalRefusal(terms, reserves.outflowOf(sourceAccountId));
    return code ? rejection(code, '/amount') : null;
  }

  function previewAccount(accountId: string, change: AccountChange): PreviewedAccount {
    const { currency, before, paid, received, fees, payment } = change;
    const facts = payment && limitFacts(tx, payment, clock(tenantId));
    return {
      ...{ accountId, currency, paid, received },
      current: balanceView(before),
      resulting: balanceView(resultingFigures(change)),
      fees: { ...fees },
      limits: previewLimits(tx, reserves.limitsFor(facts, accountId), accountId, 0n),
    };
  }

  return {
    rows(from, to) {
      return items.slice(from, to).flatMap((body, offset) => {
        const index = from + offset;
        const objection = findObjection(tx, tenantId, parseItem(body));
        if (objection) {
          const { code, pointer } = objection;
          refuse(index, {
            ...(code === 'account_not_found' ? NO_ACCOUNT : DUPLICATE_REFERENCE),
            pointer,
          });
          return [];
        }
        const transactionId = mint('transaction');
        indexes.set(transactionId, index);
        const staged = { batchId: batch.id, itemIndex: index, transactionId, body };
        return itemRow(tx, batch, { ...staged, code: null, message: null });
      });
    },
    judge(rows, answers) {
      for (const row of rows) {
        const refusal = judgeOne(row, answers.get(row.id));
        if (refusal) refuse(indexes.get(row.id) ?? 0, refusal);
      }
    },
    accounts: () => accounts.size,
    accountsPage: (from, to) => {
      orderedAccounts ??= [...accounts];
      return orderedAccounts.slice(from, to).map(([id, change]) => previewAccount(id, change));
    },
    result() {
      const refused = refusals.length;
      const acceptable = items.length - refused;
      return {
        mode,
        wouldPost: mode === 'atomic' ? refused === 0 : acceptable > 0,
        counts: { total: items.length, acceptable, refused },
        refusals: refusals.toSorted((a, b) => a.index - b.index),
        sums: [...sums].map(([currency, sum]) => ({ currency, ...sum })),
      };
    },
  };
}

/** Items of one slice, about ten milliseconds of work. */
const ITEMS_PER_SLICE = 32;
const ACCOUNTS_PER_READ = 128;

/**
 * Dry run: returns the expected outcome of a batch. Works in slices, between which other requests
 * run. Writes nothing and binds no key.
 */
export const previewBatch = actInParts(
  'batch.preview',
  async (tx, draft: BatchDraft): Promise<BatchPreview> => {
    const { database } = tx;
    const scoring = riskScoring(tx);
    const previewer = createPreviewer(tx, draft);
    for (let from = 0; from < draft.items.length; from += ITEMS_PER_SLICE) {
      const rows = database.read(() => previewer.rows(from, from + ITEMS_PER_SLICE));
      const answers = await scoring.ask(tx, rows);
      database.read(() => previewer.judge(rows, answers));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const accounts: PreviewedAccount[] = [];
    for (let from = 0; from < previewer.accounts(); from += ACCOUNTS_PER_READ) {
      accounts.push(...database.read(() => previewer.accountsPage(from, from + ACCOUNTS_PER_READ)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { ...previewer.result(), accounts };
  },
);

function parseItem(body: string): BatchItemDraft {
  return JSON.parse(body) as BatchItemDraft;
}

/** The figures of an account after the items decided so far. */
function resultingFigures({ before, paid, received }: AccountChange): BalanceFigures {
  return { ...before, posted: before.posted + received - paid };
}
