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
  ['a payee before the amount, without a verb', 'to Cormac 75', 'acc_cormac', 7500],
  ['a wish for somebody', "I'd like for Leokadia to get 75", 'acc_wrona', 7500],
  ['a question for a relative', 'Can my brother have 75 euros?', 'acc_cormac', 7500],
  ['a short form of is', "My share's 75, send it to Leokadia", 'acc_wrona', 7500],
  ['a price before the order', 'Lunch with Leokadia was 75, send her that', 'acc_wrona', 7500],
  ['a payee who waits', 'Leokadia is expecting 75 from me, send it to her', 'acc_wrona', 7500],
  ['a debt before the order', 'What I owe Cormac is 75, send it', 'acc_cormac', 7500],
  ['a loan', 'Cormac lent me 75 last week, time to pay him back', 'acc_cormac', 7500],
  ['what was lent', 'I need to give my brother back the 75 he lent me', 'acc_cormac', 7500],
  ['a birthday of the payee', "It's my brother's birthday, send him 75", 'acc_cormac', 7500],
  ['wages that came', "Now that I've been paid, send Cormac 75", 'acc_cormac', 7500],
  ['a reason of today', 'Leokadia came today, 75 euros, please pay her', 'acc_wrona', 7500],
  ['a bill that needs paying', "Leokadia's bill of 75 needs paying", 'acc_wrona', 7500],
  ['one thing behind the amount', 'Leokadia 75 lesson', 'acc_wrona', 7500],
  ['a title behind the relation', 'Pay my tutor, Ms Wrona, 75', 'acc_wrona', 7500],
  ['a mother in another language', 'send maman 75', 'acc_odile', 7500],
  ['a word of another language', '75€ à Leokadia', 'acc_wrona', 7500],
  ['a word before the order', 'Good, then 75 to Cormac', 'acc_cormac', 7500],
  ['a dictated mark', 'send 75 euros to Cormac period', 'acc_cormac', 7500],
  ['sounds between the words', 'um can you send uh 75 to uh Cormac', 'acc_cormac', 7500],
  ['a purpose that is marked', 'Send 75 to Leokadia and mark it wages', 'acc_wrona', 7500],
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
  ['75 to Leokadia on the first of next month', { startDate: '2026-12-01' }],
  ['25 Nov, 75 euros, Leokadia Wrona', { startDate: '2026-11-25' }],
  ['Pay Leokadia 75 a week, Fridays', { recurrence: { frequency: 'weekly', dayOfWeek: 5 } }],
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
  ['told of the past', 'to Cormac 75 was sent'],
  ['for a relative of the payee', "My brother's wife needs 75, send her 75"],
  ['for a friend of the payee', "My brother's mate is short, send him 75"],
  ['for whom somebody else pays', 'Leokadia is due 75 from Cormac, send it to her'],
  ['behind a condition', 'if I get paid, send Cormac 75'],
  ['a code', "the code's 4512, send it to Cormac"],
  ['an hour', "the show's at 8, send it to Cormac"],
  ['owed to the customer', 'What Cormac owes me is 75, send it'],
  ['a bill that needs a check', "Leokadia's bill of 75 needs checking"],
  ['things that are counted', 'Leokadia 75 lessons'],
  ['money that comes back', 'get 75 back from Cormac'],
  ['that was carried out', 'send Cormac 75 and mark it as paid'],
  ['of what somebody may get', 'Can Cormac get 75 from her pension'],
])('an order that is %s is asked about: "%s"', async (_, message) => {
  expect(await bodyOf(message)).toBeNull();
});
