// A page's automatic requests do not count as use of its session: they carry a header that says so,
// and the session expires despite them.

import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { readSession } from '../../../api/kit/browser-cookie.ts';
import type { AppEnv, Deps } from '../../../api/kit/context.ts';
import { readConfig } from '../../../bank/config/settings.ts';
import { IDLE_MS, pageTokenOf } from '../../../identity/browser-sessions.ts';
import { openTestPlatform } from '../../kit/bank/opened-ledger.ts';

const KEY = 'op_test_operator_key_0123456789';

it("a page's automatic requests do not keep a session alive; a person's requests do", async () => {
  let time = Date.now();
  const platform = await openTestPlatform(':memory:', () => time);
  await platform.operators.ensure(KEY);
  const { cookie } = (await platform.consoles.open({ key: KEY, before: null })) ?? { cookie: '' };
  const deps = { platform, config: readConfig({}) } as Pick<Deps, 'platform' | 'config'>;
  const app = new Hono<AppEnv>().get('/', (c) => c.json(readSession(c, deps)?.idleAt ?? null));
  app.onError((_, c) => c.text('ended', 401));
  const headers = { cookie: `kontor_console=${cookie}`, 'x-console-token': pageTokenOf(cookie) };
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const ask = (overrides = {}) => app.request('/', { headers: { ...headers, ...overrides } }, env);
  const automaticHeaders = { 'x-console-idle': '1' };
  const idleEnd = time + IDLE_MS;
  time += IDLE_MS / 2;
  expect(await (await ask(automaticHeaders)).json()).toBe(idleEnd);
  expect(await (await ask()).json()).toBe(time + IDLE_MS);
  await platform.tryWrite();
  time += IDLE_MS - 1;
  expect((await ask(automaticHeaders)).status).toBe(200);
  time += 1;
  expect((await ask(automaticHeaders)).status).toBe(401);
  platform.close();
});
