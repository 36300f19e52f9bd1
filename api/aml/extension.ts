// The additions of AML monitoring to the core: alerts and cases as work items of operators.

import { addCaseNote, closeAmlCase, moveAmlAlert } from '../../db/aml/acts.ts';
import type { BulkResolution } from '../../ledger/decisions/work.ts';
import type { BankExtension } from '../kit/context.ts';
import type { CloseWork } from '../kit/extension.ts';

const closeAlertAs =
  (resolution: BulkResolution): CloseWork =>
  (ledger, { id: alertId, ...fields }) =>
    ledger.run(moveAmlAlert, { alertId, to: 'closed', resolution, ...fields });

export const amlExtension: BankExtension = {
  closesWork: {
    aml_alerts: {
      false_positive: closeAlertAs('false_positive'),
      confirmed: closeAlertAs('confirmed'),
      duplicate: closeAlertAs('duplicate'),
    },
    aml_cases: {
      false_positive: (ledger, { id: caseId, ...fields }) =>
        ledger.run(closeAmlCase, { caseId, sarDecision: 'do_not_file', ...fields }),
    },
  },
  notesWork: {
    aml_cases: (ledger, { id: caseId, ...fields }) =>
      ledger.run(addCaseNote, { caseId, ...fields }),
  },
};
