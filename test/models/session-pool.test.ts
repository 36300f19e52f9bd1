// Models in memory: each gives its own answers, whichever others are loaded, evicted or broken.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ArtifactMismatch,
  type ArtifactStore,
  createArtifactStore,
} from '../../models/artifact-store.ts';
import { hashInTurns } from '../../models/file-hash.ts';
import { inspectModel } from '../../models/gate/inspect.ts';
import { createSessionPool, NoProbability, type ScoredModel } from '../../models/session-pool.ts';
import { model, node, oneOperatorModel, tensor } from './gate/onnx-builder.ts';

let dir: string;
let artifacts: ArtifactStore;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-models-'));
  artifacts = createArtifactStore(dir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const FEATURES = ['a', 'b', 'c'];
const ROW = Float32Array.of(1, 2, 3);

async function storeModel(file: Buffer): Promise<ScoredModel> {
  const sha256 = await hashInTurns(file);
  await artifacts.put(sha256, file);
  return { sha256, signature: inspectModel(file, FEATURES).signature, columns: 3, foreign: null };
}

/** A model whose score identifies it. */
function numberModel(weight: number): Buffer {
  const nodes = [
    node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['margin'] }),
    node({ op: 'Sigmoid', inputs: ['margin'], outputs: ['probability'] }),
  ];
  return model({ nodes, constants: [tensor('w', [3, 1], Float32Array.of(weight, 0, 0))] });
}
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

test('many concurrent models give their own scores, and only a limited number stays loaded', async () => {
  const pool = createSessionPool(artifacts, 3);
  const weights = [-2, -1, -0.5, 0, 0.5, 1, 2, 3];
  const models = await Promise.all(weights.map((weight) => storeModel(numberModel(weight))));
  const request = Array.from({ length: 80 }, (_, index) => index % weights.length);
  const scores = await Promise.all(request.map((index) => pool.score(models[index]!, [ROW, ROW])));
  for (const [call, index] of request.entries()) {
    expect(scores[call]?.[0]).toBeCloseTo(sigmoid(weights[index]!), 5);
    expect(scores[call]?.[1]).toBe(scores[call]?.[0]);
  }
  expect(pool.size()).toBe(3);
  await pool.close();
});

test('a file changed on disk is not scored, and a restored file is', async () => {
  const file = numberModel(1);
  const model = await storeModel(file);
  const path = join(dir, `${model.sha256}.onnx`);
  const pool = createSessionPool(artifacts, 2);
  writeFileSync(path, numberModel(2));
  await expect(pool.score(model, [ROW])).rejects.toBeInstanceOf(ArtifactMismatch);
  rmSync(path);
  await expect(pool.score(model, [ROW])).rejects.toBeInstanceOf(ArtifactMismatch);
  await artifacts.put(model.sha256, file);
  expect((await pool.score(model, [ROW]))[0]).toBeCloseTo(sigmoid(1), 5);
  await pool.close();
});

test('a damaged file is replaced when it is uploaded again', async () => {
  const file = numberModel(1);
  const { sha256 } = await storeModel(file);
  writeFileSync(join(dir, `${sha256}.onnx`), 'half');
  await artifacts.put(sha256, file);
  expect(await artifacts.get(sha256)).toEqual(file);
});

test('an output that is no probability is an error and never a score', async () => {
  const pool = createSessionPool(artifacts, 2);
  const model = await storeModel(oneOperatorModel('Log'));
  const row = Float32Array.of(-1, -1, -1);
  await expect(pool.score(model, [row])).rejects.toBeInstanceOf(NoProbability);
  expect((await pool.score(model, [ROW]))[0]).toBeGreaterThan(0.5);
  await pool.close();
});

test('an idle session is freed, but not a session in use', async () => {
  const pool = createSessionPool(artifacts, 8);
  const [stopped, serving, request] = await Promise.all(
    [1, 2, 3].map((w) => storeModel(numberModel(w))),
  );
  for (const item of [stopped!, serving!, request!]) await pool.score(item, [ROW]);
  const isInUse = (sha256: string) => sha256 === serving?.sha256;
  expect(await pool.releaseIdle({ idleMs: 60_000, isInUse })).toBe(0);
  const answer = pool.score(request!, [ROW, ROW, ROW]);
  expect(await pool.releaseIdle({ idleMs: 0, isInUse })).toBe(1);
  expect((await answer)[2]).toBeCloseTo(sigmoid(3), 5);
  expect(pool.size()).toBe(2);
  expect((await pool.score(stopped!, [ROW]))[0]).toBeCloseTo(sigmoid(1), 5);
  await pool.close();
});
