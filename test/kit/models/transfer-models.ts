// Models that transfers could be scored by. Knows nothing of vitest: scripts/record-histories.ts
// uses it too.

import { readArtifact, SHIPPED } from '../../../models/artifact.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { calibrationSteps } from '../../../models/learn/export/calibration.ts';
import { linearSteps } from '../../../models/learn/export/linear.ts';
import { onnxFile } from '../../../models/learn/export/onnx-model.ts';
import { PLAIN } from '../../../models/learn/train/calibration.ts';

/** The trees that come with the bank, as a developer would bring them. */
export function sameTrees(): Uint8Array {
  return readArtifact(SHIPPED, 'fraud-detection', '2.3.0').model;
}

/** A model that gives every transfer the same score. */
export function constantModel(logOdds: number): Uint8Array {
  const columns = TRANSFER_FEATURES.length;
  const of = (value: number) => Array.from({ length: columns }, () => value);
  const linear = { columns, mean: of(0), scale: of(1), weight: of(0), intercept: logOdds };
  const steps = [linearSteps(linear), calibrationSteps(PLAIN)];
  return onnxFile({ name: 'constant', columns, steps, metadata: {} });
}
