// The audit log: every act of a person, and every access to personal data. A row is appended in the
// transaction of the act that it records, with a hash over itself and the preceding hash.

import { eq } from 'drizzle-orm';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { type Page, pageOf } from '../kernel/page.ts';
import { keptStatements } from '../kernel/statements.ts';
import { type AuditHead, chainHash, NO_HASH } from './audit-chain.ts';
import { audit } from './tables.ts';

export type AuditLine = typeof audit.$inferSelect & { readonly hash: Buffer };
export type AuditRow = Omit<typeof audit.$inferSelect, 'id'>;

export interface AuditFilter {
  readonly limit: number;
  /** Number of the last row of the previous page; null for the first page. */
  readonly before: number | null;
  readonly actor?: string | undefined;
  /** An action, or a prefix of actions that ends with a dot. */
  readonly action?: string | undefined;
  readonly objectId?: string | undefined;
  readonly environment?: 'sandbox' | 'production' | undefined;
  /** Milliseconds since 1970 UTC; both ends are inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface AuditStore {
  /** Appends a row. Returns its number. Call it only inside a write. */
  append(row: AuditRow): number;
  /** Returns a page of rows, newest first. */
  list(filter: AuditFilter): Page<AuditLine>;
  head(): AuditHead;
  /** Returns the number of the newest row with a different action, or 0 when there is none. */
  newest(filter: { readonly except: string }): number;
  /** Returns the hash of a row in hexadecimal; null when there is no such row. */
  hashAt(number: number): string | null;
  /** True when the log has a row about the action on the object. */
  hasEntry(entry: Pick<AuditRow, 'action' | 'objectId'>): boolean;
  /** True when the log has a row about the action. */
  hasAction(action: string): boolean;
}

/** Opens the log. */
export function createAuditStore(database: Database): AuditStore {
  const { orm, raw } = database;
  const insert = raw.prepare<AuditRow>(
    `INSERT INTO audit (at, actor, action, object_id, environment, detail)
     VALUES (@at, @actor, @action, @objectId, @environment, @detail)`,
  );
  const chain = raw.prepare<[number, Buffer]>('INSERT INTO audit_chain (id, hash) VALUES (?, ?)');
  const last = raw.prepare<[], { id: number; hash: Buffer }>(
    'SELECT id, hash FROM audit_chain ORDER BY id DESC LIMIT 1',
  );
  const newest = raw
    .prepare<[string], number>('SELECT id FROM audit WHERE action <> ? ORDER BY id DESC LIMIT 1')
    .pluck();
  const hashAt = raw.prepare<[number], Buffer>('SELECT hash FROM audit_chain WHERE id = ?').pluck();

  const entryExists = raw
    .prepare<[string, string], number>(
      'SELECT 1 FROM audit WHERE object_id = ? AND action = ? LIMIT 1',
    )
    .pluck();

  return {
    append(row) {
      const id = Number(insert.run(row).lastInsertRowid);
      chain.run(id, chainHash(last.get()?.hash ?? NO_HASH, { ...row, id }));
      return id;
    },
    list: (filter) => listLines(database, filter),
    head() {
      const entry = last.get();
      return { count: entry?.id ?? 0, hash: (entry?.hash ?? NO_HASH).toString('hex') };
    },
    newest: ({ except }) => newest.get(except) ?? 0,
    hashAt: (count) => hashAt.get(count)?.toString('hex') ?? null,
    hasEntry: ({ action, objectId }) => entryExists.get(objectId, action) !== undefined,
    hasAction: (action) =>
      orm.select({ id: audit.id }).from(audit).where(eq(audit.action, action)).limit(1).get() !==
      undefined,
  };
}

type AuditRowWithHash = AuditRow & { readonly id: number; readonly hash: Buffer };

function listLines(database: Database, filter: AuditFilter): Page<AuditLine> {
  const isPrefix = filter.action?.endsWith('.') === true;
  const conditions = [
    [filter.before, 'a.id < @before'],
    [filter.actor, 'a.actor = @actor'],
    [
      filter.action,
      isPrefix ? 'substr(a.action, 1, length(@action)) = @action' : 'a.action = @action',
    ],
    [filter.objectId, 'a.object_id = @objectId'],
    [filter.environment, 'a.environment = @environment'],
    [filter.from, 'a.at >= @from'],
    [filter.to, 'a.at <= @to'],
  ] as const;
  const givenConditions = conditions.filter(([value]) => value !== undefined && value !== null);
  const conditionsSql = ['true', ...givenConditions.map(([, condition]) => condition)].join(
    ' AND ',
  );
  const rows = keptStatements(database)
    .prepare<[object], AuditRowWithHash>(
      `SELECT ${columnsOf(audit, 'a')}, c.hash FROM audit a JOIN audit_chain c ON c.id = a.id
       WHERE ${conditionsSql} ORDER BY a.id DESC LIMIT @limit`,
    )
    .all({ ...filter, limit: filter.limit + 1 });
  return pageOf(rows, filter.limit);
}
