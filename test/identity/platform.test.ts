// The callers of the API: keys that are shown once and stored as hashes, decided applications,
// operators.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSeal } from '../../db/kernel/seal.ts';
import { createKey, hashKey } from '../../identity/api-key.ts';
import type { KeyOrder } from '../../identity/keys.ts';
import type { Platform } from '../../identity/platform.ts';
import { ALL_SCOPES } from '../../identity/scopes.ts';
import { MINUTE_MS } from '../../ledger/durations.ts';
import { temporaryFolder } from '../db/ledger-file.ts';
import { stoppedClock } from '../db/sqlite-rig.ts';
import { openTestPlatform } from '../kit/bank/opened-ledger.ts';
import { skipsOnPostgres } from '../kit/bank/postgres.ts';

const SEAL = openSeal(randomBytes(32).toString('base64'), '');
const PAGE = { limit: 100, startingAfter: null };

async function open(file = ':memory:') {
  const clock = stoppedClock();
  const platform = await openTestPlatform(file, clock.now);
  onTestFinished(() => platform.close());
  async function rotate(act: { developerId: string; keyId: string; overlapMs: number }) {
    const heir = await platform.rotateKey({ ...act, actor: 'test' });
    if (heir === 'key_limit') throw new Error('too many keys');
    return heir;
  }
  async function issueKey(order: Omit<KeyOrder, 'ipAllow' | 'actor'>) {
    const created = await platform.issueKey({ ...order, ipAllow: [], actor: 'test' });
    if (!created) throw new Error('too many keys');
    return created;
  }
  return { clock, platform, rotate, issueKey };
}

function registrationOf(email: string) {
  const plain = { phone: null, useCase: 'Payouts', expectedVolume: null };
  return { company: 'Example Ltd', email, country: 'GB', ...plain };
}

/** A developer who has asked for production. */
async function registerAt(platform: Platform, email = 'dev@example.com') {
  const created = await platform.register(registrationOf(email));
  if (!created) throw new Error('not registered');
  const { id: developerId } = created.developer;
  const applicationFields = { useCase: 'Payouts', expectedVolume: null };
  const developer = await platform.applications.file({
    developerId,
    ...applicationFields,
    by: 'test',
  });
  return { ...created, developer };
}

const isSkipped = skipsOnPostgres('what the files of the platform hold, and two processes on them');

describe('a registration', () => {
  test('gives a sandbox key that works at once, with every scope', async () => {
    const { platform } = await open();
    const { developer, issued } = await registerAt(platform);
    expect(issued.key).toMatch(/^sk_test_/);
    expect(developer).toMatchObject({ sandboxStatus: 'active', applicationStatus: 'pending' });
    expect(platform.authenticate(issued.key, null)).toEqual({
      kind: 'developer',
      developerId: developer.id,
      sandboxEpoch: 0,
      keyId: issued.row.id,
      tenantId: developer.id,
      environment: 'sandbox',
      scopes: new Set(ALL_SCOPES),
      networks: [],
      expiresAt: null,
      throttle: null,
    });
  });

  test('with a known e-mail address is refused, whatever its spelling', async () => {
    const { platform } = await open();
    await registerAt(platform, 'Ada@Example.com');
    for (const email of ['Ada@Example.com', 'ada@example.com', 'ADA@EXAMPLE.COM']) {
      expect(await platform.register(registrationOf(email))).toBeNull();
    }
    await registerAt(platform, 'ada@example.org');
    const all = await platform.listApplications(null, PAGE);
    expect(all.data).toHaveLength(2);
  });

  test('with one address twice at the same time succeeds once', async () => {
    const { platform } = await open();
    const outcomes = await Promise.all(
      ['a@example.com', 'A@example.com'].map((email) => platform.register(registrationOf(email))),
    );
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
  });
});

describe('an issued secret', () => {
  test.skipIf(isSkipped)('is in no database file; only its hash is', async () => {
    const folder = temporaryFolder();
    const { platform, rotate } = await open(join(folder, 'platform.db'));
    const { developer, issued } = await registerAt(platform);
    const rotated = await rotate({
      developerId: developer.id,
      keyId: issued.row.id,
      overlapMs: MINUTE_MS,
    });
    const operator = (await platform.operators.ensure(null)).key;
    const input = 'op_given_by_the_operator_0123';
    await platform.operators.ensure(input);
    const secrets = [issued.key, rotated?.key ?? '', operator ?? '', input];

    const bytes = Buffer.concat(
      readdirSync(folder).map((name) => readFileSync(join(folder, name))),
    );
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(bytes.includes(hashKey(secret))).toBe(true);
      expect(bytes.includes(secret)).toBe(false);
      expect(bytes.includes(secret.slice(8, -6))).toBe(false);
      expect(bytes.includes(Buffer.from(secret).toString('base64').slice(0, 24))).toBe(false);
    }
  });

  test('is in no answer but the one that created it', async () => {
    const { platform } = await open();
    const { developer, issued } = await registerAt(platform);
    const serialized = JSON.stringify([
      await platform.listKeys({ developerId: developer.id, environment: 'sandbox' }, PAGE),
      await platform.findDeveloper(developer.id),
      issued.row,
    ]);
    expect(serialized).toContain(issued.row.lastFour);
    expect(serialized).not.toContain(issued.key.slice(8, -6));
  });
});

describe("a developer's API key", () => {
  test('that was never issued, or is malformed, is refused', async () => {
    const { platform } = await open();
    await registerAt(platform);
    const strangers = [createKey('sk_test_').key, createKey('sk_live_').key, createKey('op_').key];
    for (const stranger of [...strangers, '', 'sk_test_', 'password']) {
      expect(platform.authenticate(stranger, null)).toBe('invalid_api_key');
    }
  });

  test('that is revoked is refused at once and for good', async () => {
    const { platform, rotate } = await open();
    const { developer, issued } = await registerAt(platform);
    const revoked = await platform.revokeKey({
      developerId: developer.id,
      keyId: issued.row.id,
      actor: 'test',
    });
    expect(revoked).toMatchObject({ status: 'revoked', version: 2 });
    expect(platform.authenticate(issued.key, null)).toBe('revoked_api_key');
    expect(
      await platform.revokeKey({ developerId: developer.id, keyId: issued.row.id, actor: 'test' }),
    ).toEqual(revoked);
    expect(
      await rotate({ developerId: developer.id, keyId: issued.row.id, overlapMs: MINUTE_MS }),
    ).toBeNull();
  });

  test.skipIf(isSkipped)('that another process revokes is refused in the next call', async () => {
    const file = join(temporaryFolder(), 'platform.db');
    const [firstProcess, otherProcess] = [await open(file), await open(file)];
    const { developer, issued } = await registerAt(firstProcess.platform);
    const order = { developerId: developer.id, keyId: issued.row.id };
    expect(firstProcess.platform.authenticate(issued.key, null)).toMatchObject({
      keyId: issued.row.id,
    });
    const heir = await otherProcess.rotate({ ...order, overlapMs: MINUTE_MS });
    expect(firstProcess.platform.authenticate(heir?.key ?? '', null)).toMatchObject({
      kind: 'developer',
    });
    expect(firstProcess.platform.authenticate(issued.key, null)).toMatchObject({
      keyId: issued.row.id,
    });
    await otherProcess.platform.revokeKey({ ...order, actor: 'test' });
    expect(firstProcess.platform.authenticate(issued.key, null)).toBe('revoked_api_key');
  });

  test('that is being revoked works until the commit, and not after it', async () => {
    const { platform } = await open();
    const { developer, issued } = await registerAt(platform);
    const order = { developerId: developer.id, keyId: issued.row.id, actor: 'test' };
    expect(platform.authenticate(issued.key, null)).toMatchObject({ kind: 'developer' });
    const revoked = platform.revokeKey(order);
    expect(platform.authenticate(issued.key, null)).toMatchObject({ kind: 'developer' });
    await revoked;
    expect(platform.authenticate(issued.key, null)).toBe('revoked_api_key');
  });

  test('that expires works up to its last millisecond', async () => {
    const { platform, clock, issueKey } = await open();
    const { developer } = await registerAt(platform);
    const expiresAt = clock.now() + MINUTE_MS;
    const plain = { environment: 'sandbox', name: 'For a minute', scopes: ALL_SCOPES } as const;
    const { key } = await issueKey({ developerId: developer.id, ...plain, expiresAt });
    clock.move(MINUTE_MS - 1);
    expect(platform.authenticate(key, null)).toMatchObject({ kind: 'developer' });
    clock.move(1);
    expect(platform.authenticate(key, null)).toBe('expired_api_key');
  });

  test('has the scopes it was narrowed to and the environment it was made for', async () => {
    const { platform, issueKey } = await open();
    const { developer } = await registerAt(platform);
    const narrowKeyBody = { name: 'Reader', scopes: ['accounts:read', 'events:read'] } as const;
    const { key } = await issueKey({
      developerId: developer.id,
      environment: 'production',
      expiresAt: null,
      ...narrowKeyBody,
    });
    expect(key).toMatch(/^sk_live_/);
    expect(platform.authenticate(key, null)).toMatchObject({
      environment: 'production',
      scopes: new Set(narrowKeyBody.scopes),
    });
  });

  test('that is rotated works during the overlap beside its successor', async () => {
    const { platform, clock, rotate } = await open();
    const { developer, issued } = await registerAt(platform);
    const heir = await rotate({
      developerId: developer.id,
      keyId: issued.row.id,
      overlapMs: MINUTE_MS,
    });
    expect(heir?.row).toMatchObject({ status: 'active', scopes: issued.row.scopes });
    const authenticateBoth = () =>
      [issued.key, heir?.key ?? ''].map((key) => platform.authenticate(key, null));
    expect(authenticateBoth()).toMatchObject([{ kind: 'developer' }, { kind: 'developer' }]);
    clock.move(MINUTE_MS);
    expect(authenticateBoth()).toMatchObject(['expired_api_key', { kind: 'developer' }]);
  });

  test('that is rotated twice has one successor', async () => {
    const { platform, rotate } = await open();
    const { developer, issued } = await registerAt(platform);
    const heirs = await Promise.all(
      [1, 2].map(() =>
        rotate({ developerId: developer.id, keyId: issued.row.id, overlapMs: MINUTE_MS }),
      ),
    );
    expect(heirs.filter((heir) => heir !== null)).toHaveLength(1);
    expect(
      (await platform.listKeys({ developerId: developer.id, environment: 'sandbox' }, PAGE)).data,
    ).toHaveLength(2);
  });

  test('that is rotating can be revoked before the overlap ends', async () => {
    const { platform, rotate } = await open();
    const { developer, issued } = await registerAt(platform);
    await rotate({ developerId: developer.id, keyId: issued.row.id, overlapMs: MINUTE_MS });
    await platform.revokeKey({ developerId: developer.id, keyId: issued.row.id, actor: 'test' });
    expect(platform.authenticate(issued.key, null)).toBe('revoked_api_key');
  });

  test('does not live longer through its rotation', async () => {
    const { platform, clock, rotate, issueKey } = await open();
    const { developer } = await registerAt(platform);
    const plain = { environment: 'sandbox', name: 'Short', scopes: ALL_SCOPES } as const;
    const expiresAt = clock.now() + 1000;
    const short = await issueKey({ developerId: developer.id, ...plain, expiresAt });
    await rotate({ developerId: developer.id, keyId: short.row.id, overlapMs: MINUTE_MS });
    clock.move(1000);
    expect(platform.authenticate(short.key, null)).toBe('expired_api_key');
  });

  test('that has expired cannot be rotated: a new key must be requested', async () => {
    const { platform, clock, rotate, issueKey } = await open();
    const { developer } = await registerAt(platform);
    const plain = { environment: 'sandbox', name: 'Gone', scopes: ALL_SCOPES } as const;
    const expiresAt = clock.now() + 1000;
    const goneAnswer = await issueKey({ developerId: developer.id, ...plain, expiresAt });
    clock.move(1000);
    expect(
      await rotate({ developerId: developer.id, keyId: goneAnswer.row.id, overlapMs: MINUTE_MS }),
    ).toBeNull();
  });

  test('of another developer can be neither revoked nor rotated', async () => {
    const { platform, rotate } = await open();
    const { issued } = await registerAt(platform);
    const { developer: other } = await registerAt(platform, 'other@example.com');
    expect(
      await platform.revokeKey({ developerId: other.id, keyId: issued.row.id, actor: 'test' }),
    ).toBeNull();
    expect(
      await rotate({ developerId: other.id, keyId: issued.row.id, overlapMs: MINUTE_MS }),
    ).toBeNull();
    expect(platform.authenticate(issued.key, null)).toMatchObject({ kind: 'developer' });
    expect(
      (await platform.listKeys({ developerId: other.id, environment: 'sandbox' }, PAGE)).data,
    ).toHaveLength(1);
  });
});

describe('an application for production', () => {
  const decisionOf = (applicationId: string, status: 'approved' | 'rejected') => {
    return { applicationId, status, reason: 'Checked', operatorId: 'opr_1', seal: SEAL };
  };

  test.each([
    ['approved', 'rejected'],
    ['rejected', 'approved'],
  ] as const)('is decided once: from %s it never changes to %s', async (first, second) => {
    const { platform } = await open();
    const { developer } = await registerAt(platform);
    const { applicationId, id } = developer;
    const decided = await platform.decideApplication(decisionOf(applicationId, first));
    expect(decided).toMatchObject({ applicationStatus: first, decidedBy: 'opr_1', version: 3 });
    expect(await platform.decideApplication(decisionOf(applicationId, second))).toBe('decided');
    expect(await platform.decideApplication(decisionOf(applicationId, first))).toEqual(decided);
    expect(await platform.findDeveloper(id)).toEqual(decided);
  });

  test('that does not exist is not found', async () => {
    const { platform } = await open();
    const outcome = await platform.decideApplication(decisionOf('app_none', 'approved'));
    expect(outcome).toBe('not_found');
  });

  test('leaves the list of pending applications when it is decided', async () => {
    const { platform } = await open();
    const first = (await registerAt(platform, 'one@example.com')).developer;
    const second = (await registerAt(platform, 'two@example.com')).developer;
    await platform.decideApplication(decisionOf(first.applicationId, 'approved'));
    const listIds = async (status: 'pending' | 'approved' | null) =>
      (await platform.listApplications(status, PAGE)).data.map(({ id }) => id);
    expect(await listIds('pending')).toEqual([second.id]);
    expect(await listIds('approved')).toEqual([first.id]);
    expect(await listIds(null)).toEqual([second.id, first.id]);
  });
});

describe('the first operator', () => {
  test('is created once and its key shown once: later starts show nothing', async () => {
    const file = join(temporaryFolder(), 'platform.db');
    const first = (await open(file)).platform;
    const { key } = await first.operators.ensure(null);
    expect(key).toMatch(/^op_/);
    expect((await first.operators.ensure(null)).key).toBeNull();
    first.close();
    const reopenedPlatform = (await open(file)).platform;
    expect((await reopenedPlatform.operators.ensure(null)).key).toBeNull();
    expect(reopenedPlatform.authenticate(key ?? '', null)).toMatchObject({ kind: 'operator' });
  });

  test('has its key stored before its row is committed, otherwise the operator is not created', async () => {
    const { platform } = await open();
    const throwDiskFull = () => {
      throw new Error('the disk is full');
    };
    await expect(platform.operators.ensure(null, throwDiskFull)).rejects.toThrow(
      'the disk is full',
    );
    const stored: (string | null)[] = [];
    const created = await platform.operators.ensure(null, ({ key, secondCode }) => {
      stored.push(key, secondCode);
    });
    expect(stored).toEqual([created.key, created.secondCode]);
    expect(platform.authenticate(created.key ?? '', null)).toMatchObject({ kind: 'operator' });
  });

  test('counts as unused until it acts', async () => {
    const { platform } = await open();
    expect(await platform.operators.ensure(null)).toMatchObject({ isFirstOpen: true });
    expect(await platform.operators.ensure(null)).toMatchObject({ isFirstOpen: true });
    const [first] = platform.operators.list({ limit: 10, startingAfter: null }).data.slice(-1);
    await platform.operators.rotateKey(first?.id ?? '', 0);
    expect(await platform.operators.ensure(null)).toMatchObject({ isFirstOpen: false });
  });

  test('uses a configured key, which is never shown', async () => {
    const { platform } = await open();
    const input = 'op_given_by_the_operator_0123';
    expect((await platform.operators.ensure(input)).key).toBeNull();
    expect((await platform.operators.ensure(input)).key).toBeNull();
    expect((await platform.operators.ensure(null)).key).toBeNull();
    expect(platform.authenticate(input, null)).toMatchObject({ kind: 'operator' });
    expect(platform.authenticate(`${input}4`, null)).toBe('invalid_api_key');
  });

  test('is a single one when two processes start at once', async () => {
    const file = join(temporaryFolder(), 'platform.db');
    const platforms = [(await open(file)).platform, (await open(file)).platform];
    const keys = await Promise.all(
      platforms.map(async (platform) => (await platform.operators.ensure(null)).key),
    );
    expect(keys.filter((key) => key !== null)).toHaveLength(1);
  });
});
