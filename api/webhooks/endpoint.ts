// Shared parts of the webhook endpoint operations: the check of a URL and the display of a secret.

import { networksOf } from '../../activities/webhooks/guard.ts';
import { createSecret } from '../../activities/webhooks/sign.ts';
import { readTarget } from '../../activities/webhooks/target.ts';
import {
  addressOf,
  findEndpoint,
  findRecipient,
  findSecret,
  secretContext,
  urlContext,
} from '../../db/webhooks/endpoint-reads.ts';
import type { EndpointView } from '../../db/webhooks/endpoint-view.ts';
import type { EndpointResult, EndpointUrl } from '../../db/webhooks/endpoints.ts';
import { isRedactedUrl, redactUrl } from '../../ledger/masked-url.ts';
import type { Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';

const REDACTED_URL_FAULT = {
  code: 'url_invalid',
  message: 'Expected the whole URL: … replaces the part that the bank does not show.',
} as const;

/**
 * Returns the normalised URL.
 * @throws Problem at `/url` when events may not be sent there
 */
export function checkUrl(
  text: string,
  endpointId: string,
  { ledger }: Services,
  { config, seal }: Deps,
): EndpointUrl {
  const rules = { livemode: ledger.livemode, allow: networksOf(config.webhookAllow) };
  const target = isRedactedUrl(text) ? REDACTED_URL_FAULT : readTarget(text, rules);
  if (!(target instanceof URL)) {
    throw new Problem(target.code, undefined, { errors: [{ pointer: '/url', ...target }] });
  }
  const redacted = redactUrl(target);
  const { href } = target;
  return {
    shownUrl: redacted,
    sealed: redacted === href ? null : seal.seal(href, urlContext(endpointId)),
  };
}

/** Returns the whole URL of an endpoint, for an answer to the client that sent it. */
export function wholeUrl({ seal }: Deps, { ledger }: Pick<Services, 'ledger'>, endpointId: string) {
  const recipient = findRecipient(ledger, endpointId);
  if (recipient === null) throw new Problem('webhook_endpoint_not_found');
  return addressOf(recipient, seal);
}

/** Creates a sealed secret, which only the answer to the request shows in the clear. */
export function createSealedSecret({ seal }: Deps, endpointId: string): string {
  return seal.seal(createSecret(), secretContext(endpointId));
}

/**
 * Returns an endpoint with the secret that an act created. A repeated request returns the secret
 * again while it is live, in case the first answer was lost.
 */
export async function withSecret(
  deps: Deps,
  { ledger }: Services,
  tenantId: string,
  change: EndpointResult,
) {
  const endpoint = await requireEndpoint({ ledger }, tenantId, change.id);
  const sealed = findSecret(ledger, change.id, change.secretNumber);
  if (!sealed) {
    throw new Problem(
      'invalid_state_transition',
      'The secret that this request created has expired: rotate the secret again.',
    );
  }
  return { ...endpoint, secret: deps.seal.open(sealed, secretContext(change.id)) };
}

/**
 * Returns an endpoint of the tenant.
 * @throws Problem when there is none
 */
export async function requireEndpoint(
  { ledger }: Pick<Services, 'ledger'>,
  tenantId: string,
  id: string,
): Promise<EndpointView> {
  const endpoint = await findEndpoint(ledger, tenantId, id);
  if (!endpoint) throw new Problem('webhook_endpoint_not_found');
  return endpoint;
}
