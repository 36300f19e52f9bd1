// `margin` → `probability` in ONNX: Platt's sigmoid, or the isotonic curve as a sum of ramps that
// each rise over one stretch, which adds only positive parts and so loses no digits.

import type { Calibration, Isotonic } from '../train/calibration.ts';
import { node, type OnnxConstant, type OnnxSteps, OUTPUT } from './onnx-model.ts';
import { MARGIN } from './tree-ensemble.ts';

export function makeCalibrationSteps(calibration: Calibration): OnnxSteps {
  if (calibration.kind === 'isotonic') return makeRampSteps(calibration);
  const constants = [scalar('slope', calibration.slope), scalar('offset', calibration.offset)];
  const nodes = [
    node('Mul', [MARGIN, 'slope'], 'sloped'),
    node('Add', ['sloped', 'offset'], 'log_odds'),
    node('Sigmoid', ['log_odds'], OUTPUT),
  ];
  return { nodes, constants };
}

function makeRampSteps({ margins, probabilities }: Isotonic): OnnxSteps {
  const starts = margins.slice(0, -1);
  const widths = starts.map((start, index) => (margins[index + 1] as number) - start);
  const slopes = widths.map((width, index) => {
    return ((probabilities[index + 1] as number) - (probabilities[index] as number)) / width;
  });
  const min = scalar('least', probabilities[0] as number);
  // A curve of one point is level and has no ramps.
  const isEmpty = starts.length === 0;
  const constants = [
    { name: 'starts', dims: [1, isEmpty ? 1 : starts.length], values: isEmpty ? [0] : starts },
    { name: 'widths', dims: [1, isEmpty ? 1 : starts.length], values: isEmpty ? [1] : widths },
    { name: 'slopes', dims: [isEmpty ? 1 : starts.length, 1], values: isEmpty ? [0] : slopes },
    min,
  ];
  const nodes = [
    node('Sub', [MARGIN, 'starts'], 'past'),
    node('Relu', ['past'], 'risen'),
    node('Min', ['risen', 'widths'], 'ways'),
    node('MatMul', ['ways', 'slopes'], 'climb'),
    node('Add', ['climb', 'least'], OUTPUT),
  ];
  return { nodes, constants };
}

function scalar(name: string, value: number): OnnxConstant {
  return { name, dims: [1], values: [value] };
}
