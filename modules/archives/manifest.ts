import { archiveExtension } from '../../api/ops/events/archives-extension.ts';
import { ARCHIVE_OPERATIONS } from '../../api/ops/events/operations.ts';
import { archiveSweep } from '../../bank/sweeps/archives.ts';
import { ARCHIVE_SUBJECT } from '../../db/archives/subject.ts';
import { archiveThread } from '../../db/archives/thread.ts';
import type { Module } from '../module.ts';

export const archives: Module = {
  name: 'archives',
  purpose: 'Archives: old rows moved from the ledger to files.',
  requires: ['core'],
  ledger: ARCHIVE_SUBJECT,
  opensForApi: ({ closing }) => ({ archives: archiveThread(closing) }),
  operations: ARCHIVE_OPERATIONS,
  extension: archiveExtension,
  sweeps: ({ ledger, archiving, log }) => ({
    slow: archiving ? [archiveSweep(ledger, { ...archiving, log })] : [],
  }),
};
