// Accepts a transaction: one insert that binds the caller's key to an id. From then on the request
// is durable; no money has moved.

import {
  isAccountNumber,
  normaliseAccountNumber,
  type ProfitAndLoss,
} from '../../ledger/account.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import {
  isInternal,
  profitAndLossId,
  profitAndLossOf,
  settlementId,
} from '../../ledger/internal-account.ts';
import { contradictingCategory } from '../../ledger/merchant-category.ts';
import { invalidField, Refusal } from '../../ledger/refusal.ts';
import { dayAt, valueDatesOn } from '../../ledger/value-date.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mint, mintDated } from '../kernel/mint.ts';
import { rowOf } from '../kernel/new-row.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import { findByKey, requireFreeReference } from './earlier-requests.ts';
import { instructions, paymentLinks } from './followers.ts';
import type { TransactionDraft } from './port.ts';
import { transactionRows } from './rows.ts';

interface AccountOwner {
  readonly tenantId: string;
  readonly customerId: string | null;
}

export interface Acceptor {
  /**
   * Returns the row that would be written; reads only.
   * @throws Refusal when the draft is not acceptable
   */
  rowFor(draft: TransactionDraft): TransactionRow;
  /**
   * Inserts the transaction of a draft.
   * @param prepared the row that `rowFor` has just built from the draft, which is settled in this
   *   commit
   * @throws Refusal when the draft is not accepted; nothing is written
   */
  accept(draft: TransactionDraft, prepared?: TransactionRow): KeyedResult;
  /** Returns the owner of an account, or null when no customer of that tenant holds it. */
  findOwner(tenantId: string, accountId: string): AccountOwner | null;
  /** Opens the bank's accounts of a row that do not exist yet. */
  openBankAccounts(row: TransactionRow): void;
}

const BANK_ACCOUNT_NAMES: Readonly<Record<'settlement' | ProfitAndLoss, string>> = {
  settlement: 'Settlement',
  write_off_loss: 'Losses written off',
  goodwill_expense: 'Goodwill',
  fee_waivers: 'Fees given back',
  corrections: 'Corrections',
};

/** Names the path on which an idempotency key was used. */
const PAYMENT_SCOPE = 'payment';

/** The longest hold, in milliseconds: 30 days. */
const HOLD_MAX_MS = 30 * 24 * 60 * 60 * 1000;

/** Accepts drafts; call `accept` inside `database.write` only. */
export const acceptor = prepareOnce((tx: Tx): Acceptor => {
  const { clock } = tx;
  const { raw } = tx.database;
  const { valueDaysBack } = tx.terms;
  const ownerStatement = raw.prepare<[string], AccountOwner>(
    `SELECT tenant_id AS tenantId, customer_id AS customerId FROM accounts
     WHERE id = ? AND kind = 'customer'`,
  );
  const byNumber = raw
    .prepare<[string, string], string>(
      "SELECT id FROM accounts WHERE account_number = ? AND tenant_id = ? AND kind = 'customer'",
    )
    .pluck();
  const existing = raw.prepare<[string], number>('SELECT 1 FROM accounts WHERE id = ?');
  const insertAccount = raw.prepare(
    `INSERT INTO accounts (id, tenant_id, kind, currency, name, account_number, status,
     created_at, updated_at, activated_at)
     VALUES (@id, @tenantId, @kind, @currency, @name, @id, 'active', @at, @at, @at)`,
  );

  /** Internal accounts are opened when a currency first needs one. */
  function openBankAccounts(row: TransactionRow): void {
    for (const id of [row.sourceAccountId, row.destinationAccountId]) {
      const kind = isInternal(id) && profitAndLossOf(id);
      if (kind) openOnce(row, kind, id);
      else if (id === settlementId(row.tenantId, row.currency)) openOnce(row, 'settlement', id);
    }
  }

  function openOnce(row: TransactionRow, kind: 'settlement' | ProfitAndLoss, id: string): void {
    if (existing.get(id)) return;
    const { tenantId, currency, createdAt } = row;
    insertAccount.run({
      id,
      kind,
      tenantId,
      currency,
      name: `${BANK_ACCOUNT_NAMES[kind]} ${currency}`,
      at: createdAt,
    });
  }

  function findOwner(tenantId: string, accountId: string): AccountOwner | null {
    const owner = ownerStatement.get(accountId);
    return owner && owner.tenantId === tenantId ? owner : null;
  }

  /**
   * Returns the owner of the account on one side of a draft, or null when the bank is that side.
   */
  function ownerOfSide(draft: TransactionDraft, field: Side): AccountOwner | null {
    const accountId = draft[field];
    if (accountId === null) return null;
    const account = findOwner(draft.tenantId, accountId);
    if (account) return account;
    throw new Refusal('account_not_found', { pointer: `/${field}`, message: NO_ACCOUNT });
  }

  function requireDates({ tenantId, holdExpiresAt, valueDate = null }: TransactionDraft): void {
    if (holdExpiresAt !== null) {
      const holdMs = holdExpiresAt - clock(tenantId);
      if (holdMs <= 0 || holdMs > HOLD_MAX_MS)
        throw invalidField('/holdExpiresAt', 'Expected a time within the next 30 days.');
    }
    const { earliest, latest } = valueDatesOn(dayAt(clock(tenantId)), valueDaysBack);
    if (valueDate !== null && (valueDate < earliest || valueDate > latest)) {
      const message = `Expected a date from ${formatDate(earliest)} to ${formatDate(latest)}.`;
      throw invalidField('/effectiveDate', message);
    }
  }

  /**
   * Refuses an external party whose number is an account of this bank: the money would leave the
   * bank, and nobody would get it.
   */
  function requireOutside({ type, tenantId, externalParty }: TransactionDraft): void {
    const { accountNumber, method = 'book' } = externalParty ?? {};
    if (accountNumber === undefined || method !== 'book') return;
    const number = normaliseAccountNumber(accountNumber);
    const id = byNumber.get(number, tenantId);
    if (id === undefined && type !== 'deposit' && isAccountNumber(number))
      throw invalidField(...UNKNOWN_OWN_NUMBER);
    if (id === undefined) return;
    const side = type === 'deposit' ? 'sourceAccountId' : 'destinationAccountId';
    throw invalidField(
      `/${side}`,
      `externalParty.accountNumber is that of the account ${id} of this bank: send a transfer ` +
        `with it as ${side}, without externalParty.`,
    );
  }

  function rowFor(request: TransactionDraft): TransactionRow {
    const isSameAccount = request.sourceAccountId === request.destinationAccountId;
    const draft =
      request.payment || isSameAccount ? paymentLinks(tx).withAccounts(tx, request) : request;
    const { tenantId, currency } = draft;
    const source = ownerOfSide(draft, 'sourceAccountId');
    const destination = ownerOfSide(draft, 'destinationAccountId');
    requireFreeReference(tx, draft);
    if (draft.externalParty !== null) {
      requireOutside(draft);
      requireCategory(draft);
    }
    const { holdExpiresAt, valueDate = null } = draft;
    if (holdExpiresAt !== null || valueDate !== null) requireDates(draft);
    const { id, at } = mintDated('transaction', tenantId, clock);
    const { bankSide: side } = draft;
    const bankAccountId = side
      ? profitAndLossId(side, tenantId, currency)
      : settlementId(tenantId, currency);
    return newRow(draft, id, at, {
      source: draft.sourceAccountId ?? bankAccountId,
      destination: draft.destinationAccountId ?? bankAccountId,
      customerId: (source ?? destination)?.customerId ?? '',
    });
  }

  return {
    rowFor,
    findOwner,
    openBankAccounts,
    accept(draft, prepared) {
      const request = { ...draft, keyScope: keyScopeOf(draft) };
      const earlierResult = findByKey(tx, request);
      if (earlierResult) return earlierResult;
      if (prepared) requireFreeReference(tx, request);
      const row = prepared ?? rowFor(draft);
      const { id, intentId, paymentId, tenantId, createdAt } = row;
      if (intentId !== null) instructions(tx).confirm(tx, intentId, id, draft.cause);
      openBankAccounts(row);
      if (draft.payment && paymentId !== null) {
        paymentLinks(tx).insert(tx, { id: paymentId, tenantId, ...draft.payment, createdAt });
      }
      // Rows of other tables refer to the transaction of a payment, an instruction or an
      // occurrence.
      const isReferenced = paymentId !== null || intentId !== null || row.occurrenceId !== null;
      if (prepared && !isReferenced) transactionRows(tx).beginRow(row, draft.cause);
      else transactionRows(tx).insert(row, draft.cause);
      return { id, replayed: false };
    },
  };
});

/** The same message for every number of this form: it does not reveal whether another developer has it. */
const UNKNOWN_OWN_NUMBER = [
  '/externalParty/accountNumber',
  'This number has the form of accounts of this bank, and none of yours has it: the bank books ' +
    'nothing between developers, and an external party has another number or a network (method).',
] as const;

/** Refuses a category that contradicts the merchant category code. */
function requireCategory({ category, externalParty }: TransactionDraft): void {
  const { mcc = null } = externalParty ?? {};
  const byCode = contradictingCategory(category, { mcc });
  if (byCode === null) return;
  const message = `The merchant category code ${mcc} is ${byCode}: send that, or no category.`;
  throw invalidField('/category', message);
}

type Side = 'sourceAccountId' | 'destinationAccountId';

const NO_ACCOUNT = 'No account has this id.';

/** Builds the row of a draft at stage `accepted`. */
export function newRow(
  draft: TransactionDraft,
  id: string,
  createdAt: number,
  parties: { source: string; destination: string; customerId: string },
): TransactionRow {
  const { cause } = draft;
  return rowOf(createdAt, {
    id,
    tenantId: draft.tenantId,
    type: draft.type,
    amount: draft.amount,
    currency: draft.currency,
    sourceAccountId: parties.source,
    destinationAccountId: parties.destination,
    customerId: parties.customerId,
    description: draft.description,
    reference: draft.reference,
    category: draft.category,
    capture: draft.capture,
    externalParty: draft.externalParty === null ? null : JSON.stringify(draft.externalParty),
    context: draft.context === null ? null : JSON.stringify(draft.context),
    metadata: JSON.stringify(draft.metadata),
    expiresAt: draft.holdExpiresAt,
    keyScope: keyScopeOf(draft),
    idempotencyKey: cause.idempotencyKey,
    requestHash: draft.requestHash,
    requestId: cause.requestId,
    actor: cause.actor,
    scheduleId: draft.occurrence?.scheduleId ?? null,
    occurrenceId: draft.occurrence?.id ?? null,
    overcapturePercent: draft.overcapturePercent ?? 0,
    paymentId: draft.payment ? mint('payment') : null,
    valueDate: draft.valueDate ?? null,
    intentId: draft.intentId ?? null,
  });
}

/**
 * The keys of occurrences and intents are generated by the bank, so no client can have used one.
 */
function keyScopeOf(draft: TransactionDraft): string {
  if (draft.keyScope !== undefined) return draft.keyScope;
  if (draft.payment) return PAYMENT_SCOPE;
  if (draft.intentId !== undefined) return 'intent';
  return draft.occurrence ? 'occurrence' : '';
}
