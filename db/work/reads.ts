// Reads the items that wait for a person: by priority, then oldest first.

import type { Priority, WorkQueue } from '../../ledger/decisions/work.ts';
import { clockOfEach } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { Page } from '../kernel/page.ts';
import { prepareOnce } from '../kernel/statements.ts';
import {
  itemQuery,
  marksOf,
  noteTables,
  sourcesOf,
  sourcesOfItem,
  waitingQuery,
} from './queues.ts';
import { noteView, type WorkNote, type WorkRow, type WorkView, workView } from './view.ts';

export interface WorkFilter {
  readonly queues: readonly WorkQueue[];
  readonly limit: number;
  /** Place of the last item of the previous page, or null for the first page. */
  readonly after: WorkPlace | null;
  readonly priority?: Priority | undefined;
  /** Null selects unassigned items. */
  readonly assigneeId?: string | null | undefined;
  readonly developerId?: string | undefined;
}

/** The position of an item among all items: by priority, then by score, then by age. */
type WorkPlace = Pick<FoundRow, 'rank' | 'score' | 'openedAt' | 'id'>;

export interface WorkCount {
  readonly queue: WorkQueue;
  readonly open: number;
  readonly unassigned: number;
  readonly urgent: number;
  readonly high: number;
  readonly oldestSeconds: number | null;
}

const RANK = `CASE coalesce(w.priority, o.usual)
  WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END`;

/** SQL of the columns of an item `o` with its work `w`. */
const columnsWithWork = prepareOnce((database: Pick<Database, 'raw'>) => {
  const counts = noteTables(database).map(
    ({ table, column }) => `(SELECT count(*) FROM ${table} n WHERE n.${column} = o.id)`,
  );
  return `o.*, w.assignee_id AS assigneeId, w.priority, w.version, ${RANK} AS rank,
    ${counts.join(' + ')} AS notes`;
});

const JOIN_ITEMS = 'LEFT JOIN work_items w ON w.object_id = o.id';

/** Returns the position of an item by its id, or undefined when the ledger has no such item. */
export function findWorkPlace(ledger: ReadLedger, id: string): WorkPlace | undefined {
  return ledger.database.read(() => findRow(ledger, id));
}

/** Returns a page of the waiting items. A queue of an absent subject has none. */
export function listWork(ledger: ReadLedger, filter: WorkFilter): Page<WorkView> {
  const { raw } = ledger.database;
  const sources = sourcesOf(ledger.database).filter(({ queue }) => filter.queues.includes(queue));
  if (sources.length === 0) return { data: [], hasMore: false };
  const { limit, after, priority, assigneeId, developerId } = filter;
  const conditions = [
    ...(priority === undefined ? [] : ['coalesce(w.priority, o.usual) = @priority']),
    ...(assigneeId === undefined ? [] : ['w.assignee_id IS @assigneeId']),
    ...(developerId === undefined
      ? []
      : ["(o.tenantId = @developerId OR o.tenantId LIKE @developerId || '.%')"]),
  ];
  return ledger.database.read(() => {
    const keyset = after
      ? ['(rank, -o.score, o.openedAt, o.id) > (@rank, -@score, @openedAt, @afterId)']
      : [];
    const conditionsSql = ['true', ...conditions, ...keyset].join(' AND ');
    const rows = raw
      .prepare<[object], WorkRow>(
        `SELECT ${columnsWithWork(ledger.database)} FROM (${waitingQuery(sources)}) o ${JOIN_ITEMS}
         WHERE ${conditionsSql} ORDER BY rank, o.score DESC, o.openedAt, o.id LIMIT @most`,
      )
      .all({
        most: limit + 1,
        ...(priority === undefined ? {} : { priority }),
        ...(assigneeId === undefined ? {} : { assigneeId }),
        ...(developerId === undefined ? {} : { developerId }),
        ...(after ? { ...placeOf(after), afterId: after.id } : {}),
      });
    const nowOf = clockOfEach(ledger.database, rows, ledger.now());
    const { livemode } = ledger;
    const page = rows.slice(0, limit);
    const reasonsOf = listReasons(ledger, page);
    const data = page.map((row) =>
      workView(row, { livemode, now: nowOf(row), reasons: reasonsOf(row) }),
    );
    return { data, hasMore: rows.length > limit };
  });
}

/**
 * Counts the waiting items of each queue, with the age of the oldest. A queue of an absent subject
 * is left out.
 */
export function countWork(ledger: ReadLedger, queues: readonly WorkQueue[]): WorkCount[] {
  const present = new Set(sourcesOf(ledger.database).map(({ queue }) => queue));
  return ledger.database.read(() =>
    queues.filter((queue) => present.has(queue)).map((queue) => countQueue(ledger, queue)),
  );
}

interface CountRow {
  readonly tenantId: string;
  readonly open: number;
  readonly unassigned: number;
  readonly urgent: number;
  readonly high: number;
  readonly oldest: number;
}

/** Prepared once, because every page of the console reads the counts. */
const countsOf = prepareOnce((database: Pick<Database, 'raw'>) => {
  const entries = sourcesOf(database).map((source) => {
    const statement = database.raw.prepare<[], CountRow>(
      `SELECT o.tenantId, count(*) AS open, sum(w.assignee_id IS NULL) AS unassigned,
         sum(${RANK} = 0) AS urgent, sum(${RANK} = 1) AS high, min(o.openedAt) AS oldest
       FROM (${waitingQuery([source])}) o ${JOIN_ITEMS} GROUP BY o.tenantId`,
    );
    return [source.queue, statement] as const;
  });
  return new Map(entries);
});

function countQueue(ledger: ReadLedger, queue: WorkQueue): WorkCount {
  const rows = countsOf(ledger.database).get(queue)?.all() ?? [];
  const sum = (name: 'open' | 'unassigned' | 'urgent' | 'high') =>
    rows.reduce((total, row) => total + row[name], 0);
  const ages = rows.map(({ tenantId, oldest }) => ledger.clock(tenantId) - oldest);
  return {
    queue,
    open: sum('open'),
    unassigned: sum('unassigned'),
    urgent: sum('urgent'),
    high: sum('high'),
    oldestSeconds: ages.length === 0 ? null : Math.max(0, Math.floor(Math.max(...ages) / 1_000)),
  };
}

/** Returns an item, waiting or closed, with its notes; null when there is no such item. */
export function findWork(ledger: ReadLedger, id: string) {
  return ledger.database.read(() => {
    const row = findRow(ledger, id);
    if (!row) return null;
    return { ...viewOf(ledger, row), isOpen: row.waits === 1, notes: notesOf(ledger, id) };
  });
}

type FoundRow = WorkRow & { readonly waits: 0 | 1; readonly rank: number };

function findRow({ database }: ReadLedger, id: string): FoundRow | undefined {
  const columns = columnsWithWork(database);
  for (const source of sourcesOfItem(database, id)) {
    const row = database.raw
      .prepare<[object], FoundRow>(`SELECT ${columns} FROM (${itemQuery(source)}) o ${JOIN_ITEMS}`)
      .get({ id });
    if (row) return row;
  }
  return undefined;
}

function notesOf({ database }: ReadLedger, id: string) {
  const notesByTable = noteTables(database).map(
    ({ table, column }) =>
      `SELECT author, body, created_at AS createdAt FROM ${table} WHERE ${column} = @id`,
  );
  return database.raw
    .prepare<[object], WorkNote>(`${notesByTable.join(' UNION ALL ')} ORDER BY createdAt`)
    .all({ id })
    .map(noteView);
}

function viewOf(ledger: ReadLedger, row: WorkRow): WorkView {
  const { livemode, clock } = ledger;
  const reasons = listReasons(ledger, [row])(row);
  return workView(row, { livemode, now: clock(row.tenantId), reasons });
}

const placeOf = ({ rank, score, openedAt }: WorkPlace) => ({ rank, score, openedAt });

interface CauseRow {
  readonly id: string;
  readonly cause: string | null;
}

const causesOf = prepareOnce((database: Pick<Database, 'raw'>) => {
  const entries = sourcesOf(database).map(({ queue, cause }) => {
    return [queue, database.raw.prepare<[string], CauseRow>(cause)] as const;
  });
  return new Map(entries);
});

interface StoredRule {
  readonly ruleId: string;
  readonly outcome: string;
  readonly scoreDelta: number;
  readonly why?: string;
}

/**
 * Returns the codes of the reasons for which each item is in its queue, the most severe first. The
 * codes contain no names.
 */
function listReasons({ database }: ReadLedger, rows: readonly WorkRow[]) {
  const codes = new Map<string, string[]>();
  for (const queue of new Set(rows.map((row) => row.queue))) {
    const ids = rows.filter((row) => row.queue === queue).map(({ id }) => id);
    for (const { id, cause } of causesOf(database).get(queue)?.all(JSON.stringify(ids)) ?? []) {
      if (cause !== null) codes.set(id, [...(codes.get(id) ?? []), ...codesIn(cause)]);
    }
  }
  return ({ id }: WorkRow): string[] => [...new Set(codes.get(id))];
}

function codesIn(text: string): string[] {
  if (!text.startsWith('[')) return [text];
  const storedReasons = JSON.parse(text) as readonly (string | StoredRule)[];
  const rules = storedReasons.filter((rule) => typeof rule !== 'string');
  // A rule that could not be applied gives its reason: the name was not compared with the lists.
  const notCompared = rules.flatMap(({ outcome, why }) =>
    why === undefined || outcome === 'hit' || outcome === 'no_hit' ? [] : [why],
  );
  const hits = rules.filter(({ outcome }) => outcome === 'hit');
  hits.sort((rule, other) => other.scoreDelta - rule.scoreDelta);
  const codes = [...notCompared, ...hits.map(({ ruleId }) => ruleId)];
  if (rules.length > 0 && codes.length === 0) return ['model'];
  return [...storedReasons.filter((rule) => typeof rule === 'string'), ...codes];
}

/**
 * Returns a text that changes with each booking, request, decision, assignment and note, and with
 * the inventory of models.
 */
export function workMark({ database }: ReadLedger): string {
  return markOf(database).get() ?? '';
}

const markOf = prepareOnce((database: Pick<Database, 'raw'>) => {
  const marks = [
    'SELECT coalesce(max(rowid), 0) FROM events',
    'SELECT coalesce(sum(version), 0) FROM work_items',
    'SELECT count(*) FROM work_notes',
    'SELECT count(*) + count(decided_by) FROM account_approvals',
    ...marksOf(database),
  ];
  const text = marks.map((mark) => `(${mark})`).join(" || '/' || ");
  return database.raw.prepare<[], string>(`SELECT ${text}`).pluck();
});
