// An explanation agrees with its file: the expected value and the attributions add up to
// the number that the runtime computes before calibration.

import { expect, test } from 'vitest';
import { readArtifact, readArtifactForest, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { explainForest, explainLinear } from '../../../models/explain/explanation.ts';
import { makeCalibrationSteps } from '../../../models/learn/export/calibration.ts';
import { makeLinearSteps, readLinear } from '../../../models/learn/export/linear.ts';
import { encodeOnnxFile } from '../../../models/learn/export/onnx-model.ts';
import { ModelProto } from '../../../models/learn/export/onnx-schema.ts';
import { MARGIN, makeForestSteps, readForest } from '../../../models/learn/export/tree-ensemble.ts';
import { BOOSTING_DEFAULTS, trainForest } from '../../../models/learn/train/boosted-trees.ts';
import { UNCALIBRATED_PLATT } from '../../../models/learn/train/calibration.ts';
import { LOGISTIC, trainLogistic } from '../../../models/learn/train/logistic.ts';
import { rowOf } from '../../../models/learn/train/matrix.ts';
import { InferenceSession, Tensor } from '../../../models/onnx-runtime.ts';
import { makeExamples } from '../../kit/models/model-data.ts';

/** A copy of a model file with its margin as one more output. */
function withMargin(file: Uint8Array): Uint8Array {
  const model = ModelProto.toObject(ModelProto.decode(file)) as {
    graph: { output: object[] };
  };
  const shape = { dim: [{ dimParam: 'N' }, { dimValue: 1 }] };
  model.graph.output.push({ name: MARGIN, type: { tensorType: { elemType: 1, shape } } });
  return ModelProto.encode(ModelProto.fromObject(model)).finish();
}

async function marginsOf(file: Uint8Array, rows: readonly Float32Array[]): Promise<number[]> {
  const session = await InferenceSession.create(withMargin(file));
  const margins: number[] = [];
  for (const row of rows) {
    const feed = { features: new Tensor('float32', row, [1, row.length]) };
    margins.push((await session.run(feed, [MARGIN]))[MARGIN]?.data[0] as number);
  }
  await session.release();
  return margins;
}

/** Sums of some hundred 32-bit floats. */
const DIGITS = 4;
const data = makeExamples({ rows: 600, columns: 6, seed: 21, missingShare: 0.15 });
const rows = Array.from({ length: 60 }, (_, index) => rowOf(data.x, index));
const exportSteps = (steps: Parameters<typeof encodeOnnxFile>[0]['steps'][number]) =>
  encodeOnnxFile({
    name: 'x',
    columns: 6,
    steps: [steps, makeCalibrationSteps(UNCALIBRATED_PLATT)],
    metadata: {},
  });

test('the explanation of trees trained here and read back from their file adds up to the score', async () => {
  const grown = trainForest(data, { ...BOOSTING_DEFAULTS, rounds: 30, leaves: 8, minRows: 5 });
  const file = exportSteps(makeForestSteps(grown));
  const covers = grown.trees.map(({ cover }) => cover);
  const explanation = await explainForest(readForest(file, 6, covers));
  const margins = await marginsOf(file, rows);
  for (const [index, row] of rows.entries()) {
    const { expected, parts } = explanation.attributeNow(row)!;
    expect(parts.reduce((sum, part) => sum + part, expected)).toBeCloseTo(margins[index]!, DIGITS);
  }
});

test('the explanation of a logistic regression read back from its file adds up to the score', async () => {
  const linear = trainLogistic(data, LOGISTIC);
  const file = exportSteps(makeLinearSteps(linear));
  expect(readLinear(file)).toEqual(linear);
  const explanation = explainLinear(readLinear(file));
  const margins = await marginsOf(file, rows);
  for (const [index, row] of rows.entries()) {
    const { expected, parts } = explanation.attributeNow(row)!;
    expect(parts.reduce((sum, part) => sum + part, expected)).toBeCloseTo(margins[index]!, DIGITS);
  }
});

test("the explanation of the bank's shipped model adds up to the score", async () => {
  const artifact = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.1.0');
  const explanation = await explainForest(readArtifactForest(artifact));
  const golden = artifact.card.golden.map(({ features }) =>
    Float32Array.from(features, (value) => value ?? Number.NaN),
  );
  const margins = await marginsOf(artifact.model, golden);
  for (const [index, row] of golden.entries()) {
    const { expected, parts } = explanation.attributeNow(row)!;
    expect(parts.reduce((sum, part) => sum + part, expected)).toBeCloseTo(margins[index]!, DIGITS);
  }
});
