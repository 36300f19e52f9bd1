// The tour's examples of requests in plain language match the bank's answers: its lines run in one
// shell, and their output equals the text below them.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBank, register, type TestBank } from '../kit/bank/bank.ts';

const pageOf = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const README = pageOf('README.md');
const TOUR = pageOf('docs/start/tour.md');
const LIMIT_MS = 120_000;

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
}, 60_000);
afterAll(() => bank.close());

function blocksOf(page: string, title: string, kind: string): string[] {
  const section = page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const fence = new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\``, 'gms');
  return [...section.matchAll(fence)].map(([, lines = '']) => lines);
}

function paste(lines: readonly string[]) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const env = { ...process.env, NO_COLOR: '1' };
    const script = ['set -e', ...lines].join('\n');
    execFile('bash', ['-c', script], { env, timeout: LIMIT_MS - 10_000 }, (error, stdout, err) => {
      resolve({ code: error?.code ?? error?.signal ?? 0, output: `${stdout}${err}` });
    });
  });
}

/** Removes dates, because the page has the day on which it was written. */
const removeDates = (text: string) =>
  text
    .replace(/\b\d{1,2} [A-Z][a-z]+ 20\d\d\b/g, 'DAY')
    .replace(/\b[A-Z][a-z]+ 20\d\d\b/g, 'MONTH');

it(
  'the tour shows real answers to requests in plain language',
  async () => {
    const first = blocksOf(README, 'The first transfer', 'sh').filter((lines) => {
      // The shell of the test has its own address and key.
      return !lines.includes('developer/register');
    });
    const lines = blocksOf(TOUR, 'Ask it in plain language', 'sh');
    const [block = ''] = blocksOf(TOUR, 'Ask it in plain language', 'text');
    const { key } = await register(bank);
    const prelude = `API=${bank.url}; KEY=${key}; echo BEGIN`;
    const helpers = first[0]?.replace(/^API=.*$/m, '') ?? '';
    const { code, output } = await paste([
      helpers,
      prelude,
      ...first.slice(1),
      'echo BEGIN',
      ...lines,
    ]);
    expect(code, output).toBe(0);
    const text = output.split('BEGIN\n').at(-1) ?? '';
    expect(removeDates(text), text).toBe(removeDates(block));
  },
  LIMIT_MS,
);
