// Renders a payment as the API and the events show it, from its transaction.

import { paymentStatusOf } from '../../ledger/payment.ts';
import type { TransactionView } from '../transactions/view.ts';
import type { payments } from '../wallets/tables.ts';

export type PaymentRow = typeof payments.$inferSelect;

type Wallets = Pick<PaymentRow, 'sourceWalletId' | 'destinationWalletId'>;

/** A client that named a wallet sees the wallet, not the account behind it. */
export function toPaymentPointer(
  pointer: string,
  { sourceWalletId, destinationWalletId }: Wallets,
) {
  if (pointer === '/sourceAccountId' && sourceWalletId) return '/sourceWalletId';
  if (pointer === '/destinationAccountId' && destinationWalletId) return '/destinationWalletId';
  return pointer;
}

function reasonOf(row: PaymentRow, { statusReason }: TransactionView) {
  if (!statusReason?.pointer) return statusReason;
  return { ...statusReason, pointer: toPaymentPointer(statusReason.pointer, row) };
}

/** The wire form of a payment (amounts in minor units). */
export function paymentView(row: PaymentRow, transaction: TransactionView) {
  return {
    id: row.id,
    object: 'payment' as const,
    livemode: transaction.livemode,
    status: paymentStatusOf(transaction),
    statusReason: reasonOf(row, transaction),
    amount: transaction.amount,
    amountCaptured: transaction.amountCaptured,
    amountRefunded: transaction.amountReversed,
    currency: transaction.currency,
    currencyExponent: transaction.currencyExponent,
    source: { accountId: transaction.sourceAccountId, walletId: row.sourceWalletId },
    destination: {
      accountId: transaction.destinationAccountId,
      walletId: row.destinationWalletId,
      externalParty: transaction.externalParty,
    },
    capture: transaction.capture,
    customerId: transaction.customerId,
    description: transaction.description,
    reference: transaction.reference,
    category: transaction.category,
    transactionId: transaction.id,
    /** Transactions that returned money. */
    refundIds: transaction.reversedBy,
    expiresAt: transaction.expiresAt,
    metadata: transaction.metadata,
    version: transaction.version,
    createdAt: transaction.createdAt,
    updatedAt: transaction.updatedAt,
  };
}

export type PaymentView = ReturnType<typeof paymentView>;
