// npm run move -- --developer dev_… --to sandbox-3: a developer goes to another ledger with all
// rows, while the bank works. With --at-reset a sandbox goes with its next reset, without rows.
// What an earlier run has left undone is taken back or finished first. An address of PostgreSQL as
// --to means the ledger that lies there (decision 188).

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { plainAddress } from '../config/database-address.ts';
import { type Config, readConfig } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { ledgerOfName } from '../db/ledgers.ts';
import { lockMoves } from '../db/moves/lock.ts';
import { PlaceUnknown } from '../db/moves/move.ts';
import { NotTakenBack } from '../db/moves/unfinished.ts';
import { DatabaseUnnamed } from '../db/postgres/databases.ts';
import { BankElsewhere } from '../db/postgres/home.ts';
import { JointRefused, JointTaken } from '../db/postgres/joint.ts';
import type { EnvironmentName } from '../db/transactions/port.ts';
import { moveWithNextReset } from './move/at-reset.ts';
import { moveBetweenPlaces } from './move/between-places.ts';
import { moveBetweenSchemas } from './move/between-schemas.ts';
import { type LedgerAt, ledgerAt, NoSuchPlace } from './move/ledger-at.ts';
import { NotReady, type Order, type Result } from './move/order.ts';
import { Unreachable } from './move/sides.ts';

const EX_USAGE = 64;
const EX_TEMPFAIL = 75;
const SAID: Readonly<Record<Extract<Result, string>, string>> = {
  with_next_reset: 'goes there with the next reset of its sandbox (POST /v1/sandbox/reset)',
  is_there: 'is there',
  unknown: 'no developer has this id',
};
const USAGE =
  'npm run move -- --developer dev_… --to sandbox-3 [--at-reset | --most-rows 70000]\n' +
  'npm run move -- --developer dev_… --to postgres://… [--environment sandbox | production]';
const TRY_AGAIN = [Unreachable, NotTakenBack, PlaceUnknown];
const ONE_AT_A_TIME = 'another move, or a backup, is under way: one at a time';

function endWith(code: number, line: string): never {
  process.stderr.write(`kontor: ${line}\n`);
  process.exit(code);
}

/** What is asked for, before it is known which ledger an address means. */
interface Asked extends Omit<Order, 'environment' | 'ledger'> {
  readonly isAtReset: boolean;
  readonly environment: EnvironmentName | null;
}

/** Reads the options. An address is never repeated as it was given: it may have a password. */
function readOrder(): Asked {
  const options = {
    developer: { type: 'string' },
    to: { type: 'string' },
    environment: { type: 'string' },
    'at-reset': { type: 'boolean' },
    'most-rows': { type: 'string' },
  } as const;
  const { developer, to, 'at-reset': isAtReset = false, ...rest } = readOptions(options);
  if (developer === undefined || to === undefined) return endWith(EX_USAGE, USAGE);
  const mostRows = rest['most-rows'] === undefined ? undefined : Number(rest['most-rows']);
  if (mostRows !== undefined && !(Number.isSafeInteger(mostRows) && mostRows > 0)) {
    return endWith(EX_USAGE, `--most-rows is "${rest['most-rows']}": expected a number of rows`);
  }
  const environments = ['sandbox', 'production'] as const;
  const wanted = rest.environment ?? (isAtReset ? 'sandbox' : null);
  const environment = environments.find((one) => one === wanted) ?? null;
  if (environment === null && wanted !== null) {
    return endWith(EX_USAGE, `--environment is "${wanted}": expected ${environments.join(' or ')}`);
  }
  // From here on the password is gone.
  const plain = to.includes(':') ? plainAddress(to) : to;
  if (plain === null) {
    return endWith(EX_USAGE, '--to is no address: expected postgres://user@host:port/database');
  }
  const common = { developerId: developer, isAtReset, mostRows, environment };
  return { ...common, to: plain, actor: 'npm run move' };
}

type Goal = Omit<LedgerAt, 'reason'>;

/** The ledger to go to; null: there is no such developer. */
async function goalOf(config: Config, order: Asked): Promise<Goal | null> {
  const { to } = order;
  if (!to.includes(':')) return namedLedger(to, config.ledgers);
  const found = await ledgerAt(config, { ...order, address: to });
  if (found?.reason) line(`${order.developerId}, ${to}: ${found.reason}`);
  return found;
}

function namedLedger(to: string, ledgers: number): Goal {
  const place = ledgerOfName(to);
  if (place === null) return endWith(EX_USAGE, `--to is "${to}": expected sandbox, sandbox-2, …`);
  if (place.ledger > ledgers) {
    return endWith(EX_USAGE, `--to is "${to}": the bank has ${ledgers} (KONTOR_LEDGERS)`);
  }
  return { to, ...place };
}

/** The order as it is carried out; null: there is no such developer. */
async function orderOf(config: Config, from: Asked): Promise<(Order & Asked) | null> {
  const goal = await goalOf(config, from);
  if (goal === null) return null;
  if (from.environment !== null && from.environment !== goal.environment) {
    const why = from.isAtReset ? '--at-reset is for sandboxes: production is never reset' : null;
    return endWith(EX_USAGE, why ?? `${goal.to} is a ledger of ${goal.environment}`);
  }
  return { ...from, ...goal };
}

function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const said = (error as Error).message.replace(/\/\/[^@\s]*@/, '//…@');
    return endWith(EX_USAGE, `${said}\n${USAGE}`);
  }
}

const line = (text: string) => void process.stdout.write(`${text}\n`);

function say(order: Pick<Order, 'developerId' | 'to'>, moved: Result): number {
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
  const wanted = readOrder();
  const unlock = lockMoves(config.dataDir);
  if (!unlock) endWith(EX_TEMPFAIL, ONE_AT_A_TIME);
  const order = await orderOf(config, wanted);
  if (order === null) process.exit(say(wanted, 'unknown'));
  const { databaseUrl } = config;
  const isInOne = databaseUrl !== null && Object.keys(config.databases).length === 0;
  const onSettle = (what: string) => line(`${order.developerId}: an unfinished move was ${what}`);
  const moved = order.isAtReset
    ? await moveWithNextReset(config, order)
    : isInOne
      ? await moveBetweenSchemas({ ...config, databaseUrl }, order, onSettle)
      : await moveBetweenPlaces(config, order, onSettle);
  unlock();
  process.exit(say(order, moved));
} catch (error) {
  if (error instanceof JointTaken) endWith(EX_TEMPFAIL, ONE_AT_A_TIME);
  if (TRY_AGAIN.some((kind) => error instanceof kind))
    endWith(EX_TEMPFAIL, (error as Error).message);
  const isSaid = [
    ConfigError,
    BankElsewhere,
    DatabaseUnnamed,
    NotReady,
    NoSuchPlace,
    JointRefused,
  ].some((kind) => error instanceof kind);
  if (!isSaid) throw error;
  endWith(EX_USAGE, (error as Error).message);
}
