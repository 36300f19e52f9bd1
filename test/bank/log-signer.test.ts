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

async function growLedger() {
  const { ledger } = await openFilledLedger();
  onTestFinished(() => ledger.close());
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const people = ledger;
  const teller = tellerOf({ store: ledger, people, balance: async () => null, execute });
  const growLog = () => teller.account({ funds: 5 });
  await growLog();
  return { ledger, grow: growLog };
}

function startSigner(
  ledger: Awaited<ReturnType<typeof growLedger>>['ledger'],
  everyMs = 20,
  leaves = 1_000,
) {
  const log = pino({ level: 'silent' });
  const complaints = vi.spyOn(log, 'error');
  const signer = startLogSigner({ ledger, log, everyMs, leaves });
  onTestFinished(() => signer.stop());
  return complaints;
}

test('a log that grew is signed, and signed again after more growth', async () => {
  const { ledger, grow } = await growLedger();
  expect(await countUnsignedLeaves(ledger)).toBe(1);
  startSigner(ledger);
  await vi.waitUntil(async () => (await countUnsignedLeaves(ledger)) === 0, WAIT);
  await grow();
  await vi.waitUntil(async () => (await countUnsignedLeaves(ledger)) === 0, WAIT);
});

test('a log that did not grow is not signed again', async () => {
  const { ledger } = await growLedger();
  await ledger.run(signCheckpoint, null);
  const sign = vi.spyOn(ledger, 'run');
  const look = vi.spyOn(logReader(ledger.database), 'newest');
  startSigner(ledger);
  await vi.waitUntil(() => look.mock.calls.length > 3, WAIT);
  expect(sign).not.toHaveBeenCalled();
});

test('a log that cannot be signed is reported once, and signed after the repair', async () => {
  const { ledger } = await growLedger();
  const sign = vi.spyOn(ledger, 'run').mockRejectedValue(new Error('no'));
  const complaints = startSigner(ledger);
  await vi.waitUntil(() => sign.mock.calls.length > 3, WAIT);
  expect(complaints).toHaveBeenCalledTimes(1);
  sign.mockRestore();
  await vi.waitUntil(async () => (await countUnsignedLeaves(ledger)) === 0, WAIT);
});

test('a burst of leaves closes its batch by number, long before the batch time', async () => {
  const { ledger, grow } = await growLedger();
  startSigner(ledger, 3_600_000, 3);
  await grow();
  await grow();
  expect(await countUnsignedLeaves(ledger)).toBe(3);
  await grow();
  await vi.waitUntil(async () => (await countUnsignedLeaves(ledger)) === 0, WAIT);
  await grow();
  expect(await countUnsignedLeaves(ledger)).toBe(1);
});

test('nothing is signed when signing is switched off', async () => {
  const { ledger } = await growLedger();
  const interval = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => interval.mockRestore());
  startSigner(ledger, 0);
  expect(interval).not.toHaveBeenCalled();
});
