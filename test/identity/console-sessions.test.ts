// The lifetime of a console session, however it is used.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { IDLE_MS, MAX_SESSION_MS } from '../../identity/browser-sessions.ts';
import type { Platform } from '../../identity/platform.ts';
import { openTestPlatform } from '../kit/bank/opened-ledger.ts';

const KEY = 'op_test_operator_key_0123456789';
let platform: Platform;
let now: number;
beforeEach(async () => {
  now = Date.now();
  platform = await openTestPlatform(':memory:', () => now);
  await platform.operators.ensure(KEY);
});
afterEach(() => platform.close());

const open = async () => {
  const opened = await platform.consoles.open({ key: KEY, before: null });
  return opened?.cookie ?? '';
};

it('a console session ends after half an hour without use, and reading it does not extend it', async () => {
  const cookie = await open();
  now += IDLE_MS - 1;
  expect(platform.consoles.find(cookie, { isUse: false })).not.toBeNull();
  now += 1;
  expect(platform.consoles.find(cookie)).toBeNull();
});

it('a console session is extended by use, for twelve hours at most', async () => {
  const cookie = await open();
  const end = now + MAX_SESSION_MS;
  while (now + IDLE_MS / 2 < end) {
    now += IDLE_MS / 2;
    expect(platform.consoles.find(cookie)).not.toBeNull();
    await platform.tryWrite();
  }
  now = end;
  expect(platform.consoles.find(cookie)).toBeNull();
});

it("a console session ends with the operator's key", async () => {
  const cookie = await open();
  const id = platform.consoles.find(cookie)?.caller.operatorId ?? '';
  await platform.operators.rotateKey(id, 60_000);
  const laterSession = await open();
  expect(platform.consoles.find(cookie)).not.toBeNull();
  now += 60_000;
  expect([platform.consoles.find(cookie), platform.consoles.find(laterSession)]).toEqual([
    null,
    null,
  ]);
});

it('a sixth console session of a person ends the oldest', async () => {
  const cookies: string[] = [];
  for (let count = 0; count < 6; count += 1) cookies.push(await open());
  const live = cookies.map((cookie) => platform.consoles.find(cookie) !== null);
  expect(live).toEqual([false, true, true, true, true, true]);
});
