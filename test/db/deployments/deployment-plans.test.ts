// Every read of deployments uses an index; query-plans.test.ts tests the other reads.

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findModelDeployment,
  listDeploymentApprovals,
  listModelDeployments,
  listOpenDeployments,
  readObserved,
} from '../../../db/deployments/reads.ts';
import { decisionsAfter, decisionsBefore } from '../../../db/deployments/watched-decisions.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { plansIn } from '../plans-in.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const PAGE = { limit: 10, startingAfter: null };

const READS: readonly [string, string, () => Promise<unknown>][] = [
  [
    'the deployments of a tenant',
    'model_deployments_by_tenant model_versions',
    () => listModelDeployments(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  [
    'the deployments that wait for the bank',
    'model_deployments_by_approval model_versions',
    () => listDeploymentApprovals(filled.ledger, { approval: 'not_required', ...PAGE }),
  ],
  [
    'a deployment',
    'model_deployments',
    () => findModelDeployment(filled.ledger, filled.tenantId, 'dep_none'),
  ],
  [
    'the deployments that need a workflow',
    'model_deployments',
    async () => {
      listOpenDeployments(filled.ledger, { after: '', acceptedBefore: Date.now(), limit: 4 });
    },
  ],
  [
    'the decisions since the last check',
    'risk_decisions_by_tenant',
    async () => {
      const { ledger, tenantId } = filled;
      decisionsAfter(ledger.database, { tenantId, after: '', limit: 4 });
      decisionsBefore(ledger.database, { tenantId, before: 'dec_~', limit: 4 });
    },
  ],
  [
    'the observations of a deployment',
    'deployment_observations',
    async () => {
      const position = { id: 'dep_none', status: 'canary', step: 0, stageSince: 0 } as const;
      readObserved(filled.ledger, position);
    },
  ],
];

test.each(READS)('%s: the read uses %s, without a table scan', async (_label, indexes, read) => {
  const plans = await plansIn(filled.ledger, read);
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
  for (const index of indexes.split(' ')) expect(plans.join('; ')).toContain(index);
});
