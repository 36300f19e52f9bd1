// Searches developers for operators. A company's name matches in every spelling, which no index can
// find, so the rows are compared in turns that do not block the thread.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../kernel/connect.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { contains, textSearchOf } from '../kernel/text-search.ts';
import { developers } from './tables.ts';

type Row = typeof developers.$inferSelect;

export interface DeveloperFilter extends PageOrder {
  /** An id, an e-mail address, or a part of the company's name. */
  readonly search?: string | undefined;
  readonly status?: Row['sandboxStatus'] | undefined;
}

/** Number of developers compared before other work on the thread continues. */
const ROWS_PER_TURN = 500;

/** Returns a page of developers, newest first. */
export async function searchDevelopers(
  orm: Database['orm'],
  { search, status, startingAfter, limit }: DeveloperFilter,
): Promise<Page<Row>> {
  const { id, applicationId, email, company, sandboxStatus } = developers;
  const exactConditions = [id, applicationId, email].map(
    (column) => sql`lower(${column}) = lower(${search ?? ''})`,
  );
  const filter = and(
    status ? eq(sandboxStatus, status) : undefined,
    search ? or(...exactConditions, contains(company, textSearchOf(search))) : undefined,
  );
  const rows: Row[] = [];
  let after = startingAfter ?? null;
  for (;;) {
    const cursorCondition = after === null ? undefined : lt(id, after);
    const last = filter && lastOfTurn(orm, cursorCondition);
    const rangeCondition = last === undefined ? undefined : gte(id, last);
    const foundDevelopers = orm
      .select()
      .from(developers)
      .where(and(cursorCondition, rangeCondition, filter))
      .orderBy(desc(id))
      .limit(limit + 1 - rows.length)
      .all();
    rows.push(...foundDevelopers);
    if (last === undefined || rows.length > limit) return pageOf(rows, limit);
    after = last;
    await nextTurn();
  }
}

/** Returns the id of the last developer of a turn; undefined when fewer remain. */
function lastOfTurn(
  orm: Database['orm'],
  cursorCondition: ReturnType<typeof lt> | undefined,
): string | undefined {
  return orm
    .select({ id: developers.id })
    .from(developers)
    .where(cursorCondition)
    .orderBy(desc(developers.id))
    .limit(1)
    .offset(ROWS_PER_TURN - 1)
    .get()?.id;
}
