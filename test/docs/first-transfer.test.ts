// Runs the lines of docs/start/first-transfer.md and of the pages of the clients as a reader pastes
// them.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, openTestBank, register, type TestBank } from '../kit/bank/bank.ts';
import { whyNoPython } from '../kit/outside/python.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GUIDE = 'docs/start/first-transfer.md';
const run = promisify(execFile);
const LIMIT_MS = 60_000;

let bank: TestBank;
let folder: string;
let env: NodeJS.ProcessEnv;
let accountIds: string[];
beforeAll(async () => {
  // The folder is inside the repository, so that programs find the client's packages.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache', 'first-transfer-'));
  bank = await openTestBank();
  const { key } = await register(bank);
  const bankAndKey = { API: bank.url, KONTOR_URL: bank.url, KONTOR_KEY: key };
  env = { ...process.env, ...bankAndKey, NODE_NO_WARNINGS: '1' };
  ({ accountIds } = await openAccounts(bank, key, [10_000, 0]));
}, LIMIT_MS);
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

function blocksOf(language: string, page = GUIDE): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const matches = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return [...matches].map(([, lines = '']) => lines);
}

async function linesOf(program: string, input: readonly string[]): Promise<string[]> {
  const { stdout } = await run(program, [...input], { env, cwd: folder, timeout: LIMIT_MS });
  return stdout.trim().split('\n');
}

it('the documented first transfer works in curl', { timeout: LIMIT_MS }, async () => {
  const script = blocksOf('sh')
    .join('\n')
    .replace(/^export API=.*$/m, '');
  expect(await linesOf('bash', ['-euc', script])).toEqual(['posted', 'posted', '7500']);
});

it('the documented first transfer works in TypeScript', { timeout: LIMIT_MS }, async () => {
  const file = join(folder, 'first-transfer.ts');
  writeFileSync(file, blocksOf('ts').join('\n'));
  const lines = await linesOf(process.execPath, [file]);
  expect(lines).toEqual(['posted', '7500', 'account_not_found']);
});

it('the documented first transfer works in Python', { timeout: LIMIT_MS }, async (context) => {
  const reason = await whyNoPython([3, 0]);
  if (reason !== null) {
    process.stderr.write(`NOT RUN: the Python of the guide, because ${reason}\n`);
    return context.skip(reason);
  }
  const file = join(folder, 'first_transfer.py');
  writeFileSync(file, blocksOf('python').join('\n'));
  expect(await linesOf('python3', [file])).toEqual(['posted', '7500', 'account_not_found']);
});

/** Returns the first lines of a client's page, with existing accounts. */
function linesOfClient(language: string, page: string): string {
  const [from = '', to = ''] = accountIds;
  return blocksOf(language, page).join('\n').replace('acc_from', from).replace('acc_to', to);
}

it('the first transfer works with the TypeScript client', { timeout: LIMIT_MS }, async () => {
  const file = join(folder, 'client.ts');
  writeFileSync(file, linesOfClient('ts', 'packages/client/README.md'));
  const lines = await linesOf(process.execPath, [file]);
  expect(lines).toEqual(expect.arrayContaining(['posted', ...accountIds]));
  expect(lines.at(-1)).toMatch(/^account_not_found req_/);
});
