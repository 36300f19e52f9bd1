// Describes a payment to the person who decides about it: payer and payee by name and number,
// whether the payee was paid before, and the balances after the payment. The description is
// computed on request and not stored.

import { exponentOf } from '../../ledger/currency.ts';
import { toJson } from '../../ledger/money.ts';
import { findAccounts } from '../accounts/reads.ts';
import type { AccountView } from '../accounts/view.ts';
import { type Owner, ownersOfAccounts } from '../customers/owners.ts';
import { ledgerMarket } from '../exchange/market.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { habitsIn } from '../risk/habits.ts';
import { outsideKeysOf } from '../risk/parties.ts';
import { accountHabits, partyHabits } from '../risk/tables.ts';

/** A payment that a person decides about. */
export interface RequestedPayment {
  readonly tenantId: string;
  /** The customer who pays. */
  readonly customerId: string;
  readonly type: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly sourceAccountId: string | null;
  readonly destinationAccountId: string | null;
  readonly externalParty: Readonly<Record<string, unknown>> | null;
  /** The received amount of an exchange; null when the payee receives the paid amount. */
  readonly received: Money | null;
  /** The day of the payment; null: today. */
  readonly startsOn: string | null;
  /** The recurrence of the payment; null for a single payment. */
  readonly frequency: string | null;
}

interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** The payer or the payee. */
export interface PaymentSide {
  readonly kind: 'account' | 'outside' | 'cash';
  /** Name of the owner; null when none was stated, or it was erased. */
  readonly name: string | null;
  /** Name of the account, which its owner chose. */
  readonly accountName: string | null;
  readonly accountNumber: string | null;
  /** Code of the external bank; null when none was stated. */
  readonly bankCode: string | null;
  readonly accountId: string | null;
  /** True for an account of the paying customer. */
  readonly isOwn: boolean;
}

/**
 * `known`: the customer has paid this account before. `new`: never. `own`: the account belongs to
 * the customer. `unknown`: not all earlier payments could be examined.
 */
export type PayeeStatus = 'own' | 'known' | 'new' | 'unknown';

export interface PayeeHistory {
  readonly status: PayeeStatus;
  /** Number of booked payments of the customer to the payee; null when they were not counted. */
  readonly payments: number | null;
  readonly lastPaidAt: string | null;
  /** For a new payee, payments to the same owner or name at other accounts; otherwise null. */
  readonly elsewhere: number | null;
}

/** The available balance of an account of the customer, before and after the payment. */
export interface ShownBalance {
  readonly accountId: string;
  readonly accountName: string | null;
  readonly accountNumber: string;
  readonly currency: string;
  readonly currencyExponent: number;
  readonly available: number;
  /** Null when it cannot be known: for a payment of another day or in another currency. */
  readonly availableAfter: number | null;
}

export type ShownPayment = ReturnType<typeof shownPayment>;

/** The most accounts whose history is read, because their payments were not counted when booked. */
const MAX_READ = 25;

const statementsOf = prepareOnce((database: Database) => {
  const { raw } = database;
  const read = (sql: string) => readAbsentAsEmpty(raw, sql, [accountHabits, partyHabits]);
  return {
    habits: habitsIn(database, ledgerMarket(database)),
    paid: raw.prepare<[object], { payments: number; lastAt: number | null }>(
      read(`SELECT CAST(coalesce(sum(p.out_count), 0) AS BIGINT) AS payments,
         max(p.out_last_at) AS lastAt
       FROM accounts a JOIN party_habits p ON p.account_id = a.id
       WHERE a.tenant_id = @tenantId AND a.customer_id = @customerId AND a.kind = 'customer'
         AND p.party IN (SELECT value FROM json_each(@keys))`),
    ),
    uncounted: raw
      .prepare<[object], string>(
        read(`SELECT a.id FROM accounts a LEFT JOIN account_habits h ON h.account_id = a.id
         WHERE a.tenant_id = @tenantId AND a.customer_id = @customerId AND a.kind = 'customer'
           AND h.account_id IS NULL AND EXISTS (SELECT 1 FROM entries e WHERE e.account_id = a.id)
         LIMIT @limit`),
      )
      .pluck(),
    accountsOf: raw
      .prepare<[object], string>(
        `SELECT id FROM accounts WHERE tenant_id = @tenantId AND customer_id = @customerId
           AND kind = 'customer'`,
      )
      .pluck(),
  };
});

/** Returns the description of a payment for the person who decides about it. */
export function shownPayment(ledger: ReadLedger, payment: RequestedPayment) {
  return ledger.database.read(() => {
    const ids = [payment.sourceAccountId, payment.destinationAccountId].filter((id) => id !== null);
    const owners = ownersOfAccounts(ledger, ids);
    const isOfTenant = (id: string) => owners.get(id)?.tenantId === payment.tenantId;
    const accounts = new Map(
      findAccounts(ledger, ids.filter(isOfTenant)).map((account) => [account.id, account]),
    );
    const describeSide = (id: string | null): PaymentSide => {
      if (id === null) return outsideOf(payment);
      return accountSide(id, payment, { account: accounts.get(id), owner: owners.get(id) });
    };
    const payee = describeSide(payment.destinationAccountId);
    const { type, amount, currency, startsOn, frequency } = payment;
    return {
      type,
      amount,
      currency,
      currencyExponent: exponentOf(currency),
      received: payment.received,
      payer: describeSide(payment.sourceAccountId),
      payee,
      startsOn,
      frequency,
      payeeStanding: payeeHistory(ledger, payment, {
        payee,
        owner: owners.get(payee.accountId ?? ''),
      }),
      balances: ids.flatMap((id) => {
        const account = accounts.get(id);
        return account?.customerId === payment.customerId ? [balanceOf(account, payment)] : [];
      }),
    };
  });
}

function outsideOf({ externalParty }: RequestedPayment): PaymentSide {
  const { name, accountNumber, bankCode } = externalParty ?? {};
  const nonEmpty = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    kind: externalParty === null ? 'cash' : 'outside',
    name: nonEmpty(name),
    accountName: null,
    accountNumber: nonEmpty(accountNumber),
    bankCode: nonEmpty(bankCode),
    accountId: null,
    isOwn: externalParty === null,
  };
}

interface AccountAndOwner {
  readonly account: AccountView | undefined;
  readonly owner: Owner | undefined;
}

/** An account of another customer is shown without the name that its owner chose. */
function accountSide(
  accountId: string,
  payment: RequestedPayment,
  { account, owner }: AccountAndOwner,
) {
  const isOwn = account?.customerId === payment.customerId;
  return {
    kind: 'account' as const,
    name: account ? (owner?.name ?? null) : null,
    accountName: isOwn ? (account?.name ?? null) : null,
    accountNumber: account?.accountNumber ?? null,
    bankCode: null,
    accountId,
    isOwn,
  };
}

interface PaidPayment {
  readonly payee: PaymentSide;
  readonly owner: Owner | undefined;
}

function payeeHistory(
  ledger: ReadLedger,
  payment: RequestedPayment,
  { payee, owner }: PaidPayment,
): PayeeHistory {
  const noHistory = { payments: null, lastPaidAt: null, elsewhere: null };
  if (payee.isOwn) return { status: 'own', ...noHistory };
  const { key, others } = keysOf(ledger, payment, { payee, owner });
  if (key === null) return { status: 'unknown', ...noHistory };
  const { habits, paid, uncounted } = statementsOf(ledger.database);
  const { tenantId, customerId } = payment;
  const unread = uncounted.all({ tenantId, customerId, limit: MAX_READ + 1 });
  const unreadHabits = unread.slice(0, MAX_READ).map((id) => habits.find(id));
  const countOf = (keys: readonly string[]) => {
    const paidBefore = paid.get({ tenantId, customerId, keys: JSON.stringify(keys) });
    const countedParties = unreadHabits.flatMap((habit) => keys.map((key) => habit?.party(key)));
    const payments = countedParties.reduce(
      (sum, party) => sum + (party?.outCount ?? 0),
      paidBefore?.payments ?? 0,
    );
    const times = countedParties.map((party) => party?.outLastAt ?? 0);
    return { payments, lastAt: Math.max(paidBefore?.lastAt ?? 0, ...times) };
  };
  const sameParty = countOf([key]);
  if (sameParty.payments > 0) {
    const lastPaidAt = timestamp(sameParty.lastAt);
    return { status: 'known', payments: sameParty.payments, lastPaidAt, elsewhere: null };
  }
  if (unread.length > MAX_READ) return { status: 'unknown', ...noHistory };
  return {
    status: 'new',
    payments: 0,
    lastPaidAt: null,
    elsewhere: countOf(others).payments,
  };
}

/**
 * Returns the key that counts payments to the payee, and the keys that count those to the same
 * person at other accounts.
 */
function keysOf(ledger: ReadLedger, payment: RequestedPayment, { payee, owner }: PaidPayment) {
  if (payee.accountId !== null) {
    if (owner?.tenantId !== payment.tenantId) return { key: null, others: [] };
    const { tenantId, customerId } = owner;
    const all = statementsOf(ledger.database).accountsOf.all({ tenantId, customerId });
    return { key: payee.accountId, others: all.filter((id) => id !== payee.accountId) };
  }
  if (payee.name === null && payee.accountNumber === null) return { key: null, others: [] };
  const { key, nameKey } = outsideKeysOf(payment.externalParty ?? {});
  return { key, others: nameKey === null ? [] : [nameKey] };
}

function balanceOf(account: AccountView, payment: RequestedPayment): ShownBalance {
  const { id, name, accountNumber, currency, currencyExponent } = account;
  const { available } = account.balance;
  const isPayer = id === payment.sourceAccountId;
  const money: Money = isPayer ? payment : (payment.received ?? payment);
  const isNow = payment.startsOn === null && payment.frequency === null;
  const signedAmount = isPayer ? -BigInt(money.amount) : BigInt(money.amount);
  const isKnown = isNow && money.currency === currency;
  return {
    accountId: id,
    accountName: name,
    accountNumber,
    currency,
    currencyExponent,
    available,
    availableAfter: isKnown ? toJson(BigInt(available) + signedAmount) : null,
  };
}
