// Uploaded trees are read while payments wait, so reading one may neither take long nor exhaust the
// stack. A tree that is too large is not explained.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOpenTrees } from '../../../models/explain/open-trees.ts';
import { inspectModel } from '../../../models/gate/inspect.ts';
import { ModelRefusal } from '../../../models/gate/refusal.ts';
import { makeCalibrationSteps } from '../../../models/learn/export/calibration.ts';
import { encodeOnnxFile } from '../../../models/learn/export/onnx-model.ts';
import { makeForestSteps } from '../../../models/learn/export/tree-ensemble.ts';
import { UNCALIBRATED_PLATT } from '../../../models/learn/train/calibration.ts';
import { createRandom } from '../../../models/learn/train/random.ts';
import { LEAF, type Tree } from '../../../models/learn/train/tree.ts';
import { model, tree } from '../gate/onnx-builder.ts';

const COLUMNS = 3;

/** A chain of branches, each with one leaf. */
function chain(branches: number): Tree {
  const nodes = 2 * branches + 1;
  const perNode = (value: (node: number) => number) =>
    Array.from({ length: nodes }, (_, index) => value(index));
  const isLeaf = (node: number) => node % 2 === 1 || node === nodes - 1;
  return {
    feature: perNode((node) => (isLeaf(node) ? LEAF : node % COLUMNS)),
    threshold: perNode(() => 0),
    left: perNode((node) => (isLeaf(node) ? 0 : node + 1)),
    right: perNode((node) => (isLeaf(node) ? 0 : node + 2)),
    missingLeft: perNode(() => 0),
    value: perNode(() => 0.001),
    cover: perNode(() => 1),
  };
}

function fileOf(trees: readonly Tree[]): Uint8Array {
  const steps = [
    makeForestSteps({ columns: COLUMNS, base: 0, trees }),
    makeCalibrationSteps(UNCALIBRATED_PLATT),
  ];
  return encodeOnnxFile({ name: 'x', columns: COLUMNS, steps, metadata: {} });
}

const names = ['a', 'b', 'c'];

test('a chain of 5,000 branches passes the gate and is not explained', () => {
  const file = fileOf([chain(5_000)]);
  inspectModel(file, names);
  expect(readOpenTrees(file, COLUMNS, 'features')).toBeNull();
  expect(readOpenTrees(fileOf([chain(90)]), COLUMNS, 'features')).not.toBeNull();
});

/** Both ways of each branch lead to the next branch, so n branches have 2^n paths. */
function ladder(branches: number): Tree {
  const perNode = (value: (node: number) => number) =>
    Array.from({ length: branches + 1 }, (_, index) => value(index));
  const next = perNode((node) => (node === branches ? 0 : node + 1));
  return {
    feature: perNode((node) => (node === branches ? LEAF : node % COLUMNS)),
    threshold: perNode(() => 0),
    left: next,
    right: next,
    missingLeft: perNode(() => 0),
    value: perNode(() => 0.001),
    cover: perNode(() => 1),
  };
}

test('branches that join pass the gate, and no step walks all their paths', () => {
  const file = fileOf([ladder(90)]);
  inspectModel(file, names);
  expect(readOpenTrees(file, COLUMNS, 'features')).toBeNull();
});

test('trees with more nodes or more bytes than the limit are not explained', () => {
  const manyFeatures = fileOf(Array.from({ length: 600 }, () => chain(90)));
  expect(readOpenTrees(manyFeatures, COLUMNS, 'features')).toBeNull();
  expect(readOpenTrees(new Uint8Array(5 * 1024 * 1024), COLUMNS, 'features')).toBeNull();
});

test('a cyclic tree is not read for an explanation, even without the gate', () => {
  const circle = model({ nodes: [tree({ yes: [0, 0, 0] })] });
  expect(() => inspectModel(circle, names)).toThrow(ModelRefusal);
  expect(readOpenTrees(circle, COLUMNS, 'features')).toBeNull();
});

test('2,000 mutated files are each read, left unexplained or refused, with no other outcome', () => {
  const file = readFileSync(new URL('../exports/lightgbm.onnx', import.meta.url));
  const random = createRandom(17);
  const integerBelow = (below: number) => Math.floor(random.next() * below);
  const counts = { read: 0, left: 0, refused: 0 };
  for (let n = 0; n < 2_000; n++) {
    const mutated = Buffer.from(file);
    for (let bytes = 1 + integerBelow(4); bytes > 0; bytes--)
      mutated[integerBelow(file.length)] = integerBelow(256);
    try {
      counts[readOpenTrees(mutated, 5, 'features') ? 'read' : 'left'] += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(ModelRefusal);
      counts.refused += 1;
    }
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});
