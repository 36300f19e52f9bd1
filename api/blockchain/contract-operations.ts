// The operations about smart contracts and their executions.

import type { Operation } from '../kit/operation.ts';
import { executeFunctionAsOperator } from '../ops/blockchain/execute.ts';
import { EXECUTION_LOOK_UP } from './contract-look-up.ts';
import type { ContractServices } from './contract-services.ts';
import { getContract, listContracts } from './contracts.ts';
import { executeFunction } from './execute.ts';
import { getExecution, listExecutions } from './executions.ts';
import { simulateFunction } from './simulate.ts';

declare module '../kit/context.ts' {
  interface Services {
    /** Null when no chain is configured. */
    readonly contracts: ContractServices | null;
  }
}

export const CONTRACT_OPERATIONS: readonly Operation[] = [
  listContracts,
  getContract,
  simulateFunction,
  executeFunction,
  listExecutions,
  getExecution,
  executeFunctionAsOperator,
  ...EXECUTION_LOOK_UP,
];
