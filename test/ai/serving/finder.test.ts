// The model that decides for a developer: the engine's own until the developer has one in
// production. While the share of a canary is unchanged, a customer always has the same model.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findShippedModel } from '../../../ai/credit/model.ts';
import { createModelFinder } from '../../../ai/serving/finder.ts';
import { registerShipped } from '../../../api/models/shipped-models.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { registerVersion } from '../../../db/models/acts.ts';
import { PLATFORM_OWNER } from '../../../ledger/models/model.ts';
import { readArtifact, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { ArtifactMismatch, createArtifactStore } from '../../../models/artifact-store.ts';
import {
  createForeignScorer,
  type ForeignScorer,
} from '../../../models/confined/foreign-scorer.ts';
import { createExplainers } from '../../../models/explain/explainers.ts';
import { chooseFor, computePercentile, type ModelFinder } from '../../../models/serving.ts';
import { combinePools, createOwnSessions, type SessionPool } from '../../../models/session-pool.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

const { card } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.4.0');
let dir: string;
let ledger: Ledger;
let foreignScorer: ForeignScorer;
let pool: SessionPool;
let finder: ModelFinder;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-serving-'));
  const artifacts = createArtifactStore(dir);
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  foreignScorer = createForeignScorer({ artifacts, onKill: () => {} });
  pool = combinePools(createOwnSessions(artifacts, 4), foreignScorer);
  await registerShipped([ledger], artifacts);
  const reasons = createExplainers({ artifacts, covers: artifacts });
  finder = createModelFinder(ledger, pool, reasons);
});
afterEach(async () => {
  foreignScorer.close();
  await pool.close();
  ledger.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Time for the start of the process that scores with a developer's version. */
const A_START = { timeout: 30_000 };

const signature = { input: 'features', output: 'probability', column: 0, columns: 1 };

async function inProduction(
  tenantId: string,
  features: readonly { name: string }[],
  { name = 'own', sha256 = card.artifact.sha256 } = {},
) {
  const outcome = await ledger.run(registerVersion, {
    tenantId,
    name,
    task: 'fraud',
    label: '1.0.0',
    source: 'upload',
    approved: true,
    artifact: { sha256, bytes: 1 },
    card: { features, threshold: 0.7 },
    checks: { signature },
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_x', requestId: 'req_x', idempotencyKey: null },
  });
  const move = "UPDATE model_versions SET stage = 'production' WHERE id = ?";
  ledger.database.raw.prepare(move).run(outcome.version.id);
}

test('the shipped model gives the scores of its model card, row by row and in a batch', async () => {
  const serving = finder.servingFor('dev_a', 'fraud');
  const model = serving?.production;
  expect(model).toMatchObject({ name: 'fraud-detection', label: '2.4.0', columns: 23 });
  expect(model?.artifactSha256).toBe(card.artifact.sha256);
  expect(model?.thresholds.review).toBe(card.measured.threshold);
  const rows = card.golden.map(({ features }) =>
    Float32Array.from(features, (value) => value ?? Number.NaN),
  );
  const scores = (await model?.session.score(rows)) ?? [];
  for (const [index, { probability }] of card.golden.entries()) {
    expect(scores[index]).toBeCloseTo(probability, 4);
    expect((await model?.session.score([rows[index] as Float32Array]))?.[0]).toBeCloseTo(
      scores[index] as number,
      6,
    );
  }
  expect((await model?.explanation.load())?.kind).toBe('tree_shap');
  // From now on a decision under way has its reasons at once.
  expect(model?.explanation.ready()?.attributeNow(rows[0] as Float32Array)?.parts).toHaveLength(23);
});

test('a bank that began with an earlier credit model decides with the newest', async () => {
  const former = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  const artifacts = createArtifactStore(dir);
  const { card: first, model } = readArtifact(SHIPPED_FOLDER, 'credit-scoring', '3.0.0');
  const { sha256, bytes } = first.artifact;
  await artifacts.put(sha256, model);
  await former.run(registerVersion, {
    tenantId: PLATFORM_OWNER,
    name: first.name,
    task: 'credit',
    label: first.version,
    source: 'platform',
    approved: true,
    artifact: { sha256, bytes },
    card: { ...first },
    checks: { signature },
    requestHash: Buffer.alloc(32),
    cause: { actor: 'workflow', requestId: 'start', idempotencyKey: null },
  });
  const reasons = createExplainers({ artifacts, covers: artifacts });
  const decides = () =>
    createModelFinder(former, pool, reasons).servingFor('dev_a', 'credit')?.production.label;
  expect(decides()).toBe('3.0.0');
  await registerShipped([former], artifacts);
  expect(decides()).toBe(findShippedModel().version);
  // The version that decided before stays available for reading and scoring.
  const labels = former.database.raw
    .prepare('SELECT label FROM model_versions WHERE artifact_sha256 = ?')
    .pluck();
  expect(labels.all(sha256)).toEqual(['3.0.0']);
  former.close();
});

test('a version in production decides for its developer only', async () => {
  await inProduction('dev_a', card.features);
  const ownModel = finder.servingFor('dev_a', 'fraud')?.production;
  expect(ownModel).toMatchObject({ name: 'own', thresholds: { review: 0.7 } });
  // The same bytes under another card: its trees are not claimed to be known.
  expect(await ownModel?.explanation.load()).toBeNull();
  expect(finder.servingFor('dev_b', 'fraud')?.production.name).toBe('fraud-detection');
  expect(finder.versionFor('dev_b', 'fraud', '1.0.0')).toBeNull();
  expect(finder.versionFor('dev_b', 'fraud', '2.1.0')?.name).toBe('fraud-detection');
});

test('of several models with one version number, each is found by its name and by its file', async () => {
  const files = { first: 'ab'.repeat(32), second: 'cd'.repeat(32) };
  const retire = "UPDATE model_versions SET stage = 'archived' WHERE stage = 'production'";
  for (const [name, sha256] of Object.entries(files)) {
    await inProduction('dev_a', card.features, { name, sha256 });
    ledger.database.raw.exec(retire);
  }
  const findHash = (expected: string, sha256?: string) =>
    finder.versionFor('dev_a', 'fraud', expected, sha256)?.artifactSha256;
  expect(findHash('1.0.0')).toBe(files.second);
  expect([findHash('first@1.0.0'), findHash('second@1.0.0')]).toEqual([files.first, files.second]);
  expect(findHash('first@1.0.0', files.second)).toBeUndefined();
  expect(findHash('third@1.0.0')).toBeUndefined();
});

test('a version with other features cannot be used, and no other version replaces it', async () => {
  await inProduction('dev_a', [{ name: 'a' }]);
  expect(finder.servingFor('dev_a', 'fraud')).toBeNull();
});

test('a canary gets its share of the customers, the same customers every time', () => {
  const production = finder.servingFor('dev_a', 'fraud')?.production;
  if (!production) throw new Error('no model');
  const canary = { model: { ...production, label: '9.9.9' }, percent: 20 };
  const serving = { production, canary, shadow: [] };
  const customers = Array.from({ length: 2_000 }, (_, index) => `cust_${index}`);
  const modes = customers.map((id) => chooseFor(serving, id).mode);
  const share = modes.filter((mode) => mode === 'canary').length / customers.length;
  expect(share).toBeGreaterThan(0.16);
  expect(share).toBeLessThan(0.24);
  expect(customers.map((id) => chooseFor(serving, id).mode)).toEqual(modes);
  expect(chooseFor({ ...serving, canary: null }, 'cust_1').model.label).toBe('2.4.0');
  expect(computePercentile('cust_1')).toBe(computePercentile('cust_1'));
});

test('a new version is used once it is warm; a broken version never is', async () => {
  const first = finder.servingFor('dev_a', 'fraud')?.production;
  expect(first?.label).toBe('2.4.0');
  await inProduction('dev_a', card.features);
  // No payment waits for the new one: the version before it decides meanwhile.
  expect(finder.servingFor('dev_a', 'fraud')?.production).toBe(first);
  await vi.waitFor(() => {
    expect(finder.servingFor('dev_a', 'fraud')?.production.name).toBe('own');
  }, A_START);
  const servedVersion = finder.servingFor('dev_a', 'fraud')?.production;
  expect(servedVersion).not.toBe(first);
  ledger.database.raw.exec("UPDATE model_versions SET stage = 'archived' WHERE name = 'own'");
  await inProduction('dev_a', card.features, { name: 'lost', sha256: 'ab'.repeat(32) });
  for (let ask = 0; ask < 5; ask += 1) {
    expect(finder.servingFor('dev_a', 'fraud')?.production).toBe(servedVersion);
    await sleep(20);
  }
  const row = Float32Array.from(card.golden[0]?.features ?? [], (value) => value ?? Number.NaN);
  expect(await servedVersion?.session.score([row])).toHaveLength(1);
});

test('a version that is rolled back decides nothing more: the version before takes over at once', async () => {
  const servedVersion = finder.servingFor('dev_a', 'fraud')?.production;
  await inProduction('dev_a', card.features);
  await vi.waitFor(() => {
    expect(finder.servingFor('dev_a', 'fraud')?.production.name).toBe('own');
  }, A_START);
  ledger.database.raw.exec("UPDATE model_versions SET stage = 'archived' WHERE name = 'own'");
  const file = makeConstantModel(-4);
  const sha256 = createHash('sha256').update(file).digest('hex');
  await createArtifactStore(dir).put(sha256, file);
  await inProduction('dev_a', card.features, { name: 'next', sha256 });
  await vi.waitFor(() => {
    expect(finder.servingFor('dev_a', 'fraud')?.production.name).toBe('next');
  }, A_START);
  const rollbackSql = `UPDATE model_versions SET stage = CASE name WHEN 'own' THEN 'production'
    ELSE 'rolled_back' END WHERE name = ?`;
  ledger.database.raw.prepare(rollbackSql).run('next');
  ledger.database.raw.prepare(rollbackSql).run('own');
  expect(finder.servingFor('dev_a', 'fraud')?.production.name).toBe('own');
  ledger.database.raw.exec("UPDATE model_versions SET stage = 'rolled_back' WHERE name = 'own'");
  expect(finder.servingFor('dev_a', 'fraud')?.production).toBe(servedVersion);
  // Also where no decision was made before the first own one.
  await inProduction('dev_b', card.features, { name: 'first' });
  expect(finder.servingFor('dev_b', 'fraud')?.production.name).toBe('first');
  ledger.database.raw.exec("UPDATE model_versions SET stage = 'rolled_back' WHERE name = 'first'");
  expect(finder.servingFor('dev_b', 'fraud')?.production).toBe(servedVersion);
});

test('swapping versions during requests leaves every request answered', async () => {
  const row = Float32Array.from(card.golden[0]?.features ?? [], (value) => value ?? Number.NaN);
  const requests: string[] = [];
  const ask = async () => {
    const model = finder.servingFor('dev_a', 'fraud')?.production;
    const [score] = (await model?.session.score([row])) ?? [];
    expect(score).toBeGreaterThanOrEqual(0);
    requests.push(model?.name ?? '');
  };
  const until = performance.now() + A_START.timeout;
  for (let round = 0; round < 30 || requests.at(-1) !== 'next'; round += 1) {
    if (performance.now() > until) break;
    if (round === 5) {
      const file = makeConstantModel(-4);
      const sha256 = createHash('sha256').update(file).digest('hex');
      await createArtifactStore(dir).put(sha256, file);
      await inProduction('dev_a', card.features, { name: 'next', sha256 });
    }
    await Promise.all(Array.from({ length: 10 }, ask));
  }
  expect(requests.length).toBeGreaterThanOrEqual(300);
  expect([requests[0], requests.at(-1)]).toEqual(['fraud-detection', 'next']);
});

test('without an earlier champion, a lost model file is an error for every caller', async () => {
  await inProduction('dev_c', card.features, { name: 'lost', sha256: 'cd'.repeat(32) });
  const model = finder.servingFor('dev_c', 'fraud')?.production;
  expect(model?.name).toBe('lost');
  const row = new Float32Array(card.features.length);
  await expect(model?.session.score([row])).rejects.toThrow(ArtifactMismatch);
});
