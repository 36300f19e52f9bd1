// Runs the shell blocks of the pages as a reader pastes them: those of a page in one shell, in
// order, with the helpers of the README and the objects of its first steps. Each page has its own
// developer. No command may fail, and no answer may be a problem.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../bank/config/settings.ts';
import { openAccounts, openTestBank, register, type TestBank } from '../kit/bank/bank.ts';
import { transferOf } from '../kit/bank/checked-bank.ts';
import { findFolderDatabase, isOnPostgres } from '../kit/bank/postgres.ts';
import { makeJpeg } from '../kit/people/images.ts';
import { createOperator } from '../kit/people/operators.ts';
import {
  BLOCK_TESTS,
  type BlockTest,
  blocksByPage,
  helpers,
  PREVIOUS_PAGE,
  ROOT,
} from './shell-blocks.ts';

const LIMIT_MS = 180_000;
const LINKED = ['scripts', 'models', 'packages', 'node_modules', 'package.json', 'test', 'bank'];

let bank: TestBank;
let folder: string;
beforeAll(async () => {
  const { chain } = readConfig({ KONTOR_CHAIN: 'off' });
  bank = await openTestBank({ chain: { ...chain, checkpointEveryMs: 200 } });
  folder = mkdtempSync(join(tmpdir(), 'kontor-blocks-'));
  // The lines read from and write to the folder: their inputs are linked there, and their output is
  // deleted with the test.
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name));
  symlinkSync(bank.dataDir, join(folder, 'data'));
  writeFileSync(join(folder, 'passport.jpg'), await makeJpeg());
}, 120_000);
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the results of the README's steps as variables. */
async function readmeVariables(page: string): Promise<string[]> {
  const { key, developerId } = await register(bank);
  // A page may replace its key.
  const staff = await createOperator(bank, ['admin']);
  const { customerId, accountIds } = await openAccounts(bank, key, [50_000, 50_000]);
  const [main = '', savings = ''] = accountIds;
  const { body: transfer } = await bank.call('/v1/transactions', {
    key,
    body: transferOf(main, savings, 2_500),
  });
  const home = join(folder, page.replaceAll(/\W/g, '-'));
  mkdirSync(home, { recursive: true });
  const known = {
    ...{ API: bank.url, KEY: key, CUSTOMER: customerId, MAIN: main, SAVINGS: savings },
    TRANSFER: String(transfer.id),
    ...{ OP: staff.key, DEVELOPER: developerId },
    ...{ XDG_CONFIG_HOME: home, KONTOR_URL: bank.url, KONTOR_DATA_DIR: bank.dataDir },
    KONTOR_DATABASE_URL: (await findFolderDatabase(bank.dataDir)) ?? '',
  };
  const lines = Object.entries(known).map(([name, value]) => `export ${name}='${value}'`);
  return [helpers(), ...lines];
}

function paste(lines: readonly string[]) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const script = ['set -e -o pipefail', ...lines].join('\n');
    const environment = Object.entries(process.env).filter(
      ([name]) => !/^(KONTOR_|npm_)/.test(name),
    );
    const options = {
      cwd: folder,
      env: Object.fromEntries(environment),
      timeout: LIMIT_MS - 10_000,
    };
    execFile('bash', ['-c', script], options, (error, stdout, err) => {
      resolve({ code: error?.code ?? error?.signal ?? 0, output: `${stdout}\n${err}` });
    });
  });
}

/** A problem in the output of curl, or in the output of `field` for an answer without the field. */
const PROBLEM = /"code":"\w+","requestId"|code: '\w+',\s+requestId/;

const isPasted = (fate: BlockTest | undefined) =>
  fate === 'runs' || (fate === 'runs on files' && !isOnPostgres);

function pastedBlocks(page: string): string[] {
  const fates = BLOCK_TESTS[page] ?? [];
  return (blocksByPage().get(page) ?? []).filter((_, index) => isPasted(fates[index]));
}

const pages = Object.entries(BLOCK_TESTS).filter(([, fates]) => fates.some(isPasted));
it.each(pages)(
  'the shell lines of %s work as printed',
  async (page) => {
    const previous = PREVIOUS_PAGE[page];
    const blocks = [...(previous ? pastedBlocks(previous) : []), ...pastedBlocks(page)];
    const localBlocks = blocks.map((lines) => lines.replaceAll('http://127.0.0.1:8080', bank.url));
    const { code, output } = await paste([...(await readmeVariables(page)), ...localBlocks]);
    expect(code, output).toBe(0);
    expect(output).not.toMatch(PROBLEM);
  },
  LIMIT_MS,
);
