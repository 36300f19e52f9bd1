// The store of a ledger for workflows that began there. What they are about may have been moved
// since: a hold waits for days. Their steps act on it in the ledger that it is in now.

import type { Ledger } from '../ledger.ts';
import type { HoldOutcome, Settlement, Store } from '../transactions/port.ts';

type StepStore = Pick<Store, 'settle' | 'carryOutOrder' | 'approve' | 'review' | 'release'>;

/** @param all the ledgers of the environment, `own` among them */
export function followingStore(own: Ledger, all: readonly Ledger[]): StepStore {
  const others = all.filter((ledger) => ledger !== own);
  if (others.length === 0) return own.store;
  const finds = others.map(({ database, store }) => {
    const find = database.raw.prepare('SELECT 1 FROM transactions WHERE id = ?');
    // As an act looks: a read may see a ledger as it was before the transaction arrived.
    const has = (id: string) => database.write(() => find.get(id) !== undefined);
    return { store, has };
  });
  async function storeOf(id: string): Promise<Store | undefined> {
    for (const { store, has } of finds) if (await has(id)) return store;
    return undefined;
  }

  /** Null: it was not there, and the ledger that has it acts. */
  async function actWhereItIs<Order extends { readonly transactionId: string }>(
    order: Order,
    act: (store: Store, order: Order) => Promise<HoldOutcome | null>,
  ): Promise<HoldOutcome | null> {
    const outcome = await act(own.store, order);
    if (outcome !== null) return outcome;
    const store = await storeOf(order.transactionId);
    return store ? act(store, order) : null;
  }

  return {
    async settle(ids, workflow): Promise<Settlement[]> {
      const settled = await own.store.settle(ids, workflow);
      const moved = new Map<Store, string[]>();
      for (const { id, status } of settled) {
        const store = status === null ? await storeOf(id) : undefined;
        if (store) moved.set(store, [...(moved.get(store) ?? []), id]);
      }
      if (moved.size === 0) return settled;
      const found = new Map<string, Settlement>();
      for (const [store, these] of moved) {
        for (const one of await store.settle(these, workflow)) found.set(one.id, one);
      }
      return settled.map((one) => found.get(one.id) ?? one);
    },
    carryOutOrder: (ref) => actWhereItIs(ref, (store, one) => store.carryOutOrder(one)),
    approve: (order) => actWhereItIs(order, (store, one) => store.approve(one)),
    review: (order) => actWhereItIs(order, (store, one) => store.review(one)),
    release: (order) => actWhereItIs(order, (store, one) => store.release(one)),
  };
}
