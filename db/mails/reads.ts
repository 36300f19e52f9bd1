// Reads mails that are queued and still have to be sent.

import { columnsOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { MailRow } from './acts.ts';
import { mails } from './tables.ts';

/** Returns a mail; null when no mail has this id. */
export function findMail({ database }: Pick<ReadLedger, 'database'>, id: string): MailRow | null {
  const sql = `SELECT ${columnsOf(mails)} FROM mails WHERE id = ?`;
  return database.raw.prepare<[string], MailRow>(sql).get(id) ?? null;
}

/** Returns the queued mails after an id, oldest first. */
export function listQueuedMails(
  { database }: Pick<ReadLedger, 'database'>,
  order: { readonly after: string; readonly limit: number },
): Pick<MailRow, 'id' | 'tenantId' | 'kind'>[] {
  return database.raw
    .prepare<[string, number], Pick<MailRow, 'id' | 'tenantId' | 'kind'>>(
      `SELECT id, tenant_id AS tenantId, kind FROM mails
       WHERE status = 'queued' AND id > ? ORDER BY id LIMIT ?`,
    )
    .all(order.after, order.limit);
}
