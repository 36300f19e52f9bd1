// Commands completed over several messages: while a slot is open the next message fills it, and a
// correction changes the slot it names. No name in these messages occurs in a training phrase.

import { describe, expect, it, test } from 'vitest';
import { intentJudge } from '../../../ai/intents/judge.ts';
import { converseInMemory, type Talked } from '../../../research/language/converse.ts';

const CONTACTS = [
  { name: 'Zdzisława Król', accountId: 'acc_krol', relationship: null },
  { name: 'Ngozi Adeyemi', accountId: 'acc_ngozi', relationship: 'sister' },
  { name: 'Dr. Eirlys Probert', accountId: 'acc_probert', relationship: null },
  { name: "Fionnuala O'Dwyer", accountId: 'acc_dwyer', relationship: null },
  { name: 'Ikaika Kahale', accountId: 'acc_ikaika', relationship: null },
  { name: 'Ikaika Nakoa', accountId: 'acc_nakoa', relationship: null },
  {
    name: 'Brückmann Dachdecker GmbH',
    accountId: null,
    relationship: null,
    externalParty: { method: 'sepa', accountNumber: 'DE89370400440532013000' },
  },
];
const ACCOUNTS = [
  { id: 'acc_main', name: 'Main', type: 'checking', currency: 'EUR', status: 'active' },
  { id: 'acc_pot', name: 'Bike fund', type: 'savings', currency: 'EUR', status: 'active' },
  { id: 'acc_usd', name: 'Dollar account', type: 'checking', currency: 'USD', status: 'active' },
];
const judge = intentJudge();

const talk = (...messages: string[]) => talkWith(CONTACTS, ...messages);

async function talkWith(contacts: typeof CONTACTS, ...messages: string[]): Promise<Talked> {
  const say = converseInMemory(judge, (message) => ({
    message,
    contacts,
    accounts: ACCOUNTS,
    sourceAccountId: 'acc_main',
    accountBalance: null,
    timezone: 'Europe/Berlin',
    now: Date.UTC(2026, 10, 23, 10),
  }));
  let last: Talked | null = null;
  for (const message of messages) last = await say(message);
  if (last === null) throw new Error('nothing was said');
  return last;
}
const bodyOf = ({ parsed }: Talked) => parsed?.operation?.body ?? null;

test.each([
  ['he does not want it back. Forget about it.', 'canceled'],
  ['ok scratch that, Ngozi paid him', 'canceled'],
  ['Send 20 to Ngozi. Never mind', 'question'],
])('after an order, "%s" is %s', async (answer, kind) => {
  const talked = await talk('pay zdzislawa 60 euros', answer);
  expect(talked.kind).toBe(kind);
  expect(bodyOf(talked)).toBeNull();
});

test.each([
  'Ngozi told me, not Zdzisława',
  'Ngozi already paid, not Zdzisława',
  '50 when I get paid',
  '20 actually is her age',
  'I paid it. Can you send 20?',
])('after an order, "%s" proposes nothing', async (answer) => {
  expect(bodyOf(await talk('pay zdzislawa 60 euros', answer))).toBeNull();
});

test.each([
  ['make it 65 she had dessert', { amount: 6500 }],
  ['and 65 bc the bus was late', { amount: 6500 }],
  ['thank you, can it be 65?', { amount: 6500 }],
  ['I wrote 60 but it is 65', { amount: 6500 }],
  ['plus 5 for petrol', { amount: 6500 }],
])('after an order, "%s" corrects it', async (answer, terms) => {
  expect(bodyOf(await talk('pay zdzislawa 60 euros', answer))).toMatchObject({
    ...terms,
    destinationAccountId: 'acc_krol',
  });
});

test.each(['and the amount is 65, I see now', 'she charges 65 now'])(
  '"%s" keeps the day of a later payment',
  async (answer) => {
    const before = bodyOf(await talk('pay zdzislawa 60 euros on 1 December'));
    const after = bodyOf(await talk('pay zdzislawa 60 euros on 1 December', answer));
    expect(after).toEqual({ ...before, amount: 6500 });
  },
);

test.each(['90 she is now', '40, it is her brother', 'add 5 for Ngozi'])(
  'after an order, "%s" changes no amount',
  async (answer) => {
    const body = bodyOf(await talk('pay zdzislawa 60 euros', answer));
    expect(body).not.toMatchObject({ destinationAccountId: 'acc_krol' });
  },
);

test('an excuse beside a corrected amount changes nothing else', async () => {
  const talked = await talk('pay zdzislawa 45 euros', "it was 54, I can't read my own writing");
  expect(bodyOf(talked)).toMatchObject({ amount: 5400, destinationAccountId: 'acc_krol' });
});

describe('the next message fills the open slot', () => {
  test.each([
    [['pay zdzislawa', 'sixty euros'], 6000, 'acc_krol'],
    [['I need to send some money', 'to my sister', '12.50'], 1250, 'acc_ngozi'],
    [['Could you pay Doctor Probert for me', "it's 18 euros and 40 cents"], 1840, 'acc_probert'],
    [['Send 40 euros', 'fionnuala odwyer please'], 4000, 'acc_dwyer'],
    [['Send Ngozi about 40 euros', 'exactly 45'], 4500, 'acc_ngozi'],
    [['Send 30 euros to Ikaika', 'Nakoa'], 3000, 'acc_nakoa'],
    [['Send 30 euros to Ikaika', 'the first one'], 3000, 'acc_ikaika'],
    [['30 euros for Ikaika', 'the Nakoa one'], 3000, 'acc_nakoa'],
    [['Send 20 euros to Algernon', 'ok then Ngozi'], 2000, 'acc_ngozi'],
    [['Send money to Ngozi', 'how much do I have?', '75'], 7500, 'acc_ngozi'],
    [['Send 30 euros to Ikaika', 'Nakoa is the one'], 3000, 'acc_nakoa'],
    [['Send 30 euros to Ikaika', 'the one called Kahale'], 3000, 'acc_ikaika'],
    [['Send Ngozi all my money', 'well 70 then'], 7000, 'acc_ngozi'],
    [['I want to pay somebody', 'a friend', 'Ngozi', '35'], 3500, 'acc_ngozi'],
    [['i want to do paymnt to zdzislawa', 'sixty'], 6000, 'acc_krol'],
    [['Transfer something to the bike fund', '20'], 2000, 'acc_pot'],
  ])('%j', async (messages, amount, destinationAccountId) => {
    expect(bodyOf(await talk(...messages))).toMatchObject({ amount, destinationAccountId });
  });
});

describe('a correction', () => {
  const first = 'Send 50 euros to Ngozi';
  test.each([
    [['not Ngozi, Zdzisława'], { amount: 5000, destinationAccountId: 'acc_krol' }],
    [['sorry, I meant Fionnuala'], { amount: 5000, destinationAccountId: 'acc_dwyer' }],
    [['make that 60'], { amount: 6000, currency: 'EUR', destinationAccountId: 'acc_ngozi' }],
    [['60 not 50'], { amount: 6000, destinationAccountId: 'acc_ngozi' }],
    [['double it', 'double it again'], { amount: 20000, destinationAccountId: 'acc_ngozi' }],
    [['halve that'], { amount: 2500, destinationAccountId: 'acc_ngozi' }],
    [['five more'], { amount: 5500, destinationAccountId: 'acc_ngozi' }],
    [['10 euros less'], { amount: 4000, destinationAccountId: 'acc_ngozi' }],
    [['lower it to 20'], { amount: 2000, destinationAccountId: 'acc_ngozi' }],
    [['I can not afford it. Send 20 instead'], { amount: 2000, destinationAccountId: 'acc_ngozi' }],
    [['make that dollars', 'from the dollar account'], { amount: 5000, currency: 'USD' }],
    [['take it from the bike fund instead'], { amount: 5000, sourceAccountId: 'acc_pot' }],
    [['make it tomorrow'], { amount: 5000, startDate: '2026-11-24' }],
    [['make that 500', 'go back'], { amount: 5000, destinationAccountId: 'acc_ngozi' }],
    [['use the bike fund'], { amount: 5000, sourceAccountId: 'acc_pot' }],
    [['actually use my bike fund please'], { amount: 5000, sourceAccountId: 'acc_pot' }],
    [['can you use the bike fund for it'], { amount: 5000, sourceAccountId: 'acc_pot' }],
    [['can you make it 80'], { amount: 8000, destinationAccountId: 'acc_ngozi' }],
    [['do it on Friday instead'], { amount: 5000, startDate: '2026-11-27' }],
    [['add a note: swimming'], { amount: 5000, description: 'swimming' }],
    [['no, Zdzisława, and 95'], { amount: 9500, destinationAccountId: 'acc_krol' }],
    [['well 70 then'], { amount: 7000, destinationAccountId: 'acc_ngozi' }],
    [['start on 1 December'], { amount: 5000, startDate: '2026-12-01' }],
    [['and 10 to Zdzisława'], { amount: 1000, destinationAccountId: 'acc_krol' }],
  ])('changes only the slot that it names: %j', async (messages, body) => {
    expect(bodyOf(await talk(first, ...messages))).toMatchObject(body);
  });

  it('of the recipient without a new name leaves the recipient missing', async () => {
    const answer = await talk('I want to pay somebody', 'a friend');
    expect([bodyOf(answer), answer.asked]).toEqual([null, 'recipient']);
  });

  it('by a name that two contacts share asks which contact is meant', async () => {
    const answer = await talk(first, 'not Ngozi, Ikaika');
    expect([bodyOf(answer), answer.asked]).toEqual([null, 'recipient']);
  });

  it('to a vague amount or day asks for the exact value', async () => {
    expect((await talk(first, 'make it about 30')).asked).toBe('amount');
    expect((await talk(first, 'by Friday')).asked).toBe('date');
  });

  test.each([
    'forget it',
    'cancel that',
    "I don't want to anymore",
    'no, scrap that please',
    "never mind, I'll give her cash",
    'cancel please, wrong person',
    'stop, I do not want it any more',
    'hold on, she already got paid',
  ])('withdraws the order by "%s"', async (message) =>
    expect((await talk(first, message)).kind).toBe('canceled'),
  );

  test.each(["never mind, I'll send it to Zdzisława", 'hold on a second', 'stop at 60'])(
    'neither withdraws the order nor pays anyone by "%s"',
    async (message) => {
      const { kind, parsed } = await talk(first, message);
      expect([kind === 'canceled', parsed ? bodyOf({ kind, parsed, asked: null }) : null]).toEqual([
        false,
        null,
      ]);
    },
  );

  test.each(['the weather is nice', 'and another thing', 'hmm'])(
    'is not read from "%s": the order is neither withdrawn nor proposed',
    async (message) => {
      const { kind, parsed } = await talk(first, message);
      expect([kind === 'canceled', parsed]).toEqual([false, null]);
    },
  );
});

describe('the end of a reply', () => {
  const sending = 'Send 30 euros to Ngozi';

  it.each([
    ['Fatoumata', 'acc_fatou'],
    ['no, Rosita', 'acc_rosita'],
    ['not Ngozi, Fatoumata', 'acc_fatou'],
  ])('is no courtesy where it is the end of a name: %s', async (text, destinationAccountId) => {
    const named = (name: string, accountId: string) => ({ name, accountId, relationship: null });
    const more = [named('Fatoumata Sissoko', 'acc_fatou'), named('Rosita', 'acc_rosita')];
    expect(bodyOf(await talkWith([...CONTACTS, ...more], sending, text))).toMatchObject({
      ...{ amount: 3000, destinationAccountId },
    });
  });

  it.each([
    '40 so we are even',
    'sorry 40, i mixed up the digits',
    "€40, it's her birthday",
    'only 40, she gave me a discount',
    'call it 40',
    'change the amount to 40 please',
  ])('is a reason that changes nothing else: %s', async (answer) => {
    expect(bodyOf(await talk(sending, answer))).toMatchObject({
      ...{ amount: 4000, destinationAccountId: 'acc_ngozi' },
    });
  });

  it.each(['40, it is her brother', '40 so we are even, not her', '40, she gave me 10'])(
    'that says something else leads to a question: %s',
    async (answer) => {
      expect(bodyOf(await talk(sending, answer))).toBeNull();
    },
  );

  it.each(['wrong sister', 'wrong person'])(
    'no payment stays with a wrong payee: %s',
    async (answer) => {
      expect(bodyOf(await talk('Send 30 euros to my sister', answer))).toBeNull();
    },
  );

  it('is the invoice that the payment is for', async () => {
    const body = bodyOf(await talk(sending, 'invoice number 4471'));
    expect(body).toMatchObject({
      amount: 3000,
      description: expect.stringContaining('invoice number 4471'),
    });
  });

  it.each(['oh and the same to Dr Probert', 'and 30 euros to Dr Probert too'])(
    'names a second payment: %s',
    async (answer) => {
      expect(bodyOf(await talk(sending, answer))).toMatchObject({
        ...{ amount: 3000, destinationAccountId: 'acc_probert' },
      });
    },
  );
});

describe('a contact outside this bank', () => {
  const party = { name: 'Brückmann Dachdecker GmbH', method: 'sepa' };

  it("is paid by a withdrawal with the contact's bank details, on a later day too", async () => {
    const now = bodyOf(await talk('Pay Bruckmann Dachdecker 120 euros for the roof'));
    expect(now).toMatchObject({ type: 'withdrawal', amount: 12000, externalParty: party });
    const later = bodyOf(await talk('Pay Bruckmann Dachdecker 120 euros', 'on the 1st please'));
    expect(later).toMatchObject({ effectiveDate: '2026-12-01', externalParty: party });
  });

  it('cannot be paid every month: the parser asks instead', async () => {
    const answer = await talk('Pay Brückmann Dachdecker 120 euros every month on the 1st');
    expect([bodyOf(answer), answer.asked]).toEqual([null, 'recurrence']);
  });
});

it("a contact's name with one wrong letter is recognised, with a warning", async () => {
  const { parsed } = await talk('Send 20 euros to Fionnualla');
  expect(parsed?.operation?.body).toMatchObject({ destinationAccountId: 'acc_dwyer' });
  expect(parsed?.warnings).toContain('recipient_spelling_assumed');
});

test.each([
  ['add another 15', 7500],
  ['Her bus was late. Let us double it', 12_000],
  ['should have been 65', 6500],
  ['make that 65 flat', 6500],
])('"%s" changes the amount', async (reply, amount) => {
  expect(bodyOf(await talk('pay zdzislawa 60 euros', reply))).toMatchObject({
    amount,
    destinationAccountId: 'acc_krol',
  });
});

test('a name behind "other one" replaces the denied one', async () => {
  expect(
    bodyOf(await talk('pay ikaika kahale 60 euros', 'oi no, not Kahale, other one, Nakoa')),
  ).toMatchObject({ amount: 6000, destinationAccountId: 'acc_nakoa' });
});

test.each([
  'dang, scratch that',
  'I shall pay by cheque, so please do not send it',
  'pls dont send',
  'hold fire',
])('"%s" cancels', async (reply) => {
  expect((await talk('pay zdzislawa 60 euros', reply)).kind).toBe('canceled');
});

test('a value before is named with "back to"', async () => {
  expect(
    bodyOf(await talk('pay zdzislawa 60 euros', 'Ngozi instead', 'back to Zdzisława')),
  ).toMatchObject({ amount: 6000, destinationAccountId: 'acc_krol' });
});

test.each([
  ['a pronoun that the payee cannot be', ['pay Ngozi 60 euros', 'make it 30 for him']],
  ['a pronoun beside an amount', ['pay Ngozi 60 euros', 'and him 30']],
  [
    'a pronoun behind a question about somebody else',
    ['pay zdzislawa 60 euros', "is Fionnuala's payment out?", 'make it 30 for her'],
  ],
])('%s changes no payment', async (_, messages) => {
  const talked = await talk(...messages);
  expect(bodyOf(talked)?.['amount']).not.toBe(3000);
});

test('the sister of somebody else is not the sister among the contacts', async () => {
  expect(bodyOf(await talk('send 60 euros', 'to her sister'))).toBeNull();
  expect(bodyOf(await talk('send 60 euros', 'to my sister'))).toMatchObject({
    destinationAccountId: 'acc_ngozi',
  });
});
