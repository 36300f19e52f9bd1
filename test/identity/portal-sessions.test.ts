// The stored sessions of the portal.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlatformRows, type PlatformRows } from '../../db/platform/rows.ts';
import { hashKey } from '../../identity/api-key.ts';
import { portalSessionsOf } from '../../identity/portal-sessions.ts';
import { register } from '../../identity/registration.ts';

let rows: PlatformRows;
beforeEach(() => {
  rows = openPlatformRows(':memory:');
});
afterEach(() => rows.close());

async function keyOf(email: string): Promise<string> {
  const plain = { phone: null, useCase: null, expectedVolume: null };
  const order = { company: 'Example Ltd', email, country: 'GB', ...plain };
  return (await rows.write(() => register(rows, order)))?.issued.key ?? '';
}

it('endless sign-ins fill no table, and end no session of other developers', async () => {
  const sessions = portalSessionsOf(rows, Date.now, () => {});
  const isKept = (cookie: string) => rows.sessions.portal.byToken(hashKey(cookie)) !== null;
  const openSession = async (key: string) =>
    (await sessions.open({ key, before: null }).then((item) => item?.cookie)) ?? '';
  const otherSession = await openSession(await keyOf('other@example.com'));
  const key = await keyOf('dev@example.com');
  const cookies: string[] = [];
  for (let count = 0; count < 100; count += 1) cookies.push(await openSession(key));
  // Twenty are open, and the list keeps fifty that were ended.
  expect(cookies.filter((cookie) => sessions.find(cookie))).toEqual(cookies.slice(-20));
  expect(cookies.filter(isKept)).toEqual(cookies.slice(-70));
  expect(sessions.find(otherSession)).not.toBeNull();
});
