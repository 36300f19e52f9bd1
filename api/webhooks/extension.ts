// The additions of webhooks to the core: the endpoints of an ended sandbox are removed, so that
// none sends into the next.

import { removeEndpoints } from '../../db/webhooks/endpoints.ts';
import type { BankExtension } from '../kit/context.ts';

export const webhookExtension: BankExtension = {
  async endSandbox(_, { ledger, tenantId, cause }) {
    return { removedEndpoints: await ledger.run(removeEndpoints, { tenantId, cause }) };
  },
};
