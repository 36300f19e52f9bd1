// npm run move -- --developer dev_… --to sandbox-3: a developer goes to another ledger with all
// rows, while the bank works. With --at-reset a sandbox goes with its next reset, without rows.
// What an earlier run has left undone is taken back or finished first.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readConfig } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { ledgerOfName } from '../db/ledgers.ts';
import { lockMoves } from '../db/moves/lock.ts';
import { PlaceUnknown } from '../db/moves/move.ts';
import { NotTakenBack } from '../db/moves/unfinished.ts';
import { DatabaseUnnamed } from '../db/postgres/databases.ts';
import { JointRefused, JointTaken } from '../db/postgres/joint.ts';
import { moveWithNextReset } from './move/at-reset.ts';
import { moveBetweenPlaces } from './move/between-places.ts';
import { moveBetweenSchemas } from './move/between-schemas.ts';
import { NotReady, type Order, type Result } from './move/order.ts';
import { Unreachable } from './move/sides.ts';

const EX_USAGE = 64;
const EX_TEMPFAIL = 75;
const SAID: Readonly<Record<Extract<Result, string>, string>> = {
  with_next_reset: 'goes there with the next reset of its sandbox (POST /v1/sandbox/reset)',
  is_there: 'is there',
  unknown: 'no developer has this id',
};
const USAGE = 'npm run move -- --developer dev_… --to sandbox-3 [--at-reset | --most-rows 70000]';
const TRY_AGAIN = [Unreachable, NotTakenBack, PlaceUnknown];
const ONE_AT_A_TIME = 'another move, or a backup, is under way: one at a time';

function ended(code: number, line: string): never {
  process.stderr.write(`kontor: ${line}\n`);
  process.exit(code);
}

interface Asked extends Order {
  readonly isAtReset: boolean;
}

function orderOf(ledgers: number): Asked {
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
    const message =
      'name a ledger: KONTOR_DATABASES and KONTOR_LEDGER_PLACES say at which address it lies';
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
  return { developerId: developer, to, isAtReset, mostRows, actor: 'npm run move', ...place };
}

function given<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return ended(EX_USAGE, `${(error as Error).message}\n${USAGE}`);
  }
}

const line = (text: string) => void process.stdout.write(`${text}\n`);

function say(order: Order, moved: Result): number {
  const about = `${order.developerId}, ${order.to}: `;
  if (typeof moved === 'string') {
    line(about + SAID[moved]);
    return moved === 'unknown' ? 1 : 0;
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
  if (!unlock) ended(EX_TEMPFAIL, ONE_AT_A_TIME);
  const { databaseUrl } = config;
  const isInOne = databaseUrl !== null && Object.keys(config.databases).length === 0;
  const settled = (what: string) => line(`${order.developerId}: an unfinished move was ${what}`);
  const moved = order.isAtReset
    ? await moveWithNextReset(config, order)
    : isInOne
      ? await moveBetweenSchemas({ ...config, databaseUrl }, order, settled)
      : await moveBetweenPlaces(config, order, settled);
  unlock();
  process.exit(say(order, moved));
} catch (error) {
  if (error instanceof JointTaken) ended(EX_TEMPFAIL, ONE_AT_A_TIME);
  if (TRY_AGAIN.some((kind) => error instanceof kind)) ended(EX_TEMPFAIL, (error as Error).message);
  const isSaid = [ConfigError, DatabaseUnnamed, NotReady, JointRefused].some(
    (kind) => error instanceof kind,
  );
  if (!isSaid) throw error;
  ended(EX_USAGE, (error as Error).message);
}
