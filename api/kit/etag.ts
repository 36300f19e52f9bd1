// Entity tags: the version of an object, so that a change can ask for what it has read.

import type { Context } from 'hono';
import { Problem } from './errors.ts';

/** Sets the ETag of an answer. */
export function tagged(c: Context, object: { readonly version: number }): void {
  c.header('ETag', `"v${object.version}"`);
}

/** The version that If-Match names; null when the caller does not care. */
export function ifMatch(c: Context): number | null {
  const header = c.req.header('if-match');
  if (header === undefined || header === '*') return null;
  const found = /^(?:W\/)?"v(\d{1,15})"$/.exec(header);
  if (!found) {
    throw new Problem(
      'invalid_parameter',
      'The header If-Match takes the ETag of an earlier answer, such as "v3".',
      {
        errors: [
          {
            pointer: 'If-Match',
            code: 'invalid_parameter',
            message: 'Expected an ETag such as "v3".',
          },
        ],
      },
    );
  }
  return Number(found[1]);
}
