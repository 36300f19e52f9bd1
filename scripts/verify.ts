// npm run verify: proves that the books in the data directory balance. Reads only; the bank may be
// running. Exit code 1 when anything is violated.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { readConfig } from '../config/settings.ts';
import { checkInvariants, type Verdict } from '../db/invariants.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function verify(file: string): Verdict {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    return checkInvariants(db, Date.now());
  } finally {
    db.close();
  }
}

const dataDir = resolve(process.argv[2] ?? readConfig().dataDir);
let violations = 0;
let ledgers = 0;
for (const environment of ['sandbox', 'production']) {
  const file = join(dataDir, `${environment}.db`);
  if (!existsSync(file)) continue;
  ledgers += 1;
  const verdict = verify(file);
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
