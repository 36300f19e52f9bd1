// The operators that a model may use, each with the width of its output: its number of columns.
// Null means unknown, which is allowed as long as no tree depends on it. No operator loops,
// branches, calls functions, or makes a tensor whose size depends on data.

import { readNumber, readNumbers, readSubmessage } from './message.ts';
import type { Message } from './protobuf.ts';
import { refuse } from './refusal.ts';
import { checkSupportVectors } from './support-vectors.ts';
import { checkTrees } from './trees.ts';

export interface ProducerNode {
  readonly operator: string;
  readonly width: number | null;
}

/** The facts of a node that its rule uses. */
export interface NodeView {
  readonly inputs: number;
  /** Names of the present attributes. */
  readonly attributes: readonly string[];
  /** The operator that made an input, with the columns of its own input; null without one. */
  producer(input: number): ProducerNode | null;
  /** Columns of an input; null when unknown. */
  width(input: number): number | null;
  /** An input that is part of the file: its dimensions and, where they are integers, values. */
  constant(input: number): { readonly dims: readonly number[]; values(): readonly number[] } | null;
  /** Returns an attribute, or an empty message when it is absent. */
  attribute(name: string): Message;
}

/** The width of each output, in order. */
type Rule = (node: NodeView) => readonly (number | null)[];

const keepsWidth: Rule = (node) => [node.width(0)];
const unknownWidth: Rule = () => [null];

const broadcast: Rule = (node) => {
  let width: number | null = 1;
  for (let input = 0; input < node.inputs; input++) {
    const dims = node.constant(input)?.dims ?? [];
    // A constant with several rows could change the number of rows.
    if (dims.length > 2 || (dims.length === 2 && dims[0] !== 1)) return [null];
    const other = node.width(input);
    if (other === null || width === null) return [null];
    if (other !== 1 && width !== 1 && other !== width) return [null];
    width = Math.max(width, other);
  }
  return [width];
};

const matrixColumns: Rule = (node) => {
  const weights = node.constant(1)?.dims ?? [];
  if (weights.length !== 2) return [null];
  return [(readNumber(node.attribute('transB'), 'i') ? weights[0] : weights[1]) ?? null];
};

const concat: Rule = (node) => {
  const axis = readNumber(node.attribute('axis'), 'i');
  let width = 0;
  for (let input = 0; input < node.inputs; input++) {
    const part = node.width(input);
    if (part === null || (axis !== 1 && axis !== -1)) return [null];
    width += part;
  }
  return [width];
};

const chooseColumns: Rule = (node) => {
  const axis = node.attribute('axis').size === 0 ? 1 : readNumber(node.attribute('axis'), 'i');
  const dims = node.constant(1)?.dims;
  if (!dims || axis !== 1) return [null];
  return [dims.reduce((product, size) => product * size, 1)];
};

const gather: Rule = (node) => (node.attribute('axis').size === 0 ? [null] : chooseColumns(node));

/** The new shape must be part of the file; otherwise it would depend on data. */
const reshape: Rule = (node) => {
  const shape = node.constant(1)?.values();
  if (!shape)
    return refuse(
      'model_operator_not_allowed',
      'Reshape to a shape that is computed from the data.',
    );
  const last = shape.at(-1) ?? 0;
  return [shape.length === 2 && last > 0 ? last : null];
};

const matchWidths = (...names: readonly string[]): Rule => {
  return (node) => {
    const width = node.width(0);
    for (const name of names) {
      const { length } = readNumbers(node.attribute(name), 'floats');
      if (length > 1 && length !== width) refuseMalformed(`${name} does not fit its input`);
    }
    return [width];
  };
};

const linear = (outputs: 'class' | 'target'): Rule => {
  return (node) => {
    const coefficients = readNumbers(node.attribute('coefficients'), 'floats').length;
    const intercepts = readNumbers(node.attribute('intercepts'), 'floats').length;
    const targets = readNumber(node.attribute('targets'), 'i') || 1;
    const scores = outputs === 'target' ? targets : intercepts;
    const width = node.width(0);
    if (width === null || scores < 1 || coefficients !== width * scores) {
      refuseMalformed('coefficients do not fit their input');
    }
    if (intercepts > scores) refuseMalformed('intercepts do not fit their coefficients');
    return outputs === 'target' ? [scores] : [1, Math.max(scores, 2)];
  };
};

const forest = (kind: 'class' | 'target'): Rule => {
  return (node) => {
    const width = checkTrees(node, kind);
    return kind === 'class' ? [1, width] : [width];
  };
};

/**
 * The output is as large as the tensor whose shape it takes; any other size would depend on data.
 */
const fillShape: Rule = (node) => {
  const producer = node.producer(0);
  if (producer?.operator === ':Shape') return [producer.width];
  if (node.constant(0)) return [null];
  return refuse(
    'model_operator_not_allowed',
    'ConstantOfShape of a shape that is computed from the data.',
  );
};

/** One column, where the columns of a row become one number and stay a column. */
const reduceColumns: Rule = (node) => {
  const keepsDims =
    node.attribute('keepdims').size === 0 || readNumber(node.attribute('keepdims'), 'i') === 1;
  const axes = node.constant(1)?.values() ?? readNumbers(node.attribute('axes'), 'ints');
  const isOverColumns = axes.length === 1 && (axes[0] === 1 || axes[0] === -1);
  return [keepsDims && isOverColumns && node.width(0) !== null && !node.constant(0) ? 1 : null];
};

const CONSTANT = new Set(['value', 'value_float', 'value_floats', 'value_int', 'value_ints']);

const constant: Rule = (node) => {
  const [name = '', ...otherAttributes] = node.attributes;
  if (otherAttributes.length > 0 || !CONSTANT.has(name))
    refuseMalformed('a constant node has no numbers');
  const attribute = node.attribute(name);
  if (name === 'value') return [readNumbers(readSubmessage(attribute, 't'), 'dims').at(-1) ?? 1];
  return [readNumbers(attribute, 'floats').length || readNumbers(attribute, 'ints').length || 1];
};

const MAX_TOP = 1_000;

const topK: Rule = (node) => {
  const [k] = node.constant(1)?.values() ?? [];
  if (k === undefined)
    return refuse('model_operator_not_allowed', 'TopK of a k that is computed from the data.');
  if (!(k >= 1 && k <= MAX_TOP)) refuseMalformed(`TopK takes the ${k} best: at most ${MAX_TOP}`);
  return [k, k];
};

/** Distances to rows that are part of the file. */
const distances: Rule = (node) => {
  const dims = node.constant(1)?.dims;
  if (!dims)
    return refuse('model_operator_not_allowed', 'CDist to rows that are computed from the data.');
  if (dims.length !== 2 || dims[1] !== node.width(0))
    refuseMalformed('CDist compares rows of two widths');
  return [dims[0] ?? null];
};

/** Columns of several inputs beside each other, as many of each as the file says. */
const joinColumns: Rule = (node) => {
  const widths = readNumbers(node.attribute('inputdimensions'), 'ints');
  const isKnown = widths.length === node.inputs && widths.every((width) => width > 0);
  // The runtime would pad missing columns and drop excess ones.
  if (widths.some((width, index) => width !== (node.width(index) ?? width))) {
    refuseMalformed('inputdimensions do not fit the inputs');
  }
  return [isKnown ? widths.reduce((sum, width) => sum + width, 0) : null];
};

const ruleFor = (rule: Rule, names: string) =>
  names.split(' ').map((name) => [name, rule] as const);

/** Domain, colon, operator. */
export const OPERATORS: ReadonlyMap<string, Rule> = new Map([
  ...ruleFor(
    keepsWidth,
    ':Abs :Neg :Exp :Log :Sqrt :Reciprocal :Sign :Floor :Ceil :Round :Erf :Not :IsNaN',
  ),
  ...ruleFor(
    keepsWidth,
    ':IsInf :Sigmoid :HardSigmoid :Tanh :Relu :LeakyRelu :Elu :Selu :Softplus :Clip',
  ),
  ...ruleFor(
    keepsWidth,
    ':Softmax :LogSoftmax :Cast :CastLike :Identity :Flatten :BatchNormalization',
  ),
  ...ruleFor(broadcast, ':Add :Sub :Mul :Div :Pow :Min :Max :Sum :Mean :Where :Equal :Less'),
  ...ruleFor(broadcast, ':LessOrEqual :Greater :GreaterOrEqual :And :Or :Xor'),
  ...ruleFor(matrixColumns, ':MatMul :Gemm'),
  ...ruleFor(concat, ':Concat'),
  ...ruleFor(gather, ':Gather'),
  ...ruleFor(reshape, ':Reshape'),
  ...ruleFor(unknownWidth, ':Squeeze :Unsqueeze :Slice :Transpose :ArgMax :ArgMin :Shape'),
  ...ruleFor(
    reduceColumns,
    ':ReduceSum :ReduceMean :ReduceMax :ReduceMin :ReduceProd :ReduceLogSumExp',
  ),
  ...ruleFor(reduceColumns, ':ReduceSumSquare'),
  ...ruleFor(fillShape, ':ConstantOfShape'),
  ...ruleFor(constant, ':Constant'),
  ...ruleFor(topK, ':TopK'),
  ...ruleFor(distances, 'com.microsoft:CDist'),
  // Left out when the file is loaded (served-file.ts).
  ...ruleFor(unknownWidth, 'ai.onnx.ml:ZipMap'),
  ...ruleFor(checkSupportVectors, 'ai.onnx.ml:SVMClassifier'),
  ...ruleFor(matchWidths('offset', 'scale'), 'ai.onnx.ml:Scaler'),
  ...ruleFor(matchWidths('imputed_value_floats'), 'ai.onnx.ml:Imputer'),
  ...ruleFor(keepsWidth, 'ai.onnx.ml:Normalizer ai.onnx.ml:Binarizer'),
  ...ruleFor(chooseColumns, 'ai.onnx.ml:ArrayFeatureExtractor'),
  ...ruleFor(unknownWidth, 'ai.onnx.ml:OneHotEncoder'),
  ...ruleFor(joinColumns, 'ai.onnx.ml:FeatureVectorizer'),
  ...ruleFor(linear('target'), 'ai.onnx.ml:LinearRegressor'),
  ...ruleFor(linear('class'), 'ai.onnx.ml:LinearClassifier'),
  ...ruleFor(forest('target'), 'ai.onnx.ml:TreeEnsembleRegressor'),
  ...ruleFor(forest('class'), 'ai.onnx.ml:TreeEnsembleClassifier'),
]);

/** Advice for refused operators that exporters often produce. */
export const ADVICE: Readonly<Record<string, string>> = {
  ':Scan': 'of nearest neighbours leave it out with options={id(model): {"optim": "cdist"}}.',
  'ai.onnx.ml:TreeEnsemble': 'export with target_opset={"": 18, "ai.onnx.ml": 3}.',
  'ai.onnx.ml:SVMRegressor': 'it gives no probability: export SVC(probability=True).',
  'ai.onnx.ml:LabelEncoder':
    'say "kind": "category" of features with texts, or turn them into numbers before the model.',
  'ai.onnx.ml:CategoryMapper': 'turn texts into numbers before the model, and export it alone.',
  'ai.onnx.ml:DictVectorizer': 'export a model of columns: FloatTensorType([None, n]).',
  ':StringNormalizer': 'turn texts into numbers before the model, and export it alone.',
  ':TfIdfVectorizer': 'turn texts into numbers before the model, and export it alone.',
  ':Loop': 'a model may not loop.',
  ':If': 'a model may not branch; choose with Where.',
};

function refuseMalformed(detail: string): never {
  return refuse('model_malformed', detail);
}
