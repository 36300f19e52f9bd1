// Accepting an exchange: the terms are agreed and both amounts fixed, and the bank's positions are
// there. From here on it is carried like every other transaction.

import type { Database } from '../connect.ts';
import { mintAt } from '../mint.ts';
import type { ExchangeAcceptance, ExchangeDraft } from '../store.ts';
import { positionId } from '../transaction-view.ts';
import { newRow } from './accept.ts';
import type { Agreement, ExchangeWish } from './exchange.ts';
import { requestBook } from './request-book.ts';
import type { TransactionWriter } from './transactions.ts';

/** Names the path on which an idempotency key was used. */
export const EXCHANGE_SCOPE = 'exchange';

/** Returns the function that accepts one exchange; call it inside `database.write` only. */
export function exchangeAcceptance(
  database: Database,
  writer: TransactionWriter,
  agree: (tenantId: string, wish: ExchangeWish) => Agreement,
): (draft: ExchangeDraft) => ExchangeAcceptance {
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

  return (draft) => {
    const { tenantId, cause, sourceAccountId, destinationAccountId } = draft;
    const request = { ...draft, keyScope: EXCHANGE_SCOPE };
    const bound = requests.bound(request);
    if (bound) return bound;
    const customerId = customerOf.get(sourceAccountId, tenantId);
    if (!customerId) return { kind: 'account_not_found', pointer: '/sourceAccountId' };
    if (!customerOf.get(destinationAccountId, tenantId)) {
      return { kind: 'account_not_found', pointer: '/destinationAccountId' };
    }
    const agreement = agree(tenantId, draft.wish);
    if (agreement.kind !== 'agreed') return agreement;
    const named = requests.named(request);
    if (named) return named;
    const { id, at } = mintAt('transaction');
    const { sourceAmount: amount, sourceCurrency: currency } = agreement.terms;
    for (const code of [currency, agreement.terms.destinationCurrency]) {
      const account = { id: positionId(tenantId, code), tenantId, currency: code };
      open.run({ ...account, name: `Position ${code}`, at });
    }
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
    writer.insert(row, cause, { transactionId: id, ...agreement.terms });
    return { kind: 'accepted', id };
  };
}
