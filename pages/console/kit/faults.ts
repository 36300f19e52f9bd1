// Errors of the bank as text: for the whole form, and for one field.

import { KontorError } from '../../../packages/client/src/errors.ts';

/** Returns the message of an error for people. */
export function describeError(error: unknown): string {
  if (!(error instanceof KontorError)) return 'The bank does not answer. Try again.';
  const { detail, title } = error.problem;
  return `${detail || title} (${error.code}, request ${error.requestId})`;
}

/**
 * Returns the bank's error message about a field of the body or a part of it, or null when there is
 * none.
 */
export function findFieldFault(error: unknown, name: string): string | null {
  if (!(error instanceof KontorError)) return null;
  const ownPath = `/${name}`;
  const concernsField = ({ pointer }: { pointer: string }) =>
    pointer === ownPath || pointer.startsWith(`${ownPath}/`);
  return error.fields.find(concernsField)?.message ?? null;
}
