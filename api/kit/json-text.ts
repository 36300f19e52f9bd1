// Finds faults that JSON.parse accepts and a bank must refuse: an object with the same name twice,
// which two readers understand differently; a number that a double does not hold as written; and
// input that would keep the parser and the schemas busy for a second, such as half a million nested
// brackets.

import type { FieldError } from './errors.ts';

/** A fault of a text, or of one number in it. */
export interface JsonFault extends FieldError {
  /**
   * True for a number beyond the safe integers. The schema of its field may refuse it with a
   * message of its own; this fault is reported only when no schema does.
   */
  readonly isLast?: boolean;
}

interface Level {
  /** The names of an object so far; null for an array. */
  readonly names: Set<string> | null;
  /** The position in the level: its last name, or the index of an item. */
  place: string | number;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Shorter ones without an exponent are always held exactly. */
const ALWAYS_KEPT = 15;
const WITH_EXPONENT = /[eE]/;
const MOST_DIGITS = 17;
/** Metadata may have five levels, and the objects around it add a few. */
const MOST_LEVELS = 64;
/** A row of a data set has the most names of all that is asked. */
const MOST_NAMES = 5_000;
/** Longest name in a pointer: a name that a caller invented is not sent back whole. */
const LONGEST_NAME = 200;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds the first name that an object has twice, or the first number that would be read as another.
 * Text that is no JSON may pass: the parser refuses it with words of its own.
 */
export function findJsonFault(text: string): JsonFault | null {
  const levels: Level[] = [];
  let large: JsonFault | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const level = levels.at(-1);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (level?.names && nextAfter(text, end) === COLON) {
        const name = nameIn(text.slice(at, end));
        if (level.names.has(name)) return duplicate(levels, name);
        if (level.names.size === MOST_NAMES) return tooManyNames(levels);
        level.names.add(name);
        level.place = name;
      }
      at = end - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (levels.length === MOST_LEVELS) return tooDeep(levels);
      const isObject = code === OPEN_OBJECT;
      levels.push(isObject ? { names: new Set(), place: '' } : { names: null, place: 0 });
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) levels.pop();
    else if (code === COMMA && typeof level?.place === 'number') level.place += 1;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER.lastIndex = at;
      const literal = NUMBER.exec(text)?.[0] ?? '';
      const isLong = literal.length > ALWAYS_KEPT || WITH_EXPONENT.test(literal);
      if (isLong && !isKept(literal)) {
        if (!isLarge(literal)) return inexact(levels, literal);
        large ??= { ...inexact(levels, literal), isLast: true };
      }
      at += Math.max(literal.length, 1) - 1;
    }
  }
  return large;
}

/** The index behind the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function nextAfter(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at);
}

function nameIn(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}

const isLarge = (literal: string) => Math.abs(Number(literal)) > Number.MAX_SAFE_INTEGER;

/** True when the same number comes back from the double that is made of it. */
function isKept(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  const given = decimalOf(literal);
  if (given === decimalOf(String(value))) return true;
  // Programs print a fraction with up to 17 digits, and get the same double back.
  return !Number.isInteger(value) && given.indexOf('e') <= MOST_DIGITS;
}

/** Digits without zeros around them and an exponent: equal for equal numbers, sign aside. */
function decimalOf(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().replace('-', '').split(/e/, 2);
  const signed = literal.toLowerCase().includes('e-') ? `-${exponent.replace('-', '')}` : exponent;
  const [whole = '', fraction = ''] = mantissa.split('.', 2);
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0e0';
  return `${short}e${Number(signed) - fraction.length + digits.length - short.length}`;
}

function pointerOf(levels: readonly Level[], last?: string): string {
  const places = levels.map(({ place }) => String(place));
  if (last !== undefined) places[places.length - 1] = last;
  return places.map(pointerPart).join('');
}

/** One step of a pointer (RFC 6901), with as much of its name as a reader needs. */
export function pointerPart(name: string): string {
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function tooDeep(levels: readonly Level[]): FieldError {
  const message = `Expected at most ${MOST_LEVELS} levels of objects and lists.`;
  return { pointer: pointerOf(levels), code: 'too_deep', message };
}

function tooManyNames(levels: readonly Level[]): FieldError {
  const message = `Expected at most ${MOST_NAMES} names in an object.`;
  return { pointer: pointerOf(levels.slice(0, -1)), code: 'too_many_names', message };
}

function duplicate(levels: readonly Level[], name: string): FieldError {
  const message = 'The object has this name twice.';
  return { pointer: pointerOf(levels, name), code: 'duplicate_name', message };
}

function inexact(levels: readonly Level[], literal: string): FieldError {
  const read = String(Number(literal));
  const shown = literal.slice(0, 40);
  const message = `${shown} would be read as ${read}: send at most 15 digits, or a text.`;
  return { pointer: pointerOf(levels), code: 'number_not_exact', message };
}
