// The additions of contracts to the core: an operator may end an execution.

import { endExecution } from '../../db/executions/rows.ts';
import type { BankExtension } from '../kit/context.ts';

export const contractExtension: BankExtension = {
  endsWork: { execution: (ledger, { id }) => ledger.run(endExecution, { id }) },
};
