// Small words for building an ONNX graph: a node, an attribute, a constant, the file around them.

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
const bytesOf = (text: string) => Buffer.from(text, 'utf8');

export const attribute = {
  float: (name: string, f: number) => ({ name, type: TYPE.float, f }),
  int: (name: string, i: number) => ({ name, type: TYPE.int, i }),
  string: (name: string, s: string) => ({ name, type: TYPE.string, s: bytesOf(s) }),
  floats: (name: string, floats: readonly number[]) => ({ name, type: TYPE.floats, floats }),
  ints: (name: string, ints: readonly number[]) => ({ name, type: TYPE.ints, ints }),
  strings: (name: string, strings: readonly string[]) => {
    return { name, type: TYPE.strings, strings: strings.map(bytesOf) };
  },
};

export function node(
  opType: string,
  input: readonly string[],
  output: string,
  attributes: readonly OnnxAttribute[] = [],
): OnnxNode {
  const isMl = ['TreeEnsembleRegressor', 'LinearRegressor', 'Imputer', 'Scaler'].includes(opType);
  const domain = isMl ? 'ai.onnx.ml' : '';
  return { opType, domain, name: output, input, output: [output], attribute: attributes };
}

export interface OnnxFile {
  readonly name: string;
  readonly columns: number;
  readonly steps: readonly OnnxSteps[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** A file with one input `features [N, columns]` and one output `probability [N, 1]`. */
export function onnxFile({ name, columns, steps, metadata }: OnnxFile): Uint8Array {
  const constants = steps.flatMap((step) => step.constants);
  const graph = {
    name,
    node: steps.flatMap((step) => step.nodes),
    initializer: constants.map(({ name, dims, values }) => {
      return { name, dims, dataType: FLOAT_TENSOR, floatData: values };
    }),
    input: [floatTensor(INPUT, columns)],
    output: [floatTensor(OUTPUT, 1)],
  };
  const keys = Object.keys(metadata).sort();
  const model = {
    irVersion: IR_VERSION,
    producerName: 'kontor',
    graph,
    opsetImport: Object.entries(OPSETS).map(([domain, version]) => ({ domain, version })),
    metadataProps: keys.map((key) => ({ key, value: metadata[key] })),
  };
  const fault = ModelProto.verify(model);
  if (fault) throw new Error(`not an ONNX model: ${fault}`);
  return ModelProto.encode(ModelProto.fromObject(model)).finish();
}

function floatTensor(name: string, columns: number) {
  const dim = [{ dimParam: 'N' }, { dimValue: columns }];
  return { name, type: { tensorType: { elemType: FLOAT_TENSOR, shape: { dim } } } };
}

interface ReadAttribute {
  readonly name: string;
  readonly ints: readonly number[];
  readonly floats: readonly number[];
  readonly strings: readonly string[];
}

interface ReadModel {
  readonly graph: {
    readonly node: readonly {
      readonly opType: string;
      readonly attribute: readonly ReadAttribute[];
    }[];
  };
}

/** By operator and name, the attributes of a file that this module wrote. */
export function attributesIn(file: Uint8Array): Map<string, Map<string, ReadAttribute>> {
  const decoded = ModelProto.toObject(ModelProto.decode(file), { arrays: true, longs: Number });
  const { node: nodes } = (decoded as ReadModel).graph;
  return new Map(
    nodes.map(({ opType, attribute: all }) => [opType, new Map(all.map((one) => [one.name, one]))]),
  );
}
