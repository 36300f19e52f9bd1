// A listed name is found in a longer text, whatever titles, courtesies and other words stand around
// the name, in any number, order and language.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { APPROVABLE_KYC, KYC_PATH } from '../../kit/people/kyc.ts';

let bank: CheckedBank;
let key: string;

beforeAll(async () => {
  bank = await openCheckedBank({ screening: readConfig({}).screening });
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

const search = async (name: string) =>
  (await bank.call('/v1/screening/search', { key, body: { name } })).body;

/** Listed people and a bank, each with a pattern of the name on the list. */
const LISTED_NAMES = [
  ['Vladimir Putin', /PUTIN, Vladimir/],
  ['Sergei Ivanov', /IVANOV, Serge/],
  ['Dmitry Medvedev', /MEDVEDEV, Dmitry/],
  ['Ayman al Zawahiri', /ZAWAHIRI/i],
  ['Kim Jong Un', /KIM, Jong Un/],
  ['Bank Melli Iran', /BANK MELLI IRAN/],
] as const;
/** Descriptions of longer texts, each with a function that writes the text around a name. */
const TEXTS: readonly (readonly [string, (name: string) => string])[] = [
  ['"Mrs and" before it, 20 times', (name) => 'Mrs and '.repeat(20) + name],
  ['courtesy before it', (name) => `very honourable sir ${name}`],
  ['courtesy before it, five times', (name) => 'very honourable sir '.repeat(5) + name],
  ['courtesy after it', (name) => `${name}, very honourable and dear friend`],
  ['words around it', (name) => `pay to the order of ${name} or bearer`],
  ['courtesy in German around it', (name) => `An den sehr geehrten Herrn ${name} persönlich`],
  ['courtesy in Spanish around it', (name) => `al estimado y querido señor ${name} con cariño`],
  ['courtesy in Russian around it', (name) => `уважаемый господин ${name} лично`],
  ['meaningless words around it', (name) => `lorem ipsum dolor ${name} sit amet`],
  ['another payee before it', (name) => `Anna Schmidt & ${name}`],
  ['names of others around it', (name) => `John Peter Mary ${name} Anna Paul George`],
  ['titles between its words', (name) => name.replaceAll(' ', ' Mr and Mrs and ')],
  ['its words in reverse order', (name) => `dear sir ${name.split(' ').reverse().join(' ')}`],
];

describe.each(LISTED_NAMES)('%s is found', (name, listedName) => {
  test.each(TEXTS)('in a text with %s', async (_, writeText) => {
    const text = writeText(name);
    expect(text.length).toBeLessThanOrEqual(200);
    const { matches } = await search(text);
    expect(matches.map((match: { name: string }) => match.name).join('; ')).toMatch(listedName);
  });
});

test.each([
  'Grace Brewster Murray Hopper',
  'Dr Maria del Carmen Garcia Lopez',
  'Mr and Mrs Anna and Karl Schmidt',
  'Payment to Northern Harbour Foods Ltd for the invoice of March',
  'The very honourable Lord Mayor of York',
])('%s contains no listed name', async (name) => {
  expect((await search(name)).matches).toEqual([]);
});

test.runIf(hasModule('risk'))(
  'a payment to a listed name behind other words is held for a review',
  async () => {
    const [from = ''] = (await openAccounts(bank, key, [100_000])).accountIds;
    const body = {
      type: 'withdrawal',
      amount: 100,
      currency: 'EUR',
      sourceAccountId: from,
      externalParty: { name: `${'Mrs and '.repeat(15)}Vladimir Putin` },
    };
    const heldPayment = await bank.call('/v1/transactions?wait=10', { key, body });
    expect(heldPayment.body.status).toBe('pending_review');
    expect(heldPayment.body.risk.reasons[0]).toMatchObject({ code: 'sanctions_hit' });
  },
);

test.runIf(hasModule('risk'))(
  'the result for one order of words is not reused for another order',
  async () => {
    const [from = ''] = (await openAccounts(bank, key, [100_000])).accountIds;
    const pay = async (name: string) => {
      const body = { type: 'withdrawal', amount: 100, currency: 'EUR', sourceAccountId: from };
      const answer = await bank.call('/v1/transactions?wait=10', {
        key,
        body: { ...body, externalParty: { name } },
      });
      return answer.body.status;
    };
    const fillers = 'Mr and Mrs and '.repeat(6);
    const otherNames = 'Anna Berta Clara Dora Emma Frida Greta ';
    expect(await pay(`${fillers}Vladimir ${otherNames} Putin`)).toBe('posted');
    expect(await pay(`${fillers}${otherNames} Vladimir Putin`)).toBe('pending_review');
  },
);

test.runIf(hasModule('kyc'))(
  'a customer with a listed name behind titles is reviewed, and no assessment approves the customer',
  async () => {
    const name = 'very honourable sir Vladimir Putin';
    const customer = await bank.call('/v1/customers', { key, body: { type: 'individual', name } });
    expect(customer.body.kycStatus).toBe('manual_review');
    const assessmentAnswer = await bank.call(`${KYC_PATH}?wait=10`, {
      key,
      body: { customerId: customer.body.id, ...APPROVABLE_KYC },
    });
    expect(assessmentAnswer.body.decision).not.toBe('approve');
  },
);
