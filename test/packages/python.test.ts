// The client in Python, with the Python of this machine: its tests against a running bank, its
// types by Pyright, and the example of its README.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasModule, OPERATOR_KEY, openAccounts, register } from '../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../kit/bank/checked-bank.ts';
import { whyNoPython } from '../kit/outside/python.ts';

const FOLDER = fileURLToPath(new URL('../../packages/python', import.meta.url));
const OLDEST_PYTHON = [3, 10] as const;

interface ProcessResult {
  readonly code: number;
  readonly output: string;
}

function python(args: readonly string[], env: Record<string, string> = {}): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const options = {
      cwd: FOLDER,
      env: { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1', ...env },
      timeout: 110_000,
    };
    execFile('python3', args, options, (error, stdout, err) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 127 : 0;
      resolve({ code, output: `${stdout}${err}` });
    });
  });
}

let bank: CheckedBank;
let key: string;
let accountIds: string[];
let folder: string;
let missing: string | null;
beforeAll(async () => {
  missing = await whyNoPython(OLDEST_PYTHON);
  if (missing) process.stdout.write(`NOT RUN: the client in Python, because ${missing}\n`);
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  ({ accountIds } = await openAccounts(bank, key, [10_000, 0]));
  folder = mkdtempSync(join(tmpdir(), 'kontor-python-'));
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await bank.close();
});

// Its tests upload data of a model.
it.runIf(hasModule('models'))(
  'the Python client passes its own tests against a running bank, without a warning',
  async (context) => {
    if (missing) return context.skip(missing);
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const body = JSON.stringify({ id: 'evt_2', type: 'account.created' });
    const now = new Date();
    const headers = {
      'webhook-id': 'evt_2',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_2', now, body),
    };
    const signed = join(folder, 'signed.json');
    writeFileSync(signed, JSON.stringify({ headers, body, secret }));
    const { code, output } = await python(
      ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'],
      {
        ...{ KONTOR_URL: bank.url, KONTOR_KEY: key, KONTOR_STAFF_KEY: OPERATOR_KEY },
        KONTOR_SIGNED: signed,
      },
    );
    expect(code, output).toBe(0);
    expect(output).toMatch(/Ran \d\d tests/);
  },
  120_000,
);

it('the Python client runs the example of its README', async (context) => {
  if (missing) return context.skip(missing);
  const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const [, example = ''] = /^```python\n(.*?)^```/ms.exec(readme) ?? [];
  const [from = '', to = ''] = accountIds;
  const script = example
    .replace('http://127.0.0.1:8080', bank.url)
    .replaceAll('acc_from', from)
    .replaceAll('acc_to', to);
  const { code, output } = await python(['-c', script], { KONTOR_KEY: key });
  expect(code, output).toBe(0);
  expect(output).toContain('posted');
}, 60_000);

it('the Python client is fully typed, as strict Pyright checks', async () => {
  // Pyright comes from npm with the types of the standard library, so it needs no Python.
  const pyright = fileURLToPath(new URL('../../node_modules/pyright/index.js', import.meta.url));
  // Pyright has the types of typing_extensions; the source exists only where a Python has the
  // package.
  const known = 'reportMissingModuleSource';
  const gaps = async () => {
    const { code, output } = await new Promise<ProcessResult>((resolve) => {
      const options = { cwd: FOLDER, timeout: 110_000 };
      execFile(process.execPath, [pyright, '--outputjson'], options, (error, stdout, err) => {
        resolve({ code: error ? 1 : 0, output: `${stdout}${err}` });
      });
    });
    expect(code, output).toBe(0);
    const text: { rule: string }[] = JSON.parse(output).generalDiagnostics;
    return text.filter(({ rule }) => rule !== known);
  };
  // Pyright gives up when Python does not answer in time on a busy machine, so the test runs it
  // again.
  await expect.poll(gaps, { timeout: 240_000 }).toEqual([]);
}, 300_000);
