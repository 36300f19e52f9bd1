// The ledgers of an environment. A developer's money lives in one of them, and no transaction spans
// two, so each has its own database, lane, task queue and log; which one it is says the platform.

import type { EnvironmentName } from './transactions/port.ts';

/** What each ledger of an environment has one of: the ledger itself, its desk, its lane. */
export interface PerLedger<T> {
  /** In the order of their numbers; the first is always there. */
  readonly all: readonly T[];
  /** Of what belongs to no developer, and of developers who were there before there were more. */
  readonly first: T;
  /**
   * The one that has a developer's rows.
   * @throws Error when the bank has fewer ledgers
   */
  of(placed: Placed): T;
}

/** What says where a developer's rows are: a caller, or a row of the platform. */
export interface Placed {
  /** Number of the ledger in its environment, from 1. */
  readonly ledger: number;
}

export type PerEnvironment<T> = Readonly<Record<EnvironmentName, T>>;

/** @param all in the order of their numbers, at least one */
export function perLedger<T>(all: readonly T[]): PerLedger<T> {
  const [first] = all;
  if (first === undefined) throw new Error('an environment has at least one ledger');
  return {
    all,
    first,
    of({ ledger }) {
      const found = all[ledger - 1];
      if (found === undefined) throw new Error(`the bank has no ledger ${ledger}`);
      return found;
    },
  };
}

/** Everything of both environments. */
export function everyOf<T>({ sandbox, production }: PerEnvironment<PerLedger<T>>): readonly T[] {
  return [...sandbox.all, ...production.all];
}

/** The name of a ledger: its environment, and from the second on its number. */
export function ledgerName(environment: EnvironmentName, number: number): string {
  return number === 1 ? environment : `${environment}-${number}`;
}

const NAME = /^(sandbox|production)(?:-([1-9]\d?))?$/;

/** The reverse of `ledgerName`; null: it is the name of none. */
export function ledgerOfName(name: string): (Placed & { environment: EnvironmentName }) | null {
  const [, environment, number = '1'] = NAME.exec(name) ?? [];
  if (environment === undefined || name.endsWith('-1')) return null;
  return { environment: environment as EnvironmentName, ledger: Number(number) };
}
