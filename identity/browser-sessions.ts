// Browser sessions. A valid key opens a session. It ends with the key, with the access of the key's
// holder, after 30 minutes without use, after 12 hours, or by signing out. The browser stores a
// cookie; pages also send a token derived from it, which pages of other sites cannot.

import { createHash, timingSafeEqual } from 'node:crypto';
import { mintAt } from '../db/kernel/mint.ts';
import type { BrowserSession, SessionStore } from '../db/platform/browser-sessions.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { MINUTE_MS } from '../ledger/durations.ts';
import { createKey, hashKey } from './api-key.ts';

export const IDLE_MS = 30 * MINUTE_MS;
export const MAX_SESSION_MS = 12 * 60 * MINUTE_MS;
/** Time for which ended sessions are kept, for investigations. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

/** Maximum number of stored sessions of one owner; the audit log has all sign-ins. */
const MAX_KEPT = 50;

/** A new session with its cookie, which is not stored. */
export interface OpenedSession {
  readonly id: string;
  readonly cookie: string;
  readonly expiresAt: number;
}

export interface LiveSession<Who> {
  readonly id: string;
  readonly caller: Who;
  readonly expiresAt: number;
  readonly idleAt: number;
}

/** The key that opens a session, and the credential that was presented in its place. */
export interface AuthenticatedKey {
  readonly keyId: string;
  /**
   * Recorded in the audit log: `link`, or the id of a passkey; absent when the key was presented.
   */
  readonly by?: string;
}

/** Origin of a request, and whether a person sent it. */
export interface SessionUse {
  /** Address of the request; absent when unknown. */
  readonly address?: string | null;
  /** False for a request that does not count as use of the session. */
  readonly isUse?: boolean;
}

export interface BrowserSessions<Who> {
  /** Opens a session; null when the key is not valid. */
  open(order: {
    readonly key: string;
    /** Cookie of the session that the new one replaces, or null. */
    readonly before: string | null;
    readonly address?: string | null;
  }): Promise<OpenedSession | null>;
  /** Opens a session with the key that `find` returns, in the same transaction. */
  openWith(
    find: () => AuthenticatedKey | null,
    origin: { readonly before: string | null; readonly address?: string | null },
  ): Promise<OpenedSession | null>;
  /** The open session of a cookie; null otherwise. */
  find(cookie: string, sessionUse?: SessionUse): LiveSession<Who> | null;
  end(cookie: string): Promise<void>;
}

/** The holder of a valid key. */
export interface Holder<Who> {
  readonly caller: Who;
  /** Owner whose sessions are counted together. */
  readonly ownerId: string;
  /** For the audit log. */
  readonly actor: string;
  /** Expiry of the key; null when it does not expire. */
  readonly keyExpiresAt: number | null;
}

/** Differences between the kinds of session. */
export interface SessionTerms<Who> {
  readonly kind: 'console' | 'portal';
  /** Maximum number of open sessions of an owner; a further one ends the oldest. */
  readonly maxOpen: number;
  /** The holder of a key; null when the key is invalid, absent or not allowed from the address. */
  holderOf(keyId: string, time: number, address: string | null): Holder<Who> | null;
}

const NOUNS = { console: 'consoleSession', portal: 'portalSession' } as const;

/** The token that pages of a session send in addition to the cookie, from which it is derived. */
export function pageTokenOf(cookie: string): string {
  return createHash('sha256').update('kontor/console/page').update(cookie).digest('base64url');
}

/** True when the token is that of the cookie. */
export function isPageToken(cookie: string, token: string): boolean {
  const expected = Buffer.from(pageTokenOf(cookie));
  const sentToken = Buffer.from(token);
  return sentToken.length === expected.length && timingSafeEqual(sentToken, expected);
}

/** @param now milliseconds since 1970 UTC */
export function browserSessionsOf<Who>(
  rows: PlatformRows,
  now: () => number,
  terms: SessionTerms<Who>,
): BrowserSessions<Who> {
  const store = rows.sessions[terms.kind];

  function findLive(cookie: string, address: string | null) {
    const row = store.byToken(hashKey(cookie));
    const time = now();
    if (!row || row.endedAt !== null) return null;
    if (row.expiresAt <= time || row.usedAt + IDLE_MS <= time) return null;
    const holder = terms.holderOf(row.keyId, time, address);
    return holder && { row, holder };
  }

  const openWith: BrowserSessions<Who>['openWith'] = (find, { before, address = null }) =>
    rows.write(() => {
      const session = find();
      if (session === null) return null;
      const { keyId } = session;
      const time = now();
      const holder = terms.holderOf(keyId, time, address);
      if (holder === null) return null;
      const oldSession = before === null ? null : store.byToken(hashKey(before));
      if (oldSession) store.end(oldSession.id, time);
      return openSession(rows, { terms, holder, key: session, store }, time);
    });

  return {
    open: ({ key, ...opening }) =>
      openWith(() => {
        const keyId = store.findKeyId(hashKey(key));
        return keyId === null ? null : { keyId };
      }, opening),
    openWith,
    find(cookie, { address = null, isUse = true } = {}) {
      const session = findLive(cookie, address);
      if (!session) return null;
      const { row, holder } = session;
      const time = now();
      // The time of the last use is written at most once a minute.
      const isUseDue = isUse && time - row.usedAt >= MINUTE_MS;
      if (isUseDue) rows.write(() => store.noteUse(row.id, time)).catch(() => {});
      const idleAt = (isUse ? time : row.usedAt) + IDLE_MS;
      return { id: row.id, caller: holder.caller, expiresAt: row.expiresAt, idleAt };
    },
    end: (cookie) =>
      rows.write(() => {
        const row = store.byToken(hashKey(cookie));
        if (!row || row.endedAt !== null) return;
        store.end(row.id, now());
        const actor = terms.holderOf(row.keyId, now(), null)?.actor ?? row.keyId;
        recordAudit(rows, { action: `${terms.kind}.signed_out`, session: row, actor }, now());
      }),
  };
}

interface SessionOpening<Who> {
  readonly terms: SessionTerms<Who>;
  readonly holder: Holder<Who>;
  readonly key: AuthenticatedKey;
  readonly store: SessionStore;
}

function openSession<Who>(
  rows: PlatformRows,
  order: SessionOpening<Who>,
  time: number,
): OpenedSession {
  const { terms, holder, key, store } = order;
  const { keyId } = key;
  store.prune(time - KEPT_MS);
  const open = store.openSessions(holder.ownerId);
  for (const id of open.slice(0, Math.max(0, open.length - terms.maxOpen + 1))) store.end(id, time);
  store.trim(holder.ownerId, MAX_KEPT);
  const { key: cookie, hash: tokenHash } = createKey(`${terms.kind}_`);
  const expiresAt = Math.min(
    time + MAX_SESSION_MS,
    holder.keyExpiresAt ?? Number.POSITIVE_INFINITY,
  );
  const session: BrowserSession = {
    id: mintAt(NOUNS[terms.kind]).id,
    tokenHash,
    keyId,
    createdAt: time,
    usedAt: time,
    expiresAt,
    endedAt: null,
  };
  store.insert(session);
  const { actor } = holder;
  recordAudit(rows, { action: `${terms.kind}.signed_in`, session, actor, by: key.by }, time);
  return { id: session.id, cookie, expiresAt };
}

interface AuditNote {
  readonly action: string;
  readonly session: Pick<BrowserSession, 'id' | 'keyId'>;
  readonly actor: string;
  readonly by?: string | undefined;
}

function recordAudit(
  rows: PlatformRows,
  { action, session, actor, by }: AuditNote,
  time: number,
): void {
  const detail = JSON.stringify({ keyId: session.keyId, by });
  rows.insertAudit({ at: time, actor, action, objectId: session.id, environment: null, detail });
}
