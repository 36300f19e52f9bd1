// The typed client of operators, through which every page asks the bank, with the browser's
// session.

import { kontorOperator, type OperatorSchemas } from '../../../packages/client/src/operator.ts';
import { idleHeader } from '../kit/idle.ts';
import { end, headers } from './session.ts';

export type Schemas = OperatorSchemas;

async function fetchWithSession(...parameters: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...parameters);
  if (answer.status === 401) end();
  return answer;
}

export const bank = kontorOperator({
  credentials: 'same-origin',
  headers: () => ({ ...headers(), ...idleHeader() }),
  retries: 1,
  fetch: fetchWithSession,
});

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns the page of a list that has only this object. Lists go from new to old and ids sort by
 * time, so the cursor is the next possible id.
 */
export function pageWithOnly(id: string): { readonly limit: 1; readonly startingAfter: string } {
  const last = DIGITS.indexOf(id.at(-1) ?? '');
  const isLast = last === DIGITS.length - 1;
  const head = isLast ? pageWithOnly(id.slice(0, -1)).startingAfter : id.slice(0, -1);
  return { limit: 1, startingAfter: head + (isLast ? '0' : DIGITS.charAt(last + 1)) };
}
