import { creditAssessmentSchema } from '../../api/credit/credit-schema.ts';
import { CREDIT_OPERATIONS } from '../../api/credit/operations.ts';
import { CREDIT_SUBJECT } from '../../db/credit/subject.ts';
import { CREDIT_EVENTS } from '../../ledger/decisions/credit.ts';
import type { Module } from '../module.ts';

export const credit: Module = {
  name: 'credit',
  purpose: 'Credit decisions with their reasons.',
  requires: ['core', 'models'],
  ledger: CREDIT_SUBJECT,
  operations: CREDIT_OPERATIONS,
  events: CREDIT_EVENTS,
  eventSchemas: {
    objects: { credit_assessment: creditAssessmentSchema },
  },
};
