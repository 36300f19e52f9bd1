// node scripts/restart-log.ts --ledger sandbox --by NAME --reason "…": restarts the log of a ledger
// at its present size after the database lost signed leaves. The bank may run.

import { parseArgs } from 'node:util';
import { readConfig } from '../bank/config/settings.ts';
import { OtherVersion } from '../db/kernel/migrations.ts';
import { openLedger } from '../db/ledger.ts';
import { ledgerOfName } from '../db/ledgers.ts';
import { restartStoppedLog } from '../db/losses/acts.ts';
import { databasesOf } from '../db/postgres/databases.ts';
import { openPlatform } from '../identity/platform.ts';

const EX_USAGE = 64;
const EX_CONFIG = 78;
const USAGE = 'node scripts/restart-log.ts --ledger sandbox --by NAME --reason "…"';
const text = { type: 'string' } as const;

interface RestartArguments {
  /** Name of the ledger. */
  readonly ledger: string;
  readonly by: string;
  readonly reason: string;
}

function readArguments(): RestartArguments {
  const { ledger, by, reason } = parseArgs({
    options: { ledger: text, by: text, reason: text },
  }).values;
  if (ledger && by && reason && ledgerOfName(ledger)) return { ledger, by, reason };
  process.stderr.write(`kontor: expected ${USAGE}\n`);
  process.exit(EX_USAGE);
}

/** Restarts the log. Returns its size, or null when the log was not stopped. */
async function restartLog({ ledger: name, by, reason }: RestartArguments): Promise<number | null> {
  const databases = databasesOf(readConfig());
  const platform = await databases.open('platform', ({ file, database }) =>
    openPlatform(database ?? file),
  );
  try {
    const knownLedger = platform.ledgerBook.knownLedgers().get(name);
    const ledgerPlace = ledgerOfName(name);
    if (!knownLedger || !ledgerPlace) throw new Error(`the bank has no ledger ${name}`);
    const ledger = await databases.open(
      name,
      // Without subjects, the ledger keeps the tables that it has.
      (place) =>
        openLedger({
          ...{ ...place, environment: ledgerPlace.environment, number: ledgerPlace.ledger },
          subjects: [],
        }),
      { mustExist: true },
    );
    const size = await ledger.run(restartStoppedLog, { by, reason });
    if (size !== null) {
      await platform.record({
        ...{ actor: by, action: 'log.begun_anew', objectId: name },
        environment: ledgerPlace.environment,
        detail: { size, reason },
      });
    }
    ledger.close();
    return size;
  } finally {
    platform.close();
    await databases.close();
  }
}

const order = readArguments();
try {
  const size = await restartLog(order);
  const message =
    size === null
      ? `the log of ${order.ledger} was not stopped: nothing was done`
      : `the log of ${order.ledger} begins anew at size ${size}`;
  process.stdout.write(`${message}\n`);
} catch (error) {
  process.stderr.write(`kontor: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof OtherVersion ? EX_CONFIG : 1;
}
