// The log is signed automatically after it has grown; a log that cannot be signed is reported once.

import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startLogSigner } from '../../bank/log-signer.ts';
import { countUnsignedLeaves } from '../../db/log/checkpoint-reads.ts';
import { signCheckpoint } from '../../db/log/checkpoints.ts';
import { logReader } from '../../db/log/tree.ts';
import { openFilledLedger } from '../db/ledger-file.ts';
import { tellerOf } from '../db/teller.ts';

const WAIT = { timeout: 30_000, interval: 50 };

async function openGrowingLedger() {
  const { ledger } = await openFilledLedger();
  onTestFinished(() => ledger.close());
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const people = ledger;
  const teller = tellerOf({ store: ledger, people, balance: async () => null, execute });
  const growLog = () => teller.account({ funds: 5 });
  await growLog();
  return { ledger, growLog };
}

function startSigner(
  ledger: Awaited<ReturnType<typeof openGrowingLedger>>['ledger'],
  everyMs = 20,
  leaves = 1_000,
) {
  const log = pino({ level: 'silent' });
  const errors = vi.spyOn(log, 'error');
  const signer = startLogSigner({ ledger, log, everyMs, leaves });
  onTestFinished(() => signer.stop());
  return errors;
}

test('a log that grew is signed, and signed again after more growth', async () => {
  const { ledger, growLog } = await openGrowingLedger();
  expect(await countUnsignedLeaves(ledger)).toBe(1);
  startSigner(ledger);
  await vi.waitUntil(async () => (await countUnsignedLeaves(ledger)) === 0, WAIT);
  await growLog();
  await vi.waitUntil(async () => (await countUnsignedLeaves(ledger)) === 0, WAIT);
});

test('a log that did not grow is not signed again', async () => {
  const { ledger } = await openGrowingLedger();
  await ledger.run(signCheckpoint, null);
  const runSpy = vi.spyOn(ledger, 'run');
  const newestSpy = vi.spyOn(logReader(ledger.database), 'newest');
  startSigner(ledger);
  await vi.waitUntil(() => newestSpy.mock.calls.length > 3, WAIT);
  expect(runSpy).not.toHaveBeenCalled();
});

test('a log that cannot be signed is reported once, and signed after the repair', async () => {
  const { ledger } = await openGrowingLedger();
  const runSpy = vi.spyOn(ledger, 'run').mockRejectedValue(new Error('no'));
  const complaints = startSigner(ledger);
  await vi.waitUntil(() => runSpy.mock.calls.length > 3, WAIT);
  expect(complaints).toHaveBeenCalledTimes(1);
  runSpy.mockRestore();
  await vi.waitUntil(async () => (await countUnsignedLeaves(ledger)) === 0, WAIT);
});

test('a log is signed before its interval ends when enough leaves were added', async () => {
  const { ledger, growLog } = await openGrowingLedger();
  startSigner(ledger, 3_600_000, 3);
  await growLog();
  await growLog();
  expect(await countUnsignedLeaves(ledger)).toBe(3);
  await growLog();
  await vi.waitUntil(async () => (await countUnsignedLeaves(ledger)) === 0, WAIT);
  await growLog();
  expect(await countUnsignedLeaves(ledger)).toBe(1);
});

test('nothing is signed when signing is switched off', async () => {
  const { ledger } = await openGrowingLedger();
  const interval = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => interval.mockRestore());
  startSigner(ledger, 0);
  expect(interval).not.toHaveBeenCalled();
});
