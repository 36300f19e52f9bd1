// Archives over HTTP: an operator orders them, the worker writes them, and readers of the log
// see where it begins.

import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderArchive } from '../../../db/archives/acts.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import {
  type Answer,
  hasModule,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const list = async () => {
  const path = '/v1/ops/archives?environment=sandbox';
  return (await bank.call(path, { key: OPERATOR_KEY })).body.data;
};
const order = (key: string, olderThanDays: number) =>
  bank.call('/v1/ops/archives', {
    key,
    body: { environment: 'sandbox', olderThanDays, reason: 'The disk fills up' },
  });

it('archiving is ordered by compliance, and its boundary only moves forward', async () => {
  const support = await createOperator(bank, ['support']);
  expect(outcomeOf(await order(support.key, 365))).toEqual([403, 'role_required']);
  const firstAnswer = await order(OPERATOR_KEY, 365);
  expect(firstAnswer.body).toMatchObject({ object: 'archive_order', reason: 'The disk fills up' });
  const laterAnswer = await order(OPERATOR_KEY, 400);
  expect(laterAnswer.body.before).toBe(firstAnswer.body.before);
  const [firstError] = (await order(OPERATOR_KEY, 0)).body.errors;
  expect(firstError.pointer).toBe('/olderThanDays');
  expect(await list()).toEqual([]);
});

/**
 * A transaction stays in the ledger, and its timeline comes from the file: 410 while the file is
 * missing.
 */
async function expectTimelineOf(key: string): Promise<void> {
  const [deposit] = (await bank.call('/v1/transactions?type=deposit', { key })).body.data;
  const path = `/v1/transactions/${deposit.id}`;
  const read = async () => (await bank.call(path, { key })).body;
  await expect.poll(async () => (await read()).timelineArchivedThrough).toBe(deposit.version);
  // The anchor of the transaction changes meanwhile.
  const { anchor: _, ...lasting } = deposit;
  expect(await read()).toMatchObject({ ...lasting, timeline: [] });
  const { status, body } = await bank.call(`${path}/timeline`, { key });
  expect([status, body.archivedThrough]).toEqual([200, deposit.version]);
  expect(body.data).toHaveLength(deposit.version);
  expect(body.data.at(-1)).toMatchObject({ status: 'posted', stage: 'done' });
  const { key: otherKey } = await register(bank);
  expect((await bank.call(`${path}/timeline`, { key: otherKey })).status).toBe(404);
  const folder = join(bank.dataDir, 'archive', 'sandbox');
  renameSync(folder, `${folder}-away`);
  expect(outcomeOf(await bank.call(`${path}/timeline`, { key }))).toEqual([
    410,
    'timeline_archived',
  ]);
  renameSync(`${folder}-away`, folder);
}

it('an archived log shows readers where it begins, and the books still balance', async () => {
  const { key } = await register(bank);
  await openAccounts(bank, key, [100, 200]);
  const answerBefore = await bank.call('/v1/events', { key });
  expect(answerBefore.body.archivedThrough).toBe(0);
  const [oldest] = answerBefore.body.data;
  const { ledger } = bank.bank.environments.sandbox;
  // Without an endpoint the relay polls twice a minute.
  while ((await ledger.run(relayEvents, 256)).events > 0) {}
  // No row in a test is a day old, so the order is dated tomorrow.
  const beforeAt = Date.now() + 86_400_000;
  await ledger.run(orderArchive, { beforeAt, actor: 'opr_test', reason: 'A test' });
  await expect
    .poll(async () => (await list()).map((item: { status: string }) => item.status), {
      timeout: 20_000,
    })
    .toContain('archived');
  const [archive] = await list();
  expect(existsSync(join(bank.dataDir, 'archive', 'sandbox', archive.file))).toBe(true);
  const page = await bank.call('/v1/events', { key });
  const archivedThrough = page.body.archivedThrough;
  expect(archivedThrough).toBeGreaterThan(0);
  const expected = [410, 'events_archived'];
  expect(outcomeOf(await bank.call('/v1/events?afterSequence=0', { key }))).toEqual(expected);
  expect(outcomeOf(await bank.call(`/v1/events/${oldest.id}`, { key }))).toEqual(expected);
  if (hasModule('webhooks')) {
    const resend = await bank.call(`/v1/events/${oldest.id}/resend`, { key, body: {} });
    expect(outcomeOf(resend)).toEqual(expected);
  }
  expect(outcomeOf(await bank.call('/v1/events/stream?afterSequence=0', { key }))).toEqual(
    expected,
  );
  const eventsAfterArchive = await bank.call(`/v1/events?afterSequence=${archivedThrough}`, {
    key,
  });
  expect(eventsAfterArchive.status).toBe(200);
  await expectTimelineOf(key);
  // For another developer the same id does not exist, archived or not.
  const { key: other } = await register(bank);
  const unknownEvent = await bank.call(`/v1/events/${oldest.id}`, { key: other });
  expect(outcomeOf(unknownEvent)).toEqual([404, 'event_not_found']);
  const path = '/v1/ops/invariants?environment=sandbox';
  const { body } = await bank.call(path, { key: OPERATOR_KEY });
  const brokenChecks = body.checks.filter(
    ({ violations }: { violations: number }) => violations > 0,
  );
  expect(brokenChecks).toEqual([]);
});
