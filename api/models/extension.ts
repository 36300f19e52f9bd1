// What models add to the core: what versions of a sandbox that was ended learnt from goes.

import { discardDatasets } from '../../db/trainings/datasets.ts';
import type { BankExtension } from '../kit/context.ts';

export const modelExtension: BankExtension = {
  async endSandbox(_, { ledger, tenantId }) {
    await ledger.run(discardDatasets, { tenantId });
    return {};
  },
};
