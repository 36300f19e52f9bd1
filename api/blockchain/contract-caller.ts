// Who calls a contract through the API: the key of the request is the party that acts, and the
// contract refuses a signer without the role.

import type { Context } from 'hono';
import type { AppEnv, Deps } from '../kit/context.ts';
import { deskOf, developerOf } from '../kit/operation.ts';
import type { Caller } from './contract-request.ts';

/** The developer of a request, who acts with its key. */
export function callerOf(c: Context<AppEnv>, deps: Deps): Caller {
  const desk = deskOf(c, deps);
  const { tenantId, developerId, keyId, environment } = developerOf(c);
  const hasKey = async (id: string) =>
    (await deps.platform.findKey(developerId, id))?.environment === environment;
  return { desk, tenantId, actor: keyId, hasKey };
}
