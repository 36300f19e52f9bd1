// Categories in ONNX: each feature is an input of its own, texts are turned into the numbers that
// they had in training, and the columns are concatenated for the model behind them.

import type { Feature } from '../../card.ts';
import type { CategoryValues, Encoding } from '../train/encoding.ts';
import { attribute, INPUT, node, type OnnxNode, type OnnxSteps, readNodes } from './onnx-model.ts';

/** Input for a missing text. */
export const NO_TEXT = '';

/** Named columns → `features`. */
export function makeEncodingSteps(features: readonly Feature[], encoding: Encoding): OnnxSteps {
  const encoders = features.flatMap(({ name, categories = [] }, index): OnnxNode[] => {
    const values = encoding[index];
    if (!values) return [];
    const encoder = node('LabelEncoder', [name], `${index}_encoded`, [
      attribute.strings('keys_strings', [...categories, NO_TEXT]),
      attribute.floats('values_floats', [...values.slice(0, -1), Number.NaN]),
      attribute.float('default_float', values.at(-1) as number),
    ]);
    return [encoder];
  });
  const columns = features.map(({ name }, index) => (encoding[index] ? `${index}_encoded` : name));
  const concatenation = node('Concat', columns, INPUT, [attribute.int('axis', 1)]);
  return { nodes: [...encoders, concatenation], constants: [] };
}

/**
 * Returns the encoding that `makeEncodingSteps` wrote into a file, by column; null when the file takes
 * a matrix.
 */
export function readEncoding(file: Uint8Array): Encoding | null {
  const nodes = readNodes(file);
  const concatenation = nodes.find(({ opType }) => opType === 'Concat');
  if (!concatenation) return null;
  const valuesByInput = new Map(
    nodes.flatMap(({ opType, output, attribute: all }): [string, CategoryValues][] => {
      if (opType !== 'LabelEncoder') return [];
      const floats = all.find(({ name }) => name === 'values_floats')?.floats ?? [];
      const defaultValue = all.find(({ name }) => name === 'default_float')?.f ?? Number.NaN;
      return [[output[0] ?? '', [...floats.slice(0, -1), defaultValue]]];
    }),
  );
  return concatenation.input.map((name) => valuesByInput.get(name) ?? null);
}
