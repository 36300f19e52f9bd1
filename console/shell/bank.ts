// The one way to the bank: the typed client of operators, with the session of the browser.

import { kontorOperator, type OperatorSchemas } from '../../packages/client/src/operator.ts';
import { idleHeader } from '../kit/idle.ts';
import { end, headers } from './session.ts';

export type Schemas = OperatorSchemas;

async function ask(...given: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...given);
  if (answer.status === 401) end();
  return answer;
}

export const bank = kontorOperator({
  credentials: 'same-origin',
  headers: () => ({ ...headers(), ...idleHeader() }),
  retries: 1,
  fetch: ask,
});

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * The page of a list that begins with one object: lists go from new to old, and ids sort by time,
 * so the cursor is the next possible id.
 */
export function from(id: string): { readonly limit: 1; readonly startingAfter: string } {
  const last = DIGITS.indexOf(id.at(-1) ?? '');
  const isLast = last === DIGITS.length - 1;
  const head = isLast ? from(id.slice(0, -1)).startingAfter : id.slice(0, -1);
  return { limit: 1, startingAfter: head + (isLast ? '0' : DIGITS.charAt(last + 1)) };
}
