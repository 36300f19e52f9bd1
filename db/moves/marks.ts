// The mark of a developer that is leaving a ledger, by which it takes no write of the developer.

import type BetterSqlite3 from 'better-sqlite3';
import { lastingWork, type OpenWork } from './open-work.ts';

/** Marks the developer unless something lasting is open, which it returns. Inside a write only. */
export function markUnlessOpen(
  raw: BetterSqlite3.Database,
  tenantId: string,
  to: string,
): OpenWork[] {
  const open = lastingWork(raw, tenantId);
  if (open.length > 0) return open;
  raw.prepare("INSERT INTO tenant_moves VALUES (?, 'leaving', ?, ?)").run(tenantId, to, Date.now());
  return [];
}

/** The developer writes in the old ledger again. Inside a write only. */
export function unmark(raw: BetterSqlite3.Database, tenantId: string): void {
  raw.prepare("DELETE FROM tenant_moves WHERE tenant_id = ? AND stage = 'leaving'").run(tenantId);
}
