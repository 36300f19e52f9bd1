// Acts that bring transactions to rest, as callers see them: each one waits for the commit that
// carries it, and listeners hear of every transaction that came to rest in that.

import type { Committed } from '../kernel/committed.ts';
import type { TransactionView } from './view.ts';

/** Runs an act in one commit and tells of what the act says has come to rest. */
export type Announcing = <T>(act: (settled: TransactionView[]) => T) => Promise<T>;

/** Acts inside of a commit: each adds what it brings to rest to a list. */
export type Acting<Acts> = {
  readonly [Name in keyof Acts]: Acts[Name] extends (order: infer Order) => infer Answer
    ? (order: Order, settled: TransactionView[]) => Answer
    : never;
};

/** Runs every act in a commit of its own, or of its group; one that throws undoes itself alone. */
export function announced<Acts extends object>(
  announcing: Announcing,
  acting: Acting<Acts>,
): Committed<Acts> {
  const acts = Object.entries(acting as object).map(([name, act]) => {
    return [name, (order: unknown) => announcing((settled) => act(order, settled))];
  });
  return Object.fromEntries(acts) as Committed<Acts>;
}
