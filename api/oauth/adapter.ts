// Implements the storage interface of the OAuth library with the platform database.

import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Seal } from '../../db/kernel/seal.ts';
import { AlreadyUsed, type ProtocolState } from '../../identity/oauth-state.ts';
import type { Platform } from '../../identity/platform.ts';
import { metadataOf } from './client-metadata.ts';
import { createRefreshAdapter } from './refresh.ts';

/** Kinds that one request creates and a later one presents, perhaps to another process. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['AuthorizationCode', 'RefreshToken', 'Grant'],
  ...['Interaction', 'Session', 'PushedAuthorizationRequest'],
]);

type AccessStore = Pick<Platform, 'access' | 'findAfterCatchUp'>;

/** Returns the storage for each kind of object; clients are the registered apps. */
export function createAdapters({ access, findAfterCatchUp }: AccessStore, seal: Seal) {
  return (model: string): Adapter =>
    model === 'Client' ? createClientAdapter({ access, findAfterCatchUp }) : state(model);

  function state(model: string): Adapter {
    const state = access.stateOf(model, seal);
    const plainAdapter = createPlainAdapter(model, state);
    return model === 'RefreshToken'
      ? createRefreshAdapter(state, plainAdapter, { access, seal })
      : plainAdapter;
  }

  function createPlainAdapter(model: string, state: ProtocolState): Adapter {
    return {
      upsert: (id, payload, expiresIn) =>
        refuseUsed(() => state.upsert(id, payload as Record<string, unknown>, expiresIn ?? 0)),
      async find(id) {
        const payload = READ_ELSEWHERE.has(model)
          ? findAfterCatchUp(() => state.find(id))
          : state.find(id);
        return (await payload) as AdapterPayload | undefined;
      },
      findByUid: async (uid) => (await state.findByUid(uid)) as AdapterPayload | undefined,
      findByUserCode: async () => undefined,
      consume: (id) =>
        refuseUsed(
          () => state.consume(id),
          async () => {
            // When two clients present the same token, one of them is a thief. The bank cannot know
            // which one, so it revokes the grant.
            const grantId = (await state.find(id))?.grantId;
            if (typeof grantId === 'string') await state.revokeByGrantId(grantId);
          },
        ),
      destroy: state.destroy,
      revokeByGrantId: state.revokeByGrantId,
    };
  }
}

async function refuseUsed(act: () => Promise<void>, onUsed?: () => Promise<void>): Promise<void> {
  const fault = await act().then(
    () => null,
    (error: unknown) => error,
  );
  if (fault === null) return;
  if (!(fault instanceof AlreadyUsed)) throw fault;
  await onUsed?.();
  throw new errors.InvalidGrant({ cause: fault, detail: fault.message });
}

function createClientAdapter({ access, findAfterCatchUp }: AccessStore): Adapter {
  const refuseWrite = async () => {
    throw new Error('clients are registered under /v1/developer/oauth-clients');
  };
  return {
    upsert: refuseWrite,
    consume: refuseWrite,
    destroy: refuseWrite,
    revokeByGrantId: refuseWrite,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async find(id) {
      const client = await findAfterCatchUp(() => access.usableClient(id));
      return client ? (metadataOf(client.client) as AdapterPayload) : undefined;
    },
  };
}
