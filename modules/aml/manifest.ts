import { amlAlertSchema, amlCaseSchema } from '../../api/aml/aml-schema.ts';
import { amlExtension } from '../../api/aml/extension.ts';
import { AML_OPERATIONS } from '../../api/aml/operations.ts';
import { amlSweep } from '../../bank/sweeps/aml.ts';
import { AML_SUBJECT } from '../../db/aml/subject.ts';
import { AML_EVENTS } from '../../ledger/decisions/aml.ts';
import type { Module } from '../module.ts';

export const aml: Module = {
  name: 'aml',
  purpose: 'Monitoring for money laundering: alerts and cases.',
  requires: ['core', 'screening'],
  ledger: AML_SUBJECT,
  operations: AML_OPERATIONS,
  extension: amlExtension,
  events: AML_EVENTS,
  eventSchemas: {
    objects: { aml_alert: amlAlertSchema, aml_case: amlCaseSchema },
  },
  sweeps: ({ ledger, monitored }) => ({ slow: monitored ? [amlSweep(ledger, monitored)] : [] }),
};
