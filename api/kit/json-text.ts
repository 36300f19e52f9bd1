// Finds faults that JSON.parse accepts and a bank must refuse: a duplicate name in an object, which
// two parsers may read differently; a number that a double cannot represent; and input that would
// take the parser and the schemas a second, such as half a million nested brackets.

import type { FieldError } from './errors.ts';

/** A fault of a text or of a number in it. */
export interface JsonFault extends FieldError {
  /**
   * True for a number beyond the safe integers, which is reported only when the schema of its field
   * does not refuse it with its own message.
   */
  readonly isDeferred?: boolean;
}

interface Level {
  /** The names of an object that were read so far; null for an array. */
  readonly names: Set<string> | null;
  /** The position in the level: the last name of an object, or an index of an array. */
  place: string | number;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Numbers with at most this many characters and without an exponent are always exact. */
const ALWAYS_EXACT_LENGTH = 15;
const WITH_EXPONENT = /[eE]/;
const MAX_DIGITS = 17;
/** Maximum depth. Metadata may have five levels, and the objects around it add a few. */
const MAX_LEVELS = 64;
/** Maximum number of names in an object; the rows of data sets have the most. */
const MAX_NAMES = 5_000;
/** Longest name in a pointer; a longer name of the caller is shortened. */
const LONGEST_NAME = 200;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Returns the first duplicate name or inexact number, or null. Text that is not JSON may pass,
 * because the parser refuses it with its own message.
 */
export function findJsonFault(text: string): JsonFault | null {
  const levels: Level[] = [];
  let largeNumber: JsonFault | null = null;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const level = levels.at(-1);
    if (code === QUOTE) {
      const end = findStringEnd(text, index);
      if (level?.names && readNextCode(text, end) === COLON) {
        const name = parseName(text.slice(index, end));
        if (level.names.has(name)) return duplicateNameFault(levels, name);
        if (level.names.size === MAX_NAMES) return nameCountFault(levels);
        level.names.add(name);
        level.place = name;
      }
      index = end - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (levels.length === MAX_LEVELS) return depthFault(levels);
      const isObject = code === OPEN_OBJECT;
      levels.push(isObject ? { names: new Set(), place: '' } : { names: null, place: 0 });
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) levels.pop();
    else if (code === COMMA && typeof level?.place === 'number') level.place += 1;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER.lastIndex = index;
      const literal = NUMBER.exec(text)?.[0] ?? '';
      const isLong = literal.length > ALWAYS_EXACT_LENGTH || WITH_EXPONENT.test(literal);
      if (isLong && !isExact(literal)) {
        if (!isLarge(literal)) return inexactFault(levels, literal);
        largeNumber ??= { ...inexactFault(levels, literal), isDeferred: true };
      }
      index += Math.max(literal.length, 1) - 1;
    }
  }
  return largeNumber;
}

/** Returns the index after the closing quote. */
function findStringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index + 1;
    if (code === BACKSLASH) index += 1;
  }
  return text.length;
}

function readNextCode(text: string, start: number): number {
  let position = start;
  while (position < text.length && text.charCodeAt(position) <= 0x20) position += 1;
  return text.charCodeAt(position);
}

function parseName(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}

const isLarge = (literal: string) => Math.abs(Number(literal)) > Number.MAX_SAFE_INTEGER;

/** True when a double represents the number exactly as written. */
function isExact(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  const decimal = decimalOf(literal);
  if (decimal === decimalOf(String(value))) return true;
  // Programs print fractions with up to 17 digits, which give the same double again.
  return !Number.isInteger(value) && decimal.indexOf('e') <= MAX_DIGITS;
}

/**
 * Returns digits without outer zeros and an exponent, equal for equal numbers except for the sign.
 */
function decimalOf(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().replace('-', '').split(/e/, 2);
  const signedExponent = literal.toLowerCase().includes('e-')
    ? `-${exponent.replace('-', '')}`
    : exponent;
  const [wholeDigits = '', fraction = ''] = mantissa.split('.', 2);
  const digits = (wholeDigits + fraction).replace(/^0+/, '');
  const significantDigits = digits.replace(/0+$/, '');
  if (significantDigits === '') return '0e0';
  return `${significantDigits}e${Number(signedExponent) - fraction.length + digits.length - significantDigits.length}`;
}

function pointerOf(levels: readonly Level[], last?: string): string {
  const places = levels.map(({ place }) => String(place));
  if (last !== undefined) places[places.length - 1] = last;
  return places.map(escapePointerPart).join('');
}

/** Returns one part of a pointer (RFC 6901); long names are shortened. */
export function escapePointerPart(name: string): string {
  const shortName = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return `/${shortName.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function depthFault(levels: readonly Level[]): FieldError {
  const message = `Expected at most ${MAX_LEVELS} levels of objects and lists.`;
  return { pointer: pointerOf(levels), code: 'too_deep', message };
}

function nameCountFault(levels: readonly Level[]): FieldError {
  const message = `Expected at most ${MAX_NAMES} names in an object.`;
  return { pointer: pointerOf(levels.slice(0, -1)), code: 'too_many_names', message };
}

function duplicateNameFault(levels: readonly Level[], name: string): FieldError {
  const message = 'The object has this name twice.';
  return { pointer: pointerOf(levels, name), code: 'duplicate_name', message };
}

function inexactFault(levels: readonly Level[], literal: string): FieldError {
  const readNumber = String(Number(literal));
  const start = literal.slice(0, 40);
  const message = `${start} would be read as ${readNumber}: send at most 15 digits, or a text.`;
  return { pointer: pointerOf(levels), code: 'number_not_exact', message };
}
