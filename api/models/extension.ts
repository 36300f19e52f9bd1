// What models add to the core: what versions of a sandbox that was ended learnt from goes.

import type { BankExtension } from '../kit/context.ts';

export const modelExtension: BankExtension = {
  async endSandbox({ datasets }, { ledger, tenantId }) {
    await ledger.trainings.discardDatasets({ tenantId, remove: datasets.sandbox.remove });
    return {};
  },
};
