// The key of a log: two operators agree to a new one, and the next start of the bank makes it.

import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signingKeys } from '../../../../bank/signing-keys.ts';
import type { Platform } from '../../../../identity/platform.ts';
import { type Answer, NO_TEMPORAL, OPERATOR_KEY } from '../../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../../kit/bank/checked-bank.ts';
import { openTestPlatform } from '../../../kit/bank/opened-ledger.ts';
import { claimSecondOperatorKey, createOperator } from '../../../kit/people/operators.ts';

let bank: CheckedBank;
let secondOperatorKey: string;
let platform: Platform;
const folder = mkdtempSync(join(tmpdir(), 'kontor-keys-'));
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  secondOperatorKey = await claimSecondOperatorKey(bank);
  platform = await openTestPlatform(join(bank.dataDir, 'platform.db'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  platform.close();
  await bank.close();
});

const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const requestRotation = (key: string, environment = 'production') =>
  bank.call('/v1/ops/log-key/rotate', { key, body: { environment, reason: 'A year has passed' } });
const publicKeyOf = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();

/** Returns the key with which the next start of the bank signs, or null when it signs nothing. */
function keyAtStart(knows: (key: KeyObject) => boolean, wasSigned = true, folderOfKeys = folder) {
  const log = pino({ level: 'silent' });
  const keys = signingKeys({
    platform,
    folder: folderOfKeys,
    environment: 'production',
    log,
  });
  const key = keys.keyOf('production')({ wasSigned, knows });
  keys.finishRotation();
  return key;
}

function start(...request: Parameters<typeof keyAtStart>): KeyObject {
  const key = keyAtStart(...request);
  if (key === null) throw new Error('the key is missing');
  return key;
}

it('a lost log key is not replaced: the bank starts and signs no checkpoints', () => {
  const emptyFolder = mkdtempSync(join(tmpdir(), 'kontor-keys-'));
  expect(keyAtStart(() => false, true, emptyFolder)).toBeNull();
  expect(readdirSync(emptyFolder)).toEqual([]);
  expect(keyAtStart(() => false, false, emptyFolder)).not.toBeNull();
  expect(keyAtStart(() => false, true, emptyFolder)).toBeNull();
  rmSync(emptyFolder, { recursive: true });
});

it('a new log key needs two people, and is made once by the next start', async () => {
  const firstKey = start(() => false, false);
  const isFirstKey = (key: KeyObject) => publicKeyOf(key) === publicKeyOf(firstKey);
  const answer = await requestRotation(OPERATOR_KEY);
  expect([answer.status, answer.body.status, answer.body.request.act]).toEqual([
    202,
    'requested',
    'log_key_rotation',
  ]);
  expect(publicKeyOf(start(isFirstKey))).toBe(publicKeyOf(firstKey));
  expect(outcomeOf(await requestRotation(OPERATOR_KEY))).toEqual([409, 'invalid_state_transition']);
  const support = await createOperator(bank, ['support']);
  expect(outcomeOf(await requestRotation(support.key))).toEqual([403, 'role_required']);
  const agreementAnswer = await requestRotation(secondOperatorKey);
  expect(agreementAnswer.body).toMatchObject({
    status: 'granted',
    request: { carriedOutAt: null },
  });
  const nextKey = start(isFirstKey);
  expect(publicKeyOf(nextKey)).not.toBe(publicKeyOf(firstKey));
  const readApproval = async () => {
    const path = '/v1/ops/approvals?environment=production&status=granted';
    const { body } = await bank.call(path, { key: OPERATOR_KEY });
    return body.data.find(({ id }: { id: string }) => id === agreementAnswer.body.id);
  };
  await expect.poll(async () => (await readApproval())?.request.carriedOutAt).not.toBeNull();
  // The new key has signed by now; another one was not agreed to.
  expect(publicKeyOf(start((key) => publicKeyOf(key) === publicKeyOf(nextKey)))).toBe(
    publicKeyOf(nextKey),
  );
});

it('a new log key is approved for one environment only, and with a reason', async () => {
  const keyBefore = start(() => false, false);
  await requestRotation(OPERATOR_KEY, 'sandbox');
  await requestRotation(secondOperatorKey, 'sandbox');
  expect(publicKeyOf(start((key) => publicKeyOf(key) === publicKeyOf(keyBefore)))).toBe(
    publicKeyOf(keyBefore),
  );
  const missingReasonAnswer = await bank.call('/v1/ops/log-key/rotate', {
    key: OPERATOR_KEY,
    body: { environment: 'production', reason: '' },
  });
  expect(missingReasonAnswer.body.errors[0].pointer).toBe('/reason');
});
