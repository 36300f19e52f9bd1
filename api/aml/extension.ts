// The additions of money laundering to the core: its alerts and cases among the work of the bank's
// people.

import { addCaseNote, closeAmlCase, moveAmlAlert } from '../../db/aml/acts.ts';
import type { BulkResolution } from '../../ledger/decisions/work.ts';
import type { BankExtension } from '../kit/context.ts';
import type { CloseWork } from '../kit/extension.ts';

const alert =
  (resolution: BulkResolution): CloseWork =>
  (ledger, { id: alertId, ...given }) =>
    ledger.run(moveAmlAlert, { alertId, to: 'closed', resolution, ...given });

export const amlExtension: BankExtension = {
  closesWork: {
    aml_alerts: {
      false_positive: alert('false_positive'),
      confirmed: alert('confirmed'),
      duplicate: alert('duplicate'),
    },
    aml_cases: {
      false_positive: (ledger, { id: caseId, ...given }) =>
        ledger.run(closeAmlCase, { caseId, sarDecision: 'do_not_file', ...given }),
    },
  },
  notesWork: {
    aml_cases: (ledger, { id: caseId, ...given }) => ledger.run(addCaseNote, { caseId, ...given }),
  },
};
