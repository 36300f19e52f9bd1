// A reader of protobuf that trusts nothing: it reads only fields that its schema knows, refuses a
// field twice that may be there once (readers differ in which one counts), and stops at limits of
// depth, messages and numbers. It copies no bytes, so a small file cannot become a large object.

import { refuse } from './refusal.ts';

export type Kind = 'int' | 'float' | 'double' | 'bytes' | 'text';

export interface Field {
  readonly name: string;
  readonly kind: Kind | Schema;
  readonly many: boolean;
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
  return read({ view, at: 0, end: bytes.length }, schema, 0, { messages: 0, numbers: 0 });
}

interface Cursor {
  readonly view: DataView;
  at: number;
  readonly end: number;
}

function read(cursor: Cursor, schema: Schema, depth: number, budget: Budget): Message {
  budget.messages += 1;
  if (depth > MAX_DEPTH) return refuseMalformed('it is nested too deeply');
  if (budget.messages > MAX_MESSAGES) return refuseMalformed('it has too many parts');
  const byName = new Map<string, Value[]>();
  const fields = schema.fields();
  while (cursor.at < cursor.end) {
    const tag = varint(cursor);
    const field = fields[Math.floor(tag / 8)];
    if (!field)
      return refuseMalformed(`${schema.name} has an unknown field ${Math.floor(tag / 8)}`);
    const values = byName.get(field.name) ?? [];
    if (values.length === 0) byName.set(field.name, values);
    else if (!field.many) return refuseMalformed(`${schema.name}.${field.name} is there twice`);
    readField(cursor, field, tag % 8, values, depth, budget);
  }
  return byName;
}

const WIRE = { int: 0, double: 1, float: 5 } as const;

function readField(
  cursor: Cursor,
  { name, kind, many }: Field,
  wire: number,
  values: Value[],
  depth: number,
  budget: Budget,
): void {
  const isNumber = kind === 'int' || kind === 'float' || kind === 'double';
  if (isNumber && wire === WIRE[kind]) {
    values.push(numberOf(cursor, kind, budget));
    return;
  }
  if (wire !== 2) refuseMalformed(`${name} has the wrong type`);
  const part = slice(cursor);
  if (isNumber) {
    if (!many) refuseMalformed(`${name} has the wrong type`);
    while (part.at < part.end) values.push(numberOf(part, kind, budget));
    return;
  }
  if (kind === 'bytes') values.push(bytesOf(part));
  else if (kind === 'text') values.push(textOf(part));
  else values.push(read(part, kind, depth + 1, budget));
}

function numberOf(cursor: Cursor, kind: 'int' | 'float' | 'double', budget: Budget): number {
  budget.numbers += 1;
  if (budget.numbers > MAX_NUMBERS) refuseMalformed('it has too many numbers');
  if (kind === 'int') return varint(cursor);
  const bytes = kind === 'float' ? 4 : 8;
  if (cursor.end - cursor.at < bytes) refuseMalformed('it breaks off');
  const { view, at } = cursor;
  cursor.at += bytes;
  return kind === 'float' ? view.getFloat32(at, true) : view.getFloat64(at, true);
}

/** Signed, 64 bits; values beyond 2^53 lose their last digits. */
function varint(cursor: Cursor): number {
  let low = 0;
  let factor = 1;
  for (let index = 0; index < 10; index++) {
    if (cursor.at >= cursor.end) refuseMalformed('it breaks off');
    const byte = cursor.view.getUint8(cursor.at++);
    low += (byte & 127) * factor;
    factor *= 128;
    if (byte < 128)
      return low < 2 ** 63 ? low : Number(BigInt.asIntN(64, readExactly(cursor, index)));
  }
  return refuseMalformed('a number is too long');
}

/** Reads the number again, exactly: a negative one is encoded as a large one without sign. */
function readExactly({ view, at }: Cursor, last: number): bigint {
  let value = 0n;
  for (let index = 0; index <= last; index++) {
    const byte = view.getUint8(at - 1 - last + index);
    value |= BigInt(byte & 127) << BigInt(7 * index);
  }
  return value;
}

function slice(cursor: Cursor): Cursor {
  const length = varint(cursor);
  if (length < 0 || length > cursor.end - cursor.at) refuseMalformed('it breaks off');
  const part = { view: cursor.view, at: cursor.at, end: cursor.at + length };
  cursor.at += length;
  return part;
}

function bytesOf({ view, at, end }: Cursor): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, end - at);
}

// Refuses invalid bytes and keeps byte order marks: different names must not look the same.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(part: Cursor): string {
  try {
    return UTF8.decode(bytesOf(part));
  } catch {
    return refuseMalformed('a name is not UTF-8');
  }
}

function refuseMalformed(detail: string): never {
  return refuse('model_malformed', detail);
}
