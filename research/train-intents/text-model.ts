// Text heads in ONNX. The input is the buckets of a message's bags; the file has the inverse
// document frequency of each bucket, the weights of every label in 8 bits with one scale for each
// label, and the temperatures of the softmax. The bits store the roots of the weights: most are
// small compared with the largest, and four of ten would be rounded to zero in even steps. A head
// may have two more layers, whose hidden units are stored in the same way. `Gather` reads only the
// rows that occur, so a message takes some 300 µs.

import { BAGS as SHARES, TEXT_BUCKETS } from '../../models/features/text-features.ts';
import { encodeModel, node, type OnnxNode } from '../../models/learn/export/onnx-model.ts';
import type { TwoLayers } from './hidden-machine.ts';

/** One output of the model: a softmax over its labels. */
export interface TextHead {
  /** Name of the output: `[1, labels]` probabilities. */
  readonly name: string;
  readonly labels: readonly string[];
  /** Inverse document frequency of each column. */
  readonly idf: Float32Array;
  /** For each label: the weights of all columns, and last that of the constant. */
  readonly weights: readonly Float32Array[];
  /** Factor of the margins before they are added. */
  readonly temperature: number;
  /** Two layers whose output is added to the margins, or null without them. */
  readonly layers: TwoLayers | null;
  /** Added to each label before the softmax. */
  readonly constants: readonly number[];
  /** Share of the probability that is spread evenly over all labels. */
  readonly evenShare: number;
}

const TYPE = { float: 1, int8: 3, int64: 7 } as const;
const BAGS = Object.keys(SHARES) as (keyof typeof SHARES)[];

interface Tensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly dataType: number;
  readonly floatData?: readonly number[];
  readonly int64Data?: readonly number[];
  readonly rawData?: Uint8Array;
}

/** The bytes of the file. */
export function buildTextModel(
  name: string,
  heads: readonly TextHead[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const nodes: OnnxNode[] = [];
  const tensors: Tensor[] = [];
  tensors.push({ name: 'least', dims: [1], dataType: TYPE.float, floatData: [1e-9] });
  tensors.push({ name: 'axis', dims: [1], dataType: TYPE.int64, int64Data: [0] });
  for (const bag of BAGS) {
    const floatData = [SHARES[bag]];
    tensors.push({ name: `${bag}_share`, dims: [1], dataType: TYPE.float, floatData });
  }
  for (const head of heads) {
    addRows(head, nodes, tensors);
    addHead(head, nodes, tensors);
  }
  const graph = {
    name,
    node: nodes,
    initializer: tensors,
    input: BAGS.flatMap((bag) => [
      makeVector(`${bag}_buckets`, TYPE.int64, bag),
      makeVector(`${bag}_weights`, TYPE.float, bag),
    ]),
    output: heads.map(({ name: output, labels }) => {
      const dim = [{ dimValue: 1 }, { dimValue: labels.length }];
      return { name: output, type: { tensorType: { elemType: TYPE.float, shape: { dim } } } };
    }),
  };
  return encodeModel(graph, { '': 17 }, Object.entries(metadata));
}

/** Adds each bag as a row whose length is the bag's share. */
function addRows({ name, idf }: TextHead, nodes: OnnxNode[], tensors: Tensor[]): void {
  for (const [index, bag] of BAGS.entries()) {
    const part = idf.subarray(index * TEXT_BUCKETS, (index + 1) * TEXT_BUCKETS);
    const bagName = `${name}_${bag}`;
    tensors.push({
      name: `${bagName}_idf`,
      dims: [TEXT_BUCKETS],
      dataType: TYPE.float,
      rawData: bytesOf(part),
    });
    nodes.push(
      node('Gather', [`${bagName}_idf`, `${bag}_buckets`], `${bagName}_telling`),
      node('Mul', [`${bag}_weights`, `${bagName}_telling`], `${bagName}_raw`),
      node('ReduceL2', [`${bagName}_raw`], `${bagName}_length`),
      node('Max', [`${bagName}_length`, 'least'], `${bagName}_divisor`),
      node('Div', [`${bagName}_raw`, `${bagName}_divisor`], `${bagName}_even`),
      node('Mul', [`${bagName}_even`, `${bag}_share`], `${bagName}_unit`),
      node('Unsqueeze', [`${bagName}_unit`, 'axis'], `${bagName}_row`),
    );
  }
}

function addHead(head: TextHead, nodes: OnnxNode[], tensors: Tensor[]): void {
  const { name, labels, weights, temperature, layers, constants, evenShare } = head;
  const linear = { prefix: name, rows: name, weights, factor: temperature };
  addTables(linear, nodes, tensors);
  const sums = [`${name}_margins`];
  if (layers) {
    addTables(
      { prefix: `${name}_units`, rows: name, weights: layers.hidden, factor: 1 },
      nodes,
      tensors,
    );
    const units = layers.hidden.length;
    const table = Float32Array.from({ length: units * labels.length }, (_, index) => {
      return layers.output[index % labels.length]?.[Math.floor(index / labels.length)] ?? 0;
    });
    tensors.push({
      name: `${name}_second`,
      dims: [units, labels.length],
      dataType: TYPE.float,
      rawData: bytesOf(table),
    });
    nodes.push(
      node('Relu', [`${name}_units_margins`], `${name}_active`),
      node('MatMul', [`${name}_active`, `${name}_second`], `${name}_seconded`),
    );
    sums.push(`${name}_seconded`);
  }
  if (layers || constants.some((constant) => constant !== 0)) {
    const floatData = labels.map((_, index) => {
      return (constants[index] ?? 0) + (layers?.output[index]?.at(-1) ?? 0);
    });
    tensors.push({
      name: `${name}_more`,
      dims: [1, labels.length],
      dataType: TYPE.float,
      floatData,
    });
    sums.push(`${name}_more`);
  }
  nodes.push(node('Sum', sums, `${name}_sums`), node('Softmax', [`${name}_sums`], `${name}_soft`));
  const share = (suffix: string, value: number) =>
    tensors.push({
      name: `${name}_${suffix}`,
      dims: [1],
      dataType: TYPE.float,
      floatData: [value],
    });
  share('own_share', 1 - evenShare);
  share('even_share', evenShare / labels.length);
  nodes.push(
    node('Mul', [`${name}_soft`, `${name}_own_share`], `${name}_own`),
    node('Add', [`${name}_own`, `${name}_even_share`], name),
  );
}

interface Tables {
  /** Prefix of the names; the sums are `<prefix>_margins`. */
  readonly prefix: string;
  /** The head whose rows are used. */
  readonly rows: string;
  /** For each sum: the weights of all columns, and last that of the constant. */
  readonly weights: readonly Float32Array[];
  /** Factor of the sums. */
  readonly factor: number;
}

/** Adds weights over the bags in 8 bits, with one scale for each sum. */
function addTables(
  { prefix, rows, weights, factor }: Tables,
  nodes: OnnxNode[],
  tensors: Tensor[],
): void {
  const width = weights.length;
  const scales = weights.map((weight) => findLargest(weight) / 127 ** 2 || 1);
  const constants = weights.map((weight) => weight.at(-1) ?? 0);
  const parts = BAGS.map((bag, index) => {
    const bytes = new Int8Array(TEXT_BUCKETS * width);
    for (const [label, weight] of weights.entries()) {
      for (let bucket = 0; bucket < TEXT_BUCKETS; bucket++) {
        const value = (weight[index * TEXT_BUCKETS + bucket] ?? 0) / (scales[label] ?? 1);
        const root = Math.round(Math.sqrt(Math.abs(value)));
        bytes[bucket * width + label] = Math.sign(value) * root;
      }
    }
    const table = `${prefix}_${bag}`;
    const dims = [TEXT_BUCKETS, width];
    tensors.push({ name: table, dims, dataType: TYPE.int8, rawData: bytesOf(bytes) });
    const cast = node('Cast', [`${table}_bytes`], `${table}_roots`, [
      { name: 'to', type: 2, i: TYPE.float },
    ]);
    nodes.push(node('Gather', [table, `${bag}_buckets`], `${table}_bytes`), cast);
    nodes.push(node('Abs', [`${table}_roots`], `${table}_sizes`));
    nodes.push(node('Mul', [`${table}_roots`, `${table}_sizes`], `${table}_weights`));
    nodes.push(node('MatMul', [`${rows}_${bag}_row`, `${table}_weights`], `${table}_sum`));
    return `${table}_sum`;
  });
  const row = (suffix: string, values: readonly number[]) => {
    const floatData = values.map((value) => value * factor);
    const name = `${prefix}_${suffix}`;
    tensors.push({ name, dims: [1, width], dataType: TYPE.float, floatData });
  };
  row('scale', scales);
  row('constant', constants);
  nodes.push(
    node('Sum', parts, `${prefix}_steps`),
    node('Mul', [`${prefix}_steps`, `${prefix}_scale`], `${prefix}_scaled`),
    node('Add', [`${prefix}_scaled`, `${prefix}_constant`], `${prefix}_margins`),
  );
}

function findLargest(weight: Float32Array): number {
  let largest = 0;
  for (let index = 0; index < weight.length - 1; index++) {
    largest = Math.max(largest, Math.abs(weight[index] as number));
  }
  return largest;
}

function makeVector(name: string, elemType: number, size: string) {
  return { name, type: { tensorType: { elemType, shape: { dim: [{ dimParam: size }] } } } };
}

function bytesOf(values: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
