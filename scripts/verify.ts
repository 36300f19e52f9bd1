// npm run verify: proves that the books in the data directory balance. Reads only; the bank may be
// running. Exit code 1 when anything is violated, 78 when a file is damaged.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { readConfig } from '../config/settings.ts';
import { checkInvariants, type Verdict } from '../db/invariants.ts';
import { asDamaged, DatabaseDamaged, requireWhole } from '../db/kernel/damage.ts';

/** As the bank itself ends when its files cannot be used. */
const EX_CONFIG = 78;
const say = (line: string) => process.stdout.write(`${line}\n`);

function verify(file: string): Verdict {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    requireWhole(db, file, Number.POSITIVE_INFINITY);
    return checkInvariants(db, Date.now());
  } catch (error) {
    throw asDamaged(error, file);
  } finally {
    db.close();
  }
}

/** Nothing that is read from a broken file proves anything. */
function verifyOrEnd(file: string): Verdict {
  try {
    return verify(file);
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error;
    process.stderr.write(`kontor: ${error.message}\n`);
    process.exit(EX_CONFIG);
  }
}

const dataDir = resolve(process.argv[2] ?? readConfig().dataDir);
let violations = 0;
let ledgers = 0;
for (const environment of ['sandbox', 'production']) {
  const file = join(dataDir, `${environment}.db`);
  if (!existsSync(file)) continue;
  ledgers += 1;
  const verdict = verifyOrEnd(file);
  say(`${environment}: ${verdict.transactions} transactions, ${verdict.entries} entries`);
  for (const check of verdict.checks) {
    violations += check.violations;
    say(`  ${check.violations === 0 ? 'holds   ' : 'VIOLATED'} ${check.guarantee}`);
    for (const example of check.examples) say(`           ${JSON.stringify(example)}`);
  }
  say(`  checked in ${verdict.durationMs} ms`);
}
if (ledgers === 0) say(`no ledger in ${dataDir}: start the bank once`);
else say(violations === 0 ? 'the books balance' : `${violations} violations`);
process.exit(violations === 0 && ledgers > 0 ? 0 : 1);
