// The additions of archives to the core: rows that were moved out of a ledger are read from their
// files.

import { fileURLToPath } from 'node:url';
import { readArchivedSteps } from '../../../db/archives/archived-steps.ts';
import { archiveFolder } from '../../../db/archives/folder.ts';
import { mayBeArchived } from '../../../db/archives/reads.ts';
import type { BankExtension } from '../../kit/context.ts';

const LOADER = new URL('../../../db/archives/archived-rows.ts', import.meta.url);

export const archiveExtension: BankExtension = {
  archived: {
    isEventArchived: mayBeArchived,
    readSteps({ archives, config, log }, ledger, transactionId) {
      const order = { dataDir: config.dataDir, name: ledger.name, transactionId };
      return readArchivedSteps(ledger, archives, order).catch((error: unknown) => {
        log.error(
          { error, transaction: transactionId },
          'the archive of a timeline cannot be read',
        );
        return null;
      });
    },
    loader: (dataDir, ledger) => {
      return { file: fileURLToPath(LOADER), folder: archiveFolder(dataDir, ledger) };
    },
  },
};
