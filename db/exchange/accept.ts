// Accepting an exchange: the terms are agreed and both amounts fixed, and the bank's positions are
// there. From here on it is carried like every other transaction.

import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import { mintDated } from '../kernel/mint.ts';
import { newRow } from '../transactions/accept.ts';
import type { ExchangeAcceptance, ExchangeDraft } from '../transactions/port.ts';
import { requestBook } from '../transactions/request-book.ts';
import type { TransactionWriter } from '../transactions/rows.ts';
import { positionId, type TransactionRow } from '../transactions/view.ts';
import type { Agreement, ExchangeWish } from './terms.ts';
import type { ExchangeRow } from './view.ts';

/** Names the path on which an idempotency key was used. */
export const EXCHANGE_SCOPE = 'exchange';

/** A row and its terms that are ready to be written, or the answer for which there are none. */
type DraftedExchange =
  | ExchangeAcceptance
  | { readonly kind: 'drafted'; readonly row: TransactionRow; readonly terms: ExchangeRow };

export interface ExchangeAcceptor {
  /** What would be written; reads only. */
  drafted(draft: ExchangeDraft): DraftedExchange;
  accept(draft: ExchangeDraft): ExchangeAcceptance;
}

/** Accepts exchanges; call `accept` inside `database.write` only. */
export function exchangeAcceptance(
  database: Database,
  writer: TransactionWriter,
  agree: (tenantId: string, wish: ExchangeWish) => Agreement,
  clock: BusinessClock,
): ExchangeAcceptor {
  const { raw } = database;
  const requests = requestBook(database);
  const customerOf = raw
    .prepare<[string, string], string>(
      "SELECT customer_id FROM accounts WHERE id = ? AND tenant_id = ? AND kind = 'customer'",
    )
    .pluck();
  const open = raw.prepare(
    `INSERT INTO accounts (id, tenant_id, kind, currency, name, account_number, status,
     created_at, updated_at, activated_at)
     VALUES (@id, @tenantId, 'position', @currency, @name, @id, 'active', @at, @at, @at)
     ON CONFLICT (id) DO NOTHING`,
  );

  function drafted(draft: ExchangeDraft): DraftedExchange {
    const { tenantId, sourceAccountId, destinationAccountId } = draft;
    const customerId = customerOf.get(sourceAccountId, tenantId);
    if (!customerId) return { kind: 'account_not_found', pointer: '/sourceAccountId' };
    if (!customerOf.get(destinationAccountId, tenantId)) {
      return { kind: 'account_not_found', pointer: '/destinationAccountId' };
    }
    const agreement = agree(tenantId, draft.wish);
    if (agreement.kind !== 'agreed') return agreement;
    const named = requests.named({ ...draft, keyScope: EXCHANGE_SCOPE });
    if (named) return named;
    const { id, at } = mintDated('transaction', tenantId, clock);
    const { sourceAmount: amount, sourceCurrency: currency } = agreement.terms;
    const movement = {
      ...draft,
      type: 'exchange' as const,
      amount,
      currency,
      capture: 'automatic' as const,
      holdExpiresAt: null,
      externalParty: null,
      context: null,
    };
    const parties = { source: sourceAccountId, destination: destinationAccountId, customerId };
    const row = { ...newRow(movement, id, at, parties), keyScope: EXCHANGE_SCOPE };
    return { kind: 'drafted', row, terms: { transactionId: id, ...agreement.terms } };
  }

  return {
    drafted,
    accept(draft) {
      const bound = requests.bound({ ...draft, keyScope: EXCHANGE_SCOPE });
      if (bound) return bound;
      const made = drafted(draft);
      if (made.kind !== 'drafted') return made;
      const { row, terms } = made;
      for (const currency of [terms.sourceCurrency, terms.destinationCurrency]) {
        const { tenantId, createdAt: at } = row;
        const account = { id: positionId(tenantId, currency), tenantId, currency };
        open.run({ ...account, name: `Position ${currency}`, at });
      }
      writer.insert(row, draft.cause, terms);
      return { kind: 'accepted', id: row.id };
    },
  };
}
