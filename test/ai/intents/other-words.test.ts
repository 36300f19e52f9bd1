// Orders in words of many people: each kind is proposed with the payee, amount and day that were
// meant, and words that restrict an order are asked about wherever they stand.

import { expect, test } from 'vitest';
import { intentJudge } from '../../../ai/intents/judge.ts';

const CONTACTS = [
  { name: 'Leokadia Wrona', accountId: 'acc_wrona', relationship: 'tutor' },
  { name: 'Cormac Delahunt', accountId: 'acc_cormac', relationship: 'brother' },
  { name: 'Mamma Odile', accountId: 'acc_odile', relationship: 'mother' },
  { name: 'Bernardo Castellanos', accountId: 'acc_bernardo', relationship: null },
  { name: 'Mrs Hutchins', accountId: 'acc_hutchins', relationship: null },
];
const ACCOUNTS = [
  { id: 'acc_main', name: 'Main', type: 'checking', currency: 'EUR', status: 'active' },
  { id: 'acc_roof', name: 'Roof money', type: 'savings', currency: 'EUR', status: 'active' },
];
const judge = intentJudge();

async function bodyOf(message: string): Promise<Readonly<Record<string, unknown>> | null> {
  const { parsed } = await judge.read(
    {
      message,
      contacts: CONTACTS,
      accounts: ACCOUNTS,
      sourceAccountId: 'acc_main',
      accountBalance: null,
      timezone: 'Europe/Berlin',
      now: Date.UTC(2026, 10, 24, 10),
    },
    {},
  );
  return parsed.operation?.body ?? null;
}

test.each([
  ['a noun for the payment', 'A bonus of 75 euros to Leokadia', 'acc_wrona', 7500],
  ['a noun behind the amount', '75 euro payment to Leokadia', 'acc_wrona', 7500],
  ['a verb that fills a pot', 'Boost the roof money with 75', 'acc_roof', 7500],
  ['an arrow', 'shift 75 main -> savings', 'acc_roof', 7500],
  ['an exact sum', 'an even 75 to Cormac', 'acc_cormac', 7500],
  ['a sum flat', '75 euros flat to Cormac', 'acc_cormac', 7500],
  ['money that goes back', 'Give Cormac his 75 back', 'acc_cormac', 7500],
  ['the payee as owner', 'Let Leokadia have her 75', 'acc_wrona', 7500],
  ['a deadline of today', 'Pay Leokadia 75 by close of business', 'acc_wrona', 7500],
  ['a form', 'Payee: Leokadia Wrona. Amount: 75.', 'acc_wrona', 7500],
  ['a question whether it is possible', 'Are you able to pay Cormac 75', 'acc_cormac', 7500],
  ['a relative in dialect', 'me mam 75 please', 'acc_odile', 7500],
  ['a relative with a diminutive', 'send my kid brother 75', 'acc_cormac', 7500],
  ['a slip in each of two names', 'pay Bernado Castelanos 75', 'acc_bernardo', 7500],
  ['a slip beside a title', 'pay Mrs Hutchin 75', 'acc_hutchins', 7500],
  ['a short pronoun', 'Leokadia wants her 75 euros, pay em', 'acc_wrona', 7500],
  [
    'an order behind another sentence',
    'He came after all. anyway send Cormac 75',
    'acc_cormac',
    7500,
  ],
])('%s: "%s" is proposed', async (_, message, payee, amount) => {
  expect(await bodyOf(message)).toMatchObject({
    amount,
    currency: 'EUR',
    destinationAccountId: payee,
  });
});

test.each([
  ['Pay Leokadia 75 Friday arvo', { startDate: '2026-11-27' }],
  ['Pay Leokadia 75 effective 3 December', { startDate: '2026-12-03' }],
  ['every week 75 to Leokadia on Thursdays', { recurrence: { frequency: 'weekly', dayOfWeek: 4 } }],
  ['standing order 75 to Leokadia on the 3rd of each month', { startDate: '2026-12-03' }],
])('the time of "%s" is read', async (message, time) => {
  expect(await bodyOf(message)).toMatchObject({
    ...time,
    amount: 7500,
    destinationAccountId: 'acc_wrona',
  });
});

test.each([
  ['repeated', 'Send 75 to Cormac thrice'],
  ['repeated for each time', 'Send 75 to Cormac for every game'],
  ['reduced', 'Send 75 to Cormac for the tiles, less the deposit'],
  ['reduced behind the amount', 'Send 75 euros to Cormac, less charges'],
  ['for one of two of that name', 'Send 75 to Cormac junior'],
  ['for one of two, behind a comma', 'Send 75 euros to Cormac, the senior one'],
  ['for the other of two', 'Send 75 to Cormac for the other Cormac'],
  ['to somebody related to the payee', 'Send 75 euros to Cormac, his nephew'],
  ["to a relative who is not the customer's", 'Pay his brother 75'],
  ['to the mother of somebody', 'Send 75 euros to their mother'],
  ['to any tutor', 'Pay a tutor 75'],
  ['to a new tutor', 'Pay the new tutor 75'],
  ['to a sister who has the name of the brother', 'Pay my sister Cormac 75'],
  ['to a woman of the name of a man', 'Send Mrs Delahunt 75'],
  ['in another currency', 'Send Cormac 75 dollars worth of euros'],
  ['restricted by a word on no list', 'Send 75 to Cormac piecemeal'],
  ['unfinished', 'Send Cormac seventy and'],
  ['subject to approval', 'Send 75 to Cormac for approval'],
  ['for a thing', 'invoice to Cormac, 75 euros'],
  ['taken from the payee', "Take Cormac's 75 back"],
  ['for 75 people', 'Sum: 75 people, Cormac'],
  ['of several payments', 'send 75 euros 3 times to Cormac'],
])('an order that is %s is asked about: "%s"', async (_, message) => {
  expect(await bodyOf(message)).toBeNull();
});
