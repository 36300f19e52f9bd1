// Linear models in uploaded files: steps on each feature by itself (fill, shift, scale) and then a
// sum. The runtime's own answers decide whether one of them yields the score, so nodes that this
// module does not understand are skipped.

import {
  decodeBytes,
  readNumber,
  readNumbers,
  readSubmessages,
  readText,
  readTexts,
} from '../gate/message.ts';
import { MODEL } from '../gate/onnx-schema.ts';
import { type Message, readMessage } from '../gate/protobuf.ts';
import { floatsOf } from '../gate/tensors.ts';

/** bias + Σ weight × value. */
export interface OpenLine {
  readonly weight: Float64Array;
  readonly bias: number;
  /** Substitute for a missing value; NaN where the file has none. */
  readonly fill: Float64Array;
}

/** The step on each feature: scale × value + offset. */
interface FeatureStep {
  readonly kind: 'each';
  readonly scale: Float64Array;
  readonly offset: Float64Array;
  readonly fill: Float64Array;
}

interface Lines {
  readonly kind: 'lines';
  readonly lines: readonly OpenLine[];
}

type TrackedValue = FeatureStep | Lines;

interface NodeView {
  readonly node: Message;
  attribute(name: string): Message;
  /** Values of an input that is part of the file; null when it is not. */
  constant(input: number): Constant | null;
}

interface Constant {
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

/** Reading a larger file would delay other work. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A probability depends on one line, or on one line for each of two classes. */
const MAX_LINES = 2;

/** @param file a file that has passed the gate */
export function readOpenLines(file: Uint8Array, columns: number, input: string): OpenLine[] {
  if (file.length > MAX_BYTES) return [];
  const [graph] = readSubmessages(readMessage(file, MODEL), 'graph');
  if (!graph) return [];
  const constants = new Map(
    readSubmessages(graph, 'initializer').map((message) => [readText(message, 'name'), message]),
  );
  const tracked = new Map<string, TrackedValue>([[input, makeIdentityStep(columns)]]);
  const lines: OpenLine[] = [];
  // Each node comes after the nodes that it reads.
  for (const node of readSubmessages(graph, 'node')) {
    const attributes = new Map(
      readSubmessages(node, 'attribute').map((message) => [readText(message, 'name'), message]),
    );
    const inputs = readTexts(node, 'input');
    const outputs = readTexts(node, 'output');
    const view: NodeView = {
      node,
      attribute: (name) => attributes.get(name) ?? new Map(),
      constant: (index) => constantOf(constants.get(inputs[index] ?? '')),
    };
    const value = attributes.get('value');
    const [tensor] =
      readText(node, 'opType') === 'Constant' && value ? readSubmessages(value, 't') : [];
    if (tensor) constants.set(outputs[0] ?? '', tensor);
    const index = inputs.findIndex((name) => tracked.has(name));
    const from = tracked.get(inputs[index] ?? '');
    const output = from ? applyNode(view, from, index) : null;
    if (output?.kind === 'lines') lines.push(...selectMargins(output.lines));
    // Scores after a further step are no longer linear.
    const postTransform = decodeBytes(firstText(view, 'post_transform')) || 'NONE';
    const outputIndex = readText(node, 'opType') === 'LinearClassifier' ? 1 : 0;
    if (output && postTransform === 'NONE') tracked.set(outputs[outputIndex] ?? '', output);
  }
  return lines;
}

function makeIdentityStep(columns: number): FeatureStep {
  return {
    kind: 'each',
    scale: new Float64Array(columns).fill(1),
    offset: new Float64Array(columns),
    fill: new Float64Array(columns).fill(Number.NaN),
  };
}

function constantOf(tensor: Message | undefined): Constant | null {
  return tensor ? { dims: readNumbers(tensor, 'dims'), values: floatsOf(tensor) } : null;
}

function firstText({ attribute }: NodeView, name: string): Uint8Array | undefined {
  return attribute(name).get('s')?.[0] as Uint8Array | undefined;
}

/** Returns the candidates: one margin, or the second class alone and minus the first. */
function selectMargins(lines: readonly OpenLine[]): OpenLine[] {
  const [first, second] = lines;
  if (!first) return [];
  return second ? [second, combineLines(second, first, -1)] : [first];
}

function combineLines(a: OpenLine, b: OpenLine, times: number): OpenLine {
  const weight = a.weight.map((value, index) => value + times * (b.weight[index] as number));
  return { weight, bias: a.bias + times * b.bias, fill: a.fill };
}

/** Applies a node to a tracked value; null when the node is not understood. */
function applyNode(view: NodeView, from: TrackedValue, index: number): TrackedValue | null {
  switch (readText(view.node, 'opType')) {
    case 'Identity':
    case 'Cast':
      return from;
    case 'Imputer':
      return from.kind === 'each' ? imputeValues(view, from) : null;
    case 'Scaler': {
      const [offset, scale] = ['offset', 'scale'].map((name) => {
        return readNumbers(view.attribute(name), 'floats');
      });
      const shifted = scaleLine(from, offset ?? [], (value, factor) => value - factor, false);
      return shifted && scaleLine(shifted, scale ?? [], (value, factor) => value * factor, true);
    }
    case 'LinearRegressor':
    case 'LinearClassifier':
      return from.kind === 'each' ? weighInputs(view, from) : null;
    case 'MatMul':
    case 'Gemm':
      return from.kind === 'each' && index === 0 ? multiply(view, from) : null;
    case 'Add':
      return combineConstant(view, from, index, (value, factor) => value + factor, false);
    case 'Sub':
      return index === 0
        ? combineConstant(view, from, index, (value, factor) => value - factor, false)
        : null;
    case 'Mul':
      return combineConstant(view, from, index, (value, factor) => value * factor, true);
    case 'Div':
      return index === 0
        ? combineConstant(view, from, index, (value, factor) => value / factor, true)
        : null;
    default:
      return null;
  }
}

function imputeValues({ attribute }: NodeView, from: FeatureStep): FeatureStep | null {
  const values = readNumbers(attribute('imputed_value_floats'), 'floats');
  const columns = from.fill.length;
  const replaced = attribute('replaced_value_float');
  const isForMissing = replaced.size === 0 || Number.isNaN(readNumber(replaced, 'f'));
  if (!isForMissing || (values.length !== 1 && values.length !== columns)) return null;
  const fill = from.fill.map((filled, index) => {
    if (!Number.isNaN(filled)) return filled;
    const value = values[values.length === 1 ? 0 : index] as number;
    const [scale, offset] = [from.scale[index] as number, from.offset[index] as number];
    return scale === 0 ? 0 : (value - offset) / scale;
  });
  return { ...from, fill };
}

type Step = (value: number, factor: number) => number;

function combineConstant(
  view: NodeView,
  from: TrackedValue,
  index: number,
  step: Step,
  changesScale: boolean,
) {
  const constant = view.constant(1 - index);
  // Accepts only operands of one row, because more would add rows.
  if (!constant || constant.dims.slice(0, -1).some((size) => size !== 1)) return null;
  return scaleLine(from, constant.values, step, changesScale);
}

/** @param factors one number for all columns, or one for each */
function scaleLine(
  from: TrackedValue,
  factors: readonly number[],
  step: Step,
  changesScale: boolean,
): TrackedValue | null {
  const columns = from.kind === 'each' ? from.scale.length : from.lines.length;
  if (factors.length !== 1 && factors.length !== columns) return null;
  const factorAt = (index: number) => factors[factors.length === 1 ? 0 : index] as number;
  if (from.kind === 'each') {
    const scale = changesScale
      ? from.scale.map((value, index) => step(value, factorAt(index)))
      : from.scale;
    return {
      ...from,
      scale,
      offset: from.offset.map((value, index) => step(value, factorAt(index))),
    };
  }
  const lines = from.lines.map((line, index) => {
    const weight = changesScale
      ? line.weight.map((value) => step(value, factorAt(index)))
      : line.weight;
    return { ...line, weight, bias: step(line.bias, factorAt(index)) };
  });
  return { kind: 'lines', lines };
}

function weighInputs({ attribute }: NodeView, from: FeatureStep): Lines | null {
  const coefficients = readNumbers(attribute('coefficients'), 'floats');
  const intercepts = readNumbers(attribute('intercepts'), 'floats');
  const columns = from.scale.length;
  const count = coefficients.length / columns;
  return linesOf(
    from,
    count,
    (line, column) => coefficients[line * columns + column] as number,
    (line) => {
      return intercepts[line] ?? 0;
    },
  );
}

function multiply({ node, attribute, constant }: NodeView, from: FeatureStep): Lines | null {
  const weights = constant(1);
  const columns = from.scale.length;
  if (weights?.dims.length !== 2) return null;
  const isGemm = readText(node, 'opType') === 'Gemm';
  const factor = (name: string) => {
    return isGemm && attribute(name).size > 0 ? readNumber(attribute(name), 'f') : 1;
  };
  const isTransposed = isGemm && readNumber(attribute('transB'), 'i') !== 0;
  if (isGemm && readNumber(attribute('transA'), 'i') !== 0) return null;
  const [rows = 0, columnCount = 0] = isTransposed ? [...weights.dims].reverse() : weights.dims;
  if (rows !== columns) return null;
  const [alpha, beta] = [factor('alpha'), factor('beta')];
  const added = isGemm ? (constant(2)?.values ?? [0]) : [0];
  if (added.length !== 1 && added.length !== columnCount) return null;
  const weightAt = (line: number, column: number) =>
    alpha *
    (weights.values[
      isTransposed ? line * columns + column : column * columnCount + line
    ] as number);
  const biasOf = (line: number) => beta * (added[added.length === 1 ? 0 : line] as number);
  return linesOf(from, columnCount, weightAt, biasOf);
}

function linesOf(
  { scale, offset, fill }: FeatureStep,
  count: number,
  weightAt: (line: number, column: number) => number,
  biasOf: (line: number) => number,
): Lines | null {
  if (!Number.isInteger(count) || count < 1 || count > MAX_LINES) return null;
  const lines = Array.from({ length: count }, (_, line) => {
    const weight = scale.map((value, index) => value * weightAt(line, index));
    const bias = offset.reduce(
      (sum, value, index) => sum + value * weightAt(line, index),
      biasOf(line),
    );
    return { weight, bias, fill };
  });
  return { kind: 'lines', lines };
}

/** Contribution of each feature; NaN where a value is missing and has no substitute. */
export function lineContributions(
  { weight, fill }: OpenLine,
  row: ArrayLike<number>,
): Float64Array {
  return weight.map((value, index) => {
    const cell = row[index] as number;
    return value * (Number.isNaN(cell) ? (fill[index] as number) : cell);
  });
}
