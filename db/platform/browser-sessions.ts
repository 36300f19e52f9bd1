// The rows of browser sessions, in one table for operators and one for developers. identity/
// decides whether a session is valid, by its key and its holder.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { consoleSessions, portalSessions } from './tables.ts';

export type BrowserSession = typeof consoleSessions.$inferSelect;

const SESSION_TABLES = {
  console: { table: consoleSessions, name: 'console_sessions', keys: 'operator_keys' },
  portal: { table: portalSessions, name: 'portal_sessions', keys: 'api_keys' },
} as const;
const OWNERS = { console: 'operator_id', portal: 'developer_id' } as const;

export type SessionKind = keyof typeof SESSION_TABLES;
export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * Reads and writes the sessions of one kind. Call the writing functions only inside
 * `database.write`.
 */
export function createSessionStore({ raw }: Pick<Database, 'raw'>, kind: SessionKind) {
  const { table, name, keys } = SESSION_TABLES[kind];
  const byToken = raw.prepare<[Buffer], BrowserSession>(
    `SELECT ${columnsOf(table)} FROM ${name} WHERE token_hash = ?`,
  );
  const keyOf = raw.prepare<[Buffer], string>(`SELECT id FROM ${keys} WHERE key_hash = ?`).pluck();
  const insert = raw.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const noteUsed = raw.prepare(`UPDATE ${name} SET used_at = max(used_at, ?) WHERE id = ?`);
  const prune = raw.prepare(`DELETE FROM ${name} WHERE expires_at <= ?`);
  const trim = raw.prepare(
    `DELETE FROM ${name} WHERE id IN (
       SELECT s.id FROM ${name} s JOIN ${keys} k ON k.id = s.key_id
       WHERE k.${OWNERS[kind]} = ? AND s.ended_at IS NOT NULL
       ORDER BY s.id DESC LIMIT -1 OFFSET ?)`,
  );
  const end = raw.prepare(`UPDATE ${name} SET ended_at = ? WHERE id = ? AND ended_at IS NULL`);
  const openOf = raw
    .prepare<[string], string>(
      `SELECT s.id FROM ${name} s JOIN ${keys} k ON k.id = s.key_id
       WHERE k.${OWNERS[kind]} = ? AND s.ended_at IS NULL ORDER BY s.id`,
    )
    .pluck();

  const endOfKey = raw.prepare(
    `UPDATE ${name} SET ended_at = ? WHERE key_id = ? AND id <> ? AND ended_at IS NULL`,
  );

  return {
    byToken: (hash: Buffer): BrowserSession | null => byToken.get(hash) ?? null,
    /** Returns the id of the key with a hash, or null. */
    findKeyId: (hash: Buffer): string | null => keyOf.get(hash) ?? null,
    insert(row: BrowserSession): void {
      const { id, tokenHash, keyId, createdAt, usedAt, expiresAt, endedAt } = row;
      insert.run(id, tokenHash, keyId, createdAt, usedAt, expiresAt, endedAt);
    },
    end: (id: string, time: number): void => void end.run(time, id),
    noteUse: (id: string, time: number): void => void noteUsed.run(time, id),
    /** Returns the sessions of an owner that have not ended, oldest first. */
    openSessions: (ownerId: string): string[] => openOf.all(ownerId),
    /** Ends all sessions of an owner. */
    endAll(ownerId: string, time: number): void {
      for (const id of openOf.all(ownerId)) end.run(time, id);
    },
    /**
     * Ends all sessions of a key.
     * @param keptId id of the session that stays
     */
    endSessionsOfKey: (keyId: string, time: number, keptId: string): void =>
      void endOfKey.run(time, keyId, keptId),
    /** Deletes the ended sessions of an owner, except the newest `max`. */
    trim: (ownerId: string, max: number): void => void trim.run(ownerId, max),
    /** Deletes the sessions that have expired by a time. */
    prune: (time: number): void => void prune.run(time),
  };
}
