// What the operations on webhook endpoints share: the check of a URL, the showing of a secret, and
// the problem that each refusal of the ledger becomes.

import type { EndpointOutcome } from '../../db/webhooks/endpoint-port.ts';
import { findEndpoint, findSecret, secretContext } from '../../db/webhooks/endpoint-reads.ts';
import type { EndpointView } from '../../db/webhooks/endpoint-view.ts';
import { networksOf } from '../../webhooks/guard.ts';
import { newSecret } from '../../webhooks/sign.ts';
import { readTarget } from '../../webhooks/target.ts';
import type { Deps, Desk } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { versionConflict } from '../kit/etag.ts';

type Done = Extract<EndpointOutcome, { kind: 'done' }>;
type Refusal = Exclude<EndpointOutcome, { kind: 'done' }>;

/** The URL in its normal form; a Problem at `/url` when nothing may be sent there. */
export function checkedUrl(text: string, { ledger }: Desk, { config }: Deps): string {
  const rules = { livemode: ledger.livemode, allow: networksOf(config.webhookAllow) };
  const target = readTarget(text, rules);
  if (target instanceof URL) return target.href;
  throw new Problem(target.code, undefined, { errors: [{ pointer: '/url', ...target }] });
}

/** Makes a secret and seals it: it is in the clear only in the answer that shows it. */
export function sealedSecret({ seal }: Deps) {
  return (endpointId: string) => seal.seal(newSecret(), secretContext(endpointId));
}

/**
 * The endpoint with the secret that an act made. A repeated request shows it again while it is
 * live, for the client that lost the first answer.
 */
export async function withSecret(deps: Deps, { ledger }: Desk, tenantId: string, done: Done) {
  const endpoint = await ownEndpoint({ ledger }, tenantId, done.id);
  const sealed = findSecret(ledger, done.id, done.secretNumber);
  if (!sealed) {
    throw new Problem(
      'invalid_state_transition',
      'The secret that this request created has expired: rotate the secret again.',
    );
  }
  return { ...endpoint, secret: deps.seal.open(sealed, secretContext(done.id)) };
}

/** One endpoint of the tenant; a Problem when there is none of that id. */
export async function ownEndpoint(
  { ledger }: Pick<Desk, 'ledger'>,
  tenantId: string,
  id: string,
): Promise<EndpointView> {
  const endpoint = await findEndpoint(ledger, tenantId, id);
  if (!endpoint) throw new Problem('webhook_endpoint_not_found');
  return endpoint;
}

/** The problem that a refusal is answered with. */
export function refusalOf(refusal: Refusal): Problem {
  switch (refusal.kind) {
    case 'key_reused':
      return new Problem('idempotency_key_reused');
    case 'version_conflict':
      return versionConflict(refusal.version);
    case 'invalid_state':
      return new Problem(
        'invalid_state_transition',
        `The endpoint is ${refusal.from}, and this operation does not apply in that status.`,
      );
    case 'too_many':
      return new Problem('webhook_endpoint_limit');
    case 'not_found':
      return new Problem('webhook_endpoint_not_found');
  }
}
