// Computes the memory and the work of a graph for each row from the file alone. It refuses sizes
// that depend on data, because some rows prove nothing about others; graphs that take too much for
// a row; and graphs that combine rows.

import { all, message, messages, number, numbers, text, texts } from './message.ts';
import { refuse } from './refusal.ts';
import {
  add,
  broadcast,
  countOne,
  DIM_ONE,
  type Dim,
  divide,
  fixed,
  fromData,
  isFixed,
  isSame,
  multiply,
  product,
  ROWS,
  refuseShapes,
  sized,
  type TensorShape,
  tooManyRows,
} from './shape.ts';
import { integersOf } from './tensors.ts';
import type { Message } from './wire.ts';

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
const BYTES = 8;
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
  take(name: string, columns: number): void;
  /** Adds a tensor that is part of the file. */
  keep(name: string, tensor: Message): void;
  /**
   * Adds a node.
   * @param widths widths by the rules of the operators.
   * @throws ModelRefusal
   */
  make(node: Message, widths: readonly (number | null)[]): void;
  /**
   * Returns the total cost.
   * @throws ModelRefusal
   */
  total(): PerRow;
}

export function sizesOf(): Sizes {
  const sizes = new Map<string, TensorShape>();
  let work = 0;
  let bytes = 0;

  function count(operator: string, { outputs, work: ownWork = 0 }: NodeSizes): void {
    for (const { dims } of outputs) {
      if (dims.filter((dim) => !isFixed(dim)).length > 1) tooManyRows(operator);
      const elements = countOne(dims);
      if (!(elements >= 0)) refuseShapes(operator);
      bytes += BYTES * elements;
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
    take: (name, columns) => void sizes.set(name, sized([ROWS, fixed(columns)])),
    keep: (name, tensor) => void sizes.set(name, constantOf(tensor)),
    make(node, widths) {
      const operator = text(node, 'opType');
      const attributes = new Map(
        messages(node, 'attribute').map((message) => [text(message, 'name'), message] as const),
      );
      const inputs = texts(node, 'input').map((name) => {
        if (name === '') return ABSENT_INPUT;
        return (
          sizes.get(name) ??
          refuse('model_malformed', `${operator} reads a tensor that no node produces`)
        );
      });
      const attribute = (name: string) => attributes.get(name) ?? new Map();
      const nodeSizes = (RULES[operator] ?? fromData(operator))({
        operator,
        inputs,
        attribute,
        widths,
      });
      count(operator, nodeSizes);
      texts(node, 'output').forEach((name, index) => {
        const output = nodeSizes.outputs[index];
        if (name !== '' && output) sizes.set(name, output);
      });
    },
    total: () => ({ work, bytes }),
  };
}

const ABSENT_INPUT = sized([]);

function constantOf(tensor: Message): TensorShape {
  const dims = numbers(tensor, 'dims').map(fixed);
  const isShort = countOne(dims) <= MAX_INTS;
  const ints = isShort ? integersOf(tensor) : [];
  return sized(dims, ints.length > 0 ? ints.map(fixed) : null);
}

const oneOutput = (output: TensorShape, work?: number): NodeSizes =>
  work === undefined ? { outputs: [output] } : { outputs: [output], work };

const input = (node: Node, index = 0): TensorShape =>
  node.inputs[index] ?? refuseShapes(node.operator);

const keepsShape: Rule = (node) => oneOutput(input(node));

/** The output has the shape of the input, and other numbers. */
const changed: Rule = (node) => oneOutput(sized(input(node).dims));

const combined: Rule = (node) => {
  const dims = broadcast(
    node.inputs.map((value) => value.dims),
    node.operator,
  );
  return oneOutput(sized(dims, arithmetic(node)), countOne(dims) * node.inputs.length);
};

/** Sizes that are computed from sizes. */
function arithmetic({ operator, inputs }: Node): readonly Dim[] | null {
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

/** Whole numbers that say a size. */
function sizesIn(node: Node, index: number, name: string): readonly Dim[] | null {
  const value = node.inputs[index];
  if (value && value !== ABSENT_INPUT) return value.ints ?? fromData(node.operator);
  const shape = numbers(node.attribute(name), 'ints');
  return shape.length > 0 ? shape.map(fixed) : null;
}

/** Axes, counted from the front. */
function axesIn(node: Node, index: number, rank: number, name = 'axes'): readonly number[] | null {
  const axes = sizesIn(node, index, name);
  return axes?.map((axis) => axisOf(node, axis.fixed, rank)) ?? null;
}

function axisOf(node: Node, axis: number, rank: number): number {
  const from = axis < 0 ? axis + rank : axis;
  return from >= 0 && from < Math.max(1, rank) ? from : refuseShapes(node.operator);
}

const axisAttribute = (node: Node, rank: number, defaultAxis: number): number => {
  const attribution = node.attribute('axis');
  return axisOf(node, attribution.size === 0 ? defaultAxis : number(attribution, 'i'), rank);
};

const isTrue = (node: Node, name: string, defaultValue: boolean): boolean => {
  const attribution = node.attribute(name);
  return attribution.size === 0 ? defaultValue : number(attribution, 'i') !== 0;
};

const flatten: Rule = (node) => {
  const { dims } = input(node);
  const axis = node.attribute('axis').size === 0 ? 1 : number(node.attribute('axis'), 'i');
  const cut = axis < 0 ? axis + dims.length : axis;
  const sides = [dims.slice(0, cut), dims.slice(cut)];
  return oneOutput(sized(sides.map((side) => product(side, node.operator))));
};

const matrices: Rule = (node) => {
  const [a, b] = [input(node).dims, input(node, 1).dims];
  if (a.length === 0 || b.length === 0) refuseShapes(node.operator);
  const left = a.length === 1 ? [DIM_ONE, ...a] : a;
  const right = b.length === 1 ? [...b, DIM_ONE] : b;
  const [rows, inner] = left.slice(-2) as [Dim, Dim];
  const [other, columns] = right.slice(-2) as [Dim, Dim];
  if (!isSame(inner, other)) refuseShapes(node.operator);
  const stack = broadcast([left.slice(0, -2), right.slice(0, -2)], node.operator);
  const dims = [...stack, ...(a.length === 1 ? [] : [rows]), ...(b.length === 1 ? [] : [columns])];
  return oneOutput(sized(dims), countOne([...stack, rows, columns, inner]));
};

const gemm: Rule = (node) => {
  const transposed = (index: number, name: string) => {
    const { dims } = input(node, index);
    if (dims.length !== 2) refuseShapes(node.operator);
    return (isTrue(node, name, false) ? dims.toReversed() : dims) as readonly [Dim, Dim];
  };
  const [rows, inner] = transposed(0, 'transA');
  const [other, columns] = transposed(1, 'transB');
  if (!isSame(inner, other)) refuseShapes(node.operator);
  return oneOutput(sized([rows, columns]), countOne([rows, columns, inner]));
};

const concat: Rule = (node) => {
  const first = input(node).dims;
  const axis = axisAttribute(node, first.length, 0);
  const dims = first.map((dim, index) => {
    return node.inputs.slice(1).reduce((sum: Dim, { dims: otherDims }) => {
      const next = otherDims[index];
      if (!next || otherDims.length !== first.length) return refuseShapes(node.operator);
      if (index === axis) return add(sum, next);
      return isSame(sum, next) ? sum : refuseShapes(node.operator);
    }, dim);
  });
  const ints = node.inputs.flatMap(
    ({ ints: elements }): readonly (Dim | null)[] => elements ?? [null],
  );
  const areKnown = ints.length <= MAX_INTS && !ints.includes(null);
  return oneOutput(sized(dims, areKnown ? (ints as readonly Dim[]) : null));
};

const gather: Rule = (node) => {
  const [data, places] = [input(node), input(node, 1)];
  const axis = axisAttribute(node, data.dims.length, 0);
  const dims = [...data.dims.slice(0, axis), ...places.dims, ...data.dims.slice(axis + 1)];
  const { ints } = data;
  const picked = places.ints?.map(({ fixed: index }) => ints?.at(index));
  const areKnown = ints && picked?.every((value) => value !== undefined);
  return oneOutput(sized(dims, areKnown ? (picked as readonly Dim[]) : null));
};

const reshape: Rule = (node) => {
  const { dims, ints } = input(node);
  const sizes = sizesIn(node, 1, 'shape') ?? fromData(node.operator);
  const all = product(dims, node.operator);
  const keepsZero = isTrue(node, 'allowzero', false);
  const target = sizes.map((dim, index) => {
    if (!isFixed(dim) || dim.fixed > 0 || (dim.fixed === 0 && keepsZero)) return dim;
    if (dim.fixed === 0) return dims[index] ?? refuseShapes(node.operator);
    return null;
  });
  const elementCount = product(
    target.filter((dim) => dim !== null),
    node.operator,
  );
  const open = target.filter((dim) => dim === null).length;
  if (open === 0 && !isSame(elementCount, all)) refuseShapes(node.operator);
  const inferredDim =
    open === 0 ? DIM_ONE : (divide(all, elementCount) ?? refuseShapes(node.operator));
  if (open > 1) refuseShapes(node.operator);
  return oneOutput(
    sized(
      target.map((dim) => dim ?? inferredDim),
      ints,
    ),
  );
};

const squeeze: Rule = (node) => {
  const { dims, ints } = input(node);
  const axes = axesIn(node, 1, dims.length);
  // Without axes, a single row would lose its dimension.
  if (!axes && dims.some((dim) => !isFixed(dim))) fromData(node.operator);
  const removedAxes = axes ?? dims.flatMap((dim, index) => (isSame(dim, DIM_ONE) ? [index] : []));
  if (removedAxes.some((axis) => !isSame(dims[axis] ?? ROWS, DIM_ONE))) refuseShapes(node.operator);
  return oneOutput(
    sized(
      dims.filter((_, index) => !removedAxes.includes(index)),
      ints,
    ),
  );
};

const unsqueeze: Rule = (node) => {
  const { dims, ints } = input(node);
  const sizes = sizesIn(node, 1, 'axes') ?? refuseShapes(node.operator);
  const rank = dims.length + sizes.length;
  const axes = new Set(sizes.map(({ fixed: axis }) => axisOf(node, axis, rank)));
  const remainingDims = [...dims];
  const expanded = Array.from({ length: rank }, (_, index) => {
    return axes.has(index) ? DIM_ONE : (remainingDims.shift() ?? refuseShapes(node.operator));
  });
  return oneOutput(sized(expanded, ints));
};

/** A larger end means the last element. */
const MAX_SIZE = 2 ** 31 - 1;

const slice: Rule = (node) => {
  const { dims, ints } = input(node);
  const starts = sizesIn(node, 1, 'starts') ?? fromData(node.operator);
  const ends = sizesIn(node, 2, 'ends') ?? fromData(node.operator);
  const axes = axesIn(node, 3, dims.length) ?? starts.map((_, index) => index);
  const steps = sizesIn(node, 4, 'steps') ?? starts.map(() => DIM_ONE);
  const resized = [...dims];
  let picked = dims.length === 1 ? ints : null;
  for (const [index, axis] of axes.entries()) {
    const dim = dims[axis] ?? refuseShapes(node.operator);
    const bounds = [starts[index], ends[index], steps[index]];
    if (bounds.some((bound) => !bound || !isFixed(bound))) fromData(node.operator);
    const [start = 0, end = 0, step = 1] = bounds.map((bound) => bound?.fixed);
    if (!isFixed(dim)) {
      if (start !== 0 || end < MAX_SIZE || step !== 1) fromData(node.operator);
      continue;
    }
    const length = dim.fixed;
    const from = clampPlace(start, length, step);
    const to = clampPlace(end, length, step);
    if (step === 0) refuseShapes(node.operator);
    resized[axis] = fixed(Math.max(0, Math.ceil((to - from) / step)));
    picked = picked && step === 1 ? picked.slice(from, to) : null;
  }
  return oneOutput(sized(resized, picked));
};

function clampPlace(place: number, length: number, step: number): number {
  const from = place < 0 ? place + length : place;
  const [min, max] = step < 0 ? [-1, length - 1] : [0, length];
  return Math.min(Math.max(from, min), max);
}

const transpose: Rule = (node) => {
  const { dims } = input(node);
  const permutation = numbers(node.attribute('perm'), 'ints');
  const order =
    permutation.length > 0 ? permutation : dims.map((_, index) => dims.length - 1 - index);
  const isOrder = order.length === dims.length && new Set(order).size === dims.length;
  if (!isOrder) refuseShapes(node.operator);
  return oneOutput(sized(order.map((axis) => dims[axis] ?? refuseShapes(node.operator))));
};

const best: Rule = (node) => {
  const { dims } = input(node);
  const axis = axisAttribute(node, dims.length, 0);
  const keeps = isTrue(node, 'keepdims', true);
  return oneOutput(sized(dropAxes(dims, [axis], keeps)), countOne(dims));
};

const reduce: Rule = (node) => {
  const { dims } = input(node);
  const axes = axesIn(node, 1, dims.length) ?? [];
  if (axes.length === 0 && isTrue(node, 'noop_with_empty_axes', false))
    return oneOutput(sized(dims));
  const removedAxes = axes.length > 0 ? axes : dims.map((_, index) => index);
  return oneOutput(
    sized(dropAxes(dims, removedAxes, isTrue(node, 'keepdims', true))),
    countOne(dims),
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
    number(node.attribute('start'), 'i'),
    end.size === 0 ? dims.length : number(end, 'i'),
  );
  return oneOutput(sized([fixed(part.length)], part));
};

const filled: Rule = (node) => oneOutput(sized(input(node).ints ?? fromData(node.operator)));

const constant: Rule = (node) => {
  const tensor = message(node.attribute('value'), 't');
  if (tensor.size > 0) return oneOutput(constantOf(tensor));
  const ints = numbers(node.attribute('value_ints'), 'ints');
  const floats = numbers(node.attribute('value_floats'), 'floats');
  if (node.attribute('value_int').size > 0) {
    return oneOutput(sized([], [fixed(number(node.attribute('value_int'), 'i'))]));
  }
  if (node.attribute('value_float').size > 0) return oneOutput(sized([]));
  const isShort = ints.length > 0 && ints.length <= MAX_INTS;
  return oneOutput(sized([fixed(ints.length || floats.length)], isShort ? ints.map(fixed) : null));
};

const top: Rule = (node) => {
  const { dims } = input(node);
  const k = node.inputs[1]?.ints?.[0] ?? fixed(number(node.attribute('k'), 'i'));
  if (!isFixed(k)) fromData(node.operator);
  const axis = axisAttribute(node, dims.length, -1);
  const result = sized(dims.map((dim, index) => (index === axis ? k : dim)));
  return { outputs: [result, result], work: countOne(dims) * 16 };
};

const distances: Rule = (node) => {
  const [rows, width] = input(node).dims;
  const [otherSide] = input(node, 1).dims;
  if (!rows || !width || !otherSide) return refuseShapes(node.operator);
  return oneOutput(sized([rows, otherSide]), countOne([rows, otherSide, width]));
};

const pick: Rule = (node) => {
  const { dims } = input(node);
  const places = product(input(node, 1).dims, node.operator);
  const before = dims.length < 2 ? [DIM_ONE] : dims.slice(0, -1);
  return oneOutput(sized([...before, places]));
};

const kinds: Rule = (node) => {
  const { length } = numbers(node.attribute('cats_int64s'), 'ints');
  const count = length || all(node.attribute('cats_strings'), 'strings').length;
  return oneOutput(sized([...input(node).dims, fixed(count)]));
};

/** Rows, with as many columns as the rule of the operator says. */
const columns: Rule = (node) => {
  const [width = null] = node.widths;
  return oneOutput(sized([rowsIn(node), fixed(width ?? refuseShapes(node.operator))]));
};

/** A label and scores. */
const classes = (work: (node: Node) => number): Rule => {
  return (node) => {
    const rows = rowsIn(node);
    const width = node.widths[1] ?? refuseShapes(node.operator);
    return { outputs: [sized([rows]), sized([rows, fixed(width)])], work: work(node) };
  };
};

function rowsIn(node: Node): Dim {
  const [rows] = input(node).dims;
  return rows ?? refuseShapes(node.operator);
}

const nodesIn = (node: Node) => numbers(node.attribute('nodes_treeids'), 'ints').length;
const vectorsIn = (node: Node) => numbers(node.attribute('support_vectors'), 'floats').length;
const coefficientsIn = (node: Node) => numbers(node.attribute('coefficients'), 'floats').length;

const ruleFor = (rule: Rule, names: string) =>
  names.split(' ').map((name) => [name, rule] as const);

const RULES: Readonly<Record<string, Rule>> = Object.fromEntries([
  ...ruleFor(keepsShape, 'Cast CastLike Identity'),
  ...ruleFor(changed, 'Abs Neg Exp Log Sqrt Reciprocal Sign Floor Ceil Round Erf Not IsNaN IsInf'),
  ...ruleFor(changed, 'Sigmoid HardSigmoid Tanh Relu LeakyRelu Elu Selu Softplus Clip Softmax'),
  ...ruleFor(changed, 'LogSoftmax BatchNormalization Scaler Imputer Normalizer Binarizer'),
  ...ruleFor(changed, 'LabelEncoder ZipMap'),
  ...ruleFor(combined, 'Add Sub Mul Div Pow Min Max Sum Mean Where Equal Less LessOrEqual Greater'),
  ...ruleFor(combined, 'GreaterOrEqual And Or Xor'),
  ...ruleFor(reduce, 'ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceLogSumExp'),
  ...ruleFor(reduce, 'ReduceSumSquare'),
  ...ruleFor(best, 'ArgMax ArgMin'),
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
  ['ConstantOfShape', filled],
  ['Constant', constant],
  ['TopK', top],
  ['CDist', distances],
  ['ArrayFeatureExtractor', pick],
  ['OneHotEncoder', kinds],
  ['FeatureVectorizer', columns],
  ['LinearRegressor', (node: Node) => ({ ...columns(node), work: coefficientsIn(node) })],
  ['LinearClassifier', classes(coefficientsIn)],
  ['TreeEnsembleRegressor', (node: Node) => ({ ...columns(node), work: nodesIn(node) })],
  ['TreeEnsembleClassifier', classes(nodesIn)],
  ['SVMClassifier', classes(vectorsIn)],
]);
