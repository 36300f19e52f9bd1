// Webhook endpoints made by acts of the ledger, for tests below the API.

import { createSecret } from '../../../activities/webhooks/sign.ts';
import { mint } from '../../../db/kernel/mint.ts';
import type { Seal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { AttemptRecord } from '../../../db/webhooks/deliveries.ts';
import { secretContext } from '../../../db/webhooks/endpoint-reads.ts';
import { createEndpoint } from '../../../db/webhooks/endpoints.ts';
import { cause, TENANT } from '../bank/books.ts';

/** Creates an endpoint of the rig's tenant with its own secret. */
export async function openEndpoint(
  ledger: Ledger,
  seal: Seal,
  { url, events, tenantId = TENANT }: { url: string; events: readonly string[]; tenantId?: string },
): Promise<{ id: string; secret: string }> {
  const secret = createSecret();
  const endpointId = mint('webhookEndpoint');
  const endpoint = await ledger.run(createEndpoint, {
    tenantId,
    url: { shownUrl: url, sealed: null },
    description: null,
    events,
    payload: 'full',
    metadata: {},
    endpointId,
    sealedSecret: seal.seal(secret, secretContext(endpointId)),
    maxEndpoints: 1_000,
    requestHash: Buffer.from(url),
    cause,
  });
  return { id: endpoint.id, secret };
}

/** Returns an attempt that was delivered, or that failed finally with 500. */
export function makeAttempt(deliveryId: string, fields: Partial<AttemptRecord>): AttemptRecord {
  const { delivered = true } = fields;
  return {
    deliveryId,
    at: Date.now(),
    delivered,
    httpStatus: delivered ? 204 : 500,
    fault: delivered ? null : 'http_status',
    message: delivered ? null : 'It answered 500 instead of 2xx.',
    excerpt: null,
    durationMs: 7,
    retryInMs: null,
    stopAfterMs: 3 * 24 * 60 * 60_000,
    ...fields,
  };
}
