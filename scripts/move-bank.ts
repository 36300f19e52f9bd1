// npm run move:bank: copies the bank in the data directory into the database of KONTOR_DATABASE_URL
// and compares every row. The bank has to be stopped. A run that was killed is continued by the
// next run.

import { readConfig } from '../bank/config/settings.ts';
import { ConfigError } from '../bank/config/values.ts';
import { failPointOf } from '../bank/fail-point.ts';
import { lockMoves } from '../db/moves/lock.ts';
import { BankNotMoved, moveBank } from '../db/postgres/bank-move.ts';

const EX_USAGE = 64;
const EX_TEMPFAIL = 75;
const printLine = (text: string) => void process.stdout.write(`${text}\n`);

function exitWith(code: number, text: string): never {
  process.stderr.write(`kontor: ${text}\n`);
  process.exit(code);
}

try {
  const { dataDir, databaseUrl: url, failPoint: spec } = readConfig();
  if (url === null) {
    exitWith(EX_USAGE, 'KONTOR_DATABASE_URL is not set: it names the target database');
  }
  const unlock = lockMoves(dataDir);
  if (!unlock) exitWith(EX_TEMPFAIL, 'another move, or a backup, is under way: one at a time');
  await moveBank({ dataDir, url, report: printLine, failPoint: failPointOf(spec) });
  unlock();
  printLine('The bank is in PostgreSQL, where npm run verify reads it. From now on each start');
  printLine('needs KONTOR_DATABASE_URL.');
  process.exit(0);
} catch (error) {
  if (error instanceof BankNotMoved) exitWith(1, error.message);
  if (error instanceof ConfigError) exitWith(EX_USAGE, error.message);
  throw error;
}
