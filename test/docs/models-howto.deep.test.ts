// Runs the commands of docs/build/models-walkthrough.md in one shell, from the first row to a rollback,
// with the helpers of the README.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, openTestBank, register, type TestBank } from '../kit/bank/bank.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT_MS = 300_000;

let bank: TestBank;
let folder: string;
beforeAll(async () => {
  bank = await openTestBank();
  folder = mkdtempSync(join(tmpdir(), 'kontor-howto-'));
  // The lines read from and write to the folder: their inputs are linked there, and their output is
  // deleted with the test.
  for (const name of ['scripts', 'models', 'node_modules', 'package.json']) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
}, 60_000);
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

const pageOf = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** Returns the shell lines of a page. */
function shellOf(text: string): string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = '']) => lines);
}

/** Runs the lines in one shell. Returns their output and the exit code. */
function paste(lines: readonly string[], env: Record<string, string>) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, timeout: LIMIT_MS - 10_000 };
    const script = ['set -e', ...lines].join('\n');
    execFile('bash', ['-c', script], options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? error?.signal ?? 0, output: `${stdout}\n${stderr}` });
    });
  });
}

it(
  "the page's commands train one model, upload another, deploy both, and see an automatic and a manual rollback",
  async () => {
    const helpers = shellOf(pageOf('README.md')).filter((lines) => lines.includes('field() {'));
    const way = shellOf(pageOf('docs/build/models-walkthrough.md'));
    expect([helpers.length, way.length]).toEqual([1, 9]);
    const { key } = await register(bank);
    const [main = '', savings = ''] = (await openAccounts(bank, key, [0, 0])).accountIds;
    const known = `API=${bank.url} KEY=${key} MAIN=${main} SAVINGS=${savings}`;
    const { code, output } = await paste([...helpers, known, ...way], {});
    expect(code, output).toBe(0);
    // The printed words in order: statuses, the version that decided, and the reason.
    const words = /^(posted|succeeded|shadow|active|canary|rolled_back)$/gm;
    expect(output.match(words), output).toEqual([
      'posted',
      'succeeded',
      'shadow',
      'active',
      'shadow',
      'active',
      'succeeded',
      'canary',
      'rolled_back',
      'active',
    ]);
    expect(output).toContain("name: 'own-trained'");
    expect(output).toMatch(/code: '\w+',\n\s+message: '[^']+',\n\s+feature/);
    expect(output).toMatch(/code: '(score_drift|alert_rate)'/);
    expect(output).toMatch(/code: 'on_command'/);
    const { body } = await bank.call('/v1/ai/custom-models/deployments', { key });
    const ends = body.data.map((item: { status: string }) => item.status);
    expect(ends).toEqual(['rolled_back', 'rolled_back', 'active']);
  },
  LIMIT_MS,
);
