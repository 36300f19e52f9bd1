// The additions of models to the core: when a sandbox ends, the data sets that its models learnt
// from are discarded.

import { discardDatasets } from '../../db/trainings/datasets.ts';
import type { BankExtension } from '../kit/context.ts';

export const modelExtension: BankExtension = {
  async endSandbox(_, { ledger, tenantId }) {
    await ledger.run(discardDatasets, { tenantId });
    return {};
  },
};
