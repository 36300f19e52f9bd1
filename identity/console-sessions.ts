// Sessions of operators in a browser: opened with a key that is good, and over with that key, with
// the person's access, after a while without use, at the latest after a working day, or by signing
// out. The browser keeps a cookie; its pages send a second token, so that no other site's can.

import { createHash, timingSafeEqual } from 'node:crypto';
import { mintAt } from '../db/kernel/mint.ts';
import type { ConsoleSession, ConsoleSessionFound } from '../db/platform/console.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { hashKey, newKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { rolesIn } from './operators.ts';

const MINUTE_MS = 60_000;
export const CONSOLE_IDLE_MS = 30 * MINUTE_MS;
export const CONSOLE_LONGEST_MS = 12 * 60 * MINUTE_MS;
/** More than the browsers of one person; another one ends the oldest. */
const MOST_OPEN = 5;
/** Ended ones are kept so long, for whoever looks into what happened. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

type OperatorCaller = Extract<Caller, { kind: 'operator' }>;

/** A session at the only moment at which its cookie is known. */
export interface OpenedSession {
  readonly id: string;
  readonly cookie: string;
  readonly expiresAt: number;
}

export interface LiveSession {
  readonly id: string;
  readonly caller: OperatorCaller;
  readonly expiresAt: number;
  readonly idleAt: number;
}

export interface ConsoleSessions {
  /** Null when the key is not that of an active operator. @param before a cookie it replaces */
  open(order: {
    readonly key: string;
    readonly before: string | null;
  }): Promise<OpenedSession | null>;
  /** The session of a cookie while it counts. @param isUse false: it does not keep it alive */
  find(cookie: string, isUse?: boolean): LiveSession | null;
  end(cookie: string): Promise<void>;
}

/** What the pages of a session send beside its cookie; nobody makes it without the cookie. */
export function pageTokenOf(cookie: string): string {
  return createHash('sha256').update('kontor/console/page').update(cookie).digest('base64url');
}

/** True when a page of the session sent it. */
export function isPageToken(cookie: string, given: string): boolean {
  const expected = Buffer.from(pageTokenOf(cookie));
  const sent = Buffer.from(given);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** @param now milliseconds since 1970 UTC */
export function consoleSessionsOf(rows: PlatformRows, now: () => number): ConsoleSessions {
  const { consoles: book } = rows;

  function live(cookie: string): ConsoleSessionFound | null {
    const row = book.byToken(hashKey(cookie));
    if (!row || row.endedAt !== null || row.status !== 'active') return null;
    const at = now();
    const isOver = row.expiresAt <= at || row.usedAt + CONSOLE_IDLE_MS <= at;
    if (isOver || (row.keyExpiresAt !== null && row.keyExpiresAt <= at)) return null;
    return row;
  }

  return {
    open: ({ key, before }) =>
      rows.write(() => {
        const operator = rows.operators.byKey(hashKey(key));
        const keyId = book.keyOf(hashKey(key));
        const at = now();
        const isGood = operator?.status === 'active' && (operator.expiresAt ?? at + 1) > at;
        if (!operator || !isGood || keyId === null) return null;
        const old = before === null ? null : book.byToken(hashKey(before));
        if (old) book.end(old.id, at);
        return opened(rows, { operatorId: operator.id, keyId, keyEnds: operator.expiresAt }, at);
      }),
    find(cookie, isUse = true) {
      const row = live(cookie);
      if (!row) return null;
      const at = now();
      // Once a minute is enough to know that somebody is there.
      const isNews = isUse && at - row.usedAt >= MINUTE_MS;
      if (isNews) rows.write(() => book.used(row.id, at)).catch(() => {});
      const { operatorId, name, expiresAt } = row;
      const caller = { kind: 'operator', operatorId, name, sessionId: row.id } as const;
      const idleAt = (isUse ? at : row.usedAt) + CONSOLE_IDLE_MS;
      return { id: row.id, caller: { ...caller, roles: new Set(rolesIn(row)) }, expiresAt, idleAt };
    },
    end: (cookie) =>
      rows.write(() => {
        const row = live(cookie);
        if (!row) return;
        book.end(row.id, now());
        note(rows, { action: 'console.signed_out', session: row, actor: row.operatorId }, now());
      }),
  };
}

interface Opening {
  readonly operatorId: string;
  readonly keyId: string;
  readonly keyEnds: number | null;
}

function opened(rows: PlatformRows, order: Opening, at: number): OpenedSession {
  const { consoles: book } = rows;
  const { operatorId, keyId, keyEnds } = order;
  book.prune(at - KEPT_MS);
  const open = book.openOf(operatorId);
  for (const { id } of open.slice(0, Math.max(0, open.length - MOST_OPEN + 1))) book.end(id, at);
  const { key: cookie, hash: tokenHash } = newKey('console_');
  const expiresAt = Math.min(at + CONSOLE_LONGEST_MS, keyEnds ?? Number.POSITIVE_INFINITY);
  const session: ConsoleSession = {
    id: mintAt('consoleSession').id,
    tokenHash,
    keyId,
    createdAt: at,
    usedAt: at,
    expiresAt,
    endedAt: null,
  };
  book.insert(session);
  note(rows, { action: 'console.signed_in', session, actor: operatorId }, at);
  return { id: session.id, cookie, expiresAt };
}

interface Note {
  readonly action: string;
  readonly session: Pick<ConsoleSession, 'id' | 'keyId'>;
  readonly actor: string;
}

function note(rows: PlatformRows, { action, session, actor }: Note, at: number): void {
  const detail = JSON.stringify({ keyId: session.keyId });
  rows.insertAudit({ at, actor, action, objectId: session.id, environment: null, detail });
}
