// How to call a file: its inputs, and the output that is the probability. Exporters choose both
// names freely; each refusal explains a correct export.

import type { Column, DeclaredKinds, NumberType, Signature } from './inspect.ts';
import {
  decodeBytes,
  hasField,
  readNumber,
  readNumbers,
  readSubmessage,
  readSubmessages,
  readText,
  readTexts,
  readValues,
} from './message.ts';
import type { Message } from './protobuf.ts';
import { refuse, toPrintable } from './refusal.ts';

type Inputs = Pick<Signature, 'input' | 'inputType' | 'inputs'>;
type Outputs = Pick<Signature, 'output' | 'column' | 'columns'>;

const FLOAT = 1;
const DOUBLE_TYPE = 11;
const STRING = 8;
/** Names of types of ONNX, as exporters and Python write them. */
const OTHER_TYPES: Readonly<Record<number, string>> = {
  ...{ 2: 'uint8', 3: 'int8', 4: 'uint16', 5: 'int16', 10: 'float16', 12: 'uint32', 13: 'uint64' },
  ...{ 14: 'complex64', 15: 'complex128', 16: 'bfloat16' },
};
const INTEGERS: Readonly<Record<number, NumberType>> = { 6: 'int32', 7: 'int64', 9: 'bool' };

/**
 * Reads the inputs.
 * @throws ModelRefusal model_signature_mismatch
 */
export function readInputs(
  graph: Message,
  features: readonly string[],
  kinds: DeclaredKinds,
): Inputs {
  const constantNames = new Set(
    readSubmessages(graph, 'initializer').map((tensor) => readText(tensor, 'name')),
  );
  const inputs = readSubmessages(graph, 'input').filter(
    (value) => !constantNames.has(readText(value, 'name')),
  );
  const [first] = inputs;
  const matrix = `initial_types=[("features", FloatTensorType([None, ${features.length}]))]`;
  if (!first) return refuseSignature(`It has no input: export it with ${matrix}.`);
  if (inputs.length > 1)
    return { input: '', inputs: readColumns(inputs, features, matrix, checkTexts(graph, kinds)) };
  const { type, dims } = readTensorType(first);
  const kindOfColumn = features.length === 1 ? categoriesOf(kinds, features[0] as string) : null;
  if (kindOfColumn?.categories && type === STRING) {
    const column = {
      name: readText(first, 'name'),
      at: 0,
      type: 'string',
      ...kindOfColumn,
    } as const;
    return { input: '', inputs: [column] };
  }
  const inputType = readNumberType(type, readText(first, 'name'), features, kinds);
  if (dims.length !== 2 || dims[1] !== features.length) {
    const shape = dims.map((size) => size ?? 'N').join(', ');
    const expectation = `expected [N, ${features.length}], as with ${matrix}`;
    refuseSignature(`The input has the shape [${shape}]: ${expectation}.`);
  }
  if (dims[0] !== null)
    refuseSignature(`The input takes a fixed number of rows: export it with ${matrix}.`);
  return { input: readText(first, 'name'), ...(inputType === 'float' ? {} : { inputType }) };
}

/** Reads one input for each feature, by name, as exported data frames have them. */
function readColumns(
  inputs: readonly Message[],
  features: readonly string[],
  matrix: string,
  kinds: DeclaredKinds,
): readonly Column[] {
  const columns = inputs.map((value): Column => {
    const name = readText(value, 'name');
    const index = features.indexOf(name);
    const inputLabel = toPrintable(name);
    const advice = `export one input for all with ${matrix}, or give the features of the card these names`;
    if (index === -1)
      refuseSignature(`The input ${inputLabel} is no feature of the card: ${advice}.`);
    const { type, dims } = readTensorType(value);
    const isWide = dims.length !== 2 || dims[1] !== 1;
    if (isWide || dims[0] !== null) {
      refuseSignature(
        `The input ${inputLabel} is no column [N, 1]: name its type FloatTensorType([None, 1]).`,
      );
    }
    const { categories } = categoriesOf(kinds, name);
    if (categories && type === STRING) return { name, at: index, type: 'string', categories };
    return { name, at: index, type: readNumberType(type, name, [name], kinds) };
  });
  const names = new Set(columns.map(({ name }) => name));
  const missing = features.find((name) => !names.has(name));
  if (names.size !== columns.length) refuseSignature('Two inputs have the same name.');
  if (missing !== undefined) {
    refuseSignature(
      `No input has the name of the feature ${toPrintable(missing)}: leave it out of the card.`,
    );
  }
  return columns;
}

function categoriesOf({ categories }: DeclaredKinds, feature: string) {
  const ownCategories = categories.get(feature);
  return ownCategories ? { categories: ownCategories } : {};
}

/** An encoder that reads an input must know each text that the card names. */
function checkTexts(graph: Message, kinds: DeclaredKinds): DeclaredKinds {
  for (const [feature, texts] of kinds.categories) {
    const knownTexts = readKnownTexts(graph, feature);
    const lacking = knownTexts && texts.find((text) => !knownTexts.has(text));
    if (lacking)
      refuseSignature(
        `The file does not know the text ${toPrintable(lacking)} of ${toPrintable(feature)}.`,
      );
  }
  return kinds;
}

/** Returns null when another node reads the input first. */
function readKnownTexts(graph: Message, feature: string): ReadonlySet<string> | null {
  const encoder = readSubmessages(graph, 'node').find((message) => {
    return (
      readText(message, 'opType') === 'LabelEncoder' && readTexts(message, 'input')[0] === feature
    );
  });
  const keys = readSubmessages(encoder ?? new Map(), 'attribute').find((message) => {
    return readText(message, 'name') === 'keys_strings';
  });
  if (!keys) return null;
  return new Set(readValues(keys, 'strings').map((key) => decodeBytes(key as Uint8Array)));
}

/** @param features the features that the input holds */
function readNumberType(
  type: number,
  name: string,
  features: readonly string[],
  { categories, integers }: DeclaredKinds,
): NumberType {
  const inputLabel = `The input ${toPrintable(name)}`;
  const isText = features.some((feature) => categories.has(feature));
  if (isText) return refuseSignature(`${inputLabel} is no text, but the card calls it a category.`);
  if (type === FLOAT) return 'float';
  if (type === DOUBLE_TYPE) return 'double';
  const floats = 'or turn it into float32 before you fit the model (FloatTensorType)';
  if (type === STRING) {
    const expectation = '"kind": "category" and its "categories"';
    return refuseSignature(
      `${inputLabel} takes texts: give the feature ${expectation} on the card, ${floats}.`,
    );
  }
  const integer = INTEGERS[type];
  if (!integer)
    return refuseSignature(
      `${inputLabel} takes ${OTHER_TYPES[type] ?? `type ${type}`}: turn it into float32 (FloatTensorType).`,
    );
  const isBool = integer === 'bool';
  const areDeclared = features.every((feature) => {
    const bounds = integers.get(feature);
    return bounds && (!isBool || ((bounds.min ?? -1) >= 0 && (bounds.max ?? 2) <= 1));
  });
  if (areDeclared) return integer;
  const expectation = `"kind": "integer"${isBool ? ', "min": 0 and "max": 1' : ''}`;
  return refuseSignature(
    `${inputLabel} takes ${integer}: give the feature ${expectation} on the card, ${floats}.`,
  );
}

interface Candidate {
  readonly name: string;
  readonly columns: number;
}

/** Names that the usual exporters give to an output with probabilities. */
const PROBABILITY_NAMES = ['probability', 'probabilities', 'output_probability'];

/**
 * Finds the output with the probability. For an output with one dictionary per row (ZipMap), the
 * result is the tensor from which the dictionaries are made.
 * @param widths columns of each value of the graph, where they are known
 * @throws ModelRefusal model_signature_mismatch
 */
export function findOutput(graph: Message, widths: ReadonlyMap<string, number | null>): Outputs {
  const outputs = readSubmessages(graph, 'output');
  const usable = outputs.flatMap((output) => toCandidates(output, widths));
  const zipped = outputs.flatMap((output) => findZipped(output, graph));
  const usualOutputs = PROBABILITY_NAMES.flatMap((name) =>
    usable.filter((candidate) => candidate.name === name),
  );
  const candidates =
    [usualOutputs.slice(0, 1), zipped, usable].find((outputs) => outputs.length > 0) ?? [];
  const [best, second, ...otherCandidates] = candidates;
  if (best && !second) return toOutputs(best);
  // `zipmap="columns"` makes one output for each class, in their order.
  const isPair = best?.columns === 1 && second?.columns === 1 && otherCandidates.length === 0;
  if (second && isPair) return toOutputs(second);
  const names = outputs.map((output) => toPrintable(readText(output, 'name'))).join(', ');
  if (best)
    return refuseSignature(
      `Several outputs may be the probability (${names}): call it "probability".`,
    );
  return refuseSignature(
    `No output of ${names} is a tensor of floats [N, 1] or [N, 2]: export probabilities ` +
      '(options={id(model): {"zipmap": False}}; predict_proba and not decision_function).',
  );
}

function toOutputs({ name, columns }: Candidate): Outputs {
  return { output: name, column: columns - 1, columns };
}

function toCandidates(
  value: Message,
  widths: ReadonlyMap<string, number | null>,
): readonly Candidate[] {
  const name = readText(value, 'name');
  if (!hasField(readSubmessage(value, 'type'), 'tensor')) return [];
  const { type, dims } = readTensorType(value);
  if ((type !== FLOAT && type !== DOUBLE_TYPE) || dims.length > 2 || dims.length === 0) return [];
  const columns = dims.length === 1 ? 1 : (dims[1] ?? widths.get(name) ?? null);
  return columns === 1 || columns === 2 ? [{ name, columns }] : [];
}

function findZipped(value: Message, graph: Message): readonly Candidate[] {
  const name = readText(value, 'name');
  const zip = readSubmessages(graph, 'node').find((node) => {
    return readText(node, 'opType') === 'ZipMap' && readTexts(node, 'output').includes(name);
  });
  if (!zip) return [];
  const labels = readSubmessages(zip, 'attribute').map((message) => {
    return readNumbers(message, 'ints').length || (message.get('strings') ?? []).length;
  });
  const columns = Math.max(0, ...labels);
  const source = readTexts(zip, 'input')[0] ?? '';
  if (columns !== 2)
    refuseSignature(
      `The dictionaries of ${toPrintable(name)} have ${columns} classes: expected 2.`,
    );
  return [{ name: source, columns }];
}

/** Null for a dimension without a size. */
function readTensorType(value: Message) {
  const tensor = readSubmessage(readSubmessage(value, 'type'), 'tensor');
  const dims = readSubmessages(readSubmessage(tensor, 'shape'), 'dim').map((dim) => {
    const size = readNumber(dim, 'size');
    return size > 0 ? size : null;
  });
  return { type: readNumber(tensor, 'elemType'), dims };
}

function refuseSignature(detail: string): never {
  return refuse('model_signature_mismatch', detail);
}
