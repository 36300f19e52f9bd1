// The commits of a schema in PostgreSQL: the head, the commits after a given one, and the statement
// that writes the next one.

import { createHash } from 'node:crypto';
import type pg from 'pg';
import { NotTheWriter } from '../kernel/not-the-writer.ts';
import type { Table } from './schema.ts';
import { type ChangeKind, isConditional, type RowSet, writeSetSql } from './sets.ts';

/** The position of a copy: the number of a commit, and its unique mark. */
export interface Position {
  readonly number: number;
  readonly mark: string;
}

/** A commit that another process has written. */
export interface Commit extends Position {
  /** Mark of the previous commit. */
  readonly before: string;
  /** Table and kind of each set, as `entries born`. */
  readonly names: readonly string[];
  readonly sets: readonly string[];
}

export interface NewCommits {
  readonly head: Position;
  /** Kept commits after the requested position; possibly only the first of them. */
  readonly newCommits: readonly Commit[];
}

/** The most commits that one query returns. */
const MAX_COMMITS = 100;

export const HEAD_SQL = 'SELECT number, mark, version, epoch FROM commit_head WHERE id = 1';

/**
 * Selects the commits after a given one, with a row for each set: other work on the thread runs
 * between the sets of a large commit.
 */
export const newCommitsSql = (from: number) =>
  `SELECT c.number, c.mark, c.before, s.name, s.rows
   FROM (SELECT * FROM commits WHERE number > ${from} ORDER BY number LIMIT ${MAX_COMMITS}) c
   LEFT JOIN LATERAL unnest(c.names, c.sets) WITH ORDINALITY s (name, rows, at) ON true
   ORDER BY c.number, s.at`;

/** Reads the head, locked until the end of the transaction, and the commits after a given one. */
export const lockedHeadSql = (from: number) => `${HEAD_SQL} FOR UPDATE; ${newCommitsSql(from)}`;

/** A row of the head or of a set as the driver returns it: the number is a text. */
interface Row {
  readonly number: string;
  readonly mark: string;
  readonly version?: string;
  readonly epoch?: string;
  readonly before?: string;
  readonly name?: string | null;
  readonly rows?: string | null;
}

export type Answer = pg.QueryResult<Row>;

/** Returns the answers to a query, which may have several statements. */
export async function awaitAnswers(query: Promise<unknown>): Promise<Answer[]> {
  const answer = (await query) as Answer | Answer[];
  return Array.isArray(answer) ? answer : [answer];
}

/** The schema's name for error messages, and the version of the tables that this process knows. */
export interface SchemaFacts {
  readonly schema: string;
  readonly version: string;
  /** The epoch in which this process writes; null for any. */
  readonly epoch: () => number | null;
}

/**
 * @throws Error when another version of the bank has upgraded the schema meanwhile
 * @throws NotTheWriter when another process has become the writer
 */
export function readHead(
  answer: Answer | undefined,
  { schema, version, epoch }: SchemaFacts,
): Position {
  const head = answer?.rows[0];
  if (head?.version !== version) {
    throw new Error(`schema ${schema} in PostgreSQL was brought to another version`);
  }
  const ownEpoch = epoch();
  // A head that was read before this process became the writer has an earlier epoch.
  if (ownEpoch !== null && Number(head.epoch) > ownEpoch) {
    throw new NotTheWriter(
      `another process writes in epoch ${head.epoch}, this one had ${ownEpoch}`,
    );
  }
  return { number: Number(head.number), mark: head.mark };
}

/**
 * Parses the head and the new commits from the answers to `lockedHeadSql`, or to `HEAD_SQL` and
 * `newCommitsSql`.
 */
export function readAnswers(answers: readonly Answer[], schema: SchemaFacts): NewCommits {
  const [heads, news] = answers.filter(({ command }) => command === 'SELECT');
  return { head: readHead(heads, schema), newCommits: parseCommits(news?.rows ?? []) };
}

function parseCommits(rows: readonly Row[]): Commit[] {
  const commits: (Commit & { names: string[]; sets: string[] })[] = [];
  for (const { number, mark, before = '', name, rows: set } of rows) {
    let last = commits.at(-1);
    if (last?.mark !== mark) {
      last = { number: Number(number), mark, before, names: [], sets: [] };
      commits.push(last);
    }
    if (typeof name !== 'string') continue;
    last.names.push(name);
    last.sets.push(set ?? '[]');
  }
  return commits;
}

/** Parses the sets of a commit. */
export function parseSets(
  { names, sets }: Commit,
  tables: ReadonlyMap<string, Table>,
): readonly RowSet[] {
  return names.map((text, index) => {
    const [name = '', kind] = text.split(' ');
    const table = tables.get(name);
    if (!table) throw new Error(`a commit names an unknown table ${name}`);
    return { table, kind: kind as ChangeKind, rows: sets[index] ?? '[]' };
  });
}

interface Statement {
  /** SQL for a client whose search path is the schema. */
  readonly text: string;
  /** The name under which the server caches the plan. */
  readonly name: string;
}

export interface CommitStatement extends Statement {
  readonly values: readonly string[];
}

interface CommitOrder {
  readonly schema: string;
  /** The previous commit. */
  readonly previous: Position;
  readonly mark: string;
  /** The required epoch of the schema; omitted or null for any. */
  readonly epoch?: number | null;
}

/** Writes all sets and the row of their commit in one statement, which is one round trip. */
export function writeStatement(sets: readonly CountedSet[], order: CommitOrder): CommitStatement {
  const { schema, previous, mark, epoch = null } = order;
  const number = previous.number + 1;
  const parameters = [
    String(number),
    mark,
    previous.mark,
    `${schema} ${number}`,
    String(epoch ?? ''),
  ];
  const values = [...parameters, ...sets.map((set) => set.rows)];
  const conditional = sets.filter(isConditional);
  if (conditional.length > 0) {
    const counts = conditional.map(({ count }) => count).join(',');
    values.push(`{${counts}}`, ...conditional.map(({ previousRows = '' }) => previousRows));
  }
  return { ...statementOf(sets), values };
}

/** A set and the number of its rows. */
export interface CountedSet extends RowSet {
  readonly count: number;
}

/** Returns true for the answer to a commit whose previous commit is not the head of the schema. */
export function hasOtherHead(cause: unknown): boolean {
  return (cause as { code?: unknown } | null)?.code === DIVISION_BY_ZERO;
}

const DIVISION_BY_ZERO = '22012';

/**
 * Marks an error about different rows: no other error has this text where PostgreSQL expects an
 * integer.
 */
const DIFFERENCE_ERROR = /"differs: (.*)"$/;
const INVALID_INTEGER = '22P02';

/**
 * Returns the tables in which PostgreSQL's rows differ from the copy's, according to the error of a
 * commit, or null when the error has another cause.
 */
export function listDifferingTables(cause: unknown): readonly string[] | null {
  const { code, message = '' } = (cause ?? {}) as { code?: unknown; message?: string };
  const [, names] = (code === INVALID_INTEGER ? DIFFERENCE_ERROR.exec(message) : null) ?? [];
  return names === undefined ? null : [...new Set(names.split(', '))];
}

/** Cached statements: sets of the same tables and kinds have the same statement. */
const statements = new Map<string, Statement>();

/** Statements with more sets are not cached: their combination hardly recurs. */
const MAX_STATEMENTS = 500;

function statementOf(sets: readonly RowSet[]): Statement {
  const combination = sets
    .map((set) => `${set.table.name} ${set.kind} ${isConditional(set)}`)
    .join();
  const statement = statements.get(combination);
  if (statement) return statement;
  const text = writeSql(sets);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  statements.set(combination, { text, name });
  return { text, name };
}

/**
 * The statement writes nothing in two cases: it divides by zero when the schema is at another
 * commit or in another epoch, and it fails with the names of the tables when a row differs from the
 * copy's.
 */
function writeSql(sets: readonly RowSet[]): string {
  const firstSetParameter = 6;
  const counts = `$${firstSetParameter + sets.length}::text::int[]`;
  const setParameters = sets.map((_, index) => `$${index + firstSetParameter}`);
  const names = sets.map(({ table, kind }) => `'${table.name} ${kind}'`).join(', ');
  const differences: string[] = [];
  const steps = sets.map((set, index) => {
    const number = differences.length + 1;
    const wereParameter = isConditional(set)
      ? `$${firstSetParameter + sets.length + number}`
      : null;
    if (wereParameter !== null) {
      differences.push(`CASE (SELECT count(*) FROM w${index}) WHEN (${counts})[${number}]
        THEN NULL ELSE '${set.table.name}' END`);
    }
    const returning = wereParameter !== null ? ' RETURNING 1' : '';
    return `w${index} AS (${writeSetSql(set, setParameters[index] ?? '', wereParameter)}${returning})`;
  });
  const columns = setParameters.map((place) => `${place}::text`).join(', ');
  const followsHead = '1 / (SELECT count(*) FROM head)';
  const checkedResult =
    differences.length === 0
      ? followsHead
      : `CASE ${followsHead} WHEN 1 THEN (SELECT CASE wrong WHEN '' THEN 0
           ELSE ('differs: ' || wrong)::int END
         FROM (SELECT concat_ws(', ', ${differences.join(', ')}) AS wrong OFFSET 0) d) END`;
  return `WITH ${[
    ...steps,
    `head AS (UPDATE commit_head SET number = $1::text::bigint, mark = $2
      WHERE id = 1 AND number = $1::text::bigint - 1 AND mark = $3
        AND epoch = coalesce(nullif($5, '')::bigint, epoch) RETURNING 1)`,
    `kept AS (INSERT INTO commits (number, mark, before, names, sets)
      VALUES ($1::text::bigint, $2, $3, ARRAY[${names}]::text[], ARRAY[${columns}]::text[]))`,
  ].join(', ')} SELECT ${checkedResult}, pg_notify('kontor', $4)`;
}
