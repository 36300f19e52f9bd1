// Reads fields of the messages that protobuf.ts has parsed.

import type { Message, Value } from './protobuf.ts';

export function all(message: Message, field: string): readonly Value[] {
  return message.get(field) ?? [];
}

export function has(message: Message, field: string): boolean {
  return all(message, field).length > 0;
}

export function messages(message: Message, field: string): readonly Message[] {
  return all(message, field) as readonly Message[];
}

export function message(parent: Message, field: string): Message {
  return (all(parent, field)[0] as Message | undefined) ?? new Map();
}

export function text(message: Message, field: string): string {
  return (all(message, field)[0] as string | undefined) ?? '';
}

export function texts(message: Message, field: string): readonly string[] {
  return all(message, field) as readonly string[];
}

export function number(message: Message, field: string): number {
  return (all(message, field)[0] as number | undefined) ?? 0;
}

export function numbers(message: Message, field: string): readonly number[] {
  return all(message, field) as readonly number[];
}

/** Returns bytes as text, only for comparison with known texts. */
export function bytesText(value: Value | undefined): string {
  return new TextDecoder().decode(value as Uint8Array | undefined);
}
