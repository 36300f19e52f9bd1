// npm run move:bank: copies the bank in the data directory into the database of KONTOR_DATABASE_URL
// and compares every row. The bank has to be stopped. A run that was killed is continued by the
// next run.

import { failPointOf } from '../bank/fail-point.ts';
import { readConfig } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { lockMoves } from '../db/moves/lock.ts';
import { BankStays, moveBank } from '../db/postgres/bank-move.ts';

const EX_USAGE = 64;
const EX_TEMPFAIL = 75;
const line = (text: string) => void process.stdout.write(`${text}\n`);

function endWith(code: number, text: string): never {
  process.stderr.write(`kontor: ${text}\n`);
  process.exit(code);
}

try {
  const { dataDir, databaseUrl: url, failPoint: spec } = readConfig();
  if (url === null) {
    endWith(EX_USAGE, 'KONTOR_DATABASE_URL is not set: it says where the bank is to go');
  }
  const unlock = lockMoves(dataDir);
  if (!unlock) endWith(EX_TEMPFAIL, 'another move, or a backup, is under way: one at a time');
  await moveBank({ dataDir, url, report: line, failPoint: failPointOf(spec) });
  unlock();
  line('the bank is in PostgreSQL: npm run verify reads it there, and each start needs');
  line('KONTOR_DATABASE_URL from now on');
  process.exit(0);
} catch (error) {
  if (error instanceof BankStays) endWith(1, error.message);
  if (error instanceof ConfigError) endWith(EX_USAGE, error.message);
  throw error;
}
