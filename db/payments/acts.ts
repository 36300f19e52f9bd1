// Payments: the row that names the requested parties, and the payment's events, written with each
// step of its transaction. A payment's state is its transaction's state; it is not stored
// separately.

import { paymentEventOf, paymentStatusOf } from '../../ledger/payment.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TxParts } from '../kernel/tx.ts';
import type { TransactionDraft } from '../transactions/port.ts';
import type { PaymentNews } from '../transactions/rows.ts';
import { payments } from '../wallets/tables.ts';
import { type PaymentRow, paymentView } from './view.ts';

/** Returns the function that writes the events; call it inside `database.write` only. */
export function paymentNews({ raw }: Database, emit: TxParts['emit']): PaymentNews {
  const byId = raw.prepare<[string], PaymentRow>(
    `SELECT ${columnsOf(payments)} FROM payments WHERE id = ?`,
  );
  return (row, transaction, events, cause, before) => {
    const types = events.flatMap((event) => paymentEventOf(event, row.stage) ?? []);
    const payment = types.length === 0 || !row.paymentId ? undefined : byId.get(row.paymentId);
    if (!payment) return;
    const status = paymentStatusOf(row);
    const was = before && paymentStatusOf(before);
    const object = paymentView(payment, transaction);
    const previous = was === undefined || was === status ? {} : { previous: { status: was } };
    for (const type of types) {
      emit({ tenantId: row.tenantId, type, object, ...previous, cause, at: row.updatedAt });
    }
  };
}

export interface PaymentWriter {
  /**
   * Puts the accounts of the currency in the place of wallets; reads only.
   * @throws Refusal when a wallet has none, or both sides are the same account
   */
  withAccounts(draft: TransactionDraft): TransactionDraft;
  insert(row: PaymentRow): void;
}

const NOT_IN_WALLET =
  'The wallet has no account in the currency of the payment: open the currency first.';
const SAME = 'Source and destination are the same account: choose two.';

/** Call `insert` inside `database.write` only, before its transaction. */
export function paymentWriter({ raw }: Database): PaymentWriter {
  const insert = raw.prepare(`INSERT INTO payments ${insertOf(payments)}`);
  const walletExists = raw.prepare<[string, string], unknown>(
    'SELECT 1 FROM wallets WHERE id = ? AND tenant_id = ?',
  );
  const accountIn = raw
    .prepare<[string, string], string>(
      `SELECT id FROM accounts WHERE wallet_id = ? AND currency = ?
       AND status NOT IN ('closed', 'rejected')`,
    )
    .pluck();

  function withAccounts(draft: TransactionDraft): TransactionDraft {
    const { payment, tenantId, currency } = draft;
    const sides = {
      sourceAccountId: draft.sourceAccountId,
      destinationAccountId: draft.destinationAccountId,
    };
    for (const side of ['source', 'destination'] as const) {
      const walletId = payment?.[`${side}WalletId`] ?? null;
      if (walletId === null) continue;
      const pointer = `/${side}WalletId`;
      if (!walletExists.get(walletId, tenantId)) {
        throw new Refusal('wallet_not_found', { pointer, message: 'No wallet has this id.' });
      }
      const accountId = accountIn.get(walletId, currency);
      if (accountId === undefined) {
        throw new Refusal('currency_not_in_wallet', { pointer, message: NOT_IN_WALLET });
      }
      sides[`${side}AccountId`] = accountId;
    }
    const { sourceAccountId, destinationAccountId } = sides;
    if (sourceAccountId !== null && sourceAccountId === destinationAccountId) {
      // Only a wallet shows it so late.
      throw new Refusal('same_account', { pointer: '/destinationWalletId', message: SAME });
    }
    return { ...draft, ...sides };
  }

  return { withAccounts, insert: (row) => void insert.run(row) };
}
