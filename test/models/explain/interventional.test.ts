import { expect, test } from 'vitest';
import { openForest } from '../../../models/explain/explaining-thread.ts';
import { explainOpenForest, explainOpenLines } from '../../../models/explain/explanation.ts';
import { attributeAgainstBackground } from '../../../models/explain/interventional.ts';
import { readOpenLines } from '../../../models/explain/open-linear.ts';
import {
  computeOpenMargin,
  type OpenTrees,
  readOpenTrees,
} from '../../../models/explain/open-trees.ts';
import { makeCalibrationSteps } from '../../../models/learn/export/calibration.ts';
import { encodeOnnxFile } from '../../../models/learn/export/onnx-model.ts';
import { makeForestSteps } from '../../../models/learn/export/tree-ensemble.ts';
import { UNCALIBRATED_PLATT } from '../../../models/learn/train/calibration.ts';
import { LEAF, type Tree } from '../../../models/learn/train/tree.ts';
import {
  COLUMNS,
  computeShapleyValues,
  makeRows,
  readExport,
  scoreWithRuntime,
} from '../../kit/models/explaining.ts';

const EXPORTS = ['sklearn-forest', 'sklearn-boosted', 'lightgbm', 'xgboost'];

const forestIn = (trees: OpenTrees, background: readonly Float32Array[]) => ({
  margins: background.map((row) => computeOpenMargin(trees, row)),
  attributeRow: (row: ArrayLike<number>) => attributeAgainstBackground(trees, background, row),
});

test.each(EXPORTS)('%s: attributions equal all coalitions, and add up', async (name) => {
  const trees = readOpenTrees(readExport(name), COLUMNS, 'features')!;
  const missing = name === 'lightgbm' || name === 'xgboost' ? 0.2 : 0;
  const background = makeRows(3, 4, missing);
  for (const row of makeRows(4, 6, missing)) {
    const { expected, parts } = await attributeAgainstBackground(trees, background, row);
    const exact = background.map((other) =>
      computeShapleyValues((value) => computeOpenMargin(trees, value), row, other),
    );
    parts.forEach((part, index) => {
      const mean = exact.reduce((sum, value) => sum + value[index]!, 0) / background.length;
      expect(part, `feature ${index}`).toBeCloseTo(mean, 10);
    });
    const sum = parts.reduce((total, part) => total + part, expected);
    expect(sum).toBeCloseTo(computeOpenMargin(trees, row), 10);
  }
});

test.each(EXPORTS)('%s: the explained score is that of the runtime', async (name) => {
  const trees = readOpenTrees(readExport(name), COLUMNS, 'features')!;
  const background = makeRows(5, 20);
  const answers = await scoreWithRuntime(readExport(name), background);
  const explanation = explainOpenForest(forestIn(trees, background), answers);
  expect(explanation?.kind).toBe('interventional');
  const rows = makeRows(6, 20);
  const probabilities = await scoreWithRuntime(readExport(name), rows);
  for (const [index, row] of rows.entries()) {
    expect(await explanation?.attribute(row, probabilities[index]!)).not.toBeNull();
    // The reasons would be wrong for another score.
    expect(await explanation?.attribute(row, probabilities[index]! + 0.01)).toBeNull();
  }
});

test.each([
  'sklearn-calibrated-boosted',
  'sklearn-calibrated-forest',
  'sklearn-calibrated-logistic',
])('%s: a linear calibration is derived from the answers', async (name) => {
  const file = readExport(name);
  const background = makeRows(5, 20);
  const answers = await scoreWithRuntime(file, background);
  const trees = readOpenTrees(file, COLUMNS, 'features');
  const explanation = trees
    ? explainOpenForest(forestIn(trees, background), answers)
    : explainOpenLines(readOpenLines(file, COLUMNS, 'features'), background, answers);
  const rows = makeRows(6, 20);
  const logOdds = (p: number) => Math.log(p / (1 - p));
  for (const [index, p] of (await scoreWithRuntime(file, rows)).entries()) {
    const { expected, parts } = (await explanation!.attribute(rows[index]!, p))!;
    // Attributions in log-odds, so that a calibration that reverses the sum also reverses its
    // parts.
    const sum = parts.reduce((total, part) => total + part, expected);
    expect(sum).toBeCloseTo(logOdds(p), 3);
    expect(await explanation!.attribute(rows[index]!, p + 0.01)).toBeNull();
  }
  const mean = answers.reduce((sum, p) => sum + logOdds(p), 0) / answers.length;
  const { expected } = (await explanation!.attribute(background[0]!, answers[0]!))!;
  expect(expected).toBeCloseTo(mean, 3);
});

test('a calibration in steps is not taken for a linear calibration', async () => {
  const name = 'sklearn-calibrated-boosted';
  const trees = readOpenTrees(readExport(name), COLUMNS, 'features')!;
  const background = makeRows(5, 20);
  const steps = (await scoreWithRuntime(readExport(name), background)).map(
    (p) => Math.round(p * 8) / 9,
  );
  expect(explainOpenForest(forestIn(trees, background), steps)).toBeNull();
});

test("trees with probabilities other than the file's are not used to explain it", async () => {
  const trees = readOpenTrees(readExport('lightgbm'), COLUMNS, 'features')!;
  const background = makeRows(7, 12);
  const otherScores = await scoreWithRuntime(readExport('xgboost'), background);
  expect(explainOpenForest(forestIn(trees, background), otherScores)).toBeNull();
});

test("the explanation thread gives the same attributions as the caller's thread", async () => {
  const file = readExport('lightgbm');
  const background = makeRows(5, 20);
  const order = { file, columns: COLUMNS, input: 'features', background };
  const forest = (await openForest(order, 'dev_a'))!;
  const explainer = forestIn(readOpenTrees(file, COLUMNS, 'features')!, background);
  expect(forest.margins).toEqual(explainer.margins);
  for (const row of makeRows(6, 3))
    expect(await forest.attributeRow(row)).toEqual(await explainer.attributeRow(row));
  const none = await openForest({ ...order, file: readExport('sklearn-mlp') }, 'dev_a');
  expect(none).toBeNull();
});

test('explaining the largest permitted trees does not block other calls', async () => {
  const depth = 12;
  const fullTree = (): Tree => {
    const nodes = 2 ** (depth + 1) - 1;
    const nodeIds = Array.from({ length: nodes }, (_, node) => node);
    const isLeaf = (node: number) => 2 * node + 1 >= nodes;
    return {
      feature: nodeIds.map((node) =>
        isLeaf(node) ? LEAF : Math.floor(Math.log2(node + 1)) % COLUMNS,
      ),
      threshold: nodeIds.map((node) => (node % 17) / 17),
      missingLeft: nodeIds.map(() => 0),
      left: nodeIds.map((node) => (isLeaf(node) ? 0 : 2 * node + 1)),
      right: nodeIds.map((node) => (isLeaf(node) ? 0 : 2 * node + 2)),
      value: nodeIds.map((node) => (isLeaf(node) ? (node % 7) / 100 : 0)),
      cover: nodeIds.map(() => 1),
    };
  };
  const forest = { columns: COLUMNS, base: 0, trees: Array.from({ length: 12 }, fullTree) };
  const steps = [makeForestSteps(forest), makeCalibrationSteps(UNCALIBRATED_PLATT)];
  const file = encodeOnnxFile({ name: 'large', columns: COLUMNS, steps, metadata: {} });
  const background = makeRows(5, 100);
  const row = makeRows(6, 1)[0]!;
  // Measures processor time of this thread alone: the machine may be busy with other work.
  const spent = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    // The least of several runs: garbage collection belongs to neither.
    while (times.length < 4) {
      const before = process.threadCpuUsage();
      await work();
      const { user, system } = process.threadCpuUsage(before);
      times.push(user + system);
    }
    return Math.min(...times);
  };
  const input = 'features';
  const threadMs = await spent(async () => {
    const open = await openForest({ file, columns: COLUMNS, input, background }, 'dev_a');
    await open!.attributeRow(row);
  });
  const inlineMs = await spent(async () => {
    await forestIn(readOpenTrees(file, COLUMNS, input)!, background).attributeRow(row);
  });
  expect(threadMs).toBeLessThan(inlineMs / 2);
}, 30_000);

test.each(['sklearn-logistic', 'sklearn-mlp', 'sklearn-zipmap'])('%s has no trees', (name) => {
  expect(readOpenTrees(readExport(name), COLUMNS, 'features')).toBeNull();
});

test('trees behind a step that changes the row are not read as plain trees', () => {
  expect(readOpenTrees(readExport('xgboost'), COLUMNS, 'scaled')).toBeNull();
});
