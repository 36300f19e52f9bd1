// Instructions in plain language in their final states, and ways to falsify them, by the invariant
// that must detect them.

import { cancelIntent, recordIntent } from '../../../db/intents/acts.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { Breakage } from '../exchange/exchange-breakages.ts';
import { causeOf, hashOf, type Teller } from '../teller.ts';

/** An instruction on record that waits for its confirmation. */
export async function proposeIntent(
  ledger: Ledger,
  order: {
    readonly tenantId: string;
    readonly customerId: string;
    readonly from: string;
    readonly to: string;
    readonly amount: number;
  },
): Promise<string> {
  const { tenantId, customerId, from, to, amount } = order;
  const sides = { sourceAccountId: from, destinationAccountId: to };
  const body = { type: 'transfer', amount, currency: 'EUR', ...sides };
  const { id } = await ledger.run(recordIntent, {
    tenantId,
    customerId,
    conversationId: null,
    message: `Send ${amount} to them`,
    intent: 'transfer',
    reading: {},
    preview: null,
    proposal: {
      request: { method: 'POST', path: '/transactions', body },
      amount,
      currency: 'EUR',
      ...sides,
    },
    status: 'requires_confirmation',
    reason: null,
    operation: 'test',
    requestHash: hashOf(`${amount}`),
    cause: causeOf(),
  });
  return id;
}

/** An executed, a declined and an expired instruction. */
export async function makeIntents(ledger: Ledger, teller: Teller): Promise<void> {
  const { tenantId } = teller;
  const customerId = await teller.customer();
  const from = await teller.account({ funds: 100 });
  const to = await teller.account();
  for (const amount of [60, 70]) {
    const intentId = await proposeIntent(ledger, { tenantId, customerId, from, to, amount });
    await teller.send({ from, to, amount, intentId, key: intentId });
  }
  const order = { tenantId, customerId, from, to, amount: 1 };
  const intentId = await proposeIntent(ledger, order);
  await ledger.run(cancelIntent, { tenantId, intentId, cause: causeOf() });
}

export const INTENT_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  intent_moves_what_was_confirmed: {
    'an executed amount other than the confirmed one': () =>
      "UPDATE intents SET amount = amount + 1 WHERE status = 'executed'",
    'an executed payee other than the confirmed one': () =>
      "UPDATE intents SET destination_account_id = source_account_id WHERE status = 'executed'",
  },
  intent_ends_with_its_transaction: {
    'an executed instruction without a transaction': () =>
      "UPDATE intents SET transaction_id = 'txn_none' WHERE status = 'executed'",
    'a confirmed instruction whose transaction was declined': () =>
      "UPDATE intents SET status = 'confirmed' WHERE status = 'declined'",
  },
  intent_states_are_steps: {
    'a status without its step': () => 'DELETE FROM intent_steps WHERE version = 2',
    'a status other than that of the last step': () =>
      "UPDATE intents SET status = 'expired' WHERE status = 'canceled'",
  },
};
