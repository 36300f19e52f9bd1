// Rules about models that the database itself enforces: versions never change, stages follow the
// permitted changes, and a tenant has one version in production for a task.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ledger } from '../../../db/ledger.ts';
import { decideVersion, registerVersion } from '../../../db/models/acts.ts';
import { MODEL_STAGES, type ModelStage } from '../../../ledger/models/model.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';

let ledger: Ledger;
let count = 0;
beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
});
afterAll(() => ledger.close());

const run = (sql: string, ...values: unknown[]) => ledger.database.raw.prepare(sql).run(...values);

async function register(overrides: { tenantId?: string; approved?: boolean } = {}) {
  count += 1;
  const outcome = await ledger.run(registerVersion, {
    tenantId: overrides.tenantId ?? `dev_${count}`,
    name: `model-${count}`,
    task: 'fraud',
    label: '1.0.0',
    source: 'upload',
    approved: overrides.approved ?? true,
    artifact: { sha256: 'ab'.repeat(32), bytes: 1 },
    card: {},
    checks: {},
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_x', requestId: 'req_x', idempotencyKey: null },
  });
  return outcome.version;
}

const move = (id: string, stage: ModelStage) =>
  run('UPDATE model_versions SET stage = ? WHERE id = ?', stage, id);

const STAGE_PATHS: Readonly<Record<ModelStage, readonly ModelStage[]>> = {
  candidate: [],
  shadow: ['shadow'],
  canary: ['canary'],
  production: ['production'],
  archived: ['archived'],
  rolled_back: ['shadow', 'rolled_back'],
};
const EDGES: Readonly<Record<ModelStage, readonly ModelStage[]>> = {
  candidate: ['shadow', 'canary', 'production', 'archived'],
  shadow: ['candidate', 'canary', 'production', 'rolled_back'],
  canary: ['candidate', 'production', 'rolled_back'],
  production: ['archived', 'rolled_back'],
  archived: ['production'],
  rolled_back: ['archived'],
};

test.each(MODEL_STAGES)('from %s a version changes along permitted stages only', async (from) => {
  for (const to of MODEL_STAGES.filter((stage) => stage !== from)) {
    const { id } = await register();
    for (const stage of STAGE_PATHS[from]) move(id, stage);
    if (EDGES[from].includes(to)) expect(move(id, to).changes).toBe(1);
    else expect(() => move(id, to), `${from} to ${to}`).toThrow('model stage change');
  }
});

test('a tenant has one version in production for a task, and tenants are separate', async () => {
  const first = await register({ tenantId: 'dev_same' });
  const second = await register({ tenantId: 'dev_same' });
  const other = await register({ tenantId: 'dev_other' });
  move(first.id, 'production');
  expect(() => move(second.id, 'production')).toThrow('UNIQUE');
  move(other.id, 'production');
  move(first.id, 'archived');
  expect(move(second.id, 'production').changes).toBe(1);
});

test("a version without the bank's approval does not serve", async () => {
  const { id } = await register({ approved: false });
  for (const stage of ['shadow', 'canary', 'production'] as const) {
    expect(() => move(id, stage)).toThrow('CHECK');
  }
});

test('the identity of a version never changes, and no version is deleted', async () => {
  const { id } = await register();
  const fixed = [
    'label',
    'artifact_sha256',
    'artifact_bytes',
    'card',
    'checks',
    'task',
    'tenant_id',
  ];
  for (const column of fixed) {
    const sql = `UPDATE model_versions SET ${column} = ${column} WHERE id = ?`;
    expect(() => run(sql, id), column).toThrow('never changes');
  }
  expect(() => run('UPDATE models SET name = name')).toThrow('never changes');
  expect(() => run('DELETE FROM model_versions')).toThrow('never deleted');
  expect(() => run('DELETE FROM models')).toThrow('never deleted');
});

test('an alias names only a version of its own model', async () => {
  const first = await register();
  const second = await register();
  const sql = 'UPDATE model_aliases SET version_id = ? WHERE model_id = ?';
  expect(() => run(sql, second.id, first.modelId)).toThrow('its own model');
});

test("the bank's decision about a version is written once", async () => {
  const { id } = await register({ approved: false });
  const cause = { actor: 'opr_x', requestId: 'req_x', idempotencyKey: null };
  const decided = { versionId: id, reason: 'Seen.', cause };
  expect(await ledger.run(decideVersion, { ...decided, decision: 'rejected' })).toMatchObject({
    id,
  });
  const repeatedDecision = ledger.run(decideVersion, { ...decided, decision: 'approved' });
  await expect(repeatedDecision).rejects.toThrow('The version is already rejected.');
  const sql = "UPDATE model_versions SET approval_status = 'approved' WHERE id = ?";
  expect(() => run(sql, id)).toThrow('decided once');
});
