// A reader of protobuf that trusts nothing: it reads only fields that its schema knows, refuses a
// repeated field that may occur only once (readers differ in which one counts), and stops at limits
// of depth, messages and numbers. It copies no bytes, so a small file cannot become a large object.

import { refuse } from './refusal.ts';

export type Kind = 'int' | 'float' | 'double' | 'bytes' | 'text';

export interface Field {
  readonly name: string;
  readonly kind: Kind | Schema;
  readonly isRepeated: boolean;
}

export interface Schema {
  readonly name: string;
  readonly fields: () => Readonly<Record<number, Field>>;
}

export type Value = number | string | Uint8Array | Message;
/** A message: the values of each present field, in the order of the file. */
export type Message = ReadonlyMap<string, readonly Value[]>;

interface Budget {
  messages: number;
  numbers: number;
}

/** A model of 32 MB of trees has some eight million numbers. */
const MAX_NUMBERS = 10_000_000;
const MAX_MESSAGES = 200_000;
/** A model, its graph, a node, an attribute, a tensor: five, and some to spare. */
const MAX_DEPTH = 10;

/** @throws ModelRefusal `model_malformed` */
export function readMessage(bytes: Uint8Array, schema: Schema): Message {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readFields({ view, offset: 0, end: bytes.length }, schema, 0, { messages: 0, numbers: 0 });
}

interface Cursor {
  readonly view: DataView;
  offset: number;
  readonly end: number;
}

function readFields(cursor: Cursor, schema: Schema, depth: number, budget: Budget): Message {
  budget.messages += 1;
  if (depth > MAX_DEPTH) return refuseMalformed('it is nested too deeply');
  if (budget.messages > MAX_MESSAGES) return refuseMalformed('it has too many parts');
  const byName = new Map<string, Value[]>();
  const fields = schema.fields();
  while (cursor.offset < cursor.end) {
    const tag = readVarint(cursor);
    const field = fields[Math.floor(tag / 8)];
    if (!field)
      return refuseMalformed(`${schema.name} has an unknown field ${Math.floor(tag / 8)}`);
    const values = byName.get(field.name) ?? [];
    if (values.length === 0) byName.set(field.name, values);
    else if (!field.isRepeated)
      return refuseMalformed(`${schema.name}.${field.name} is there twice`);
    readField(cursor, field, tag % 8, values, depth, budget);
  }
  return byName;
}

const WIRE = { int: 0, double: 1, float: 5 } as const;
/** Wire type of bytes, texts, messages and packed numbers. */
const LENGTH_DELIMITED = 2;

function readField(
  cursor: Cursor,
  { name, kind, isRepeated }: Field,
  wire: number,
  values: Value[],
  depth: number,
  budget: Budget,
): void {
  const isNumber = kind === 'int' || kind === 'float' || kind === 'double';
  if (isNumber && wire === WIRE[kind]) {
    values.push(readNumber(cursor, kind, budget));
    return;
  }
  if (wire !== LENGTH_DELIMITED) refuseMalformed(`${name} has the wrong type`);
  const part = readPart(cursor);
  if (isNumber) {
    if (!isRepeated) refuseMalformed(`${name} has the wrong type`);
    while (part.offset < part.end) values.push(readNumber(part, kind, budget));
    return;
  }
  if (kind === 'bytes') values.push(readBytes(part));
  else if (kind === 'text') values.push(readText(part));
  else values.push(readFields(part, kind, depth + 1, budget));
}

function readNumber(cursor: Cursor, kind: 'int' | 'float' | 'double', budget: Budget): number {
  budget.numbers += 1;
  if (budget.numbers > MAX_NUMBERS) refuseMalformed('it has too many numbers');
  if (kind === 'int') return readVarint(cursor);
  const bytes = kind === 'float' ? 4 : 8;
  if (cursor.end - cursor.offset < bytes) refuseMalformed('it breaks off');
  const { view, offset } = cursor;
  cursor.offset += bytes;
  return kind === 'float' ? view.getFloat32(offset, true) : view.getFloat64(offset, true);
}

/** Signed, 64 bits; values beyond 2^53 lose their last digits. */
function readVarint(cursor: Cursor): number {
  let low = 0;
  let factor = 1;
  for (let index = 0; index < 10; index++) {
    if (cursor.offset >= cursor.end) refuseMalformed('it breaks off');
    const byte = cursor.view.getUint8(cursor.offset++);
    low += (byte & 127) * factor;
    factor *= 128;
    if (byte < 128)
      return low < 2 ** 63 ? low : Number(BigInt.asIntN(64, readExactly(cursor, index)));
  }
  return refuseMalformed('a number is too long');
}

/** Reads the number again, exactly: a negative number is encoded as a large unsigned number. */
function readExactly({ view, offset }: Cursor, last: number): bigint {
  let value = 0n;
  for (let index = 0; index <= last; index++) {
    const byte = view.getUint8(offset - 1 - last + index);
    value |= BigInt(byte & 127) << BigInt(7 * index);
  }
  return value;
}

function readPart(cursor: Cursor): Cursor {
  const length = readVarint(cursor);
  if (length < 0 || length > cursor.end - cursor.offset) refuseMalformed('it breaks off');
  const part = { view: cursor.view, offset: cursor.offset, end: cursor.offset + length };
  cursor.offset += length;
  return part;
}

function readBytes({ view, offset, end }: Cursor): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + offset, end - offset);
}

// Refuses invalid bytes and keeps byte order marks: different names must not look the same.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(part: Cursor): string {
  try {
    return UTF8.decode(readBytes(part));
  } catch {
    return refuseMalformed('a name is not UTF-8');
  }
}

function refuseMalformed(detail: string): never {
  return refuse('model_malformed', detail);
}
