// AML runs for tests.

import { recordAmlRun } from '../../../db/aml/acts.ts';
import type { TestBank } from '../bank/bank.ts';

/** Records an AML run without findings. */
export async function keepAmlRun(
  bank: TestBank,
  tenantId: string,
  customerId: string,
): Promise<string> {
  const recorded = await bank.bank.environments.sandbox.ledger.run(recordAmlRun, {
    tenantId,
    scope: { customerId },
    period: { from: 1, to: 2 },
    riskScore: 0,
    riskLevel: 'low',
    findings: [],
    screening: [],
    examined: 0,
    truncated: false,
    sarSuggested: false,
    narrative: null,
    suspicions: [],
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  return recorded.run.id;
}
