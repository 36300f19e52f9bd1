// Hostile model files, which the gates should refuse. Each tries the attack in its name when it
// scores a row. Imports nothing of vitest, because a bench uses them, too.

import {
  attributeOf,
  bytes,
  int,
  join,
  model,
  node,
  tensor,
  value,
} from '../../models/gate/onnx-builder.ts';

/** Value of the first feature at which a file does its harm. */
export const TRIGGER = 0.625;

export interface HostileModel {
  readonly file: Buffer;
  /** `refused`: the file is never executed; `killed`: some calls exceed their limits. */
  readonly expected: 'refused' | 'killed' | 'answered';
}

const FLOAT = 1;
const INT64 = 7;

function integers(name: string, dims: readonly number[], values: readonly number[]): Buffer {
  const size = join(...dims.map((dim) => int(1, dim)));
  const raw = Buffer.from(BigInt64Array.from(values, BigInt).buffer);
  return join(size, int(2, INT64), bytes(8, name), bytes(9, raw));
}

const op = (name: string, inputs: string[], output: string, attributes: Buffer[] = []) =>
  node({ op: name, inputs, outputs: [output], attributes });
const cast = (from: string, to: string, type: number) =>
  op('Cast', [from], to, [attributeOf.int('to', type)]);

/** Output `count`: `max` when the feature has the value of the trigger, or always, otherwise 0. */
function makeTriggeredCount(
  max: number,
  isAlways: boolean,
): { nodes: Buffer[]; constants: Buffer[] } {
  return {
    nodes: [
      op('Equal', ['features', isAlways ? 'features' : 'trigger'], 'met'),
      cast('met', 'met_float', FLOAT),
      op('ReduceMax', ['met_float'], 'any', [attributeOf.int('keepdims', 0)]),
      op('Mul', ['any', 'most'], 'many'),
      cast('many', 'many_int', INT64),
      op('Reshape', ['many_int', 'one'], 'count'),
    ],
    constants: [
      tensor('trigger', [], Float32Array.of(TRIGGER)),
      tensor('most', [], Float32Array.of(max)),
      integers('one', [1], [1]),
      integers('zero', [1], [0]),
    ],
  };
}

/** A score that does not depend on `extra`. */
function scoringNodes(columns: number, extra: string): { nodes: Buffer[]; constants: Buffer[] } {
  return {
    nodes: [
      op('ReduceSum', [extra], 'sum', [attributeOf.int('keepdims', 0)]),
      op('Mul', ['sum', 'nought'], 'nothing'),
      op('MatMul', ['features', 'weights'], 'margin'),
      op('Sigmoid', ['margin'], 'plain'),
      op('Add', ['plain', 'nothing'], 'raised'),
      op('Clip', ['raised', 'least', 'greatest'], 'probability'),
    ],
    constants: [
      tensor('nought', [], Float32Array.of(0)),
      tensor('least', [], Float32Array.of(0)),
      tensor('greatest', [], Float32Array.of(1)),
      tensor('weights', [columns, 1], new Float32Array(columns)),
    ],
  };
}

interface Options {
  /** Number of features of a row. */
  readonly columns: number;
  /** True when each row does harm, not only the trigger. */
  readonly isAlways?: boolean;
}

type Part = { readonly nodes: readonly Buffer[]; readonly constants: readonly Buffer[] };

function assembleModel(columns: number, parts: readonly Part[], modelFields: object = {}): Buffer {
  return model({
    nodes: parts.flatMap(({ nodes }) => nodes),
    constants: parts.flatMap(({ constants }) => constants),
    input: value(11, 'features', columns),
    ...modelFields,
  });
}

const SIDE = 500;

/** Multiplies a matrix again and again, with a number of rows that the data determine. */
export function timeInData({ columns, isAlways = false }: Options, rounds = 400): Buffer {
  const names = Array.from({ length: rounds + 1 }, (_, index) => `m${index}`);
  const matrix = Float32Array.from({ length: SIDE * SIDE }, (_, index) => ((index % 7) - 3) / SIDE);
  const work: Part = {
    nodes: [
      op('Slice', ['matrix', 'zero', 'count'], 'm0'),
      ...names.slice(1).map((name, index) => op('MatMul', [`m${index}`, 'matrix'], name)),
    ],
    constants: [tensor('matrix', [SIDE, SIDE], matrix)],
  };
  const extra = `m${rounds}`;
  return assembleModel(columns, [
    makeTriggeredCount(SIDE, isAlways),
    work,
    scoringNodes(columns, extra),
  ]);
}

/** Adds a column, whose length the data determine, to itself as a row: a matrix of its square. */
export function memoryInData({ columns, isAlways = false }: Options): Buffer {
  const work: Part = {
    nodes: [
      op('Slice', ['column', 'zero', 'count'], 'v'),
      op('Transpose', ['v'], 'side'),
      op('Add', ['v', 'side'], 'square'),
    ],
    constants: [tensor('column', [30_000, 1], new Float32Array(30_000))],
  };
  return assembleModel(columns, [
    makeTriggeredCount(30_000, isAlways),
    work,
    scoringNodes(columns, 'square'),
  ]);
}

/** Returns as many numbers as the data determine. */
export function outputInData({ columns, isAlways = false }: Options): Buffer {
  const fill: Part = {
    nodes: [
      op('Add', ['count', 'one'], 'size'),
      op('ConstantOfShape', ['size'], 'zeros'),
      op('Unsqueeze', ['zeros', 'one'], 'probability'),
    ],
    constants: [],
  };
  return assembleModel(columns, [makeTriggeredCount(200_000_000, isAlways), fill]);
}

/** A function that calls itself. */
export function recursiveModel({ columns }: Options): Buffer {
  const call = node({ op: 'Again', domain: 'own', inputs: ['x'], outputs: ['y'] });
  const body = bytes(7, call.subarray(2));
  const names = [bytes(1, 'Again'), bytes(4, 'x'), bytes(5, 'y'), body, bytes(10, 'own')];
  const opset = bytes(9, join(bytes(1, 'own'), int(2, 1)));
  const nodes = [
    node({ op: 'Again', domain: 'own', inputs: ['features'], outputs: ['probability'] }),
  ];
  const opsets = [
    ['', 17],
    ['own', 1],
  ] as const;
  return model({
    nodes,
    input: value(11, 'features', columns),
    opsets,
    more: bytes(25, join(...names, opset)),
  });
}

/** A loop that does not end within any limit. */
export function endlessLoop({ columns }: Options): Buffer {
  const scalar = (field: number, name: string, type: number) =>
    bytes(field, join(bytes(1, name), bytes(2, bytes(1, join(int(1, type), bytes(2, join()))))));
  const body = join(
    op('Identity', ['go'], 'go_on'),
    op('Add', ['sum_in', 'step'], 'sum_out'),
    bytes(2, 'body'),
    bytes(5, tensor('step', [], Float32Array.of(1e-9))),
    scalar(11, 'turn', INT64),
    scalar(11, 'go', 9),
    scalar(11, 'sum_in', FLOAT),
    scalar(12, 'go_on', 9),
    scalar(12, 'sum_out', FLOAT),
  );
  const truth = join(int(2, 9), bytes(8, 'yes'), bytes(9, [1]));
  const loop: Part = {
    nodes: [
      node({
        op: 'Loop',
        inputs: ['turns', 'yes', 'begin'],
        outputs: ['looped'],
        attributes: [attributeOf.graph('body', body)],
      }),
    ],
    constants: [integers('turns', [], [2 ** 50]), truth, tensor('begin', [], Float32Array.of(0))],
  };
  return assembleModel(columns, [loop, scoringNodes(columns, 'looped')]);
}

/** A million nodes in a chain, in less than 32 MB. */
export function millionNodes({ columns }: Options, count = 1_000_000): Buffer {
  const name = (index: number) => (index === 0 ? 'features' : index.toString(36));
  const nodes = Array.from({ length: count }, (_, index) => {
    const output = index === count - 1 ? 'probability' : name(index + 1);
    // Nodes without domain and attributes have a few bytes each.
    return bytes(1, join(bytes(1, name(index)), bytes(2, output), bytes(4, 'Neg')));
  });
  return model({ nodes: [Buffer.concat(nodes)], input: value(11, 'features', columns) });
}

/** Declares support vectors that do not exist, so the runtime reads beyond its lists. */
export function crash({ columns }: Options): Buffer {
  const { ints, floats: floatsField } = attributeOf;
  const attributes = [
    ints('classlabels_ints', [0, 1]),
    ints('vectors_per_class', [50_000_000, 50_000_000]),
    floatsField('support_vectors', new Array(columns).fill(1)),
    floatsField('coefficients', [1]),
    floatsField('rho', [0]),
    floatsField('prob_a', [1]),
    floatsField('prob_b', [1]),
    floatsField('kernel_params', [0.1, 0, 3]),
    attributeOf.text('kernel_type', 'RBF'),
  ];
  const svm = node({
    op: 'SVMClassifier',
    domain: 'ai.onnx.ml',
    inputs: ['features'],
    outputs: ['label', 'probability'],
    attributes,
  });
  return model({ nodes: [svm], input: value(11, 'features', columns) });
}

const entry = (key: string, text: string) => bytes(14, join(bytes(1, key), bytes(2, text)));

/** Asks the runtime for threads that spin. */
export function threads({ columns }: Options): Buffer {
  const options = { session_options: { intra_op_num_threads: 64, inter_op_num_threads: 64 } };
  return assembleModel(columns, [scoringNodes(columns, 'features')], {
    more: entry('ort_config', JSON.stringify(options)),
  });
}

/** Refers to files of the machine as weights. */
export function openFiles({ columns }: Options): Buffer {
  const outside = join(
    int(1, columns),
    int(1, 1),
    int(2, FLOAT),
    bytes(8, 'weights'),
    bytes(13, join(bytes(1, 'location'), bytes(2, '/proc/self/environ'))),
    int(14, 1),
  );
  const nodes = [
    op('MatMul', ['features', 'weights'], 'margin'),
    op('Sigmoid', ['margin'], 'probability'),
  ];
  return model({ nodes, constants: [outside], input: value(11, 'features', columns) });
}

/** Work that does not depend on a row, which the runtime does before the first row. */
export function slowFirstRun({ columns }: Options, rounds = 1_500): Buffer {
  const matrix = Float32Array.from({ length: SIDE * SIDE }, (_, index) => ((index % 5) - 2) / SIDE);
  const work: Part = {
    nodes: Array.from({ length: rounds }, (_, index) =>
      op('MatMul', [index === 0 ? 'matrix' : `c${index}`, 'matrix'], `c${index + 1}`),
    ),
    constants: [tensor('matrix', [SIDE, SIDE], matrix)],
  };
  return assembleModel(columns, [work, scoringNodes(columns, `c${rounds}`)]);
}

/** Returns one file of each kind. */
export function makeHostileModels(options: Options): Readonly<Record<string, HostileModel>> {
  return {
    'time in the data': { file: timeInData(options), expected: 'killed' },
    'memory in the data': { file: memoryInData(options), expected: 'killed' },
    'the size of the output': { file: outputInData(options), expected: 'killed' },
    recursion: { file: recursiveModel(options), expected: 'refused' },
    'a loop': { file: endlessLoop(options), expected: 'killed' },
    'a million nodes': { file: millionNodes(options), expected: 'killed' },
    'a crash of the runtime': { file: crash(options), expected: 'refused' },
    threads: { file: threads(options), expected: 'answered' },
    'file descriptors': { file: openFiles(options), expected: 'refused' },
    'a slow first run': { file: slowFirstRun(options), expected: 'killed' },
    'a slow row of a hundred': { file: timeInData(options), expected: 'killed' },
  };
}
