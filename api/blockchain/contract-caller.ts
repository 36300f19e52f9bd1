// Determines the party that calls a contract through the API. A party is a person or a developer. A
// key signs for a party; after a rotation, the new key signs for the same party. The contract
// refuses a signer without the role.

import type { Context } from 'hono';
import { findCustomer } from '../../db/customers/reads.ts';
import { tenantOf } from '../../db/kernel/tenant.ts';
import { signWithCode } from '../../db/mfa/acts.ts';
import { lineOf } from '../../identity/keys.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, servicesOf } from '../kit/operation.ts';
import { proofOf, refuseWrongCode } from '../mfa/mfa.ts';
import type { Caller } from './contract-request.ts';

/**
 * Fields of a request that name the caller: the owner of the agreement when it belongs to another
 * developer, and the customer who signs with a code.
 */
export interface CallerFields {
  readonly developerId?: string | undefined;
  readonly signer?: { readonly customerId: string; readonly code: string } | undefined;
}

/**
 * Returns the party behind a request, and the tenant whose agreement the request concerns.
 * @throws Problem when there is no such developer or customer, or the code is wrong
 */
export async function readContractCaller(
  c: Context<AppEnv>,
  deps: Deps,
  { developerId: ownerId, signer }: CallerFields,
): Promise<Caller> {
  const { developerId, keyId, environment } = developerOf(c);
  const isOwn = ownerId === undefined || ownerId === developerId;
  const owner = isOwn
    ? { services: servicesOf(c, deps), tenantId: developerOf(c).tenantId }
    : await findOwner(deps, environment, ownerId);
  const { services, tenantId } = owner;
  const key = await deps.platform.findKey(developerId, keyId);
  const line = key ? lineOf(key) : keyId;
  const partyOf = async (id: string) => {
    if (id.startsWith('cust_'))
      return (await findCustomer(services.ledger, tenantId, id)) ? id : null;
    if (id.startsWith('dev_')) {
      // The caller's own developer id names no other party: each of its keys would be that party.
      return id !== developerId && (await deps.platform.findDeveloper(id)) ? id : null;
    }
    const key = await deps.platform.findKey(developerId, id);
    return key?.environment === environment ? lineOf(key) : null;
  };
  if (!signer) return { ...owner, actors: isOwn ? [line] : [developerId, line], partyOf };
  const { customerId, code } = signer;
  const proof = proofOf(code);
  refuseWrongCode(await services.ledger.run(signWithCode, { tenantId, customerId, proof }));
  return { ...owner, actors: [customerId], partyOf };
}

async function findOwner(deps: Deps, environment: 'sandbox' | 'production', ownerId: string) {
  const owner = await deps.platform.findDeveloper(ownerId);
  if (!owner) {
    const message = 'No developer has this id.';
    const errors = [{ pointer: '/developerId', code: 'invalid', message }];
    throw new Problem('validation_failed', message, { errors });
  }
  const tenantId = tenantOf(ownerId, environment, owner.sandboxEpoch);
  return { services: deps.environments[environment], tenantId };
}
