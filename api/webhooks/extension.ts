// What webhooks add to the core: nothing of a sandbox that was ended sends one into the next.

import { removeEndpoints } from '../../db/webhooks/endpoints.ts';
import type { BankExtension } from '../kit/context.ts';

export const webhookExtension: BankExtension = {
  async endSandbox(_, { ledger, tenantId, cause }) {
    return { removedEndpoints: await ledger.run(removeEndpoints, { tenantId, cause }) };
  },
};
