// The ledgers of a bank, one for each environment, and their names. Those of another bank have other
// numbers.

import type { EnvironmentName } from './kernel/environment.ts';

export type PerEnvironment<T> = Readonly<Record<EnvironmentName, T>>;

/** Everything of both environments. */
export function everyOf<T>({ sandbox, production }: PerEnvironment<T>): readonly [T, T] {
  return [sandbox, production];
}

/** The name of a ledger: its environment, and from the second on its number. */
export function ledgerName(environment: EnvironmentName, number: number): string {
  return number === 1 ? environment : `${environment}-${number}`;
}

const NAME = /^(sandbox|production)(?:-([1-9]\d?))?$/;

/** The reverse of `ledgerName`; returns null when no ledger has the name. */
export function ledgerOfName(
  name: string,
): { readonly environment: EnvironmentName; readonly ledger: number } | null {
  const [, environment, number = '1'] = NAME.exec(name) ?? [];
  if (environment === undefined || name.endsWith('-1')) return null;
  return { environment: environment as EnvironmentName, ledger: Number(number) };
}
