// Entity tags contain the version of an object, so that a change can require the version that the
// client has read.

import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { revisionOf, type VersionedObject } from '../../ledger/revision.ts';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';

/** Operations that accept If-Match, as the document states. */
export const CONDITIONAL: ReadonlySet<string> = new Set([
  ...['updateAccount', 'freezeAccount', 'unfreezeAccount', 'reactivateAccount', 'closeAccount'],
  ...['replaceLimits', 'setOverdraft', 'updateAlert', 'deleteAlert', 'updateCustomer'],
  ...['updateWebhookEndpoint', 'deleteWebhookEndpoint', 'updateSchedule', 'pauseSchedule'],
  ...['resumeSchedule', 'cancelSchedule', 'skipOccurrence', 'runScheduleNow', 'arrangeWork'],
  ...['updateTransaction', 'freezeAccountAsOperator', 'reactivateAccountAsOperator'],
]);

/**
 * Sets the ETag of an answer to the object's version. A GET adds the hash of its body (compressed-reads.ts).
 */
export function setEtag(c: Context, object: VersionedObject): void {
  c.header('ETag', `"v${revisionOf(object)}"`);
}

/** Sets the ETag of an answer that states its reading time, from all fields but that time. */
export function setReadTag(c: Context, view: { readonly asOf: string }): void {
  const text = JSON.stringify({ ...view, asOf: undefined });
  c.header('ETag', `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`);
}

/** Returns the version in If-Match, or null when the request has no such header. */
export function readIfMatch(c: Context<AppEnv>): number | null {
  const operationId = c.get('operationId') ?? '';
  if (!CONDITIONAL.has(operationId)) throw new Error(`CONDITIONAL does not name ${operationId}`);
  const header = c.req.header('if-match');
  if (header === undefined || header === '*') return null;
  const match = /^(?:W\/)?"v(\d{1,15})(?:-[\w-]{16})?"$/.exec(header);
  if (!match) {
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
  return Number(match[1]);
}
