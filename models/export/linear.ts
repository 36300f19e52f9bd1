// The logistic baseline in ONNX: missing values become the mean, features are standardised and
// weighed, all with operators of ai.onnx.ml.

import type { LinearModel } from '../train/logistic.ts';
import { attribute, INPUT, node, type OnnxSteps } from './onnx-model.ts';
import { MARGIN } from './tree-ensemble.ts';

export function linearSteps({ mean, scale, weight, intercept }: LinearModel): OnnxSteps {
  const { floats } = attribute;
  const imputer = node('Imputer', [INPUT], 'known', [
    floats('imputed_value_floats', mean),
    attribute.float('replaced_value_float', Number.NaN),
  ]);
  const scaler = node('Scaler', ['known'], 'standard', [
    floats('offset', mean),
    floats('scale', scale),
  ]);
  const regressor = node('LinearRegressor', ['standard'], MARGIN, [
    floats('coefficients', weight),
    floats('intercepts', [intercept]),
    attribute.int('targets', 1),
    attribute.string('post_transform', 'NONE'),
  ]);
  return { nodes: [imputer, scaler, regressor], constants: [] };
}
