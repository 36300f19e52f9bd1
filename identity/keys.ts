// The life of API keys: made, replaced, revoked, and when they were last used. Each act is in the
// audit log in the transaction that does it.

import type { EnvironmentName } from '../db/kernel/environment.ts';
import { mintAt } from '../db/kernel/mint.ts';
import type { ApiKey, PlatformRows } from '../db/platform/rows.ts';
import { newKey } from './api-key.ts';
import type { Scope } from './scopes.ts';

export interface KeyOrder {
  readonly developerId: string;
  readonly environment: EnvironmentName;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
  /** Networks that it works from; empty: from everywhere. */
  readonly ipAllow: readonly string[];
  /** Requester, for the audit log. */
  readonly actor: string;
  /** `mail`: it is for sessions that a link of a mail opens, and no person sees it. */
  readonly origin?: ApiKey['origin'];
  /** The key that it replaces. */
  readonly replaces?: ApiKey;
}

/** A key at the only moment at which its secret is known. */
export interface IssuedKey {
  readonly key: string;
  readonly row: ApiKey;
}

/** Keys that work at a time, of both environments: more are lost track of. */
export const MOST_KEYS = 20;

/** Makes a key; null when the developer has as many as there may be. */
export function issue(rows: PlatformRows, order: KeyOrder, action: string): IssuedKey | null {
  const made = newKey(order.environment === 'sandbox' ? 'sk_test_' : 'sk_live_');
  const { id, at } = mintAt('apiKey');
  const { origin = 'made' } = order;
  if (origin === 'made' && rows.countKeys(order.developerId, at) >= MOST_KEYS) return null;
  const row: ApiKey = {
    id,
    developerId: order.developerId,
    environment: order.environment,
    name: order.name,
    keyHash: made.hash,
    lastFour: made.lastFour,
    scopes: order.scopes.join(' '),
    status: 'active',
    expiresAt: order.expiresAt,
    revokedAt: null,
    createdAt: at,
    updatedAt: at,
    version: 1,
    ipAllow: order.ipAllow.join(' '),
    lastUsedAt: null,
    origin,
    line: order.replaces ? lineOf(order.replaces) : null,
  };
  rows.insertKey(row);
  note(rows, { row, action, actor: order.actor, at });
  return { key: made.key, row };
}

export interface KeyAct {
  readonly developerId: string;
  readonly keyId: string;
  readonly actor: string;
}

/** Ends a key at once; the same again changes nothing. Null when there is none. */
export function revoke(rows: PlatformRows, { developerId, keyId, actor }: KeyAct, at: number) {
  const row = rows.findKey(developerId, keyId);
  if (!row || row.status === 'revoked') return row;
  const next = change(rows, row, { status: 'revoked', revokedAt: at }, at);
  note(rows, { row, action: 'api_key.revoked', actor, at });
  return next;
}

/** Gives a key its heir; null when it has ended already. The old one lives on for the overlap. */
export function rotate(rows: PlatformRows, act: KeyAct & { overlapMs: number }, at: number) {
  const row = rows.findKey(act.developerId, act.keyId);
  if (row?.status !== 'active' || hasExpired(row, at)) return null;
  const end = Math.min(at + act.overlapMs, row.expiresAt ?? Number.POSITIVE_INFINITY);
  change(rows, row, { status: 'rotating', expiresAt: end }, at);
  note(rows, { row, action: 'api_key.rotated', actor: act.actor, at });
  const { developerId, environment, name, expiresAt } = row;
  const scopes = row.scopes.split(' ') as Scope[];
  const common = { developerId, environment, name, scopes, expiresAt, actor: act.actor };
  const terms = { ...common, ipAllow: networksOf(row), replaces: row };
  const heir = issue(rows, terms, 'api_key.created');
  return heir ?? ('key_limit' as const);
}

/**
 * The line of a key: the id that a key and its replacements share, because they are one credential.
 */
export function lineOf({ id, line }: Pick<ApiKey, 'id' | 'line'>): string {
  return line ?? id;
}

/** The networks that a key works from; empty: everywhere. */
export function networksOf({ ipAllow }: Pick<ApiKey, 'ipAllow'>): string[] {
  return ipAllow.split(' ').filter(Boolean);
}

function hasExpired(row: ApiKey, now: number): boolean {
  return row.expiresAt !== null && row.expiresAt <= now;
}

function change(rows: PlatformRows, row: ApiKey, fields: Partial<ApiKey>, now: number): ApiKey {
  const next: ApiKey = { ...row, ...fields, version: row.version + 1, updatedAt: now };
  rows.updateKey(next);
  return next;
}

interface Note {
  readonly row: ApiKey;
  readonly action: string;
  readonly actor: string;
  readonly at: number;
}

function note(rows: PlatformRows, { row, action, actor, at }: Note): void {
  const { id: objectId, environment, developerId, name, lastFour, scopes } = row;
  const detail = JSON.stringify({ developerId, name, lastFour, scopes });
  rows.insertAudit({ at, actor, action, objectId, environment, detail });
}

const SAVE_EVERY_MS = 60_000;

/** When keys were last used: kept in memory, and saved once a minute and at the end. */
export function lastUses(rows: PlatformRows) {
  const fresh = new Map<string, number>();
  const unsaved = new Set<string>();
  async function save(): Promise<void> {
    const ids = [...unsaved];
    if (ids.length === 0) return;
    unsaved.clear();
    await rows.write(() => {
      for (const id of ids) rows.saveLastUse(id, fresh.get(id) ?? 0);
    });
  }
  // A failed save is repeated with the next use.
  const timer = setInterval(() => void save().catch(() => {}), SAVE_EVERY_MS);
  timer.unref();
  return {
    noteUse(keyId: string, at: number): void {
      fresh.set(keyId, at);
      unsaved.add(keyId);
    },
    /** The row as it stands, with a use that is not saved yet. */
    with(row: ApiKey): ApiKey {
      const at = Math.max(fresh.get(row.id) ?? 0, row.lastUsedAt ?? 0);
      return { ...row, lastUsedAt: at === 0 ? null : at };
    },
    stop(): void {
      clearInterval(timer);
      try {
        for (const id of unsaved) rows.saveLastUse(id, fresh.get(id) ?? 0);
      } catch {
        // A full disk at the end: the bank closes all the same.
      }
    },
  };
}
