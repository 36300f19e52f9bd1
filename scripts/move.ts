// npm run move -- --developer dev_… --to sandbox-3: places a developer in another ledger; the bank
// may work meanwhile. The sandbox goes with its next reset, production before it is opened. Rows
// are not carried over: where that would have to be done, it says not_built and changes nothing.

import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { ledgerName, ledgerOfName } from '../db/ledgers.ts';
import { hasRowsOf } from '../db/oversight/tenant-rows.ts';
import { databasesOf } from '../db/postgres/databases.ts';
import type { Moved, MoveOrder } from '../identity/placement.ts';
import { openPlatform, type Platform } from '../identity/platform.ts';

const EX_USAGE = 64;
const SAID: Readonly<Record<Moved, string>> = {
  moved: 'placed there',
  with_next_reset: 'goes there with the next reset of its sandbox (POST /v1/sandbox/reset)',
  is_there: 'is there',
  unknown: 'no developer has this id',
  not_built: 'not_built: production is approved or has rows, and carrying rows over is not built',
};
const ACTOR = 'npm run move';
const USAGE = 'npm run move -- --developer dev_… --to sandbox-3';

function ended(code: number, line: string): never {
  process.stderr.write(`kontor: ${line}\n`);
  process.exit(code);
}

type Order = Omit<MoveOrder, 'actor'>;

function orderOf(ledgers: number): Order & { readonly to: string } {
  const options = { developer: { type: 'string' }, to: { type: 'string' } } as const;
  const { developer, to } = parseArgs({ options }).values;
  if (developer === undefined || to === undefined) return ended(EX_USAGE, USAGE);
  if (/^postgres(ql)?:/.test(to)) {
    const message = 'a ledger is named: the database of all of them is KONTOR_DATABASE_URL';
    return ended(EX_USAGE, `not_built: --to takes no address; ${message}`);
  }
  const place = ledgerOfName(to);
  if (place === null) return ended(EX_USAGE, `--to is "${to}": expected sandbox, sandbox-2, …`);
  if (place.ledger > ledgers) {
    return ended(EX_USAGE, `--to is "${to}": the bank has ${ledgers} (KONTOR_LEDGERS)`);
  }
  return { developerId: developer, to, ...place };
}

/** Production only while its ledger has nothing of the developer, also at the end. */
async function move(platform: Platform, config: Config, order: Order): Promise<Moved> {
  const { developerId, environment } = order;
  const ask = (to: number) => {
    return platform.moveDeveloper({ developerId, environment, ledger: to, actor: ACTOR });
  };
  if (environment === 'sandbox') return ask(order.ledger);
  const developer = await platform.findDeveloper(developerId);
  if (developer === null) return 'unknown';
  const before = developer.productionLedger;
  const place = { ...config, ledger: ledgerName(environment, before) };
  if (await hasRowsOf(place, developerId))
    return before === order.ledger ? 'is_there' : 'not_built';
  const moved = await ask(order.ledger);
  if (moved !== 'moved' || !(await hasRowsOf(place, developerId))) return moved;
  await ask(before);
  return 'not_built';
}

try {
  const config = readConfig();
  const { to, ...order } = orderOf(config.ledgers);
  const databases = databasesOf(config);
  const platform = await databases.open('platform', ({ file, database }) =>
    openPlatform(database ?? file),
  );
  const moved = await move(platform, config, order);
  platform.close();
  await databases.close();
  process.stdout.write(`${order.developerId}, ${to}: ${SAID[moved]}\n`);
  process.exit(moved === 'unknown' || moved === 'not_built' ? 1 : 0);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  ended(EX_USAGE, error.message);
}
