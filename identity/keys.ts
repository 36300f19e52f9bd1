// Issues, rotates and revokes API keys, and records their last use. Each act is logged in the audit
// log in its own transaction.

import type { EnvironmentName } from '../db/kernel/environment.ts';
import { mintAt } from '../db/kernel/mint.ts';
import type { ApiKey, PlatformRows } from '../db/platform/rows.ts';
import { createKey } from './api-key.ts';
import type { Scope } from './scopes.ts';

export interface KeyOrder {
  readonly developerId: string;
  readonly environment: EnvironmentName;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
  /** Networks from which the key may be used; empty for all. */
  readonly ipAllow: readonly string[];
  /** Requester, for the audit log. */
  readonly actor: string;
  /** `mail`: a key for sessions that are opened by mail links; no person sees it. */
  readonly origin?: ApiKey['origin'];
  /** The key that the new one replaces. */
  readonly replaces?: ApiKey;
}

/** A new key with its secret, which is not stored. */
export interface IssuedKey {
  readonly key: string;
  readonly row: ApiKey;
}

/** Maximum number of valid keys of a developer in both environments. */
export const MAX_KEYS = 20;

/** Issues a key; null when the developer has {@link MAX_KEYS}. Call it inside a write. */
export function issueKey(rows: PlatformRows, order: KeyOrder, action: string): IssuedKey | null {
  const key = createKey(order.environment === 'sandbox' ? 'sk_test_' : 'sk_live_');
  const { id, at } = mintAt('apiKey');
  const { origin = 'made' } = order;
  if (origin === 'made' && rows.countKeys(order.developerId, at) >= MAX_KEYS) return null;
  const row: ApiKey = {
    id,
    developerId: order.developerId,
    environment: order.environment,
    name: order.name,
    keyHash: key.hash,
    lastFour: key.lastFour,
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
  recordAudit(rows, { row, action, actor: order.actor, at });
  return { key: key.key, row };
}

export interface KeyAct {
  readonly developerId: string;
  readonly keyId: string;
  readonly actor: string;
}

/** Revokes a key at once; null when it is unknown. Idempotent. Call it inside a write. */
export function revokeKey(rows: PlatformRows, { developerId, keyId, actor }: KeyAct, now: number) {
  const row = rows.findKey(developerId, keyId);
  if (!row || row.status === 'revoked') return row;
  const next = change(rows, row, { status: 'revoked', revokedAt: now }, now);
  recordAudit(rows, { row, action: 'api_key.revoked', actor, at: now });
  return next;
}

/** Issues a replacement; the old key stays valid for `overlapMs`. Null when it is not active. */
export function rotateKey(rows: PlatformRows, act: KeyAct & { overlapMs: number }, now: number) {
  const row = rows.findKey(act.developerId, act.keyId);
  if (row?.status !== 'active' || hasExpired(row, now)) return null;
  const end = Math.min(now + act.overlapMs, row.expiresAt ?? Number.POSITIVE_INFINITY);
  change(rows, row, { status: 'rotating', expiresAt: end }, now);
  recordAudit(rows, { row, action: 'api_key.rotated', actor: act.actor, at: now });
  const { developerId, environment, name, expiresAt } = row;
  const scopes = row.scopes.split(' ') as Scope[];
  const keyFields = { developerId, environment, name, scopes, expiresAt, actor: act.actor };
  const terms = { ...keyFields, ipAllow: networksOf(row), replaces: row };
  const replacement = issueKey(rows, terms, 'api_key.created');
  return replacement ?? ('key_limit' as const);
}

/** The id that a key and its replacements share, because they are one credential. */
export function lineOf({ id, line }: Pick<ApiKey, 'id' | 'line'>): string {
  return line ?? id;
}

/** The networks from which a key may be used; empty for all. */
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

interface AuditNote {
  readonly row: ApiKey;
  readonly action: string;
  readonly actor: string;
  readonly at: number;
}

function recordAudit(rows: PlatformRows, { row, action, actor, at }: AuditNote): void {
  const { id: objectId, environment, developerId, name, lastFour, scopes } = row;
  const detail = JSON.stringify({ developerId, name, lastFour, scopes });
  rows.insertAudit({ at, actor, action, objectId, environment, detail });
}

const SAVE_EVERY_MS = 60_000;

/** Records when keys were last used: in memory, saved once a minute and at shutdown. */
export function trackLastUses(rows: PlatformRows) {
  const lastUseById = new Map<string, number>();
  const unsaved = new Set<string>();
  async function save(): Promise<void> {
    const ids = [...unsaved];
    if (ids.length === 0) return;
    unsaved.clear();
    await rows.write(() => {
      for (const id of ids) rows.saveLastUse(id, lastUseById.get(id) ?? 0);
    });
  }
  // A failed save is repeated with the next use.
  const timer = setInterval(() => void save().catch(() => {}), SAVE_EVERY_MS);
  timer.unref();
  return {
    noteUse(keyId: string, time: number): void {
      lastUseById.set(keyId, time);
      unsaved.add(keyId);
    },
    /** The row with its last use, including one that is not saved yet. */
    withLastUse(row: ApiKey): ApiKey {
      const lastUse = Math.max(lastUseById.get(row.id) ?? 0, row.lastUsedAt ?? 0);
      return { ...row, lastUsedAt: lastUse === 0 ? null : lastUse };
    },
    stop(): void {
      clearInterval(timer);
      try {
        for (const id of unsaved) rows.saveLastUse(id, lastUseById.get(id) ?? 0);
      } catch {
        // A failure (disk full) must not stop the shutdown.
      }
    },
  };
}
