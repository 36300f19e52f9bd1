// The mark of a developer that is leaving a ledger. While it exists, the ledger accepts no writes
// of the developer.

import type BetterSqlite3 from 'better-sqlite3';
import { lastingWork, type OpenWork } from './open-work.ts';

/**
 * Marks the developer unless lasting work is open. Returns that work. Call it only inside a write.
 */
export function markLeaving(raw: BetterSqlite3.Database, tenantId: string, to: string): OpenWork[] {
  const open = lastingWork(raw, tenantId);
  if (open.length > 0) return open;
  raw.prepare("INSERT INTO tenant_moves VALUES (?, 'leaving', ?, ?)").run(tenantId, to, Date.now());
  return [];
}

/** Lets the developer write in the old ledger again. Call it only inside a write. */
export function unmarkLeaving(raw: BetterSqlite3.Database, tenantId: string): void {
  raw.prepare("DELETE FROM tenant_moves WHERE tenant_id = ? AND stage = 'leaving'").run(tenantId);
}
