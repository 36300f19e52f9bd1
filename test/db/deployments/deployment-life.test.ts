// How deployments end, and the version with which an open deployment is compared.

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

const rowOf = (id: string) => {
  const row = readDeployment(ledger, id);
  if (!row) throw new Error(`no deployment ${id}`);
  return row;
};
const stageOf = (deploymentId: string) =>
  readModelVersion(ledger, rowOf(deploymentId).versionId)?.stage;
const command = (tenantId: string, deploymentId: string, act: 'abort' | 'rollback') =>
  ledger.run(commandDeployment, { tenantId, deploymentId, act, reason: null, cause: causeOf() });

test('a stopped deployment is aborted, and its version is a candidate again', async () => {
  const tenantId = 'dev_stops';
  for (const strategy of ['shadow', 'canary'] as const) {
    const id = await makeDeployment(ledger, tenantId, strategy, strategy);
    await command(tenantId, id, 'abort');
    expect([rowOf(id).status, stageOf(id)]).toEqual(['aborted', 'candidate']);
    expect(await command(tenantId, id, 'abort')).toEqual({ replayed: true });
    const { versionId } = rowOf(id);
    const archived = await ledger.run(archiveVersion, { tenantId, versionId, cause: causeOf() });
    expect(archived.version.stage).toBe('archived');
  }
  const restored = await makeDeployment(ledger, tenantId, 'back', 'shadow');
  await command(tenantId, restored, 'rollback');
  expect([rowOf(restored).status, stageOf(restored)]).toEqual(['rolled_back', 'rolled_back']);
});

test('another tenant cannot archive a version, and the deciding version cannot be archived', async () => {
  const id = await makeDeployment(ledger, 'dev_owner', 'mine', 'immediate');
  const { versionId } = rowOf(id);
  const order = { versionId, cause: causeOf() };
  const foreignArchive = ledger.run(archiveVersion, { ...order, tenantId: 'dev_stranger' });
  await expect(foreignArchive).rejects.toMatchObject({ code: 'model_not_found' });
  const ownArchive = ledger.run(archiveVersion, { ...order, tenantId: 'dev_owner' });
  await expect(ownArchive).rejects.toMatchObject({ code: 'invalid_state_transition' });
  expect(stageOf(id)).toBe('production');
});

test('a shadow is compared with the currently deciding version, and afresh when that changes', async () => {
  const tenantId = 'dev_moment';
  const first = await makeDeployment(ledger, tenantId, 'first', 'immediate');
  const second = await makeDeployment(ledger, tenantId, 'second', 'immediate');
  const shadow = await makeDeployment(ledger, tenantId, 'shadow', 'shadow');
  const place = { deploymentId: shadow, status: 'shadow', step: 0 } as const;
  const seen = {
    decidedBy: 'champion',
    championProbability: 0.1,
    challengerProbability: 0.9,
    championFlags: false,
    challengerFlags: true,
    latencyMicros: 10,
    error: null,
  } as const;
  const observe = (decisionId: string) => {
    const observations = [{ ...seen, decisionId }];
    return ledger.run(observeDeployment, { ...place, through: decisionId, observations });
  };
  await observe('dec_1');
  expect(rowOf(shadow).championVersionId).toBe(rowOf(second).versionId);
  expect(readObserved(ledger, rowOf(shadow))).toMatchObject({ samples: 1, disagreement: 1 });
  await new Promise((passed) => setTimeout(passed, 5));
  await command(tenantId, second, 'rollback');
  await observe('dec_2');
  expect(rowOf(shadow)).toMatchObject({
    championVersionId: rowOf(first).versionId,
    seenThrough: 'dec_1',
  });
  expect(readObserved(ledger, rowOf(shadow)).samples).toBe(0);
  await observe('dec_2');
  expect(readObserved(ledger, rowOf(shadow))).toMatchObject({ samples: 1, disagreement: 1 });
});

test('a deployment whose version expires is stopped, whatever its plan says', async () => {
  const tenantId = 'dev_ends';
  const day = 86_400_000;
  let aheadMs = 0;
  const clocked = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    now: () => Date.now() + aheadMs,
  });
  onTestFinished(() => clocked.close());
  const endAs = async (
    name: string,
    end: (modelId: string, versionId: string) => Promise<object>,
  ) => {
    const id = await makeDeployment(clocked, tenantId, name, 'canary');
    const before = readDeployment(clocked, id);
    const { modelId = '', versionId = '' } = before ?? {};
    await end(modelId, versionId);
    const place = { deploymentId: id, status: 'canary', step: 0 } as const;
    expect((await clocked.run(lapseDeployment, place)).status).toBe('canary');
    aheadMs += 2 * day;
    const state = await clocked.run(advanceDeployment, place);
    expect(state).toEqual({ status: 'aborted', step: 0, rests: true });
    expect(readModelVersion(clocked, versionId)?.stage).toBe('candidate');
    const types = clocked.database.raw
      .prepare<[string, string], string>(
        'SELECT type FROM events WHERE object_id IN (?, ?) ORDER BY row DESC LIMIT 2',
      )
      .pluck()
      .all(id, versionId);
    expect(types).toEqual(['model.version.expired', 'model.deployment.aborted']);
    return readDeployment(clocked, id)?.statusCode;
  };
  const cause = causeOf();
  const ownEnd = await endAs('own', (_, versionId) => {
    const expiresAt = clocked.now() + day;
    return clocked.run(setExpiry, { tenantId, versionId, expiresAt, cause });
  });
  expect(ownEnd).toBe('version_expired');
  aheadMs = 0;
  const validated = await endAs('validated', async (modelId, versionId) => {
    const target = { tenantId, modelId, cause };
    const entry = { owner: 'Grace Hopper', purpose: 'Holds', materiality: 'high' } as const;
    await clocked.run(enterModelOwner, { ...target, ...entry });
    const body = { versionId, outcome: 'fit', summary: 'Measured' } as const;
    const validatorAct = { ...target, cause: { ...cause, actor: 'opr_validator' } };
    return clocked.run(validateModel, { ...validatorAct, ...body, revalidateBy: Date.now() + day });
  });
  expect(validated).toBe('validation_expired');
});
