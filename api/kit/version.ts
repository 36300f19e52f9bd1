// API versions, which are dates, and deprecations. A request may state the version that it was
// written for. A deprecated route states its removal in every answer, long before that day.

import type { MiddlewareHandler } from 'hono';
import { setAnswerHeader } from './answer-header.ts';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';

const HEADER = 'API-Version';

/** All served versions, oldest first; docs/build/versioning.md states when a new one is added. */
const VERSIONS: readonly string[] = ['2026-11-23'];

/** The version of a request without one. */
export const CURRENT_VERSION = VERSIONS.at(-1) ?? '';

/** Refuses a version that is not served, and states the version in each answer. */
export const checkVersion: MiddlewareHandler<AppEnv> = async (c, next) => {
  const version = c.req.header(HEADER);
  const isServed = version === undefined || VERSIONS.includes(version);
  if (isServed || !c.req.path.startsWith('/v1/')) {
    await next();
    setAnswerHeader(c, HEADER, isServed ? (version ?? CURRENT_VERSION) : CURRENT_VERSION);
    return;
  }
  c.header(HEADER, CURRENT_VERSION);
  const message = `Expected one of the versions ${VERSIONS.join(', ')}, or no such header.`;
  const errors = [{ pointer: HEADER, code: 'invalid_parameter', message }];
  throw new Problem('invalid_parameter', `The bank serves no version ${formatVersion(version)}.`, {
    errors,
  });
};

function formatVersion(version: string): string {
  return /^[\w.-]{1,20}$/.test(version) ? version : 'of that name';
}

/** The deprecation of a route. */
export interface Deprecation {
  /** The day from which it should no longer be used, such as `2027-01-01`. */
  readonly since: string;
  /** The day of its removal; at least a year later. */
  readonly sunset?: string;
  /** The replacement, such as `/v1/accounts/{accountId}`. */
  readonly successor?: string;
}

/** Returns the middleware that states a deprecation in each answer (RFC 9745, RFC 8594). */
export function markDeprecated({
  since,
  sunset,
  successor,
}: Deprecation): MiddlewareHandler<AppEnv> {
  const seconds = Date.parse(`${since}T00:00:00Z`) / 1000;
  const links = [
    '</changelog>; rel="deprecation"; type="text/markdown"',
    ...(successor ? [`<${successor}>; rel="successor-version"`] : []),
  ];
  return async (c, next) => {
    await next();
    c.header('Deprecation', `@${seconds}`);
    if (sunset) c.header('Sunset', new Date(`${sunset}T00:00:00Z`).toUTCString());
    for (const link of links) c.header('Link', link, { append: true });
  };
}

/** The deprecation in words, for the document. */
export function formatDeprecation({ since, sunset, successor }: Deprecation): string {
  const end = sunset ? `, and gone from ${sunset}` : '';
  return `Deprecated since ${since}${end}.${successor ? ` Use ${successor} instead.` : ''}`;
}
