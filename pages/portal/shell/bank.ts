// The typed client of developers, through which every page asks the bank, with the browser's
// session.

import { kontor, type Schemas } from '../../../packages/client/src/developer.ts';
import { idleHeader } from '../../console/kit/idle.ts';
import { end, headers, session } from './session.ts';

export type { Schemas };

async function fetchWithSession(...parameters: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...parameters);
  if (answer.status === 401 && session.value !== null) end();
  return answer;
}

export const bank = kontor({
  credentials: 'same-origin',
  headers: () => ({ ...headers(), ...idleHeader() }),
  retries: 1,
  fetch: fetchWithSession,
});
