// A bank of an earlier version may have further ledgers. This version opens one ledger for each
// environment, and refuses such a bank before it writes anything.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/kernel/connect.ts';
import { openTestBank, register } from '../kit/bank/bank.ts';
import { skipsOnPostgres } from '../kit/bank/postgres.ts';

test.skipIf(skipsOnPostgres('a bank with further ledgers in its folder'))(
  'a bank whose developers are in a further ledger is refused with an error that names the ledger',
  async () => {
    const first = await openTestBank();
    const { dataDir } = first;
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { developerId } = await register(first);
    await first.bank.close();
    const platform = openDatabase(join(dataDir, 'platform.db'), 'platform');
    platform.raw.prepare('UPDATE developers SET sandbox_ledger = 2 WHERE id = ?').run(developerId);
    platform.close();
    await expect(openTestBank({}, dataDir)).rejects.toThrow(
      'this bank has developers in ledger 2: this version opens one ledger of each environment',
    );
  },
);
