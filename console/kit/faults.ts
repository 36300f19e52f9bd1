// What the bank refuses, in words, and beside the field that it is about.

import { KontorError } from '../../packages/client/src/errors.ts';

/** What went wrong, in words. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof KontorError)) return 'The bank does not answer. Try again.';
  const { detail, title } = error.problem;
  return `${detail || title} (${error.code}, request ${error.requestId})`;
}

/** What the bank says about a field of the body, or about something in it; null: nothing. */
export function fieldFault(error: unknown, name: string): string | null {
  if (!(error instanceof KontorError)) return null;
  const own = `/${name}`;
  const about = ({ pointer }: { pointer: string }) =>
    pointer === own || pointer.startsWith(`${own}/`);
  return error.fields.find(about)?.message ?? null;
}
