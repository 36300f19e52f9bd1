// The queues of work that waits for a person, as the subjects of a ledger state their sources. The
// computed priority of an item applies until a person sets another.

import type { WorkQueue } from '../../ledger/decisions/work.ts';
import { isId } from '../../ledger/id.ts';
import { SUBJECT_TABLES, subjectsIn } from '../all-subject-tables.ts';
import type { Database } from '../kernel/connect.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { PartyQueries, WorkSource, WorkTables } from './source.ts';

type InLedger = Pick<Database, 'raw'>;

const EVERY_SOURCE = SUBJECT_TABLES.flatMap(({ work }) => work?.sources ?? []);

/** The parts of the subjects of a ledger, read once. */
const partsOf = prepareOnce(({ raw }: InLedger): readonly WorkTables[] =>
  subjectsIn(raw).flatMap(({ work }) => work ?? []),
);

/** Returns the sources of a ledger, without those of absent subjects. */
export function sourcesOf(database: InLedger): readonly WorkSource[] {
  return partsOf(database).flatMap(({ sources = [] }) => sources);
}

/** Returns the queues that may contain an item with an id; empty for an id of no queue. */
export function queuesOf(id: string): WorkQueue[] {
  return EVERY_SOURCE.flatMap(({ queue, noun }) => (isId(noun, id) ? [queue] : []));
}

/** Returns the sources of a ledger that may contain an item with an id. */
export function sourcesOfItem(database: InLedger, id: string): WorkSource[] {
  return sourcesOf(database).filter(({ noun }) => isId(noun, id));
}

/** Returns the queries for the people in items of a ledger. */
export function partyQueries(database: InLedger): Required<PartyQueries> {
  const all = partsOf(database).flatMap(({ parties }) => parties ?? []);
  return {
    about: all.flatMap(({ about = [] }) => about),
    payment: all.flatMap(({ payment = [] }) => payment),
    compared: all.flatMap(({ compared = [] }) => compared),
    payments: all.flatMap(({ payments = [] }) => payments),
  };
}

/** Returns the tables with notes on items, each with its column of the id of an item. */
export function noteTables(database: InLedger): readonly { table: string; column: string }[] {
  const subjectNoteTables = partsOf(database).flatMap(({ notes }) => notes ?? []);
  return [{ table: 'work_notes', column: 'object_id' }, ...subjectNoteTables];
}

/** Returns SQL of values that change with the work of subjects. */
export function marksOf(database: InLedger): readonly string[] {
  return partsOf(database).flatMap(({ marks = [] }) => marks);
}

/** Returns the query for one item by `@id`, waiting or closed. */
export function itemQuery({ queue, select, waits }: WorkSource): string {
  const column = /^SELECT (\S+),/.exec(select)?.[1] ?? 'id';
  return `${select.replace('SELECT ', `SELECT '${queue}' AS queue, (${waits}) AS waits, `)}
    AND ${column} = @id`;
}

/** Returns the query for all waiting items of sources, at least one. */
export function waitingQuery(sources: readonly WorkSource[]): string {
  return sources
    .map(({ queue, select, waits }) => {
      return `${select.replace('SELECT ', `SELECT '${queue}' AS queue, `)} AND ${waits}`;
    })
    .join('\n UNION ALL ');
}
