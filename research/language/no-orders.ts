// Messages that name a payee and an amount and order nothing: debts, bills, reported speech, questions,
// denials, plans, what is over, and money that comes in. Each is put beside courtesies and days. None may
// be proposed.
// `node research/language/no-orders.ts [COUNT] [SEED]` prints those that are.

import { intentJudge } from '../../ai/intents/judge.ts';
import { isMoney, orderOf } from './measure.ts';
import { CONTEXTS } from './people.ts';

/** P is a payee, A an amount, D a day, T a thing that is paid for, Q somebody else. */
const NONE: Readonly<Record<string, readonly string[]>> = {
  debt: [
    'A due D',
    'A due to P D',
    'P A due D',
    'P: A, due D',
    'P T A due D',
    'T A due to P D',
    'A payable to P D',
    'A owed to P',
    'I owe P A',
    'A is what I owe P',
    'P bill A outstanding',
    'A outstanding with P',
    'P A overdue',
    'P, A, still unpaid',
    "P's T comes to A",
    "P's T is A",
    'P charges A for the T',
    'the T from P is A, due D',
    'P expects A D',
    'T of A falls due D, P',
    'still owe P A',
    'my debt to P is A',
    'the T is A and P is waiting',
    'P billed me A',
    'got a bill of A from P',
  ],
  reported: [
    'P says to send A',
    'Q said to send P A',
    'Q told me to pay P A',
    'the letter says to pay P A',
    'they asked me to send A to P',
    'P wrote: send A',
    'Q says "pay P A"',
    'according to Q I must send A to P',
    'Q wants me to send P A',
    'Q thinks I should pay P A',
    'Q keeps asking me to send A to P',
    'I was told to pay P A',
    'somebody called and wants A sent to P',
    'Q sent P A',
    'Q is going to pay P A',
    'Q will send A to P',
  ],
  question: [
    'shall I send P A',
    'should I pay P A D',
    'is A to P all right',
    'did A to P go through',
    'why pay P A',
    'has P been paid A',
    'will P get A D',
    'what if I send P A',
    'do I have to pay P A',
    'can I afford to send P A',
    'how long does A to P take',
    'was it A to P',
    'when did I send P A',
    'is P getting A from me',
    'how do I send A to P',
    'does P need A',
    'am I supposed to send P A',
  ],
  denied: [
    'never send P A',
    'no A to P',
    "don't pay P A",
    "I won't pay P A",
    'stop sending P A',
    'I refuse to send P A',
    'instead of paying P A',
    'no longer pay P A',
    'hold off sending P A',
    'hold the A for P',
    'skip the A to P',
    'forget the A for P',
    "I'd rather not send P A",
    'P gets no A from me',
    'nobody sends P A',
    'P does not get A',
    'A to P was a mistake',
    'A to P, but not yet',
    'pay P A, just kidding',
    'not A to P',
    'send P A? no way',
    'P must not get A',
    'under no circumstances pay P A',
    'avoid paying P A',
  ],
  past: [
    'paid P A',
    'A went to P',
    'sent P A',
    'I already sent P A',
    'P got A from me',
    'P received A',
    'gave P A in cash',
    'I have paid P A D',
    'A was sent to P',
    'just paid P A for the T',
    'I had to pay P A',
    'we used to pay P A',
  ],
  incoming: [
    'P sent me A',
    'A from P',
    'P owes me A',
    'P paid A',
    'get A from P',
    'request A from P',
    'collect A from P',
    'P should pay me A',
    'charge P A',
    'P to pay A',
    'let P pay A',
    'ask P for A',
    'P is sending A D',
    'remind P about the A',
    'I lent P A',
    'invoice P A',
    'P gave me A for the T',
  ],
  // How a payment stands, behind a name and an amount.
  state: [
    'P A chargeback',
    'P A dispute',
    'A P bounced',
    'P A went missing',
    'P A mistake',
    'P A payment status',
    'P A where',
    'P A receipt',
    'P A gone',
    'P A fraud',
    'P A overdraft',
    'P A reversed',
    'transfer of A to P failed',
    'payment to P of A rejected',
    'P A unclear',
    'P A pending',
  ],
  // With verbs that no list has.
  told: [
    'P banked A',
    'P deserves A',
    'P stole A from me',
    'P pocketed A',
    'P is A short',
    'P is A richer',
    'P donated A to charity',
    'P lost A at cards',
    'P earned A in tips',
    'A, P refuses',
    'P A, he took it',
    'P A, she has it',
    'P A, they kept it',
    'P A, it bounced',
    'P got sick and A went missing',
    'P moved house and owes A',
    "P's brother A",
    'A for the brother of P',
    "P's T was A",
  ],
  condition: [
    'if P calls send A',
    'once P confirms, pay A',
    'send P A unless I say otherwise',
    'pay P A when the T arrives',
    'send A to P in case I forget',
    'pay P A if there is enough',
    'send P A as soon as my salary is in',
    'after P finishes, pay A',
    'provided P agrees send A',
    'pay P A only if the T is done',
    'send P A or Q',
    'before paying P A ask me',
  ],
  plan: [
    'I might send P A',
    'maybe A to P',
    'I am thinking of sending P A',
    'I may pay P A D',
    'perhaps P needs A',
    'I could send P A',
    'one day I will send P A',
    'I considered sending P A',
    'I was going to pay P A',
    'I would send P A if I could',
    'I wish I could send P A',
    'suppose I pay P A',
    'imagine I sent P A',
    'for example send P A',
    'I forgot to pay P A',
    'I always pay P A',
  ],
};
const BEFORE = [
  '',
  '',
  '',
  '',
  'hi, ',
  'please note: ',
  'just so you know, ',
  'ok so ',
  'fyi ',
  'well, ',
];
const BEHIND = [
  '',
  '',
  '',
  '',
  '',
  ' please',
  ', thanks',
  '.',
  ' for the T',
  ' D',
  '!',
  ' from savings',
];
const DAYS = [
  'tomorrow',
  'on Friday',
  'December 1',
  'on 1 December',
  'next week',
  'today',
  'on the 30th',
  'yesterday',
];
const THINGS = [
  'rent',
  'tuition',
  'invoice',
  'bill',
  'fence',
  'dinner',
  'deposit',
  'insurance',
  'lesson',
];
const OTHERS = ['my wife', 'my boss', 'the bank', 'my neighbour', 'he', 'she'];
const AMOUNTS = [20, 45, 90, 120, 900, 12.5, 1150];
const SIGN: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', INR: '₹' };
const NAME: Readonly<Record<string, string>> = {
  EUR: 'euros',
  USD: 'dollars',
  GBP: 'pounds',
  INR: 'rupees',
};

export function picker(seed: number) {
  let state = seed;
  return <T>(from: readonly T[]): T => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return from[Math.floor((state / 2 ** 32) * from.length)] as T;
  };
}

/** Returns the messages that were proposed, with their kinds. */
export async function readNoOrders(count: number, seed: number): Promise<string[]> {
  const pick = picker(seed);
  const judge = intentJudge();
  const proposed: string[] = [];
  const contexts = CONTEXTS.filter(({ accounts }) => accounts[0] && accounts[0].currency in SIGN);
  for (let position = 0; position < count; position++) {
    const context = pick(contexts);
    const [kind, messages] = pick(Object.entries(NONE));
    const contact = pick(context.contacts);
    const name = pick([
      contact.name,
      contact.name.split(' ')[0] ?? '',
      contact.relationship ? `my ${contact.relationship}` : contact.name,
    ]);
    const currency = context.accounts[0]?.currency ?? 'EUR';
    const amount = pick(AMOUNTS);
    const money = pick([`${SIGN[currency]}${amount}`, `${amount} ${NAME[currency]}`, `${amount}`]);
    const [before, behind] = [pick(BEFORE), pick(BEHIND)];
    const template = pick(messages);
    const isOpen = kind === 'denied' || kind === 'question' || kind === 'debt';
    const sentence = `${before}${template}${isOpen ? behind.replace(' please', '') : behind}`
      .replace(/\bP\b/g, () => name)
      .replace(/\bA\b/g, () => money)
      .replace(/\bD\b/g, () => pick(DAYS))
      .replace(/\bT\b/g, () => pick(THINGS))
      .replace(/\bQ\b/g, () => pick(OTHERS));
    const { parsed } = await judge.read(orderOf(context, sentence), {});
    if (isMoney(parsed))
      proposed.push(
        `${kind}: ${context.name}: ${sentence} → ${JSON.stringify(parsed.operation?.body)}`,
      );
  }
  return proposed;
}

if (import.meta.main) {
  const [count, seed] = process.argv.slice(2).map(Number);
  const proposed = await readNoOrders(count ?? 2_000, seed ?? 1);
  for (const one of proposed) process.stdout.write(`${one}\n`);
  process.stdout.write(`proposed ${proposed.length} of ${count ?? 2_000}\n`);
}
