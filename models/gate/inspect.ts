// The gates that only read a file, in their order: parse, versions and domains, operators, no
// external data, signature. A file that passes is safe to load in a separate process.

import type { Bounds } from './feature-bounds.ts';
import {
  hasField,
  readNumber,
  readNumbers,
  readSubmessage,
  readSubmessages,
  readText,
  readTexts,
  readValues,
} from './message.ts';
import { MODEL } from './onnx-schema.ts';
import { ADVICE, type NodeView, OPERATORS, type ProducerNode } from './operators.ts';
import { describeOtherFormat } from './other-formats.ts';
import { type Message, readMessage } from './protobuf.ts';
import { refuse, toPrintable } from './refusal.ts';
import { findOutput, readInputs } from './signature.ts';
import { createSizes, type PerRow } from './sizes.ts';
import { checkTensor, integersOf } from './tensors.ts';

export const MAX_MODEL_BYTES = 32 * 1024 * 1024;
const MAX_NODES = 2_000;
/** The operator that converts texts to numbers; allowed when the card names categories. */
const ENCODER = 'ai.onnx.ml:LabelEncoder';
// Versions that the runtime accepts (onnxruntime 1.30, tried).
const IR = { min: 3, max: 13 };
const OPSETS: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  '': { min: 7, max: 26 },
  'ai.onnx.ml': { min: 1, max: 5 },
  // Only one operator of this domain is served: distances, which exported nearest neighbours use.
  'com.microsoft': { min: 1, max: 1 },
};

/** Number types of inputs. Rows are 32-bit floats inside the bank and are converted. */
export type NumberType = 'float' | 'double' | 'int64' | 'int32' | 'bool';

/** The input of one feature. */
export interface Column {
  readonly name: string;
  /** Position of the feature on the card. */
  readonly at: number;
  readonly type: NumberType | 'string';
  /** The text of each number, for texts. */
  readonly categories?: readonly string[];
}

/** Text features by name, with the texts that the file must know. */
type Categories = ReadonlyMap<string, readonly string[]>;

/** Features of the card that are not plain numbers. */
export interface DeclaredKinds {
  readonly categories: Categories;
  /** Whole numbers, with their bounds. */
  readonly integers: ReadonlyMap<string, Bounds>;
}

const NUMBERS_ONLY: DeclaredKinds = { categories: new Map(), integers: new Map() };

/** How to call a file: its inputs, and the output column of the probability. */
export interface Signature {
  /** Empty when each feature has its own input. */
  readonly input: string;
  /** By default floats. */
  readonly inputType?: NumberType;
  /** Absent for one matrix. */
  readonly inputs?: readonly Column[];
  readonly output: string;
  /** The column of the output that is the probability. */
  readonly column: number;
  /** Columns of the output. */
  readonly columns: number;
}

export interface Inspection {
  readonly signature: Signature;
  /** Memory and work for a row, whatever its values. */
  readonly perRow: PerRow;
  readonly irVersion: number;
  readonly opsets: Readonly<Record<string, number>>;
  readonly operators: readonly string[];
  readonly producer: string;
}

/**
 * Reads a file without running it.
 * @param features names of the card's features, in their order
 * @param kinds the kinds of features that are no plain numbers
 * @throws ModelRefusal with the first gate that it does not pass
 */
export function inspectModel(
  file: Uint8Array,
  features: readonly string[],
  kinds: DeclaredKinds = NUMBERS_ONLY,
): Inspection {
  if (file.length > MAX_MODEL_BYTES) refuse('model_too_large');
  const otherFormat = describeOtherFormat(file);
  if (otherFormat !== null) refuse('model_malformed', otherFormat);
  const model = readMessage(file, MODEL);
  if (!hasField(model, 'graph')) refuse('model_malformed', 'there is no graph in it');
  const graph = readSubmessage(model, 'graph');
  const opsets = checkVersions(model);
  const operators = checkOperators(model, graph, { opsets, takesTexts: kinds.categories.size > 0 });
  refuseExternalData(graph);
  const inputs = readInputs(graph, features, kinds);
  checkNames(model, features);
  const { widths, perRow } = checkGraph(graph, inputs.inputs ? 1 : features.length);
  const signature = { ...inputs, ...findOutput(graph, widths) };
  return {
    signature,
    perRow,
    irVersion: readNumber(model, 'irVersion'),
    opsets,
    operators,
    producer: toPrintable(
      `${readText(model, 'producerName')} ${readText(model, 'producerVersion')}`.trim(),
    ),
  };
}

function checkVersions(model: Message): Record<string, number> {
  const ir = readNumber(model, 'irVersion');
  const range = `${IR.min} to ${IR.max}`;
  if (!(ir >= IR.min && ir <= IR.max)) {
    const advice = 'export with an older onnx, or set model.ir_version before you save it';
    refuse('model_version_unsupported', `IR version ${ir}: expected ${range}; ${advice}.`);
  }
  const opsets: Record<string, number> = {};
  for (const entry of readSubmessages(model, 'opsetImport')) {
    const domain = readText(entry, 'domain');
    const version = readNumber(entry, 'version');
    const served = Object.hasOwn(OPSETS, domain) ? OPSETS[domain] : undefined;
    if (!served) return refuse('model_version_unsupported', describeDomain(domain));
    if (!(version >= served.min && version <= served.max)) {
      const expected = `expected ${served.min} to ${served.max}`;
      const advice = `export with target_opset={"${domain}": ${served.max}}`;
      const reason = `Opset ${version} of "${domain}": ${expected}; ${advice}.`;
      refuse('model_version_unsupported', reason);
    }
    // Some exporters write the same line twice.
    if ((opsets[domain] ?? version) !== version) refuse('model_malformed', 'opsets contradict');
    opsets[domain] = version;
  }
  if (Object.keys(opsets).length === 0) refuse('model_version_unsupported', 'It names no opset.');
  return opsets;
}

const WITHOUT_FUNCTIONS =
  'export with dynamo=False, or replace them with onnx.inliner.inline_local_functions';

function describeDomain(domain: string): string {
  return (
    `Domain ${toPrintable(domain)}: expected the operators of ONNX and of ai.onnx.ml alone. If it is that ` +
    `of local functions, ${WITHOUT_FUNCTIONS}, and remove its line of opset_import.`
  );
}

function checkOperators(
  model: Message,
  graph: Message,
  { opsets, takesTexts }: { opsets: Readonly<Record<string, number>>; takesTexts: boolean },
): string[] {
  const refuseOperator = (detail: string) => refuse('model_operator_not_allowed', detail);
  if (hasField(model, 'functions')) refuseOperator(`Functions of its own: ${WITHOUT_FUNCTIONS}.`);
  if (hasField(model, 'trainingInfo')) refuseOperator('Training steps.');
  const nodes = readSubmessages(graph, 'node');
  if (nodes.length === 0 || nodes.length > MAX_NODES) {
    refuse('model_malformed', `${nodes.length} nodes: expected 1 to ${MAX_NODES}`);
  }
  const names = nodes.map((node) => {
    const domain = readText(node, 'domain');
    const name = `${domain}:${readText(node, 'opType')}`;
    const isAllowed = OPERATORS.has(name) || (takesTexts && name === ENCODER);
    if (!isAllowed || hasField(node, 'overload')) {
      const advice = ADVICE[name];
      refuseOperator(
        `${toPrintable(name.replace(/^:/, ''))}${advice ? `: ${advice}` : ' is not on the list.'}`,
      );
    }
    if (!Object.hasOwn(opsets, domain)) refuse('model_malformed', 'an opset is missing');
    for (const attribute of readSubmessages(node, 'attribute')) {
      const graphFields = ['g', 'graphs', 'typeProto', 'typeProtos', 'refAttrName'];
      if (graphFields.some((field) => hasField(attribute, field)))
        refuseOperator('A graph inside of a node.');
    }
    return name;
  });
  return [...new Set(names)].sort();
}

function refuseExternalData(graph: Message): void {
  const attributes = readSubmessages(graph, 'node').flatMap((node) =>
    readSubmessages(node, 'attribute'),
  );
  const tensors = [
    ...readSubmessages(graph, 'initializer'),
    ...attributes.flatMap((attribute) => [
      ...readSubmessages(attribute, 't'),
      ...readSubmessages(attribute, 'tensors'),
    ]),
  ];
  for (const tensor of tensors) {
    if (hasField(tensor, 'externalData') || readNumber(tensor, 'dataLocation') !== 0) {
      const name = toPrintable(readText(tensor, 'name'));
      refuse(
        'model_external_data',
        `The values of ${name} are in another file: save with save_as_external_data=False, in PyTorch with external_data=False.`,
      );
    }
  }
  const hasSparse = attributes.some(
    (attribute) => hasField(attribute, 'sparseTensor') || hasField(attribute, 'sparseTensors'),
  );
  if (hasSparse || hasField(graph, 'sparseInitializer')) {
    refuse('model_malformed', 'sparse tensors are not served');
  }
  for (const tensor of tensors) checkTensor(tensor);
}

/** A file that names its features must name those of the card. */
function checkNames(model: Message, features: readonly string[]): void {
  const entry = readSubmessages(model, 'metadataProps').find(
    (message) => readText(message, 'key') === 'features',
  );
  if (entry && readText(entry, 'value') !== JSON.stringify(features)) {
    refuse('model_signature_mismatch', 'The file names other features than its card.');
  }
}

/** Checks that every value is made once and that every node is safe. */
function checkGraph(graph: Message, columns: number) {
  const sizes = createSizes();
  const widths = new Map<string, number | null>();
  const producers = new Map<string, ProducerNode>();
  const constants = new Map(
    readSubmessages(graph, 'initializer').map((message) => [readText(message, 'name'), message]),
  );
  if (constants.size !== readValues(graph, 'initializer').length) refuseDuplicate();
  for (const [name, tensor] of constants) {
    widths.set(name, readNumbers(tensor, 'dims').at(-1) ?? 1);
    sizes.addConstant(name, tensor);
  }
  for (const input of readSubmessages(graph, 'input')) {
    const name = readText(input, 'name');
    if (constants.has(name)) continue;
    widths.set(name, columns);
    sizes.addInput(name, columns);
  }
  for (const node of readSubmessages(graph, 'node')) {
    const operator = `${readText(node, 'domain')}:${readText(node, 'opType')}`;
    const view = createView(node, { widths, constants, producers });
    const outputWidths = operator === ENCODER ? [1] : (OPERATORS.get(operator)?.(view) ?? []);
    const constant = operator === ':Constant' ? constantOf(node) : null;
    sizes.addNode(node, outputWidths);
    readTexts(node, 'output').forEach((name, index) => {
      if (name === '') return;
      if (widths.has(name)) refuseDuplicate();
      widths.set(name, outputWidths[index] ?? null);
      producers.set(name, { operator, width: view.width(0) });
      if (constant) constants.set(name, constant);
    });
  }
  return { widths, perRow: sizes.total() };
}

/** Returns the tensor of a constant node, or null when its values are stored differently. */
function constantOf(node: Message): Message | null {
  const value = readSubmessages(node, 'attribute').find(
    (message) => readText(message, 'name') === 'value',
  );
  return value && hasField(value, 't') ? readSubmessage(value, 't') : null;
}

interface GraphFacts {
  readonly widths: ReadonlyMap<string, number | null>;
  readonly constants: ReadonlyMap<string, Message>;
  readonly producers: ReadonlyMap<string, ProducerNode>;
}

function createView(node: Message, { widths, constants, producers }: GraphFacts): NodeView {
  const inputs = readTexts(node, 'input');
  const attributes = readSubmessages(node, 'attribute');
  const byName = new Map(attributes.map((attribute) => [readText(attribute, 'name'), attribute]));
  if (byName.size !== attributes.length) refuse('model_malformed', 'an attribute is there twice');
  return {
    inputs: inputs.length,
    attributes: [...byName.keys()],
    width: (input) => widths.get(inputs[input] ?? '') ?? null,
    producer: (input) => producers.get(inputs[input] ?? '') ?? null,
    constant(input) {
      const tensor = constants.get(inputs[input] ?? '');
      return tensor
        ? { dims: readNumbers(tensor, 'dims'), values: () => integersOf(tensor) }
        : null;
    },
    attribute: (name) => byName.get(name) ?? new Map(),
  };
}

function refuseDuplicate(): never {
  return refuse('model_malformed', 'a value is made twice');
}
