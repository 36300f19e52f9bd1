// The ledgers of a data directory, by the names of their files.

import { readdirSync } from 'node:fs';
import { ledgerOfName } from '../ledgers.ts';

/** Returns the names of the ledgers of a folder: the sandbox first, then by number. */
export function ledgerFiles(folder: string): string[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.db'))
    .map((file) => file.slice(0, -'.db'.length));
  return sortLedgerNames(names);
}

/** Sorts names of ledgers, and leaves out other names. */
export function sortLedgerNames(names: readonly string[]): string[] {
  return names
    .flatMap((name) => {
      const parsedName = ledgerOfName(name);
      return parsedName
        ? // Sorts the sandbox first; an environment has fewer than 1,000 ledgers.
          [{ name, rank: parsedName.ledger + (parsedName.environment === 'sandbox' ? 0 : 1_000) }]
        : [];
    })
    .sort((a, other) => a.rank - other.rank)
    .map(({ name }) => name);
}
