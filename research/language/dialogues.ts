import { writeFileSync } from 'node:fs';
import { CONTEXTS } from './people.ts';

type Proposal = {
  operation: 'transfer' | 'schedule' | 'exchange';
  /** Minor units. */
  amount: number;
  currency: string;
  to: string;
  from?: string;
  when?: string;
  every?: 'day' | 'week' | 'month' | 'year';
};
type Outcome =
  | { proposal: Proposal; keeps?: string }
  | { ask: string[] }
  | { answer: true }
  | { cancel: true }
  | { unsupported: true };
type Turn = { user: string; expect: Outcome; also?: Outcome[] };
type Dialogue = { context: string; tags: string[]; turns: Turn[] };

const dialogues: Dialogue[] = [];

const ask = (...slots: string[]): Outcome => ({ ask: slots });
/**
 * The expected outcome of a second payment: the bank keeps the first proposal, or says that it is
 * withdrawn.
 */
const beside = (second: Outcome): Outcome =>
  'proposal' in second
    ? { ...second, keeps: 'the first proposal still stands, or the bank says that it does not' }
    : second;
const ANSWER: Outcome = { answer: true };
const CANCEL: Outcome = { cancel: true };
const UNSUPPORTED: Outcome = { unsupported: true };

const main = (context: string): { currency: string } => {
  const account = CONTEXTS.find(({ name }) => name === context)?.accounts[0];
  if (!account) {
    throw new Error(`no context ${context}`);
  }
  return account;
};

type Line = [user: string, ...outcomes: Outcome[]];

/** The helpers that write the dialogues of one customer. */
function speaker(context: string): {
  pay: (amount: number, to: string, otherFields?: Partial<Proposal>) => Outcome;
  d: (tags: string, ...lines: Line[]) => void;
} {
  return {
    pay: (amount, to, otherFields = {}) => ({
      proposal: {
        operation: otherFields.when || otherFields.every ? 'schedule' : 'transfer',
        amount: Math.round(amount * 100),
        currency: main(context).currency,
        to,
        ...otherFields,
      },
    }),
    d: (tags, ...lines) => {
      dialogues.push({
        context,
        tags: tags.split(' '),
        turns: lines.map(([user, expect, ...also]) => {
          if (!expect) {
            throw new Error(`no outcome for ${user}`);
          }
          return { user, expect, ...(also.length ? { also } : {}) };
        }),
      });
    },
  };
}

/** The payees as people type them. */
const SPELLINGS: Record<string, [typed: string, payee: string][]> = {
  lea: [
    ['Oluwaseun', 'Oluwaseun Bankole'],
    ['Agnieszka Kurowska', 'Agnieszka Kurowska'],
    ['dr vogelsang', 'Dr. Hinnerk Vogelsang'],
    ['Mum', 'Mum'],
    ['Vu Thi Hong', 'Vũ Thị Hồng'],
    ['Tadhg O Cinneide', 'Tadhg Ó Cinnéide'],
    ['gunes', 'Güneş Aydoğan'],
    ['Fatoumatta Sissoko', 'Fatoumata Sissoko'],
    ['Wim', 'Wim de Graaf'],
    ['Wanjiru', 'Wanjiru Mwangi'],
    ['Nordwind Heating', 'Nordwind Heating GmbH'],
    ['Bjork Einarsdottir', 'Björk Einarsdóttir'],
    ['my savings', 'Savings'],
  ],
  marek: [
    ['Anjali', 'Anjali Deshpande'],
    ['Prajwal Deshpande', 'Prajwal Deshpande'],
    ['ludmila svobodova', 'Ludmila Svobodová'],
    ['Nkechi Obiora', 'Nkechi Obiora'],
    ['Soren Kjeldsen', 'Søren Kjeldsen'],
    ['Saoirse', 'Saoirse Mac Giolla'],
    ['Meiling', 'Xu Meiling'],
    ['Professor Štěpánek', 'Prof. Kryštof Štěpánek'],
    ['my father', 'Zdeněk Zapletal'],
    ['Tatra Plumbing', 'Tatra Plumbing s.r.o.'],
    ['Chaloupka & Synove', 'Chaloupka & Synové'],
    ['Yevheniia', 'Yevheniia Marchuk'],
    ['the rainy day account', 'Rainy Day'],
  ],
  imogen: [
    ['Gethin', 'Gethin Llewellyn-Prys'],
    ['Sergeant McAuliffe', 'Sgt. Torquil McAuliffe'],
    ['chidinma', 'Chidinma Okwuosa'],
    ['Parvaneh Daneshvar', 'Parvaneh Daneshvar'],
    ['Mrs Ashdown', 'Mrs Winifred Ashdown'],
    ['Kwabena', 'Kwabena Asante'],
    ['Niamh Ni Bhroin', 'Niamh Ní Bhroin'],
    ['Ruaridh Farquarson', 'Ruaridh Farquharson'],
    ['Leilani', 'Leilani Kahananui'],
    ['my sister', 'Hyacinth Fairweather'],
    ['Thistledown Nursery', 'Thistledown Nursery Ltd'],
    ['pemberton and daughters', 'Pemberton & Daughters'],
    ['savings', 'Savings'],
  ],
  dashiell: [
    ['Itzayana', 'Itzayana Zaldumbide'],
    ['Thaddeus Blackwood', 'Thaddeus Blackwood'],
    ['Doan Quoc Bao', 'Đoàn Quốc Bảo'],
    ['siobhan oshaughnessy', "Siobhan O'Shaughnessy"],
    ['Makoa', 'Makoa Kealoha'],
    ['Haneul Gwak', 'Haneul Gwak'],
    ['Yitzhak', 'Yitzhak Perlmutter'],
    ['Sumayya Al Farouqi', 'Sumayya Al-Farouqi'],
    ['Grandma', 'Grandma'],
    ['my brother', 'Obadiah Marchbank-Pyke'],
    ['Cottonwood Daycare', 'Cottonwood Daycare LLC'],
    ['Ironbridge Gym', 'Ironbridge Gym'],
    ['my savings account', 'Savings'],
  ],
  noor: [
    ['Enaut', 'Eñaut Goikoetxea'],
    ['Tiphaine le goff', 'Tiphaine Le Goff'],
    ['Bartolomeo Caciatore', 'Bartolomeo Cacciatore'],
    ['Aysenur Kilic', 'Ayşenur Kılıç'],
    ['Thorvaldur Jonsson', 'Þorvaldur Jónsson'],
    ['Олена', 'Олена Шевчук'],
    ['Καλλιόπη', 'Καλλιόπη Βασιλείου'],
    ['abebe', 'Abebe Tessema'],
    ['Marisol Etxeberria', 'Marisol Etxeberria'],
    ['Anicet-Landry', 'Anicet-Landry Ndongo'],
    ['Fontaneria Zurbano', 'Fontanería Zurbano S.L.'],
    ['Academia Lucerna', 'Academia Lucerna'],
    ['the house fund', 'House fund'],
  ],
};

const OPENINGS = [
  'Send money to X',
  "I'd like to pay X",
  'transfer to X please',
  'Can you send X some money?',
  'pay X',
  'Make a payment to X',
  'need to send X money',
  'Please move some money to X',
  'hi, I want to transfer something to X',
  'Could you pay X for me',
  'wire money to X',
];
const WORDS: Record<string, [one: string, name: string, sign: string]> = {
  EUR: ['euro', 'euros', '€'],
  GBP: ['pound', 'pounds', '£'],
  USD: ['dollar', 'dollars', '$'],
};
const FILLS: [text: string, amount: number][] = [
  ['50 WORDS', 50],
  ['SIGN75', 75],
  ['120', 120],
  ['sixty WORDS', 60],
  ['12.50', 12.5],
  ['35 WORDS please', 35],
  ['make it 90', 90],
  ["it's 44 WORDS", 44],
  ['twenty-five WORDS', 25],
  ['a hundred WORDS', 100],
  ['two hundred and ten', 210],
  ['18 WORDS and 40 cents', 18.4],
  ['seventy five', 75],
];
const NAMED = ['X', 'to X', 'X please', "it's for X", 'to X, thanks', 'X!', 'for X'];
const AMOUNT_FIRST = [
  'Send 40 WORDS',
  'I want to transfer SIGN65',
  'please pay 30 WORDS',
  'transfer 22.80',
  'I need to send one hundred and fifty WORDS',
  'make a payment of 85 WORDS',
];
const AMOUNTS = [40, 65, 30, 22.8, 150, 85];

let turn = 0;
for (const { name: context } of CONTEXTS) {
  const { pay, d } = speaker(context);
  const [one, manyWord, sign] = WORDS[main(context).currency] ?? ['', '', ''];
  const say = (text: string): string =>
    text
      .replace('WORDS', manyWord)
      .replace('SIGN', sign)
      .replace('cents', one === 'pound' ? 'pence' : 'cents');
  for (const [typed, payee] of SPELLINGS[context] ?? []) {
    const ownAccount = CONTEXTS.find((one) => one.name === context)?.accounts.some(
      ({ name }) => name === payee,
    );
    const tags = ownAccount ? 'slots own_account' : 'slots payee';
    const named = (text: string): string => text.replace('X', typed);
    const [fill, amount] = FILLS[turn % FILLS.length] ?? ['', 0];
    const opening = OPENINGS[turn % OPENINGS.length] ?? '';
    d(`${tags} amount_open`, [named(opening), ask('amount')], [say(fill), pay(amount, payee)]);
    if (turn % 2 === 0) {
      const first = turn % AMOUNT_FIRST.length;
      d(
        `${tags} payee_open`,
        [say(AMOUNT_FIRST[first] ?? ''), ask('recipient')],
        [named(NAMED[turn % NAMED.length] ?? ''), pay(AMOUNTS[first] ?? 0, payee)],
      );
    }
    turn += 1;
  }
}

{
  const { pay, d } = speaker('lea');
  d(
    'slots both_open',
    ['I want to make a transfer', ask('recipient', 'amount')],
    ['to Güneş', ask('amount')],
    ['45', pay(45, 'Güneş Aydoğan')],
  );
  d(
    'slots both_open',
    ['send some money please', ask('recipient', 'amount')],
    ['30 euros', ask('recipient')],
    ['Wim de Graaf', pay(30, 'Wim de Graaf')],
  );
  d(
    'correction payee',
    ['Send 50 euros to Wanjiru', pay(50, 'Wanjiru Mwangi')],
    ['not Wanjiru, Fatoumata', pay(50, 'Fatoumata Sissoko')],
  );
  d(
    'correction payee',
    ['pay oluwaseun 20', pay(20, 'Oluwaseun Bankole')],
    ['no, Agnieszka', pay(20, 'Agnieszka Kurowska')],
  );
  d(
    'correction payee',
    ['20 euro to Wim', pay(20, 'Wim de Graaf')],
    ['sorry, I meant Güneş', pay(20, 'Güneş Aydoğan')],
  );
  d(
    'correction amount',
    ['Send 50 euros to Fatoumata', pay(50, 'Fatoumata Sissoko')],
    ['make that 60', pay(60, 'Fatoumata Sissoko')],
  );
  d(
    'correction amount',
    ['Send Mum 80 euros', pay(80, 'Mum')],
    ['no, 40', pay(40, 'Mum')],
    ['double it', pay(80, 'Mum')],
  );
  d(
    'correction amount',
    ['Transfer 120 euros to Vu Thi Hong', pay(120, 'Vũ Thị Hồng')],
    ['half of that', pay(60, 'Vũ Thị Hồng'), ask('amount')],
  );
  d(
    'correction amount',
    ['Pay Nordwind Heating 310.20', pay(310.2, 'Nordwind Heating GmbH')],
    ['actually it is 301.20', pay(301.2, 'Nordwind Heating GmbH')],
  );
  d(
    'correction amount',
    ['give Wim 15', pay(15, 'Wim de Graaf')],
    ['five more', pay(20, 'Wim de Graaf'), ask('amount')],
  );
  d(
    'correction amount slots',
    ['Send money to Agnieszka', ask('amount')],
    ['fifty', pay(50, 'Agnieszka Kurowska')],
    ['five hundred', pay(500, 'Agnieszka Kurowska'), ask('amount')],
  );
  d(
    'correction account',
    ['50 euros to Wanjiru Mwangi', pay(50, 'Wanjiru Mwangi')],
    ['from my savings', pay(50, 'Wanjiru Mwangi', { from: 'Savings' })],
  );
  d(
    'correction account',
    ['Send Tadhg 25 euros', pay(25, 'Tadhg Ó Cinnéide')],
    ['take it from the holiday pot instead', pay(25, 'Tadhg Ó Cinnéide', { from: 'Holiday pot' })],
  );
  d(
    'correction day',
    ['Send Güneş 70 euros', pay(70, 'Güneş Aydoğan')],
    ['tomorrow', pay(70, 'Güneş Aydoğan', { when: '2028-11-16' })],
  );
  d(
    'correction day',
    ['pay Mum 30 euros tomorrow', pay(30, 'Mum', { when: '2028-11-16' })],
    ['no, today', pay(30, 'Mum'), pay(30, 'Mum', { when: '2028-11-15' })],
  );
  d(
    'second_payment',
    ['Send 20 euros to Fatoumata', pay(20, 'Fatoumata Sissoko')],
    ['and 10 to Wim', beside(pay(10, 'Wim de Graaf')), ask('operation')],
  );
  d(
    'second_payment',
    ['15 euros to Mum', pay(15, 'Mum')],
    ['also send 5 to Wanjiru', beside(pay(5, 'Wanjiru Mwangi')), ask('operation')],
  );
  d(
    'cancel',
    ['Send 50 euros to Agnieszka', pay(50, 'Agnieszka Kurowska')],
    ['cancel that', CANCEL],
  );
  d('cancel', ['Send money to Wim', ask('amount')], ['never mind', CANCEL]);
  d(
    'cancel',
    ['Pay Dr Vogelsang', ask('amount')],
    ['forget it', CANCEL],
    ['Pay Dr Vogelsang 95 euros', pay(95, 'Dr. Hinnerk Vogelsang')],
  );
  d(
    'go_back',
    ['Send 50 euros to Güneş', pay(50, 'Güneş Aydoğan')],
    ['make that 500', pay(500, 'Güneş Aydoğan')],
    ['go back', pay(50, 'Güneş Aydoğan'), ask('amount', 'recipient', 'operation')],
  );
  d(
    'unknown_payee',
    ['Send 50 euros to Ottoline', ask('recipient')],
    ['I mean Wim', pay(50, 'Wim de Graaf')],
  );
  d('unknown_payee', ['Transfer 12 euros to Balthazar Quint', ask('recipient'), UNSUPPORTED]);
  d(
    'amount_words',
    ['Send money to Fatoumata', ask('amount')],
    ['two fifty', ask('amount')],
    ['250 euros', pay(250, 'Fatoumata Sissoko')],
  );
  d(
    'amount_words',
    ['Send nineteen ninety nine to Mum', ask('amount')],
    ['19.99', pay(19.99, 'Mum')],
  );
  d(
    'amount_words',
    ['Send Agnieszka a couple of hundred', ask('amount')],
    ['200', pay(200, 'Agnieszka Kurowska')],
  );
  d('amount_words', ['Send 5² euros to Wim', ask('amount')]);
  d(
    'amount_words',
    ['Pay Wanjiru over 40 euros', ask('amount')],
    ['42', pay(42, 'Wanjiru Mwangi')],
  );
  d(
    'amount_words',
    ['send güneş about 40 euros', ask('amount')],
    ['exactly 40', pay(40, 'Güneş Aydoğan')],
  );
  d('amount_words', ['Move all of it to my savings', ask('amount'), ask('amount', 'account')]);
  d('amount_words', ['move half to the holiday pot', ask('amount'), ask('amount', 'account')]);
  d('amount_words', ['Pay Wim forty-five euros and fifty cents', pay(45.5, 'Wim de Graaf')]);
  d('amount_words', [
    'Transfer 1.234,50 euros to Dr. Hinnerk Vogelsang',
    pay(1234.5, 'Dr. Hinnerk Vogelsang'),
  ]);
  d(
    'day_words',
    ['Send Mum 50 euros next Friday', ask('date')],
    ['the 24th', pay(50, 'Mum', { when: '2028-11-24' })],
  );
  d('day_words', [
    'Pay Wim 20 euros on the 2nd',
    pay(20, 'Wim de Graaf', { when: '2028-12-02' }),
    ask('date'),
  ]);
  d('day_words', [
    'Pay Wim 20 euros this Wednesday',
    ask('date'),
    pay(20, 'Wim de Graaf'),
    pay(20, 'Wim de Graaf', { when: '2028-11-15' }),
  ]);
  d('day_words', [
    'Nordwind Heating needs 130 euros by Friday, pay them',
    ask('date'),
    pay(130, 'Nordwind Heating GmbH'),
  ]);
  d('day_words', [
    "Send Wanjiru 15 euros for tomorrow's lunch",
    pay(15, 'Wanjiru Mwangi'),
    ask('date'),
  ]);
  d('day_words', ['Send Oluwaseun 15 euros in an hour', ask('date'), UNSUPPORTED]);
  d(
    'own_account',
    ['put 200 euros in my savings', pay(200, 'Savings')],
    ['make it 250', pay(250, 'Savings')],
    ['no, the holiday pot', pay(250, 'Holiday pot')],
  );
}
{
  const { pay, d } = speaker('marek');
  d(
    'ambiguous',
    ['Send 50 euros to Nkechi', ask('recipient')],
    ['Ezenwa', pay(50, 'Nkechi Ezenwa')],
  );
  d(
    'ambiguous',
    ['pay nkechi 25', ask('recipient')],
    ['the first one', pay(25, 'Nkechi Obiora'), pay(25, 'Nkechi Ezenwa'), ask('recipient')],
  );
  d(
    'ambiguous',
    ['Transfer 90 euros to Deshpande', ask('recipient')],
    ['Anjali', pay(90, 'Anjali Deshpande')],
  );
  d(
    'ambiguous slots',
    ['Send money to Deshpande', ask('recipient', 'amount')],
    ['Prajwal', ask('amount')],
    ['33.30', pay(33.3, 'Prajwal Deshpande')],
  );
  d(
    'correction currency',
    ['Send 50 to Anjali', pay(50, 'Anjali Deshpande')],
    ['dollars', pay(50, 'Anjali Deshpande', { currency: 'USD' }), ask('currency'), ask('account')],
  );
  d(
    'correction currency',
    ['Send Søren 80 euros', pay(80, 'Søren Kjeldsen')],
    [
      'make that dollars',
      pay(80, 'Søren Kjeldsen', { currency: 'USD' }),
      ask('currency'),
      ask('account'),
    ],
  );
  d(
    'correction currency',
    [
      'send 30 dollars to Saoirse',
      pay(30, 'Saoirse Mac Giolla', { currency: 'USD' }),
      ask('account'),
    ],
    ['I mean euros', pay(30, 'Saoirse Mac Giolla')],
  );
  d(
    'correction account currency',
    [
      'Send 40 dollars to Xu Meiling from the dollar account',
      pay(40, 'Xu Meiling', { currency: 'USD', from: 'Dollar account' }),
    ],
    ['50 not 40', pay(50, 'Xu Meiling', { currency: 'USD', from: 'Dollar account' })],
  );
  d(
    'correction payee',
    ['Pay Saoirse 35', pay(35, 'Saoirse Mac Giolla')],
    ['wrong person, it is for Søren', pay(35, 'Søren Kjeldsen')],
  );
  d(
    'correction payee amount',
    ['Pay Saoirse 35', pay(35, 'Saoirse Mac Giolla')],
    ['I meant 53 to Ludmila', pay(53, 'Ludmila Svobodová')],
  );
  d(
    'correction payee ambiguous',
    ['Pay Ludmila 60 euros', pay(60, 'Ludmila Svobodová')],
    ['not Ludmila, Nkechi', ask('recipient')],
    ['Obiora', pay(60, 'Nkechi Obiora')],
  );
  d(
    'correction amount',
    ['Send 100 euros to Yevheniia', pay(100, 'Yevheniia Marchuk')],
    ['triple that', pay(300, 'Yevheniia Marchuk'), ask('amount')],
  );
  d(
    'correction amount',
    ['Send 100 euros to Prof. Štěpánek', pay(100, 'Prof. Kryštof Štěpánek')],
    ['10 less', pay(90, 'Prof. Kryštof Štěpánek'), ask('amount')],
  );
  d(
    'correction amount',
    ['transfer 70 to søren', pay(70, 'Søren Kjeldsen')],
    ['hmm better 65.50', pay(65.5, 'Søren Kjeldsen')],
  );
  d(
    'second_payment',
    ['Send 20 euros to Anjali', pay(20, 'Anjali Deshpande')],
    ['and another 30 to Prajwal', beside(pay(30, 'Prajwal Deshpande')), ask('operation')],
  );
  d('two_in_one', [
    'Send 20 euros to Anjali and 30 to Prajwal',
    ask('operation'),
    pay(20, 'Anjali Deshpande'),
    UNSUPPORTED,
  ]);
  d(
    'cancel',
    ['Send 20 euros to Ludmila', pay(20, 'Ludmila Svobodová')],
    ['no wait, stop', CANCEL],
  );
  d('cancel', ['Make a payment to Tatra Plumbing', ask('amount')], ['cancel', CANCEL]);
  d('cancel', ['Send 80 to my father', pay(80, 'Zdeněk Zapletal')], ["don't send it", CANCEL]);
  d(
    'go_back',
    ['Send 20 euros to Søren', pay(20, 'Søren Kjeldsen')],
    ['no, to Ludmila', pay(20, 'Ludmila Svobodová')],
    ['go back', pay(20, 'Søren Kjeldsen'), ask('recipient', 'amount', 'operation')],
  );
  d(
    'amount_words',
    ['Send money to Søren', ask('amount')],
    ['one twenty', ask('amount')],
    ['one hundred and twenty', pay(120, 'Søren Kjeldsen')],
  );
  d('amount_words', ['Pay Ludmila twelve fifty', ask('amount')]);
  d('amount_words', ['Pay Ludmila two hundred fifty euros', pay(250, 'Ludmila Svobodová')]);
  d('amount_words', ['Pay Søren nineteen hundred euros', pay(1900, 'Søren Kjeldsen')]);
  d('amount_words', ['pay Søren forty-two euros', pay(42, 'Søren Kjeldsen')]);
  d('amount_words', ['Send Anjali fifty or sixty euros', ask('amount')]);
  d(
    'amount_words',
    ['Send between 20 and 30 euros to Anjali Deshpande', ask('amount')],
    ['26', pay(26, 'Anjali Deshpande')],
  );
  d('amount_words', ['Send Saoirse at most 40 euros', ask('amount')]);
  d('amount_words', ['Send Saoirse a few euros', ask('amount')]);
  d('amount_words', ['Send Saoirse a dozen euros', pay(12, 'Saoirse Mac Giolla'), ask('amount')]);
  d('amount_words', ['Send the rest to Rainy Day', ask('amount')]);
  d('day_words', [
    'Pay Tatra Plumbing 180 euros on Friday',
    pay(180, 'Tatra Plumbing s.r.o.', { when: '2028-11-17' }),
  ]);
  d(
    'day_words',
    ['Pay Tatra Plumbing 180 euros', pay(180, 'Tatra Plumbing s.r.o.')],
    ['on the 1st of December please', pay(180, 'Tatra Plumbing s.r.o.', { when: '2028-12-01' })],
  );
  d('day_words', [
    'Send my father 60 euros in three days',
    pay(60, 'Zdeněk Zapletal', { when: '2028-11-18' }),
  ]);
  d('day_words', ['send Prajwal 45 euros at the weekend', ask('date')]);
  d('day_words', [
    'send Prajwal 45 euros at the end of the month',
    pay(45, 'Prajwal Deshpande', { when: '2028-11-30' }),
    ask('date'),
  ]);
  d('recurring', [
    'Send 50 euros to Ludmila every month',
    pay(50, 'Ludmila Svobodová', { every: 'month' }),
    ask('date'),
  ]);
  d(
    'mid_question',
    ['Send money to Søren', ask('amount')],
    ['how much do I have on Current?', ANSWER, ask('amount')],
    ['75', pay(75, 'Søren Kjeldsen')],
  );
}
{
  const { pay, d } = speaker('imogen');
  d('one_message', ['Could you pop £30 over to Gethin please', pay(30, 'Gethin Llewellyn-Prys')]);
  d(
    'correction payee',
    ['£45 to Leilani', pay(45, 'Leilani Kahananui')],
    ['no no, Chidinma', pay(45, 'Chidinma Okwuosa')],
  );
  d(
    'correction payee',
    ['Pay Mrs Ashdown £60', pay(60, 'Mrs Winifred Ashdown')],
    ['rather to Parvaneh', pay(60, 'Parvaneh Daneshvar')],
  );
  d(
    'correction amount',
    ['Pay Iestyn Window Cleaning £18', pay(18, 'Iestyn Window Cleaning')],
    ['he raised it, £20 now', pay(20, 'Iestyn Window Cleaning'), ask('amount')],
  );
  d(
    'correction currency',
    ['Send Kwabena 50', pay(50, 'Kwabena Asante')],
    [
      'euros, not pounds',
      pay(50, 'Kwabena Asante', { currency: 'EUR' }),
      ask('currency'),
      ask('account'),
    ],
  );
  d(
    'correction currency account',
    [
      'Send Kwabena 50 euros from the euro wallet',
      pay(50, 'Kwabena Asante', { currency: 'EUR', from: 'Euro wallet' }),
    ],
    ['make that pounds', pay(50, 'Kwabena Asante'), ask('account'), ask('currency')],
  );
  d('cancel', ['£500 to Ruaridh', pay(500, 'Ruaridh Farquharson')], ['scrap that', CANCEL]);
  d(
    'cancel restart',
    ['£500 to Ruaridh', pay(500, 'Ruaridh Farquharson')],
    ['stop', CANCEL],
    ['send Gethin a tenner', ask('amount'), pay(10, 'Gethin Llewellyn-Prys')],
  );
  d('amount_words', ['Send Gethin a fiver', pay(5, 'Gethin Llewellyn-Prys'), ask('amount')]);
  d('amount_words', ['Send my sister twenty quid', pay(20, 'Hyacinth Fairweather')]);
  d('amount_words', ['Pay Kwabena three pounds forty', pay(3.4, 'Kwabena Asante'), ask('amount')]);
  d('amount_words', ['Pay Kwabena three forty nine', ask('amount')]);
  d('amount_words', [
    'Pay Thistledown Nursery one thousand two hundred pounds',
    pay(1200, 'Thistledown Nursery Ltd'),
  ]);
  d('amount_words', [
    'Pay Thistledown Nursery £1.2k',
    pay(1200, 'Thistledown Nursery Ltd'),
    ask('amount'),
  ]);
  d('amount_words', [
    'Send everything in Main to Savings',
    ask('amount'),
    {
      proposal: {
        operation: 'transfer',
        amount: 380_000,
        currency: 'GBP',
        to: 'Savings',
        from: 'Main',
      },
    },
  ]);
  d('amount_words', ['Pay Niamh 40p', pay(0.4, 'Niamh Ní Bhroin')]);
  d('amount_words', ['pay Niamh fifty pence', pay(0.5, 'Niamh Ní Bhroin')]);
  d('day_words', [
    'Pay Mrs Ashdown £35 on Monday',
    pay(35, 'Mrs Winifred Ashdown', { when: '2028-11-20' }),
  ]);
  d('day_words', [
    'Pay Mrs Ashdown £35 next Monday',
    pay(35, 'Mrs Winifred Ashdown', { when: '2028-11-20' }),
    ask('date'),
  ]);
  d('day_words', [
    'Pay Mrs Ashdown £35 on 3 December',
    pay(35, 'Mrs Winifred Ashdown', { when: '2028-12-03' }),
  ]);
  d('day_words', [
    'Pay Pemberton & Daughters £240 on 04/12',
    pay(240, 'Pemberton & Daughters', { when: '2028-12-04' }),
    ask('date'),
  ]);
  d('day_words', ['Send Leilani £25 before Tuesday', ask('date'), pay(25, 'Leilani Kahananui')]);
  d('day_words', [
    'Send Leilani £25 a week today',
    pay(25, 'Leilani Kahananui', { when: '2028-11-22' }),
    ask('date'),
  ]);
  d('day_words', ['Send Leilani £25 tonight', pay(25, 'Leilani Kahananui'), ask('date')]);
  d(
    'day_words correction',
    ['Send Leilani £25 on Friday', pay(25, 'Leilani Kahananui', { when: '2028-11-17' })],
    ['Saturday rather', pay(25, 'Leilani Kahananui', { when: '2028-11-18' })],
    ['and make it 30', pay(30, 'Leilani Kahananui', { when: '2028-11-18' })],
  );
  d(
    'unknown_payee',
    ['Send £20 to Algernon', ask('recipient')],
    ['ok then Gethin', pay(20, 'Gethin Llewellyn-Prys')],
  );
  d(
    'long',
    ['I need to pay someone', ask('recipient', 'amount')],
    ['Chidinma', ask('amount')],
    ['£60', pay(60, 'Chidinma Okwuosa')],
    ['no, £70', pay(70, 'Chidinma Okwuosa')],
    ['from savings', pay(70, 'Chidinma Okwuosa', { from: 'Savings' })],
    ['on Friday', pay(70, 'Chidinma Okwuosa', { from: 'Savings', when: '2028-11-17' })],
  );
}
{
  const { pay, d } = speaker('dashiell');
  d('one_message', ['shoot Thaddeus 40 bucks', pay(40, 'Thaddeus Blackwood')]);
  d(
    'correction payee',
    ['Venmo-style: $25 to Makoa', pay(25, 'Makoa Kealoha'), ask('operation')],
    ['not Makoa, Yitzhak', pay(25, 'Yitzhak Perlmutter')],
  );
  d(
    'correction payee',
    ['Send Sumayya $90', pay(90, 'Sumayya Al-Farouqi')],
    ['oops, Itzayana I mean', pay(90, 'Itzayana Zaldumbide')],
  );
  d(
    'correction amount',
    ['Send Sumayya $90', pay(90, 'Sumayya Al-Farouqi')],
    ['make it an even hundred', pay(100, 'Sumayya Al-Farouqi'), ask('amount')],
  );
  d(
    'correction amount',
    ['Send Grandma $15', pay(15, 'Grandma')],
    ['change the amount to $51', pay(51, 'Grandma')],
  );
  d(
    'correction amount',
    ['Send Grandma $15', pay(15, 'Grandma')],
    ['double it', pay(30, 'Grandma')],
    ['double it again', pay(60, 'Grandma')],
  );
  d(
    'correction currency',
    ['Send Haneul 60', pay(60, 'Haneul Gwak')],
    ['in euros', pay(60, 'Haneul Gwak', { currency: 'EUR' }), ask('currency'), ask('account')],
  );
  d(
    'second_payment',
    ['$20 to Makoa', pay(20, 'Makoa Kealoha')],
    [
      'same for Thaddeus',
      beside(pay(20, 'Thaddeus Blackwood')),
      ask('operation'),
      ask('recipient'),
    ],
  );
  d(
    'cancel',
    ['Pay Ironbridge Gym $55', pay(55, 'Ironbridge Gym')],
    ['actually no', CANCEL, ask('operation')],
  );
  d('cancel', ['Pay Ironbridge Gym', ask('amount')], ["I don't want to anymore", CANCEL]);
  d('amount_words', ['Send Itzayana one two three dollars', ask('amount')]);
  d('amount_words', ['Send Itzayana twenty twenty dollars', ask('amount')]);
  d('amount_words', ['Send Itzayana a hundred and five dollars', pay(105, 'Itzayana Zaldumbide')]);
  d('amount_words', ['Send Itzayana $1,050.25', pay(1050.25, 'Itzayana Zaldumbide')]);
  d('amount_words', ['Send Yitzhak fifty five hundred dollars', pay(5500, 'Yitzhak Perlmutter')]);
  d('amount_words', ['Send Yitzhak a quarter of my balance', ask('amount')]);
  d('amount_words', ['Send Yitzhak $20 times three', ask('amount'), pay(60, 'Yitzhak Perlmutter')]);
  d('amount_words', ['Send Yitzhak $-20', ask('amount'), UNSUPPORTED]);
  d('amount_words', ['Send Makoa zero dollars', ask('amount'), UNSUPPORTED]);
  d('day_words', [
    'Pay Cottonwood Daycare $400 on December 1st',
    pay(400, 'Cottonwood Daycare LLC', { when: '2028-12-01' }),
  ]);
  d('day_words', [
    'Pay Cottonwood Daycare $400 on the 15th',
    ask('date'),
    pay(400, 'Cottonwood Daycare LLC', { when: '2028-12-15' }),
    pay(400, 'Cottonwood Daycare LLC'),
    pay(400, 'Cottonwood Daycare LLC', { when: '2028-11-15' }),
  ]);
  d('day_words', [
    'Send my brother $50 the day after tomorrow',
    pay(50, 'Obadiah Marchbank-Pyke', { when: '2028-11-17' }),
  ]);
  d('day_words', ['Send my brother $50 yesterday', ask('date'), UNSUPPORTED]);
  d('day_words', [
    'Send my brother $50 on 12/13',
    pay(50, 'Obadiah Marchbank-Pyke', { when: '2028-12-13' }),
    ask('date'),
  ]);
  d('day_words', ['send my brother $50 sometime next week', ask('date')]);
  d('recurring', [
    'pay Ironbridge Gym $55 every month on the 5th',
    pay(55, 'Ironbridge Gym', { every: 'month', when: '2028-12-05' }),
  ]);
  d(
    'recurring correction',
    ['Send Grandma $20 every week', pay(20, 'Grandma', { every: 'week' }), ask('date')],
    ['no, just once', pay(20, 'Grandma')],
  );
  d('unknown_payee', ['Send $30 to Peregrine', ask('recipient')], ['cancel', CANCEL]);
  d(
    'long',
    ['transfer', ask('recipient', 'amount')],
    ['$35', ask('recipient')],
    ['Siobhan', pay(35, "Siobhan O'Shaughnessy")],
    ['not her, Sumayya', pay(35, 'Sumayya Al-Farouqi')],
    ['cancel it', CANCEL],
  );
}
{
  const { pay, d } = speaker('noor');
  d(
    'ambiguous',
    ['Send 50 euros to Marisol', ask('recipient')],
    ['Quiñones', pay(50, 'Marisol Quiñones')],
  );
  d(
    'ambiguous',
    ['pay marisol', ask('recipient', 'amount')],
    ['etxeberria', ask('amount')],
    ['64', pay(64, 'Marisol Etxeberria')],
  );
  d(
    'ambiguous correction',
    ['30 euros to Abebe', pay(30, 'Abebe Tessema')],
    ['no, Marisol', ask('recipient')],
    ['the one called Quinones', pay(30, 'Marisol Quiñones')],
  );
  d(
    'correction payee',
    ['30 euros to Ayşenur', pay(30, 'Ayşenur Kılıç')],
    ['not Ayşenur, Tiphaine', pay(30, 'Tiphaine Le Goff')],
  );
  d(
    'correction payee',
    ['50 for Bartolomeo Cacciatore', pay(50, 'Bartolomeo Cacciatore')],
    ['Tiago, not Bartolomeo', pay(50, 'Tiago Cravinho')],
  );
  d(
    'correction both',
    ['50 for Abebe', pay(50, 'Abebe Tessema')],
    ['no: 15 for Anicet-Landry', pay(15, 'Anicet-Landry Ndongo')],
  );
  d(
    'correction amount',
    ['send Thorvaldur 200 euros', pay(200, 'Þorvaldur Jónsson')],
    ['only 20!', pay(20, 'Þorvaldur Jónsson')],
  );
  d(
    'correction account',
    ['send Abebe 200 euros', pay(200, 'Abebe Tessema')],
    ['from the house fund', pay(200, 'Abebe Tessema', { from: 'House fund' })],
  );
  d(
    'cancel',
    ['send Abebe 200 euros', pay(200, 'Abebe Tessema')],
    ['no thanks', CANCEL, ask('operation')],
  );
  d('amount_words', ['Pay Fontanería Zurbano 1.150,00', pay(1150, 'Fontanería Zurbano S.L.')]);
  d('amount_words', ['Pay Academia Lucerna 99,95 euros', pay(99.95, 'Academia Lucerna')]);
  d('amount_words', ['Pay Academia Lucerna sixty-six fifty', ask('amount')]);
  d('amount_words', ['Pay Abebe thirty euros fifty', pay(30.5, 'Abebe Tessema'), ask('amount')]);
  d('amount_words', ['Pay Abebe a hundred-ish', ask('amount')]);
  d('amount_words', ['Pay Abebe 40 euros minus the 5 he owes me', ask('amount'), UNSUPPORTED]);
  d('amount_words', ['Pay Abebe 1e3 euros', ask('amount')]);
  d('amount_words', ['pay abebe 5-10 euros', ask('amount')]);
  d('amount_words', ['Pay Abebe ４５ euros', pay(45, 'Abebe Tessema'), ask('amount')]);
  d('day_words', [
    'Pay Academia Lucerna 120 euros on the first',
    pay(120, 'Academia Lucerna', { when: '2028-12-01' }),
    ask('date'),
  ]);
  d('day_words', [
    'Pay Academia Lucerna 120 euros in two weeks',
    pay(120, 'Academia Lucerna', { when: '2028-11-29' }),
  ]);
  d('day_words', ['Pay Academia Lucerna 120 euros on 31 November', ask('date'), UNSUPPORTED]);
  d('day_words', ['Pay Academia Lucerna 120 euros on payday', ask('date'), UNSUPPORTED]);
  d('foreign', ['Envía 50 euros a Tiago', ask('language'), UNSUPPORTED]);
  d(
    'not_an_order',
    ['I might send Abebe 50 euros', UNSUPPORTED, ask('operation')],
    ['yes do it', pay(50, 'Abebe Tessema'), ask('operation', 'amount', 'recipient')],
  );
  d(
    'question',
    ['How much did I send Abebe?', ANSWER],
    ['Send him 20 euros', pay(20, 'Abebe Tessema'), ask('recipient')],
  );
}

// The second writing: other people, other words.
{
  const { pay, d } = speaker('ysolde');
  const BIKE = { from: 'Bike fund' };
  d(
    'correction name',
    ['I owe Bjarte 45 euros, send it please', pay(45, 'Bjarte Hovland'), ask('operation')],
    ['oh sorry, I meant Levente', pay(45, 'Levente Szűcs')],
  );
  d(
    'slots first_name',
    ['pay mirembe', ask('amount')],
    ['twenty-two fifty', ask('amount')],
    ['22.50', pay(22.5, 'Mirembe Nakato')],
  );
  d(
    'ambiguous_name',
    ['Send Tove 30 euros', ask('recipient')],
    ['Marklund', pay(30, 'Tove Marklund')],
  );
  d(
    'ambiguous_name correction',
    ['30 euros for Tove', ask('recipient'), ask('operation')],
    ['the Lindqvist one', pay(30, 'Tove Lindqvist'), ask('recipient')],
  );
  d(
    'relationship',
    ['transfer 60 to my brother', pay(60, 'Casimir Duquenne')],
    ['hmm make it 65', pay(65, 'Casimir Duquenne')],
  );
  d(
    'correction source',
    ['Pay Hendrikx Dakwerken 350 euros', pay(350, 'Hendrikx Dakwerken')],
    ['take it from the bike fund', pay(350, 'Hendrikx Dakwerken', BIKE)],
  );
  d('cancel', ['Send 15 euros to Uncle Ferdie', pay(15, 'Uncle Ferdie')], ['scratch that', CANCEL]);
  d(
    'cancel',
    ['Send 15 euros to Uncle Ferdie', pay(15, 'Uncle Ferdie')],
    ["I've changed my mind, leave it", CANCEL, ask('operation'), UNSUPPORTED],
  );
  d(
    'second_payment',
    ['Send Ysaline 12 euros', pay(12, 'Ysaline Vandekerckhove')],
    ['and another 8 to Bjarte', beside(pay(8, 'Bjarte Hovland'))],
  );
  d(
    'second_payment same_amount',
    ['Send Ysaline 12 euros', pay(12, 'Ysaline Vandekerckhove')],
    ['same for Levente', beside(pay(12, 'Levente Szűcs')), ask('operation', 'amount'), UNSUPPORTED],
  );
  d(
    'correction amount',
    ['Transfer 100 euros to Prof. Quintero', pay(100, 'Prof. Odalys Quintero')],
    ['that was too much, 80', pay(80, 'Prof. Odalys Quintero'), ask('amount')],
  );
  d(
    'correction amount arithmetic',
    ['Transfer 100 euros to Prof. Quintero', pay(100, 'Prof. Odalys Quintero')],
    ['ten less', pay(90, 'Prof. Odalys Quintero')],
  );
  d(
    'correction amount arithmetic',
    ['Transfer 40 euros to Mirembe', pay(40, 'Mirembe Nakato')],
    ['half of that', pay(20, 'Mirembe Nakato'), ask('amount')],
  );
  d(
    'correction currency',
    ['Pay Brouwerij De Halve Kan 90 euros', pay(90, 'Brouwerij De Halve Kan')],
    [
      'in pounds please',
      pay(90, 'Brouwerij De Halve Kan', { currency: 'GBP', from: 'Sterling' }),
      ask('currency', 'account'),
    ],
  );
  d(
    'back',
    ['Send Levente 70 euros', pay(70, 'Levente Szűcs')],
    ['make that 90', pay(90, 'Levente Szűcs')],
    ['undo that', pay(70, 'Levente Szűcs'), CANCEL, ask('operation')],
  );
  d(
    'back name',
    ['Send Levente 70 euros', pay(70, 'Levente Szűcs')],
    ['no, Bjarte', pay(70, 'Bjarte Hovland')],
    ['go back', pay(70, 'Levente Szűcs')],
  );
  d(
    'day correction',
    [
      'Pay Atelier Papillote 140 euros tomorrow',
      pay(140, 'Atelier Papillote SPRL', { when: '2028-11-16' }),
    ],
    [
      'on 20 November instead',
      pay(140, 'Atelier Papillote SPRL', { when: '2028-11-20' }),
      ask('date'),
    ],
  );
  d(
    'day slot',
    [
      'Pay Casimir 25 euros next Tuesday',
      ask('date'),
      pay(25, 'Casimir Duquenne', { when: '2028-11-21' }),
    ],
    ['the 21st', pay(25, 'Casimir Duquenne', { when: '2028-11-21' })],
  );
  d(
    'question_between',
    ['send ysaline', ask('amount')],
    ['what is my balance?', ANSWER, ask('amount')],
    ['18 euros', pay(18, 'Ysaline Vandekerckhove')],
  );
  d(
    'not_an_order',
    ['If Bjarte asks, send him 50 euros', ask('operation'), UNSUPPORTED],
    ['well?', ask('operation', 'recipient', 'amount'), UNSUPPORTED],
  );
  d(
    'unknown_payee',
    ['Send 40 euros to Marcelline', ask('recipient')],
    ['sorry, Mirembe', pay(40, 'Mirembe Nakato')],
  );
  d(
    'typo',
    [
      'sned 30 eur to ysalin vandekerckhove',
      pay(30, 'Ysaline Vandekerckhove'),
      ask('recipient', 'operation'),
      UNSUPPORTED,
    ],
    ['30 to Ysaline Vandekerckhove', pay(30, 'Ysaline Vandekerckhove')],
  );
  d(
    'own',
    ['move 200 to the bike fund', pay(200, 'Bike fund')],
    ['250 actually', pay(250, 'Bike fund')],
  );
  d(
    'own reversed',
    ['put 75 euros from Bike fund into Giro', pay(75, 'Giro', BIKE)],
    ['yes', pay(75, 'Giro', BIKE), ANSWER, UNSUPPORTED, ask('operation')],
  );
  d(
    'everything',
    ['Send everything in my Bike fund to Casimir', ask('amount')],
    ['ok 500 then', pay(500, 'Casimir Duquenne', BIKE), ask('amount', 'account')],
  );
  d('negated', ["Bjarte shouldn't get anything", UNSUPPORTED, ask('operation', 'amount')]);
  d(
    'several',
    ['20 euros each to Bjarte and Levente', ask('operation', 'recipient'), UNSUPPORTED],
    [
      'just Bjarte',
      pay(20, 'Bjarte Hovland'),
      ask('operation', 'recipient', 'amount'),
      UNSUPPORTED,
    ],
  );
  d(
    'recurring',
    [
      'Pay Uncle Ferdie 20 euros every month starting tomorrow',
      pay(20, 'Uncle Ferdie', { when: '2028-11-16', every: 'month' }),
    ],
    ['25', pay(25, 'Uncle Ferdie', { when: '2028-11-16', every: 'month' })],
  );
  d(
    'name_and_amount_corrected',
    ['Send Tove Lindqvist 33 euros', pay(33, 'Tove Lindqvist')],
    [
      'not her, Tove Marklund, and 44',
      pay(44, 'Tove Marklund'),
      ask('operation', 'recipient', 'amount'),
    ],
  );
  d(
    'amount_words',
    ['pay levente a hundred and five euros and twenty cents', pay(105.2, 'Levente Szűcs')],
    ['plus five', pay(110.2, 'Levente Szűcs')],
  );
  d(
    'double twice',
    ['Send Bjarte 11 euros', pay(11, 'Bjarte Hovland')],
    ['double that', pay(22, 'Bjarte Hovland')],
    ['double it again', pay(44, 'Bjarte Hovland'), ask('amount', 'operation')],
  );
}
{
  const { pay, d } = speaker('keoni');
  const FUND = { from: 'Rainy fund' };
  d(
    'slots',
    ['I need to get some money over to Nalani', ask('amount')],
    ['forty bucks', pay(40, 'Nalani Makaiwi')],
  );
  d(
    'slots recipient',
    ['Wire $125', ask('recipient')],
    ['Cormac Delahunty', pay(125, 'Cormac Delahunty')],
  );
  d(
    'slots recipient',
    ['Transfer two hundred dollars', ask('recipient')],
    ['to mom', pay(200, 'Ululani Ahuna')],
  );
  d('correction both', ['$18 to Nana', pay(18, 'Nana')], ['wait, $80 to Nana', pay(80, 'Nana')]);
  d(
    'correction name',
    ['Send Quillon $55', pay(55, 'Quillon Brathwaite')],
    ['wrong person! Jedediah', pay(55, 'Jedediah Thornquist'), ask('recipient', 'operation')],
  );
  d(
    'accent',
    ['zoltan pekar gets $65 from me', pay(65, 'Zoltán Pekár')],
    ['from the rainy fund please', pay(65, 'Zoltán Pekár', FUND)],
  );
  d(
    'hyphen',
    ['Send phuong anh 27 dollars', pay(27, 'Phuong-Anh Lieu')],
    ['no 72', pay(72, 'Phuong-Anh Lieu')],
  );
  d(
    'external day',
    [
      'Pay Bluewater Plumbing $310 on Friday',
      pay(310, 'Bluewater Plumbing Inc', { when: '2028-11-17' }),
    ],
    [
      'do it today',
      pay(310, 'Bluewater Plumbing Inc'),
      pay(310, 'Bluewater Plumbing Inc', { when: '2028-11-15' }),
      ask('date'),
    ],
  );
  d(
    'external title',
    ['mr dempsey needs 45 dollars for the hedge, pay him', pay(45, 'Mr. Dempsey Lawncare')],
    ['never mind', CANCEL],
  );
  d(
    'currency',
    ['Send Cormac 50', pay(50, 'Cormac Delahunty')],
    [
      'make it euros',
      pay(50, 'Cormac Delahunty', { currency: 'EUR', from: 'Euro purse' }),
      ask('currency', 'account'),
    ],
  );
  d('ask_about', ['Send Nana about 40 dollars', ask('amount')], ['exactly 40', pay(40, 'Nana')]);
  d(
    'ask_over',
    ['Send Jedediah a little over a hundred', ask('amount')],
    ['110', pay(110, 'Jedediah Thornquist')],
  );
  d(
    'range',
    ['Give Quillon 20 or 30 dollars', ask('amount', 'operation')],
    ['30 it is', pay(30, 'Quillon Brathwaite'), ask('amount')],
  );
  d(
    'question',
    ['how much did I send Nalani last month?', ANSWER],
    ['ok send her 35 dollars', ask('recipient'), pay(35, 'Nalani Makaiwi')],
  );
  d(
    'second_payment cancel_first',
    ['Send Nalani $10', pay(10, 'Nalani Makaiwi')],
    ['also $20 to Nana', beside(pay(20, 'Nana'))],
    ['cancel that', CANCEL],
  );
  d(
    'five_more',
    ['Send Halekai Dance School $85', pay(85, 'Halekai Dance School')],
    ['ten more', pay(95, 'Halekai Dance School')],
    ['and from savings', pay(95, 'Halekai Dance School', FUND), ask('account', 'operation')],
  );
  d(
    'negated_name',
    ['Send Quillon $60', pay(60, 'Quillon Brathwaite')],
    ['not Quillon', ask('recipient'), CANCEL],
    ['Jedediah Thornquist', pay(60, 'Jedediah Thornquist')],
  );
  d(
    'wait',
    ['Send Quillon $60', pay(60, 'Quillon Brathwaite')],
    ['hold on a second', UNSUPPORTED, ask('operation', 'amount', 'recipient', 'date')],
    ['ok make it $61', pay(61, 'Quillon Brathwaite')],
  );
  d(
    'stop',
    ['Send Quillon $60', pay(60, 'Quillon Brathwaite')],
    ['stop', CANCEL],
    ['Send Quillon $6', pay(6, 'Quillon Brathwaite')],
  );
  d(
    'yes',
    ['Send Cormac $44.10', pay(44.1, 'Cormac Delahunty')],
    ['yes send it', ANSWER, UNSUPPORTED, pay(44.1, 'Cormac Delahunty'), ask('operation')],
  );
  d(
    'own own',
    ['move $400 into my rainy fund', pay(400, 'Rainy fund')],
    [
      'no wait the other way round',
      ask('operation', 'account', 'recipient'),
      pay(400, 'Wallet', FUND),
      UNSUPPORTED,
    ],
  );
  d(
    'own ambiguous savings',
    ['put a hundred in savings', pay(100, 'Rainy fund')],
    ['a hundred and fifty', pay(150, 'Rainy fund')],
  );
  d('hour', ['Send Nana $30 in an hour', ask('date')], ['now then', pay(30, 'Nana'), ask('date')]);
  d('purpose_day', ["Send Nana $30 for tomorrow's bingo", pay(30, 'Nana'), ask('date')]);
  d(
    'deadline',
    [
      'Nalani needs $70 by Friday, send it',
      ask('date', 'operation'),
      pay(70, 'Nalani Makaiwi', { when: '2028-11-17' }),
    ],
    [
      'today is fine',
      pay(70, 'Nalani Makaiwi'),
      pay(70, 'Nalani Makaiwi', { when: '2028-11-15' }),
      ask('date'),
    ],
  );
  d(
    'foreign',
    ['Envía 40 dólares a Nalani', ask('language'), UNSUPPORTED],
    ['Send 40 dollars to Nalani', pay(40, 'Nalani Makaiwi')],
  );
  d(
    'mistyped_amount',
    ['Send Jedediah 1,5 dollars', pay(1.5, 'Jedediah Thornquist'), ask('amount')],
    ['15', pay(15, 'Jedediah Thornquist')],
  );
  d(
    'out_of_scope_between',
    ['pay cormac', ask('amount')],
    ['will it rain tomorrow?', ask('amount'), UNSUPPORTED],
    ['sixty-five', pay(65, 'Cormac Delahunty')],
  );
  d(
    'quoted',
    ['Nana said "send Cormac 500"', ask('operation'), UNSUPPORTED],
    ['what did I just ask?', ask('operation', 'recipient', 'amount'), UNSUPPORTED],
  );
  d(
    'wrong_slot',
    ['Send $90', ask('recipient')],
    ['tomorrow', ask('recipient')],
    ['Nana', pay(90, 'Nana', { when: '2028-11-16' }), pay(90, 'Nana')],
  );
}

// The third writing: other people again.
{
  const { pay, d } = speaker('bahar');
  const RESERVE = { from: 'Rücklage' };
  const FRIDAY = { when: '2028-11-17' };
  const TOMORROW = { when: '2028-11-16' };
  d('two_slots', ['I need to pay Thandeka', ask('amount')], ['28 euros', pay(28, 'Thandeka Zulu')]);
  d(
    'two_slots',
    ['Transfer 60 euros', ask('recipient')],
    ['Dr Hruby', pay(60, 'Dr. Leopold Hruby')],
  );
  d(
    'two_slots accent',
    ['send gizem something', ask('amount')],
    ['€19.90', pay(19.9, 'Gizem Çelik')],
  );
  d(
    'two_slots mum',
    ['I want to transfer money to Mum', ask('amount')],
    ['a hundred', pay(100, 'Mum')],
  );
  d(
    'three_slots',
    ['I want to make a payment', ask('recipient', 'amount')],
    ['Jiří', ask('amount')],
    ['45', pay(45, 'Jiří Dvořáček')],
  );
  d(
    'three_slots',
    ['make a transfer', ask('recipient', 'amount')],
    ['70 euros', ask('recipient')],
    ['ananya', pay(70, 'Ananya Krishnamurthy')],
  );
  d(
    'typo',
    ['Send money to Ananya Krishnamurti', ask('amount', 'recipient')],
    ['50', pay(50, 'Ananya Krishnamurthy'), ask('recipient')],
  );
  d(
    'ambiguous',
    ['Pay Lucia 35 euros', ask('recipient')],
    ['Barrenechea', pay(35, 'Lucía Barrenechea')],
  );
  d(
    'ambiguous',
    ['pay lucía', ask('recipient', 'amount')],
    ['Lucía Fernández-Ordóñez', ask('amount')],
    ['21.50', pay(21.5, 'Lucía Fernández-Ordóñez')],
  );
  d(
    'ambiguous',
    ['Send Lucía 40 euros', ask('recipient')],
    ['the first one', pay(40, 'Lucía Fernández-Ordóñez'), ask('recipient')],
  );
  d(
    'correction amount',
    ['Pay Sir Alistair Penhaligon 80 euros', pay(80, 'Sir Alistair Penhaligon')],
    ['make that 60', pay(60, 'Sir Alistair Penhaligon')],
  );
  d(
    'correction amount',
    ['Send Tùng 55 euros', pay(55, 'Nguyễn Văn Tùng')],
    ['sorry, I meant 65', pay(65, 'Nguyễn Văn Tùng')],
  );
  d(
    'correction payee',
    ["Send 20 euros to D'Angelo", pay(20, "D'Angelo Whitfield")],
    ["not D'Angelo, Ægir", pay(20, 'Ægir Sturluson')],
  );
  d(
    'correction payee',
    ['send gizem 33 euros', pay(33, 'Gizem Çelik')],
    ['no, to Thandeka', pay(33, 'Thandeka Zulu')],
  );
  d(
    'correction payee',
    ['Transfer 90 euros to Mum', pay(90, 'Mum')],
    ['actually my son should get it', pay(90, 'Darius Soltani')],
  );
  d(
    'correction both',
    ['Pay Elektro Wimmer KG 300 euros', pay(300, 'Elektro Wimmer KG')],
    ['310 it is', pay(310, 'Elektro Wimmer KG'), ask('operation', 'amount')],
    [
      'from Rücklage',
      pay(310, 'Elektro Wimmer KG', RESERVE),
      pay(300, 'Elektro Wimmer KG', RESERVE),
    ],
  );
  d(
    'double',
    ['Send Darius 25 euros', pay(25, 'Darius Soltani')],
    ['double it', pay(50, 'Darius Soltani')],
  );
  d(
    'half',
    ['send 80 euros to Thandeka Zulu', pay(80, 'Thandeka Zulu')],
    ['halve it', pay(40, 'Thandeka Zulu'), ask('amount')],
  );
  d(
    'more',
    ['pay ballettschule corelli 120', pay(120, 'Ballettschule Corelli')],
    ['ten more', pay(130, 'Ballettschule Corelli')],
  );
  d(
    'currency',
    ['Send Thandeka 50', pay(50, 'Thandeka Zulu')],
    ['francs', pay(50, 'Thandeka Zulu', { currency: 'CHF' }), ask('account', 'currency')],
  );
  d(
    'second_payment',
    ['Send 15 euros to Gizem', pay(15, 'Gizem Çelik')],
    ['and 10 to Mum', beside(pay(10, 'Mum'))],
  );
  d(
    'second_payment',
    ['Pay Jiří 40 euros', pay(40, 'Jiří Dvořáček')],
    ['also send Darius 12 euros', beside(pay(12, 'Darius Soltani'))],
  );
  d('cancel', ['Pay Dr. Hruby 70 euros', pay(70, 'Dr. Leopold Hruby')], ['cancel that', CANCEL]);
  d('cancel', ['send money to gizem', ask('amount')], ['forget it', CANCEL]);
  d(
    'back',
    ['Send Mum 30 euros', pay(30, 'Mum')],
    ['make it 45', pay(45, 'Mum')],
    ['go back', pay(30, 'Mum')],
  );
  d(
    'back payee',
    ['Send 30 euros to Thandeka', pay(30, 'Thandeka Zulu')],
    ['to Gizem instead', pay(30, 'Gizem Çelik')],
    ['undo that', pay(30, 'Thandeka Zulu'), CANCEL, ask('operation')],
  );
  d('own', ['Put 200 euros into Rücklage', pay(200, 'Rücklage')], ['250', pay(250, 'Rücklage')]);
  d(
    'own source',
    ['Send Ananya 60 euros', pay(60, 'Ananya Krishnamurthy')],
    ['take it from my savings', pay(60, 'Ananya Krishnamurthy', RESERVE)],
  );
  d(
    'day',
    ['Pay Käserei Alpbach 32 euros', pay(32, 'Käserei Alpbach')],
    ['on Friday', pay(32, 'Käserei Alpbach', FRIDAY)],
  );
  d(
    'day',
    ['Send Mum 44 euros on Friday', pay(44, 'Mum', FRIDAY)],
    ['no, tomorrow', pay(44, 'Mum', TOMORROW)],
  );
  d(
    'day now',
    ['Send Mum 44 euros tomorrow', pay(44, 'Mum', TOMORROW)],
    ['rather today', pay(44, 'Mum')],
  );
  d(
    'question_between',
    ['Send Gizem money', ask('amount')],
    ['how much did I send her last month?', ANSWER, ask('amount'), UNSUPPORTED],
    ['22 euros', pay(22, 'Gizem Çelik')],
  );
  d(
    'question_between',
    ['Pay Thandeka 18 euros', pay(18, 'Thandeka Zulu')],
    ["what's my balance?", ANSWER],
    ['make it 20', pay(20, 'Thandeka Zulu')],
  );
  d(
    'unknown',
    ['Send 40 euros to Wolfram', ask('recipient')],
    ['Jiří then', pay(40, 'Jiří Dvořáček')],
  );
  d(
    'wrong_slot',
    ['Pay Darius', ask('amount')],
    ['Vienna', ask('amount')],
    ['thirteen euros', pay(13, 'Darius Soltani')],
  );
  d(
    'spoken_amount',
    ['Send Mum two thirty', ask('amount')],
    ['two hundred thirty', pay(230, 'Mum')],
  );
  d('about', ['Send Gizem about 50 euros', ask('amount')], ['exactly 50', pay(50, 'Gizem Çelik')]);
  d(
    'yes',
    ['Send Mum 20 euros', pay(20, 'Mum')],
    ['yes please', ANSWER, UNSUPPORTED, pay(20, 'Mum'), ask('operation')],
  );
  d(
    'new_start',
    ['Pay Dr. Hruby', ask('amount')],
    ['no, send Gizem 30 euros', pay(30, 'Gizem Çelik')],
  );
  d('all', ['Send everything to Mum', ask('amount', 'operation')], ['500 euros', pay(500, 'Mum')]);
}
{
  const { pay, d } = speaker('obi');
  const SAVINGS = { from: 'My savings' };
  const TOMORROW = { when: '2028-11-16' };
  const FRIDAY = { when: '2028-11-17' };
  d(
    'two_slots',
    ['can you pay wilhelmina', ask('amount')],
    ['£37', pay(37, 'Wilhelmina Oosterhuis')],
  );
  d('two_slots', ['send £25', ask('recipient')], ['Grandad', pay(25, 'Grandad')]);
  d(
    'two_slots',
    ['Pay someone £50 for me', ask('recipient')],
    ['my wife', pay(50, 'Ifeoma Castellanos')],
  );
  d(
    'two_slots firm',
    ['Pay Brackenridge Joinery', ask('amount')],
    ['£940.20', pay(940.2, 'Brackenridge Joinery Ltd')],
  );
  d(
    'two_slots firm',
    ['I have a bill from Saffron & Sons to pay', ask('amount')],
    ['72 pounds 50', pay(72.5, 'Saffron & Sons')],
  );
  d(
    'two_slots accent',
    ['transfer to hokulani', ask('amount')],
    ['eighty', pay(80, 'Hōkūlani Pukui')],
  );
  d(
    'two_slots title',
    ['Ms Thorne needs paying', ask('amount')],
    ['£64', pay(64, 'Ms. Philippa Thorne')],
  );
  d(
    'typo',
    ['Send £20 to Wilhelmina Osterhuis', pay(20, 'Wilhelmina Oosterhuis'), ask('recipient')],
    ['make that 30', pay(30, 'Wilhelmina Oosterhuis'), ask('recipient')],
  );
  d('own', ['top up my savings', ask('amount')], ['£150', pay(150, 'My savings')]);
  d(
    'own',
    ['Move £80 from my savings', ask('recipient', 'account'), pay(80, 'Spending', SAVINGS)],
    ['to Spending', pay(80, 'Spending', SAVINGS)],
  );
  d(
    'own correction',
    ['save £100', pay(100, 'My savings'), ask('recipient', 'operation', 'account')],
    ['I mean put £100 in my savings', pay(100, 'My savings')],
  );
  d(
    'correction payee',
    ['Pay Tariq £18', pay(18, 'Tariq Benhaddou')],
    ['not Tariq, Sakari', pay(18, 'Sakari Lehtinen')],
  );
  d(
    'correction payee',
    ['Send £12 to Efua', pay(12, 'Efua Mensah')],
    ['oops, wrong person: Rhiannon', pay(12, 'Rhiannon ap Gwilym')],
  );
  d(
    'correction amount',
    ['Send £120 to Rhiannon', pay(120, 'Rhiannon ap Gwilym')],
    ['no wait, 102', pay(102, 'Rhiannon ap Gwilym')],
  );
  d(
    'correction amount',
    ['pay Mikołaj £44', pay(44, 'Mikołaj Grzegorczyk')],
    ['change the amount to £48', pay(48, 'Mikołaj Grzegorczyk')],
  );
  d(
    'correction both',
    ['Send Grandad £60', pay(60, 'Grandad')],
    ['actually send Efua £40 instead', pay(40, 'Efua Mensah')],
  );
  d(
    'double',
    ['Pay Jean-Baptiste £35', pay(35, 'Jean-Baptiste Ouattara')],
    ['double it', pay(70, 'Jean-Baptiste Ouattara')],
    ['five less', pay(65, 'Jean-Baptiste Ouattara')],
  );
  d(
    'currency',
    ['Send Sakari 40', pay(40, 'Sakari Lehtinen')],
    ['dollars', pay(40, 'Sakari Lehtinen', { currency: 'USD' })],
  );
  d(
    'currency',
    ['Send Sakari $40', pay(40, 'Sakari Lehtinen', { currency: 'USD' })],
    ['make that pounds', pay(40, 'Sakari Lehtinen')],
  );
  d(
    'second_payment',
    ['Send Tariq £30', pay(30, 'Tariq Benhaddou')],
    ['and 15 to Grandad', beside(pay(15, 'Grandad'))],
    ['make that 20', pay(20, 'Grandad')],
  );
  d('cancel', ['Send Philippa Thorne £75', pay(75, 'Ms. Philippa Thorne')], ['scrap that', CANCEL]);
  d(
    'cancel restart',
    ['Send Efua £10', pay(10, 'Efua Mensah')],
    ['cancel that', CANCEL],
    ['send Sakari £11', pay(11, 'Sakari Lehtinen')],
  );
  d(
    'back',
    ['Pay my wife £90', pay(90, 'Ifeoma Castellanos')],
    ['make that £95', pay(95, 'Ifeoma Castellanos')],
    ['go back', pay(90, 'Ifeoma Castellanos')],
  );
  d(
    'source',
    ['Pay Brackenridge Joinery Ltd £700', pay(700, 'Brackenridge Joinery Ltd')],
    ['out of my savings please', pay(700, 'Brackenridge Joinery Ltd', SAVINGS)],
  );
  d(
    'day',
    ['Send Wilhelmina £26 tomorrow', pay(26, 'Wilhelmina Oosterhuis', TOMORROW)],
    ['make it Friday', pay(26, 'Wilhelmina Oosterhuis', FRIDAY)],
  );
  d(
    'day and amount',
    ['Send Efua £30', pay(30, 'Efua Mensah')],
    ['£35, and on Friday', pay(35, 'Efua Mensah', FRIDAY)],
  );
  d(
    'wrong_slot',
    ['pay £33', ask('recipient')],
    ['as soon as possible', ask('recipient')],
    ['to Tariq', pay(33, 'Tariq Benhaddou')],
  );
  d(
    'unknown',
    ['Send £40 to Bethany', ask('recipient')],
    ['I meant Rhiannon', pay(40, 'Rhiannon ap Gwilym')],
  );
  d(
    'question',
    ['How much is in my savings?', ANSWER],
    [
      'move £50 of it to Spending',
      pay(50, 'Spending', SAVINGS),
      ask('account', 'recipient', 'operation'),
    ],
  );
  d(
    'question',
    ['did I already pay Mikołaj this month?', ANSWER, UNSUPPORTED],
    ['then pay him £16', pay(16, 'Mikołaj Grzegorczyk'), ask('recipient')],
  );
  d(
    'negation',
    ["don't pay Tariq", ask('operation', 'recipient', 'amount'), UNSUPPORTED, CANCEL],
    ['pay Sakari £23', pay(23, 'Sakari Lehtinen')],
  );
  d(
    'polite',
    ['Good morning', UNSUPPORTED, ANSWER, ask('operation', 'recipient', 'amount')],
    ['please send Grandad £40', pay(40, 'Grandad')],
  );
  d(
    'filler',
    [
      'hmm ok so send, uh, £20 to Efua',
      pay(20, 'Efua Mensah'),
      ask('operation', 'amount', 'recipient'),
    ],
    [
      'thanks',
      ANSWER,
      UNSUPPORTED,
      pay(20, 'Efua Mensah'),
      ask('operation', 'amount', 'recipient'),
    ],
  );
  d(
    'same_again',
    ['Send Efua £20', pay(20, 'Efua Mensah')],
    ['the same to Tariq', beside(pay(20, 'Tariq Benhaddou')), ask('operation', 'amount')],
  );
}

// The fourth writing. Its author had read no rule of the engine.
const TOMORROW = { when: '2028-11-16' };
const FRIDAY = { when: '2028-11-17' };
const NEXT_MONDAY = { when: '2028-11-20' };
const ANYTHING = ask('operation', 'amount', 'recipient');
{
  const { pay, d } = speaker('sushila');
  const GOLD = { from: 'Gold savings' };
  d(
    'slots amount_open',
    ['I have to send something to Venkataraghavan Iyer', ask('amount')],
    ['Rs 3500', pay(3500, 'Venkataraghavan Iyer')],
  );
  d(
    'slots payee_open',
    ['transfer 2000 rupees', ask('recipient')],
    ['Amma only', pay(2000, 'Amma')],
  );
  d(
    'ambiguous_name',
    ['send Irfan 3000 rupees', ask('recipient')],
    ['Qureshi', pay(3000, 'Irfan Qureshi')],
  );
  d(
    'ambiguous_name amount_open',
    ['pay Irfan', ask('recipient', 'amount')],
    ['the Siddiqui one', ask('amount'), ask('recipient')],
    ['1800', pay(1800, 'Irfan Siddiqui')],
  );
  d(
    'correction amount',
    ['Send Tenzin ₹650', pay(650, 'Tenzin Dolkar')],
    ['sorry sorry, 560', pay(560, 'Tenzin Dolkar')],
  );
  d(
    'correction payee',
    ['Send Meenakshi 900 rupees', pay(900, 'Meenakshi Sundaram')],
    ['not Meenakshi, Jaspreet', pay(900, 'Jaspreet Ahluwalia')],
  );
  d(
    'correction double',
    ['pay Govind Electricals 2400', pay(2400, 'Govind Electricals')],
    ['double it', pay(4800, 'Govind Electricals')],
  );
  d(
    'second_payment',
    ['Send Amma 5000 rupees', pay(5000, 'Amma')],
    ['and 1000 to Tenzin', beside(pay(1000, 'Tenzin Dolkar')), ANYTHING],
  );
  d(
    'cancel',
    ['send my brother 7000 rupees', pay(7000, 'Karthik Ramanathan')],
    ['no no cancel that', CANCEL],
  );
  d(
    'account',
    ['transfer 20000 to Jaspreet', pay(20000, 'Jaspreet Ahluwalia')],
    ['from Gold savings, not from salary', pay(20000, 'Jaspreet Ahluwalia', GOLD)],
  );
  d(
    'currency account',
    ["I want to pay Brendan O'Halloran", ask('amount')],
    ['75 dollars', pay(75, "Brendan O'Halloran", { currency: 'USD' }), ask('account', 'currency')],
  );
  d(
    'day',
    ['Send Sri Lakshmi Tiffin Centre 3200', pay(3200, 'Sri Lakshmi Tiffin Centre')],
    ['do it tomorrow', pay(3200, 'Sri Lakshmi Tiffin Centre', TOMORROW)],
  );
  d(
    'slots typo',
    ['i want to do paymnt to anapurna provision', ask('amount')],
    ['two thousand one hundred', pay(2100, 'Annapurna Provision Store')],
  );
  d(
    'own_account',
    ['I need to shift money into Gold savings', ask('amount')],
    ['50,000', pay(50000, 'Gold savings')],
  );
  d(
    'amount correction lakh',
    ['send my brother 1 lakh', pay(100000, 'Karthik Ramanathan')],
    ['make it one and a half lakh', pay(150000, 'Karthik Ramanathan'), ask('amount')],
  );
  d(
    'title',
    ['pay doctor Nagarajan', ask('amount')],
    ['800 rupees, consultation', pay(800, 'Dr. Pushpa Nagarajan')],
  );
  d(
    'question_between',
    ['Send Jaspreet', ask('amount')],
    ['how much is in my Salary account?', ANSWER, ask('amount')],
    ['ok then 4000', pay(4000, 'Jaspreet Ahluwalia'), ask('operation', 'recipient', 'amount')],
  );
  d(
    'unknown_payee',
    ['send 500 to Raghubir', ask('recipient')],
    ['oh I meant Karthik', pay(500, 'Karthik Ramanathan')],
  );
}
{
  const { pay, d } = speaker('doreen');
  const EGG = { from: 'Nest egg' };
  d(
    'slots amount_open',
    ["I'd like to send a little something to Kirsty", ask('amount')],
    ['fifteen pounds I think', pay(15, 'Kirsty Applegarth')],
  );
  d(
    'slots both_open',
    ['hello dear I need to pay somebody', ask('recipient', 'amount'), UNSUPPORTED],
    ['Hebden Taxis', ask('amount'), UNSUPPORTED],
    ['£8.40', pay(8.4, 'Hebden Taxis'), ask('recipient')],
  );
  d(
    'ambiguous_name',
    ['£20 to Sandra please', ask('recipient')],
    ['oh the Pickersgill one', pay(20, 'Sandra Pickersgill')],
  );
  d(
    'ambiguous_name correction',
    ['Send Sandra Ollerenshaw £12', pay(12, 'Sandra Ollerenshaw')],
    ['no, the other Sandra', pay(12, 'Sandra Pickersgill'), ask('recipient')],
  );
  d(
    'correction amount',
    ['Pay Maureen £18', pay(18, 'Maureen Tattersall')],
    ['make that 60', pay(60, 'Maureen Tattersall')],
  );
  d(
    'correction amount_words',
    ['give Bev a tenner', pay(10, 'Bev'), ask('amount')],
    ['better make it twenty', pay(20, 'Bev')],
  );
  d(
    'correction payee',
    ['Send £40 to Father Boyle', pay(40, 'Father Ignatius Boyle')],
    ['oh no I meant Dr Chaudhry', pay(40, 'Dr Anwar Chaudhry')],
  );
  d(
    'relationship',
    ['send some money to my son', ask('amount')],
    ['£200', pay(200, 'Colin Applegarth')],
  );
  d(
    'relationship correction',
    ['£30 for my son', pay(30, 'Colin Applegarth')],
    ['sorry, for my granddaughter', pay(30, 'Kirsty Applegarth')],
  );
  d(
    'cancel',
    ['Pay Wigglesworth Coal & Logs £112', pay(112, 'Wigglesworth Coal & Logs')],
    ["never mind, I'll give him cash", CANCEL],
  );
  d(
    'cancel_open restart',
    ['I want to send £50', ask('recipient')],
    ['forget it', CANCEL],
    ['Send £15 to Eirlys', pay(15, 'Eirlys Prosser')],
  );
  d(
    'go_back',
    ['Send Winston £48', pay(48, 'Winston Gayle-Barrett')],
    ['make it £84', pay(84, 'Winston Gayle-Barrett')],
    ['go back', pay(48, 'Winston Gayle-Barrett'), ANYTHING],
  );
  d(
    'own_account account',
    ['move £100 into my nest egg', pay(100, 'Nest egg')],
    [
      'take it from the Christmas club instead',
      pay(100, 'Nest egg', { from: 'Christmas club' }),
      ask('account'),
    ],
  );
  d(
    'second_payment',
    ['£20 for Bev please', pay(20, 'Bev')],
    ['and the same for Eirlys', beside(pay(20, 'Eirlys Prosser')), ANYTHING],
  );
  d(
    'day correction',
    ['Pay Colin £75 on Friday', pay(75, 'Colin Applegarth', FRIDAY)],
    ['Monday would be better', pay(75, 'Colin Applegarth', NEXT_MONDAY), ask('date')],
  );
  d(
    'recurring',
    ['Send Kirsty £10 every week', pay(10, 'Kirsty Applegarth', { every: 'week' }), ask('date')],
    ['start on 1 December', pay(10, 'Kirsty Applegarth', { every: 'week', when: '2028-12-01' })],
  );
  d(
    'about',
    ['send Maureen about twenty pounds', ask('amount')],
    ['£22', pay(22, 'Maureen Tattersall')],
  );
  d(
    'everything',
    ['put all of it in the Nest egg', ask('amount', 'operation', 'account')],
    ['well £500 then', pay(500, 'Nest egg'), ask('account', 'operation', 'recipient')],
  );
  d(
    'wrong_slot',
    ['Send Little Otters Playgroup some money', ask('amount')],
    ['for the term fees', ask('amount')],
    ['eighty-two pounds fifty', pay(82.5, 'Little Otters Playgroup')],
  );
  d(
    'yes',
    ['Send Eirlys £16', pay(16, 'Eirlys Prosser')],
    ['lovely, thank you', pay(16, 'Eirlys Prosser'), ANSWER, UNSUPPORTED],
  );
  d(
    'aside both',
    [
      'my granddaughter passed her driving test, can I send her £50',
      pay(50, 'Kirsty Applegarth'),
      ask('recipient', 'operation'),
    ],
    ['no, make it 75 actually', pay(75, 'Kirsty Applegarth'), ask('recipient', 'operation')],
  );
  d(
    'account',
    ['Give Colin £400', pay(400, 'Colin Applegarth')],
    ['out of the nest egg', pay(400, 'Colin Applegarth', EGG)],
  );
}
{
  const { pay, d } = speaker('zeke');
  const PERSONAL = { from: 'Personal' };
  d('slots amount_open', ['pay xochitl', ask('amount')], ['640', pay(640, 'Xóchitl Ruvalcaba')]);
  d('ambiguous_name', ['$80 to Hank', ask('recipient')], ['lindgren', pay(80, 'Hank Lindgren')]);
  d(
    'near_names correction',
    ['send Kaylee $35', pay(35, 'Kaylee Munro'), ask('recipient')],
    ['wait I mean Kayleigh Rasmussen', pay(35, 'Kayleigh Rasmussen')],
  );
  d(
    'correction currency',
    ['Pay Velo Milano 300', pay(300, 'Velo Milano S.r.l.'), ask('currency', 'account')],
    [
      'euros not dollars',
      pay(300, 'Velo Milano S.r.l.', { currency: 'EUR' }),
      ask('account', 'currency'),
    ],
  );
  d('account', ['shoot Dad 60 bucks', pay(60, 'Dad')], ['from personal', pay(60, 'Dad', PERSONAL)]);
  d(
    'account correction',
    ['send my wife $300 from Personal', pay(300, 'Odalis Halvorson', PERSONAL)],
    ['actually use shop checking', pay(300, 'Odalis Halvorson', { from: 'Shop checking' })],
  );
  d(
    'correction amount',
    ['Trail & Gear Wholesale $2318', pay(2318, 'Trail & Gear Wholesale')],
    ['its 2381', pay(2381, 'Trail & Gear Wholesale')],
  );
  d(
    'more',
    ['DeShawn 120 bucks', pay(120, 'DeShawn Whitlock')],
    ['add 20 more', pay(140, 'DeShawn Whitlock'), ask('amount')],
  );
  d(
    'half',
    ['pay Cascade Propane $190', pay(190, 'Cascade Propane')],
    ['only half of that', pay(95, 'Cascade Propane'), ask('amount')],
  );
  d(
    'second_payment',
    ['$900 to DeShawn', pay(900, 'DeShawn Whitlock')],
    ['and 640 to Xochitl', beside(pay(640, 'Xóchitl Ruvalcaba')), ANYTHING],
  );
  d('cancel', ['Mateusz $90', pay(90, 'Mateusz Bielak')], ['nvm', CANCEL]);
  d(
    'cancel slots',
    ['send priyanka some cash', ask('amount')],
    ['cancel', CANCEL],
    ['Priyanka $45', pay(45, 'Priyanka Venkatesan')],
  );
  d(
    'name_and_amount_corrected',
    ['Send Mateusz $90', pay(90, 'Mateusz Bielak')],
    ['no, Priyanka, and 95', pay(95, 'Priyanka Venkatesan')],
  );
  d(
    'own_account',
    ['put money aside for taxes', ask('amount', 'operation', 'account', 'recipient'), UNSUPPORTED],
    ['move $450 to Tax reserve', pay(450, 'Tax reserve')],
  );
  d(
    'own_account day',
    ['Move $1,000 to the tax reserve', pay(1000, 'Tax reserve')],
    ['on the 30th', pay(1000, 'Tax reserve', { when: '2028-11-30' })],
  );
  d(
    'recurring',
    ['Pay Xochitl $640 every week', pay(640, 'Xóchitl Ruvalcaba', { every: 'week' }), ask('date')],
    ['from friday', pay(640, 'Xóchitl Ruvalcaba', { every: 'week', ...FRIDAY })],
  );
  d(
    'spoken_amount',
    ['Pay Kayleigh Rasmussen two fifty', ask('amount')],
    ['$250', pay(250, 'Kayleigh Rasmussen')],
  );
  d('range', ['send hank abernathy 50 or 60', ask('amount')], ['60', pay(60, 'Hank Abernathy')]);
  d(
    'question',
    ["what's in my tax reserve", ANSWER],
    [
      'send 200 from there to Shop checking',
      pay(200, 'Shop checking', { from: 'Tax reserve' }),
      ask('account', 'recipient', 'operation'),
    ],
  );
  d(
    'wait',
    ['Dad $45', pay(45, 'Dad')],
    ['hold on', pay(45, 'Dad'), ANYTHING, UNSUPPORTED, ANSWER, CANCEL],
    ['ok 55 not 45', pay(55, 'Dad'), ANYTHING],
  );
}
{
  const { pay, d } = speaker('ysolde');
  d(
    'slots amount_open',
    ['I want transfer to Mirembe', ask('amount')],
    ['27,40', pay(27.4, 'Mirembe Nakato')],
  );
  d(
    'ambiguous_name',
    ['please give Tove 25 euro', ask('recipient')],
    ['Marklund is the one', pay(25, 'Tove Marklund')],
  );
  d(
    'correction both',
    ['Pay Bjarte 60 euros', pay(60, 'Bjarte Hovland')],
    ['excuse me, 66, and to Levente', pay(66, 'Levente Szűcs')],
  );
  d(
    'currency',
    ['Send Ysaline 40 euros', pay(40, 'Ysaline Vandekerckhove')],
    [
      'pounds please',
      pay(40, 'Ysaline Vandekerckhove', { currency: 'GBP' }),
      ask('account', 'currency'),
    ],
  );
  d(
    'external day',
    ['Hendrikx Dakwerken 1320 euros', pay(1320, 'Hendrikx Dakwerken')],
    ['but pay only on 1 December', pay(1320, 'Hendrikx Dakwerken', { when: '2028-12-01' })],
  );
}
{
  const { pay, d } = speaker('keoni');
  d(
    'slots both_open',
    ['send $$', ask('recipient', 'amount', 'operation')],
    ['to nalani', ask('amount'), UNSUPPORTED],
    ['like 40 even', pay(40, 'Nalani Makaiwi'), ask('amount', 'recipient')],
  );
  d(
    'correction',
    ['quillon 15 bucks', pay(15, 'Quillon Brathwaite')],
    ['oops 50', pay(50, 'Quillon Brathwaite')],
  );
  d('relationship', ['pay 30 dollars', ask('recipient')], ['my mom', pay(30, 'Ululani Ahuna')]);
  d(
    'second_payment',
    ['Send Cormac $22', pay(22, 'Cormac Delahunty')],
    ['also 18 to Jedediah', beside(pay(18, 'Jedediah Thornquist')), ANYTHING],
  );
  d('cancel', ['send nana 20', pay(20, 'Nana')], ['dont send it', CANCEL]);
}
{
  const { pay, d } = speaker('obi');
  d(
    'slots payee_open',
    ['Pay eighty-five pounds', ask('recipient')],
    ['Ms Thorne', pay(85, 'Ms. Philippa Thorne')],
  );
  d(
    'correction',
    ['Send Efua £24', pay(24, 'Efua Mensah')],
    ['Rhiannon, not Efua', pay(24, 'Rhiannon ap Gwilym')],
  );
  d(
    'triple',
    ['Tariq £20', pay(20, 'Tariq Benhaddou')],
    ['triple it', pay(60, 'Tariq Benhaddou'), ask('amount')],
  );
  d(
    'account',
    ['Brackenridge Joinery £850', pay(850, 'Brackenridge Joinery Ltd')],
    ['use my savings', pay(850, 'Brackenridge Joinery Ltd', { from: 'My savings' })],
  );
  d(
    'next_friday',
    ['Send Grandad £40 next Friday', ask('date')],
    ['the 24th', pay(40, 'Grandad', { when: '2028-11-24' })],
  );
}
{
  const { pay, d } = speaker('noor');
  d(
    'ambiguous_name',
    ['30 euros for Marisol', ask('recipient')],
    ['Quinones', pay(30, 'Marisol Quiñones')],
  );
  d(
    'slots amount_open',
    ['make a transfer to Academia Lucerna', ask('amount')],
    ['one hundred forty five euros', pay(145, 'Academia Lucerna')],
  );
  d(
    'correction',
    ['Pay Tiago 38 euros', pay(38, 'Tiago Cravinho')],
    ['change the amount to 83', pay(83, 'Tiago Cravinho')],
  );
  d(
    'correction account',
    ['Send Abebe 200 euros from the House fund', pay(200, 'Abebe Tessema', { from: 'House fund' })],
    ['no, from Daily', pay(200, 'Abebe Tessema')],
  );
  d(
    'cancel',
    ['Tiphaine 50 euros', pay(50, 'Tiphaine Le Goff')],
    ['stop, I do not want it any more', CANCEL],
  );
}

// The fifth writing. Its author had read no rule of the engine in this round.
{
  const { pay, d } = speaker('pilar');
  const TOMASZ = 'Tomasz Wiśniewski';
  d(
    'slots amount_open',
    ['I need to pay Ngozi', ask('amount')],
    ['it is 85 euros', pay(85, 'Ngozi Adichukwu')],
  );
  d(
    'slots payee_open',
    ['send 40 euros please', ask('recipient')],
    ['to my mother, Mãe', pay(40, 'Mãe'), ask('recipient')],
  );
  d(
    'ambiguous_name accent',
    ['Send Sofia 25 euros', ask('recipient'), pay(25, 'Sofia Papadimitriou')],
    ['the Spanish one, Larrañaga', pay(25, 'Sofía Larrañaga')],
  );
  d(
    'correction payee',
    ['pay Chiara 30', pay(30, 'Chiara')],
    ['not Chiara, Ngozi', pay(30, 'Ngozi Adichukwu')],
  );
  d(
    'correction amount',
    ['send 50 euros to Tomasz', pay(50, TOMASZ)],
    ['make that 60', pay(60, TOMASZ)],
    ['no no, 65 with the tip', pay(65, TOMASZ), ask('amount')],
  );
  d(
    'correction currency',
    ['send 200 to Lars-Erik', pay(200, 'Lars-Erik Sjögren')],
    [
      'francs, not euros',
      pay(200, 'Lars-Erik Sjögren', { currency: 'CHF', from: 'Franc account' }),
    ],
  );
  d(
    'correction account',
    ['Send Gorka 300 euros', pay(300, 'Gorka Etxeberria')],
    ['take it from the emergency fund', pay(300, 'Gorka Etxeberria', { from: 'Emergency fund' })],
  );
  d(
    'day correction',
    ['pay the Padaria Estrela 14 euros', pay(14, 'Padaria Estrela Lda')],
    ['but only on Friday', pay(14, 'Padaria Estrela Lda', FRIDAY)],
    ['ah no, today', pay(14, 'Padaria Estrela Lda')],
  );
  d(
    'second_payment same_amount',
    ['Send 20 euros to Ahmad', pay(20, 'Ahmad bin Yusof')],
    ['the same to Tomasz', beside(pay(20, TOMASZ)), ANYTHING],
  );
  d('two_in_one', ['Send 20 euros to Ahmad and 15 to Chiara', ANYTHING, UNSUPPORTED]);
  d(
    'unknown_payee',
    ['Send 35 euros to Valentina', ask('recipient')],
    ['sorry, I mean Ngozi', pay(35, 'Ngozi Adichukwu')],
  );
  d(
    'cancel',
    ['transfer 90 to Chiara', pay(90, 'Chiara')],
    ['forget it, I pay her in cash', CANCEL],
  );
  d(
    'amount_words',
    ['send Tomasz a couple of hundred euros', ask('amount'), pay(200, TOMASZ)],
    ['220', pay(220, TOMASZ)],
  );
  d(
    'slots long',
    ['I want to make a transfer', ANYTHING],
    ['to Djordje', ask('amount')],
    ['fifty five', pay(55, 'Đorđe Milošević')],
    ['next Monday please', pay(55, 'Đorđe Milošević', NEXT_MONDAY), ask('date')],
  );
  d(
    'question_between',
    ['pay Dra. Falcão', ask('amount')],
    ['how much do I have?', ANSWER, ask('amount')],
    ['ok 70 euros', pay(70, 'Dra. Conceição Falcão')],
  );
}
{
  const { pay, d } = speaker('gareth');
  const PLUMBASE = 'Plumbase Merchants Ltd';
  const ZAJAC = 'Krzysztof Zając';
  d('slots amount_open', ['pay plumbase', ask('amount')], ['412.60', pay(412.6, PLUMBASE)]);
  d(
    'ambiguous_name typo',
    ['send mohamed 80 quid', ask('recipient')],
    ['Rahman with an a', pay(80, 'Muhammad Rahman'), ask('recipient')],
  );
  d(
    'correction amount',
    ['£540 to Krzysztof', pay(540, ZAJAC)],
    ['knock 40 off that', pay(500, ZAJAC), ask('amount')],
  );
  d(
    'double',
    ['Pay Dai 45 quid', pay(45, 'Dai Llewellyn')],
    ['double it actually', pay(90, 'Dai Llewellyn')],
  );
  d(
    'second_payment',
    ['£20 to Jago', pay(20, 'Jago Penhaligon')],
    ['and 15 to Nan', beside(pay(15, 'Nan'))],
  );
  d(
    'correction both',
    ['pay big steve 60', pay(60, 'Big Steve')],
    ['hang on, £75 and to Bill Trevanion', pay(75, 'Sgt. Bill Trevanion')],
  );
  d(
    'correction account own',
    ['put 400 in the VAT pot', pay(400, 'VAT pot')],
    ['no, in Household', pay(400, 'Household')],
  );
  d(
    'go_back',
    ['Pay Tregothnan Skip Hire £285', pay(285, 'Tregothnan Skip Hire')],
    ['make it 385', pay(385, 'Tregothnan Skip Hire')],
    ['go back', pay(285, 'Tregothnan Skip Hire')],
  );
  d(
    'cancel',
    ['Blue Anchor Scaffolding 1150', pay(1150, 'Blue Anchor Scaffolding LLP')],
    ['scrap that', CANCEL],
  );
  d(
    'restart',
    ['pay Rosie', ask('amount')],
    ['actually start over', CANCEL, ANYTHING],
    ['£48 to Oksana', pay(48, 'Oksana Hrytsenko')],
  );
  d('deadline', [
    '£600 to Blue Anchor Scaffolding by Friday',
    pay(600, 'Blue Anchor Scaffolding LLP'),
    pay(600, 'Blue Anchor Scaffolding LLP', FRIDAY),
    ask('date'),
  ]);
  d(
    'day_words',
    [
      'Pay Plumbase £300 next Friday',
      ask('date'),
      pay(300, PLUMBASE, FRIDAY),
      pay(300, PLUMBASE, { when: '2028-11-24' }),
    ],
    ['the 24th', pay(300, PLUMBASE, { when: '2028-11-24' })],
  );
  d('recurring', [
    'set up £540 a week to Krzysztof Zajac',
    pay(540, ZAJAC, { every: 'week' }),
    ask('date'),
  ]);
  d(
    'amount_words two_fifty',
    ['two fifty to Oksana', pay(250, 'Oksana Hrytsenko'), ask('amount')],
    ['£2.50 I meant', pay(2.5, 'Oksana Hrytsenko')],
  );
  d(
    'correction currency',
    ['320 to Rosie Fanshawe', pay(320, 'Rosie Fanshawe')],
    ['euros', pay(320, 'Rosie Fanshawe', { currency: 'EUR', from: 'Euro account' })],
  );
  d(
    'slots two_slots',
    ['can you do a payment for me', ANYTHING],
    ['to the scaffolders, blue anchor', ask('amount'), ask('recipient')],
    ['1150 from the VAT pot', pay(1150, 'Blue Anchor Scaffolding LLP', { from: 'VAT pot' })],
  );
  d('yes', ['send nan 35 quid', pay(35, 'Nan')], ['lovely, yes', UNSUPPORTED]);
}
{
  const { pay, d } = speaker('ruthanne');
  const BRITTANY = 'Brittany Kowalczyk';
  d(
    'slots polite',
    ['Hello there, I would like to send some money to my granddaughter', ask('amount')],
    ['Fifty dollars would be nice', pay(50, BRITTANY)],
  );
  d(
    'slots payee_open',
    ['I have to pay sixty-five dollars', ask('recipient')],
    ['it goes to Sunshine Lawn Care', pay(65, 'Sunshine Lawn Care')],
  );
  d(
    'correction amount',
    ['Please pay Gulf Coast Power $143.27', pay(143.27, 'Gulf Coast Power')],
    ["Oh dear, I misread it, it's $134.27", pay(134.27, 'Gulf Coast Power')],
  );
  d(
    'correction payee',
    ['Send Marjorie $22.50', pay(22.5, 'Marjorie Stubblefield')],
    ['I meant Delphine, not Marjorie', pay(22.5, 'Delphine Arceneaux')],
  );
  d(
    'own source',
    ['Move $500 into checking', ask('account'), pay(500, 'Checking', { from: 'My savings' })],
    ['from my savings', pay(500, 'Checking', { from: 'My savings' })],
  );
  d(
    'cancel',
    ['Send Walter 75 dollars', pay(75, 'Walter Kowalczyk')],
    ["Never mind, he's got it already", CANCEL],
  );
  d(
    'day',
    ['Pay Pastor Jim a hundred dollars', pay(100, 'Pastor Jim Oyelaran')],
    [
      'Could that go out on the 2nd instead',
      pay(100, 'Pastor Jim Oyelaran', { when: '2028-12-02' }),
    ],
  );
  d(
    'recurring',
    ['Send Brittany $100', pay(100, BRITTANY)],
    ['every month, please', pay(100, BRITTANY, { every: 'month' }), ask('date')],
  );
  d(
    'second_payment',
    ['Tyrell Banks $80', pay(80, 'Tyrell Banks')],
    ["and also forty to Petunia's Hair Salon", beside(pay(40, "Petunia's Hair Salon"))],
  );
  d(
    'negation',
    ['Send Anneliese $310', pay(310, 'Anneliese Vandermeer')],
    ["no, don't send it", CANCEL],
  );
  d(
    'half',
    ['$80 to Tyrell', pay(80, 'Tyrell Banks')],
    ['just half of it', pay(40, 'Tyrell Banks'), ask('amount')],
  );
  d(
    'wrong_slot',
    ['Pay Dr. Leibowitz', ask('amount')],
    ['tomorrow', ask('amount')],
    ['$175', pay(175, 'Dr. Leibowitz', TOMORROW)],
  );
  d('all', [
    'Send everything in the church fund to Pastor Jim',
    ask('amount'),
    pay(920, 'Pastor Jim Oyelaran', { from: 'Church fund' }),
  ]);
  d(
    'name typo',
    ['send margery stublefield 22.50', pay(22.5, 'Marjorie Stubblefield'), ask('recipient')],
    ['Marjorie', pay(22.5, 'Marjorie Stubblefield')],
  );
  d(
    'question',
    ['How much did I pay Gulf Coast Power last month?', ANSWER],
    ['Pay them $143.27', pay(143.27, 'Gulf Coast Power'), ask('recipient')],
  );
}
{
  const { pay, d } = speaker('jun');
  const AOIFE = 'Aoife Ní Bhriain';
  d('slots amount_open', ['send kwame money', ask('amount')], ['15', pay(15, 'Kwame')]);
  d(
    'slots amount_open',
    ['pay aoife back', ask('amount')],
    ['uhh like 14', pay(14, AOIFE), ask('amount')],
  );
  d(
    'ambiguous_name',
    ['send gallagher 20', ask('recipient')],
    ['ronan', pay(20, 'Ronan Gallagher')],
  );
  d('correction amount typo', ['send dad 500', pay(500, 'Dad')], ['omg no 50', pay(50, 'Dad')]);
  d(
    'correction payee',
    ['8 euro to emeka', pay(8, 'Emeka Onyekachi')],
    ['wait wrong person, jiho', pay(8, 'Ji-ho Seo')],
  );
  d(
    'second_payment same_amount',
    ['10 euro to zuzanna', pay(10, 'Zuzanna Kaczmarek')],
    ['same for kwame', beside(pay(10, 'Kwame')), ANYTHING],
  );
  d('cancel', ['send coach 30', pay(30, 'Coach Brannigan')], ['nvm', CANCEL]);
  d('cancel', ['send hana 25', pay(25, 'Hana Takahara')], ['cancel that', CANCEL]);
  d(
    'slots both_open',
    ['i gotta pay someone', ANYTHING],
    ['12.50 to emeka', pay(12.5, 'Emeka Onyekachi')],
  );
  d(
    'account',
    ['pay liffey music school 120', pay(120, 'Liffey Music School')],
    ['use gig money', pay(120, 'Liffey Music School', { from: 'Gig money' })],
  );
  d('five_more', ['send aoife 20', pay(20, AOIFE)], ['add 5', pay(25, AOIFE), ask('amount')]);
  d(
    'day correction',
    ['send my sister 20 tomorrow', pay(20, 'Hana Takahara', TOMORROW)],
    ['nah friday', pay(20, 'Hana Takahara', FRIDAY)],
  );
  d('several', ['send kwame and emeka 10 each', ANYTHING, UNSUPPORTED]);
  d(
    'own',
    ['stash 40', ask('account', 'recipient'), pay(40, 'Gig money')],
    ['in the switch 3 fund', pay(40, 'Switch 3 fund')],
  );
  d(
    'go_back',
    ['pay game vault 59.99', pay(59.99, 'Game Vault')],
    ['no, to eddie rocket diner', pay(59.99, 'Eddie Rocket Diner')],
    ['undo', pay(59.99, 'Game Vault'), ANYTHING],
  );
  d('not_an_order', ['should i send dad 50', UNSUPPORTED, ANSWER, ANYTHING]);
}

// The sixth writing. Its author had read no rule of the engine.
{
  const { pay, d } = speaker('malik');
  const ZAHRA = 'Zahra Moghaddam';
  const POT = { from: 'Rent pot' };
  d('slots amount_open', ['need to pay zahra', ask('amount')], ['12.40', pay(12.4, ZAHRA)]);
  d('slots payee_open', ['send 20 quid', ask('recipient')], ['oisin', pay(20, 'Oisín Breathnach')]);
  d(
    'correction amount',
    ['yaw 15', pay(15, 'Yaw Boateng')],
    ['sorry 50 not 15', pay(50, 'Yaw Boateng')],
  );
  d(
    'correction payee',
    ['£8 to freya', pay(8, 'Freya Østergaard')],
    ['wrong one lol, meant ikechukwu', pay(8, 'Ikechukwu Nwosu')],
  );
  d(
    'name typo',
    ['send 22 to freya osterguard', pay(22, 'Freya Østergaard'), ask('recipient')],
    ['Freya Østergaard', pay(22, 'Freya Østergaard')],
  );
  d('slots amount_open', ['send mum some money', ask('amount')], ['15', pay(15, 'Mum')]);
  d(
    'cancel',
    ['grit climbing 29.99', pay(29.99, 'Grit Climbing CIC')],
    ['actually leave it', CANCEL],
  );
  d(
    'account',
    ['pay cottonmill halls 250', pay(250, 'Cottonmill Halls Ltd')],
    ['take it from the rent pot', pay(250, 'Cottonmill Halls Ltd', POT)],
  );
  d(
    'day correction',
    ['send ikechukwu 35', pay(35, 'Ikechukwu Nwosu')],
    ['do it friday instead', pay(35, 'Ikechukwu Nwosu', FRIDAY)],
  );
  d(
    'second_payment',
    ['5 to yaw', pay(5, 'Yaw Boateng')],
    ['n 10 to zahra', beside(pay(10, ZAHRA))],
  );
  d(
    'change_of_mind',
    ['i wanna send my brother something', ask('amount')],
    ['20', pay(20, 'Amir Deveraux')],
    ['make that 30', pay(30, 'Amir Deveraux')],
    ['nah back to 20', pay(20, 'Amir Deveraux')],
  );
  d(
    'question',
    ['whats my balance', ANSWER],
    ['ok send thanh mai 14.20', pay(14.2, 'Đặng Thanh Mai')],
  );
  d(
    'own slots',
    ['transfer 60', ask('recipient', 'account')],
    ['to the rent pot', pay(60, 'Rent pot')],
  );
  d(
    'slots long',
    ['hi', UNSUPPORTED, ANYTHING],
    ['i want to pay someone', ANYTHING],
    ['bargain books', ask('amount'), ask('recipient')],
    ['31', pay(31, 'Bargain Books Salford')],
    ['from my rent pot pls', pay(31, 'Bargain Books Salford', POT)],
  );
  d(
    'double',
    ['can u send 12 to zahra', pay(12, ZAHRA)],
    ['double it', pay(24, ZAHRA), ask('amount')],
  );
}
{
  const { pay, d } = speaker('morag');
  const KINNAIRD = 'Jessie Kinnaird';
  const REVEREND = 'Rev. Hamish Auchterlonie';
  d(
    'slots polite',
    ['I should like to give my granddaughter something for her birthday', ask('amount')],
    ['Forty pounds', pay(40, 'Iona Dunsmuir')],
  );
  d(
    'ambiguous_name',
    ['Please send Jessie £15', ask('recipient')],
    ['Jessie Kinnaird', pay(15, KINNAIRD)],
  );
  d(
    'ambiguous_name correction payee',
    ['Fifteen pounds for Jessie, please', ask('recipient')],
    ['Drummond', pay(15, 'Jessie Drummond')],
    ['Och no, it was the other one, Kinnaird', pay(15, KINNAIRD)],
  );
  d(
    'title day',
    ['Pay Doctor Wijesinghe seventy-five pounds', pay(75, 'Dr. Padmini Wijesinghe')],
    ['Better make it on Monday', pay(75, 'Dr. Padmini Wijesinghe', NEXT_MONDAY)],
  );
  d(
    'correction amount',
    ['Strathmore Coal £186.40', pay(186.4, 'Strathmore Coal Co')],
    ['I had the wrong spectacles on, it is £168.40', pay(168.4, 'Strathmore Coal Co')],
  );
  d(
    'cancel',
    ['Send Rory £63.18', pay(63.18, 'Rory Dunsmuir')],
    ['No wait, he does not want it back. Forget about it.', CANCEL],
  );
  d(
    'own source',
    ['I want to move £200 to my bank account', ask('account')],
    ['out of the cruise money', pay(200, 'Bank account', { from: 'Cruise money' })],
  );
  d(
    'day',
    [
      'Please pay Ballantyne Roofing £1,240 at the end of the month',
      pay(1240, 'Ballantyne Roofing Ltd', { when: '2028-11-30' }),
      ask('date'),
    ],
    ['the 30th', pay(1240, 'Ballantyne Roofing Ltd', { when: '2028-11-30' })],
  );
  d(
    'recurring',
    [
      'Ten pounds to Reverend Auchterlonie each month',
      pay(10, REVEREND, { every: 'month' }),
      ask('date'),
    ],
    [
      'starting on the first of December',
      pay(10, REVEREND, { every: 'month', when: '2028-12-01' }),
    ],
  );
  d(
    'second_payment',
    ['Heather & Thistle £42.50', pay(42.5, 'Heather & Thistle Florist')],
    ['And £25 to Effie too please', beside(pay(25, 'Effie Macaskill'))],
  );
  d(
    'yes',
    ['Send Agnieszka £48', pay(48, 'Agnieszka Wróbel')],
    ['Yes please, that is correct', UNSUPPORTED],
  );
  d(
    'question',
    ['When did I last pay Strathmore Coal?', ANSWER],
    ['Right, pay them £186.40', pay(186.4, 'Strathmore Coal Co'), ask('recipient')],
  );
  d(
    'wrong_slot',
    ['I need to send something to Shirin', ask('amount')],
    ['on the 1st of December', ask('amount')],
    ['sixty pounds', pay(60, 'Shirin Golestani', { when: '2028-12-01' })],
  );
  d(
    'correction both',
    ['Effie Macaskill twenty pounds', pay(20, 'Effie Macaskill')],
    ['no dear, thirty, and to Rory', pay(30, 'Rory Dunsmuir')],
  );
  d(
    'restart',
    ['Pay Heather and Thistle', ask('amount')],
    ['Oh never mind', CANCEL, ANYTHING, UNSUPPORTED],
    ['£15 to Jessie Drummond', pay(15, 'Jessie Drummond')],
  );
}
{
  const { pay, d } = speaker('reto');
  const BESNIK = 'Besnik Krasniqi';
  const CHIYO = 'Chiyo Yoshimura';
  const LIEBERMANN = 'Dr. Annegret Liebermann';
  const PRIVATE = { from: 'Private' };
  d('slots amount_open', ['I must pay Besnik', ask('amount')], ['380 francs', pay(380, BESNIK)]);
  d(
    'slots payee_open',
    ['I have to send 95 francs', ask('recipient')],
    ['it is for Wiebke Thomsen', pay(95, 'Wiebke Thomsen')],
  );
  d('ambiguous_name', ['Pay Haddad 120', ask('recipient')], ['Samira', pay(120, 'Samira Haddad')]);
  d(
    'correction currency',
    ['420 to Aurélie Charbonnier', pay(420, 'Aurélie Charbonnier')],
    ['in euro please', pay(420, 'Aurélie Charbonnier', { currency: 'EUR' })],
  );
  d(
    'firm slots',
    ['pay Muehle Steinegg', ask('amount'), ask('recipient')],
    ['1240.50', pay(1240.5, 'Mühle Steinegg AG')],
  );
  d(
    'half',
    ["Ofenbau Caduff 2'150 francs", pay(2150, 'Ofenbau Caduff GmbH')],
    ['only half of it now', pay(1075, 'Ofenbau Caduff GmbH'), ask('amount')],
  );
  d(
    'cancel',
    ['send 130 CHF to Marcelino', pay(130, 'Marcelino Quispe')],
    ['stop, I have paid him already cash', CANCEL],
  );
  d(
    'own correction',
    ['put 500 to the tax account', pay(500, 'Tax account')],
    ['no, 700', pay(700, 'Tax account')],
  );
  d(
    'account',
    ['800 francs to my wife', pay(800, 'Ursina Aeschlimann')],
    ['not from Business, from Private', pay(800, 'Ursina Aeschlimann', PRIVATE)],
  );
  d(
    'day correction',
    ['Dr. Liebermann 210 francs tomorrow', pay(210, LIEBERMANN, TOMORROW)],
    ['better on Monday', pay(210, LIEBERMANN, NEXT_MONDAY)],
  );
  d(
    'correction payee',
    ['Gjergj 150', pay(150, 'Gjergj Hoxha')],
    ['sorry, Besnik, not Gjergj', pay(150, BESNIK)],
  );
  d(
    'second_payment',
    ['Molkerei Tobel 642.30', pay(642.3, 'Molkerei Tobel')],
    ['then also 75 for Chiyo Yoshimura', beside(pay(75, CHIYO))],
  );
  d(
    'question',
    ['How much I have paid to Molkerei Tobel this year?', ANSWER],
    ['And now pay 300 francs to Molkerei Tobel', pay(300, 'Molkerei Tobel')],
  );
  d(
    'slots recurring',
    ['Payment please', ANYTHING],
    ['to Flurin', ask('amount')],
    ['60', pay(60, 'Flurin Aeschlimann')],
    ['every week', pay(60, 'Flurin Aeschlimann', { every: 'week' }), ask('date')],
  );
  d('negation', ['Send Chiyo 75 francs', pay(75, CHIYO)], ['please do not send it', CANCEL]);
}
{
  const { pay, d } = speaker('shanice');
  const ZURI = 'Zuri Bell';
  const TREVON = "Tre'Von Gaines";
  const CAMILLE = 'Camille Thibodeaux';
  const JAR = { from: 'Vacation jar' };
  d(
    'slots chatty',
    ['ugh I forgot to pay the coach', ask('amount'), ANYTHING],
    ['85 to Coach Delgado', pay(85, 'Coach Delgado')],
  );
  d(
    'correction amount',
    ['send Vasudha $45', pay(45, 'Vasudha Raghunathan')],
    ["wait it was 54, I can't read my own writing", pay(54, 'Vasudha Raghunathan')],
  );
  d('name short', ['pay cami 32', ask('recipient')], ['Camila', pay(32, 'Camila Restrepo')]);
  d(
    'account',
    ['$150 to Nana Bell', pay(150, 'Nana Bell')],
    ['take it out of the vacation jar', pay(150, 'Nana Bell', JAR)],
  );
  d(
    'slots change_of_mind',
    ['can you pay my daughter her allowance', ask('amount')],
    ['ten bucks', pay(10, ZURI)],
    ['you know what, fifteen, she did the dishes', pay(15, ZURI)],
  );
  d(
    'day correction',
    [
      'Sunny Days Preschool $620 on December 1',
      pay(620, 'Sunny Days Preschool', { when: '2028-12-01' }),
    ],
    ['actually the 5th', pay(620, 'Sunny Days Preschool', { when: '2028-12-05' })],
  );
  d(
    'second_payment same_amount',
    ['$27.50 to Kahlil', pay(27.5, 'Kahlil Winters')],
    ['and the same to TreVon', beside(pay(27.5, TREVON)), ANYTHING],
  );
  d(
    'name typo title',
    ['send $18 to mrs abernathy', pay(18, 'Mrs. Abernethy'), ask('recipient')],
    ['Mrs. Abernethy, sorry', pay(18, 'Mrs. Abernethy')],
  );
  d(
    'cancel',
    ['Handy Hank 210.75', pay(210.75, 'Handy Hank Repairs')],
    ['ok scratch that, Marcus paid him', CANCEL],
  );
  d(
    'own amount_open',
    ['move some money to the college fund', ask('amount')],
    ['$75', pay(75, 'College fund')],
  );
  d(
    'slots recurring',
    ['pay the Lakeview Swim Club', ask('amount')],
    ['95 dollars', pay(95, 'Lakeview Swim Club')],
    ['make it monthly', pay(95, 'Lakeview Swim Club', { every: 'month' }), ask('date')],
  );
  d(
    'question own',
    ['how much is in the vacation jar?', ANSWER],
    ['ok move 300 from there to joint checking', pay(300, 'Joint checking', JAR), ask('account')],
  );
  d(
    'more',
    ['Lan Anh forty dollars', pay(40, 'Nguyễn Thị Lan Anh')],
    ['add another ten', pay(50, 'Nguyễn Thị Lan Anh'), ask('amount')],
  );
  d(
    'day_words',
    [
      "Pay Tre'Von 18 dollars next Tuesday",
      ask('date'),
      pay(18, TREVON, { when: '2028-11-21' }),
      pay(18, TREVON, { when: '2028-11-28' }),
    ],
    ['the 21st', pay(18, TREVON, { when: '2028-11-21' })],
  );
  d(
    'slots long',
    ['I need to send money to a friend', ask('recipient', 'amount')],
    ['Camille Thibodeaux', ask('amount')],
    ['sixty', pay(60, CAMILLE)],
    ['sorry, sixteen', pay(16, CAMILLE)],
    ['and send it on Friday', pay(16, CAMILLE, FRIDAY)],
  );
}

// ------------------------------------------------------------------------- the seventh writing
const DEC_FIRST = { when: '2028-12-01' };
{
  const { pay, d } = speaker('bronwyn');
  d(
    'slots',
    ['hiya need to send some money', ask('recipient', 'amount')],
    ['sioned', ask('amount')],
    ['twenty two quid', pay(22, 'Sioned Pritchard')],
  );
  d(
    'ambiguous payee',
    ['30 to gareth pls', ask('recipient')],
    ['penhallow', pay(30, 'Gareth Penhallow')],
  );
  d(
    'ambiguous payee',
    ['can you pay Gareth fifteen pounds', ask('recipient')],
    ['not Mathias the other one', pay(15, 'Gareth Penhallow'), ask('recipient')],
  );
  d(
    'correction amount',
    ['send tilly 50', pay(50, 'Tilly Arkwright')],
    ['oops i meant 15', pay(15, 'Tilly Arkwright')],
  );
  d(
    'correction payee',
    ['20 quid to deepak', pay(20, 'Deepak Vaidya')],
    ['no sorry thats for kulwinder', pay(20, 'Kulwinder Sandhu')],
  );
  d(
    'cancel',
    ['pay taff valley tyres 180', pay(180, 'Taff Valley Tyres')],
    ['actually leave it, ianto already paid', CANCEL],
  );
  d('date later', ['mam 45 pounds', pay(45, 'Mam')], ['make it friday', pay(45, 'Mam', FRIDAY)]);
  d(
    'question own',
    ['whats left in the emergency pot', ANSWER],
    ['ok put another 40 in there', pay(40, 'Emergency pot')],
  );
  d(
    'account',
    ['give Efa £18', pay(18, 'Efa Hopkinson')],
    ['take it from caravan not everyday', pay(18, 'Efa Hopkinson', { from: 'Caravan' })],
  );
  d(
    'slots voice',
    ['yeah so I need to pay um the pilates place', ask('amount')],
    ['nine pounds fifty', pay(9.5, 'Pontcanna Pilates')],
  );
  d(
    'second payment',
    ['12 to macsen', pay(12, 'Macsen Rowlands')],
    ['and the same to tilly', beside(pay(12, 'Tilly Arkwright'))],
  );
  d(
    'recurring',
    ['can i pay the nursery every month', ask('amount')],
    ['£410', pay(410, 'Dragonfly Nursery', { every: 'month' }), ask('date')],
  );
}
{
  const { pay, d } = speaker('mehdi');
  d(
    'slots',
    ['Hello, I would like to do a payment', ask('recipient', 'amount')],
    ['for Kaoutar', ask('amount')],
    ['it is 120 euro', pay(120, 'Kaoutar Benjelloun')],
  );
  d(
    'ambiguous payee',
    ['Send 60 euro to Thibault please', ask('recipient')],
    ['Colsoul', pay(60, 'Thibault Colsoul')],
  );
  d(
    'correction amount',
    ['Pay Jozef 240 euros', pay(240, 'Jozef Baláž')],
    ['excuse me, it is 204', pay(204, 'Jozef Baláž')],
  );
  d(
    'account',
    ['45 € to Nawal', pay(45, 'Nawal Lamrani')],
    ['from the Family account please', pay(45, 'Nawal Lamrani', { from: 'Family' })],
  );
  d(
    'date later',
    ['I must pay Sanitaire Meuse 780 euros', pay(780, 'Sanitaire Meuse SA')],
    ['but only the first december', pay(780, 'Sanitaire Meuse SA', DEC_FIRST)],
  );
  d(
    'cancel',
    ['transfer 300 to Ilyas', pay(300, 'Ilyas Lamrani')],
    ['no no stop, I dont want anymore', CANCEL],
  );
  d('question own', ['How many I have on the TVA reserve ?', ANSWER]);
  d(
    'unknown payee',
    ['Send 50 euro to Benoît', ask('recipient')],
    ['sorry, to Grégoire Vanhove', pay(50, 'Grégoire Vanhove')],
  );
  d(
    'slots',
    ['put money on my TVA reserve', ask('amount')],
    ['six hundred euros', pay(600, 'TVA reserve')],
  );
  d(
    'second payment',
    ['90 euro for Ioana', pay(90, 'Ioana Dumitrescu')],
    ['And also 110 for Sabrina', beside(pay(110, 'Sabrina El Idrissi'))],
  );
  d(
    'correction payee',
    ['Please give Papa 75 euros', pay(75, 'Papa')],
    ['I am wrong, it is for my brother', pay(75, 'Ilyas Lamrani')],
  );
}
{
  const { pay, d } = speaker('thabo');
  d(
    'slots',
    ['yo i wanna send cash', ask('recipient', 'amount')],
    ['R400', ask('recipient')],
    ['nomvula', pay(400, 'Nomvula Khanyile')],
  );
  d('ambiguous payee', ['pay lerato R90', ask('recipient')], ['Phiri', pay(90, 'Lerato Phiri')]);
  d(
    'correction amount',
    ['send my mom 700 rand', pay(700, 'Refilwe Mokgadi')],
    ['ag make that 900 rather', pay(900, 'Refilwe Mokgadi')],
  );
  d('cancel', ['R1000 to Kagiso', pay(1000, 'Kagiso Mokgadi')], ['nah scrap it', CANCEL]);
  d(
    'date later',
    ['vukani taxi association R350', pay(350, 'Vukani Taxi Association')],
    ['do it tomorrow please', pay(350, 'Vukani Taxi Association', TOMORROW)],
  );
  d('currency', [
    'send yusuf 20 dollars',
    {
      proposal: {
        operation: 'transfer',
        amount: 2000,
        currency: 'USD',
        to: 'Yusuf Cassiem',
        from: 'Dollar wallet',
      },
    },
    ask('account'),
  ]);
  d(
    'question own',
    ['what did i spend on airtime last month', ANSWER],
    ['sharp, send bongani R55 then', pay(55, 'Bongani')],
  );
  d(
    'slots',
    ['please pay the crèche', ask('amount')],
    ['one thousand five hundred rand', pay(1500, 'Blue Crane Crèche')],
    ['on the 20th', pay(1500, 'Blue Crane Crèche', NEXT_MONDAY)],
  );
  d(
    'second payment',
    ['R250 for Ouma Sarie', pay(250, 'Ouma Sarie')],
    ['and R250 for prof gqola too', beside(pay(250, 'Prof. Nandipha Gqola'))],
  );
  d(
    'correction payee',
    ['R130 to Riaan', pay(130, 'Riaan Oosthuizen')],
    ['sorry bru, i mean Yusuf', pay(130, 'Yusuf Cassiem')],
  );
  d('out of scope', ['who won the derby', UNSUPPORTED, ask('operation')]);
}
{
  const { pay, d } = speaker('earl');
  d(
    'slots',
    ['Good afternoon, I would like to send a little something to my daughter.', ask('amount')],
    ['Seventy-five dollars, please.', pay(75, 'Trudy Whitcomb')],
  );
  d(
    'ambiguous payee',
    ['Pay Vance $35', ask('recipient')],
    ['Marguerite, with the u', pay(35, 'Marguerite Vance')],
  );
  d(
    'correction amount',
    ['Send Bud Hollenbeck $51', pay(51, 'Bud Hollenbeck')],
    ['I beg your pardon, that should read $15', pay(15, 'Bud Hollenbeck')],
  );
  d(
    'cancel',
    ['Please send Lorraine Petrosky $200', pay(200, 'Lorraine Petrosky')],
    ['On second thought, I had better not. Please call it off.', CANCEL],
  );
  d(
    'date later',
    ['I would like to give Maple Grove Church $100', pay(100, 'Maple Grove Church')],
    ['Let us do that on Friday instead of today', pay(100, 'Maple Grove Church', FRIDAY)],
  );
  d(
    'account',
    ['$48 for the bait shop, Lake Erie Bait and Tackle', pay(48, 'Lake Erie Bait and Tackle')],
    [
      'It ought to come out of the fishing fund',
      pay(48, 'Lake Erie Bait and Tackle', { from: 'Fishing fund' }),
    ],
  );
  d(
    'question own',
    ['How much did the furnace people get from me this year?', ANSWER],
    ['Thank you. Now send them $120.', pay(120, 'Buckeye Furnace Repair'), ask('recipient')],
  );
  d(
    'negated',
    ['Do not send anything to Duane until I say so', UNSUPPORTED, ask('operation')],
    ['All right, now you may send Duane $30', pay(30, 'Duane Kowalczyk')],
  );
  d(
    'recurring',
    [
      'Cody is off to college, I want him to have $25 a week',
      pay(25, 'Cody Whitcomb', { every: 'week' }),
    ],
    ['Better make it $30', pay(30, 'Cody Whitcomb', { every: 'week' })],
  );
  d(
    'slots long',
    [
      'I need some help moving money, young man',
      ask('recipient', 'amount', 'operation', 'account'),
    ],
    ['Into my fishing fund', ask('amount')],
    ['Fifty dollars', pay(50, 'Fishing fund')],
  );
  d(
    'unknown payee',
    ['Send $60 to Harriet', ask('recipient')],
    ['Never mind, she would not take it', CANCEL],
  );
  d(
    'second payment',
    ['$10 to Consuelo Arriaga', pay(10, 'Consuelo Arriaga')],
    ['Pastor Dorsey should get ten as well', beside(pay(10, 'Pastor Ezekiel Dorsey'))],
  );
}

// -------------------------------------------------------------------------- the eighth writing
{
  const { pay, d } = speaker('walburga');
  d(
    'ambiguous payee',
    ['Please send 40 Euro to Leopold', ask('recipient')],
    ['Mr. Zangerl, from the choir', pay(40, 'Leopold Zangerl')],
  );
  d(
    'correction amount',
    ['I would like to give Annalena 50 Euro for a book', pay(50, 'Annalena Prantl')],
    ['Oh dear, make that 80, books are expensive', pay(80, 'Annalena Prantl')],
  );
  d(
    'chat cancel',
    ['Transfer 120 Euro to the Seniorenbund Hall', pay(120, 'Seniorenbund Hall')],
    ['You are very kind, thank you', UNSUPPORTED, ANSWER, pay(120, 'Seniorenbund Hall')],
    ['Wait, I already paid that in cash. Please do not send it.', CANCEL],
  );
  d(
    'slots half',
    ['I have to pay something to the Apotheke', ask('amount')],
    ['about twenty Euro, I think', ask('amount')],
    ['here is the bill: 23,40 Euro', pay(23.4, 'Apotheke Zum Auge')],
  );
  d(
    'date later',
    ['Send Dragica Jurišić 65 Euro', pay(65, 'Dragica Jurišić')],
    ['But please only on Monday', pay(65, 'Dragica Jurišić', NEXT_MONDAY)],
  );
  d(
    'question own',
    ['How much is on my Sparbuch?', ANSWER],
    ['Then bring 500 Euro from the Sparbuch to my Giro', pay(500, 'Giro', { from: 'Sparbuch' })],
  );
}
{
  const { pay, d } = speaker('finlay');
  d(
    'slots typo',
    ['need to pya someone', ask('recipient', 'amount', 'operation'), UNSUPPORTED],
    ['send it to hamish', ask('amount')],
    ['9 quid', pay(9, 'Hamish Galbraith')],
  );
  d(
    'correction payee',
    ['send zainab 18 quid', pay(18, 'Zainab Yusupova')],
    ['wrong one soz, its for xanthe', pay(18, 'Xanthe Papadimitriou')],
  );
  d(
    'correction payee',
    ['send 14 to aisha plz', pay(14, 'Aisha Nakamura'), ask('recipient')],
    ['no ayesha with a y', pay(14, 'Ayesha Siddiqa')],
  );
  d(
    'second payment',
    ['send oisin 6.50', pay(6.5, 'Oisín Breathnach')],
    ['also 6.50 to hamish', beside(pay(6.5, 'Hamish Galbraith'))],
  );
  d(
    'correction amount',
    ['pay uni rowing society 45', pay(45, 'Uni Rowing Society')],
    ['actualy its 54 i mixed teh digits up', pay(54, 'Uni Rowing Society')],
  );
}
{
  const { pay, d } = speaker('raghav');
  d(
    'ambiguous payee',
    ['Sir kindly transfer 10,000 to Sunita', ask('recipient')],
    ['Ahluwalia', pay(10_000, 'Sunita Ahluwalia')],
  );
  d(
    'slots date',
    ['Please pay Mehrauli Transport Co', ask('amount')],
    ['Rs 42,500 only', pay(42_500, 'Mehrauli Transport Co')],
    ['pay it on 20th', pay(42_500, 'Mehrauli Transport Co', NEXT_MONDAY)],
  );
  d(
    'correction amount',
    ['Send 5000 to Ruksana Mirza', pay(5000, 'Ruksana Mirza')],
    ['I am mistaken, it is 50,000', pay(50_000, 'Ruksana Mirza')],
  );
  d(
    'account',
    ['Transfer 75,000 to Shree Ganpati Traders', pay(75_000, 'Shree Ganpati Traders')],
    ['from GST pot please', pay(75_000, 'Shree Ganpati Traders', { from: 'GST pot' })],
    ['no no, take it from Shop account', pay(75_000, 'Shree Ganpati Traders')],
  );
  d(
    'question own',
    ['what is the balance in Home savings', ANSWER],
    [
      'ok give my father 20,000 from Home savings',
      pay(20_000, 'Kamlesh Sabharwal', { from: 'Home savings' }),
    ],
  );
  d(
    'cancel',
    ['pay Dipankar 3,200', pay(3200, 'Dipankar Chowdhury')],
    ['leave it, he will come to shop and take cash', CANCEL],
  );
}
{
  const { pay, d } = speaker('thais');
  d(
    'slots',
    ['Hello! I need to pay the coworking', ask('amount')],
    ['R$ 480', pay(480, 'Coworking Pinheiros')],
  );
  d(
    'ambiguous payee',
    ['send 90 to Caetano', ask('recipient')],
    ['the Lacerda', pay(90, 'Caetano Lacerda')],
  );
  d(
    'date later',
    ['R$ 200 to vovó Nair', pay(200, 'Vovó Nair')],
    ['on friday is better', pay(200, 'Vovó Nair', FRIDAY)],
  );
  d(
    'correction amount',
    ['transfer 300 reais to Jandira Quaresma', pay(300, 'Jandira Quaresma')],
    ['ah no, she asked only 130', pay(130, 'Jandira Quaresma')],
  );
  d(
    'second payment',
    ['pay Wellington 55', pay(55, 'Wellington Furtado')],
    ['and 35 for Padaria Bom Jesus', beside(pay(35, 'Padaria Bom Jesus'))],
  );
  d(
    'question own',
    ['How much I spent in restaurants this month?', ANSWER],
    ['wow ok. send 40 to my husband for the lunch', pay(40, 'Ubirajara Vasconcelos')],
  );
}
{
  const { pay, d } = speaker('torsten');
  d(
    'ambiguous payee',
    ['Please send 250 Euro to Jörg', ask('recipient')],
    ['I mean the Mr Natterer', pay(250, 'Jörg Natterer')],
  );
  d(
    'account',
    ['Pay Dachservice Lindner 2.300 Euro', pay(2300, 'Dachservice Lindner GmbH')],
    [
      'Sorry, it must be paid from the Privat account',
      pay(2300, 'Dachservice Lindner GmbH', { from: 'Privat' }),
    ],
  );
  d(
    'slots account',
    ['Please give Ngozi Ferdinand the deposit back', ask('amount')],
    ['It was 1.140 Euro', pay(1140, 'Ngozi Ferdinand')],
    ['from the Kautionen account', pay(1140, 'Ngozi Ferdinand', { from: 'Kautionen' })],
  );
  d(
    'recurring',
    [
      'Make a standing order of 40 Euro every month to Gartenpflege Öztürk',
      pay(40, 'Gartenpflege Öztürk', { every: 'month' }),
      ask('date'),
    ],
    [
      'from the first of December',
      pay(40, 'Gartenpflege Öztürk', { ...DEC_FIRST, every: 'month' }),
    ],
    ['rather 45 Euro', pay(45, 'Gartenpflege Öztürk', { ...DEC_FIRST, every: 'month' })],
  );
  d(
    'cancel',
    ['180 Euro for Przemysław', pay(180, 'Przemysław Dudziak')],
    ['no, stop, the invoice is wrong', CANCEL],
  );
  d(
    'date change',
    ['Send 90 Euro to Ewald on Friday', pay(90, 'Ewald Stiegler', FRIDAY)],
    ['Monday is better for me', pay(90, 'Ewald Stiegler', NEXT_MONDAY)],
  );
}
{
  const { pay, d } = speaker('noelani');
  d(
    'correction payee',
    ['send keahi 25', pay(25, 'Keahi Nakoa')],
    ['ugh autocorrect. kehau', pay(25, 'Kehau Nakoa')],
  );
  d(
    'slots half',
    ['hey can you pay little turtles', ask('amount')],
    ['uh hang on let me look', ask('amount'), UNSUPPORTED, ANSWER],
    ['850 dollars', pay(850, 'Little Turtles Daycare')],
  );
  d(
    'chat date',
    ['send 45 to Dwayne', pay(45, 'Dwayne Prudhomme')],
    ['thx ur the best', UNSUPPORTED, ANSWER, pay(45, 'Dwayne Prudhomme')],
    ['oh and make it for tomorrow', pay(45, 'Dwayne Prudhomme', TOMORROW)],
  );
  d(
    'slots own',
    ['Put $60 aside', ask('account', 'recipient', 'operation'), UNSUPPORTED],
    ['put $60 in the baby fund', pay(60, 'Baby fund')],
  );
  d(
    'second payment',
    ['send Ofa 30 bucks pls', pay(30, 'Ofa Tuilagi')],
    ['and another 30 for tuyet', beside(pay(30, 'Tuyết Lương'))],
  );
}
{
  const { pay, d } = speaker('sloane');
  const sterling = { currency: 'GBP', from: 'Sterling account' };
  d(
    'ambiguous payee',
    ['Remit $750 to Devorah', ask('recipient')],
    ['Ms. Mandelbaum', pay(750, 'Devorah Mandelbaum')],
  );
  d(
    'correction amount',
    ['Please pay Hudson Court Reporting $1,480', pay(1480, 'Hudson Court Reporting')],
    ['Correction: the invoice states $1,408', pay(1408, 'Hudson Court Reporting')],
  );
  d(
    'slots date',
    ['Arrange a payment to Palladian Expert Witness LLC', ask('amount')],
    ['Four thousand dollars', pay(4000, 'Palladian Expert Witness LLC')],
    ['Defer execution until December 1', pay(4000, 'Palladian Expert Witness LLC', DEC_FIRST)],
  );
  d(
    'cancel',
    ['Transfer $2,000 to Percival Wetherby', pay(2000, 'Percival Wetherby')],
    ['Kindly rescind that instruction.', CANCEL],
  );
  d(
    'currency account',
    [
      'Pay £350 to Ximena Carrizales',
      pay(350, 'Ximena Carrizales', sterling),
      ask('account', 'currency'),
    ],
    ['From the Sterling account, please', pay(350, 'Ximena Carrizales', sterling)],
  );
}
{
  const { pay, d } = speaker('deirdre');
  d('ambiguous payee', ['give colm 20', ask('recipient')], ['darcy', pay(20, 'Colm Darcy')]);
  d(
    'slots voice',
    ['so I need to eh pay the school', ask('amount', 'recipient')],
    ['scoil naomh brid thirty five euro', pay(35, 'Scoil Naomh Bríd')],
  );
  d(
    'second payment',
    ['€12 to adeola', pay(12, 'Adeola Makinde')],
    ['and €12 to nana mulcahy', beside(pay(12, 'Nana Mulcahy'))],
  );
  d(
    'correction amount',
    ['pay the camogie club 60', pay(60, 'Kilbride Camogie Club')],
    ['no sorry fifteen i read the wrong text', pay(15, 'Kilbride Camogie Club')],
  );
  d(
    'account',
    ['send sadhbh fifty euro', pay(50, 'Sadhbh Mulcahy')],
    ['from the communion fund', pay(50, 'Sadhbh Mulcahy', { from: 'Communion fund' })],
    ['what am i like, no, from household', pay(50, 'Sadhbh Mulcahy')],
  );
  d(
    'cancel',
    ['pay Svitlana 80 on friday', pay(80, 'Svitlana Bondar', FRIDAY)],
    ["cancel that she's sick", CANCEL],
  );
}
{
  const { pay, d } = speaker('jaxon');
  d(
    'correction payee',
    ['send mason 8 quid', pay(8, 'Mason Gill')],
    ['bruh i meant mateusz', pay(8, 'Mateusz Gil')],
  );
  d(
    'slots',
    ['yo i gotta pay wiremu back', ask('amount')],
    ['12 quid', pay(12, 'Wiremu Te Rangi')],
  );
  d('cancel', ['send 5 quid to kwame', pay(5, 'Kwame Boadu')], ['lol jk dont', CANCEL]);
  d(
    'question own',
    ['how much is in pc build', ANSWER],
    ['sick put another tenner in pc build', pay(10, 'PC build')],
  );
  d(
    'date later',
    ['send shreya 11.50', pay(11.5, 'Shreya Pillai')],
    ['tmrw not now', pay(11.5, 'Shreya Pillai', TOMORROW)],
  );
}
{
  const { pay, d } = speaker('adaeze');
  const euro = { currency: 'EUR', from: 'Euro supplier account' };
  d(
    'ambiguous payee',
    ['Pay Ogunleye £1,200', ask('recipient')],
    ['Blessing, not Patience', pay(1200, 'Blessing Ogunleye')],
  );
  d(
    'currency account',
    [
      'Pay Norrland Oak AB EUR 3,400',
      pay(3400, 'Norrland Oak AB', euro),
      ask('account', 'currency'),
    ],
    ['out of the Euro supplier account', pay(3400, 'Norrland Oak AB', euro)],
  );
  d(
    'date change',
    [
      'Pay Bexhill Upholstery £540 on 30 November',
      pay(540, 'Bexhill Upholstery', { when: '2028-11-30' }),
    ],
    ['bring that forward to Friday', pay(540, 'Bexhill Upholstery', FRIDAY)],
  );
  d(
    'correction amount',
    ['Pay Castlegate Removals £275', pay(275, 'Castlegate Removals')],
    ['I left out the VAT, it comes to £330', pay(330, 'Castlegate Removals')],
  );
  d(
    'question between',
    ['Transfer £900 to Tomislav Perković', pay(900, 'Tomislav Perković')],
    ['What did we pay him in October?', ANSWER],
    ['fine, make it £1,000', pay(1000, 'Tomislav Perković')],
  );
}
{
  const { pay, d } = speaker('hector');
  d(
    'correction amount',
    ['pay big ron 40', pay(40, 'Big Ron Wachowski')],
    ['NOT 40. FOUR HUNDRED', pay(400, 'Big Ron Wachowski')],
  );
  d(
    'ambiguous payee',
    ['i want 65 dollars sent to ron', ask('recipient')],
    ['stickley obviously', pay(65, 'Ron Stickley')],
  );
  d(
    'chat cancel',
    ['send olek 220', pay(220, 'Olek Hryhorenko')],
    ['your app is garbage', UNSUPPORTED, ANSWER, pay(220, 'Olek Hryhorenko')],
    ['forget it, cancel', CANCEL],
  );
  d(
    'slots',
    ['pay Lakeside Refrigeration what I owe them', ask('amount')],
    ['480 bucks, jeez', pay(480, 'Lakeside Refrigeration')],
  );
  d(
    'date account',
    ['pay Thuy Dang 95 dollars', pay(95, 'Thuy Dang')],
    ['tomorrow, and from the tax jar', pay(95, 'Thuy Dang', { ...TOMORROW, from: 'Tax jar' })],
  );
}

// --------------------------------------------------------------------------- the ninth writing
{
  const { pay, d } = speaker('wilma');
  d(
    'slots',
    ['I need to send some money to Dilys', ask('amount')],
    ['oh, thirty pounds should do it', pay(30, 'Dilys')],
  );
  d(
    'ambiguous',
    ['Pay Martin £35', ask('recipient')],
    ['the one with the hedge, Rudge', pay(35, 'Martin Rudge')],
  );
  d(
    'correction',
    ['Send Bronagh £20', pay(20, 'Bronagh Devlin')],
    ['sorry dear, I meant £22', pay(22, 'Bronagh Devlin')],
  );
  d(
    'correction date',
    ['£60 to Sunniva on Friday', pay(60, 'Sunniva Hallgrim', FRIDAY)],
    ['better make it Monday', pay(60, 'Sunniva Hallgrim', NEXT_MONDAY)],
  );
  d(
    'second',
    ['£10 to Poppy please', pay(10, 'Poppy Sturgess')],
    ['and another £40 for Edwin', beside(pay(40, 'Edwin Sturgess'))],
  );
  d(
    'cancel',
    ['pay Hartley Roofing 850 pounds', pay(850, 'Hartley Roofing Ltd')],
    ["no, hold on, they haven't finished. Don't pay it", CANCEL],
  );
  d(
    'question',
    ['Send £15 to Dilys', pay(15, 'Dilys')],
    ['how much is in the roof fund?', ANSWER],
    ['lovely. Take it from there', pay(15, 'Dilys', { from: 'Roof fund' })],
  );
  d(
    'account',
    ['£100 to my granddaughter', pay(100, 'Poppy Sturgess')],
    [
      'not from the current account, the roof fund',
      pay(100, 'Poppy Sturgess', { from: 'Roof fund' }),
    ],
  );
  d(
    'amount',
    ['Pay the groomers, Pawfect', ask('amount')],
    ["it's thirty-three pounds sixty", pay(33.6, 'Pawfect Grooming')],
  );
  d(
    'unclear',
    ['I want to send £50', ask('recipient')],
    ['what was I saying... oh yes, to Ignatius', pay(50, 'Ignatius Pemberthy')],
  );
  d(
    'relationship',
    ['My husband wants £25', pay(25, 'Edwin Sturgess'), ask('operation', 'recipient')],
    ['yes, make it 30', pay(30, 'Edwin Sturgess')],
  );
  d(
    'recipient',
    ['Send £18 to Chukwuemeka', pay(18, 'Chukwuemeka Obi')],
    [
      'I got that wrong, it was Bronagh who paid',
      pay(18, 'Bronagh Devlin'),
      ask('recipient', 'operation'),
    ],
    ['Bronagh Devlin', pay(18, 'Bronagh Devlin')],
  );
  d(
    'abandon',
    ['Please transfer some money', ask('amount', 'recipient', 'operation')],
    ['never mind, I shall go to the branch', CANCEL],
  );
  d(
    'date slot',
    ['£12 to the bell ringers', pay(12, 'Sutton Bell Ringers')],
    [
      'could that go at the end of the month?',
      pay(12, 'Sutton Bell Ringers', { when: '2028-11-30' }),
      ask('date'),
    ],
  );
}
{
  const { pay, d } = speaker('santi');
  d(
    'slots',
    ['I want to pay to my sister', ask('amount')],
    ['thirty five euros', pay(35, 'Maite Urrutia')],
  );
  d(
    'ambiguous',
    ['send 40 to Nerea', ask('recipient')],
    ['to Olabarria', pay(40, 'Nerea Olabarria')],
  );
  d(
    'correction',
    ['20 euros for Txomin', pay(20, 'Txomin Arrizabalaga')],
    ['no no, 25', pay(25, 'Txomin Arrizabalaga')],
  );
  d(
    'correction recipient',
    ['pay 25 to Blerim', pay(25, 'Blerim Hoxha')],
    ['I mistook, it is for Hatice', pay(25, 'Hatice Karadağ')],
  );
  d(
    'second same',
    ['15 euros to Blerim', pay(15, 'Blerim Hoxha')],
    ['the same quantity to Hatice', beside(pay(15, 'Hatice Karadağ'))],
  );
  d(
    'account',
    ['Transfer 100 euros to Guadalupe', pay(100, 'Guadalupe Iriarte')],
    ['use the savings for that', pay(100, 'Guadalupe Iriarte', { from: 'Savings' })],
  );
  d(
    'cancel',
    ['send 50 to Abuela', pay(50, 'Abuela')],
    ['leave it, I give it to her on sunday in cash', CANCEL],
  );
  d(
    'date',
    ['212 for the Taller Ibarrola', pay(212, 'Taller Ibarrola')],
    ['but tomorrow, not today', pay(212, 'Taller Ibarrola', TOMORROW)],
  );
  d(
    'question',
    ['how much did I pay to the gestoria?', ANSWER, ask('recipient', 'operation'), UNSUPPORTED],
    ['ok then pay them 90', pay(90, 'Gestoría Larrea'), ask('recipient', 'operation')],
    ['Gestoría Larrea', pay(90, 'Gestoría Larrea')],
  );
  d(
    'amount words',
    ['I send money to Hatice', ask('amount')],
    ['eighty with fifty', ask('amount'), pay(80.5, 'Hatice Karadağ')],
    ['80,50', pay(80.5, 'Hatice Karadağ')],
  );
  d(
    'unknown',
    ['send 30 euros to Ander', ask('recipient')],
    ['sorry, to Txomin, Ander is his nickname', pay(30, 'Txomin Arrizabalaga'), ask('recipient')],
    ['Txomin', pay(30, 'Txomin Arrizabalaga')],
  );
  d(
    'repeat',
    ['10 euros to abuela', pay(10, 'Abuela')],
    ['every friday', pay(10, 'Abuela', { ...FRIDAY, every: 'week' }), ask('date')],
  );
  d(
    'more',
    ['pay 60 to Comunidad Calle Mayor 8', pay(60, 'Comunidad Calle Mayor 8')],
    ['put 18 more, it has gone up', pay(78, 'Comunidad Calle Mayor 8')],
  );
}
{
  const { pay, d } = speaker('leroy');
  d(
    'slots',
    ['gotta pay coach', ask('amount'), ask('recipient')],
    ['65 bucks', pay(65, 'Coach Delacroix'), ask('recipient')],
  );
  d(
    'ambiguous',
    ['45 bucks to annika', ask('recipient'), pay(45, 'Annika Brand')],
    ["with two n's. Annika Brand", pay(45, 'Annika Brand')],
  );
  d(
    'correction',
    ['shoot Rashad $20', pay(20, 'Rashad Whitmore')],
    ['nah bump that up to 25', pay(25, 'Rashad Whitmore')],
  );
  d(
    'second',
    ['send my wife $60', pay(60, 'Tamika Featherstone')],
    ['oh and isaiah needs 20 too', beside(pay(20, 'Isaiah Featherstone'))],
  );
  d(
    'cancel',
    ['move 200 to the boat fund', pay(200, 'Boat fund')],
    ["man forget the boat. don't do that", CANCEL],
  );
  d(
    'split',
    ['pay Soo-jin $36', pay(36, 'Soo-jin Pak')],
    ['actually we split it so half that', pay(18, 'Soo-jin Pak')],
  );
  d(
    'account',
    ['640 to savannah day school', pay(640, 'Savannah Day School')],
    ['checking is low, pull it from savings', pay(640, 'Savannah Day School', { from: 'Savings' })],
  );
  d(
    'date',
    ['Peachtree Plumbing $285', pay(285, 'Peachtree Plumbing')],
    [
      'do it when I get paid, Friday',
      pay(285, 'Peachtree Plumbing', FRIDAY),
      ask('date', 'operation'),
    ],
    ['Friday', pay(285, 'Peachtree Plumbing', FRIDAY)],
  );
  d(
    'question',
    ['I owe Thelonius some money', ask('amount'), ask('operation')],
    ['whats my balance first', ANSWER],
    ['aight, 35 to Thelonius', pay(35, 'Thelonius Grady')],
  );
  d(
    'yes',
    ['40 to grandma opal', pay(40, 'Grandma Opal')],
    [
      'yep looks good',
      UNSUPPORTED,
      ANSWER,
      pay(40, 'Grandma Opal'),
      ask('operation', 'amount', 'recipient'),
    ],
  );
  d(
    'recipient',
    ['send 90', ask('recipient')],
    ['the cleaning lady, Guillermina', pay(90, 'Guillermina Ochoa')],
  );
  d(
    'back',
    ['send Isaiah $25', pay(25, 'Isaiah Featherstone')],
    ['wait make it 50', pay(50, 'Isaiah Featherstone')],
    ["nah that's too much, go back to 25", pay(25, 'Isaiah Featherstone')],
  );
  d(
    'reason',
    ['75 for pest control', pay(75, 'Coastal Pest Control')],
    ['they came twice so double', pay(150, 'Coastal Pest Control')],
  );
}

// The tenth writing.
{
  const { pay, d } = speaker('petra');
  d('slots', ['I need to pay Renata', ask('amount')], ['38 euro', pay(38, 'Renata Figueira')]);
  d(
    'slots',
    ['Send 60', ask('recipient')],
    ['To Oisin, he waits already', pay(60, 'Oisín Brannigan')],
  );
  d('two', ['Pay Aoife 25', ask('recipient')], ['the Carmody one', pay(25, 'Aoife Carmody')]);
  d(
    'correction',
    ['90 to my mother', pay(90, 'Slavica Vukelić')],
    ['no sorry, a hundred', pay(100, 'Slavica Vukelić')],
  );
  d(
    'correction day',
    ['Ballymun Tyres 310', pay(310, 'Ballymun Tyres')],
    ['Hold on, do it Friday', pay(310, 'Ballymun Tyres', FRIDAY)],
  );
  d(
    'second',
    ['20 for Chiamaka', pay(20, 'Chiamaka Udeh')],
    ['And for Renata the same', beside(pay(20, 'Renata Figueira'))],
  );
  d(
    'cancel',
    ['75 to Zvonimir please', pay(75, 'Zvonimir Matanović')],
    ["leave it, he said it's a gift", CANCEL],
  );
  d(
    'question',
    ['send Declan money', ask('amount')],
    ['what do I have on the daily account?', ANSWER],
    ['okay then 950', pay(950, 'Declan Moynihan')],
  );
  d(
    'correction payee',
    ['45 to Lubomir', pay(45, 'Lubomír Hanák')],
    ['wrong, it is for Zvonimir', pay(45, 'Zvonimir Matanović')],
  );
}
{
  const { pay, d } = speaker('alasdair');
  d(
    'slots',
    ['I wish to send something to Hamish', ask('amount')],
    ['Twenty-five pounds should do', pay(25, 'Hamish Galbraith')],
  );
  d(
    'correction account',
    ['£85 for the choral society', pay(85, 'Perth Choral Society')],
    [
      'Pray take it from the boiler fund instead',
      pay(85, 'Perth Choral Society', { from: 'Boiler fund' }),
    ],
  );
  d(
    'correction',
    ['Send Fergus fifty pounds', pay(50, 'Fergus Drummond-Hay')],
    ['Oh, make it seventy, he has books to buy', pay(70, 'Fergus Drummond-Hay')],
  );
  d(
    'slots',
    ['Forty pounds please', ask('recipient')],
    ['Mrs Trench', pay(40, 'Mrs Philippa Trench')],
  );
  d(
    'correction',
    ['£100 to Rev Muirhead', pay(100, 'Rev. Dougal Muirhead')],
    ['On reflection, half of that', pay(50, 'Rev. Dougal Muirhead')],
  );
  d(
    'slots',
    ['pay the garage', ask('amount')],
    ['I have the bill here somewhere... £346.80', pay(346.8, 'Glenalmond Garage')],
  );
  d(
    'correction day',
    ['£60 to Catriona tomorrow', pay(60, 'Catriona Nicolson', TOMORROW)],
    ['Not tomorrow, the first of December', pay(60, 'Catriona Nicolson', DEC_FIRST)],
  );
  d(
    'cancel',
    ['£30 to Isla', pay(30, 'Isla Drummond-Hay')],
    ['Forget about it, she has no need of it', CANCEL],
  );
}
{
  const { pay, d } = speaker('yuki');
  d('slots', ['pay delphine', ask('amount')], ['umm 43.75', pay(43.75, 'Delphine Arsenault')]);
  d('correction', ['send 20 big mike', pay(20, 'Big Mike')], ['lol no 25', pay(25, 'Big Mike')]);
  d('slots', ['15 pls', ask('recipient')], ['oh to etienne', pay(15, 'Étienne Lafrenière')]);
  d(
    'correction account',
    ['100 to kenta', pay(100, 'Kenta Tanabe')],
    ['from tuition savings tho', pay(100, 'Kenta Tanabe', { from: 'Tuition savings' })],
  );
  d(
    'correction payee',
    ['send 65 to marcus', pay(65, 'Marcus Oyelaran')],
    ['actually not marcus, babatunde', pay(65, 'Babatunde Salami')],
  );
  d('cancel', ['40 to priyanka', pay(40, 'Priyanka Wadhwa')], ['nvm', CANCEL]);
  d(
    'slots day',
    ['gotta pay the co-op', ask('amount')],
    ['720', pay(720, 'Student Co-op Housing')],
    ['schedule it for dec 1', pay(720, 'Student Co-op Housing', DEC_FIRST)],
  );
  d(
    'second',
    ['30 to haruka', pay(30, 'Haruka Onishi')],
    ['n 30 to priyanka too', beside(pay(30, 'Priyanka Wadhwa'))],
  );
  d(
    'correction',
    ['send 12 to etienne', pay(12, 'Étienne Lafrenière')],
    ['add 3 for the tip', pay(15, 'Étienne Lafrenière')],
  );
}

// The eleventh writing.
{
  const { pay, d } = speaker('roisin');
  d(
    'slots',
    ['I need to pay the school', ask('amount', 'recipient')],
    ["Scoil Naomh Bríd, it's €85", pay(85, 'Scoil Naomh Bríd')],
  );
  d(
    'two date',
    ['Send Noreen €22', ask('recipient')],
    ['Hession', pay(22, 'Noreen Hession')],
    ['oh and leave it till tomorrow', pay(22, 'Noreen Hession', TOMORROW)],
  );
  d(
    'cancel then another',
    ['€310 to Bearna Home Heating', pay(310, 'Bearna Home Heating Ltd')],
    ['ah no, leave it, himself paid it already', CANCEL],
    ['send Zuzanna €15 though', pay(15, 'Zuzanna Bielawska')],
  );
  d(
    'correction amount',
    ['Cathal 40 euro', pay(40, 'Cathal Mac Suibhne')],
    ['sorry, 45, I forgot the raffle ticket', pay(45, 'Cathal Mac Suibhne')],
  );
  d(
    'question account',
    ['€60 to Dr Tuohy', pay(60, 'Dr. Feargal Tuohy')],
    ['how much is in the current account?', ANSWER],
    [
      'grand, but take it out of the rainy day savings anyway',
      pay(60, 'Dr. Feargal Tuohy', { from: 'Rainy day savings' }),
    ],
  );
  d(
    'correction payee',
    ['Pay Mrs Quigley €27.50', pay(27.5, 'Mrs Attracta Quigley')],
    ['not her, my brother', pay(27.5, 'Pádraic Ó Flatharta')],
  );
}
{
  const { pay, d } = speaker('emeka');
  d(
    'slots correction',
    ['send money to my mother', ask('amount')],
    ['30k', pay(30_000, 'Ugochi Ogbonnaya')],
    ['make it 35k', pay(35_000, 'Ugochi Ogbonnaya')],
  );
  d(
    'two',
    ['Transfer 20,000 naira to Yewande', ask('recipient')],
    ['The Olatunji one', pay(20_000, 'Yewande Olatunji')],
  );
  d(
    'correction yes',
    ['Pay Brightfield Academy 325,500', pay(325_500, 'Brightfield Academy')],
    ['hold on, they said 352,500', pay(352_500, 'Brightfield Academy')],
    ['yes, that one is correct', UNSUPPORTED, ANSWER, pay(352_500, 'Brightfield Academy')],
  );
  d(
    'cancel',
    ['Send Barrister Lawal 120,000', pay(120_000, 'Barrister Idris Lawal')],
    ['abeg cancel am', CANCEL],
  );
  d(
    'second same',
    ['credit Pastor Ebenezer with 10k', pay(10_000, 'Pastor Ebenezer Tamuno')],
    ['send the same amount to Alhaji Sanusi', beside(pay(10_000, 'Alhaji Sanusi Danjuma'))],
  );
  d(
    'correction day',
    ['15k to Nkiruka', pay(15_000, 'Nkiruka Ezeilo')],
    ['let it go on Monday', pay(15_000, 'Nkiruka Ezeilo', NEXT_MONDAY)],
  );
}
{
  const { pay, d } = speaker('devika');
  d(
    'slots',
    ['I want to make one payment', ANYTHING],
    ['To Shabnam Qureshi', ask('amount')],
    ['Rs 1,200 only', pay(1200, 'Shabnam Qureshi')],
  );
  d(
    'two',
    ['send 900 to Rohit', ask('recipient')],
    ['Bhandarkar, not Bhargava', pay(900, 'Rohit Bhandarkar')],
  );
  d(
    'more',
    ['Pay Prakash Electricals 6,340', pay(6340, 'Prakash Electricals')],
    ['Kindly add 160 for the wire', pay(6500, 'Prakash Electricals')],
  );
  d(
    'question account',
    ['Transfer 2,000 to Sukhwinder Gill', pay(2000, 'Sukhwinder Gill')],
    ['What is the balance in Recurring savings?', ANSWER],
    [
      'Then please pay it from Recurring savings',
      pay(2000, 'Sukhwinder Gill', { from: 'Recurring savings' }),
    ],
  );
  d(
    'date cancel',
    [
      'Remit 1,50,000 to Sri Balaji Caterers on 1 December',
      pay(150_000, 'Sri Balaji Caterers', DEC_FIRST),
    ],
    ['postpone by one day', pay(150_000, 'Sri Balaji Caterers', { when: '2028-12-02' })],
    ['No no, please cancel the same', CANCEL],
  );
  d(
    'share',
    ['Please send my father 5,000', pay(5000, 'Gopinath Menon')],
    ['Half of that only', pay(2500, 'Gopinath Menon')],
  );
}
{
  const { pay, d } = speaker('shane');
  d(
    'slots correction date',
    ['chuck mum some cash', ask('amount')],
    ['hundred and twenty', pay(120, 'Mum')],
    ['nah stuff it, 150', pay(150, 'Mum')],
    ['send it tomorrow but', pay(150, 'Mum', TOMORROW)],
  );
  d('two', ['pay matty 45', ask('recipient')], ['lindrum', pay(45, 'Matty Lindrum')]);
  d(
    'cancel',
    ['Coastline Concreting $2,340', pay(2340, 'Coastline Concreting Pty Ltd')],
    ["scrap that, they're not done", CANCEL],
  );
  d(
    'correction payee',
    ['$67.20 to Soraya', pay(67.2, 'Soraya Haddad')],
    ['wrong one, meant for Kirra', pay(67.2, 'Kirra Wandjuk')],
  );
  d(
    'question correction',
    ['move 300 to the ute fund', pay(300, 'Ute fund')],
    ['how much is in there now?', ANSWER],
    ['make it 200 then', pay(200, 'Ute fund')],
  );
  d(
    'second',
    ['send jodie 80', pay(80, 'Jodie Tranter')],
    ['and 30 to dazza', beside(pay(30, 'Dazza Pickering'))],
  );
}
{
  const { pay, d } = speaker('barnaby');
  d(
    'slots account',
    ['I wish to make a payment to Professor Crabbe', ask('amount')],
    ['Forty-five pounds', pay(45, 'Professor Ottoline Crabbe')],
    [
      'From the Holiday savings, if I may',
      pay(45, 'Professor Ottoline Crabbe', { from: 'Holiday savings' }),
    ],
  );
  d(
    'two',
    ['Send £30 to Jolyon', ask('recipient')],
    ['The one called Pask', pay(30, 'Jolyon Pask')],
  );
  d(
    'correction amount',
    ['£18.20 to Siôn', pay(18.2, 'Siôn Gruffydd')],
    ['He says it was £81.20, I transposed the digits', pay(81.2, 'Siôn Gruffydd')],
  );
  d(
    'cancel then another',
    ['Send Lady Hermione £200', pay(200, 'Lady Hermione Fosse')],
    ['Good heavens, no. Cancel that', CANCEL],
    ['Send Parminder £20 instead', pay(20, 'Parminder Kaur Atwal')],
  );
  d(
    'correction day',
    ['£640 to Heckmondwike Carpets on Friday', pay(640, 'Heckmondwike Carpets', FRIDAY)],
    [
      'They are only fitting it on Monday, so pay it then',
      pay(640, 'Heckmondwike Carpets', NEXT_MONDAY),
    ],
  );
  d('slots', ['Please send fifty pounds', ask('recipient')], ['To Mum, who else', pay(50, 'Mum')]);
}
{
  const { pay, d } = speaker('minh');
  d(
    'slots correction account',
    ['I want send money', ANYTHING],
    ['to my sister', ask('amount')],
    ['200', pay(200, 'Trần Ngọc Ánh')],
    ['sorry is 250', pay(250, 'Trần Ngọc Ánh')],
    ['from emergency savings please', pay(250, 'Trần Ngọc Ánh', { from: 'Emergency savings' })],
  );
  d(
    'correction payee',
    ['send 25 to Lê Bảo Châu', pay(25, 'Lê Bảo Châu')],
    ['no I make mistake, is for Reza', pay(25, 'Reza Tabrizi')],
  );
  d(
    'correction amount',
    ['pay Vartan 1650 on december 1', pay(1650, 'Vartan Melkonian', DEC_FIRST)],
    ['he raised the rent. 1700', pay(1700, 'Vartan Melkonian', DEC_FIRST)],
  );
  d(
    'cancel',
    ['Golden State Movers 780', pay(780, 'Golden State Movers Inc')],
    ['cancel please, they broke my table', CANCEL],
  );
  d(
    'two near',
    ['Ashlyn 15 dollars', ask('recipient'), pay(15, 'Ashlyn Marsh')],
    ['it is Ashlynn with two n, Marsh-Boyd', pay(15, 'Ashlynn Marsh-Boyd')],
  );
  d(
    'unknown',
    ['send 40 to Tyler', ask('recipient')],
    ['sorry, Tyrell', pay(40, 'Tyrell Broussard')],
  );
  d(
    'long cancel',
    ['I must pay the dentist', ask('amount', 'recipient')],
    ['Sunset Smiles, 140 dollars', pay(140, 'Sunset Smiles Dental')],
    ['how much do I have in checking?', ANSWER],
    ['ok do it on saturday', pay(140, 'Sunset Smiles Dental', { when: '2028-11-18' })],
    ['no, friday', pay(140, 'Sunset Smiles Dental', FRIDAY)],
    ['forget it, I pay cash there', CANCEL],
  );
}

// ------------------------------------------------------------------------- the twelfth writing
{
  const { pay, d } = speaker('abena');
  d('ambiguous', ['Send 100 cedis to Kojo', ask('recipient')], ['Badu', pay(100, 'Kojo Badu')]);
  d(
    'amount corrected date',
    ['transfer 80 to Dzifa please', pay(80, 'Dzifa Kpodo')],
    ['sorry oo, 180', pay(180, 'Dzifa Kpodo')],
    ['and let it go on Friday', pay(180, 'Dzifa Kpodo', FRIDAY)],
  );
  d(
    'amount missing cancel',
    ['I need to pay the creche', ask('amount', 'recipient')],
    ['640', pay(640, 'Bright Stars Creche')],
    ['hold on, please cancel it', CANCEL],
  );
  d(
    'relation account',
    ['Send my brother 250', pay(250, 'Kwaku Frimpong')],
    ['take it from the susu', pay(250, 'Kwaku Frimpong', { from: 'Rent susu' })],
  );
  d(
    'question between',
    ['Send Nii Armah 350', pay(350, 'Nii Armah Quartey')],
    ['how much is in my Rent susu?', ANSWER],
    ['fine, make it 400', pay(400, 'Nii Armah Quartey')],
  );
  d(
    'unknown',
    ['send 60 to Akwasi', ask('recipient')],
    ['I mean Alhassan', pay(60, 'Alhassan Fuseini')],
  );
}
{
  const { pay, d } = speaker('tomas');
  d(
    'ambiguous corrected',
    ['send Muireann 35 euro', ask('recipient')],
    ['Furey', pay(35, 'Muireann Furey')],
    ['ah no sorry, Fahy', pay(35, 'Muireann Fahy')],
  );
  d(
    'typo amount corrected',
    ['pay peader oil 486', pay(486, 'Peadar Oil Deliveries'), ask('recipient')],
    ['peadar oil deliveries, 468, I had it backwards', pay(468, 'Peadar Oil Deliveries')],
  );
  d(
    'own account date',
    ['I want to put money in the house deposit', ask('amount')],
    ['600', pay(600, 'House deposit')],
    ['on the first of December instead', pay(600, 'House deposit', DEC_FIRST)],
  );
  d(
    'cancel',
    ['Send Ger 27.50', pay(27.5, 'Ger')],
    ['actually leave it, he owes me from Saturday', CANCEL],
  );
  d(
    'currency corrected',
    ['30 to Iarlaith', pay(30, 'Iarlaith Concannon')],
    ['in sterling', pay(30, 'Iarlaith Concannon', { currency: 'GBP', from: 'Sterling account' })],
  );
  d(
    'one by one',
    ['need to send a few bob to mam', ask('amount')],
    ['eighty', pay(80, 'Nuala Geraghty')],
    ['make it a hundred', pay(100, 'Nuala Geraghty')],
    ['what have I in the current account', ANSWER],
    ['grand, tomorrow so', pay(100, 'Nuala Geraghty', TOMORROW)],
  );
}
{
  const { pay, d } = speaker('sunita');
  d(
    'ambiguous',
    ['Pay Manoj 1500', ask('recipient')],
    ['Kelkar', pay(1500, 'Manoj Kelkar')],
    ['1,800 he is saying, change it', pay(1800, 'Manoj Kelkar')],
  );
  d(
    'one by one date account',
    ['Kindly transfer rent to Mr Sawant', ask('amount')],
    ['Rs 15,500', pay(15500, 'Mr. Eknath Sawant')],
    ['Do it on 1st December', pay(15500, 'Mr. Eknath Sawant', DEC_FIRST)],
    [
      'From emergency deposit',
      pay(15500, 'Mr. Eknath Sawant', { ...DEC_FIRST, from: 'Emergency deposit' }),
    ],
  );
  d(
    'amount corrected',
    ['send 5000 to Harish', pay(5000, 'Harish Chandran Nair')],
    ['5500 please', pay(5500, 'Harish Chandran Nair')],
  );
  d(
    'cancel',
    ['Send 1103 to gas agency', pay(1103, 'Deccan Gas Agency'), ask('recipient')],
    ['Deccan Gas Agency 1103', pay(1103, 'Deccan Gas Agency')],
    ['cancel that, I paid the boy in cash', CANCEL],
  );
  d(
    'recipient missing amount corrected',
    ['Transfer 1.5 lakh', ask('recipient')],
    ['to my husband', pay(150_000, 'Prakash Wagle')],
    ['one lakh only', pay(100_000, 'Prakash Wagle')],
  );
}
{
  const { pay, d } = speaker('marlene');
  d(
    'spoken amount missing date',
    ['um I would like to send some money to Kaylin', ask('amount')],
    ['a hundred and twenty five dollars', pay(125, 'Kaylin Sikorski')],
    ['oh and make that Friday', pay(125, 'Kaylin Sikorski', FRIDAY)],
  );
  d(
    'spoken amount corrected',
    ['pay Todd thirty', pay(30, 'Todd Sikorski')],
    ['I said thirteen', pay(13, 'Todd Sikorski')],
  );
  d(
    'spoken misheard',
    ['send 45 dollars to Loopy', ask('recipient'), pay(45, 'Lupe Villagrana')],
    ['Lupe Villagrana', pay(45, 'Lupe Villagrana')],
  );
  d(
    'question own account',
    ['What do I have in savings', ANSWER],
    [
      'ok move two hundred dollars from there to quilt club',
      pay(200, 'Quilt club', { from: 'Savings' }),
      ask('account'),
    ],
    ['from savings, yes, but 250', pay(250, 'Quilt club', { from: 'Savings' })],
  );
  d(
    'recurrence corrected cancel',
    ['Send St. Stanislaus Parish thirty dollars', pay(30, 'St. Stanislaus Parish')],
    ['every week please', pay(30, 'St. Stanislaus Parish', { every: 'week' })],
    ['no every month', pay(30, 'St. Stanislaus Parish', { every: 'month' })],
    ['never mind I will drop it in the basket', CANCEL],
  );
  d(
    'ambiguous',
    ['forty dollars to Earlene please', ask('recipient')],
    ['the Stiles one', pay(40, 'Earlene Stiles')],
  );
}
{
  const { pay, d } = speaker('jade');
  d(
    'nickname',
    ['send tils a tenner', ask('recipient'), pay(10, 'Tilly Marchetti')],
    ['tilly marchetti obvs', pay(10, 'Tilly Marchetti')],
  );
  d(
    'ambiguous amount corrected account',
    ['send ishani 15', ask('recipient')],
    ['solanki', pay(15, 'Ishani Solanki')],
    ['wait 51 not 15', pay(51, 'Ishani Solanki')],
    ['from ibiza pot', pay(51, 'Ishani Solanki', { from: 'Ibiza pot' })],
  );
  d(
    'typo date',
    ['£8 to bartekk', pay(8, 'Bartek'), ask('recipient')],
    ['bartek, tomoz', pay(8, 'Bartek', TOMORROW)],
  );
  d(
    'amount missing cancel',
    ['pay zayn', ask('amount')],
    ['14.60', pay(14.6, 'Zayn Choudhury')],
    ['nah hes being a dick, cancel', CANCEL],
  );
  d(
    'own account corrected',
    ['chuck 30 in bills pot', pay(30, 'Bills pot')],
    ['ibiza one i mean', pay(30, 'Ibiza pot')],
  );
  d(
    'long changed mind',
    ['hiya need to send remi some money', ask('amount')],
    ['40', pay(40, 'Remi Okafor-Bell')],
    ['hmm whats in my bills pot', ANSWER],
    ['take it from there then', pay(40, 'Remi Okafor-Bell', { from: 'Bills pot' })],
    ['on friday', pay(40, 'Remi Okafor-Bell', { from: 'Bills pot', ...FRIDAY })],
    [
      'actually 45 he got the cab too',
      pay(45, 'Remi Okafor-Bell', { from: 'Bills pot', ...FRIDAY }),
    ],
  );
  d(
    'relation question',
    ['mum 120', pay(120, 'Yvonne Bell'), ask('operation')],
    ['have i got enough in main', ANSWER],
    ['ok send mum 100 then', pay(100, 'Yvonne Bell')],
  );
}
{
  const { pay, d } = speaker('ifunanya');
  d(
    'ambiguous amount corrected',
    ['Send Hauwa 10k', ask('recipient')],
    ['Shettima', pay(10_000, 'Hauwa Shettima')],
    ['Make it 15k', pay(15_000, 'Hauwa Shettima')],
  );
  d(
    'one by one account',
    ['I want to pay for blocks', ask('amount', 'recipient', 'operation')],
    ['Solid Block Industries, N150,000', pay(150_000, 'Solid Block Industries')],
    [
      'Use the House project account',
      pay(150_000, 'Solid Block Industries', { from: 'House project' }),
    ],
  );
  d(
    'date corrected',
    ['transfer 500k to Chief Igbinovia', pay(500_000, 'Chief Osaretin Igbinovia')],
    ['On Monday please', pay(500_000, 'Chief Osaretin Igbinovia', NEXT_MONDAY)],
    ['Ah, no. Saturday', pay(500_000, 'Chief Osaretin Igbinovia', { when: '2028-11-18' })],
  );
  d(
    'second payment',
    ['20k to Nneka', pay(20_000, 'Nneka Nzeribe')],
    ['and 10k to Mama Nzeribe', beside(pay(10_000, 'Mama Nzeribe'))],
  );
  d(
    'recipient corrected',
    ['pay Greensprings 70000', pay(70_000, 'Greensprings Caterers')],
    ['Sorry, it is Ikeja Diesel I want to pay', pay(70_000, 'Ikeja Diesel Supply')],
  );
}
{
  const { pay, d } = speaker('bogdan');
  d(
    'ambiguous amount corrected',
    ['Send 70 to Vasile', ask('recipient')],
    ['Lupu', pay(70, 'Vasile Lupu')],
    ['is 75 not 70', pay(75, 'Vasile Lupu')],
  );
  d(
    'one by one',
    ['i need pay the scaffold', ask('amount', 'recipient')],
    ['Rent-a-Scaffold, 375 pound', pay(375, 'Rent-a-Scaffold Ltd')],
    ['30 november', pay(375, 'Rent-a-Scaffold Ltd', { when: '2028-11-30' })],
  );
  d(
    'amount account corrected',
    ['give to my wife 150', pay(150, 'Doina Petrescu')],
    ['sorry i mistake, 115', pay(115, 'Doina Petrescu')],
    ['from van savings', pay(115, 'Doina Petrescu', { from: 'Van savings' })],
    ['no no, from current', pay(115, 'Doina Petrescu')],
  );
  d(
    'currency corrected',
    ['100 euro for Ionela', pay(100, 'Ionela Ciobanu', { currency: 'EUR', from: 'Euro account' })],
    ['pounds, not euro', pay(100, 'Ionela Ciobanu')],
  );
  d(
    'recipient corrected date',
    ['i want to pay skip company', ask('amount', 'recipient')],
    ['Essex Skips Direct 240', pay(240, 'Essex Skips Direct')],
    ['sorry not them, Rainham Builders Merchants', pay(240, 'Rainham Builders Merchants')],
    ['for tomorrow', pay(240, 'Rainham Builders Merchants', TOMORROW)],
    ['and the price is 224', pay(224, 'Rainham Builders Merchants', TOMORROW)],
  );
  d(
    'typo cancel',
    ['Send to Grzegor 420', pay(420, 'Grzegorz Malinowski'), ask('recipient')],
    ['Grzegorz Malinowski', pay(420, 'Grzegorz Malinowski')],
    ['stop, i already pay him cash', CANCEL],
  );
}

// ---------------------------------------------------------------------- the thirteenth writing
{
  const { pay, d } = speaker('wanjiku');
  d(
    'ambiguous date',
    ['Please send Wambui 700', ask('recipient')],
    ['Wambui Ndirangu', pay(700, 'Wambui Ndirangu')],
    ['but let it go tomorrow morning', pay(700, 'Wambui Ndirangu', TOMORROW)],
  );
  d(
    'one by one account',
    ['I want to pay Zawadi Hardware', ask('amount')],
    ['3,200', pay(3200, 'Zawadi Hardware')],
    ['use the chama savings', pay(3200, 'Zawadi Hardware', { from: 'Chama savings' })],
  );
  d(
    'question between amount corrected',
    ['send 5000 to my dad', pay(5000, 'Mzee Gathogo')],
    ['how much do I have in the main account?', ANSWER],
    ['ok, make it 4,500', pay(4500, 'Mzee Gathogo')],
  );
  d(
    'recipient corrected cancel',
    ['Pay the water vendors 850', pay(850, 'Umoja Water Vendors')],
    ['sorry, I meant the butchery', pay(850, 'Ngong Road Butchery')],
    ['Actually no, cancel that. I will pay him in cash', CANCEL],
  );
  d(
    'unknown',
    ['Send 300 bob to Kamau', ask('recipient')],
    ['Baraka I mean', pay(300, 'Baraka Mwikali')],
  );
}
{
  const { pay, d } = speaker('imran');
  d(
    'ambiguous amount corrected',
    ['Release 22,000 to Kamran', ask('recipient')],
    ['Mr. Siddiqui', pay(22000, 'Kamran Siddiqui')],
    ['Correction, 20,000 after deduction', pay(20000, 'Kamran Siddiqui')],
  );
  d(
    'amount missing date',
    ['Kindly process the Korangi Packaging payment', ask('amount')],
    ['PKR 145,000', pay(145000, 'Korangi Packaging')],
    ['Value date Friday', pay(145000, 'Korangi Packaging', FRIDAY)],
    ['Postpone to Monday please', pay(145000, 'Korangi Packaging', NEXT_MONDAY)],
  );
  d(
    'second payment',
    ['Send Clifton Couriers 8,640', pay(8640, 'Clifton Couriers')],
    ['Also 12,300 to Al-Madina Printers', beside(pay(12300, 'Al-Madina Printers'))],
  );
  d(
    'currency corrected',
    ['450 to Nadia Qureshi', pay(450, 'Nadia Qureshi')],
    [
      'That should be US dollars',
      pay(450, 'Nadia Qureshi', { currency: 'USD', from: 'Dollar account' }),
    ],
  );
  d(
    'account question cancel',
    [
      'From the zakat reserve pay Waqas 25,000',
      pay(25000, 'Waqas Chaudhry', { from: 'Zakat reserve' }),
    ],
    ['What did I spend last month?', ANSWER],
    ['Leave the payment to Waqas, cancel it', CANCEL],
  );
}
{
  const { pay, d } = speaker('giulia');
  d(
    'ambiguous corrected',
    ['I must send 30 euro to Matteo', ask('recipient')],
    ['Brivio', pay(30, 'Matteo Brivio')],
    ['ah no excuse me, is for Matteo Riva', pay(30, 'Matteo Riva')],
  );
  d(
    'relation amount corrected',
    ['20 euro for my grandmother', pay(20, 'Nonna Pina')],
    ['No, better 25', pay(25, 'Nonna Pina')],
    ['and send it on Friday, please', pay(25, 'Nonna Pina', FRIDAY)],
  );
  d(
    'one by one',
    ['hello, I would like to pay the kindergarten', ask('amount', 'recipient')],
    ['Asilo Girasole', ask('amount')],
    ['320', pay(320, 'Asilo Girasole')],
    ['take them from Risparmi', pay(320, 'Asilo Girasole', { from: 'Risparmi' })],
  );
  d(
    'own account',
    ['Put in the Risparmi 150 euro', pay(150, 'Risparmi')],
    ['wait, 100 is enough', pay(100, 'Risparmi')],
  );
  d(
    'currency corrected cancel',
    ['Fiona Braithwaite 75 euro', pay(75, 'Fiona Braithwaite')],
    ['sorry, pounds', pay(75, 'Fiona Braithwaite', { currency: 'GBP', from: 'Pound account' })],
    ['Annul it, she says that I pay in London', CANCEL],
  );
}
{
  const { pay, d } = speaker('beverley');
  d(
    'ambiguous',
    ['Send Trevor £20 for the fish', ask('recipient')],
    ['Trevor Nembhard, the one from church', pay(20, 'Trevor Nembhard')],
    ['mek it 25', pay(25, 'Trevor Nembhard')],
  );
  d(
    'one by one account corrected',
    ['I need to pay the removal people', ask('amount', 'recipient')],
    ['£200, Perry Barr Removals', pay(200, 'Perry Barr Removals')],
    [
      'it have to come out of the pardner money',
      pay(200, 'Perry Barr Removals', { from: 'Pardner money' }),
    ],
    ['No leave the pardner money alone, use the current account', pay(200, 'Perry Barr Removals')],
  );
  d(
    'currency',
    ['100 to Desrene please', pay(100, 'Desrene Gayle')],
    ['in US dollars, darling', pay(100, 'Desrene Gayle', { currency: 'USD', from: 'US dollars' })],
  );
  d(
    'question between date',
    ['£480 to Soho Road Travel', pay(480, 'Soho Road Travel')],
    ['What have I got in the current account?', ANSWER],
    ['Send it on the first of December then', pay(480, 'Soho Road Travel', DEC_FIRST)],
  );
  d(
    'recipient corrected',
    ['Forty pound to Sister Hyacinth', pay(40, 'Sister Hyacinth Codling')],
    ['Lord, not Hyacinth, it is Deacon Bartley money', pay(40, 'Deacon Winston Bartley')],
    ['never mind, stop it, I will see him Sunday', CANCEL],
  );
}
{
  const { pay, d } = speaker('kieran');
  d(
    'ambiguous',
    ['send deano 15', ask('recipient')],
    ['kavanagh', pay(15, 'Deano Kavanagh')],
    ['17 actually he got the chips in', pay(17, 'Deano Kavanagh')],
  );
  d('second payment', ['macca 20', pay(20, 'Macca')], ['and big al 25', beside(pay(25, 'Big Al'))]);
  d(
    'typo amount corrected date',
    ['jodie fazakerly 11.40', pay(11.4, 'Jodie Fazakerley'), ask('recipient')],
    ['jodie fazakerley, 14.10 soz', pay(14.1, 'Jodie Fazakerley')],
    ['do it friday when i get paid', pay(14.1, 'Jodie Fazakerley', FRIDAY)],
  );
  d(
    'account cancel',
    ['bootle tyres 168', pay(168, 'Bootle Tyres')],
    ['outta the car pot', pay(168, 'Bootle Tyres', { from: 'Car pot' })],
    ['nah forget it', CANCEL],
  );
  d(
    'question between',
    ['50 to car pot', pay(50, 'Car pot')],
    ['how much is in there', ANSWER],
    ['go 80', pay(80, 'Car pot')],
  );
}
{
  const { pay, d } = speaker('ngaire');
  d(
    'ambiguous one by one',
    ["I'd like to pay Pauline for the concert tickets", ask('recipient', 'amount')],
    ['Pauline Whitcombe', ask('amount')],
    ['They were $46 each and I had two, so $92', pay(92, 'Pauline Whitcombe')],
  );
  d(
    'date corrected',
    ['Please send Isla $50 on Saturday', pay(50, 'Isla Merriman', { when: '2028-11-18' })],
    [
      'Oh dear, her birthday is Monday. Could it be Monday instead?',
      pay(50, 'Isla Merriman', NEXT_MONDAY),
    ],
  );
  d(
    'amount corrected cancel',
    ['$264.85 to Coastal Plumbing, thank you', pay(264.85, 'Coastal Plumbing')],
    ["I've misread the bill, it's $246.85", pay(246.85, 'Coastal Plumbing')],
    ["On second thoughts I'd rather not send it at all", CANCEL],
  );
  d(
    'own account question',
    [
      'Could you shift $300 from Travel savings to Everyday?',
      pay(300, 'Everyday', { from: 'Travel savings' }),
    ],
    ['What would be left in the travel savings now?', ANSWER, ask('operation')],
    ['Make it $250 to be on the safe side', pay(250, 'Everyday', { from: 'Travel savings' })],
  );
  d(
    'recipient corrected account',
    ['Winsome $32.50', pay(32.5, 'Winsome Tuhoro')],
    ['No, it was Colin who paid', pay(32.5, 'Colin Postlethwaite')],
    [
      'from the travel savings please',
      pay(32.5, 'Colin Postlethwaite', { from: 'Travel savings' }),
    ],
  );
}
{
  const { pay, d } = speaker('lito');
  d(
    'ambiguous',
    ['Pls send 40 dollars to Jhun', ask('recipient')],
    ['Jhun Villareal sir', pay(40, 'Jhun Villareal')],
    ['add 10 more, so 50', pay(50, 'Jhun Villareal')],
  );
  d(
    'relation date',
    ['send my wife 800', pay(800, 'Marites Bagatsing')],
    ['on december 1, not now', pay(800, 'Marites Bagatsing', DEC_FIRST)],
    ['850 because of the christmas party of the kids', pay(850, 'Marites Bagatsing', DEC_FIRST)],
  );
  d(
    'currency corrected',
    ['Iloilo Hollow Blocks 14,500', pay(14500, 'Iloilo Hollow Blocks')],
    [
      'pesos sir, not dollars',
      pay(14500, 'Iloilo Hollow Blocks', { currency: 'PHP', from: 'Peso account' }),
    ],
  );
  d(
    'amount missing question',
    ['I will give money to Tita Remy', ask('amount')],
    ['sixty dollars', pay(60, 'Tita Remy')],
    ['How much is remaining in my Lot savings?', ANSWER],
    ['ok use that one', pay(60, 'Tita Remy', { from: 'Lot savings' })],
  );
  d(
    'unknown cancel',
    ['100 usd to Captain Ferrer', ask('recipient')],
    ['ah wrong, to Bosun', pay(100, 'Bosun Dimaculangan')],
    ['Cancel na sir, he already forgive me', CANCEL],
  );
}
{
  const { pay, d } = speaker('clyde');
  d(
    'ambiguous dictated',
    ['send randy sixty dollars', ask('recipient')],
    ['randy unruh', pay(60, 'Randy Unruh')],
    ['and hold it till monday', pay(60, 'Randy Unruh', NEXT_MONDAY)],
  );
  d(
    'amount missing corrected',
    ['i need to pay the vet', ask('amount', 'recipient')],
    ['two hundred eighty six dollars', pay(286, 'Amstutz Veterinary'), ask('recipient')],
    [
      'amstutz veterinary two hundred sixty eight i read it backwards',
      pay(268, 'Amstutz Veterinary'),
    ],
  );
  d(
    'account corrected',
    [
      'pay sunflower diesel nineteen hundred from the machinery fund',
      pay(1900, 'Sunflower Diesel Repair', { from: 'Machinery fund' }),
    ],
    ['no take it from farm checking', pay(1900, 'Sunflower Diesel Repair')],
  );
  d(
    'question between cancel',
    ['send cody a hundred', pay(100, 'Cody Wiebe')],
    ['how much is in the house account', ANSWER],
    ['well then scratch that about cody', CANCEL],
  );
  d(
    'recipient corrected amount corrected',
    ['two hundred fifty to orville for the hay', pay(250, 'Orville Schmitz')],
    ['wait dwight brought the hay not orville', pay(250, 'Dwight Koerner')],
    ['he said two seventy five', pay(275, 'Dwight Koerner')],
    ['send it tomorrow', pay(275, 'Dwight Koerner', TOMORROW)],
  );
}

// --------------------------------------------------------------------- the fourteenth writing
{
  const { pay, d } = speaker('oksana');
  d(
    'ambiguous recipient corrected',
    ['Please 70 euro for Ihor', ask('recipient')],
    ['Melnyk', pay(70, 'Ihor Melnyk')],
    ['Oi no, not Melnyk, other one, Tkachuk', pay(70, 'Ihor Tkachuk')],
  );
  d(
    'one by one sentence',
    ['I want to send money to my mother', ask('amount')],
    ['I think 150 euro will be good for her', pay(150, 'Nadiia Hrytsenko')],
    ['and please from Reserve', pay(150, 'Nadiia Hrytsenko', { from: 'Reserve' })],
  );
  d(
    'accents amount corrected',
    ['55 euros to jorg weisbach', pay(55, 'Jörg Weißbach')],
    ['he says it was 58 with delivery, so 58', pay(58, 'Jörg Weißbach')],
  );
  d(
    'unknown payee',
    ['Send 90 to Svitlana', ask('recipient')],
    ['Sorry I mean Bohdana', pay(90, 'Bohdana Kravets')],
    ['make it on Friday', pay(90, 'Bohdana Kravets', FRIDAY)],
  );
  d(
    'question between',
    ['pay Kita Regenbogen 214,50', pay(214.5, 'Kita Regenbogen')],
    ['how much I have on Hauptkonto?', ANSWER],
    ['good. add 10 euro for the lunch', pay(224.5, 'Kita Regenbogen'), ask('amount', 'operation')],
  );
  d(
    'cancel and begin again',
    ['Transfer 500 to Autohaus Mehnert', pay(500, 'Autohaus Mehnert')],
    ['stop, I do not want this, forget it', CANCEL],
    ['Dmytro 25 euro', pay(25, 'Dmytro Sushko')],
  );
}
{
  const { pay, d } = speaker('gwendolyn');
  d(
    'ambiguous sentence',
    ['I should like to send Margaret £45', ask('recipient')],
    ['The Oakeshott one, dear, from the bridge club', pay(45, 'Margaret Oakeshott')],
  );
  d(
    'one by one date',
    ['I need to settle up with Mr Tolliver', ask('amount')],
    ['He said eighty-five pounds', pay(85, 'Mr Tolliver')],
    ['There is no hurry, Monday will do', pay(85, 'Mr Tolliver', NEXT_MONDAY)],
  );
  d(
    'recipient corrected',
    ['Please pay Canon Hathersage £30', pay(30, 'Canon Hathersage')],
    ['Oh silly me, it is Rosalind Peverell I owe', pay(30, 'Rosalind Peverell')],
  );
  d(
    'double',
    ['Twenty pounds for Flora, please', pay(20, 'Flora Ashcombe')],
    ["It's her twenty-first. Let us double it", pay(40, 'Flora Ashcombe')],
  );
  d(
    'changed mind cancel',
    ['£400 to Wessex Heating Oil', pay(400, 'Wessex Heating Oil')],
    ['On reflection I shall pay by cheque, so please do not send it', CANCEL],
  );
  d(
    'second payment',
    ['Give Kenneth £60', pay(60, 'Kenneth Ashcombe')],
    ['and twenty-five to Flora as well', beside(pay(25, 'Flora Ashcombe'))],
  );
}
{
  const { pay, d } = speaker('tyrell');
  d(
    'ambiguous terse',
    ['send marcus 45', ask('recipient')],
    ['odom', pay(45, 'Marcus Odom')],
    ['nah tate', pay(45, 'Marcus Tate')],
  );
  d(
    'one by one slang',
    ['i gotta pay keisha', ask('amount')],
    ['like 35', pay(35, 'Keisha Landry'), ask('amount')],
    ['35 flat', pay(35, 'Keisha Landry')],
  );
  d(
    'typing errors amount corrected',
    ['snd deshwan 20', pay(20, 'Deshawn Pettway'), ask('recipient')],
    ['my bad 25', pay(25, 'Deshawn Pettway'), ask('recipient')],
  );
  d(
    'account later',
    ['60 to moms', pay(60, 'Yolanda Boudreaux')],
    ['take it from the stash tho', pay(60, 'Yolanda Boudreaux', { from: 'Stash' })],
    ['actually nvm use checking', pay(60, 'Yolanda Boudreaux', { from: 'Checking' })],
  );
  d(
    'no order then order',
    ['bro big mike ate all my wings', UNSUPPORTED, ask('operation', 'amount')],
    ['he paid me back tho. anyway send xiomara 18', pay(18, 'Xiomara Reyes')],
  );
  d(
    'question between cancel',
    ['pay peachtree auto glass 240', pay(240, 'Peachtree Auto Glass')],
    ['wait how much i got in checking', ANSWER],
    ['dang ok scratch that', CANCEL],
  );
}
{
  const { pay, d } = speaker('farhad');
  d(
    'ambiguous amount corrected',
    ['Please send 450 to Reza', ask('recipient')],
    ['Mr. Ansari', pay(450, 'Reza Ansari')],
    ['make that 475, I forgot the thread', pay(475, 'Reza Ansari')],
  );
  d(
    'currency',
    ['Isfahan Imports 1,280', pay(1280, 'Isfahan Imports')],
    [
      'in US dollars I mean',
      pay(1280, 'Isfahan Imports', { currency: 'USD', from: 'US dollar account' }),
    ],
  );
  d(
    'recurrence',
    ['Pay Lakeshore Property Management 3,450', pay(3450, 'Lakeshore Property Management')],
    ['every month on the first please', ask('recurrence')],
  );
  d(
    'recipient corrected',
    ['120 for Mina', pay(120, 'Mina Karimpour')],
    ['not Mina, Shirin', pay(120, 'Shirin Golestani')],
    ['and Giovanni 310', beside(pay(310, 'Giovanni Pellegrino'))],
  );
  d(
    'half',
    ['Transfer 900 to my wife', pay(900, 'Parvaneh Moradi')],
    ['half of that is enough', pay(450, 'Parvaneh Moradi')],
  );
  d(
    'own account then back',
    ['Move 5,000 to tax reserve', pay(5000, 'Tax reserve')],
    ['6,000', pay(6000, 'Tax reserve')],
    ['no, back to 5,000', pay(5000, 'Tax reserve')],
  );
}
{
  const { pay, d } = speaker('anneke');
  d(
    'ambiguous',
    ['I want to pay Bram 32 euro', ask('recipient')],
    ['that is Bram Kuipers of course', pay(32, 'Bram Kuipers')],
  );
  d(
    'one by one',
    ['can I pay something to the bicycle maker Dijkstra?', ask('amount', 'operation'), ANSWER],
    ['64,95', pay(64.95, 'Fietsenmakerij Dijkstra'), ask('operation', 'recipient')],
    ['for Fietsenmakerij Dijkstra', pay(64.95, 'Fietsenmakerij Dijkstra')],
  );
  d(
    'date corrected',
    ['Waterschap Amstelland 212 euro tomorrow', pay(212, 'Waterschap Amstelland', TOMORROW)],
    [
      'do it but on the 24th, then I have my wages',
      pay(212, 'Waterschap Amstelland', { when: '2028-11-24' }),
    ],
  );
  d(
    'amount corrected twice',
    ['Oma Trijntje 40 euro', pay(40, 'Oma Trijntje')],
    ['sorry, 45', pay(45, 'Oma Trijntje')],
    ['ah no, 40 was good', pay(40, 'Oma Trijntje')],
  );
  d(
    'account asked',
    [
      'send Sjoerd 75 from my savings',
      ask('account'),
      pay(75, 'Sjoerd Bakker', { from: 'Spaarpot' }),
    ],
    ['the spaarpot', pay(75, 'Sjoerd Bakker', { from: 'Spaarpot' })],
  );
  d(
    'cancel polite',
    ['De Meeuwen 135', pay(135, 'Sportvereniging De Meeuwen')],
    ['Ach, my husband has paid it already, so it is not needed anymore', CANCEL, ask('operation')],
    ['yes, cancel it', CANCEL],
  );
}
{
  const { pay, d } = speaker('nasra');
  d(
    'ambiguous by title',
    ['25 to sahra please', ask('recipient')],
    ['Sahra G', pay(25, 'Sahra Guled'), ask('recipient')],
    ['guled', pay(25, 'Sahra Guled')],
  );
  d(
    'recipient first',
    ['I want to send money to ustadh bashir', ask('amount')],
    ['£60 for november', pay(60, 'Ustadh Bashir')],
    ['make it a monthly thing', pay(60, 'Ustadh Bashir', { every: 'month' }), ask('date')],
  );
  d(
    'question between',
    ['little acorns £142', pay(142, 'Little Acorns Playgroup')],
    ['did i pay them last week?', ANSWER],
    [
      'right ok use the school fees pot',
      pay(142, 'Little Acorns Playgroup', { from: 'School fees pot' }),
    ],
  );
  d(
    'changes',
    ['send my brother 80', pay(80, 'Liban Jimcale')],
    ['on second thoughts send it to mum', pay(80, 'Faduma Jimcale')],
    ['and make it a hundred', pay(100, 'Faduma Jimcale')],
  );
  d(
    'second payment',
    ['ayaan £15', pay(15, 'Ayaan Duale')],
    ['same again to hodan', beside(pay(15, 'Hodan Farah'))],
  );
  d(
    'cancel one word',
    ['pay mrs pinnock 12', pay(12, 'Mrs Pinnock')],
    ['not now', CANCEL, ask('operation', 'date')],
    ['leave it', CANCEL],
    ['speedy minicabs £9.50', pay(9.5, 'Speedy Minicabs')],
  );
}
{
  const { pay, d } = speaker('pradeep');
  d(
    'ambiguous',
    ['Transfer 2000 to Anand', ask('recipient')],
    ['Kamath sir', pay(2000, 'Anand Kamath')],
    ['Make it 2500 only', pay(2500, 'Anand Kamath')],
  );
  d(
    'amount in words',
    ['I want to give my mother some money', ask('amount')],
    ['ten thousand rupees', pay(10000, 'Sharada Kulkarni')],
    ['do it on 1st', pay(10000, 'Sharada Kulkarni', { when: '2028-12-01' })],
  );
  d(
    'account and back',
    ['20k to Sri Ganesh Caterers', pay(20000, 'Sri Ganesh Caterers')],
    ['debit from fixed pot', pay(20000, 'Sri Ganesh Caterers', { from: 'Fixed pot' })],
    [
      'go back to the salary account',
      pay(20000, 'Sri Ganesh Caterers', { from: 'Salary account' }),
    ],
  );
  d(
    'recipient corrected',
    ['Lakshmi 1200', pay(1200, 'Lakshmi Narayanan')],
    ['wrong person, it should go to Suma', pay(1200, 'Suma Shenoy')],
  );
  d(
    'recurrence',
    ['milk depot 1860', pay(1860, 'Jayanagar Milk Depot')],
    ['set this for each month', ask('recurrence')],
  );
  d(
    'unknown kept',
    ['send 500 to Raghunath', ask('recipient')],
    ['he is not there in the list?', ask('recipient'), ANSWER, UNSUPPORTED],
    ['then Gowda Uncle', pay(500, 'Gowda Uncle'), ask('operation', 'amount')],
  );
}
{
  const { pay, d } = speaker('mele');
  d(
    'ambiguous',
    ['$60 to Tevita', ask('recipient')],
    ['my cousin Tevita Fonua not the other one', pay(60, 'Tevita Fonua')],
  );
  d(
    'one by one',
    ['I need to pay for the tyres', ask('amount', 'recipient', 'operation')],
    ['Manukau Tyres', ask('amount')],
    ['they quoted $320', pay(320, 'Manukau Tyres')],
  );
  d(
    'date',
    ['Pastor Havili $50', pay(50, 'Pastor Havili')],
    ['can it go on Sunday morning instead', pay(50, 'Pastor Havili', { when: '2028-11-19' })],
    ['or better Saturday', pay(50, 'Pastor Havili', { when: '2028-11-18' })],
  );
  d(
    'plus',
    ['send my sister 45', pay(45, 'Salote Fakatava')],
    ['add another 15', pay(60, 'Salote Fakatava')],
  );
  d(
    'question between corrected',
    ['put 100 on Tonga trip', pay(100, 'Tonga trip')],
    ['how much is in there now', ANSWER],
    ['nice, make it 150 then', pay(150, 'Tonga trip')],
  );
  d(
    'second payment corrected',
    ['Sione $30', pay(30, 'Sione Tupou')],
    ['and 20 to Ana', beside(pay(20, 'Ana Vainikolo'))],
    ['sorry 25 for Ana', beside(pay(25, 'Ana Vainikolo'))],
  );
}
{
  const { pay, d } = speaker('vince');
  d(
    'ambiguous',
    ['80 bucks to gaz', ask('recipient')],
    ['thornbury mate', pay(80, 'Gaz Thornbury')],
    ['bugger, make it ninety', pay(90, 'Gaz Thornbury')],
  );
  d(
    'one by one',
    ['gotta fix up daz for this week', ask('amount', 'operation')],
    ['send daz 700', pay(700, 'Daz Whitlock')],
    ['from the gst account, nah wait, boat fund', pay(700, 'Daz Whitlock', { from: 'Boat fund' })],
  );
  d(
    'recipient corrected',
    ['480 to footscray timber', pay(480, 'Footscray Timber')],
    ["nah that's the scaffold mob, western scaffold hire", pay(480, 'Western Scaffold Hire')],
  );
  d(
    'cancel changed',
    ['spiro 50', pay(50, 'Spiro Manolis')],
    ['hold up', ask('operation', 'amount', 'recipient', 'date'), UNSUPPORTED, CANCEL],
    ['actually trung gets the fifty', pay(50, 'Trung Dao'), ask('operation', 'amount')],
  );
  d(
    'later',
    ['pay the missus 600', pay(600, 'Kylie Calabrese')],
    ['do it end of the month', pay(600, 'Kylie Calabrese', { when: '2028-11-30' })],
    ['yeah and make it 650', pay(650, 'Kylie Calabrese', { when: '2028-11-30' })],
  );
  d(
    'typing errors',
    ['bunyip tol repiars 89', pay(89, 'Bunyip Tool Repairs'), ask('recipient')],
    ['yep Bunyip Tool Repairs', pay(89, 'Bunyip Tool Repairs')],
  );
}
{
  const { pay, d } = speaker('beatriz');
  d(
    'ambiguous',
    ['Issue a payment of $310.00 to Luis', ask('recipient')],
    ['Fuentes, the driver', pay(310, 'Luis Fuentes')],
  );
  d(
    'one by one',
    ['New payment', ask('recipient', 'amount', 'operation')],
    ['Lone Star Janitorial', ask('amount')],
    ['$560.00', pay(560, 'Lone Star Janitorial')],
    ['Effective December 1', pay(560, 'Lone Star Janitorial', { when: '2028-12-01' })],
  );
  d(
    'account and amount corrected',
    ['Hilario $1,040', pay(1040, 'Hilario Montes')],
    [
      'It should come out of Payroll reserve',
      pay(1040, 'Hilario Montes', { from: 'Payroll reserve' }),
    ],
    ['The figure is $1,140, I misread', pay(1140, 'Hilario Montes', { from: 'Payroll reserve' })],
  );
  d(
    'correction of a digit',
    ['Rio Bravo Office Supply 234.18', pay(234.18, 'Rio Bravo Office Supply')],
    ['Typo: 243.18', pay(243.18, 'Rio Bravo Office Supply')],
  );
  d(
    'currency asked',
    [
      'Send my father 4,000 pesos',
      pay(4000, 'Ernesto Villalobos', { currency: 'MXN', from: 'Mexico account' }),
    ],
    ['No, dollars, and 200 of them', pay(200, 'Ernesto Villalobos')],
  );
  d(
    'cancel and question',
    ['Mesquite Insurance $1,875', pay(1875, 'Mesquite Insurance Agency')],
    ['Void that please', CANCEL],
    ['When did I last pay them?', ANSWER],
    ['Sandra 77.25', pay(77.25, 'Sandra Kowalczyk')],
  );
}

// --------------------------------------------------------------------- the sixteenth writing
{
  const { pay, d } = speaker('hamza');
  d('ambiguous', ['adnan 20', ask('recipient')], ['siddique', pay(20, 'Adnan Siddique')]);
  d(
    'amount missing corrected',
    ['pay keith', ask('amount')],
    ['35', pay(35, 'Keith Wormald')],
    ['nah 30 actually', pay(30, 'Keith Wormald')],
  );
  d('recipient missing', ['send 40 quid', ask('recipient')], ['bilal', pay(40, 'Bilal Mahmood')]);
  d(
    'account changed',
    ['belgrave motor spares 87.99', pay(87.99, 'Belgrave Motor Spares')],
    ['take it out the van fund', pay(87.99, 'Belgrave Motor Spares', { from: 'Van fund' })],
  );
  d(
    'cancel',
    ['owen 18', pay(18, 'Owen Trubshaw')],
    ['leave it hes paid me back', CANCEL, ask('operation')],
  );
  d(
    'second payment',
    ['send mum 150', pay(150, 'Rukhsana Chaudhry')],
    ['and 60 to aisha', beside(pay(60, 'Aisha Chaudhry'))],
  );
  d(
    'date',
    ['jagdeep 120', pay(120, 'Jagdeep Sohal')],
    ['do it friday instead', pay(120, 'Jagdeep Sohal', FRIDAY)],
    ['no wait tomorrow', pay(120, 'Jagdeep Sohal', TOMORROW)],
  );
  d(
    'question between',
    ['evington nursery 310', pay(310, 'Evington Nursery')],
    ['how much have i got in main', ANSWER],
    ['ok make it 155 for now', pay(155, 'Evington Nursery')],
  );
  d(
    'recipient corrected',
    ['zainab 15', pay(15, 'Zainab Rashid')],
    ['sorry meant my wife', pay(15, 'Aisha Chaudhry')],
  );
  d(
    'chat before',
    ['alright', ask('operation', 'amount', 'recipient'), ANSWER, UNSUPPORTED],
    ['need to pay bilal', ask('amount')],
    ['tenner', pay(10, 'Bilal Mahmood')],
  );
  d(
    'unknown kept',
    ['pay shabnam 30', ask('recipient')],
    ['forget her, send it to zainab', pay(30, 'Zainab Rashid'), ask('operation', 'amount')],
  );
  d(
    'own transfer corrected',
    ['200 to tax pot', pay(200, 'Tax pot')],
    ['make that 250', pay(250, 'Tax pot')],
  );
  d(
    'recurrence',
    ['mum 50', pay(50, 'Rukhsana Chaudhry')],
    ['every week', pay(50, 'Rukhsana Chaudhry', { every: 'week' }), ask('date')],
  );
  d(
    'all slots missing',
    ['i need to send some money', ask('recipient', 'amount', 'operation')],
    ['to my mum', ask('amount')],
    ['85', pay(85, 'Rukhsana Chaudhry')],
    ['tomorrow morning', pay(85, 'Rukhsana Chaudhry', TOMORROW)],
  );
  d(
    'cancel and new',
    ['fleetline insurance 164.20', pay(164.2, 'Fleetline Insurance')],
    ['cancel that', CANCEL],
    ['pay them 146.20', pay(146.2, 'Fleetline Insurance'), ask('recipient')],
  );
  d(
    'statement between',
    ['keith 65', pay(65, 'Keith Wormald')],
    ['he fixed the wing mirror', pay(65, 'Keith Wormald'), ask('operation'), UNSUPPORTED, ANSWER],
    ['change it to 70', pay(70, 'Keith Wormald')],
  );
  d(
    'amount twice',
    ['bilal 25', pay(25, 'Bilal Mahmood')],
    ['30', pay(30, 'Bilal Mahmood')],
    ['no go back to 25', pay(25, 'Bilal Mahmood')],
  );
  d(
    'ambiguous then account',
    ['send adnan 80 from van fund', ask('recipient')],
    ['the latif one', pay(80, 'Adnan Latif', { from: 'Van fund' })],
  );
  d(
    'question first',
    ['whats in the tax pot', ANSWER],
    ['move 90 of it to main', pay(90, 'Main', { from: 'Tax pot' })],
  );
  d(
    'cancel after correction',
    ['aisha 45.80', pay(45.8, 'Aisha Chaudhry')],
    ['48.50 sorry', pay(48.5, 'Aisha Chaudhry')],
    ['actually dont bother', CANCEL],
  );
}
{
  const { pay, d } = speaker('ulrike');
  d(
    'ambiguous',
    ['Theresa gets 60 Euro', ask('recipient')],
    ['Theresa Auer', pay(60, 'Theresa Auer')],
    ['No excuse me, the Mitterbacher', pay(60, 'Theresa Mitterbacher')],
  );
  d(
    'amount missing',
    ['I must pay the laundry Schneeweiß', ask('amount')],
    ['143,70', pay(143.7, 'Wäscherei Schneeweiß')],
  );
  d(
    'date and amount',
    ['Please pay Molkerei Zillergrund 96,40', pay(96.4, 'Molkerei Zillergrund')],
    ['Not today, on Monday', pay(96.4, 'Molkerei Zillergrund', NEXT_MONDAY)],
    ['And the amount is 98,40, I see now', pay(98.4, 'Molkerei Zillergrund', NEXT_MONDAY)],
  );
  d(
    'account changed',
    ['200 Euro for my daughter', pay(200, 'Vroni Pichlmayer')],
    ['That is private, use the account Privat', pay(200, 'Vroni Pichlmayer', { from: 'Privat' })],
  );
  d(
    'second payment',
    ['Marija Kovač 480', pay(480, 'Marija Kovač')],
    ['Also 72 Euro to Theresa Auer', beside(pay(72, 'Theresa Auer'))],
    ['For Theresa 75 is better', beside(pay(75, 'Theresa Auer'))],
  );
  d(
    'cancel polite',
    ['Kaminkehrer Obwexer 118 Euro please', pay(118, 'Kaminkehrer Obwexer')],
    ['Oh no, please do not make this payment', CANCEL],
  );
  d(
    'recipient first',
    ['A transfer to Leopold please', ask('amount')],
    ['It is for the wood', ask('amount')],
    ['260 Euro', pay(260, 'Leopold Stangassinger')],
  );
  d(
    'amount first',
    ['I have to transfer 55 Euro', ask('recipient')],
    ['to Frau Zehetner', pay(55, 'Frau Zehetner')],
    ['tomorrow is enough', pay(55, 'Frau Zehetner', TOMORROW)],
  );
  d(
    'question between',
    ['1.500 in the winter reserve', pay(1500, 'Winter reserve')],
    ['How much is there already?', ANSWER],
    ['Then only 1.000', pay(1000, 'Winter reserve')],
  );
  d(
    'unknown',
    ['95 Euro to Elektro Hintersteiner', ask('recipient')],
    ['He is new. Then I pay first Gregor 95', pay(95, 'Gregor Lechthaler'), ask('operation')],
  );
  d(
    'recipient corrected',
    ['Gregor 340 Euro', pay(340, 'Gregor Lechthaler')],
    ['I have mistaken me, it belongs to Leopold', pay(340, 'Leopold Stangassinger')],
  );
  d(
    'recurrence',
    ['Vroni 150 Euro on the 1st of December', pay(150, 'Vroni Pichlmayer', DEC_FIRST)],
    [
      'and then every month the same',
      pay(150, 'Vroni Pichlmayer', { ...DEC_FIRST, every: 'month' }),
    ],
  );
  d(
    'uncertain amount',
    ['Send Leopold about 300 Euro', ask('amount')],
    ['exactly 295', pay(295, 'Leopold Stangassinger')],
  );
  d(
    'more',
    ['Frau Zehetner 30 Euro for eggs', pay(30, 'Frau Zehetner')],
    ['plus 12 for the butter, in one payment', pay(42, 'Frau Zehetner')],
  );
  d(
    'balance first',
    ['How much money has the Pension account?', ANSWER],
    ['Good, then 500 to Privat', pay(500, 'Privat')],
  );
  d(
    'cancel and question',
    ['schneeweiss 310', pay(310, 'Wäscherei Schneeweiß')],
    ['Stop, Hannes has it done already', CANCEL, ask('operation')],
  );
  d(
    'account and back',
    [
      'Hannes 100 from the winter reserve',
      pay(100, 'Hannes Pichlmayer', { from: 'Winter reserve' }),
    ],
    ['Ach no, from Privat', pay(100, 'Hannes Pichlmayer', { from: 'Privat' })],
  );
  d(
    'same amount',
    ['64 Euro to Theresa Auer', pay(64, 'Theresa Auer')],
    ['And the other Theresa the same', beside(pay(64, 'Theresa Mitterbacher'))],
  );
  d(
    'denied',
    ['Pay Gregor 27,50', pay(27.5, 'Gregor Lechthaler')],
    ['No, not 27, 37,50', pay(37.5, 'Gregor Lechthaler')],
  );
  d(
    'thanks',
    ['120 Euro to Marija', pay(120, 'Marija Kovač')],
    ['Thank you, can it go on Friday?', pay(120, 'Marija Kovač', FRIDAY)],
  );
}
{
  const { pay, d } = speaker('delphine');
  d(
    'ambiguous',
    ['noemie 25', ask('recipient')],
    ['belanger', pay(25, 'Noémie Bélanger')],
    ['make it 28 she got dessert', pay(28, 'Noémie Bélanger')],
  );
  d(
    'amount missing',
    ['i gotta pay hydro', ask('amount', 'recipient')],
    ['hydro laurentides, 84.15', pay(84.15, 'Hydro Laurentides')],
  );
  d(
    'recipient missing',
    ['send $33', ask('recipient')],
    ['jean-christophe', pay(33, 'Jean-Christophe Vaillancourt')],
  );
  d(
    'currency',
    ['priya 30', pay(30, 'Priya Raman')],
    ['oh i meant US dollars', pay(30, 'Priya Raman', { currency: 'USD', from: 'USD account' })],
  );
  d(
    'cancel',
    ['maxime 45', pay(45, 'Maxime Tétreault')],
    ['omg wait no cancel', CANCEL],
    ['rosalie 45', pay(45, 'Rosalie Ouimet')],
  );
  d(
    'second payment',
    ['62.30 to rosalie', pay(62.3, 'Rosalie Ouimet')],
    ['also coach lapointe 120', beside(pay(120, 'Coach Lapointe'))],
  );
  d(
    'date',
    ['roommate 700', pay(700, 'Rosalie Ouimet')],
    ['on the 1st not now', pay(700, 'Rosalie Ouimet', DEC_FIRST)],
    ['and 720 bc internet', pay(720, 'Rosalie Ouimet', DEC_FIRST)],
  );
  d(
    'account changed',
    ['send mom 80', pay(80, 'Guylaine Charbonneau')],
    ['from ski trip lol', pay(80, 'Guylaine Charbonneau', { from: 'Ski trip' })],
    ['nvm use chequing', pay(80, 'Guylaine Charbonneau', { from: 'Chequing' })],
  );
  d(
    'question between',
    ['physio plateau 95', pay(95, 'Physio Plateau')],
    ['did i pay them in october', ANSWER],
    ['k do it tomorrow', pay(95, 'Physio Plateau', TOMORROW)],
  );
  d(
    'recipient corrected',
    ['20 to priya for sushi', pay(20, 'Priya Raman')],
    ['oops it was max who paid, send it to him', pay(20, 'Maxime Tétreault')],
  );
  d(
    'half an order',
    ['can i send money to my coach', ask('amount')],
    ['like 40', pay(40, 'Coach Lapointe'), ask('amount')],
    ['40 exactly', pay(40, 'Coach Lapointe')],
  );
  d('balance first', ['how much is in ski trip', ANSWER], ['add 50 to it', pay(50, 'Ski trip')]);
  d(
    'unknown',
    ['pay bell 65', ask('recipient')],
    ['ok then skip that, pay hydro laurentides 65', pay(65, 'Hydro Laurentides')],
  );
  d(
    'split',
    ['rosalie 36.50', pay(36.5, 'Rosalie Ouimet')],
    ['half of that actually', pay(18.25, 'Rosalie Ouimet'), ask('amount')],
  );
  d(
    'all slots missing',
    ['new transfer pls', ask('recipient', 'amount', 'operation')],
    ['maman', ask('amount')],
    ['150', pay(150, 'Guylaine Charbonneau')],
    ['friday', pay(150, 'Guylaine Charbonneau', FRIDAY)],
  );
  d(
    'typing errors',
    ['depaneur chez fernan 17.60', pay(17.6, 'Dépanneur Chez Fernand'), ask('recipient')],
    ['yes Chez Fernand', pay(17.6, 'Dépanneur Chez Fernand')],
  );
  d(
    'own transfer reversed',
    ['move 100 from ski trip to chequing', pay(100, 'Chequing', { from: 'Ski trip' })],
    ['other way around', pay(100, 'Ski trip', { from: 'Chequing' }), ask('operation', 'account')],
  );
  d(
    'denied payee',
    ['noémie gagnon 14.75', pay(14.75, 'Noémie Gagnon')],
    ['not gagnon', ask('recipient'), pay(14.75, 'Noémie Bélanger')],
    ['bélanger obviously', pay(14.75, 'Noémie Bélanger')],
  );
  d(
    'second payment cancelled',
    ['jean-christophe 60', pay(60, 'Jean-Christophe Vaillancourt')],
    ['hm forget it', CANCEL],
    ['wait can u send him 50', pay(50, 'Jean-Christophe Vaillancourt'), ask('recipient')],
  );
  d(
    'recurrence',
    ['10 to ski trip', pay(10, 'Ski trip')],
    [
      'every friday',
      pay(10, 'Ski trip', { every: 'week' }),
      pay(10, 'Ski trip', { ...FRIDAY, every: 'week' }),
    ],
  );
}

const ids = dialogues.map((dialogue, index) => ({
  id: `d${String(index + 1).padStart(3, '0')}`,
  ...dialogue,
}));
const known = new Set(
  CONTEXTS.flatMap((context) =>
    [...context.contacts, ...context.accounts].map(({ name }) => `${context.name} ${name}`),
  ),
);
for (const { context, turns } of ids) {
  for (const { expect, also = [] } of turns) {
    for (const outcome of [expect, ...also]) {
      if ('proposal' in outcome && !known.has(`${context} ${outcome.proposal.to}`)) {
        throw new Error(`${context} has no ${outcome.proposal.to}`);
      }
    }
  }
}
writeFileSync(
  new URL('dialogues.json', import.meta.url),
  `${JSON.stringify({ contexts: CONTEXTS, dialogues: ids }, null, 2)}\n`,
);
const turns = ids.map((dialogue) => dialogue.turns.length);
process.stdout.write(
  `${ids.length} dialogues, ${turns.reduce((sum, count) => sum + count, 0)} turns, ` +
    `at most ${Math.max(...turns)}\n`,
);
