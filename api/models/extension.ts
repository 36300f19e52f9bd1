// The additions of models to the core: the end of a sandbox deletes the data sets of its trainings,
// and an operator can cancel a training.

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
