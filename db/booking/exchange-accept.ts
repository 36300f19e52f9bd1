// Accepts an exchange: fixes its terms and both amounts, and opens the bank's positions when they
// are missing. Afterwards an exchange is processed like any other transaction.

import { positionId } from '../../ledger/internal-account.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { ExchangeRow } from '../exchange/view.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { newRow } from '../transactions/accept.ts';
import { findByKey, requireFreeReference } from '../transactions/earlier-requests.ts';
import type { ExchangeDraft } from '../transactions/port.ts';
import { transactionRows } from '../transactions/rows.ts';
import { agreeOnTerms } from './exchange-terms.ts';

/** Scope of the idempotency keys of exchanges. */
export const EXCHANGE_SCOPE = 'exchange';

/** The rows of an exchange and its terms, ready to be written. */
interface DraftedExchange {
  readonly row: TransactionRow;
  readonly terms: ExchangeRow;
}

const CUSTOMER_BY_ACCOUNT =
  "SELECT customer_id FROM accounts WHERE id = ? AND tenant_id = ? AND kind = 'customer'";
const OPEN_POSITION = `INSERT INTO accounts (id, tenant_id, kind, currency, name, account_number, status,
  created_at, updated_at, activated_at)
  VALUES (@id, @tenantId, 'position', @currency, @name, @id, 'active', @at, @at, @at)
  ON CONFLICT (id) DO NOTHING`;

/**
 * Returns the rows that `insertExchange` would write. Reads only.
 * @throws Refusal when the exchange is not accepted
 */
export function draftExchange(tx: Tx, draft: ExchangeDraft): DraftedExchange {
  const { tenantId, sourceAccountId, destinationAccountId } = draft;
  const ownerOf = (id: string) => tx.value<string>(CUSTOMER_BY_ACCOUNT, id, tenantId);
  const customerId = ownerOf(sourceAccountId);
  if (!customerId) throw noAccount('/sourceAccountId');
  if (!ownerOf(destinationAccountId)) throw noAccount('/destinationAccountId');
  const terms = agreeOnTerms(tx, tenantId, draft.exchange);
  requireFreeReference(tx, draft);
  const { id, at } = mintDated('transaction', tenantId, tx.clock);
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

/** @throws Refusal when the exchange is not accepted; then nothing is written */
export function insertExchange(tx: Tx, draft: ExchangeDraft): KeyedResult {
  const earlierResult = findByKey(tx, { ...draft, keyScope: EXCHANGE_SCOPE });
  if (earlierResult) return earlierResult;
  const { row, terms } = draftExchange(tx, draft);
  for (const currency of [terms.sourceCurrency, terms.destinationCurrency]) {
    const { tenantId, createdAt } = row;
    const account = { id: positionId(tenantId, currency), tenantId, currency };
    tx.run(OPEN_POSITION, { ...account, name: `Position ${currency}`, at: createdAt });
  }
  transactionRows(tx).insert(row, draft.cause, terms);
  return { id: row.id, replayed: false };
}

function noAccount(pointer: string): Refusal {
  return new Refusal('account_not_found', { pointer, message: 'No account has this id.' });
}
