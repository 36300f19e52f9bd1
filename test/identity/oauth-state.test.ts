// The stored state of the OAuth server and its signing keys, without a running bank.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSeal, type Seal } from '../../db/kernel/seal.ts';
import { ROTATE_MS } from '../../identity/oauth-keys.ts';
import type { Platform } from '../../identity/platform.ts';
import { HOUR_MS } from '../../ledger/durations.ts';
import { openTestPlatform } from '../kit/bank/opened-ledger.ts';

const TOKEN = 'a-token-that-nobody-else-knows-0123456789ab';

let folder: string;
let now: number;
let seal: Seal;
let opened: Platform[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-oauth-'));
  now = Date.UTC(2026, 0, 1);
  seal = openSeal(null, join(folder, 'payload.key'));
  opened = [];
});
afterEach(() => {
  for (const platform of opened) platform.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Another process on the same file; the one before was not closed, as after kill -9. */
async function open(): Promise<Platform> {
  const platform = await openTestPlatform(join(folder, 'platform.db'), () => now);
  opened.push(platform);
  return platform;
}

describe('stored OAuth state', () => {
  it('survives a crash, and no token is in the database files', async () => {
    const payload = { jti: TOKEN, accountId: 'cust_1', grantId: 'g' };
    await (await open()).access.stateOf('AccessToken', seal).upsert(TOKEN, payload, 900);
    const match = await (await open()).access.stateOf('AccessToken', seal).find(TOKEN);
    expect(match).toEqual(payload);
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name)).toString('latin1');
      expect(bytes, name).not.toContain(TOKEN);
      expect(bytes, name).not.toContain('cust_1');
    }
  });

  it('opens only as its own kind and with its own key', async () => {
    const { access } = await open();
    await access.stateOf('RefreshToken', seal).upsert(TOKEN, { jti: TOKEN }, 900);
    expect(await access.stateOf('AccessToken', seal).find(TOKEN)).toBeUndefined();
    const other = openSeal(null, join(folder, 'other.key'));
    expect(await access.stateOf('RefreshToken', other).find(TOKEN)).toBeUndefined();
  });

  it('is consumed once, whichever process asks', async () => {
    const state = (await open()).access.stateOf('AuthorizationCode', seal);
    const second = (await open()).access.stateOf('AuthorizationCode', seal);
    await state.upsert(TOKEN, { jti: TOKEN, grantId: 'g' }, 60);
    const racedUses = await Promise.allSettled([state.consume(TOKEN), second.consume(TOKEN)]);
    expect(racedUses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await state.find(TOKEN)).toMatchObject({ consumed: now / 1000 });
  });

  it('ends with its grant, and is deleted an hour after its end', async () => {
    const { access } = await open();
    const tokens = access.stateOf('AccessToken', seal);
    await tokens.upsert('one', { jti: 'one', grantId: 'g' }, 900);
    await tokens.upsert('two', { jti: 'two', grantId: 'other' }, 900);
    await tokens.revokeByGrantId('g');
    expect(await tokens.find('one')).toBeUndefined();
    expect(await tokens.find('two')).toBeDefined();
    now += 2 * HOUR_MS;
    await tokens.upsert('three', { jti: 'three' }, 900);
    expect(await tokens.find('two')).toBeUndefined();
  });

  it('never accepts the same proof twice', async () => {
    const proofs = (await open()).access.stateOf('ReplayDetection', seal);
    await proofs.upsert('proof', { jti: 'proof' }, 60);
    await expect(proofs.upsert('proof', { jti: 'proof' }, 60)).rejects.toThrow('there already');
  });
});

describe('the keys that sign ID tokens', () => {
  it('are made once, published a day before they sign, and kept afterwards', async () => {
    const { access } = await open();
    const first = await access.signingKeys(seal);
    expect(first.map(({ alg }) => alg)).toEqual(['RS256', 'ES256']);
    expect(await (await open()).access.signingKeys(seal)).toEqual(first);
    now += ROTATE_MS;
    const published = await access.signingKeys(seal);
    expect(published.map(({ alg }) => alg)).toEqual(['RS256', 'RS256', 'ES256', 'ES256']);
    expect([published[0]?.kid, published[2]?.kid]).toEqual(first.map(({ kid }) => kid));
    now += 25 * HOUR_MS;
    const signing = await access.signingKeys(seal);
    expect(signing[0]?.kid).toBe(published[1]?.kid);
    expect(signing).toHaveLength(4);
    now += 2 * ROTATE_MS + 4 * 24 * HOUR_MS;
    const later = await access.signingKeys(seal);
    expect(later.map(({ kid }) => kid)).not.toContain(first[0]?.kid);
  });
});
