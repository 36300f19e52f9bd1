// Sessions of the console for tests without a browser: the cookie and the headers that a browser
// would keep and send.

import { type Answer, OPERATOR_KEY, type TestBank } from '../bank/bank.ts';

export interface BrowserSession {
  readonly answer: Answer;
  /** The header `Set-Cookie` as it came. */
  readonly setCookie: string;
  /** The cookie that the browser sends back: name and value. */
  readonly cookie: string;
  readonly token: string;
  /** Both headers. */
  readonly headers: Record<string, string>;
}

/** Signs an operator in. @param headers of the browser, besides */
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
