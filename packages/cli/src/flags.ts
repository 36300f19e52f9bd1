// The flags of an operation, and the request body that they produce: `--external-party.name Ada`
// gives `{"externalParty":{"name":"Ada"}}`.

import { accessSync, constants, openAsBlob, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Option } from 'commander';
import { CommandError } from './command-error.ts';

/** A flag of `generated/commands.json`. */
export interface Flag {
  readonly field: string;
  readonly in: string;
  readonly kind: string;
  readonly required?: boolean;
  readonly oneOf?: readonly string[];
  readonly about?: string;
}

type Values = Readonly<Record<string, unknown>>;

const REPEATABLE_KINDS = ['texts', 'map'];

/** `externalParty.name` as `--external-party.name`. */
export function flagName(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The option of a flag. It keeps the text of the value, so that errors can quote it. */
export function optionOf(flag: Flag): Option {
  const details = [
    flag.required ? 'required' : '',
    flag.about ?? '',
    REPEATABLE_KINDS.includes(flag.kind) ? 'may be repeated' : '',
  ].filter((detail) => detail !== '');
  const option = new Option(`${flagName(flag.field)} ${placeholderOf(flag)}`, details.join('; '));
  if (REPEATABLE_KINDS.includes(flag.kind)) {
    option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
  }
  return flag.kind === 'boolean' ? option.preset('true') : option;
}

function placeholderOf({ kind, oneOf }: Flag): string {
  if (kind === 'boolean') return '[true|false]';
  if (oneOf) return `<${oneOf.join('|')}>`;
  const placeholders: Readonly<Record<string, string>> = {
    ...{ integer: '<n>', number: '<n>', map: '<key=value>', json: '<json>', file: '<path>' },
  };
  return placeholders[kind] ?? '<text>';
}

/** The parsed value of a flag. */
export function valueFor(flag: Flag, value: unknown): unknown {
  const name = flagName(flag.field);
  const text = String(value);
  if (flag.kind === 'integer') return integerOf(name, text);
  if (flag.kind === 'number') return numberOf(name, text);
  if (flag.kind === 'boolean') return booleanOf(name, text);
  if (flag.kind === 'json') return jsonOf(name, text);
  if (flag.kind === 'map') return mapOf(name, value as readonly string[]);
  return value;
}

function integerOf(name: string, text: string): number {
  const value = Number(text);
  if (/^-?\d{1,16}$/.test(text) && Number.isSafeInteger(value)) return value;
  const isFraction = /^-?\d+[.,]\d+$/.test(text);
  const hint = isFraction ? '; amounts are in minor units, 2500 for 25.00' : '';
  throw new CommandError(`${name} is a whole number, not "${text}"${hint}`, 'usage');
}

function numberOf(name: string, text: string): number {
  if (/^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text)) return Number(text);
  throw new CommandError(`${name} is a number, not "${text}"`, 'usage');
}

function booleanOf(name: string, text: string): boolean {
  if (/^(true|false)$/.test(text)) return text === 'true';
  throw new CommandError(`${name} is true or false, not "${text}"`, 'usage');
}

/** Parses JSON from the text, from a file (`@path`), or from standard input (`-`). */
export function jsonOf(name: string, text: string): unknown {
  const content = text === '-' || text.startsWith('@') ? contentOf(name, text) : text;
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new CommandError(`${name} is no JSON: ${(error as Error).message}`, {
      exitReason: 'usage',
      cause: error,
    });
  }
}

function contentOf(name: string, text: string): string {
  const path = text === '-' ? 0 : text.slice(1);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandError(`${name}: ${(error as Error).message}`, {
      exitReason: 'usage',
      cause: error,
    });
  }
}

function mapOf(name: string, texts: readonly string[]): object {
  const entries = texts.flatMap((text) => {
    if (text.startsWith('{') || text.startsWith('@')) {
      return Object.entries(recordOf(name, jsonOf(name, text)));
    }
    const index = text.indexOf('=');
    if (index < 1) throw new CommandError(`${name} is key=value, not "${text}"`, 'usage');
    return [[text.slice(0, index), text.slice(index + 1)] as [string, unknown]];
  });
  return Object.fromEntries(entries);
}

function recordOf(name: string, value: unknown): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isRecord) return value as Record<string, unknown>;
  throw new CommandError(`${name} is an object in JSON`, 'usage');
}

/** The body of a request: that of `--data`, overridden by the values of flags. */
export function bodyOf(flags: readonly Flag[], values: Values, data: string | undefined): object {
  const base = data === undefined ? {} : recordOf('--data', jsonOf('--data', data));
  const bodyFlags = flags.filter((flag) => flag.in === 'body' && values[flag.field] !== undefined);
  return bodyFlags.reduce((body, flag) => {
    return withField(body, flag.field.split('.'), valueFor(flag, values[flag.field]));
  }, base);
}

function withField(body: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  const nestedValue = Object.hasOwn(body, name) ? body[name] : undefined;
  const next = typeof nestedValue === 'object' && nestedValue !== null ? nestedValue : {};
  return { ...body, [name]: rest.length === 0 ? value : withField(next as Values, rest, value) };
}

/** Called with the number of bytes of a file that have been sent. */
export type OnBytesSent = (bytes: number, all: number) => void;

/** The body of an upload. */
export async function buildForm(
  flags: readonly Flag[],
  values: Values,
  onSent: OnBytesSent,
): Promise<FormData> {
  const form = new FormData();
  for (const flag of flags) {
    const value = values[flag.field];
    if (flag.in !== 'body' || value === undefined) continue;
    const name = flagName(flag.field);
    const text = String(value);
    if (flag.kind === 'file') form.append(flag.field, await fileOf(name, text, onSent));
    else form.append(flag.field, text.startsWith('@') ? contentOf(name, text) : text);
  }
  return form;
}

async function fileOf(name: string, path: string, onSent: OnBytesSent): Promise<File> {
  const content = await openFile(name, path);
  const file = new File([content], basename(path));
  // A further attempt reads the file again and counts from the start.
  const stream = () => {
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onSent(bytes, file.size);
        controller.enqueue(chunk);
      },
    });
    return content.stream().pipeThrough(counter);
  };
  return Object.defineProperty(file, 'stream', { value: stream });
}

async function openFile(name: string, path: string): Promise<Blob> {
  try {
    // Node's own error about a missing file names neither the file nor the reason.
    accessSync(path, constants.R_OK);
    return await openAsBlob(path);
  } catch (error) {
    throw new CommandError(`${name}: ${(error as Error).message}`, {
      exitReason: 'usage',
      cause: error,
    });
  }
}

/** The query of a request from the flags. */
export function queryOf(flags: readonly Flag[], values: Values): Values {
  const queryFlags = flags.filter(
    (flag) => flag.in === 'query' && values[flag.field] !== undefined,
  );
  return Object.fromEntries(
    queryFlags.map((flag) => [flag.field, valueFor(flag, values[flag.field])]),
  );
}

/** Parses a number of a flag that every command has. */
export function countOf(name: string, text: string, max: number): number {
  const value = integerOf(name, text);
  if (value >= 0 && value <= max) return value;
  throw new CommandError(`${name} is a number from 0 to ${max}`, 'usage');
}
