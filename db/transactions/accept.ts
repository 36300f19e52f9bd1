// Accepting a transaction: one insert that binds the caller's key to an id. From here on nothing
// is lost; no money is touched yet.

import type { ProfitAndLoss } from '../../ledger/account.ts';
import { dayAt, valueDatesOn } from '../../ledger/value-date.ts';
import type { IntentWriter } from '../intents/acts.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import { mint, mintDated } from '../kernel/mint.ts';
import { paymentWriter } from '../payments/acts.ts';
import type { Acceptance, TransactionDraft } from './port.ts';
import { requestBook } from './request-book.ts';
import type { TransactionWriter } from './rows.ts';
import {
  isInternal,
  profitAndLossId,
  profitAndLossOf,
  settlementId,
  type TransactionRow,
} from './view.ts';

interface Party {
  readonly tenantId: string;
  readonly customerId: string | null;
}

/** A row that is ready to be written, or the answer for which there is none. */
export type Drafted = Acceptance | { readonly kind: 'drafted'; readonly row: TransactionRow };

export interface Acceptor {
  /** What would be written; reads only. */
  drafted(draft: TransactionDraft): Drafted;
  /** @param prepared what `drafted` has made of it a moment ago */
  accept(draft: TransactionDraft, prepared?: TransactionRow): Acceptance;
  /** Who has an account; null when it is no customer's of that tenant. */
  partyOf(tenantId: string, accountId: string): Party | null;
  /** Opens the bank's side of a row where there is none yet. */
  openBank(row: TransactionRow): void;
}

const NAMES: Readonly<Record<'settlement' | ProfitAndLoss, string>> = {
  settlement: 'Settlement',
  write_off_loss: 'Losses written off',
  goodwill_expense: 'Goodwill',
  fee_waivers: 'Fees given back',
  corrections: 'Corrections',
};

/** Names the path on which an idempotency key was used. */
const PAYMENT_SCOPE = 'payment';

/** Longest that money can be held, in milliseconds: 30 days. */
const HOLD_MOST_MS = 30 * 24 * 60 * 60 * 1000;

interface Terms {
  readonly clock: BusinessClock;
  /** Business days that a value date may lie back. */
  readonly valueDaysBack: number;
  /** Writes down that an instruction was confirmed, in the commit of its transaction. */
  readonly confirm: IntentWriter['confirm'];
}

/** Accepts drafts; call `accept` inside `database.write` only. */
export function acceptance(
  database: Database,
  writer: TransactionWriter,
  { clock, valueDaysBack, confirm }: Terms,
): Acceptor {
  const { raw } = database;
  const requests = requestBook(database);
  const payments = paymentWriter(database);
  const party = raw.prepare<[string], Party>(
    `SELECT tenant_id AS tenantId, customer_id AS customerId FROM accounts
     WHERE id = ? AND kind = 'customer'`,
  );
  const isThere = raw.prepare<[string], number>('SELECT 1 FROM accounts WHERE id = ?');
  const open = raw.prepare(
    `INSERT INTO accounts (id, tenant_id, kind, currency, name, account_number, status,
     created_at, updated_at, activated_at)
     VALUES (@id, @tenantId, @kind, @currency, @name, @id, 'active', @at, @at, @at)`,
  );

  /** Internal accounts are opened when a currency first needs one. */
  function openBank(row: TransactionRow): void {
    const id = [row.sourceAccountId, row.destinationAccountId].find(isInternal);
    if (id === undefined) return;
    const kind = profitAndLossOf(id);
    openOnce(row, kind ?? 'settlement', kind ? id : settlementId(row.tenantId, row.currency));
  }

  function openOnce(row: TransactionRow, kind: 'settlement' | ProfitAndLoss, id: string): void {
    if (isThere.get(id)) return;
    const { tenantId, currency, createdAt: at } = row;
    open.run({ id, kind, tenantId, currency, name: `${NAMES[kind]} ${currency}`, at });
  }

  function owned(tenantId: string, accountId: string): Party | null {
    const found = party.get(accountId);
    return found && found.tenantId === tenantId ? found : null;
  }

  /** The row that would be written, or why there is none. */
  function drafted(asked: TransactionDraft): Drafted {
    const sides = payments.sided(asked);
    if (sides.kind !== 'sided') return sides;
    const { draft } = sides;
    const { tenantId, currency } = draft;
    const source = draft.sourceAccountId === null ? null : owned(tenantId, draft.sourceAccountId);
    if (draft.sourceAccountId !== null && !source) {
      return { kind: 'account_not_found', pointer: '/sourceAccountId' };
    }
    const destination =
      draft.destinationAccountId === null ? null : owned(tenantId, draft.destinationAccountId);
    if (draft.destinationAccountId !== null && !destination) {
      return { kind: 'account_not_found', pointer: '/destinationAccountId' };
    }
    const named = requests.named({ ...draft, keyScope: keyScopeOf(draft) });
    if (named) return named;
    if (draft.holdExpiresAt !== null) {
      const holdMs = draft.holdExpiresAt - clock(tenantId);
      if (holdMs <= 0 || holdMs > HOLD_MOST_MS) return { kind: 'hold_out_of_range' };
    }
    const { valueDate = null } = draft;
    const range = valueDatesOn(dayAt(clock(tenantId)), valueDaysBack);
    if (valueDate !== null && (valueDate < range.earliest || valueDate > range.latest)) {
      return { kind: 'value_date_out_of_range', range };
    }
    const { id, at } = mintDated('transaction', tenantId, clock);
    const { bankSide: side } = draft;
    const bank = side
      ? profitAndLossId(side, tenantId, currency)
      : settlementId(tenantId, currency);
    const row = newRow(draft, id, at, {
      source: draft.sourceAccountId ?? bank,
      destination: draft.destinationAccountId ?? bank,
      customerId: (source ?? destination)?.customerId ?? '',
    });
    return { kind: 'drafted', row };
  }

  return {
    drafted,
    partyOf: owned,
    openBank,
    accept(draft, prepared) {
      const request = { ...draft, keyScope: keyScopeOf(draft) };
      const bound = requests.bound(request);
      if (bound) return bound;
      const made = prepared
        ? (requests.named(request) ?? { kind: 'drafted' as const, row: prepared })
        : drafted(draft);
      if (made.kind !== 'drafted') return made;
      const { row } = made;
      const { id, intentId, paymentId, tenantId, createdAt } = row;
      const closed = intentId === null ? null : confirm(intentId, id, draft.cause);
      if (closed) return closed;
      openBank(row);
      if (draft.payment && paymentId !== null) {
        payments.insert({ id: paymentId, tenantId, ...draft.payment, createdAt });
      }
      writer.insert(row, draft.cause);
      return { kind: 'accepted', id };
    },
  };
}

/** The row of a draft at stage `accepted`. */
export function newRow(
  draft: TransactionDraft,
  id: string,
  at: number,
  parties: { source: string; destination: string; customerId: string },
): TransactionRow {
  return {
    id,
    tenantId: draft.tenantId,
    type: draft.type,
    status: 'pending',
    stage: 'accepted',
    statusCode: null,
    statusMessage: null,
    statusDetail: null,
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
    workflowId: null,
    workflowRunId: null,
    workflowStartedAt: null,
    ledgerSequence: null,
    postedAt: null,
    amountPosted: null,
    amountReversed: 0,
    reversalOf: null,
    allowNegative: 0,
    expiresAt: draft.holdExpiresAt,
    keyScope: keyScopeOf(draft),
    idempotencyKey: draft.cause.idempotencyKey,
    requestHash: draft.requestHash,
    requestId: draft.cause.requestId,
    actor: draft.cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    scheduleId: draft.occurrence?.scheduleId ?? null,
    occurrenceId: draft.occurrence?.id ?? null,
    linkedTo: null,
    overcapturePercent: draft.overcapturePercent ?? 0,
    batchId: null,
    paymentId: draft.payment ? mint('payment') : null,
    valueDate: draft.valueDate ?? null,
    intentId: draft.intentId ?? null,
  };
}

/** Keys of occurrences and intents are the bank's own: no client can have used one before. */
function keyScopeOf(draft: TransactionDraft): string {
  if (draft.keyScope !== undefined) return draft.keyScope;
  if (draft.payment) return PAYMENT_SCOPE;
  if (draft.intentId !== undefined) return 'intent';
  return draft.occurrence ? 'occurrence' : '';
}
