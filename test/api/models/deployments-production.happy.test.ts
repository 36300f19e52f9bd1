// A deployment in production: a developer's model decides nothing before operators have approved
// the version and the deployment, and no operator approves their own act.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { advanceDeployment } from '../../../db/deployments/acts.ts';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, claimLiveKey, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  commandDeployment,
  deploy,
  listEventTypes,
  readDeployment,
  uploadPaymentModel,
  waitForStatus,
} from '../../kit/models/deployments.ts';
import { readShippedFraudModel } from '../../kit/models/transfer-models.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = await claimLiveKey(bank, (await register(bank)).key);
}, 60_000);
afterAll(() => bank.close());

/** Sends an operator's decision about a version or a deployment. */
const decide = (
  noun: 'models' | 'deployments',
  id: string,
  decision: string,
  callerKey = OPERATOR_KEY,
) =>
  bank.call(`/v1/ops/${noun}/${id}/decision`, {
    key: callerKey,
    body: { environment: 'production', decision, reason: 'Seen.' },
  });

it('a production deployment waits in the shadow for a second person, proceeds, and is rolled back by the bank', async () => {
  const version = await uploadPaymentModel(bank, key, { file: readShippedFraudModel() });
  expect(version.approvalStatus).toBe('pending_approval');
  const emptyShadow = { minMinutes: 0, minSamples: 0 };
  const steps = [{ percent: 50, ...emptyShadow }];
  const strategy = { type: 'shadow', shadow: emptyShadow, steps };
  const orderDeployment = () => deploy(bank, key, version, { environment: 'production', strategy });
  expect((await orderDeployment()).body.code).toBe('model_not_approved');
  expect((await decide('models', version.id, 'approved', key)).status).toBe(404);
  expect((await decide('models', version.id, 'approved')).status).toBe(200);

  const orderAnswer = await orderDeployment();
  expect([orderAnswer.status, orderAnswer.body.livemode]).toEqual([202, true]);
  const { id } = orderAnswer.body;
  expect((await waitForStatus(bank, key, id, 'shadow')).approval.status).toBe('requested');
  const earlyPromotion = await commandDeployment(bank, key, id, 'promote');
  expect([earlyPromotion.status, earlyPromotion.body.code]).toEqual([409, 'approval_required']);
  expect((await decide('deployments', id, 'granted', key)).status).toBe(404);
  expect(await readDeployment(bank, key, id)).toMatchObject({
    status: 'shadow',
    trafficPercent: 0,
  });

  // Its promotion rule does not advance it either.
  const observedState = { deploymentId: id, status: 'shadow', step: 0 } as const;
  const { ledger } = bank.bank.environments.production;
  expect(await ledger.run(advanceDeployment, observedState)).toMatchObject({ status: 'shadow' });

  const agreementAnswer = await decide('deployments', id, 'granted');
  expect(agreementAnswer.body.approval).toMatchObject({ status: 'granted', reason: 'Seen.' });
  const canaryPromotion = await commandDeployment(bank, key, id, 'promote');
  expect(canaryPromotion.body).toMatchObject({ status: 'canary', trafficPercent: 50, step: 1 });
  const promotionAnswer = await commandDeployment(bank, key, id, 'promote');
  expect(promotionAnswer.body).toMatchObject({
    status: 'active',
    trafficPercent: 100,
    rollbackTo: null,
  });
  const { body } = await bank.call(
    `/v1/ai/custom-models/${version.modelId}/versions/${version.modelVersion}`,
    { key },
  );
  expect(body.stage).toBe('production');

  const rollbackAnswer = await bank.call(`/v1/ops/deployments/${id}/rollback`, {
    key: OPERATOR_KEY,
    body: { environment: 'production', reason: 'Complaints.' },
  });
  expect(rollbackAnswer.body.status).toBe('rolled_back');
  expect(await listEventTypes(bank, key, id)).toEqual([
    ...['created', 'shadow', 'approved', 'canary', 'active', 'rolled_back'],
  ]);
}, 90_000);
