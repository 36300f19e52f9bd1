// The sweeps of KYC assessments.

import { kycSweep } from '../../bank/sweeps/record-sweeps.ts';
import type { Sweeps } from '../../bank/sweeps/sweep-parts.ts';
import { pruneKycFiles } from '../../db/kyc/files.ts';

const FILES_PER_PASS = 64;

export const kycSweeps: Sweeps = ({ ledger, target, documents }) => ({
  passes: [kycSweep(ledger, target)],
  pruned: [
    async () => {
      if (!documents) return;
      for (const file of await ledger.run(pruneKycFiles, { limit: FILES_PER_PASS })) {
        documents.remove(file);
      }
    },
  ],
});
