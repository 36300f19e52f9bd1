// The desks of an environment, one for each of its ledgers. A developer's routes take the one that
// has the developer's rows; those of operators go over all of them.

import type { Page } from '../../db/kernel/page.ts';
import type { Ledger } from '../../db/ledger.ts';
import { type PerEnvironment, type PerLedger, perLedger } from '../../db/ledgers.ts';
import { hasRow } from '../../db/oversight/holder.ts';
import { type Placement, placeOf } from '../../db/platform/placement.ts';
import type { EnvironmentName } from '../../db/transactions/port.ts';
import type { BankDeps, Desk } from './context.ts';

export interface Desks extends PerLedger<Desk> {
  /** The one whose ledger has a row of that id; the first when none has: it then says so. */
  having(id: string): Desk;
}

/** @param all in the order of their numbers */
export function desksOf<D extends Desk>(all: readonly D[]): Desks & PerLedger<D> {
  const each = perLedger(all);
  const having = (id: string) =>
    all.length === 1 ? each.first : (all.find(({ ledger }) => hasRow(ledger, id)) ?? each.first);
  return { ...each, having };
}

/** A desk for each ledger of both environments. */
export function desksIn<D extends Desk>(
  { sandbox, production }: PerEnvironment<PerLedger<Ledger>>,
  deskOf: (ledger: Ledger) => D,
): PerEnvironment<Desks & PerLedger<D>> {
  return {
    sandbox: desksOf(sandbox.all.map(deskOf)),
    production: desksOf(production.all.map(deskOf)),
  };
}

/** The desk that has a developer's rows. */
export function deskOfDeveloper(
  { desks }: Pick<BankDeps, 'desks'>,
  environment: EnvironmentName,
  developer: Placement,
): Desk {
  return desks[environment].of(placeOf(environment, developer));
}

/** One page over all ledgers of an environment; each reads as if it were the only one. */
export async function pageOver<T extends { readonly id: string }>(
  { all }: PerLedger<Pick<Desk, 'ledger'>>,
  limit: number,
  read: (ledger: Ledger) => Page<T> | Promise<Page<T>>,
): Promise<Page<T>> {
  return mergedPage(await Promise.all(all.map(({ ledger }) => read(ledger))), limit);
}

/**
 * Merges pages that are in the order of ids, newest first. A page that has more is complete down to
 * its cursor only, so what lies below the highest cursor waits for the next page.
 */
export function mergedPage<T extends { readonly id: string }>(
  pages: readonly Page<T>[],
  limit: number,
): Page<T> {
  const [only] = pages;
  if (pages.length === 1 && only) return only;
  const ends = pages.filter(({ hasMore }) => hasMore).map((page) => page.cursor ?? lastOf(page));
  const edge = ends.toSorted().at(-1) ?? '';
  const known = pages
    .flatMap(({ data }) => data)
    .filter(({ id }) => id >= edge)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  const data = known.slice(0, limit);
  const isCut = known.length > limit;
  const hasMore = isCut || edge !== '';
  return { data, hasMore, cursor: hasMore ? (isCut ? lastOf({ data }) : edge) : null };
}

function lastOf({ data }: { readonly data: readonly { readonly id: string }[] }): string {
  return data.at(-1)?.id ?? '';
}
