// A customer confirms a large payment on the page of the bank.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { enrol, findWrongCode, generateCode, requestTransfer } from '../../kit/people/mfa.ts';
import {
  findForm,
  giveConsent,
  makeAuthorisationRequest,
  openApp,
  openBrowser,
  PASSWORD,
  signIn,
} from '../../kit/people/oauth.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

it('the confirmation page shows amount and payee, accepts a code once, and confirms no other payment', async () => {
  const app = await openApp(bank);
  const payer = await enrol(bank, app.key);
  const name = `payer-${crypto.randomUUID()}`;
  const path = `/v1/customers/${payer.customerId}/credentials`;
  await bank.call(path, { key: app.key, body: { name, password: PASSWORD } });
  const browser = openBrowser(bank.url);
  const { url } = await makeAuthorisationRequest(app, 'openid accounts:read');
  await giveConsent(browser, await signIn(browser, await browser.get(url.href), name), [
    payer.from,
  ]);

  const firstAnswer = await requestTransfer(bank, app.key, payer);
  const secondAnswer = await requestTransfer(bank, app.key, payer, { amount: 6_000 });
  const openPage = (id: string) => browser.get(`/oauth/confirm/${id}`);
  const page = await openPage(firstAnswer.body.id);
  const payee = await bank.call(`/v1/accounts/${payer.to}`, { key: app.key });
  expect(page.status, page.text).toBe(200);
  expect(page.text).toContain('50.00 EUR');
  expect(page.text).toContain(payee.body.accountNumber);
  for (const text of ['Ada Lovelace', '950.00 EUR; 1000.00 EUR now', '(you)']) {
    expect(page.text).toContain(text);
  }
  expect(page.text.replaceAll(firstAnswer.body.id, '')).not.toMatch(/acc_|cus_|txn_/);
  expect((await openBrowser(bank.url).get(`/oauth/confirm/${firstAnswer.body.id}`)).status).toBe(
    403,
  );

  const { action, csrf } = findForm(page, firstAnswer.body.id);
  const otherForm = findForm(await openPage(secondAnswer.body.id), secondAnswer.body.id);
  const send = (to: string, csrfToken: string, code: string) =>
    browser.post(to, [
      ['csrf', csrfToken],
      ['code', code],
    ]);
  const code = generateCode(payer.secret, 1);
  // The key of one payment is not valid for another, because it depends on amount and payee.
  expect((await send(action, otherForm.csrf, code)).status).toBe(403);
  expect((await send(action, csrf, 'letters')).status).toBe(422);
  expect((await send(action, csrf, findWrongCode(payer.secret))).status).toBe(422);
  const confirmationPage = await send(action, csrf, code);
  expect(
    [confirmationPage.status, confirmationPage.text.includes('You confirmed')],
    confirmationPage.text,
  ).toEqual([200, true]);
  const transactionAnswer = await bank.call(`/v1/transactions/${firstAnswer.body.id}`, {
    key: app.key,
  });
  expect(['posted', 'pending']).toContain(transactionAnswer.body.status);
  expect((await send(action, csrf, code)).status).toBe(400);
  expect((await send(otherForm.action, otherForm.csrf, code)).status).toBe(422);

  // The payment of another customer is unknown in this session.
  const strangerPayment = await requestTransfer(bank, app.key, await enrol(bank, app.key));
  expect((await openPage(strangerPayment.body.id)).status).toBe(400);
});
