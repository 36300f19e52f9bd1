// The description of a payment for the person who confirms it: as data, and as sentences that every
// page, agent and device can show unchanged. The sentences name nobody by an id alone.

import { z } from '@hono/zod-openapi';
import type { Ledger } from '../../db/ledger.ts';
import type { PaymentSide, RequestedPayment, ShownPayment } from '../../db/mfa/shown-payment.ts';
import { shownPayment } from '../../db/mfa/shown-payment.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import { markInvisible } from '../../ledger/invisible-characters.ts';
import { formatMinor } from '../../ledger/money.ts';
import { dayAt } from '../../ledger/value-date.ts';
import { minorUnitsSchema, timestampSchema } from '../kit/schemas.ts';

const money = z.object({ amount: minorUnitsSchema, currency: z.string() });

const side = z.object({
  kind: z.enum(['account', 'outside', 'cash']),
  name: z.string().nullable().openapi({
    description: 'Name of the owner or of the external party; null: not stated, or erased.',
  }),
  accountName: z.string().nullable().openapi({
    description: "Name that the customer gave an account of their own; null for others' accounts.",
  }),
  accountNumber: z.string().nullable(),
  bankCode: z.string().nullable().openapi({ description: 'Code of the external bank, as stated.' }),
  accountId: z.string().nullable(),
  isOwn: z.boolean().openapi({ description: 'True for an account of the paying customer.' }),
});

export const shownPaymentSchema = z
  .object({
    type: z.string(),
    amount: minorUnitsSchema,
    currency: z.string(),
    currencyExponent: z.number().int(),
    received: money.nullable().openapi({ description: 'Received amount of an exchange.' }),
    payer: side,
    payee: side,
    startsOn: z.string().nullable().openapi({ description: 'Null: paid at once.' }),
    frequency: z.string().nullable().openapi({ description: 'Null: paid only once.' }),
    payeeStanding: z.object({
      status: z.enum(['own', 'known', 'new', 'unknown']).openapi({
        description:
          '`own`: an account of the customer, or cash. `known`: this account was paid ' +
          'before. `new`: it was not. `unknown`: some earlier payments could not be ' +
          'checked.',
      }),
      payments: z.number().int().nullable().openapi({
        description: 'Booked payments to this account from all accounts of the customer.',
      }),
      lastPaidAt: timestampSchema.nullable(),
      elsewhere: z.number().int().nullable().openapi({
        description: 'For a new payee: payments to the same name or owner at other accounts.',
      }),
    }),
    balances: z
      .array(
        z.object({
          accountId: z.string(),
          accountName: z.string().nullable(),
          accountNumber: z.string(),
          currency: z.string(),
          currencyExponent: z.number().int(),
          available: minorUnitsSchema,
          availableAfter: minorUnitsSchema.nullable().openapi({
            description: 'Null for a payment on another day or in another currency.',
          }),
        }),
      )
      .openapi({ description: 'Only accounts of the customer.' }),
    text: z.array(z.string()).openapi({
      description: 'The description as sentences, one per line. Names are in quotation marks.',
    }),
  })
  .openapi('ShownPayment', { description: 'The payment as its confirming person must see it.' });

/** Returns the description of a payment, with its sentences. */
export function showPayment(ledger: Ledger, order: RequestedPayment) {
  const payment = shownPayment(ledger, order);
  return { ...payment, balances: [...payment.balances], text: sentencesOf(payment) };
}

export type PaymentDescription = ReturnType<typeof showPayment>;

/** Returns the description of a transaction that waits for its customer. */
export function showTransaction(ledger: Ledger, tenantId: string, transaction: TransactionView) {
  const { exchange, effectiveDate } = transaction;
  const today = formatDate(dayAt(ledger.clock(tenantId)));
  return showPayment(ledger, {
    ...transaction,
    tenantId,
    received: exchange && {
      amount: exchange.destinationAmount,
      currency: exchange.destinationCurrency,
    },
    startsOn: effectiveDate !== null && effectiveDate > today ? effectiveDate : null,
    frequency: null,
  });
}

/**
 * Returns the terms to which a confirmation is bound. Leaves out figures that change without the
 * payment: the balance, and the number of earlier payments.
 */
export function termsOfShown({
  payeeStanding: _,
  balances: __,
  text: ___,
  ...terms
}: PaymentDescription) {
  return JSON.stringify(terms);
}

/**
 * Quotes a name that a stranger wrote: on one line, with visible marks for invisible characters.
 */
const quote = (text: string) => markInvisible(JSON.stringify(text));

export const amountOf = ({
  amount,
  currency,
}: {
  readonly amount: number;
  readonly currency: string;
}) => `${formatMinor(BigInt(amount), currency)} ${currency}`;

/** Descriptions of parties without a name. */
export const NAMELESS_PARTY = {
  account: 'somebody whose name is not on record',
  outside: 'somebody outside the bank who has no name',
  cash: 'cash',
} as const;

/**
 * Describes the payer or payee in words.
 * @param customerWords the words for the customer
 */
export function describeSide(side: PaymentSide, customerWords = 'the customer'): string {
  const { kind, name, accountName, isOwn } = side;
  if (kind === 'cash') return NAMELESS_PARTY.cash;
  const called = accountName === null ? '' : `, called ${quote(accountName)}`;
  const shownName = name === null ? NAMELESS_PARTY[kind] : quote(name);
  const note = isOwn ? ` (${customerWords})` : kind === 'outside' ? ` (${OUTSIDE_NOTE})` : '';
  return `${shownName}${note}, ${describeNumber(side)}${called}`;
}

/** Describes the account of a side by its number. */
export function describeNumber({
  accountNumber,
  bankCode,
}: Pick<PaymentSide, 'accountNumber' | 'bankCode'>): string {
  if (accountNumber === null) return 'no account number';
  const bank = bankCode === null ? '' : ` at bank ${quoteNumber(bankCode)}`;
  return `account ${quoteNumber(accountNumber)}${bank}`;
}

/** Note for an external account, whose owner this bank does not know. */
export const OUTSIDE_NOTE = 'outside this bank, the name is not checked';

/** Quotes the number of an external account, which a stranger may have written too. */
const quoteNumber = (number: string) => (/^[\w -]+$/.test(number) ? number : quote(number));

const dayOf = (iso: string | null) => iso?.slice(0, 'YYYY-MM-DD'.length) ?? '';

const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** Describes in words whether the payee was paid before. */
export function describePayee({ payeeStanding, payee }: ShownPayment): string {
  const { status, payments, lastPaidAt, elsewhere } = payeeStanding;
  if (status === 'own') {
    return payee.kind === 'cash' ? 'nobody else: it is cash' : 'an account of the customer';
  }
  if (status === 'known')
    return `known: paid ${timesText(payments ?? 0)}, last on ${dayOf(lastPaidAt)}`;
  if (status === 'unknown') return 'unknown: whether it was paid before could not be looked up';
  if (elsewhere === null || elsewhere === 0) return 'NEW: never paid before';
  return `NEW: this account was never paid before; the same name at another account ${timesText(elsewhere)}`;
}

/** Describes the balance of an account after the payment in words. */
export function describeBalance({
  currency,
  available,
  availableAfter,
}: ShownPayment['balances'][number]): string {
  const now = amountOf({ amount: available, currency });
  if (availableAfter === null) return `not known today; ${now} now`;
  const after = amountOf({ amount: availableAfter, currency });
  return `${after}${availableAfter < 0 ? ', below zero' : ''}; ${now} now`;
}

/** Describes the amount, the frequency and the day of the payment in words. */
export function describeAmount(payment: ShownPayment): string {
  const { type, received, startsOn, frequency } = payment;
  const arrives = received === null ? '' : ` for ${amountOf(received)}`;
  const rhythm = frequency === null ? '' : `, ${frequency}`;
  const startText = startsOn === null ? '' : `${frequency === null ? ' on' : ' from'} ${startsOn}`;
  return `${type} of ${amountOf(payment)}${arrives}${rhythm}${startText}`;
}

function sentencesOf(payment: ShownPayment): string[] {
  return [
    `Payment: ${describeAmount(payment)}`,
    `From: ${describeSide(payment.payer)}`,
    `To: ${describeSide(payment.payee)}`,
    `Payee: ${describePayee(payment)}`,
    ...payment.balances.map(
      (balance) => `Available after it on ${describeAccount(balance)}: ${describeBalance(balance)}`,
    ),
  ];
}

/** Describes an account of the customer by the customer's own name for it. */
export function describeAccount({
  accountName,
  accountNumber,
}: Pick<ShownPayment['balances'][number], 'accountName' | 'accountNumber'>): string {
  return accountName === null ? `account ${accountNumber}` : quote(accountName);
}
