// kontor logs tail: it prints requests and events of the key as they happen, except the requests of
// the command itself.

import { expect, onTestFinished, test } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { startCommand } from '../../kit/people/command-line.ts';

const POLL = { timeout: 45_000, interval: 300 };

test('requests are shown beside events, with the fields at fault', async () => {
  const bank = await openSharedCheckedBank();
  onTestFinished(() => bank.close());
  const { key } = await register(bank);
  const startTail = (...args: string[]) => {
    const running = startCommand(['logs', 'tail', '--key', key, '--bank', bank.url, ...args]);
    onTestFinished(() => running.interrupt());
    return running;
  };
  const tails = startTail();
  const requestsTail = startTail('--only', 'requests', '--json');
  const act = (body: object) => bank.call('/v1/customers', { key, body });
  await act({ type: 'individual', name: 'Before' });
  await expect.poll(tails.readShown, POLL).toContain('connected');
  // Requests from before the first look are not shown; later ones are.
  await expect
    .poll(async () => {
      await act({ type: 'individual', name: 7 });
      return requestsTail.readShown();
    }, POLL)
    .toContain('"status":422');
  const refused = /422 {2}POST \/v1\/customers {2}.* ms {2}validation_failed {2}\/name {2}req_/;
  await expect.poll(tails.readShown, POLL).toMatch(refused);
  await act({ type: 'individual', name: 'Ada' });
  await expect.poll(tails.readShown, POLL).toMatch(/customer\.created {2}cust_/);
  await expect.poll(tails.readShown, POLL).toMatch(/201 {2}POST \/v1\/customers/);
  expect(tails.readShown()).not.toMatch(/request-log|events\/stream/);
  expect(requestsTail.readShown()).not.toContain('customer.created');
  expect(tails.readShown()).not.toContain(key);
});

test('a key without log access still follows events; --only takes two values', async () => {
  const bank = await openSharedCheckedBank();
  onTestFinished(() => bank.close());
  const { key } = await register(bank);
  const body = { name: 'Events', scopes: ['events:read'] };
  const { apiKey } = (await bank.call('/v1/developer/keys', { key, body })).body;
  const running = startCommand(['logs', 'tail', '--key', apiKey, '--bank', bank.url]);
  onTestFinished(() => running.interrupt());
  await expect.poll(running.readShown, POLL).toContain('connected');
  await expect.poll(running.readShown, POLL).toMatch(/no requests: insufficient_scope/);
  const wrong = startCommand(['logs', 'tail', '--only', 'x', '--key', 'k', '--bank', bank.url]);
  expect((await wrong.ended).code).toBe(64);
  expect(wrong.readShown()).toContain('--only is requests or events');
});
