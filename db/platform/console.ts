// The rows of operators' sessions in a browser. A session is read together with its key and its
// person, so that what ends one of these ends it. What they mean is decided in identity/.

import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../kernel/connect.ts';
import { consoleSessions, operatorKeys } from './tables.ts';

export type ConsoleSession = typeof consoleSessions.$inferSelect;

/** A session with what decides whether it counts. */
export interface ConsoleSessionFound extends ConsoleSession {
  readonly operatorId: string;
  readonly name: string;
  readonly roles: string;
  readonly status: 'invited' | 'active' | 'disabled';
  readonly keyExpiresAt: number | null;
}

/** Reads and writes them; call what writes inside `database.write` only. */
export function consoleBook({ orm, raw }: Database) {
  const byToken = raw.prepare<[Buffer], ConsoleSessionFound>(
    `SELECT s.id, s.token_hash AS tokenHash, s.key_id AS keyId, s.created_at AS createdAt,
       s.used_at AS usedAt, s.expires_at AS expiresAt, s.ended_at AS endedAt,
       o.id AS operatorId, o.name, o.roles, o.status, k.expires_at AS keyExpiresAt
     FROM console_sessions s JOIN operator_keys k ON k.id = s.key_id
     JOIN operators o ON o.id = k.operator_id WHERE s.token_hash = ?`,
  );
  const used = raw.prepare('UPDATE console_sessions SET used_at = max(used_at, ?) WHERE id = ?');
  const prune = raw.prepare('DELETE FROM console_sessions WHERE expires_at <= ?');

  const end = (id: string, at: number) =>
    void orm
      .update(consoleSessions)
      .set({ endedAt: at })
      .where(and(eq(consoleSessions.id, id), isNull(consoleSessions.endedAt)))
      .run();
  /** Sessions of a person that were not ended, the oldest first. */
  const openOf = (operatorId: string): { id: string }[] =>
    orm
      .select({ id: consoleSessions.id })
      .from(consoleSessions)
      .innerJoin(operatorKeys, eq(operatorKeys.id, consoleSessions.keyId))
      .where(and(eq(operatorKeys.operatorId, operatorId), isNull(consoleSessions.endedAt)))
      .orderBy(asc(consoleSessions.id))
      .all();

  return {
    byToken: (hash: Buffer): ConsoleSessionFound | null => byToken.get(hash) ?? null,
    /** The key that a session is opened with. */
    keyOf: (hash: Buffer): string | null =>
      orm
        .select({ id: operatorKeys.id })
        .from(operatorKeys)
        .where(eq(operatorKeys.keyHash, hash))
        .get()?.id ?? null,
    insert: (row: ConsoleSession) => void orm.insert(consoleSessions).values(row).run(),
    end,
    used: (id: string, at: number) => void used.run(at, id),
    openOf,
    /** Ends all sessions of a person. */
    endOf(operatorId: string, at: number): void {
      for (const { id } of openOf(operatorId)) end(id, at);
    },
    /** Those whose time was over at a moment. */
    prune: (at: number) => void prune.run(at),
  };
}
