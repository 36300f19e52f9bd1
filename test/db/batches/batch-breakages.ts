// An atomic and a best-effort batch, and ways to falsify them, by the invariant that must detect
// them.

import { acceptBatch } from '../../../db/batches/accept.ts';
import { settleBatch } from '../../../db/batches/acts.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { Breakage } from '../exchange/exchange-breakages.ts';
import { causeOf, hashOf, type Teller, WORKFLOW } from '../teller.ts';

/** Two payments that were booked together, one booked alone, and one declined. */
export async function makeBatches(ledger: Ledger, teller: Teller): Promise<void> {
  const from = await teller.account({ funds: 100 });
  const to = await teller.account();
  const send = async (mode: 'atomic' | 'best_effort', amounts: readonly number[]) => {
    const items = amounts.map((amount, n) => {
      const draft = {
        type: 'transfer' as const,
        amount,
        currency: 'EUR',
        sourceAccountId: from,
        destinationAccountId: to,
        description: null,
        reference: `${mode}-${n}`,
        category: null,
        externalParty: null,
        context: null,
        metadata: {},
      };
      return JSON.stringify(draft);
    });
    const { tenantId } = teller;
    const request = { metadata: {}, requestHash: hashOf(mode), cause: causeOf() };
    const accepted = await ledger.run(acceptBatch, { tenantId, mode, items, ...request });
    await ledger.run(settleBatch, { batchId: accepted.id, workflow: WORKFLOW });
  };
  await send('atomic', [10, 20]);
  await send('best_effort', [30, 1_000]);
}

const ATOMIC_BATCHES = "SELECT id FROM batches WHERE mode = 'atomic'";

export const BATCH_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  batch_has_its_items: {
    'a missing item': () => 'DELETE FROM batch_items WHERE item_index = 1',
    'a transaction of a batch without an item': ({ posted }) =>
      `UPDATE transactions SET batch_id = (${ATOMIC_BATCHES}) WHERE id = '${posted}'`,
    'an item whose transaction belongs to no batch': () =>
      'UPDATE transactions SET batch_id = NULL WHERE batch_id IS NOT NULL',
  },
  batch_counts_its_results: {
    'a posted item that was counted twice': () => 'UPDATE batches SET posted = posted + 1',
    'a declined item that is counted as posted': () =>
      "UPDATE batches SET declined = 0, posted = 2 WHERE mode = 'best_effort'",
  },
  atomic_is_all_or_nothing: {
    'an atomic batch whose items are booked in part': () =>
      `UPDATE batch_items SET transaction_id = 'txn_none' WHERE item_index = 1
       AND batch_id = (${ATOMIC_BATCHES})`,
    'a refused batch that has transactions': () =>
      "UPDATE batches SET status = 'refused', decided = 0, posted = 0 WHERE mode = 'atomic'",
  },
  batch_keeps_while_open: {
    'money reserved for a completed batch': (_, [id]) =>
      `INSERT INTO batch_reserves SELECT id, '${id}', 0, 0, 0, 0, 0, 0 FROM batches LIMIT 1`,
    'a reference reserved for a completed batch': () =>
      "INSERT INTO batch_references SELECT tenant_id, 'kept', id, 0, 'txn_1' FROM batches LIMIT 1",
    'a decision kept after its items are booked': () =>
      "INSERT INTO batch_slices SELECT id, 0, '[]' FROM batches LIMIT 1",
  },
};
