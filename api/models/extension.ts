// The additions of models to the core: when a sandbox ends, the data sets that its models learnt
// from are discarded; an operator cancels a training.

import { cancelTraining } from '../../db/trainings/acts.ts';
import { discardDatasets } from '../../db/trainings/datasets.ts';
import type { BankExtension } from '../kit/context.ts';

export const modelExtension: BankExtension = {
  async endSandbox(_, { ledger, tenantId }) {
    await ledger.run(discardDatasets, { tenantId });
    return {};
  },
  endsWork: {
    trainingJob: (ledger, { id: jobId, tenantId, cause }) =>
      ledger.run(cancelTraining, { tenantId, jobId, cause }),
  },
};
