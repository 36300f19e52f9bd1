// Models exported by common libraries with their default options, and models with custom operators.
// Each gives the scores that its library gave; a refusal names the export option that avoids it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createArtifactStore } from '../../../models/artifact-store.ts';
import { hashFile } from '../../../models/file-hash.ts';
import { checkModel } from '../../../models/gate/check-model.ts';
import { completeFeature } from '../../../models/gate/declaration.ts';
import { type DeclaredKinds, inspectModel } from '../../../models/gate/inspect.ts';
import { ModelRefusal } from '../../../models/gate/refusal.ts';
import { prepareFile } from '../../../models/served-file.ts';
import { createSessionPool } from '../../../models/session-pool.ts';
import { attributeOf, model, node, tensor } from './onnx-builder.ts';

const EXPORTED_FILES = fileURLToPath(new URL('../exports/as-people-do/', import.meta.url));
const pathOf = (name: string) => `${EXPORTED_FILES}${name}.onnx`;
const GOLDEN = JSON.parse(readFileSync(`${EXPORTED_FILES}golden.json`, 'utf8')) as Record<
  string,
  {
    readonly rows: number[][];
    readonly probability: number[];
    /** Left out: five plain numbers. */
    readonly features?: readonly Parameters<typeof completeFeature>[0][];
  }
>;
const FEATURES = ['a', 'b', 'c', 'd', 'e'];
const REFUSED_EXPORTS = ['knn-scan'];
const ACCEPTED = Object.keys(GOLDEN).filter((name) => !REFUSED_EXPORTS.includes(name));

const plain = FEATURES.map((name) => ({ name }));

const NO_GOLDEN: (typeof GOLDEN)[string] = { rows: [], probability: [] };

describe("an exported model passes the gate with its library's scores, and serves them", () => {
  test.each(ACCEPTED)(
    '%s',
    async (name) => {
      const { rows, probability, features: declared = plain } = GOLDEN[name] ?? NO_GOLDEN;
      const features = declared.map(completeFeature);
      const golden = rows.map((row, index) => ({
        features: row,
        probability: probability[index] ?? 0,
      }));
      const file = { path: pathOf(name), owner: 'dev_test' };
      const { signature, probe, sha256 } = await checkModel(file, { features, golden });
      expect(probe.goldenRows).toBe(rows.length);
      expect(sha256).toBe(await hashFile(file.path));
      const artifacts = {
        ...createArtifactStore('/nowhere'),
        get: async () => readFileSync(file.path),
      };
      const pool = createSessionPool(artifacts, 1);
      const input = rows.map((row) => Float32Array.from(row));
      const model = { sha256, signature, columns: 5, foreign: null };
      const together = await pool.scoreTogether(model, input);
      const poolScores = await pool.score(model, input);
      await pool.close();
      for (const [index, expected] of probability.entries()) {
        expect(Math.abs((together[index] ?? 9) - expected)).toBeLessThan(1e-5);
        expect(Math.abs((poolScores[index] ?? 9) - expected)).toBeLessThan(1e-5);
      }
    },
    60_000,
  );
});

test('the golden file of forest splits has fifty rows of the library', () => {
  expect(GOLDEN['forest-at-splits']?.rows).toHaveLength(50);
});

test('only files with dictionaries are changed before they are loaded', () => {
  const plain = readFileSync(pathOf('knn'));
  expect(prepareFile(plain)).toBe(plain);
  const zipped = readFileSync(pathOf('zipmap'));
  expect(Buffer.from(prepareFile(zipped)).includes('ZipMap')).toBe(false);
});

const FRAME = ['town', 'visits', 'member', 'spent', 'age'];
const NO_KINDS: DeclaredKinds = { categories: new Map(), integers: new Map() };
const TOWNS = new Map([['town', ['York']]]);
const COUNTS = new Map([
  ['visits', {}],
  ['member', {}],
]);
const CATEGORY_A: DeclaredKinds = { ...NO_KINDS, categories: new Map([['a', ['x']]]) };

function refusalOf(file: Buffer, names = FEATURES, kinds: DeclaredKinds = NO_KINDS): string {
  try {
    inspectModel(file, names, kinds);
    return 'passed';
  } catch (error) {
    if (error instanceof ModelRefusal) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const first = (op: string, overrides: object = {}) =>
  model({
    nodes: [node({ op, inputs: ['features'], outputs: ['probability'], ...overrides })],
  });

const ADVICE: readonly (readonly [string, () => string, string])[] = [
  [
    'nearest neighbours with a loop',
    () => refusalOf(readFileSync(pathOf('knn-scan'))),
    '"optim": "cdist"',
  ],
  [
    'a data frame whose columns have other names',
    () => refusalOf(readFileSync(pathOf('named-columns')), ['a', 'b', 'c', 'd', 'f']),
    'The input e is no feature of the card',
  ],
  [
    'a data frame of fewer columns than the card has features',
    () => refusalOf(readFileSync(pathOf('named-columns')), [...FEATURES, 'f']),
    'No input has the name of the feature f',
  ],
  [
    'texts of a data frame',
    () => refusalOf(readFileSync(pathOf('data-frame')), FRAME),
    '"kind": "category" and its "categories" on the card',
  ],
  [
    'whole numbers of a data frame',
    () => refusalOf(readFileSync(pathOf('data-frame')), FRAME, { ...NO_KINDS, categories: TOWNS }),
    'takes int64: give the feature "kind": "integer" on the card',
  ],
  [
    'booleans without their bounds',
    () =>
      refusalOf(readFileSync(pathOf('data-frame')), FRAME, { categories: TOWNS, integers: COUNTS }),
    'takes bool: give the feature "kind": "integer", "min": 0 and "max": 1 on the card',
  ],
  [
    'a category that is a number in the file',
    () => refusalOf(readFileSync(pathOf('named-columns')), FEATURES, CATEGORY_A),
    'The input a is no text, but the card calls it a category',
  ],
  [
    'a matrix of another width',
    () => refusalOf(readFileSync(pathOf('double')), ['a', 'b']),
    'FloatTensorType([None, 2])',
  ],
  [
    'texts',
    () => refusalOf(first('LabelEncoder', { domain: 'ai.onnx.ml' }), ['a', 'b', 'c']),
    'numbers',
  ],
  [
    'an operator of the newest trees',
    () => refusalOf(first('TreeEnsemble', { domain: 'ai.onnx.ml' }), ['a', 'b', 'c']),
    'target_opset',
  ],
  [
    'a newer IR',
    () => refusalOf(model({ nodes: [], ir: 14 }), ['a', 'b', 'c']),
    'model.ir_version',
  ],
  [
    'a newer opset',
    () => refusalOf(model({ nodes: [], opsets: [['', 27]] }), ['a', 'b', 'c']),
    'target_opset={"": 26}',
  ],
];

test.each(ADVICE)('%s: the refusal names the right export', (_label, refusal, advice) => {
  expect(refusal()).toContain(advice);
});

/** A fault that only the runtime detects: the file has three numeric inputs and one golden row. */
function logOdds(): Buffer {
  const nodes = [node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['probability'] })];
  return model({ nodes, constants: [tensor('w', [3, 1], Float32Array.of(1, 1, 1))] });
}

const RUN: readonly (readonly [string, () => Buffer, readonly string[], string])[] = [
  ['log-odds', logOdds, ['a', 'b', 'c'], 'without the option raw_scores'],
  [
    'trees that answer in doubles',
    () => readFileSync(pathOf('trees-of-doubles')),
    FEATURES,
    'tensor(float)). Export with FloatTensorType',
  ],
];

test.each(RUN)(
  '%s: the refusal after the trial run names the right export',
  async (_label, file, names, advice) => {
    const path = join(mkdtempSync(join(tmpdir(), 'kontor-export-')), 'model.onnx');
    writeFileSync(path, file());
    const row = names.map((_, index) => (index === 0 ? 1.25 : 0));
    const golden = [{ features: row, probability: 1 / (1 + Math.exp(-1.25)) }];
    const features = names.map((name) => completeFeature({ name }));
    const checked = checkModel({ path, owner: 'dev_test' }, { features, golden });
    await expect(checked).rejects.toThrow(advice);
    rmSync(dirname(path), { recursive: true });
  },
  60_000,
);

const HOSTILE_FILES: readonly (readonly [string, Buffer])[] = [
  [
    'support vectors that are shorter than their stated counts',
    first('SVMClassifier', {
      domain: 'ai.onnx.ml',
      attributes: [
        attributeOf.ints('vectors_per_class', [1_000_000, 1]),
        attributeOf.ints('classlabels_ints', [0, 1]),
        attributeOf.floats('support_vectors', [1, 2, 3]),
      ],
    }),
  ],
  ['a shape that is computed from the data', first('ConstantOfShape')],
  ['a number of top elements that is computed from the data', first('TopK')],
  [
    'a constant of terabytes',
    model({
      nodes: [
        node({
          op: 'Constant',
          inputs: [],
          outputs: ['probability'],
          attributes: [attributeOf.tensor('value', tensor('v', [3_000_000, 3_000_000]))],
        }),
      ],
    }),
  ],
  ['distances between the input rows', first('CDist', { domain: 'com.microsoft' })],
];

test.each(HOSTILE_FILES)('%s: the file is refused before it runs', (_label, file) => {
  expect(refusalOf(file, ['a', 'b', 'c'])).toMatch(/^model_(malformed|operator_not_allowed): /);
});
