// E-mails: the proof of an address at registration, alerts, and stopped endpoints. A mail is sent
// after the commit of its act, retried when the server asks for it, and given up when the server
// refuses it.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stopEndpoint } from '../../../db/webhooks/endpoints.ts';
import { hasModule, OPERATOR_KEY, openAccounts } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { type MailServer, openMailServer } from '../../kit/outside/mail-server.ts';

let bank: CheckedBank;
let server: MailServer;
let key: string;
beforeAll(async () => {
  server = await openMailServer();
  bank = await openCheckedBank({ mail: { url: server.url, from: 'Kontor <bank@example.com>' } });
});
afterAll(async () => {
  await bank.close();
  await server.close();
});

const REGISTER = '/v1/developer/register';
const makeRegistration = (email: string, company = 'Example Ltd') => ({
  body: { company, email, country: 'GB', use_case: 'Payouts' },
});
const waitForMail = (address: string, count = 1) =>
  vi.waitFor(() => {
    const result = server.mails.filter(({ to }) => to.includes(address));
    expect(result).toHaveLength(count);
    return result.at(-1) as MailServer['mails'][number];
  }, 30_000);
const findCode = (text: string) => /email_[0-9A-Za-z]+/.exec(text)?.[0] ?? '';
const listMailRows = (address: string) =>
  bank.bank.environments.sandbox.ledger.database.raw
    .prepare('SELECT status, attempts, body, last_error AS error FROM mails WHERE recipient = ?')
    .all(address) as { status: string; attempts: number; body: string; error: string | null }[];

describe('a registration', () => {
  it('waits for the code that is mailed to the address', async () => {
    const response = await bank.call(REGISTER, makeRegistration('ada@example.com'));
    expect(response.status).toBe(202);
    expect(JSON.stringify(response.body)).not.toMatch(
      /sk_test_|application_|email_[0-9A-Za-z]{30}/,
    );
    const code = findCode((await waitForMail('ada@example.com')).text);
    const answer = await bank.call(`${REGISTER}/verify`, { body: { code } });
    expect(answer.status).toBe(201);
    key = answer.body.environment.sandbox.apiKey;
    expect((await bank.call('/v1/developer', { key })).status).toBe(200);
    const repeatedAnswer = await bank.call(`${REGISTER}/verify`, { body: { code } });
    expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([401, 'invalid_email_code']);
    await vi.waitFor(
      () =>
        expect(listMailRows('ada@example.com')).toEqual([
          { status: 'sent', attempts: 1, body: '', error: null },
        ]),
      { timeout: 20_000 },
    );
  });

  it("for an existing address is answered in the same way, and the account's owner is notified", async () => {
    const answer = await bank.call(REGISTER, makeRegistration('ADA@example.com', 'Somebody else'));
    expect([answer.status, answer.body.status]).toEqual([202, 'email_unverified']);
    const newRegistration = await bank.call(
      REGISTER,
      makeRegistration('new@example.com', 'Somebody else'),
    );
    expect(newRegistration.status).toBe(answer.status);
    expect({ ...newRegistration.body, email: '' }).toEqual({ ...answer.body, email: '' });
    const { text } = await waitForMail('ada@example.com', 2);
    expect(text).toContain('has an account already');
    expect(findCode(text)).toBe('');
    const { body } = await bank.call('/v1/developer', { key });
    expect(body.company).toBe('Example Ltd');
  });

  it('sent again voids the earlier code, and operators see an application once its developer has asked', async () => {
    await bank.call(REGISTER, makeRegistration('grace@example.com', 'Mallory'));
    const firstCode = findCode((await waitForMail('grace@example.com')).text);
    await bank.call(REGISTER, makeRegistration('grace@example.com', 'Grace'));
    const secondCode = findCode((await waitForMail('grace@example.com', 2)).text);
    expect((await bank.call(`${REGISTER}/verify`, { body: { code: firstCode } })).status).toBe(401);
    const countApplications = async () =>
      (await bank.call('/v1/ops/applications', { key: OPERATOR_KEY })).body.data.length;
    const countBefore = await countApplications();
    const answer = await bank.call(`${REGISTER}/verify`, { body: { code: secondCode } });
    expect(answer.status).toBe(201);
    expect(await countApplications()).toBe(countBefore);
    const application = {
      key: answer.body.environment.sandbox.apiKey,
      body: { useCase: 'Payouts' },
    };
    expect((await bank.call('/v1/developer/applications', application)).status).toBe(200);
    expect(await countApplications()).toBe(countBefore + 1);
  });
});

describe('an alert with an e-mail channel', () => {
  async function triggerAlert(target: string): Promise<string> {
    const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
    const [from = '', to = ''] = accountIds;
    const channels = [{ type: 'email', target }];
    const body = { type: 'low_balance', threshold: 500, channels };
    const answer = await bank.call(`/v1/accounts/${from}/alerts`, { key, body });
    expect(answer.body.channels).toEqual([{ type: 'email', target, status: 'active' }]);
    await bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, 600) });
    return from;
  }

  it('mails the figures, and retries when the mail server asks for it', async () => {
    server.answer('desk@example.com', 451, 421);
    const account = await triggerAlert('desk@example.com');
    const { text, id } = await waitForMail('desk@example.com');
    expect(text).toContain(account);
    expect(text).toContain('4.00 EUR');
    const { body: shownAccount } = await bank.call(`/v1/accounts/${account}`, { key });
    const { body: holder } = await bank.call(`/v1/customers/${shownAccount.customerId}`, { key });
    for (const knownText of [
      shownAccount.name,
      shownAccount.accountNumber,
      holder.name,
      'Kontor, sandbox',
    ]) {
      expect(text).toContain(knownText);
    }
    expect(text).toMatch(/Payment: +txn_/);
    expect(id).toMatch(/^<mail_[0-9a-z]{26}@example\.com>$/);
    await vi.waitFor(
      () =>
        expect(listMailRows('desk@example.com')).toMatchObject([{ status: 'sent', attempts: 3 }]),
      { timeout: 20_000 },
    );
  });

  it('mails that the balance is back within its threshold, and names the payment that triggered the alert', async () => {
    const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
    const [from = '', to = ''] = accountIds;
    const target = 'back@example.com';
    const channels = [{ type: 'email', target }];
    const alert = { type: 'low_balance', threshold: 500, notifyOnClear: true, channels };
    await bank.call(`/v1/accounts/${from}/alerts`, { key, body: alert });
    const move = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });
    const triggeringPayment = await move(transferOf(from, to, 600));
    const returnPayment = await move(transferOf(to, from, 600));
    const isBackMail = ({ to: recipients, text }: { to: string[]; text: string }) =>
      recipients.includes(target) && text.includes('back within its threshold');
    await vi.waitFor(() => expect(server.mails.some(isBackMail)).toBe(true), 20_000);
    const { text } = server.mails.find(isBackMail) ?? { text: '' };
    expect(text).toContain(`Fired by:  ${triggeringPayment.body.id}`);
    expect(text).not.toContain(returnPayment.body.id);
  });

  it('gives up an address that the mail server refuses', async () => {
    server.answer('nobody@example.com', 550);
    await triggerAlert('nobody@example.com');
    await vi.waitFor(
      () =>
        expect(listMailRows('nobody@example.com')).toMatchObject([{ status: 'failed', body: '' }]),
      30_000,
    );
  });

  it('refuses an invalid address', async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    for (const target of ['not an address', 'a@example.com\r\nBcc: b@example.com', 'a,b@x.com']) {
      const body = { type: 'low_balance', threshold: 5, channels: [{ type: 'email', target }] };
      const answer = await bank.call(`/v1/accounts/${accountIds[0]}/alerts`, { key, body });
      expect([answer.status, answer.body.errors[0].pointer], target).toEqual([
        422,
        '/channels/0/target',
      ]);
    }
  });
});

it.runIf(hasModule('webhooks'))(
  'the developer gets a mail about an endpoint that was given up',
  async () => {
    const { ledger } = bank.bank.environments.sandbox;
    const body = { url: 'https://example.com/hook', events: ['account.*'] };
    const answer = await bank.call('/v1/webhook-endpoints', { key, body });
    const cause = { actor: 'workflow', requestId: 'test', idempotencyKey: null };
    const message = 'The receiver answered 410.';
    await ledger.run(stopEndpoint, { endpointId: answer.body.id, code: 'gone', message, cause });
    const { text } = await waitForMail('ada@example.com', 3);
    expect(text).toContain(answer.body.id);
    expect(text).toContain(message);
  },
);
