// The bank process: reads the configuration, opens the bank, prints its addresses, and closes it on
// a signal or when its supervisor ends.

import { resolve } from 'node:path';
import pino from 'pino';
import { WrongBank } from '../db/kernel/bank-name.ts';
import { DatabaseDamaged } from '../db/kernel/damage.ts';
import { OtherVersion } from '../db/kernel/migrations.ts';
import { SealError } from '../db/kernel/seal.ts';
import { ServerUnavailable } from '../db/postgres/identity.ts';
import { WrongBankLocation } from '../db/postgres/storage-place.ts';
import { type Config, readConfig } from './config/settings.ts';
import { ConfigError } from './config/values.ts';
import { showFirstCredentials } from './first-key.ts';
import { type Bank, openBank } from './open.ts';
import { WriterReplaced } from './opening/writer.ts';
import { createTerminalLog } from './terminal-log.ts';

/** Exit code of an error that a restart does not resolve, such as a wrong configuration. */
const EX_CONFIG = 78;
const FATAL_ERRORS = [
  ...[ConfigError, SealError, DatabaseDamaged, OtherVersion, WrongBankLocation, WrongBank],
];
/** Milliseconds, in addition to draining, after which a hanging shutdown is ended. */
const FORCE_MS = 14_000;

/** Files that the bank writes are readable by its own user only. */
const OWNER_ONLY = 0o077;

async function main(): Promise<void> {
  process.umask(OWNER_ONLY);
  const config = readConfig();
  const start = { isOver: false };
  const log = logOf(config, () => !start.isOver && process.send !== undefined);
  const bank = await openBank(config, log, (share) => process.send?.({ started: share }));
  if (config.role !== 'training' && bank.role.role() === 'writer') {
    showFirstCredentials(resolve(config.dataDir), bank.firstAdmins, banner());
  }
  let closing = false;
  const close = (reason: string, code: number) => {
    if (closing) process.exit(code || 1);
    closing = true;
    log.info({ why: reason }, 'closing');
    setTimeout(() => process.exit(1), config.drainSeconds * 1_000 + FORCE_MS).unref();
    bank.close().then(
      () => process.exit(code),
      (error) => {
        log.error({ err: error }, 'closing the bank failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => close('SIGTERM', 0));
  process.on('SIGINT', () => close('SIGINT', 0));
  process.on('disconnect', () => close('the supervisor is gone', 0));
  bank.broken.catch((error) => {
    // Closing before Temporal was reached rejects too, which is not an error.
    if (closing) return;
    const isReplaced = error instanceof WriterReplaced;
    const reason = isReplaced
      ? 'another process is the writer of the bank'
      : 'a Temporal worker ended with an error';
    log.error({ err: error }, reason);
    close(reason, 1);
  });
  await bank.ready;
  log.info(addresses(bank, config), 'ready');
  start.isOver = true;
}

/** The log: JSON, or readable lines on a terminal. */
function logOf(config: Config, isStarting: () => boolean) {
  const options = { name: 'kontor', level: config.logLevel };
  const lines = createTerminalLog(process.stdout, { noColour: config.noColour, isStarting });
  return lines ? pino(options, lines) : pino(options);
}

/** The output for the banner: the supervisor shows it, or standard output without a supervisor. */
function banner() {
  const { stdout } = process;
  const write = (text: string) =>
    process.send ? process.send({ banner: text }) : stdout.write(text);
  return { isTTY: stdout.isTTY === true, write };
}

function addresses(bank: Bank, { host, adminHost }: Config) {
  const api = `http://${host}:${bank.port}`;
  return {
    ...(bank.port === null ? {} : { api, docs: `${api}/docs` }),
    admin: `http://${adminHost}:${bank.adminPort}`,
  };
}

main().catch((error: unknown) => {
  if (FATAL_ERRORS.some((kind) => error instanceof kind)) {
    process.stderr.write(`kontor: ${(error as Error).message}\n`);
    process.exit(EX_CONFIG);
  }
  if (error instanceof ServerUnavailable) {
    process.stderr.write(`kontor: the database server cannot be used: ${error.message}\n`);
    process.exit(1);
  }
  process.stderr.write(`kontor: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
