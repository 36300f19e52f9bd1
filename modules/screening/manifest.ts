import { screeningExtension } from '../../api/screening/extension.ts';
import { screeningHitSchema } from '../../api/screening/hit-schema.ts';
import { SCREENING_OPERATIONS } from '../../api/screening/operations.ts';
import { rescreeningSweep } from '../../bank/sweeps/rescreening.ts';
import { reliedUntilReader } from '../../db/screening/agreements.ts';
import { SCREENING_SUBJECT } from '../../db/screening/subject.ts';
import { SCREENING_EVENTS } from '../../ledger/decisions/screening.ts';
import type { Module } from '../module.ts';

export const screening: Module = {
  name: 'screening',
  purpose: 'Screening of names against sanctions lists.',
  requires: ['core'],
  ledger: SCREENING_SUBJECT,
  starts: {
    prepare({ ledgers, parties }) {
      for (const { environment, database } of ledgers) {
        parties[environment].setReliableUntil(reliedUntilReader(database, Date.now));
      }
    },
  },
  operations: SCREENING_OPERATIONS,
  extension: screeningExtension,
  events: SCREENING_EVENTS,
  eventSchemas: {
    objects: { screening_hit: screeningHitSchema },
  },
  sweeps: ({ ledger, rescreens }) => ({
    slow: rescreens ? [rescreeningSweep(ledger, rescreens)] : [],
  }),
};
