// Models that can score transfers. Imports nothing of vitest, because scripts/record-histories.ts
// uses it, too.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Artifact, readArtifact, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { makeCalibrationSteps } from '../../../models/learn/export/calibration.ts';
import { makeLinearSteps } from '../../../models/learn/export/linear.ts';
import { encodeOnnxFile } from '../../../models/learn/export/onnx-model.ts';
import { UNCALIBRATED_PLATT } from '../../../models/learn/train/calibration.ts';
import { model, node, tensor, value } from '../../models/gate/onnx-builder.ts';

/** Returns the version that decides without a model of the developer: the newest shipped one. */
export function readNewestFraudModel(): Artifact {
  const versions = readdirSync(join(SHIPPED_FOLDER, 'fraud-detection'));
  const [newest = ''] = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return readArtifact(SHIPPED_FOLDER, 'fraud-detection', newest);
}

/** Returns the trees of that version as an upload of a developer, with the same scores. */
export function readShippedFraudModel(): Uint8Array {
  return readNewestFraudModel().model;
}

/** Returns a model with the same score for every transfer. */
export function makeConstantModel(logOdds: number): Uint8Array {
  const columns = TRANSFER_FEATURES.length;
  const constantColumn = (value: number) => Array.from({ length: columns }, () => value);
  const linear = {
    columns,
    mean: constantColumn(0),
    scale: constantColumn(1),
    weight: constantColumn(0),
    intercept: logOdds,
  };
  const steps = [makeLinearSteps(linear), makeCalibrationSteps(UNCALIBRATED_PLATT)];
  return encodeOnnxFile({ name: 'constant', columns, steps, metadata: {} });
}

const SIDE = 1_000;

/** Returns a model that needs some millions of steps for each row and passes the gate. */
export function makeHeavyModel(logOdds: number, layers = 10): Uint8Array {
  const columns = TRANSFER_FEATURES.length;
  const op = (name: string, inputs: string[], output: string) =>
    node({ op: name, inputs, outputs: [output] });
  const weights = (count: number) =>
    Float32Array.from({ length: count }, (_, index) => ((index % 7) - 3) / SIDE);
  const hidden = Array.from({ length: layers }, (_, index) => `h${index + 1}`);
  return model({
    nodes: [
      op('IsNaN', ['features'], 'missing'),
      op('Where', ['missing', 'nought', 'features'], 'known'),
      op('MatMul', ['known', 'first'], 'h0'),
      ...hidden.map((name, index) => op('MatMul', [`h${index}`, 'between'], name)),
      op('MatMul', [`h${layers}`, 'last'], 'sum'),
      op('Mul', ['sum', 'nought'], 'nothing'),
      op('Add', ['nothing', 'intercept'], 'margin'),
      op('Sigmoid', ['margin'], 'probability'),
    ],
    constants: [
      tensor('first', [columns, SIDE], weights(columns * SIDE)),
      tensor('between', [SIDE, SIDE], weights(SIDE * SIDE)),
      tensor('last', [SIDE, 1], weights(SIDE)),
      tensor('nought', [], Float32Array.of(0)),
      tensor('intercept', [], Float32Array.of(logOdds)),
    ],
    input: value(11, 'features', columns),
  });
}
