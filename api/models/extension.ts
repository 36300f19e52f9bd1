// What models add to the core: what versions of a sandbox that was ended learnt from goes.

import type { Extension } from '../kit/extension.ts';

export const modelExtension: Extension = {
  async endSandbox({ datasets }, { ledger, tenantId }) {
    await ledger.trainings.discardDatasets({ tenantId, remove: datasets.sandbox.remove });
    return {};
  },
};
