// The operations about money laundering.

import type { Operation } from '../kit/operation.ts';
import { addAmlCaseNote, closeAmlCase, decideAmlAlert, listCaseFiles } from '../ops/aml/cases.ts';
import { getAmlFlows } from '../ops/aml/flows.ts';
import { getAmlRun, monitorLaundering } from './monitor.ts';
import { listAmlAlerts, listAmlCases } from './read.ts';

export const AML_OPERATIONS: readonly Operation[] = [
  monitorLaundering,
  getAmlRun,
  listAmlAlerts,
  listAmlCases,
  listCaseFiles,
  getAmlFlows,
  decideAmlAlert,
  addAmlCaseNote,
  closeAmlCase,
];
