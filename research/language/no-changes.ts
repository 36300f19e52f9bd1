// Messages beside an open payment that name people, amounts, days and accounts and change nothing: what
// happened, what is usual, whose birthday it is, how much is in an account, and questions. Each is said behind
// `send P A`. None may change the payment, withdraw it, or begin another one.
// `node research/language/no-changes.ts [COUNT] [SEED]` prints those that do.

import { intentJudge } from '../../ai/intents/judge.ts';
import { converseInMemory } from './converse.ts';
import { isMoney, orderOf } from './measure.ts';
import { picker } from './no-orders.ts';
import { CONTEXTS } from './people.ts';

/** Q is another contact, A another amount, D a day, C another account, T a thing, N a small number. */
const CHAT: Readonly<Record<string, readonly string[]>> = {
  money: [
    'Q got A last week',
    'I paid Q A yesterday',
    'Q owes me A',
    'Q has A of mine',
    'Q gave me A for the T',
    'Q lent me A',
    'the T cost A last year',
    'last time it was A',
    'I usually send A',
    'it was A last month',
    'it will be A next year',
    'Q paid A for the same T',
    'that leaves me A',
    'I have A in C',
    'there is A left in C',
    'C has A in it',
    'my rent is A',
    'A is what Q pays',
    'I spent A on the T already',
    'A went to Q',
    'Q earns A a week',
    'I found A in the street',
    'we were charged A for the T',
    'the fee was A last time',
    'my limit is A',
    'I owe Q A as well but that can wait',
    'A came in from Q',
    'that is A less than last time',
    'it used to be A',
    'Q thinks A is too much',
    'Q would have paid A',
    'I remember paying A',
  ],
  days: [
    'D is her birthday',
    'he leaves D',
    'I get paid D',
    'I am away from D',
    'D is a holiday',
    'the T is D',
    'we meet D',
    'Q comes D',
    'the shop is closed D',
    'my salary comes in D',
    'it rains D',
    'she starts work D',
    'I was there D',
    'the T finishes D',
    'her son gets married D',
    'Q is back D',
    'my rent goes out D',
    'Q got his D',
    'the bank is shut D',
    'they play D',
    'D would be too late',
  ],
  accounts: [
    'C is low',
    'C is for the T',
    'I keep C for emergencies',
    'there is nothing left in C',
    'Q pays into C',
    'I opened C last year',
    'my C is nearly empty',
    'I moved money to C',
    'C gets my salary',
    'C has no interest',
    'the T comes out of C',
    'I paid Q from C',
    'my wife looks after C',
    'C belongs to Q as well',
    'we never touch C',
    'I forgot about C',
    'C earns nothing',
  ],
  people: [
    'Q is her son',
    'Q sends his regards',
    'Q told me about it',
    'Q did it for free',
    'I saw Q today',
    'Q has the same plumber',
    'Q lives next door',
    'Q pays his own',
    'Q can wait',
    'ask Q',
    'Q knows her',
    "Q's mother is ill",
    'she is a friend of Q',
    'Q was there too',
    'I work with Q',
    'Q never pays',
    'Q introduced us',
    'Q is not coming',
    'Q already has it',
    'it was a present from Q',
    'she works for Q',
    'Q says hello',
    'I met her through Q',
    'Q got the last one',
  ],
  numbers: [
    'she turned N',
    'he is N today',
    'N of us went',
    'there were N of them',
    'flat N',
    'for N people',
    'she is at number N now',
    'that was N years ago',
    'it took N hours',
    'she has N children',
    'I have known him N years',
    'it was N degrees',
    'N days late as always',
    'we waited N minutes',
    'she bought N of them',
    'my shoe size is N',
    'the N bus was late',
    'call me at N',
    'at N o’clock',
    'by Npm',
    'room N',
    'page N',
    'I am number N in the queue',
  ],
  questions: [
    'does she get A then?',
    'is it A?',
    'why A?',
    'was it A last time?',
    'can Q see it?',
    'will it arrive D?',
    'what day is D?',
    'is there enough in C?',
    'what if I send A?',
    'should I send A?',
    'should I wait until D?',
    'do you take it from C?',
    'did Q get A?',
    'is D a working day?',
    'how much is in C?',
    'when did I last pay Q?',
    'is Q in my contacts?',
    'would C be better?',
    'who is Q?',
  ],
  staying: [
    "don't cancel it",
    'can I cancel it later?',
    'what happens if I cancel?',
    'no problem',
    "no, that's right",
    'leave it as it is',
    'stop asking me that',
    'forget the reference',
    'never mind the weather',
    'she cancelled on me',
    'Q cancelled the T',
    'I had to cancel the T',
    'no rush',
    'no need to hurry',
    'I forgot her birthday',
    'drop by D',
    'cancel my T',
    'cancel the payment to Q',
    'stop the T',
    'skip the T',
    'Q told me to forget it',
    'I never forget a birthday',
    'it is no trouble',
    'nothing else for now',
    'not a word to Q',
    "I won't change it",
    'keep it like that',
    'the T was called off',
    'no changes please',
    'I cannot stop laughing',
  ],
};
const BEFORE = [
  '',
  '',
  '',
  'oh, ',
  'btw ',
  'you know, ',
  'well, ',
  'ok so ',
  'sorry, ',
  'actually ',
  'no, ',
];
const BEHIND = ['', '', '', '.', '!', ' lol', ', you see', ' I think', ', thanks'];
const DAYS = ['tomorrow', 'on Friday', 'on the 30th', 'next Monday', 'on Sunday', 'on 1 December'];
const THINGS = ['rent', 'holiday', 'gym', 'wedding', 'party', 'insurance', 'lesson', 'concert'];
const AMOUNTS = [15, 27.5, 35, 80, 140, 600, 1200];
const NUMBERS = [2, 3, 7, 12, 40, 65, 90];
const MONEY: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', INR: '₹' };

/** Returns the dialogues whose second message changed something, with their kinds. */
export async function readNoChanges(count: number, seed: number): Promise<string[]> {
  const pick = picker(seed);
  const judge = intentJudge();
  const changed: string[] = [];
  const contexts = CONTEXTS.filter(
    ({ accounts }) => accounts.length > 1 && (accounts[0]?.currency ?? '') in MONEY,
  );
  for (let position = 0; position < count; position++) {
    const context = pick(contexts);
    const [kind, messages] = pick(Object.entries(CHAT));
    const payee = pick(context.contacts);
    const other = pick(context.contacts.filter((one) => one !== payee));
    const sign = MONEY[context.accounts[0]?.currency ?? ''] ?? '';
    const amount = pick(AMOUNTS);
    const sentence = pick(messages)
      .replace(/\bQ\b/g, () => pick([other.name, other.name.split(' ')[0] ?? '']))
      .replace(/\bA\b/g, () => pick([`${sign}${amount}`, `${amount}`]))
      .replace(/\bD\b/g, () => pick(DAYS))
      .replace(/\bC\b/g, () => pick(context.accounts.slice(1)).name)
      .replace(/\bT\b/g, () => pick(THINGS))
      .replace(/\bN(?=\b|pm)/g, () => `${pick(NUMBERS)}`);
    const message = `${pick(BEFORE)}${sentence}${sentence.endsWith('?') ? '' : pick(BEHIND)}`;
    const talk = converseInMemory(judge, (one) => orderOf(context, one));
    const first = await talk(`send ${payee.name} ${sign}50`);
    if (first.parsed === null || !isMoney(first.parsed)) continue;
    const heard = await talk(message);
    const terms = (one: typeof heard) => JSON.stringify(one.parsed?.operation?.body ?? null);
    const isChanged =
      heard.kind === 'canceled' ||
      (heard.parsed !== null && isMoney(heard.parsed) && terms(heard) !== terms(first));
    if (isChanged)
      changed.push(
        `${kind}: ${context.name}: ${payee.name}: ${message} → ${heard.kind} ${terms(heard)}`,
      );
  }
  return changed;
}

if (import.meta.main) {
  const [count, seed] = process.argv.slice(2).map(Number);
  const changed = await readNoChanges(count ?? 2_000, seed ?? 1);
  for (const one of changed) process.stdout.write(`${one}\n`);
  process.stdout.write(`changed ${changed.length} of ${count ?? 2_000}\n`);
}
