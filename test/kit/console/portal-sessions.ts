// Sessions of the portal for tests without a browser.

import type { TestBank } from '../bank/bank.ts';
import type { BrowserSession } from './sessions.ts';

/**
 * Signs a developer in.
 * @param headers further headers of the browser
 */
export async function signInDeveloper(
  bank: Pick<TestBank, 'call'>,
  key: string,
  headers: Record<string, string> = {},
): Promise<BrowserSession> {
  const answer = await bank.call('/portal/session', { body: { key }, headers });
  const setCookie = answer.headers.get('set-cookie') ?? '';
  const cookie = setCookie.split(';')[0] ?? '';
  const token = String(answer.body.pageToken ?? '');
  return { answer, setCookie, cookie, token, headers: { cookie, 'x-portal-token': token } };
}
