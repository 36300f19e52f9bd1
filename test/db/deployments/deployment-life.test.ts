// Deployments end by an abort, a rollback or the expiry of their version. An open deployment is
// compared with the version that decides now.

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  advanceDeployment,
  commandDeployment,
  lapseDeployment,
  observeDeployment,
} from '../../../db/deployments/acts.ts';
import { readDeployment, readObserved } from '../../../db/deployments/reads.ts';
import { enterModelOwner, validateModel } from '../../../db/inventory/acts.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { archiveVersion } from '../../../db/models/acts.ts';
import { setExpiry } from '../../../db/models/expiry.ts';
import { readModelVersion } from '../../../db/models/reads.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { causeOf } from '../teller.ts';
import { makeDeployment } from './deployment-breakages.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
});
afterAll(() => ledger.close());

const readRow = (id: string) => {
  const row = readDeployment(ledger, id);
  if (!row) throw new Error(`no deployment ${id}`);
  return row;
};
const readStage = (deploymentId: string) =>
  readModelVersion(ledger, readRow(deploymentId).versionId)?.stage;
const sendCommand = (tenantId: string, deploymentId: string, act: 'abort' | 'rollback') =>
  ledger.run(commandDeployment, { tenantId, deploymentId, act, reason: null, cause: causeOf() });

test('a stopped deployment is aborted, and its version is a candidate again', async () => {
  const tenantId = 'dev_stops';
  for (const strategy of ['shadow', 'canary'] as const) {
    const id = await makeDeployment(ledger, tenantId, strategy, strategy);
    await sendCommand(tenantId, id, 'abort');
    expect([readRow(id).status, readStage(id)]).toEqual(['aborted', 'candidate']);
    expect(await sendCommand(tenantId, id, 'abort')).toEqual({ replayed: true });
    const { versionId } = readRow(id);
    const archived = await ledger.run(archiveVersion, { tenantId, versionId, cause: causeOf() });
    expect(archived.version.stage).toBe('archived');
  }
  const shadowDeployment = await makeDeployment(ledger, tenantId, 'back', 'shadow');
  await sendCommand(tenantId, shadowDeployment, 'rollback');
  expect([readRow(shadowDeployment).status, readStage(shadowDeployment)]).toEqual([
    'rolled_back',
    'rolled_back',
  ]);
});

test('another tenant cannot archive a version, and the deciding version cannot be archived', async () => {
  const id = await makeDeployment(ledger, 'dev_owner', 'mine', 'immediate');
  const { versionId } = readRow(id);
  const order = { versionId, cause: causeOf() };
  const foreignArchive = ledger.run(archiveVersion, { ...order, tenantId: 'dev_stranger' });
  await expect(foreignArchive).rejects.toMatchObject({ code: 'model_not_found' });
  const ownArchive = ledger.run(archiveVersion, { ...order, tenantId: 'dev_owner' });
  await expect(ownArchive).rejects.toMatchObject({ code: 'invalid_state_transition' });
  expect(readStage(id)).toBe('production');
});

test('a shadow is compared with the version that decides now, and the comparison restarts when that changes', async () => {
  const tenantId = 'dev_moment';
  const firstDeployment = await makeDeployment(ledger, tenantId, 'first', 'immediate');
  const secondDeployment = await makeDeployment(ledger, tenantId, 'second', 'immediate');
  const shadow = await makeDeployment(ledger, tenantId, 'shadow', 'shadow');
  const position = { deploymentId: shadow, status: 'shadow', step: 0 } as const;
  const observation = {
    decidedBy: 'champion',
    championProbability: 0.1,
    challengerProbability: 0.9,
    championFlags: false,
    challengerFlags: true,
    latencyMicros: 10,
    error: null,
  } as const;
  const observe = (decisionId: string) => {
    const observations = [{ ...observation, decisionId }];
    return ledger.run(observeDeployment, { ...position, through: decisionId, observations });
  };
  await observe('dec_1');
  expect(readRow(shadow).championVersionId).toBe(readRow(secondDeployment).versionId);
  expect(readObserved(ledger, readRow(shadow))).toMatchObject({ samples: 1, disagreement: 1 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await sendCommand(tenantId, secondDeployment, 'rollback');
  await observe('dec_2');
  expect(readRow(shadow)).toMatchObject({
    championVersionId: readRow(firstDeployment).versionId,
    seenThrough: 'dec_1',
  });
  expect(readObserved(ledger, readRow(shadow)).samples).toBe(0);
  await observe('dec_2');
  expect(readObserved(ledger, readRow(shadow))).toMatchObject({ samples: 1, disagreement: 1 });
});

test('a deployment whose version expires is stopped, whatever its plan says', async () => {
  const tenantId = 'dev_ends';
  const day = 86_400_000;
  let aheadMs = 0;
  const clockedLedger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    now: () => Date.now() + aheadMs,
  });
  onTestFinished(() => clockedLedger.close());
  const expireBy = async (
    name: string,
    end: (modelId: string, versionId: string) => Promise<object>,
  ) => {
    const id = await makeDeployment(clockedLedger, tenantId, name, 'canary');
    const before = readDeployment(clockedLedger, id);
    const { modelId = '', versionId = '' } = before ?? {};
    await end(modelId, versionId);
    const position = { deploymentId: id, status: 'canary', step: 0 } as const;
    expect((await clockedLedger.run(lapseDeployment, position)).status).toBe('canary');
    aheadMs += 2 * day;
    const state = await clockedLedger.run(advanceDeployment, position);
    expect(state).toEqual({ status: 'aborted', step: 0, rests: true });
    expect(readModelVersion(clockedLedger, versionId)?.stage).toBe('candidate');
    const types = clockedLedger.database.raw
      .prepare<[string, string], string>(
        'SELECT type FROM events WHERE object_id IN (?, ?) ORDER BY row DESC LIMIT 2',
      )
      .pluck()
      .all(id, versionId);
    expect(types).toEqual(['model.version.expired', 'model.deployment.aborted']);
    return readDeployment(clockedLedger, id)?.statusCode;
  };
  const cause = causeOf();
  const ownEnd = await expireBy('own', (_, versionId) => {
    const expiresAt = clockedLedger.now() + day;
    return clockedLedger.run(setExpiry, { tenantId, versionId, expiresAt, cause });
  });
  expect(ownEnd).toBe('version_expired');
  aheadMs = 0;
  const validationEnd = await expireBy('validated', async (modelId, versionId) => {
    const target = { tenantId, modelId, cause };
    const entry = { owner: 'Grace Hopper', purpose: 'Holds', materiality: 'high' } as const;
    await clockedLedger.run(enterModelOwner, { ...target, ...entry });
    const body = { versionId, outcome: 'fit', summary: 'Measured' } as const;
    const validatorAct = { ...target, cause: { ...cause, actor: 'opr_validator' } };
    return clockedLedger.run(validateModel, {
      ...validatorAct,
      ...body,
      revalidateBy: Date.now() + day,
    });
  });
  expect(validationEnd).toBe('validation_expired');
});
