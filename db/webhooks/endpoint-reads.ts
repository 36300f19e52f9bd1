// Reads webhook endpoints for the API and for deliveries.

import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import type { Seal } from '../kernel/seal.ts';
import { isAmong } from '../kernel/sets.ts';
import { webhookEndpoints } from '../kernel/tables.ts';
import { type EndpointRow, type EndpointView, endpointView } from './endpoint-view.ts';

/** The facts needed to send to an endpoint. */
export interface Recipient {
  readonly id: string;
  readonly tenantId: string;
  readonly url: string;
  /**
   * The whole URL, sealed in the context `urlContext(id)`; null when `url` is the whole URL.
   */
  readonly sealedUrl: string | null;
  readonly payload: 'full' | 'thin';
  readonly status: EndpointRow['status'];
  /** One or two secrets, newest first, sealed in the context `secretContext(id)`. */
  readonly sealedSecrets: readonly string[];
}

/** The context in which the secrets of an endpoint are sealed (db/kernel/seal.ts). */
export function secretContext(endpointId: string): string {
  return `webhook/${endpointId}`;
}

/** The context in which the URL of an endpoint is sealed. */
export function urlContext(endpointId: string): string {
  return `webhook-url/${endpointId}`;
}

/** Returns the URL that messages to an endpoint are sent to. */
export function addressOf({ id, url, sealedUrl }: Recipient, seal: Pick<Seal, 'open'>): string {
  return sealedUrl === null ? url : seal.open(sealedUrl, urlContext(id));
}

/** Returns an endpoint; null when the tenant has no such endpoint or has removed it. */
export async function findEndpoint(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<EndpointView | null> {
  const row = ledger.database.orm
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.id, id),
        eq(webhookEndpoints.tenantId, tenantId),
        isNull(webhookEndpoints.removedAt),
      ),
    )
    .get();
  return row ? endpointView(row, ledger.livemode) : null;
}

/** Returns the endpoints with these ids, of every tenant. Ids without an endpoint are left out. */
export function findEndpoints(ledger: ReadLedger, ids: readonly string[]): EndpointView[] {
  const { orm } = ledger.database;
  const existingEndpoint = and(
    isAmong(webhookEndpoints.id, ids),
    isNull(webhookEndpoints.removedAt),
  );
  const rows = orm.select().from(webhookEndpoints).where(existingEndpoint).all();
  return rows.map((row) => endpointView(row, ledger.livemode));
}

/** Endpoints of a tenant, newest first. */
export async function listEndpoints(
  ledger: ReadLedger,
  tenantId: string,
  page: PageOrder,
): Promise<Page<EndpointView>> {
  const rows = ledger.database.orm
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.tenantId, tenantId),
        isNull(webhookEndpoints.removedAt),
        hasMetadata('webhook_endpoint', tenantId, webhookEndpoints.id, page.metadata),
        page.startingAfter ? lt(webhookEndpoints.id, page.startingAfter) : undefined,
      ),
    )
    .orderBy(desc(webhookEndpoints.id))
    .limit(page.limit + 1)
    .all();
  return pageOf(
    rows.map((row) => endpointView(row, ledger.livemode)),
    page.limit,
  );
}

/**
 * Returns the URL and the signing secrets of an endpoint; null when it was removed, even while
 * deliveries are running.
 */
export function findRecipient(ledger: ReadLedger, id: string): Recipient | null {
  const row = ledger.database.orm
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.removedAt)))
    .get();
  if (!row) return null;
  const { tenantId, url, sealedUrl, payload, status } = row;
  const sealedSecrets = liveSecrets(row, ledger.now());
  return { id, tenantId, url, sealedUrl, payload, status, sealedSecrets };
}

function liveSecrets(row: EndpointRow, now: number): string[] {
  const previous =
    row.previousSecretExpiresAt !== null && row.previousSecretExpiresAt > now
      ? row.previousSecret
      : null;
  return [row.secret, previous].filter((secret) => secret !== null);
}

/**
 * Returns the sealed secret with a number while it is live, so that a repeated request returns the
 * secret of the first request.
 */
export function findSecret(ledger: ReadLedger, id: string, number: number): string | null {
  const row = ledger.database.orm
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .get();
  return row ? (liveSecrets(row, ledger.now())[row.secretNumber - number] ?? null) : null;
}
