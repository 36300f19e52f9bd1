// Common fields of requests and answers. A custom issue has the error code of the catalogue in
// `params.code`.

import { z } from '@hono/zod-openapi';
import { isCountry } from '../../ledger/country.ts';
import { currencyOf } from '../../ledger/currency.ts';
import { type Noun, PREFIXES } from '../../ledger/id.ts';
import {
  describeInvisible,
  findControl,
  findInvisible,
} from '../../ledger/invisible-characters.ts';

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** An amount of money in a request: minor units, 1 to 2^53 − 1, never a fraction. */
export const amountSchema = amountFrom(1);

/** An amount of money that may be zero. */
export const thresholdSchema = amountFrom(0);

function amountFrom(min: number) {
  return z
    .unknown()
    .superRefine((value, ctx) => {
      if (value === undefined) {
        ctx.addIssue({ code: 'custom', message: 'This field is required.' });
      } else if (typeof value !== 'number') {
        ctx.addIssue({ code: 'custom', message: 'Expected a number of minor units.' });
      } else if (Number.isFinite(value) && !Number.isInteger(value)) {
        ctx.addIssue(issueOf('amount_not_integer', 'Expected a whole number of minor units.'));
      } else if (value < min || value > MAX_INTEGER) {
        ctx.addIssue(
          issueOf('amount_out_of_range', `Expected ${min} to ${MAX_INTEGER} minor units.`),
        );
      }
    })
    .transform((value) => value as number)
    .openapi({
      type: 'integer',
      format: 'int64',
      minimum: min,
      maximum: MAX_INTEGER,
      description: 'Minor units of the currency (cents for EUR, yen for JPY).',
      example: 2500,
    });
}

/** A currency in a request: an active ISO 4217 code. */
export const currencySchema = z
  .string()
  .superRefine((value, ctx) => {
    if (currencyOf(value) === null) {
      ctx.addIssue(
        issueOf('currency_not_supported', 'Expected an active ISO 4217 code, such as EUR.'),
      );
    }
  })
  .openapi({ description: 'ISO 4217 code.', example: 'EUR' });

/** An id in a request body. Only its prefix is checked, so that a foreign id answers 404. */
export function idSchema(noun: Noun) {
  return z
    .string()
    .min(1)
    .max(64)
    .openapi({ description: `Starts with ${PREFIXES[noun]}_.`, example: exampleId(noun) });
}

/** An id in a path. Any text that is not an id of this noun answers 404. */
export function pathId(noun: Noun, name: string) {
  return z.object({
    [name]: z.string().openapi({ param: { name, in: 'path' }, example: exampleId(noun) }),
  } as { [key: string]: z.ZodString });
}

/** A text that is compared but never stored or shown, so it may contain invisible characters. */
export const searchedTextSchema = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => findControl(value) === null, 'Control characters are not allowed.');

/** A text that is stored, without characters that are invisible and shape no visible one. */
export const textSchema = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => findInvisible(value) === null, {
      error: ({ input }) => describeInvisible(findInvisible(String(input)) ?? ''),
    });

/** Matches blank text. Some blanks (Egyptian, Khitan, musical) are letters or marks in Unicode. */
const BLANK_TEXT = /^[\p{Z}\p{C}\p{M}\s\u2800\u{13441}\u{13442}\u{1d159}]*$/u;
const NO_LETTER = /^(?:[^\p{L}\p{N}]|[\u{13441}\u{13442}])*$/u;

const LINE_END = /[\t\n\r]/;

/** A text in one line, because a second line would look like text of the page that shows it. */
function lineSchema(refused: RegExp, max: number, message: string) {
  return textSchema(max)
    .min(1)
    .refine((value) => value === '' || !refused.test(value), message)
    .refine((value) => !LINE_END.test(value), 'Expected one line.');
}

/** The name of a person, a business or a counterparty, which can be screened. */
export const nameSchema = (max: number) =>
  lineSchema(NO_LETTER, max, 'Expected a name with a letter or a digit.');

/** The name of an object, such as an account, with a visible character. */
export const labelSchema = (max: number) =>
  lineSchema(BLANK_TEXT, max, 'Expected a visible character.');

/** A country in a request. */
export const countrySchema = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Expected an ISO 3166 country code of two capital letters, such as DE.')
  .refine(
    (code) => !/^[A-Z]{2}$/.test(code) || isCountry(code),
    'No country has this ISO 3166 code.',
  )
  .openapi({ description: 'ISO 3166-1 alpha-2 code.', example: 'DE' });

/** Maximum age: three years above the longest human life. */
const OLDEST_YEARS = 125;

export const birthSchema = z.iso
  .date()
  .refine((day) => Date.parse(day) <= Date.now(), 'Expected a date that is not in the future.')
  .refine(
    (day) => Number(day.slice(0, 4)) >= new Date().getUTCFullYear() - OLDEST_YEARS,
    `Expected a date within the last ${OLDEST_YEARS} years.`,
  );

export const timeSchema = z.iso
  .datetime({ offset: true, error: 'Expected a time in RFC 3339, such as 2026-11-21T09:30:00Z.' })
  .openapi({ description: 'RFC 3339.', example: '2026-11-21T09:30:00Z' });

/** A whole number in a query, in plain digits. Number() would also accept '', '0x10' and '1e1'. */
export function wholeQuery(min: number, max = MAX_INTEGER) {
  const message = `Expected a whole number from ${min} to ${max}.`;
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .openapi({ type: 'integer', format: 'int64', minimum: min, maximum: max });
}

// Schemas of answers.

export const minorUnitsSchema = z
  .number()
  .int()
  .openapi({ description: 'Minor units.', example: 2500 });
export const dateTextSchema = z.string().openapi({ format: 'date', example: '2026-11-21' });
export const timestampSchema = z.string().openapi({ format: 'date-time' });
export const objectVersionSchema = z.number().int().openapi({ example: 1 });

/** The version label of a model; `revision` counts the changes of the object. */
export const versionLabelSchema = z.string().openapi({
  example: '1.0.0',
  description: 'Version of the model, which `{modelId, version}` deploys.',
});

/** A page of a list in its wire form. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  });
}

/** An answer of a route in JSON. */
export function jsonAnswer<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { 'application/json': { schema } } };
}

/** The body that a route requires, in JSON. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true as const, content: { 'application/json': { schema } } };
}

function issueOf(code: string, message: string) {
  return { code: 'custom' as const, message, params: { code } };
}

/** Returns an example id of a noun for the document. */
export function exampleId(noun: Noun): string {
  return `${PREFIXES[noun]}_06ayx0rw7mf5w0h1y6k2v3c4d5`;
}
