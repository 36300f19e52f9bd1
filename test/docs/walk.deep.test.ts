// Follows the README and the tour as a new user: starts the bank, plays the demo, and follows "See
// it in a browser". The commands are those of the tour and of the demo's last lines; the addresses
// are those that the demo prints.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/run/ports.mjs';
import { isOnPostgres, newBankDatabase } from '../kit/bank/postgres.ts';
import { checkPage, openChromium } from '../kit/outside/chromium.ts';
import { cleanEnvironment, type Instance, newInstance, pollUntil } from '../scripts/harness.ts';
import { blocksByPage, helpers, ROOT } from './shell-blocks.ts';

const START_MS = 120_000;
const DEMO_MS = 420_000;
const STEP_MS = 90_000;
const ACCESS_REASON = 'A look around, as the tour says';

const browser = await openChromium();

describe.runIf(browser !== null)('with the tour, in Chromium', () => {
  let instance: Instance;
  let api: string;
  let hookPort: number;
  let bank: ProcessOutput;
  let receiver: ProcessOutput | undefined;
  let operatorKey = '';
  /**
   * The data directory, in which the bank writes the operator key and the codes of customers and
   * operators.
   */
  let dataDir = '';
  let key = '';
  /** The output of the demo. */
  let demo = '';
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    instance = await newInstance(mkdtempSync(join(tmpdir(), 'kontor-walk-')));
    hookPort = await freePort();
    api = `http://127.0.0.1:${instance.env.KONTOR_PORT}`;
    const home = isOnPostgres ? { KONTOR_DATABASE_URL: await newBankDatabase() } : {};
    const env = { ...instance.env, ...home, KONTOR_WEBHOOK_ALLOW: `127.0.0.1:${hookPort}` };
    bank = startPrinting('npm', ['start', '--silent'], env);
    const banner = await bank.says('Kontor is ready', START_MS);
    // On a terminal the banner shows the key; otherwise the key is in a file, so that no log
    // contains it.
    const file = /Operator key +written to (\S+);/.exec(banner)?.[1] ?? '';
    operatorKey = readFileSync(file, 'utf8').trim();
    dataDir = dirname(file);
    expect(operatorKey).toMatch(/^op_/);
  }, START_MS + 10_000);
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
    await receiver?.stop();
    await bank?.stop();
    rmSync(instance.dataDir, { recursive: true, force: true, maxRetries: 20 });
  }, 60_000);

  /** Returns the block of a page that contains a text. */
  function block(page: 'README.md' | 'docs/start/tour.md', text: string): string {
    const result = (blocksByPage().get(page) ?? []).filter((lines) => lines.includes(text));
    expect(result, text).toHaveLength(1);
    return (result[0] ?? '').replaceAll('http://127.0.0.1:8080', api);
  }

  function shell(lines: readonly string[]): Promise<string> {
    const env = { ...cleanEnvironment(), KONTOR_URL: api, KONTOR_KEY: key };
    const script = ['set -e -o pipefail', helpers(), `API=${api}`, `KEY=${key}`, ...lines];
    const options = { cwd: ROOT, env, timeout: DEMO_MS - 5_000 };
    return new Promise((resolve, reject) => {
      execFile('bash', ['-c', script.join('\n')], options, (error, stdout, err) => {
        if (error) reject(new Error(`${error.message}\n${stdout}\n${err}`));
        else resolve(stdout);
      });
    });
  }

  async function postOperators(path: string, body: object, admin = ''): Promise<NewOperator> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin}` };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${api}/v1/ops/operators${path}`, init)).json()) as NewOperator;
  }

  const codeIn = (file: string) => readFileSync(join(dataDir, file), 'utf8').trim();

  async function openPage(address: string): Promise<Page> {
    const context = (await browser?.newContext({ locale: 'en-GB' })) as BrowserContext;
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(address);
    return page;
  }

  async function signIn(operatorKey: string, page: Page): Promise<Page> {
    await page.getByLabel('Operator key').fill(operatorKey);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    return page;
  }

  /** Returns an address of the demo's last lines, by the text beside it. */
  function findPrinted(beside: RegExp): string {
    const line = demo.split('\n').find((part) => beside.test(part)) ?? '';
    const result = /http:\S+/.exec(line)?.[0] ?? '';
    expect(result, `${beside} in:\n${demo}`).not.toBe('');
    return result;
  }

  const button = (targetPage: Page, name: string | RegExp) =>
    targetPage.getByRole('button', { name });
  const waitForStatus = (targetPage: Page, text: string | RegExp) =>
    targetPage.getByRole('status').filter({ hasText: text }).waitFor();

  async function decide(page: Page, name: RegExp, notice: RegExp): Promise<void> {
    await button(page, name).click();
    const reason = page.getByLabel('Reason', { exact: true });
    await reason.fill(ACCESS_REASON);
    await page.locator('form', { has: reason }).locator('button[type=submit]').click();
    await waitForStatus(page, notice);
  }

  it(
    'the first transfer and the demo work as pasted',
    async () => {
      key = (await shell([block('README.md', '/v1/developer/register')])).trim();
      expect(key).toMatch(/^sk_test_/);
      // Another program may use the port of the page on this machine.
      demo = await shell([
        block('docs/start/tour.md', 'npm run demo').trimEnd().concat(` --hook-port ${hookPort}`),
      ]);
      expect(demo).toMatch(/A town of 60 people/);
      expect(demo).not.toMatch(/^no (webhooks|model)/m);
    },
    DEMO_MS,
  );

  it(
    'two people decide a held payment and an identity check',
    async () => {
      const invitationCode = codeIn('second-admin.code');
      const { apiKey: secondAdmin } = await postOperators('/claim', { invitationCode });
      const first = await signIn(operatorKey, await openPage(findPrinted(/payments in review/)));
      await first.getByRole('link', { name: 'People' }).click();
      await first.getByText('Invite an operator').click();
      await first.getByLabel('Name').fill('Grace Hopper');
      await first.getByLabel('E-mail').fill('grace@bank.example');
      await first.getByLabel(/^compliance/).check();
      await first.getByLabel('Reason', { exact: true }).fill(ACCESS_REASON);
      await first.getByRole('button', { name: 'Invite', exact: true }).click();
      await first.getByRole('status').filter({ hasText: 'second admin' }).waitFor();
      const grace = { name: 'Grace Hopper', email: 'grace@bank.example', roles: ['compliance'] };
      const { id } = await postOperators('', { ...grace, reason: ACCESS_REASON }, secondAdmin);
      const code = codeIn(join('invitations', `${id}.code`));
      const second = await openPage(`${api}/console`);
      await second.getByText('I have an invitation code').click();
      await second.getByLabel('Invitation code').fill(code);
      await button(second, 'Show my key').click();
      const secondKey = await second.locator('code', { hasText: /^op_./ }).textContent();
      await signIn(secondKey ?? '', second);

      await first.getByRole('link', { name: /^Payment reviews \d/ }).click();
      await first.getByRole('table').getByRole('link').first().click();
      await first.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
      await decide(first, /^Approve the payment/, /approved/);

      await second.getByRole('link', { name: /^KYC reviews \d/i }).click();
      await second.getByRole('table').getByRole('link').first().click();
      await second.getByText('Robin Review').first().waitFor();
      await decide(second, /^Verify/, /verified/);
      expect(await second.getByRole('link', { name: 'Models' }).count()).toBe(0);
      expect(faults).toEqual([]);
    },
    STEP_MS,
  );

  it(
    'the canary of the demo is watched while payments come in',
    async () => {
      const page = await signIn(operatorKey, await openPage(findPrinted(/ {2}your own model/)));
      const card = page.locator('section', { hasText: 'Decisions observed' }).first();
      const readSeen = async () => {
        const text = await card.locator('dl', { hasText: 'Decisions observed' }).textContent();
        return Number(/Decisions observed\s*([\d,]+)/.exec(text ?? '')?.[1]?.replace(',', ''));
      };
      await card.getByText('Decisions observed').waitFor();
      const before = await readSeen();
      expect(before).toBeGreaterThan(0);
      // The page is not operated meanwhile.
      await shell(['npm run demo -- --key $KEY --seed 2 --customers 8 --days 2 --hook-port 0']);
      await expect.poll(readSeen, { timeout: 30_000 }).toBeGreaterThan(before);
      await checkPage(page, 'console-canary');
      expect(faults).toEqual([]);
    },
    STEP_MS + 60_000,
  );

  it(
    'a webhook that failed is sent again from the portal, and arrives',
    async () => {
      const page = await openPage(findPrinted(/each delivery, with "Send again"/));
      await page.getByLabel('API key').fill(key);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
      // The deliveries of the first demo: the second demo had no receiver.
      await button(page, 'Next page').click();
      const row = page.locator('tr', { hasText: 'The endpoint answered 503' }).last();
      const type = await row.locator('td').first().textContent();
      await row.locator('summary').click();
      await row.getByText('The endpoint answered 503').first().waitFor();
      const command = /WEBHOOK_SECRET=(\S+) npm run node -- (\S+) (\d+)/.exec(demo);
      const [, secret = '', script = '', port = ''] = command ?? [];
      const env = { ...cleanEnvironment(), WEBHOOK_SECRET: secret };
      receiver = startPrinting('npm', ['run', '--silent', 'node', '--', script, port], env);
      await receiver.says('listening', STEP_MS);
      await row.getByRole('button', { name: 'Send again' }).click();
      await row.getByText('delivered', { exact: false }).waitFor();
      await receiver.says(`${type} evt_`, STEP_MS);
      expect(receiver.output()).toMatch(/^verified \d+ /m);
      await checkPage(page, 'portal-delivered');
      expect(faults).toEqual([]);
    },
    STEP_MS,
  );

  it(
    'the proof of a transaction is a file that /verify calls verified',
    async () => {
      const paid = /npx kontor verify (txn_\w+)/.exec(demo)?.[1] ?? '';
      const file = join(instance.dataDir, 'proof.json');
      await shell([`npx kontor blockchain get-proof ${paid} --json > ${file}`]);
      expect(await shell([`npx kontor verify ${paid}`])).toContain('VERIFIED');
      const page = await openPage(findPrinted(/the same in a browser/));
      await page.locator('input[type=file]').setInputFiles({
        name: 'proof.json',
        mimeType: 'application/json',
        buffer: readFileSync(file),
      });
      await page
        .getByText(/^VERIFIED/)
        .first()
        .waitFor();
      expect(faults).toEqual([]);
    },
    STEP_MS,
  );
});

/** The bank's answer about a new operator. */
interface NewOperator {
  readonly id: string;
  readonly apiKey: string;
}

interface ProcessOutput {
  output(): string;
  /** Waits until a text is printed. */
  says(text: string, limitMs: number): Promise<string>;
  stop(): Promise<void>;
}

/** Runs a command in its own process group until it is stopped. */
function startPrinting(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ProcessOutput {
  const child: ChildProcess = spawn(command, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The command has its own process group, as in a terminal, so that Ctrl-C reaches all of its
    // processes.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const waitForOutput = (text: string, limitMs: number) =>
    pollUntil(`"${text}"`, () => output.includes(text) && output, limitMs).catch((error) => {
      throw new Error(`${error.message}; the output was:\n${output}`, { cause: error });
    });
  return {
    output: () => output,
    says: waitForOutput,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
      await ended;
    },
  };
}
