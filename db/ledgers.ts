// The ledgers of a bank, one for each environment, and their names. Ledgers of another bank have
// other numbers.

import type { EnvironmentName } from './kernel/environment.ts';

export type PerEnvironment<T> = Readonly<Record<EnvironmentName, T>>;

/** Returns the values of both environments. */
export function everyOf<T>({ sandbox, production }: PerEnvironment<T>): readonly [T, T] {
  return [sandbox, production];
}

/** Returns the name of a ledger: its environment, followed by its number from 2 on. */
export function ledgerName(environment: EnvironmentName, number: number): string {
  return number === 1 ? environment : `${environment}-${number}`;
}

const NAME = /^(sandbox|production)(?:-([1-9]\d?))?$/;

/** Returns the environment and number of a ledger's name; null when the name is not valid. */
export function ledgerOfName(
  name: string,
): { readonly environment: EnvironmentName; readonly ledger: number } | null {
  const [, environment, number = '1'] = NAME.exec(name) ?? [];
  if (environment === undefined || name.endsWith('-1')) return null;
  return { environment: environment as EnvironmentName, ledger: Number(number) };
}
