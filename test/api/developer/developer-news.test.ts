// Each act on a developer's keys and application has one event in the developer's log, also when
// the bank stopped between the act and its event.

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitMissedEvents } from '../../../api/developer/platform-events.ts';
import { listEvents } from '../../../db/events/reads.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import { NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, claimLiveKey, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openTestLedger, openTestPlatform } from '../../kit/bank/opened-ledger.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const post = (path: string, body: object) => bank.call(path, { key, body });
const listEmitted = async (callerKey: string) =>
  (await bank.call('/v1/events?limit=100', { key: callerKey })).body.data;
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

test('an event without the secret is emitted when a key is made, rotated and revoked', async () => {
  const creationAnswer = await post('/v1/developer/keys', { name: 'Shop', environment: 'sandbox' });
  const nextAnswer = await post(`/v1/developer/keys/${creationAnswer.body.id}/rotate`, {
    overlapHours: 1,
  });
  for (let times = 0; times < 2; times += 1) {
    await bank.call(`/v1/developer/keys/${creationAnswer.body.id}`, { key, method: 'DELETE' });
  }
  const events = await listEmitted(key);
  expect(typesOf(events)).toEqual([
    'api_key.created',
    'api_key.rotated',
    'api_key.created',
    'api_key.revoked',
  ]);
  const { apiKey, ...keyFields } = creationAnswer.body;
  expect(events[0]).toMatchObject({ objectVersion: 1, data: { object: keyFields } });
  expect(events[1].data.object).toMatchObject({
    id: creationAnswer.body.id,
    status: 'rotating',
    version: 2,
  });
  expect(events[2].data.object.id).toBe(nextAnswer.body.id);
  expect(events[3].data.object).toMatchObject({
    id: creationAnswer.body.id,
    status: 'revoked',
    version: 3,
  });
  expect(JSON.stringify(events)).not.toContain(apiKey);
});

test('application events are emitted in the sandbox, production key events in production', async () => {
  const liveKey = await claimLiveKey(bank, key);
  const [approvalEvent] = (await listEmitted(key)).slice(-1);
  expect(approvalEvent).toMatchObject({ type: 'developer.approved', livemode: false });
  expect(approvalEvent.data.object).toMatchObject({ application: { status: 'approved' } });
  const [creationEvent] = await listEmitted(liveKey);
  expect(creationEvent).toMatchObject({ type: 'api_key.created', livemode: true, sequence: 1 });
  expect(creationEvent.data.object).toMatchObject({ environment: 'production', status: 'active' });
});

test('a missing event is emitted once at the next start, and first keys emit none', async () => {
  const platform = await openTestPlatform(':memory:');
  const sandbox = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  const production = await openTestLedger({ environment: 'production', file: ':memory:' });
  const environments = {
    sandbox: { ledger: sandbox },
    production: { ledger: production },
  };
  const writers = { platform, environments };
  const { developer } = (await platform.register({
    company: 'Example',
    email: 'news@example.com',
    phone: null,
    country: 'GB',
    useCase: null,
    expectedVolume: null,
  }))!;
  const { id: developerId, applicationId } = developer;
  const keyFields = { developerId, environment: 'sandbox', name: 'Shop', expiresAt: null } as const;
  const terms = { ipAllow: [], actor: 'test' };
  await platform.issueKey({ ...keyFields, ...terms, scopes: ['events:read'] });
  const decision = { status: 'rejected', reason: 'No papers.', operatorId: 'opr_1' } as const;
  await platform.decideApplication({
    applicationId,
    ...decision,
    seal: openSeal(randomBytes(32).toString('base64'), ''),
  });
  for (let starts = 0; starts < 2; starts += 1) await emitMissedEvents(writers, Date.now());
  // A reset sandbox has a new log, which repeats no events of the old one.
  await platform.resetSandbox({ developerId, from: 0, actor: 'key_1' });
  await emitMissedEvents(writers, Date.now());
  const typesIn = async (tenantId: string) =>
    typesOf((await listEvents(sandbox, { tenantId, afterSequence: 0, limit: 100 })).data);
  expect(await typesIn(developerId)).toEqual(['api_key.created', 'developer.rejected']);
  expect(await typesIn(`${developerId}.1`)).toEqual([]);
  for (const item of [platform, sandbox, production]) item.close();
});
