// Computes the memory and the work of a graph for each row from the file alone. It refuses sizes
// that depend on data, because some rows prove nothing about others; graphs that take too much for
// a row; and graphs that combine rows.

import {
  readNumber,
  readNumbers,
  readSubmessage,
  readSubmessages,
  readText,
  readTexts,
  readValues,
} from './message.ts';
import type { Message } from './protobuf.ts';
import { refuse } from './refusal.ts';
import {
  add,
  broadcast,
  countPerRow,
  createShape,
  DIM_ONE,
  type Dim,
  divide,
  fixed,
  isFixed,
  isSameDim,
  multiply,
  product,
  ROWS,
  refuseDataDependent,
  refuseRowProduct,
  refuseShapes,
  type TensorShape,
} from './shape.ts';
import { integersOf } from './tensors.ts';

/** Cost of a graph for one row. */
export interface PerRow {
  /** Multiplications, additions and nodes of trees. */
  readonly work: number;
  /** Bytes of all tensors that the nodes make. */
  readonly bytes: number;
}

/** Most work for a row: some milliseconds of a core. */
const MAX_WORK = 20_000_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Bytes of an element, whatever its type. */
const BYTES_PER_ELEMENT = 8;
/** Whole numbers of a constant that may be a size. */
const MAX_INTS = 64;

interface Node {
  readonly operator: string;
  readonly inputs: readonly TensorShape[];
  readonly attribute: (name: string) => Message;
  /** Columns of each output by the operators' rules. */
  readonly widths: readonly (number | null)[];
}

interface NodeSizes {
  readonly outputs: readonly TensorShape[];
  /** Work in addition to one step for each made element. */
  readonly work?: number;
}

type Rule = (node: Node) => NodeSizes;

/** Collects the sizes of a graph, node by node. */
export interface Sizes {
  /** Adds an input with so many columns of each row. */
  addInput(name: string, columns: number): void;
  /** Adds a tensor that is part of the file. */
  addConstant(name: string, tensor: Message): void;
  /**
   * Adds a node.
   * @param widths widths by the rules of the operators.
   * @throws ModelRefusal
   */
  addNode(node: Message, widths: readonly (number | null)[]): void;
  /**
   * Returns the total cost.
   * @throws ModelRefusal
   */
  total(): PerRow;
}

export function createSizes(): Sizes {
  const sizes = new Map<string, TensorShape>();
  let work = 0;
  let bytes = 0;

  function count(operator: string, { outputs, work: ownWork = 0 }: NodeSizes): void {
    for (const { dims } of outputs) {
      if (dims.filter((dim) => !isFixed(dim)).length > 1) refuseRowProduct(operator);
      const elements = countPerRow(dims);
      if (!(elements >= 0)) refuseShapes(operator);
      bytes += BYTES_PER_ELEMENT * elements;
      work += elements;
    }
    work += ownWork;
    if (bytes > MAX_BYTES) {
      const reason = `${Math.round(bytes / 1024)} KiB for a row`;
      refuse('model_memory_exceeded', `${reason}: at most ${MAX_BYTES / 1024} KiB.`);
    }
    if (work > MAX_WORK) {
      const reason = `${Math.round(work / 1e6)} million steps for a row`;
      refuse('model_too_slow', `${reason}: at most ${MAX_WORK / 1e6} million.`);
    }
  }

  return {
    addInput: (name, columns) => void sizes.set(name, createShape([ROWS, fixed(columns)])),
    addConstant: (name, tensor) => void sizes.set(name, constantOf(tensor)),
    addNode(node, widths) {
      const operator = readText(node, 'opType');
      const attributes = new Map(
        readSubmessages(node, 'attribute').map(
          (message) => [readText(message, 'name'), message] as const,
        ),
      );
      const inputs = readTexts(node, 'input').map((name) => {
        if (name === '') return ABSENT_INPUT;
        return (
          sizes.get(name) ??
          refuse('model_malformed', `${operator} reads a tensor that no node produces`)
        );
      });
      const attribute = (name: string) => attributes.get(name) ?? new Map();
      const nodeSizes = (RULES[operator] ?? refuseDataDependent(operator))({
        operator,
        inputs,
        attribute,
        widths,
      });
      count(operator, nodeSizes);
      readTexts(node, 'output').forEach((name, index) => {
        const output = nodeSizes.outputs[index];
        if (name !== '' && output) sizes.set(name, output);
      });
    },
    total: () => ({ work, bytes }),
  };
}

const ABSENT_INPUT = createShape([]);

function constantOf(tensor: Message): TensorShape {
  const dims = readNumbers(tensor, 'dims').map(fixed);
  const isShort = countPerRow(dims) <= MAX_INTS;
  const ints = isShort ? integersOf(tensor) : [];
  return createShape(dims, ints.length > 0 ? ints.map(fixed) : null);
}

const oneOutput = (output: TensorShape, work?: number): NodeSizes =>
  work === undefined ? { outputs: [output] } : { outputs: [output], work };

const input = (node: Node, index = 0): TensorShape =>
  node.inputs[index] ?? refuseShapes(node.operator);

const keepsShape: Rule = (node) => oneOutput(input(node));

/** The output has the shape of the input, and other numbers. */
const keepsDims: Rule = (node) => oneOutput(createShape(input(node).dims));

const elementWise: Rule = (node) => {
  const dims = broadcast(
    node.inputs.map((value) => value.dims),
    node.operator,
  );
  return oneOutput(createShape(dims, computeInts(node)), countPerRow(dims) * node.inputs.length);
};

/** Computes the whole numbers of the output when both inputs have known whole numbers. */
function computeInts({ operator, inputs }: Node): readonly Dim[] | null {
  const [a, b] = inputs;
  if (!a?.ints || !b?.ints || inputs.length !== 2) return null;
  const length = Math.max(a.ints.length, b.ints.length);
  const merged = Array.from({ length }, (_, index) => {
    const left = (a.ints?.length === 1 ? a.ints[0] : a.ints?.[index]) as Dim | undefined;
    const right = (b.ints?.length === 1 ? b.ints[0] : b.ints?.[index]) as Dim | undefined;
    if (!left || !right) return null;
    if (operator === 'Add') return add(left, right);
    if (operator === 'Sub') {
      return add(left, { fixed: -right.fixed, perRow: -right.perRow });
    }
    if (operator === 'Mul') return multiply(left, right);
    return operator === 'Div' ? divide(left, right) : null;
  });
  return merged.some((dim) => dim === null) ? null : (merged as readonly Dim[]);
}

/** Reads whole numbers that determine a size, from an input or from an attribute. */
function readSizes(node: Node, index: number, name: string): readonly Dim[] | null {
  const value = node.inputs[index];
  if (value && value !== ABSENT_INPUT) return value.ints ?? refuseDataDependent(node.operator);
  const shape = readNumbers(node.attribute(name), 'ints');
  return shape.length > 0 ? shape.map(fixed) : null;
}

/** Axes, counted from the front. */
function readAxes(
  node: Node,
  index: number,
  rank: number,
  name = 'axes',
): readonly number[] | null {
  const axes = readSizes(node, index, name);
  return axes?.map((axis) => normaliseAxis(node, axis.fixed, rank)) ?? null;
}

function normaliseAxis(node: Node, axis: number, rank: number): number {
  const from = axis < 0 ? axis + rank : axis;
  return from >= 0 && from < Math.max(1, rank) ? from : refuseShapes(node.operator);
}

const axisAttribute = (node: Node, rank: number, defaultAxis: number): number => {
  const attribute = node.attribute('axis');
  return normaliseAxis(node, attribute.size === 0 ? defaultAxis : readNumber(attribute, 'i'), rank);
};

const readFlag = (node: Node, name: string, defaultValue: boolean): boolean => {
  const attribute = node.attribute(name);
  return attribute.size === 0 ? defaultValue : readNumber(attribute, 'i') !== 0;
};

const flatten: Rule = (node) => {
  const { dims } = input(node);
  const axis = node.attribute('axis').size === 0 ? 1 : readNumber(node.attribute('axis'), 'i');
  const splitAt = axis < 0 ? axis + dims.length : axis;
  const sides = [dims.slice(0, splitAt), dims.slice(splitAt)];
  return oneOutput(createShape(sides.map((side) => product(side, node.operator))));
};

const matrices: Rule = (node) => {
  const [a, b] = [input(node).dims, input(node, 1).dims];
  if (a.length === 0 || b.length === 0) refuseShapes(node.operator);
  const left = a.length === 1 ? [DIM_ONE, ...a] : a;
  const right = b.length === 1 ? [...b, DIM_ONE] : b;
  const [rows, inner] = left.slice(-2) as [Dim, Dim];
  const [other, columns] = right.slice(-2) as [Dim, Dim];
  if (!isSameDim(inner, other)) refuseShapes(node.operator);
  const stack = broadcast([left.slice(0, -2), right.slice(0, -2)], node.operator);
  const dims = [...stack, ...(a.length === 1 ? [] : [rows]), ...(b.length === 1 ? [] : [columns])];
  return oneOutput(createShape(dims), countPerRow([...stack, rows, columns, inner]));
};

const gemm: Rule = (node) => {
  const transposed = (index: number, name: string) => {
    const { dims } = input(node, index);
    if (dims.length !== 2) refuseShapes(node.operator);
    return (readFlag(node, name, false) ? dims.toReversed() : dims) as readonly [Dim, Dim];
  };
  const [rows, inner] = transposed(0, 'transA');
  const [other, columns] = transposed(1, 'transB');
  if (!isSameDim(inner, other)) refuseShapes(node.operator);
  return oneOutput(createShape([rows, columns]), countPerRow([rows, columns, inner]));
};

const concat: Rule = (node) => {
  const first = input(node).dims;
  const axis = axisAttribute(node, first.length, 0);
  const dims = first.map((dim, index) => {
    return node.inputs.slice(1).reduce((sum: Dim, { dims: otherDims }) => {
      const next = otherDims[index];
      if (!next || otherDims.length !== first.length) return refuseShapes(node.operator);
      if (index === axis) return add(sum, next);
      return isSameDim(sum, next) ? sum : refuseShapes(node.operator);
    }, dim);
  });
  const ints = node.inputs.flatMap(
    ({ ints: elements }): readonly (Dim | null)[] => elements ?? [null],
  );
  const areKnown = ints.length <= MAX_INTS && !ints.includes(null);
  return oneOutput(createShape(dims, areKnown ? (ints as readonly Dim[]) : null));
};

const gather: Rule = (node) => {
  const [data, indices] = [input(node), input(node, 1)];
  const axis = axisAttribute(node, data.dims.length, 0);
  const dims = [...data.dims.slice(0, axis), ...indices.dims, ...data.dims.slice(axis + 1)];
  const { ints } = data;
  const picked = indices.ints?.map(({ fixed: index }) => ints?.at(index));
  const areKnown = ints && picked?.every((value) => value !== undefined);
  return oneOutput(createShape(dims, areKnown ? (picked as readonly Dim[]) : null));
};

const reshape: Rule = (node) => {
  const { dims, ints } = input(node);
  const sizes = readSizes(node, 1, 'shape') ?? refuseDataDependent(node.operator);
  const all = product(dims, node.operator);
  const keepsZero = readFlag(node, 'allowzero', false);
  const target = sizes.map((dim, index) => {
    if (!isFixed(dim) || dim.fixed > 0 || (dim.fixed === 0 && keepsZero)) return dim;
    if (dim.fixed === 0) return dims[index] ?? refuseShapes(node.operator);
    return null;
  });
  const elementCount = product(
    target.filter((dim) => dim !== null),
    node.operator,
  );
  const inferredCount = target.filter((dim) => dim === null).length;
  if (inferredCount === 0 && !isSameDim(elementCount, all)) refuseShapes(node.operator);
  const inferredDim =
    inferredCount === 0 ? DIM_ONE : (divide(all, elementCount) ?? refuseShapes(node.operator));
  if (inferredCount > 1) refuseShapes(node.operator);
  return oneOutput(
    createShape(
      target.map((dim) => dim ?? inferredDim),
      ints,
    ),
  );
};

const squeeze: Rule = (node) => {
  const { dims, ints } = input(node);
  const axes = readAxes(node, 1, dims.length);
  // Without axes, a single row would lose its dimension.
  if (!axes && dims.some((dim) => !isFixed(dim))) refuseDataDependent(node.operator);
  const removedAxes =
    axes ?? dims.flatMap((dim, index) => (isSameDim(dim, DIM_ONE) ? [index] : []));
  if (removedAxes.some((axis) => !isSameDim(dims[axis] ?? ROWS, DIM_ONE)))
    refuseShapes(node.operator);
  return oneOutput(
    createShape(
      dims.filter((_, index) => !removedAxes.includes(index)),
      ints,
    ),
  );
};

const unsqueeze: Rule = (node) => {
  const { dims, ints } = input(node);
  const sizes = readSizes(node, 1, 'axes') ?? refuseShapes(node.operator);
  const rank = dims.length + sizes.length;
  const axes = new Set(sizes.map(({ fixed: axis }) => normaliseAxis(node, axis, rank)));
  const remainingDims = [...dims];
  const expanded = Array.from({ length: rank }, (_, index) => {
    return axes.has(index) ? DIM_ONE : (remainingDims.shift() ?? refuseShapes(node.operator));
  });
  return oneOutput(createShape(expanded, ints));
};

/** The smallest end that means the last element. */
const MAX_SIZE = 2 ** 31 - 1;

const slice: Rule = (node) => {
  const { dims, ints } = input(node);
  const starts = readSizes(node, 1, 'starts') ?? refuseDataDependent(node.operator);
  const ends = readSizes(node, 2, 'ends') ?? refuseDataDependent(node.operator);
  const axes = readAxes(node, 3, dims.length) ?? starts.map((_, index) => index);
  const steps = readSizes(node, 4, 'steps') ?? starts.map(() => DIM_ONE);
  const resized = [...dims];
  let picked = dims.length === 1 ? ints : null;
  for (const [index, axis] of axes.entries()) {
    const dim = dims[axis] ?? refuseShapes(node.operator);
    const bounds = [starts[index], ends[index], steps[index]];
    if (bounds.some((bound) => !bound || !isFixed(bound))) refuseDataDependent(node.operator);
    const [start = 0, end = 0, step = 1] = bounds.map((bound) => bound?.fixed);
    if (!isFixed(dim)) {
      if (start !== 0 || end < MAX_SIZE || step !== 1) refuseDataDependent(node.operator);
      continue;
    }
    const length = dim.fixed;
    const from = clampIndex(start, length, step);
    const to = clampIndex(end, length, step);
    if (step === 0) refuseShapes(node.operator);
    resized[axis] = fixed(Math.max(0, Math.ceil((to - from) / step)));
    picked = picked && step === 1 ? picked.slice(from, to) : null;
  }
  return oneOutput(createShape(resized, picked));
};

function clampIndex(place: number, length: number, step: number): number {
  const from = place < 0 ? place + length : place;
  const [min, max] = step < 0 ? [-1, length - 1] : [0, length];
  return Math.min(Math.max(from, min), max);
}

const transpose: Rule = (node) => {
  const { dims } = input(node);
  const permutation = readNumbers(node.attribute('perm'), 'ints');
  const order =
    permutation.length > 0 ? permutation : dims.map((_, index) => dims.length - 1 - index);
  const isOrder = order.length === dims.length && new Set(order).size === dims.length;
  if (!isOrder) refuseShapes(node.operator);
  return oneOutput(createShape(order.map((axis) => dims[axis] ?? refuseShapes(node.operator))));
};

const argMax: Rule = (node) => {
  const { dims } = input(node);
  const axis = axisAttribute(node, dims.length, 0);
  const keeps = readFlag(node, 'keepdims', true);
  return oneOutput(createShape(dropAxes(dims, [axis], keeps)), countPerRow(dims));
};

const reduce: Rule = (node) => {
  const { dims } = input(node);
  const axes = readAxes(node, 1, dims.length) ?? [];
  if (axes.length === 0 && readFlag(node, 'noop_with_empty_axes', false))
    return oneOutput(createShape(dims));
  const removedAxes = axes.length > 0 ? axes : dims.map((_, index) => index);
  return oneOutput(
    createShape(dropAxes(dims, removedAxes, readFlag(node, 'keepdims', true))),
    countPerRow(dims),
  );
};

function dropAxes(dims: readonly Dim[], axes: readonly number[], keeps: boolean): readonly Dim[] {
  if (keeps) return dims.map((dim, index) => (axes.includes(index) ? DIM_ONE : dim));
  return dims.filter((_, index) => !axes.includes(index));
}

const shapeOf: Rule = (node) => {
  const { dims } = input(node);
  const end = node.attribute('end');
  const part = dims.slice(
    readNumber(node.attribute('start'), 'i'),
    end.size === 0 ? dims.length : readNumber(end, 'i'),
  );
  return oneOutput(createShape([fixed(part.length)], part));
};

const constantOfShape: Rule = (node) =>
  oneOutput(createShape(input(node).ints ?? refuseDataDependent(node.operator)));

const constant: Rule = (node) => {
  const tensor = readSubmessage(node.attribute('value'), 't');
  if (tensor.size > 0) return oneOutput(constantOf(tensor));
  const ints = readNumbers(node.attribute('value_ints'), 'ints');
  const floats = readNumbers(node.attribute('value_floats'), 'floats');
  if (node.attribute('value_int').size > 0) {
    return oneOutput(createShape([], [fixed(readNumber(node.attribute('value_int'), 'i'))]));
  }
  if (node.attribute('value_float').size > 0) return oneOutput(createShape([]));
  const isShort = ints.length > 0 && ints.length <= MAX_INTS;
  return oneOutput(
    createShape([fixed(ints.length || floats.length)], isShort ? ints.map(fixed) : null),
  );
};

/** Estimated steps of the selection for each element. */
const SELECTION_STEPS = 16;
const topK: Rule = (node) => {
  const { dims } = input(node);
  const k = node.inputs[1]?.ints?.[0] ?? fixed(readNumber(node.attribute('k'), 'i'));
  if (!isFixed(k)) refuseDataDependent(node.operator);
  const axis = axisAttribute(node, dims.length, -1);
  const result = createShape(dims.map((dim, index) => (index === axis ? k : dim)));
  return { outputs: [result, result], work: countPerRow(dims) * SELECTION_STEPS };
};

const distances: Rule = (node) => {
  const [rows, width] = input(node).dims;
  const [otherSide] = input(node, 1).dims;
  if (!rows || !width || !otherSide) return refuseShapes(node.operator);
  return oneOutput(createShape([rows, otherSide]), countPerRow([rows, otherSide, width]));
};

const pickColumns: Rule = (node) => {
  const { dims } = input(node);
  const indices = product(input(node, 1).dims, node.operator);
  const before = dims.length < 2 ? [DIM_ONE] : dims.slice(0, -1);
  return oneOutput(createShape([...before, indices]));
};

const oneHot: Rule = (node) => {
  const { length } = readNumbers(node.attribute('cats_int64s'), 'ints');
  const count = length || readValues(node.attribute('cats_strings'), 'strings').length;
  return oneOutput(createShape([...input(node).dims, fixed(count)]));
};

/** Rows, with as many columns as the rule of the operator says. */
const columns: Rule = (node) => {
  const [width = null] = node.widths;
  return oneOutput(createShape([rowsIn(node), fixed(width ?? refuseShapes(node.operator))]));
};

/** A label and scores. */
const classifier = (work: (node: Node) => number): Rule => {
  return (node) => {
    const rows = rowsIn(node);
    const width = node.widths[1] ?? refuseShapes(node.operator);
    return { outputs: [createShape([rows]), createShape([rows, fixed(width)])], work: work(node) };
  };
};

function rowsIn(node: Node): Dim {
  const [rows] = input(node).dims;
  return rows ?? refuseShapes(node.operator);
}

const nodesIn = (node: Node) => readNumbers(node.attribute('nodes_treeids'), 'ints').length;
const vectorsIn = (node: Node) => readNumbers(node.attribute('support_vectors'), 'floats').length;
const coefficientsIn = (node: Node) => readNumbers(node.attribute('coefficients'), 'floats').length;

const ruleFor = (rule: Rule, names: string) =>
  names.split(' ').map((name) => [name, rule] as const);

const RULES: Readonly<Record<string, Rule>> = Object.fromEntries([
  ...ruleFor(keepsShape, 'Cast CastLike Identity'),
  ...ruleFor(
    keepsDims,
    'Abs Neg Exp Log Sqrt Reciprocal Sign Floor Ceil Round Erf Not IsNaN IsInf',
  ),
  ...ruleFor(keepsDims, 'Sigmoid HardSigmoid Tanh Relu LeakyRelu Elu Selu Softplus Clip Softmax'),
  ...ruleFor(keepsDims, 'LogSoftmax BatchNormalization Scaler Imputer Normalizer Binarizer'),
  ...ruleFor(keepsDims, 'LabelEncoder ZipMap'),
  ...ruleFor(
    elementWise,
    'Add Sub Mul Div Pow Min Max Sum Mean Where Equal Less LessOrEqual Greater',
  ),
  ...ruleFor(elementWise, 'GreaterOrEqual And Or Xor'),
  ...ruleFor(reduce, 'ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceLogSumExp'),
  ...ruleFor(reduce, 'ReduceSumSquare'),
  ...ruleFor(argMax, 'ArgMax ArgMin'),
  ['Flatten', flatten],
  ['MatMul', matrices],
  ['Gemm', gemm],
  ['Concat', concat],
  ['Gather', gather],
  ['Reshape', reshape],
  ['Squeeze', squeeze],
  ['Unsqueeze', unsqueeze],
  ['Slice', slice],
  ['Transpose', transpose],
  ['Shape', shapeOf],
  ['ConstantOfShape', constantOfShape],
  ['Constant', constant],
  ['TopK', topK],
  ['CDist', distances],
  ['ArrayFeatureExtractor', pickColumns],
  ['OneHotEncoder', oneHot],
  ['FeatureVectorizer', columns],
  ['LinearRegressor', (node: Node) => ({ ...columns(node), work: coefficientsIn(node) })],
  ['LinearClassifier', classifier(coefficientsIn)],
  ['TreeEnsembleRegressor', (node: Node) => ({ ...columns(node), work: nodesIn(node) })],
  ['TreeEnsembleClassifier', classifier(nodesIn)],
  ['SVMClassifier', classifier(vectorsIn)],
]);
