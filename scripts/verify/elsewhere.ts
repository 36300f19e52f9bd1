// Ledgers that lie in further databases, as verify reads them: fresh copies, or why there is none.

import type { LedgerPlaces } from '../../db/platform/ledger-places.ts';
import { ledgerSchemas, schemaOf, urlOf, type Where } from '../../db/postgres/databases.ts';
import { withFreshCopies } from '../../db/postgres/verify.ts';

interface FarLedger {
  readonly name: string;
  /** Name of its database. */
  readonly database: string;
  readonly url: string;
  /** A fresh copy of it. */
  readonly file: string;
}

/** A ledger that could not be read. */
interface Unread {
  readonly name: string;
  readonly database: string;
  readonly reason: string;
}

/** Reads them into files for as long as the work takes. */
export async function withFarLedgers(
  where: Where,
  places: LedgerPlaces,
  work: (found: readonly FarLedger[], unread: readonly Unread[]) => Promise<void>,
): Promise<void> {
  const groups = new Map<string, string[]>();
  for (const { name, database } of places.values()) {
    if (database !== null) groups.set(database, [...(groups.get(database) ?? []), name]);
  }
  const unread: Unread[] = [];
  async function next(
    left: readonly [string, readonly string[]][],
    found: readonly FarLedger[],
  ): Promise<void> {
    const [group, ...rest] = left;
    if (group === undefined) return work(found, unread);
    const [database, names] = group;
    const reached = await reachIn(where, database, names);
    unread.push(...reached.unread);
    const there = names.filter((name) => !reached.unread.some((one) => one.name === name));
    const { url } = reached;
    if (url === null) return next(rest, found);
    return withFreshCopies(url, there.map(schemaOf), (files) => {
      const fresh = there.map((name) => {
        return { name, database, url, file: files.get(schemaOf(name)) ?? '' };
      });
      return next(rest, [...found, ...fresh]);
    });
  }
  await next([...groups], []);
}

async function reachIn(where: Where, database: string, names: readonly string[]) {
  const all = (reason: string) => names.map((name) => ({ name, database, reason }));
  try {
    const url = urlOf(where, database);
    const there = url === null ? [] : await ledgerSchemas(url);
    const unread = all('it is not there').filter(({ name }) => !there.includes(name));
    return { url, unread };
  } catch (error) {
    return { url: null, unread: all((error as Error).message || String(error)) };
  }
}
