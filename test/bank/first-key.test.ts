// The credentials of the first two admins are shown to a person, appear in no log, and are not lost
// when a start ends early.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { showFirstCredentials, writeFirstCredentials } from '../../bank/first-key.ts';
import { callApi, NO_TEMPORAL, openTestBank } from '../kit/bank/bank.ts';

const CREATED_CREDENTIALS = {
  key: 'op_made_at_the_first_start_0123456789',
  secondCode: 'invitation_made_at_the_first_start',
};
const OPEN_BOTH = { isFirstOpen: true, isSecondOpen: true };

function createOutput(isTTY: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const lines: string[] = [];
  return { dataDir, lines, output: { isTTY, write: (text: string) => lines.push(text) } };
}

test('the credentials of the first admins are shown on a terminal, and their files are deleted', () => {
  const { dataDir, lines, output } = createOutput(true);
  writeFirstCredentials(dataDir, CREATED_CREDENTIALS);
  showFirstCredentials(dataDir, OPEN_BOTH, output);
  expect(lines.join('')).toContain(CREATED_CREDENTIALS.key);
  expect(lines.join('')).toContain(CREATED_CREDENTIALS.secondCode);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('without a terminal no log contains the credentials of the first admins, and their files stay until the credentials are used', () => {
  const { dataDir, lines, output } = createOutput(false);
  writeFirstCredentials(dataDir, CREATED_CREDENTIALS);
  for (let start = 0; start < 2; start += 1) {
    writeFirstCredentials(dataDir, { key: null, secondCode: null });
    showFirstCredentials(dataDir, OPEN_BOTH, output);
    expect(lines.join('')).not.toMatch(/op_made|invitation_made/);
    const names = readdirSync(dataDir).sort();
    expect(names.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual([
      `${CREATED_CREDENTIALS.key}\n`,
      `${CREATED_CREDENTIALS.secondCode}\n`,
    ]);
    for (const name of names) {
      expect(lines.join('')).toContain(join(dataDir, name));
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    }
  }
  showFirstCredentials(dataDir, { isFirstOpen: false, isSecondOpen: true }, output);
  expect(readdirSync(dataDir)).toEqual(['second-admin.code']);
  showFirstCredentials(dataDir, { isFirstOpen: false, isSecondOpen: false }, output);
  expect(readdirSync(dataDir)).toEqual([]);
});

test(
  'credentials of the first admins that were not shown by the first start are shown by the ' +
    'next one',
  async () => {
    const { dataDir, lines, output } = createOutput(true);
    const start = () => openTestBank({ temporalAddress: NO_TEMPORAL, operatorKey: null }, dataDir);
    // The first start shows no credentials, like a process that is killed before the bank is ready.
    const firstBank = await start();
    const { key, secondCode } = firstBank.bank.firstAdmins;
    await firstBank.close();
    const secondBank = await start();
    onTestFinished(() => secondBank.close());
    expect(secondBank.bank.firstAdmins).toMatchObject({
      key: null,
      secondCode: null,
      ...OPEN_BOTH,
    });
    showFirstCredentials(dataDir, secondBank.bank.firstAdmins, output);
    expect(lines.join('')).toContain(`${key} `);
    expect(lines.join('')).toContain(`${secondCode} `);
    const body = { invitationCode: secondCode };
    expect((await callApi(secondBank.url, '/v1/ops/operators/claim', { body })).status).toBe(201);
    const answer = await callApi(secondBank.url, '/v1/ops/operator', { key: key ?? '' });
    expect(answer.status).toBe(200);
  },
);
