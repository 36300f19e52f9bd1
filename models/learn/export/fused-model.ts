// Writes ONNX heads that combine the text model with the sentence encoder: they take the
// probabilities of the text model and the vector of the encoder, and return probabilities of the
// same labels.

import { encodeModel, node, type OnnxNode } from './onnx-model.ts';

export interface FusedHead {
  /** Name of the text model's head, and of the output of this head. */
  readonly name: string;
  readonly labels: readonly string[];
  /** Factor of the logarithm of the text model's probability. */
  readonly trust: number;
  /**
   * For each kind of message: a weight for each element of the encoder's vector, then the constant.
   */
  readonly weights: readonly Float32Array[];
  /** Kinds of each label, by number; the most likely one speaks for the label. */
  readonly kinds: readonly (readonly number[])[];
  /** Added to each label before the softmax. */
  readonly constants: readonly number[];
}

const FLOAT = 1;
const INT64 = 7;
/** Smaller probabilities of the text model carry no information. */
const MIN_PROBABILITY = 1e-30;

/** Returns the bytes of the file. */
export function encodeFusedModel(
  name: string,
  heads: readonly FusedHead[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const width = (heads[0]?.weights[0]?.length ?? 1) - 1;
  const parts = heads.map(makeHead);
  const graph = {
    name,
    node: parts.flatMap(({ nodes }) => nodes),
    initializer: [
      tensor('least', [1], [MIN_PROBABILITY]),
      ...parts.flatMap(({ tensors }) => tensors),
    ],
    input: [
      makeTensorInfo('embedding', width),
      ...heads.map((head) => makeTensorInfo(inputNameOf(head.name), head)),
    ],
    output: heads.map((head) => makeTensorInfo(head.name, head)),
  };
  return encodeModel(graph, { '': 17 }, Object.entries(metadata));
}

/** Input for the text model's probabilities. */
export const inputNameOf = (head: string) => `${head}_before`;

function makeHead({ name, labels, trust, weights, kinds, constants }: FusedHead) {
  const width = (weights[0]?.length ?? 1) - 1;
  const weightMatrix = Float32Array.from({ length: width * weights.length }, (_, index) => {
    return weights[index % weights.length]?.[Math.floor(index / weights.length)] ?? 0;
  });
  const maxKinds = Math.max(...kinds.map(({ length }) => length));
  // A label with fewer kinds repeats its first kind, which does not change the maximum.
  const kindIndexes = kinds.flatMap((kind) => {
    return Array.from({ length: maxKinds }, (_, index) => BigInt(kind[index] ?? kind[0] ?? 0));
  });
  const tensors = [
    tensor(`${name}_weights`, [width, weights.length], weightMatrix),
    tensor(
      `${name}_kind_constant`,
      [1, weights.length],
      weights.map((weight) => weight[width] ?? 0),
    ),
    tensor(`${name}_constant`, [1, labels.length], constants),
    tensor(`${name}_trust`, [1], [trust]),
    makeIntegers(`${name}_kinds`, [labels.length, maxKinds], kindIndexes),
  ];
  const nodes: OnnxNode[] = [
    node('Max', [inputNameOf(name), 'least'], `${name}_held`),
    node('Log', [`${name}_held`], `${name}_log`),
    node('Mul', [`${name}_log`, `${name}_trust`], `${name}_trusted`),
    node('MatMul', ['embedding', `${name}_weights`], `${name}_matched`),
    node('Add', [`${name}_matched`, `${name}_kind_constant`], `${name}_of_kinds`),
    node('Gather', [`${name}_of_kinds`, `${name}_kinds`], `${name}_of_labels`, [
      { name: 'axis', type: 2, i: 1 },
    ]),
    node('ReduceMax', [`${name}_of_labels`], `${name}_seen`, [
      { name: 'axes', type: 7, ints: [2] },
      { name: 'keepdims', type: 2, i: 0 },
    ]),
    node('Sum', [`${name}_trusted`, `${name}_seen`, `${name}_constant`], `${name}_margins`),
    node('Softmax', [`${name}_margins`], name),
  ];
  return { nodes, tensors };
}

function makeIntegers(name: string, dims: readonly number[], values: readonly bigint[]) {
  const rawData = new Uint8Array(BigInt64Array.from(values).buffer);
  return { name, dims, dataType: INT64, rawData };
}

function tensor(name: string, dims: readonly number[], values: Float32Array | readonly number[]) {
  const floats = Float32Array.from(values);
  return { name, dims, dataType: FLOAT, rawData: new Uint8Array(floats.buffer) };
}

function makeTensorInfo(name: string, size: number | { readonly labels: readonly string[] }) {
  const dimValue = typeof size === 'number' ? size : size.labels.length;
  const dim = [{ dimValue: 1 }, { dimValue }];
  return { name, type: { tensorType: { elemType: FLOAT, shape: { dim } } } };
}
