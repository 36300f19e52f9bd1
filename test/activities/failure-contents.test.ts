// A workflow history is not encrypted, so it contains only some parts of an error.

import { ApplicationFailure } from '@temporalio/common';
import BetterSqlite3 from 'better-sqlite3';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redactFailure, redactMessage } from '../../activities/failure.ts';
import { type MailServer, openMailServer } from '../kit/outside/mail-server.ts';

const MARK = 'Zyxoniaq Marklov';

let server: MailServer;
beforeAll(async () => {
  server = await openMailServer();
});
afterAll(() => server.close());

async function catchError(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

const sendRefusedMail = () => {
  const to = 'zyxoniaq.marklov@example.com';
  server.answer(to, 450);
  return createTransport({ url: server.url }).sendMail({ from: 'a@example.com', to, text: '-' });
};
const runFailingStatement = () => {
  const db = new BetterSqlite3(':memory:');
  db.exec('CREATE TABLE people (name TEXT)');
  db.exec(`CREATE TRIGGER no BEFORE INSERT ON people
    BEGIN SELECT RAISE(ABORT, '${MARK} is no name'); END`);
  db.prepare('INSERT INTO people VALUES (?)').run(MARK);
};

describe("a library's error message", () => {
  it.each([
    ['a mail server that refuses for now', sendRefusedMail, /^Error EENVELOPE 450$/],
    ['a database', runFailingStatement, /^SqliteError SQLITE_CONSTRAINT_TRIGGER$/],
    ['a parser', () => JSON.parse(`{"name": ${MARK}`), /^SyntaxError$/],
    ['a URL', () => new URL(`https://${MARK}/`), /^TypeError ERR_INVALID_URL$/],
  ])('from %s is left out of the failure', async (_, act, answer) => {
    const error = await catchError(act);
    const failure = redactFailure(error);
    expect(failure.message).toMatch(answer);
    expect(`${failure.stack}${JSON.stringify(failure)}`.toLowerCase()).not.toContain('marklov');
    expect(failure.cause).toBeUndefined();
  });

  it('is also removed from the stack, even when the message looks like stack lines', async () => {
    const error = Object.assign(new TypeError(`x\n    at ${MARK} (file.ts:1:1)`), { code: MARK });
    expect(redactFailure(error).stack).not.toContain('Marklov');
  });
});

describe("the bank's own error message", () => {
  it('is kept, with the stack lines of the place that threw it', () => {
    const failure = redactFailure(new Error('exchange txn_1 has no terms'));
    expect(failure.message).toBe('exchange txn_1 has no terms');
    expect(failure.stack).toContain('failure-contents.test.ts');
  });

  it('is kept in Temporal failures, which stay unchanged', () => {
    const failure = ApplicationFailure.create({ type: 'TransactionGone', message: 'gone' });
    expect(redactFailure(failure)).toBe(failure);
  });
});

it('a thrown value that is not an error has no message in the failure', () => {
  expect(redactMessage(MARK)).toBe('a fault without a name');
});
