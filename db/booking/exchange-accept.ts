// Accepting an exchange: the terms are agreed and both amounts fixed, and the bank's positions are
// there. From here on it is carried like every other transaction.

import type { ExchangeWish } from '../../ledger/exchange.ts';
import { positionId } from '../../ledger/internal-account.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { ExchangeRow } from '../exchange/view.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { newRow } from '../transactions/accept.ts';
import type { ExchangeDraft } from '../transactions/port.ts';
import { requestBook } from '../transactions/request-book.ts';
import type { TransactionWriter } from '../transactions/rows.ts';
import type { Terms } from './exchange-terms.ts';

/** Names the path on which an idempotency key was used. */
export const EXCHANGE_SCOPE = 'exchange';

/** A row and its terms that are ready to be written. */
interface DraftedExchange {
  readonly row: TransactionRow;
  readonly terms: ExchangeRow;
}

export interface ExchangeAcceptor {
  /**
   * Returns the rows that `accept` would write. Reads only. @throws Refusal when there are none
   */
  rowFor(draft: ExchangeDraft): DraftedExchange;
  /** @throws Refusal when it is not accepted; nothing is written */
  accept(draft: ExchangeDraft): Done;
}

/** Accepts exchanges; call `accept` inside `database.write` only. */
export function exchangeAcceptance(
  database: Database,
  writer: TransactionWriter,
  agree: (tenantId: string, wish: ExchangeWish) => Terms,
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

  function rowFor(draft: ExchangeDraft): DraftedExchange {
    const { tenantId, sourceAccountId, destinationAccountId } = draft;
    const customerId = customerOf.get(sourceAccountId, tenantId);
    if (!customerId) throw noAccount('/sourceAccountId');
    if (!customerOf.get(destinationAccountId, tenantId)) throw noAccount('/destinationAccountId');
    const terms = agree(tenantId, draft.wish);
    requests.requireFree(draft);
    const { id, at } = mintDated('transaction', tenantId, clock);
    const { sourceAmount: amount, sourceCurrency: currency } = terms;
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
    return { row, terms: { transactionId: id, ...terms } };
  }

  return {
    rowFor,
    accept(draft) {
      const bound = requests.findByKey({ ...draft, keyScope: EXCHANGE_SCOPE });
      if (bound) return bound;
      const { row, terms } = rowFor(draft);
      for (const currency of [terms.sourceCurrency, terms.destinationCurrency]) {
        const { tenantId, createdAt: at } = row;
        const account = { id: positionId(tenantId, currency), tenantId, currency };
        open.run({ ...account, name: `Position ${currency}`, at });
      }
      writer.insert(row, draft.cause, terms);
      return { id: row.id, replayed: false };
    },
  };
}

function noAccount(pointer: string): Refusal {
  return new Refusal('account_not_found', { pointer, message: 'No account has this id.' });
}
