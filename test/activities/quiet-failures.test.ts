// The parts of an error that may stand in a workflow history, which is not encrypted.

import { ApplicationFailure } from '@temporalio/common';
import BetterSqlite3 from 'better-sqlite3';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietFailure, quietMessage } from '../../activities/failure.ts';
import { type MailServer, openMailServer } from '../kit/outside/mail-server.ts';

const MARK = 'Zyxoniaq Marklov';

let server: MailServer;
beforeAll(async () => {
  server = await openMailServer();
});
afterAll(() => server.close());

async function faultOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

const refusal = () => {
  server.answers.push(450);
  const to = 'zyxoniaq.marklov@example.com';
  return createTransport({ url: server.url }).sendMail({ from: 'a@example.com', to, text: '-' });
};
const statement = () => {
  const db = new BetterSqlite3(':memory:');
  db.exec('CREATE TABLE people (name TEXT)');
  db.exec(`CREATE TRIGGER no BEFORE INSERT ON people
    BEGIN SELECT RAISE(ABORT, '${MARK} is no name'); END`);
  db.prepare('INSERT INTO people VALUES (?)').run(MARK);
};

describe('the words of a library', () => {
  it.each([
    ['a mail server that says later', refusal, /^Error EENVELOPE 450$/],
    ['a database', statement, /^SqliteError SQLITE_CONSTRAINT_TRIGGER$/],
    ['a parser', () => JSON.parse(`{"name": ${MARK}`), /^SyntaxError$/],
    ['a URL', () => new URL(`https://${MARK}/`), /^TypeError ERR_INVALID_URL$/],
  ])('of %s are left out', async (_, work, said) => {
    const error = await faultOf(work);
    const failure = quietFailure(error);
    expect(failure.message).toMatch(said);
    expect(`${failure.stack}${JSON.stringify(failure)}`.toLowerCase()).not.toContain('marklov');
    expect(failure.cause).toBeUndefined();
  });

  it('are no line of the stack either, however they look', async () => {
    const error = Object.assign(new TypeError(`x\n    at ${MARK} (file.ts:1:1)`), { code: MARK });
    expect(quietFailure(error).stack).not.toContain('Marklov');
  });
});

describe('the words of the bank', () => {
  it('pass, with the lines where it was thrown', () => {
    const failure = quietFailure(new Error('exchange txn_1 has no terms'));
    expect(failure.message).toBe('exchange txn_1 has no terms');
    expect(failure.stack).toContain('quiet-failures.test.ts');
  });

  it('and its failures for Temporal stay as they are', () => {
    const gone = ApplicationFailure.create({ type: 'TransactionGone', message: 'gone' });
    expect(quietFailure(gone)).toBe(gone);
  });
});

it('what is no error has no words', () => {
  expect(quietMessage(MARK)).toBe('a fault without a name');
});
