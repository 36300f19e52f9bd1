// Converts cells to the text of a zone (ICAO 9303, parts 4 to 6): each position takes the
// characters that are allowed there, and only check digits decide between characters that look
// alike.

import { SIGNS } from './glyphs.ts';
import type { Cell } from './read-line.ts';
import { chooseSign } from './read-line.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
const DIGITS = '0123456789';
/**
 * Allowed characters by class: A letters, N digits, X either, S the sex, K the kind, O a digit or
 * <.
 */
const CLASSES: Readonly<Record<string, string>> = {
  A: LETTERS,
  N: DIGITS,
  X: SIGNS,
  S: 'FM<',
  K: 'ACIP',
  O: `${DIGITS}<`,
};

/** A span of a line: the number of the line, and its first and last position. */
type Span = readonly [line: number, from: number, to: number];

interface Shape {
  /** The class of each position. */
  readonly lines: readonly string[];
  /** Summed spans, and the position of the check digit. */
  readonly checks: readonly { readonly of: readonly Span[]; readonly at: Span }[];
}

const makeDateChecks = (line: number, from: number): Shape['checks'] => [
  { of: [[line, from, from + 6]], at: [line, from + 6, from + 7] },
  { of: [[line, from + 8, from + 14]], at: [line, from + 14, from + 15] },
];

const NUMBER = { of: [[1, 0, 9]], at: [1, 9, 10] } as const;

const SHAPES: readonly Shape[] = [
  {
    lines: ['K'.padEnd(44, 'A'), `XXXXXXXXXNAAANNNNNNNSNNNNNNN${'X'.repeat(14)}ON`],
    checks: [
      NUMBER,
      ...makeDateChecks(1, 13),
      { of: [[1, 28, 42]], at: [1, 42, 43] },
      {
        of: [
          [1, 0, 10],
          [1, 13, 20],
          [1, 21, 43],
        ],
        at: [1, 43, 44],
      },
    ],
  },
  {
    lines: ['K'.padEnd(36, 'A'), 'XXXXXXXXXNAAANNNNNNNSNNNNNNNXXXXXXXN'],
    checks: [
      NUMBER,
      ...makeDateChecks(1, 13),
      {
        of: [
          [1, 0, 10],
          [1, 13, 20],
          [1, 21, 35],
        ],
        at: [1, 35, 36],
      },
    ],
  },
  {
    lines: [`KAAAAXXXXXXXXXO${'X'.repeat(15)}`, 'NNNNNNNSNNNNNNNAAAXXXXXXXXXXXN', 'A'.repeat(30)],
    checks: [
      { of: [[0, 5, 14]], at: [0, 14, 15] },
      ...makeDateChecks(1, 0),
      {
        of: [
          [0, 5, 30],
          [1, 0, 7],
          [1, 8, 15],
          [1, 18, 29],
        ],
        at: [1, 29, 30],
      },
    ],
  },
];

/** Characters that look alike on paper. */
const TWINS = ['0OQD', '1I', '2Z', '5S', '6G', '8B'];
/** A twin with a smaller margin may be the printed character. */
const CLOSE_MATCH = 0.12;
/** The required margin of a character that no check digit covers. */
const UNCOVERED_MARGIN = 0.045;
/**
 * The required margin of a character that a check digit covers, over all characters but its twins.
 */
const COVERED_MARGIN = 0.02;
const MIN_SIMILARITY = 0.55;

export type ZoneReading =
  /** The check digits are correct and every other character is certain. */
  | { readonly kind: 'read'; readonly lines: readonly string[] }
  /** Each sign is clear, but a check digit is wrong. */
  | { readonly kind: 'broken'; readonly lines: readonly string[] }
  /** Something like a zone is there, and cannot be read with certainty. */
  | { readonly kind: 'unsure' };

/** Returns the text of the lines of a zone. */
export function resolveZone(cells: readonly (readonly Cell[])[]): ZoneReading {
  const shape = SHAPES.find(
    ({ lines }) =>
      lines.length === cells.length &&
      lines.every((line, index) => line.length === cells[index]?.length),
  );
  if (!shape) return { kind: 'unsure' };
  const positions = shape.lines.flatMap((classes, line) =>
    [...classes].map((name, index) => {
      return resolvePosition(cells[line]?.[index], {
        name,
        isCovered: isChecked(shape, line, index),
      });
    }),
  );
  if (positions.some(({ isUnsure }) => isUnsure)) return { kind: 'unsure' };
  const signs = positions.map(({ sign }) => sign);
  const best = splitLines(shape, signs);
  if (hasCorrectDigits(shape, best)) return { kind: 'read', lines: best };
  // Replaces one character at a time; with two, check digits would match by chance.
  const corrections = positions
    .flatMap(({ others }, index) =>
      others.map((other) => splitLines(shape, signs.with(index, other))),
    )
    .filter((lines) => hasCorrectDigits(shape, lines));
  if (corrections.length === 1 && corrections[0]) return { kind: 'read', lines: corrections[0] };
  const isClear = positions.every(({ others }) => others.length === 0);
  return isClear ? { kind: 'broken', lines: best } : { kind: 'unsure' };
}

function splitLines({ lines }: Shape, signs: readonly string[]): string[] {
  let end = 0;
  return lines.map(({ length }) => {
    end += length;
    return signs.slice(end - length, end).join('');
  });
}

interface ResolvedPosition {
  readonly sign: string;
  /** Alternatives by similarity. */
  readonly others: readonly string[];
  readonly isUnsure: boolean;
}

function resolvePosition(
  cell: Cell | undefined,
  { name, isCovered }: { readonly name: string; readonly isCovered: boolean },
): ResolvedPosition {
  if (!cell) return { sign: '<', others: [], isUnsure: true };
  const allowed = CLASSES[name] ?? SIGNS;
  const { sign, alike, margin } = chooseSign(cell, allowed);
  const likelyTwins = twinsOf(sign).filter((twin) => {
    return allowed.includes(twin) && alike - (cell[SIGNS.indexOf(twin)] ?? -1) < CLOSE_MATCH;
  });
  if (!isCovered)
    return { sign, others: [], isUnsure: alike < MIN_SIMILARITY || margin < UNCOVERED_MARGIN };
  const lead = alike - findBestOther(cell, allowed, [sign, ...likelyTwins]);
  return { sign, others: likelyTwins, isUnsure: alike < MIN_SIMILARITY || lead < COVERED_MARGIN };
}

function twinsOf(sign: string): string[] {
  return [...(TWINS.find((twins) => twins.includes(sign)) ?? '')].filter((twin) => twin !== sign);
}

/** Returns the similarity of the best other character. */
function findBestOther(cell: Cell, allowed: string, besides: readonly string[]): number {
  const otherSigns = [...allowed].filter((sign) => !besides.includes(sign));
  return Math.max(...otherSigns.map((other) => cell[SIGNS.indexOf(other)] ?? -1));
}

function isChecked({ checks }: Shape, line: number, position: number): boolean {
  return checks.some(({ of, at: digit }) =>
    [...of, digit].some(
      ([checkedLine, from, to]) => checkedLine === line && position >= from && position < to,
    ),
  );
}

const WEIGHTS = [7, 3, 1] as const;

function hasCorrectDigits({ checks }: Shape, lines: readonly string[]): boolean {
  const textAt = ([line, from, to]: Span) => lines[line]?.slice(from, to) ?? '';
  return checks.every(({ of, at }) => {
    const text = of.map(textAt).join('');
    const digit = textAt(at);
    // Empty optional data need no check digit. Neither does a number that continues in the optional
    // data, which cannot be checked here.
    if (digit === '<') return /^<*$/.test(text);
    const sum = [...text].reduce(
      (all, sign, index) => all + valueOfSign(sign) * (WEIGHTS[index % 3] ?? 1),
      0,
    );
    return String(sum % 10) === digit;
  });
}

function valueOfSign(sign: string): number {
  if (sign === '<') return 0;
  return DIGITS.includes(sign) ? Number(sign) : sign.charCodeAt(0) - 55;
}
