// The gates that run a file, in a separate process: valid exports of the usual libraries pass, and
// faults that only appear at run time are refused without affecting the test's own process.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, describe, expect, test } from 'vitest';
import { checkModel } from '../../../models/gate/check-model.ts';
import type { Declaration } from '../../../models/gate/declaration.ts';
import { ModelRefusal } from '../../../models/gate/refusal.ts';
import { floats, model, node, oneOperatorModel, tensor } from './onnx-builder.ts';

const readExport = (name: string) =>
  readFileSync(new URL(`../exports/${name}.onnx`, import.meta.url));
const GOLDEN = JSON.parse(
  readFileSync(new URL('../exports/golden.json', import.meta.url), 'utf8'),
) as { readonly rows: number[][]; readonly probability: Record<string, number[]> };

function declare(columns: number, golden: Declaration['golden'] = []): Declaration {
  const features = Array.from({ length: columns }, (_, index) => {
    return { name: `f${index}`, min: null, max: null, mayBeMissing: false };
  });
  return { features, golden };
}

function goldenOf(name: string): Declaration['golden'] {
  return GOLDEN.rows.map((features, index) => {
    return { features, probability: GOLDEN.probability[name]?.[index] as number };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'kontor-gate-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of these bytes. */
function onDisk(bytes: Uint8Array): { path: string; owner: string } {
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes);
  return { path, owner: 'dev_test' };
}

const codeOf = (file: Buffer, declaration = declare(3)) =>
  checkModel(onDisk(file), declaration).then(
    () => 'passed',
    (error: unknown) => (error instanceof ModelRefusal ? error.code : Promise.reject(error)),
  );

const LIBRARIES = [
  'sklearn-logistic',
  'sklearn-forest',
  'sklearn-boosted',
  'sklearn-mlp',
  'lightgbm',
  'xgboost',
  'sklearn-calibrated-boosted',
  'sklearn-calibrated-forest',
  'sklearn-calibrated-logistic',
];

describe('valid exports pass with the scores of their library', () => {
  test.each(LIBRARIES)(
    '%s',
    async (name) => {
      const checked = await checkModel(onDisk(readExport(name)), declare(5, goldenOf(name)));
      expect(checked.probe).toMatchObject({ goldenRows: 5 });
      expect(checked.signature).toMatchObject({ column: 1, columns: 2 });
      expect(checked.sha256).toMatch(/^[0-9a-f]{64}$/);
    },
    60_000,
  );
});

test("scores that differ from the card's are refused", async () => {
  const [row] = goldenOf('xgboost');
  const wrong = [{ features: row?.features ?? [], probability: 0.123 }];
  expect(await codeOf(readExport('xgboost'), declare(5, wrong))).toBe('model_golden_mismatch');
}, 60_000);

/** Two constants of a few MB whose product has terabytes. */
function memoryBomb(): Buffer {
  const side = 3_000_000;
  return model({
    nodes: [
      node({ op: 'MatMul', inputs: ['high', 'wide'], outputs: ['vast'] }),
      node({ op: 'Add', inputs: ['features', 'vast'], outputs: ['sum'] }),
      node({ op: 'ReduceMax', inputs: ['sum'], outputs: ['probability'] }),
    ],
    constants: [
      tensor('high', [side, 1], new Float32Array(side)),
      tensor('wide', [1, side], new Float32Array(side)),
    ],
  });
}

/** Each row multiplies four million numbers eight times: some 20 ms, where 2 are allowed. */
function slowModel(): Buffer {
  const [side, steps] = [2_000, 8];
  const weights = new Float32Array(side * side).fill(1e-6);
  const products = Array.from({ length: steps }, (_, index) =>
    node({ op: 'MatMul', inputs: [`x${index}`, 'w'], outputs: [`x${index + 1}`] }),
  );
  return model({
    nodes: [
      node({ op: 'MatMul', inputs: ['features', 'in'], outputs: ['x0'] }),
      ...products,
      node({ op: 'MatMul', inputs: [`x${steps}`, 'out'], outputs: ['margin'] }),
      node({ op: 'Sigmoid', inputs: ['margin'], outputs: ['probability'] }),
    ],
    constants: [
      tensor('in', [3, side], new Float32Array(3 * side).fill(1e-9)),
      tensor('w', [side, side], weights),
      tensor('out', [side, 1], new Float32Array(side).fill(1e-9)),
    ],
  });
}

/** The mean of all rows: a row depends on its neighbours. */
function crossRowModel(): Buffer {
  const { nodes, constants } = {
    nodes: [
      node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['margin'] }),
      node({ op: 'ReduceMean', inputs: ['margin'], outputs: ['mean'] }),
      node({ op: 'Sub', inputs: ['margin', 'mean'], outputs: ['rest'] }),
      node({ op: 'Sigmoid', inputs: ['rest'], outputs: ['probability'] }),
    ],
    constants: [tensor('w', [3, 1], Float32Array.of(1e-6, 2e-6, 3e-6))],
  };
  return model({ nodes, constants });
}

describe('a model is refused when its trial run shows', () => {
  test('NaN as the score of ordinary rows', async () => {
    expect(await codeOf(oneOperatorModel('Log'))).toBe('model_output_invalid');
  }, 60_000);

  test('a score that is no probability', async () => {
    const nodes = [node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['probability'] })];
    const constants = [tensor('w', [3, 1], Float32Array.of(1, 1, 1))];
    expect(await codeOf(model({ nodes, constants }))).toBe('model_output_invalid');
  }, 60_000);

  test('a product of small constants that takes all memory', async () => {
    expect(['model_memory_exceeded', 'model_not_loadable']).toContain(await codeOf(memoryBomb()));
  }, 90_000);

  test('a row that takes too long', async () => {
    expect(['model_too_slow', 'model_timeout']).toContain(await codeOf(slowModel()));
  }, 90_000);

  test('a row whose score depends on other rows', async () => {
    expect(await codeOf(crossRowModel())).toBe('model_batch_mismatch');
  }, 60_000);

  test('weights of the wrong shape', async () => {
    const nodes = [node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['probability'] })];
    const constants = [tensor('w', [5, 1], new Float32Array(5))];
    expect(await codeOf(model({ nodes, constants }))).toBe('model_malformed');
  }, 60_000);
});

test('mutated files that pass the reader end in a verdict, and the process survives', async () => {
  const source = readExport('sklearn-mlp');
  const codes: string[] = [];
  for (let index = 0; index < 8; index++) {
    const copy = Buffer.from(source);
    copy.set(floats([Number.NaN]), 150 + 97 * index);
    codes.push(await codeOf(copy, declare(5)));
  }
  expect(codes).toHaveLength(8);
}, 240_000);

test('32 MB of nonsense and a decompression bomb do not block the event loop', async () => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const large = Buffer.alloc(32 * 1024 * 1024, 10);
  await Promise.all([codeOf(large), codeOf(memoryBomb())]);
  delay.disable();
  // A parse of 32 MB in this process would hold it for far longer than this in one go.
  expect(delay.percentile(99) / 1e6).toBeLessThan(250);
}, 120_000);
