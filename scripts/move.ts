// npm run move -- --developer dev_… --to sandbox-3: a developer goes to another ledger with all
// rows, while the bank works. With --at-reset a sandbox goes with its next reset, without rows.
// What an earlier run has left undone is taken back or finished first. With KONTOR_DATABASE_URL
// rows are not carried: the sandbox goes with its next reset, production before it has any.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { failPointOf } from '../bank/fail-point.ts';
import { type Config, readConfig } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { tenantOf } from '../db/kernel/tenant.ts';
import { ledgerName, ledgerOfName } from '../db/ledgers.ts';
import { lockMoves } from '../db/moves/lock.ts';
import {
  type LedgerFile,
  moveTenant,
  settleMoves,
  type TenantMoved,
  takesMoves,
} from '../db/moves/move.ts';
import { hasRowsOf } from '../db/oversight/tenant-rows.ts';
import { placedIn } from '../db/platform/placement.ts';
import { databasesOf } from '../db/postgres/databases.ts';
import type { Moved, MoveOrder } from '../identity/placement.ts';
import { openPlatform, type Platform } from '../identity/platform.ts';

const EX_USAGE = 64;
const EX_TEMPFAIL = 75;
const SAID: Readonly<Record<Moved, string>> = {
  moved: 'placed there',
  with_next_reset: 'goes there with the next reset of its sandbox (POST /v1/sandbox/reset)',
  is_there: 'is there',
  unknown: 'no developer has this id',
  not_built:
    'not_built: on PostgreSQL rows are not carried, and production has rows or is approved',
};
const ACTOR = 'npm run move';
const USAGE = 'npm run move -- --developer dev_… --to sandbox-3 [--at-reset | --most-rows 70000]';

function ended(code: number, line: string): never {
  process.stderr.write(`kontor: ${line}\n`);
  process.exit(code);
}

interface Order extends Omit<MoveOrder, 'actor'> {
  readonly to: string;
  readonly isAtReset: boolean;
  readonly mostRows: number | undefined;
}

function orderOf(ledgers: number): Order {
  const options = {
    developer: { type: 'string' },
    to: { type: 'string' },
    'at-reset': { type: 'boolean' },
    'most-rows': { type: 'string' },
  } as const;
  const { developer, to, 'at-reset': isAtReset = false, ...rest } = given(options);
  if (developer === undefined || to === undefined) return ended(EX_USAGE, USAGE);
  const mostRows = rest['most-rows'] === undefined ? undefined : Number(rest['most-rows']);
  if (mostRows !== undefined && !(Number.isSafeInteger(mostRows) && mostRows > 0)) {
    return ended(EX_USAGE, `--most-rows is "${rest['most-rows']}": expected a number of rows`);
  }
  if (/^postgres(ql)?:/.test(to)) {
    const message = 'a ledger is named: the database of all of them is KONTOR_DATABASE_URL';
    return ended(EX_USAGE, `not_built: --to takes no address; ${message}`);
  }
  const place = ledgerOfName(to);
  if (place === null) return ended(EX_USAGE, `--to is "${to}": expected sandbox, sandbox-2, …`);
  if (place.ledger > ledgers) {
    return ended(EX_USAGE, `--to is "${to}": the bank has ${ledgers} (KONTOR_LEDGERS)`);
  }
  if (isAtReset && place.environment !== 'sandbox') {
    return ended(EX_USAGE, '--at-reset is for sandboxes: production is never reset');
  }
  return { developerId: developer, to, isAtReset, mostRows, ...place };
}

function given<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return ended(EX_USAGE, `${(error as Error).message}\n${USAGE}`);
  }
}

/** Without rows: production only while its ledger has nothing of the developer, also at the end. */
async function moveEmpty(platform: Platform, config: Config, order: Order): Promise<Moved> {
  const { developerId, environment, ledger } = order;
  const ask = (to: number) => {
    return platform.moveDeveloper({ developerId, environment, ledger: to, actor: ACTOR });
  };
  if (environment === 'sandbox') return ask(ledger);
  const developer = await platform.findDeveloper(developerId);
  if (developer === null) return 'unknown';
  const before = developer.productionLedger;
  const place = { ...config, ledger: ledgerName(environment, before) };
  if (await hasRowsOf(place, developerId)) return before === ledger ? 'is_there' : 'not_built';
  const moved = await ask(ledger);
  if (moved !== 'moved' || !(await hasRowsOf(place, developerId))) return moved;
  await ask(before);
  return 'not_built';
}

/** With all rows: from one file to another. */
async function moveRows(
  platform: Platform,
  config: Config,
  order: Order,
): Promise<TenantMoved | Moved> {
  const { developerId, environment, ledger } = order;
  const developer = await platform.findDeveloper(developerId);
  if (developer === null) return 'unknown';
  const from = placedIn(environment, developer).ledger;
  const tenantId = tenantOf(developerId, environment, developer.sandboxEpoch);
  const fileOf = (number: number): LedgerFile => {
    const name = ledgerName(environment, number);
    return { name, file: join(resolve(config.dataDir), `${name}.db`) };
  };
  const all = Array.from({ length: config.ledgers }, (_, at) => fileOf(at + 1));
  for (const { name, file } of all) {
    if (existsSync(file) && takesMoves(file)) continue;
    const start = 'start every process of the bank with this version and KONTOR_LEDGERS once';
    ended(EX_USAGE, `${name} is not there, or of an earlier version: ${start}`);
  }
  const settled = settleMoves(all, developerId, fileOf(from).name);
  if (settled !== null) {
    const what = settled === 'finished' ? 'finished' : 'taken back';
    process.stdout.write(`${developerId}: an unfinished move was ${what}\n`);
  }
  if (from === ledger) return 'is_there';
  const { sandboxEpoch: epoch } = developer;
  return moveTenant({
    tenantId,
    environment,
    from: fileOf(from),
    to: fileOf(ledger),
    place: async () => {
      try {
        return await platform.placeDeveloper({ ...order, from, epoch, actor: ACTOR });
      } catch (error) {
        // Whatever went wrong after its commit: what stands there counts.
        const now = await platform.findDeveloper(developerId);
        if (now !== null && placedIn(environment, now).ledger === ledger) return true;
        throw error;
      }
    },
    passed: failPointOf(config.failPoint),
    ...(order.mostRows === undefined ? {} : { mostRows: order.mostRows }),
  });
}

function say(order: Order, moved: TenantMoved | Moved): number {
  const about = `${order.developerId}, ${order.to}: `;
  const line = (text: string) => process.stdout.write(`${text}\n`);
  if (typeof moved === 'string') {
    line(about + SAID[moved]);
    return moved === 'unknown' || moved === 'not_built' ? 1 : 0;
  }
  if (moved.kind === 'moved') {
    line(`${about}is there with ${moved.rows} rows; writes paused for ${moved.pausedMs} ms`);
    return 0;
  }
  if (moved.kind === 'changed') {
    line(`${about}stays: its sandbox was reset, or it was moved, at the same moment`);
    return 1;
  }
  line(`${about}stays, nothing has changed. In the way:`);
  for (const { what, count, examples, remedy } of moved.open) {
    const which = examples.length === 0 ? '' : `: ${examples.join(', ')}`;
    line(`  ${count} ${what}${which} (${remedy})`);
  }
  return 1;
}

try {
  const config = readConfig();
  const order = orderOf(config.ledgers);
  const unlock = lockMoves(config.dataDir);
  if (!unlock) ended(EX_TEMPFAIL, 'another move, or a backup, is under way: one at a time');
  const databases = databasesOf(config);
  const platform = await databases.open('platform', ({ file, database }) =>
    openPlatform(database ?? file),
  );
  const isCarried = config.databaseUrl === null && !order.isAtReset;
  const moved = isCarried
    ? await moveRows(platform, config, order)
    : await moveEmpty(platform, config, order);
  platform.close();
  await databases.close();
  unlock();
  process.exit(say(order, moved));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  ended(EX_USAGE, error.message);
}
