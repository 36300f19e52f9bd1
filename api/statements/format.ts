// Determines the format of a statement from the query or the Accept header.

import { Problem } from '../kit/errors.ts';

export const FORMATS = ['json', 'csv', 'camt053', 'pdf'] as const;
export type Format = (typeof FORMATS)[number];

export const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  camt053: 'application/xml',
  pdf: 'application/pdf',
} as const satisfies Record<Format, string>;

/**
 * Returns the format of the answer. The query has precedence over the header.
 * @throws Problem `not_acceptable`
 */
export function formatOf(query: Format | undefined, accept: string | undefined): Format {
  if (query !== undefined) return query;
  if (accept === undefined || accept.trim() === '') return 'json';
  const ranges = accept.split(',').map(mediaRangeOf);
  const qualities = FORMATS.map((format) => qualityOf(MEDIA_TYPES[format], ranges));
  const best = Math.max(...qualities);
  const format = best > 0 ? FORMATS[qualities.indexOf(best)] : undefined;
  if (format) return format;
  throw new Problem(
    'not_acceptable',
    `Statements are available as ${Object.values(MEDIA_TYPES).join(', ')}.`,
  );
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function mediaRangeOf(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  const quality = Number(weight);
  return { type, quality: Number.isFinite(quality) ? quality : 1 };
}

/** Returns the quality of the most specific range that matches the type (RFC 9110, 12.5.1). */
function qualityOf(offered: string, ranges: readonly MediaRange[]): number {
  const names = [offered, `${offered.split('/')[0]}/*`, '*/*'];
  const matches = names.map((name) => ranges.find(({ type }) => type === name));
  return matches.find((match) => match !== undefined)?.quality ?? 0;
}
