// Runs docs/build/oauth.md as a reader pastes it: the lines before the browser, a customer who
// signs in and consents, and the lines after.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_TEMPORAL, OPERATOR_KEY, openTestBank, type TestBank } from '../kit/bank/bank.ts';
import { giveConsent, openBrowser, signIn } from '../kit/people/oauth.ts';
import { claimSecondOperatorKey } from '../kit/people/operators.ts';

const PAGE = readFileSync(
  fileURLToPath(new URL('../../docs/build/oauth.md', import.meta.url)),
  'utf8',
);
const LIMIT_MS = 120_000;

let bank: TestBank;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-oauth-page-'));
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
}, 60_000);
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

function blocks(): string[] {
  const section = PAGE.split('\n## The whole way\n')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = '']) => lines);
}

/** Runs one shell after another; variables of one shell are passed on to the next. */
function paste(lines: readonly string[]): Promise<string[]> {
  const known = join(folder, 'known.sh');
  const script = [
    'set -e',
    `[ -e ${known} ] && . ${known}`,
    ...lines,
    `declare -p KEY CLIENT VERIFIER REDIRECT ACCOUNT CUSTOMER >${known}; declare -f >>${known}`,
  ];
  return new Promise((resolve, reject) => {
    const options = { timeout: LIMIT_MS - 10_000 };
    execFile('bash', ['-c', script.join('\n')], options, (error, stdout, err) => {
      if (error) reject(new Error(`${error.message}\n${stdout}${err}`));
      else resolve(stdout.trim().split('\n'));
    });
  });
}

it(
  "the commands of the page lead from a registration to the API with a customer's token",
  async () => {
    const [registration = '', ...rest] = blocks();
    const variables = [`API=${bank.url}`, `JSON='content-type: application/json'`];
    const people = `OPERATOR=${OPERATOR_KEY} SECOND_OPERATOR=${await claimSecondOperatorKey(bank)}`;
    const before = [
      registration.replace(/^API=.*$/m, variables[0] ?? ''),
      people,
      ...rest.slice(0, -1),
    ];
    const [name = '', address = ''] = (await paste(before)).slice(-2);
    expect(name).toMatch(/^ada-\d+$/);

    const browser = openBrowser(bank.url);
    const signedIn = await signIn(browser, await browser.get(address), name);
    const [account = ''] = /\bacc_\w+/.exec(signedIn.text) ?? [];
    const redirect = new URL((await giveConsent(browser, signedIn, [account])).url);
    expect(redirect.origin + redirect.pathname).toBe('http://127.0.0.1:4000/callback');

    const code = `CODE=${redirect.searchParams.get('code')}`;
    const after = await paste([...variables, code, rest.at(-1) ?? '', 'echo $ACCOUNT']);
    expect(after).toEqual([account, account]);
  },
  LIMIT_MS,
);
