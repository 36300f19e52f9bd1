// /v1/ops/executions: operators search the contract executions of all developers.

import { findExecution, findExecutions } from '../../db/executions/reads.ts';
import { lookUpOperations } from '../ops/search.ts';
import { executionSchema } from './contract-schema.ts';

export const EXECUTION_LOOK_UP = lookUpOperations({
  noun: 'execution',
  plural: 'executions',
  name: 'Execution',
  notFoundCode: 'execution_not_found',
  schema: executionSchema,
  find: findExecution,
  findAll: findExecutions,
  table: 'contract_executions',
  status: 'status',
  exact: ['id', 'transaction_id', 'contract', 'function'],
  within: [],
});
