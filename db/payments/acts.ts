// Writes the row of a payment, which names the requested parties, and the payment's events, with
// each step of its transaction. A payment's state is its transaction's state; it is not stored
// separately.

import { paymentEventOf, paymentStatusOf } from '../../ledger/payment.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import type { PaymentLinks } from '../transactions/followers.ts';
import type { TransactionDraft } from '../transactions/port.ts';
import { payments } from '../wallets/tables.ts';
import { type PaymentRow, paymentView } from './view.ts';

const NOT_IN_WALLET =
  'The wallet has no account in the currency of the payment: open the currency first.';
const SAME_ACCOUNT = 'Source and destination are the same account: choose two.';

const BY_ID = `SELECT ${columnsOf(payments)} FROM payments WHERE id = ?`;
const INSERT = `INSERT INTO payments ${insertOf(payments)}`;
const WALLET = 'SELECT 1 FROM wallets WHERE id = ? AND tenant_id = ?';
const ACCOUNT_IN = `SELECT id FROM accounts WHERE wallet_id = ? AND currency = ?
  AND status NOT IN ('closed', 'rejected')`;

/** Replaces wallets with their accounts in the currency. */
function withAccounts(tx: Tx, draft: TransactionDraft): TransactionDraft {
  const { payment, tenantId, currency } = draft;
  const sides = {
    sourceAccountId: draft.sourceAccountId,
    destinationAccountId: draft.destinationAccountId,
  };
  for (const side of ['source', 'destination'] as const) {
    const walletId = payment?.[`${side}WalletId`] ?? null;
    if (walletId === null) continue;
    const pointer = `/${side}WalletId`;
    if (tx.value<number>(WALLET, walletId, tenantId) === undefined) {
      throw new Refusal('wallet_not_found', { pointer, message: 'No wallet has this id.' });
    }
    const accountId = tx.value<string>(ACCOUNT_IN, walletId, currency);
    if (accountId === undefined) {
      throw new Refusal('currency_not_in_wallet', { pointer, message: NOT_IN_WALLET });
    }
    sides[`${side}AccountId`] = accountId;
  }
  const { sourceAccountId, destinationAccountId } = sides;
  if (sourceAccountId !== null && sourceAccountId === destinationAccountId) {
    // The request names two parties, which can only be the same account through a wallet.
    throw new Refusal('same_account', { pointer: '/destinationWalletId', message: SAME_ACCOUNT });
  }
  return { ...draft, ...sides };
}

/** Writes the events of a payment. */
const writePaymentEvents: PaymentLinks['emitEvents'] = (
  tx,
  row,
  transaction,
  events,
  cause,
  before,
) => {
  const types = events.flatMap((event) => paymentEventOf(event, row.stage) ?? []);
  if (types.length === 0 || !row.paymentId) return;
  const payment = tx.get<PaymentRow>(BY_ID, row.paymentId);
  if (!payment) return;
  const status = paymentStatusOf(row);
  const previousStatus = before && paymentStatusOf(before);
  const object = paymentView(payment, transaction);
  const previous =
    previousStatus === undefined || previousStatus === status
      ? {}
      : { previous: { status: previousStatus } };
  for (const type of types) {
    tx.emit({ tenantId: row.tenantId, type, object, ...previous, cause, at: row.updatedAt });
  }
};

/** Payments, as the core of transactions calls them. */
export const PAYMENT_LINKS: PaymentLinks = {
  withAccounts,
  insert: (tx, row) => void tx.run(INSERT, row),
  emitEvents: writePaymentEvents,
};
