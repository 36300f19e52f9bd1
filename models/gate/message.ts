// Reads fields of the messages that protobuf.ts has parsed.

import type { Message, Value } from './protobuf.ts';

export function readValues(message: Message, field: string): readonly Value[] {
  return message.get(field) ?? [];
}

export function hasField(message: Message, field: string): boolean {
  return readValues(message, field).length > 0;
}

export function readSubmessages(message: Message, field: string): readonly Message[] {
  return readValues(message, field) as readonly Message[];
}

export function readSubmessage(parent: Message, field: string): Message {
  return (readValues(parent, field)[0] as Message | undefined) ?? new Map();
}

export function readText(message: Message, field: string): string {
  return (readValues(message, field)[0] as string | undefined) ?? '';
}

export function readTexts(message: Message, field: string): readonly string[] {
  return readValues(message, field) as readonly string[];
}

export function readNumber(message: Message, field: string): number {
  return (readValues(message, field)[0] as number | undefined) ?? 0;
}

export function readNumbers(message: Message, field: string): readonly number[] {
  return readValues(message, field) as readonly number[];
}

/** Returns bytes as text, only for comparison with known texts. */
export function decodeBytes(value: Value | undefined): string {
  return new TextDecoder().decode(value as Uint8Array | undefined);
}
