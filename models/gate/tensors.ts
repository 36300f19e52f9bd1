// Checks tensors of a file: their bytes must match their dimensions, so that a few bytes cannot
// claim gigabytes.

import { readNumber, readNumbers, readText, readValues } from './message.ts';
import type { Message } from './protobuf.ts';
import { refuse, toPrintable } from './refusal.ts';

interface Element {
  readonly bytes: number;
  /** The field that holds the values when they are not raw. */
  readonly field: 'floatData' | 'int32Data' | 'int64Data' | 'doubleData';
}

const FLOAT = 1;
const INT64 = 7;
const DOUBLE_TYPE = 11;
// TensorProto.DataType of the specification.
const ELEMENTS: Readonly<Record<number, Element>> = {
  [FLOAT]: { bytes: 4, field: 'floatData' },
  2: { bytes: 1, field: 'int32Data' },
  3: { bytes: 1, field: 'int32Data' },
  6: { bytes: 4, field: 'int32Data' },
  [INT64]: { bytes: 8, field: 'int64Data' },
  9: { bytes: 1, field: 'int32Data' },
  [DOUBLE_TYPE]: { bytes: 8, field: 'doubleData' },
};
/** Names of types that exporters write and the bank does not serve. */
const NOT_SERVED: Readonly<Record<number, string>> = {
  8: 'texts',
  10: '16-bit floats',
  16: 'bfloat16',
  17: '8-bit floats',
  18: '8-bit floats',
  19: '8-bit floats',
  20: '8-bit floats',
  21: '4-bit integers',
  22: '4-bit integers',
};
const FIELDS = ['floatData', 'int32Data', 'int64Data', 'doubleData', 'stringData', 'uint64Data'];
const MAX_DIMENSIONS = 4;

/** @throws ModelRefusal `model_malformed` when dimensions and data do not match */
export function checkTensor(tensor: Message): void {
  const type = readNumber(tensor, 'dataType');
  const element = ELEMENTS[type] ?? refuseType(type, readText(tensor, 'name'));
  const dims = readNumbers(tensor, 'dims');
  if (dims.length > MAX_DIMENSIONS || dims.some((size) => !(size >= 0 && size <= 2 ** 31))) {
    refuseMalformed('a tensor has impossible dimensions');
  }
  const count = dims.reduce((product, size) => product * size, 1);
  const [raw] = readValues(tensor, 'rawData') as readonly Uint8Array[];
  const otherElements = FIELDS.filter((field) => field !== element.field || raw);
  if (otherElements.some((field) => readValues(tensor, field).length > 0))
    refuseMalformed('a tensor has data of two kinds');
  const actual = raw ? raw.length / element.bytes : readValues(tensor, element.field).length;
  if (actual !== count) refuseMalformed('a tensor does not have the data that its dimensions say');
}

/** The values of a constant of 64-bit integers; empty for any other. */
export function integersOf(tensor: Message): readonly number[] {
  if (readNumber(tensor, 'dataType') !== INT64) return [];
  const [raw] = readValues(tensor, 'rawData') as readonly Uint8Array[];
  if (!raw) return readNumbers(tensor, 'int64Data');
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  return Array.from({ length: raw.length / 8 }, (_, index) =>
    Number(view.getBigInt64(8 * index, true)),
  );
}

/** The values of a constant of floats or doubles; empty for any other. */
export function floatsOf(tensor: Message): readonly number[] {
  const [raw] = readValues(tensor, 'rawData') as readonly Uint8Array[];
  const isDouble = readNumber(tensor, 'dataType') === DOUBLE_TYPE;
  if (!isDouble && readNumber(tensor, 'dataType') !== FLOAT) return [];
  if (!raw) return readNumbers(tensor, isDouble ? 'doubleData' : 'floatData');
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const bytes = isDouble ? 8 : 4;
  return Array.from({ length: raw.length / bytes }, (_, index) =>
    isDouble ? view.getFloat64(bytes * index, true) : view.getFloat32(bytes * index, true),
  );
}

function refuseType(type: number, name: string): never {
  const typeName = NOT_SERVED[type] ?? `numbers of type ${type}`;
  return refuseMalformed(
    `tensor ${toPrintable(name)} has ${typeName}; expected 32-bit floats: call model.float() before the ` +
      'export, and do not quantize the file',
  );
}

function refuseMalformed(detail: string): never {
  return refuse('model_malformed', detail);
}
