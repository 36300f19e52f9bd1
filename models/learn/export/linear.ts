// The logistic baseline in ONNX: missing values become the mean, features are standardised and
// weighed, all with operators of ai.onnx.ml.

import type { LinearModel } from '../train/logistic.ts';
import { attribute, INPUT, node, type OnnxSteps, readAttributes } from './onnx-model.ts';
import { MARGIN } from './tree-ensemble.ts';

export function makeLinearSteps({ mean, scale, weight, intercept }: LinearModel): OnnxSteps {
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

/**
 * Returns the model in a file that `makeLinearSteps` wrote.
 * @throws Error for another file
 */
export function readLinear(file: Uint8Array): LinearModel {
  const attributes = readAttributes(file);
  const floats = (operator: string, name: string) => {
    const list = attributes.get(operator)?.get(name)?.floats;
    if (!list) throw new Error(`the file has no ${name}`);
    return list;
  };
  const weight = floats('LinearRegressor', 'coefficients');
  return {
    columns: weight.length,
    mean: floats('Imputer', 'imputed_value_floats'),
    scale: floats('Scaler', 'scale'),
    weight,
    intercept: floats('LinearRegressor', 'intercepts')[0] ?? 0,
  };
}
