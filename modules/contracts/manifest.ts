import { executionActivities } from '../../activities/executions.ts';
import { withHeartbeats } from '../../activities/heartbeat.ts';
import { contractExtension } from '../../api/blockchain/contract-extension.ts';
import { CONTRACT_OPERATIONS } from '../../api/blockchain/contract-operations.ts';
import { executionSchema } from '../../api/blockchain/contract-schema.ts';
import { sweepOf } from '../../bank/sweeps/record-sweeps.ts';
import { listOpenExecutions } from '../../db/executions/reads.ts';
import { CONTRACT_SUBJECT } from '../../db/executions/subject.ts';
import { EXECUTION_EVENTS } from '../../ledger/execution.ts';
import type { Module } from '../module.ts';

export const contracts: Module = {
  name: 'contracts',
  purpose: 'Functions of smart contracts that developers execute.',
  requires: ['core', 'anchoring'],
  ledger: CONTRACT_SUBJECT,
  operations: CONTRACT_OPERATIONS,
  extension: contractExtension,
  events: EXECUTION_EVENTS,
  eventSchemas: {
    objects: { contract_execution: executionSchema },
  },
  workflows: ['contractExecution'],
  activities: ({ ledger, chain, stopping, failPoint }) => ({
    own: withHeartbeats(
      stopping,
      executionActivities({ ledger, node: chain?.node ?? null, failPoint }),
    ),
  }),
  sweeps: ({ ledger, target }) => ({
    passes: [sweepOf(ledger, target, { kind: 'execution', perPass: 8, list: listOpenExecutions })],
  }),
};
