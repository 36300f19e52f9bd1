// The audit log: who did what, and who looked at whom. Rows are appended, each with a hash over
// itself and the one before, in the transaction of the act that they record.

import { and, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../kernel/connect.ts';
import { type Page, pageOf } from '../kernel/page.ts';
import { type AuditHead, chainHash, NO_HASH } from './audit-chain.ts';
import { audit, auditChain } from './tables.ts';

export type AuditLine = typeof audit.$inferSelect & { readonly hash: Buffer };
export type AuditRow = Omit<typeof audit.$inferSelect, 'id'>;

export interface AuditFilter {
  readonly limit: number;
  /** The number of the last row of the page before. */
  readonly before: number | null;
  readonly actor?: string | undefined;
  /** An action, or the start of several that ends with a dot. */
  readonly action?: string | undefined;
  readonly objectId?: string | undefined;
  readonly environment?: 'sandbox' | 'production' | undefined;
  /** Milliseconds, both ends inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface AuditBook {
  /** Inside a write only; returns the number of the row. */
  append(row: AuditRow): number;
  /** Newest first. */
  list(filter: AuditFilter): Page<AuditLine>;
  head(): AuditHead;
  /** The number of the newest row whose action is another one; 0: there is none. */
  newest(of: { readonly except: string }): number;
  /** The hash that a row has, in hexadecimal; null when there is no such row. */
  hashAt(count: number): string | null;
  /** True when the log has a row about the action on the object. */
  isNoted(about: Pick<AuditRow, 'action' | 'objectId'>): boolean;
  /** True when the log has a row about the action. */
  has(action: string): boolean;
}

/** Opens the log; rows from before there was a chain are taken up, once. */
export function auditBook(database: Database): AuditBook {
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

  function link(row: Omit<AuditLine, 'hash'>): void {
    chain.run(row.id, chainHash(last.get()?.hash ?? NO_HASH, row));
  }

  const noted = raw
    .prepare<[string, string], number>(
      'SELECT 1 FROM audit WHERE object_id = ? AND action = ? LIMIT 1',
    )
    .pluck();

  takeUp(database, link);

  return {
    append(row) {
      const { lastInsertRowid } = insert.run(row);
      link({ ...row, id: Number(lastInsertRowid) });
      return Number(lastInsertRowid);
    },
    list(filter) {
      const { limit, before, actor, action, objectId, environment, from, to } = filter;
      const isStart = action?.endsWith('.');
      const rows = orm
        .select({ line: audit, hash: auditChain.hash })
        .from(audit)
        .innerJoin(auditChain, eq(auditChain.id, audit.id))
        .where(
          and(
            before === null ? undefined : lt(audit.id, before),
            actor === undefined ? undefined : eq(audit.actor, actor),
            action === undefined || isStart ? undefined : eq(audit.action, action),
            isStart
              ? sql`substr(${audit.action}, 1, ${action?.length ?? 0}) = ${action}`
              : undefined,
            objectId === undefined ? undefined : eq(audit.objectId, objectId),
            environment === undefined ? undefined : eq(audit.environment, environment),
            from === undefined ? undefined : gte(audit.at, from),
            to === undefined ? undefined : lte(audit.at, to),
          ),
        )
        .orderBy(desc(audit.id))
        .limit(limit + 1)
        .all();
      return pageOf(
        rows.map(({ line, hash }) => ({ ...line, hash })),
        limit,
      );
    },
    head() {
      const found = last.get();
      return { count: found?.id ?? 0, hash: (found?.hash ?? NO_HASH).toString('hex') };
    },
    newest: ({ except }) => newest.get(except) ?? 0,
    hashAt: (count) => hashAt.get(count)?.toString('hex') ?? null,
    isNoted: ({ action, objectId }) => noted.get(objectId, action) !== undefined,
    has: (action) =>
      orm.select({ id: audit.id }).from(audit).where(eq(audit.action, action)).limit(1).get() !==
      undefined,
  };
}

function takeUp({ orm, raw }: Database, link: (row: Omit<AuditLine, 'hash'>) => void): void {
  const isChained = raw.prepare('SELECT 1 FROM audit_chain LIMIT 1').get() !== undefined;
  if (isChained) return;
  raw
    .transaction(() => {
      for (const row of orm.select().from(audit).orderBy(audit.id).all()) link(row);
    })
    .immediate();
}
