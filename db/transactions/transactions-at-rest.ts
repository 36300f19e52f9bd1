// Collects the transactions that come to rest in the current commit. Listeners are called as soon
// as the commit is on disk, before the callers of its acts. Transactions of an undone act are
// dropped.

import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import type { TransactionView } from './view.ts';

export interface TransactionsAtRest {
  /** Adds a transaction that came to rest. Call it inside `database.write` only. */
  add(transaction: TransactionView): void;
  /** Returns the transactions of the current commit, in the order of their writes. */
  ofCommit(): readonly TransactionView[];
  /** Calls back after each commit with every transaction that came to rest in it. */
  onAtRest(listener: (view: TransactionView) => void): void;
}

export const transactionsAtRest = prepareOnce((tx: Tx): TransactionsAtRest => {
  const { onCommit, onUndo } = tx.database;
  let added: TransactionView[] = [];
  const listeners: ((view: TransactionView) => void)[] = [];
  const forgetLast = () => void added.pop();
  onCommit(() => {
    const settledViews = added;
    added = [];
    for (const row of settledViews) for (const listener of listeners) listener(row);
  });
  return {
    add(transaction) {
      added.push(transaction);
      onUndo(forgetLast);
    },
    ofCommit: () => added,
    onAtRest: (listener) => void listeners.push(listener),
  };
});
