// OAuth clients: apps of developers that act for customers. Registers, changes and revokes them,
// and rotates their secrets. Each act is logged in the audit log in its own transaction.

import { mintAt } from '../db/kernel/mint.ts';
import type { ClientOwner, OAuthClient } from '../db/platform/oauth.ts';
import type { Developer, PlatformRows } from '../db/platform/rows.ts';
import { createKey } from './api-key.ts';
import { originsOf } from './page-origins.ts';
import type { Scope } from './scopes.ts';

export interface ClientOrder {
  readonly owner: ClientOwner;
  readonly name: string;
  readonly type: OAuthClient['type'];
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
  readonly actor: string;
}

export interface ClientAct {
  readonly owner: ClientOwner;
  readonly clientId: string;
  readonly actor: string;
}

export interface ClientChange {
  readonly name?: string | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

/** A client with its new secret, which is not stored; null for a public client. */
export interface IssuedClient {
  readonly row: OAuthClient;
  readonly secret: string | null;
}

/** An active client with its developer. */
export interface UsableClient {
  readonly client: OAuthClient;
  readonly developer: Developer;
}

/** Maximum number of active clients of a developer in an environment. */
export const MAX_CLIENTS = 50;

/** Registers a client; null when the environment has {@link MAX_CLIENTS}. */
export function registerClient(rows: PlatformRows, order: ClientOrder): IssuedClient | null {
  const { oauth } = rows;
  if (oauth.countClients(order.owner) >= MAX_CLIENTS) return null;
  const { id, at } = mintAt('oauthClient');
  const secret = order.type === 'confidential' ? createKey('oauth_secret_') : null;
  const row: OAuthClient = {
    id,
    ...order.owner,
    name: order.name,
    type: order.type,
    secretHash: secret?.hash ?? null,
    lastFour: secret?.lastFour ?? null,
    redirectUris: order.redirectUris,
    scopes: order.scopes.join(' '),
    status: 'active',
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  oauth.insertClient(row);
  oauth.setPageOrigins(row.id, originsOf(row));
  recordAudit(rows, row, { action: 'oauth_client.created', actor: order.actor, at });
  return { row, secret: secret?.key ?? null };
}

/** Changes name, scopes and redirect URIs of a client; null when it is unknown or revoked. */
export function changeClient(
  rows: PlatformRows,
  act: ClientAct & { readonly change: ClientChange },
  now: number,
): OAuthClient | null {
  const row = rows.oauth.findClient(act.owner, act.clientId);
  if (row?.status !== 'active') return null;
  const { name, redirectUris, scopes } = act.change;
  const next = save(rows, row, now, {
    ...(name === undefined ? {} : { name }),
    ...(redirectUris === undefined ? {} : { redirectUris }),
    ...(scopes === undefined ? {} : { scopes: scopes.join(' ') }),
  });
  recordAudit(rows, next, { action: 'oauth_client.changed', actor: act.actor, at: now });
  return next;
}

/** Gives a confidential client a new secret, which replaces the previous one. */
export function rotateClientSecret(
  rows: PlatformRows,
  act: ClientAct,
  now: number,
): IssuedClient | 'not_found' | 'no_secret' {
  const row = rows.oauth.findClient(act.owner, act.clientId);
  if (row?.status !== 'active') return 'not_found';
  if (row.type === 'public') return 'no_secret';
  const secret = createKey('oauth_secret_');
  const next = save(rows, row, now, { secretHash: secret.hash, lastFour: secret.lastFour });
  recordAudit(rows, next, { action: 'oauth_client.secret_rotated', actor: act.actor, at: now });
  return { row: next, secret: secret.key };
}

/** Revokes a client with all consents for it; null when it is unknown. Idempotent. */
export function revokeClient(rows: PlatformRows, act: ClientAct, now: number): OAuthClient | null {
  const row = rows.oauth.findClient(act.owner, act.clientId);
  if (!row || row.status === 'revoked') return row;
  for (const { id, grantId } of rows.oauth.consentsOfClient(row.id)) {
    rows.oauth.endConsent(id, now);
    rows.oauth.removeGrant(grantId);
  }
  const next = save(rows, row, now, { status: 'revoked' });
  recordAudit(rows, next, { action: 'oauth_client.revoked', actor: act.actor, at: now });
  return next;
}

/** An active client; null when it is revoked or its developer is suspended. */
export function findUsableClient(rows: PlatformRows, id: string): UsableClient | null {
  const client = rows.oauth.clientById(id);
  if (client?.client.status !== 'active') return null;
  return client.developer.sandboxStatus === 'suspended' ? null : client;
}

function save(rows: PlatformRows, row: OAuthClient, now: number, fields: Partial<OAuthClient>) {
  const next: OAuthClient = { ...row, ...fields, version: row.version + 1, updatedAt: now };
  rows.oauth.updateClient(next);
  rows.oauth.setPageOrigins(next.id, originsOf(next));
  return next;
}

interface AuditNote {
  readonly action: string;
  readonly actor: string;
  readonly at: number;
}

function recordAudit(rows: PlatformRows, row: OAuthClient, { action, actor, at }: AuditNote): void {
  const { id: objectId, environment, developerId, name, type, redirectUris, scopes } = row;
  const detail = JSON.stringify({ developerId, name, type, redirectUris, scopes });
  rows.insertAudit({ at, actor, action, objectId, environment, detail });
}
