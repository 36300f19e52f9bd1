// Payments: the row that names who was asked for, and the events of a payment, which are written
// with each step of its transaction. Its state is that of its transaction; nothing else is kept.

import { paymentStatusOf } from '../../ledger/payment.ts';
import type { eventLog } from '../events/acts.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Cause, TransactionDraft } from '../transactions/port.ts';
import type { TransactionRow, TransactionView } from '../transactions/view.ts';
import { payments } from '../wallets/tables.ts';
import type { SidesRefusal } from './sides.ts';
import { type PaymentRow, paymentView } from './view.ts';

/** Tells of a payment after a step of its transaction; `before` is left out at its beginning. */
export type PaymentNews = (
  row: TransactionRow,
  transaction: TransactionView,
  cause: Cause,
  before?: TransactionRow,
) => void;

/** Returns the function that writes the events; call it inside `database.write` only. */
export function paymentNews({ raw }: Database, emit: ReturnType<typeof eventLog>): PaymentNews {
  const byId = raw.prepare<[string], PaymentRow>(
    `SELECT ${columnsOf(payments)} FROM payments WHERE id = ?`,
  );
  return (row, transaction, cause, before) => {
    const payment = row.paymentId === null ? undefined : byId.get(row.paymentId);
    if (!payment) return;
    const status = paymentStatusOf(row);
    const was = before && paymentStatusOf(before);
    // Only the acceptance is a beginning: confirmed by its payer, it is decided within the commit.
    if (status === 'processing' && before) return;
    const type = status === 'processing' ? 'payment.created' : (`payment.${status}` as const);
    emit({
      tenantId: row.tenantId,
      type,
      object: paymentView(payment, transaction),
      ...(was === undefined || was === status ? {} : { previous: { status: was } }),
      cause,
      at: row.updatedAt,
    });
  };
}

/** The sides of a draft as accounts, or why one of them has none. */
export type Sided = { readonly kind: 'sided'; readonly draft: TransactionDraft } | SidesRefusal;

export interface PaymentWriter {
  /** Puts the accounts of the currency in the place of wallets; reads only. */
  sided(draft: TransactionDraft): Sided;
  insert(row: PaymentRow): void;
}

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

  function sided(draft: TransactionDraft): Sided {
    const { payment, tenantId, currency } = draft;
    const sides = {
      sourceAccountId: draft.sourceAccountId,
      destinationAccountId: draft.destinationAccountId,
    };
    for (const side of ['source', 'destination'] as const) {
      const walletId = payment?.[`${side}WalletId`] ?? null;
      if (walletId === null) continue;
      const pointer = `/${side}WalletId`;
      if (!walletExists.get(walletId, tenantId)) return { kind: 'wallet_not_found', pointer };
      const accountId = accountIn.get(walletId, currency);
      if (accountId === undefined) return { kind: 'currency_not_in_wallet', pointer };
      sides[`${side}AccountId`] = accountId;
    }
    const { sourceAccountId, destinationAccountId } = sides;
    const isSame = sourceAccountId !== null && sourceAccountId === destinationAccountId;
    return isSame ? { kind: 'same_account' } : { kind: 'sided', draft: { ...draft, ...sides } };
  }

  return { sided, insert: (row) => void insert.run(row) };
}
