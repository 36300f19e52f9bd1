// The additions of second factors to a ledger.

import { stepUps } from '../kernel/step-up.ts';
import { customerPasskeys } from '../mfa/acts.ts';
import {
  findConfirmed,
  listDueStepUps,
  nextStepUpDue,
  requestStepUp,
  stepUpState,
} from '../mfa/step-ups.ts';
import type { LedgerSubject } from '../subject.ts';
import { hasPasskey, usePasskey } from './rows.ts';
import { ACCESS_TABLES } from './subject-tables.ts';

export const ACCESS_SUBJECT: LedgerSubject = {
  tables: ACCESS_TABLES,
  connect(tx) {
    customerPasskeys.set(tx, { has: hasPasskey, accept: usePasskey });
    stepUps.set(tx, {
      stateOf: stepUpState,
      request: requestStepUp,
      findConfirmed,
      listDueOf: listDueStepUps,
      nextDueOf: nextStepUpDue,
    });
  },
};
