// Functions that build an ONNX graph: nodes, attributes, constants, and the file around them.

import { ModelProto } from './onnx-schema.ts';

export const IR_VERSION = 8;
export const OPSETS = { '': 17, 'ai.onnx.ml': 3 } as const;
export const INPUT = 'features';
export const OUTPUT = 'probability';

export type OnnxAttribute = Readonly<Record<string, unknown>> & { readonly name: string };

export interface OnnxNode {
  readonly opType: string;
  readonly domain: string;
  readonly name: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attribute: readonly OnnxAttribute[];
}

export interface OnnxConstant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

/** Part of a graph: from one named value to another. */
export interface OnnxSteps {
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxConstant[];
}

// AttributeProto.AttributeType and TensorProto.DataType of the specification.
const TYPE = { float: 1, int: 2, string: 3, floats: 6, ints: 7, strings: 8 } as const;
const FLOAT_TENSOR = 1;
const STRING_TENSOR = 8;
const toUtf8 = (text: string) => Buffer.from(text, 'utf8');

export const attribute = {
  float: (name: string, f: number) => ({ name, type: TYPE.float, f }),
  int: (name: string, i: number) => ({ name, type: TYPE.int, i }),
  string: (name: string, s: string) => ({ name, type: TYPE.string, s: toUtf8(s) }),
  floats: (name: string, floats: readonly number[]) => ({ name, type: TYPE.floats, floats }),
  ints: (name: string, ints: readonly number[]) => ({ name, type: TYPE.ints, ints }),
  strings: (name: string, strings: readonly string[]) => {
    return { name, type: TYPE.strings, strings: strings.map(toUtf8) };
  },
};

const ML_OPERATORS = new Set([
  'TreeEnsembleRegressor',
  'LinearRegressor',
  'Imputer',
  'Scaler',
  'LabelEncoder',
]);

export function node(
  opType: string,
  input: readonly string[],
  output: string,
  attributes: readonly OnnxAttribute[] = [],
): OnnxNode {
  const isMl = ML_OPERATORS.has(opType);
  const domain = isMl ? 'ai.onnx.ml' : '';
  return { opType, domain, name: output, input, output: [output], attribute: attributes };
}

/** An input for one feature. */
export interface NamedInput {
  readonly name: string;
  readonly type: 'float' | 'string';
}

export interface OnnxFile {
  readonly name: string;
  readonly columns: number;
  /** Absent for one matrix. */
  readonly inputs?: readonly NamedInput[] | null;
  readonly steps: readonly OnnxSteps[];
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * A file with one input `features [N, columns]`, or one `[N, 1]` for each feature, and one output
 * `probability [N, 1]`.
 */
export function encodeOnnxFile({ name, columns, inputs, steps, metadata }: OnnxFile): Uint8Array {
  const constants = steps.flatMap((step) => step.constants);
  const inner = inputs ? makeInnerNames(inputs) : (identity: string) => identity;
  const graph = {
    name,
    node: steps.flatMap((step) => step.nodes).map((node) => renameInner(node, inner)),
    initializer: constants.map(({ name, dims, values }) => {
      return { name: inner(name), dims, dataType: FLOAT_TENSOR, floatData: values };
    }),
    input: inputs?.map(makeColumnInput) ?? [floatTensor(INPUT, columns)],
    output: [floatTensor(inner(OUTPUT), 1)],
  };
  const keys = Object.keys(metadata).sort();
  return encodeModel(
    graph,
    OPSETS,
    keys.map((key) => [key, metadata[key]]),
  );
}

/**
 * The bytes of a model with this graph.
 * @param opsets the version of each domain of operators
 * @param metadata in the order of the file
 * @throws Error when the graph is invalid
 */
export function encodeModel(
  graph: object,
  opsets: Readonly<Record<string, number>>,
  metadata: readonly (readonly [key: string, value: string | undefined])[],
): Uint8Array {
  const model = {
    irVersion: IR_VERSION,
    producerName: 'kontor',
    graph,
    opsetImport: Object.entries(opsets).map(([domain, version]) => ({ domain, version })),
    metadataProps: metadata.map(([key, value]) => ({ key, value })),
  };
  const fault = ModelProto.verify(model);
  if (fault) throw new Error(`not an ONNX model: ${fault}`);
  return ModelProto.encode(ModelProto.fromObject(model)).finish();
}

function floatTensor(name: string, columns: number) {
  const dim = [{ dimParam: 'N' }, { dimValue: columns }];
  return { name, type: { tensorType: { elemType: FLOAT_TENSOR, shape: { dim } } } };
}

function makeColumnInput({ name, type }: NamedInput) {
  const dim = [{ dimParam: 'N' }, { dimValue: 1 }];
  const elemType = type === 'string' ? STRING_TENSOR : FLOAT_TENSOR;
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}

/**
 * Returns the name of the output, which differs from the usual name when a feature has that name.
 */
export function chooseOutputName(inputs: readonly NamedInput[] | null): string {
  return inputs ? makeInnerNames(inputs)(OUTPUT) : OUTPUT;
}

/** Renames inner values with a slash, because a feature may have the name of a step. */
function makeInnerNames(inputs: readonly NamedInput[]) {
  const inputNames = new Set(inputs.map(({ name }) => name));
  const usualName = inputNames.has(OUTPUT) ? null : OUTPUT;
  return (name: string) => (name === usualName ? name : `/${name}`);
}

/** Encoders and concatenations read the inputs themselves. */
function renameInner(node: OnnxNode, inner: (name: string) => string): OnnxNode {
  const readsInputs = node.opType === 'LabelEncoder' || node.opType === 'Concat';
  const isInner = (name: string) => !readsInputs || /^\d/.test(name);
  return {
    ...node,
    name: inner(node.name),
    input: node.input.map((name) => (isInner(name) ? inner(name) : name)),
    output: node.output.map(inner),
  };
}

interface ReadAttribute {
  readonly name: string;
  readonly f: number;
  readonly ints: readonly number[];
  readonly floats: readonly number[];
  readonly strings: readonly string[];
}

interface ReadModel {
  readonly graph: {
    readonly node: readonly {
      readonly opType: string;
      readonly input: readonly string[];
      readonly output: readonly string[];
      readonly attribute: readonly ReadAttribute[];
    }[];
  };
}

/** Returns the nodes of a file that this module wrote. */
export function readNodes(file: Uint8Array): ReadModel['graph']['node'] {
  const decoded = ModelProto.toObject(ModelProto.decode(file), { arrays: true, longs: Number });
  return (decoded as ReadModel).graph.node;
}

/** Returns the attributes of the nodes, by operator and name. */
export function readAttributes(file: Uint8Array): Map<string, Map<string, ReadAttribute>> {
  return new Map(
    readNodes(file).map(({ opType, attribute: all }) => [
      opType,
      new Map(all.map((tensor) => [tensor.name, tensor])),
    ]),
  );
}
