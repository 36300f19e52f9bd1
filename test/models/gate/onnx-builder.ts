// Writes ONNX files byte by byte: valid files, and files that no exporter would write.

type Part = readonly number[] | Uint8Array;

function varint(value: number | bigint): number[] {
  let remainder = BigInt.asUintN(64, BigInt(value));
  const out: number[] = [];
  for (; remainder > 127n; remainder >>= 7n) out.push(Number(remainder & 127n) | 128);
  return [...out, Number(remainder)];
}

export function int(field: number, value: number | bigint): Buffer {
  return Buffer.from([...varint(field * 8), ...varint(value)]);
}

export function bytes(field: number, value: Part | string): Buffer {
  const content = Buffer.from(value as Uint8Array);
  return Buffer.concat([
    Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]),
    content,
  ]);
}

export function join(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts);
}

export function floats(values: readonly number[] | Float32Array): Buffer {
  return Buffer.from(Float32Array.from(values).buffer);
}

const attribute = (name: string, type: number, content: Buffer) =>
  bytes(5, join(bytes(1, name), int(20, type), content));

export const attributeOf = {
  int: (name: string, value: number) => attribute(name, 2, int(3, value)),
  ints: (name: string, values: readonly number[]) =>
    attribute(name, 7, join(...values.map((value) => int(8, value)))),
  floats: (name: string, values: readonly number[]) => attribute(name, 6, bytes(7, floats(values))),
  text: (name: string, value: string) => attribute(name, 3, bytes(4, value)),
  texts: (name: string, values: readonly string[]) =>
    attribute(name, 8, join(...values.map((value) => bytes(9, value)))),
  tensor: (name: string, tensor: Buffer) => attribute(name, 4, bytes(5, tensor)),
  graph: (name: string, graph: Buffer) => attribute(name, 5, bytes(6, graph)),
};

export interface NodeParts {
  readonly op: string;
  readonly domain?: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: readonly Buffer[];
}

export function node({ op, domain = '', inputs, outputs, attributes = [] }: NodeParts): Buffer {
  const names = (field: number, values: readonly string[]) =>
    values.map((value) => bytes(field, value));
  const content = join(
    ...names(1, inputs),
    ...names(2, outputs),
    bytes(4, op),
    ...attributes,
    bytes(7, domain),
  );
  return bytes(1, content);
}

/** A tensor of floats; without values its dimensions claim data that is not there. */
export function tensor(name: string, dims: readonly number[], values?: Float32Array): Buffer {
  const size = join(...dims.map((dim) => int(1, dim)));
  return join(size, int(2, 1), bytes(8, name), values ? bytes(9, floats(values)) : join());
}

export function value(field: number, name: string, columns: number, type = 1): Buffer {
  const dims = [join(bytes(1, bytes(2, 'N'))), bytes(1, int(1, columns))];
  const shape = bytes(2, join(...dims));
  return bytes(field, join(bytes(1, name), bytes(2, bytes(1, join(int(1, type), shape)))));
}

export interface ModelParts {
  readonly nodes: readonly Buffer[];
  readonly constants?: readonly Buffer[];
  readonly input?: Buffer;
  readonly output?: Buffer;
  readonly ir?: number;
  readonly opsets?: readonly (readonly [domain: string, version: number])[];
  readonly more?: Buffer;
  readonly moreOfGraph?: Buffer;
}

export function model(parts: ModelParts): Buffer {
  const { nodes, constants = [], ir = 8, more = join(), moreOfGraph = join() } = parts;
  const graph = join(
    ...nodes,
    bytes(2, 'graph'),
    ...constants.map((item) => bytes(5, item)),
    parts.input ?? value(11, 'features', 3),
    parts.output ?? value(12, 'probability', 1),
    moreOfGraph,
  );
  const opsets = parts.opsets ?? [
    ['', 17],
    ['ai.onnx.ml', 3],
  ];
  return join(
    int(1, ir),
    bytes(7, graph),
    ...opsets.map(([domain, version]) => bytes(8, join(bytes(1, domain), int(2, version)))),
    more,
  );
}

export interface TreeParts {
  readonly features?: readonly number[];
  readonly yes?: readonly number[];
  readonly no?: readonly number[];
  readonly weightNodes?: readonly number[];
  readonly targets?: readonly number[];
}

/** One tree: a branch at 0 and two leaves. */
export function tree(parts: TreeParts = {}): Buffer {
  const { ints, floats: floatsField, texts, int: item } = attributeOf;
  return node({
    op: 'TreeEnsembleRegressor',
    domain: 'ai.onnx.ml',
    inputs: ['features'],
    outputs: ['probability'],
    attributes: [
      item('n_targets', 1),
      ints('nodes_treeids', [0, 0, 0]),
      ints('nodes_nodeids', [0, 1, 2]),
      ints('nodes_featureids', parts.features ?? [0, 0, 0]),
      texts('nodes_modes', ['BRANCH_LEQ', 'LEAF', 'LEAF']),
      floatsField('nodes_values', [0.5, 0, 0]),
      ints('nodes_truenodeids', parts.yes ?? [1, 0, 0]),
      ints('nodes_falsenodeids', parts.no ?? [2, 0, 0]),
      ints('target_treeids', [0, 0]),
      ints('target_nodeids', parts.weightNodes ?? [1, 2]),
      ints('target_ids', parts.targets ?? [0, 0]),
      floatsField('target_weights', [0.2, 0.8]),
    ],
  });
}

/** `features [N, 3]` → one operator → a sigmoid of the mean weight. */
export function oneOperatorModel(op: string, attributes: readonly Buffer[] = []): Buffer {
  return model({
    nodes: [
      node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['margin'] }),
      node({ op, inputs: ['margin'], outputs: ['changed'], attributes }),
      node({ op: 'Sigmoid', inputs: ['changed'], outputs: ['probability'] }),
    ],
    constants: [tensor('w', [3, 1], Float32Array.of(0.1, 0.2, 0.3))],
  });
}
