// The operations that call a model by themselves: the operations of its task, while the model
// decides for any developer.

import type { LiveTask } from '../../ledger/models/deployment.ts';
import type { EngineTask } from '../../ledger/models/inventory.ts';
import type { ModelStage, ModelTask } from '../../ledger/models/model.ts';

const MESSAGES = [
  'POST /v1/ai/parse-intent',
  'POST /v1/ai/conversation',
  'POST /v1/transactions/ai-intent',
];

const OPERATIONS: Readonly<Record<LiveTask | EngineTask, readonly string[]>> = {
  fraud: ['POST /v1/transactions', 'POST /v1/ai/risk-score'],
  credit: ['POST /v1/ai/credit-assessment'],
  intent_parsing: MESSAGES,
  sentence_encoding: MESSAGES,
  transaction_monitoring: ['POST /v1/ai/aml-monitor'],
  name_screening: ['POST /v1/customers', 'POST /v1/transactions', 'POST /v1/ai/kyc-assessment'],
};

/** Returns the operations; empty when only operations that name the model call it. */
export function listCallingOperations(task: ModelTask | EngineTask, stage: ModelStage): string[] {
  const isDeciding = stage === 'production' || stage === 'canary';
  return isDeciding && task in OPERATIONS ? [...OPERATIONS[task as LiveTask | EngineTask]] : [];
}
