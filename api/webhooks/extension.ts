// The additions of webhooks to the core: a reset of the sandbox removes its endpoints, so that they
// receive no events of the next one.

import { removeEndpoints } from '../../db/webhooks/endpoints.ts';
import type { BankExtension } from '../kit/context.ts';

export const webhookExtension: BankExtension = {
  async endSandbox(_, { ledger, tenantId, cause }) {
    return { removedEndpoints: await ledger.run(removeEndpoints, { tenantId, cause }) };
  },
};
