// Sessions of the console for tests without a browser: the cookie and headers that a browser would
// keep and send.

import { type Answer, OPERATOR_KEY, type TestBank } from '../bank/bank.ts';

export interface BrowserSession {
  readonly answer: Answer;
  /** The header `Set-Cookie` of the answer. */
  readonly setCookie: string;
  /** The cookie that a browser sends back, with name and value. */
  readonly cookie: string;
  readonly token: string;
  /** The headers with cookie and token. */
  readonly headers: Record<string, string>;
}

/**
 * Signs an operator in.
 * @param headers further headers of the browser
 */
export async function signIn(
  bank: Pick<TestBank, 'call'>,
  key: string = OPERATOR_KEY,
  headers: Record<string, string> = {},
): Promise<BrowserSession> {
  const answer = await bank.call('/console/session', { body: { key }, headers });
  const setCookie = answer.headers.get('set-cookie') ?? '';
  const cookie = setCookie.split(';')[0] ?? '';
  const token = String(answer.body.pageToken ?? '');
  return { answer, setCookie, cookie, token, headers: { cookie, 'x-console-token': token } };
}
