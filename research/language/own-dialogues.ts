// Runs own-dialogues.txt, at whose top the notation stands, and own-commands.txt.
// `node research/language/own-dialogues.ts [FILE …]` prints the lines that do not end as they should.

import { readFileSync } from 'node:fs';
import type { IntentJudge } from '../../ai/intents/judge.ts';
import { intentJudge } from '../../ai/intents/judge.ts';
import { converseInMemory, type Talked } from './converse.ts';
import { CONTEXTS, type Context } from './people.ts';

type Score = 'right' | 'asked' | 'wrong';
export type OwnRow = { score: Score; line: string; outcome: string };

const inBank = (name: string, relationship?: string) =>
  ({ name, kind: 'customer', ...(relationship === undefined ? {} : { relationship }) }) as const;
const outside = (name: string) => ({ name, kind: 'external' }) as const;

const IMKE: Context = {
  name: 'imke',
  customer: 'Imke Osterkamp',
  now: '2028-11-15T10:00:00Z',
  timeZone: 'Europe/Dublin',
  accounts: [
    { name: 'Main', type: 'checking', currency: 'EUR', balance: 500_000 },
    { name: 'Joint', type: 'checking', currency: 'EUR', balance: 300_000 },
    { name: 'Rainy pot', type: 'savings', currency: 'EUR', balance: 200_000 },
    { name: 'Travel dollars', type: 'checking', currency: 'USD', balance: 100_000 },
  ],
  contacts: [
    inBank('Saoirse Mac Giolla'),
    inBank('Bartholomew Quaye', 'brother'),
    inBank('Yevheniia Hrabovska'),
    inBank('Dr. Ottoline Sproat'),
    inBank('Nana'),
    inBank('Luca Ferrante'),
    inBank('Lucia Ferrante'),
    inBank('Abdirahman Warsame'),
    inBank('Tuấn Phạm'),
    inBank('Esperanza Villaseñor', 'landlady'),
    inBank('Hamish Colquhoun', 'plumber'),
    inBank('Hamish Dunbar'),
    outside('Sparrow & Finch Bakery'),
    outside('Eckhart Energie GmbH'),
    outside('Greenfield Nursery School'),
    outside('Greenfield Garden Centre'),
  ],
};

const SLOT: Readonly<Record<string, string>> = {
  'recipient.accountId': 'recipient',
  sourceAccountId: 'account',
  destinationAccountId: 'account',
  message: 'operation',
};
const EVERY: Readonly<Record<string, string>> = { monthly: 'month', weekly: 'week' };
const PROPOSAL =
  /^P (?<amount>[\d.]+) (?:(?<currency>EUR|USD|GBP|INR|CHF|NGN|GHS|AUD) )?(?<to>.+?)(?: from (?<from>.+?))?(?: @(?<day>\S+))?(?: every (?<every>\w+))?$/;
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '');
const idOf = (name: string) => `acct_of_${name}`;

function orderOf({ accounts, contacts, timeZone, now }: Context, message: string) {
  return {
    message,
    contacts: contacts.map(({ name, kind, relationship }) => {
      const isHere = kind === 'customer';
      const externalParty = isHere ? null : { name };
      const accountId = isHere ? idOf(name) : null;
      return { name, accountId, relationship: relationship ?? null, externalParty };
    }),
    accounts: accounts.map(({ name, type, currency }, index) => {
      return { id: `acct_${index}`, name, type, currency, status: 'active' };
    }),
    sourceAccountId: 'acct_0',
    accountBalance: null,
    timezone: timeZone,
    now: Date.parse(now),
  };
}

/** The outcome of a turn, in the notation of the file. */
function outcomeOf({ parsed, asked, kind }: Talked, { accounts, contacts, now }: Context): string {
  const operation = parsed?.operation;
  const body = operation?.method === 'GET' ? null : operation?.body;
  if (!body) {
    if (asked !== null) return `ask ${SLOT[asked] ?? asked}`;
    return {
      canceled: 'cancel',
      question: 'answer',
      unclear: 'none',
      agreed: 'none',
      command: '-',
    }[kind];
  }
  const terms = body as Record<string, unknown>;
  const account = (id: unknown) => accounts.find((_, index) => `acct_${index}` === id)?.name;
  const party = terms['externalParty'] as { name: string } | undefined;
  const person = contacts.find(({ name }) => idOf(name) === terms['destinationAccountId']);
  const to = party?.name ?? account(terms['destinationAccountId']) ?? person?.name ?? '?';
  const rhythm = terms['recurrence'] as { frequency: string } | undefined;
  const day = (terms['startDate'] ?? terms['effectiveDate']) as string | undefined;
  const isNow = day === undefined || (rhythm === undefined && day === now.slice(0, 10));
  const every = rhythm === undefined ? '' : ` every ${EVERY[rhythm.frequency] ?? rhythm.frequency}`;
  return (
    `P ${Number(terms['amount']) / 100} ${terms['currency']} ${plain(to)} from ` +
    `${account(terms['sourceAccountId'])}${isNow ? '' : ` @${day}`}${every}`
  );
}

function isMet(wanted: string, outcome: string, { accounts }: Context): boolean {
  if (wanted.startsWith('ask ')) {
    return outcome.startsWith('ask ') && wanted.slice(4).split(',').includes(outcome.slice(4));
  }
  if (wanted === 'none') return outcome === 'none' || outcome === 'answer';
  const gold = PROPOSAL.exec(wanted)?.groups;
  const found = PROPOSAL.exec(outcome)?.groups;
  if (!gold || !found) return wanted === outcome;
  const [main] = accounts;
  const from = gold['from'] ?? main?.name;
  const currency = gold['currency'] ?? main?.currency;
  return (
    Number(found['amount']) === Number(gold['amount']) &&
    found['currency'] === currency &&
    (found['to'] ?? '').startsWith(gold['to'] ?? '?') &&
    found['from'] === from &&
    found['day'] === gold['day'] &&
    found['every'] === gold['every']
  );
}

/** Runs each line of a file. */
export async function runOwnDialogues(judge: IntentJudge, file: URL | string): Promise<OwnRow[]> {
  const rows: OwnRow[] = [];
  let context = IMKE;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('//')) continue;
    if (line.startsWith('@')) {
      context = [IMKE, ...CONTEXTS].find(({ name }) => name === line.slice(1).trim()) ?? IMKE;
      continue;
    }
    const [said = '', wanted = ''] = line.split(' => ');
    const here = context;
    const talk = converseInMemory(judge, (message) => orderOf(here, message));
    const outcomes: string[] = [];
    for (const message of said.split(' | ')) {
      outcomes.push(outcomeOf(await talk(message.trim()), here));
    }
    const last = outcomes.at(-1) ?? '-';
    const isRight = wanted.split(' / ').some((one) => isMet(one.trim(), last, here));
    const isWrong = last.startsWith('P ') || last === 'cancel';
    const score = isRight ? 'right' : isWrong ? 'wrong' : 'asked';
    rows.push({ score, line: `${here.name}: ${line}`, outcome: outcomes.join(' ‖ ') });
  }
  return rows;
}

export const OWN_DIALOGUES = new URL('own-dialogues.txt', import.meta.url);
export const OWN_COMMANDS = new URL('own-commands.txt', import.meta.url);

if (import.meta.main) {
  const files = process.argv.slice(2);
  for (const file of files.length > 0 ? files : [OWN_DIALOGUES, OWN_COMMANDS]) {
    const rows = await runOwnDialogues(intentJudge(), file);
    const count = (score: Score) => rows.filter((one) => one.score === score).length;
    for (const { score, line, outcome } of rows.filter((one) => one.score !== 'right')) {
      process.stdout.write(`${score.toUpperCase()} ${line}\n      ${outcome}\n`);
    }
    process.stdout.write(
      `right ${count('right')}, asked ${count('asked')}, wrong ${count('wrong')}\n`,
    );
  }
}
