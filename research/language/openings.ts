// Measures the answers to the opening turns of a public dialogue set that no model was trained on
// and from which no rule was written: Schema-Guided Dialogue (CC BY-SA 4.0), its services of banks.
// Of each dialogue, the first turn of the customer in which the set's own label names an intent of
// a bank is sent through the reader of messages, without contacts. `node
// research/language/openings.ts --data DIR [--rows]`, with
// `DIR/sgd/{train,dev,test}/dialogues_*.json`

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { intentJudge } from '../../ai/intents/judge.ts';
import { wilson } from '../../models/evaluate/normal.ts';

/** The intents of this bank for each intent of the set. */
const SERVED: Readonly<Record<string, readonly string[]>> = {
  CheckBalance: ['balance_inquiry'],
  TransferMoney: ['transfer', 'schedule_transfer'],
};

const { values } = parseArgs({
  options: { data: { type: 'string' }, rows: { type: 'boolean', default: false } },
});
if (values.data === undefined) throw new Error('--data names the folder of the public data sets');

type Turn = {
  speaker: 'USER' | 'SYSTEM';
  utterance: string;
  frames: { service: string; state?: { active_intent: string } }[];
};
type Opening = { text: string; intent: string; service: string; isFirst: boolean };

function openingOf(turns: Turn[]): Opening | null {
  for (const [turn, { speaker, utterance, frames }] of turns.entries()) {
    if (speaker !== 'USER') continue;
    for (const { service, state } of frames) {
      if (!service.startsWith('Banks') || SERVED[state?.active_intent ?? ''] === undefined)
        continue;
      return { text: utterance, intent: state?.active_intent ?? '', service, isFirst: turn === 0 };
    }
  }
  return null;
}

const openings: Opening[] = [];
for (const part of ['train', 'dev', 'test']) {
  const folder = join(values.data, 'sgd', part);
  if (!existsSync(folder)) continue;
  for (const name of readdirSync(folder).sort()) {
    if (!name.startsWith('dialogues_')) continue;
    const dialogues: { turns: Turn[] }[] = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    openings.push(...dialogues.flatMap(({ turns }) => openingOf(turns) ?? []));
  }
}
if (openings.length === 0) throw new Error(`${values.data}/sgd has no dialogue with a bank`);

const judge = intentJudge();
const accounts = [
  { id: 'acct_0', name: 'Checking', type: 'checking', currency: 'USD', status: 'active' },
  { id: 'acct_1', name: 'Savings', type: 'savings', currency: 'USD', status: 'active' },
] as const;
const seen = new Set<string>();
const counts = new Map<string, { rows: number; right: number }>();
let moving = 0;
/** Rows of the half that may be read to mend the rules. */
const isSeen = (text: string) => (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0;
for (const { text, intent, service, isFirst } of openings) {
  if (seen.size === seen.add(text).size) continue;
  const order = {
    message: text,
    contacts: [],
    accounts: [...accounts],
    sourceAccountId: 'acct_0',
    accountBalance: null,
    timezone: 'UTC',
    now: Date.UTC(2026, 10, 25, 10),
  };
  const { parsed } = await judge.read(order, {});
  const isUnsure = parsed.ambiguities.some(({ code }) => code === 'intent_unsure');
  const isRight =
    parsed.isSupported && !isUnsure && SERVED[intent]?.includes(parsed.intent) === true;
  if (parsed.operation !== null && parsed.operation.method !== 'GET') moving += 1;
  const half = isSeen(text) ? 'half that may be read' : 'half kept back';
  const groups = [
    'all',
    intent,
    isFirst ? 'first turn of the dialogue' : 'first turn about the bank',
    service,
    `${service}, ${half}`,
  ];
  for (const group of groups) {
    const count = counts.get(group) ?? { rows: 0, right: 0 };
    counts.set(group, { rows: count.rows + 1, right: count.right + (isRight ? 1 : 0) });
  }
  const isShown = values.rows && !isRight && service === 'Banks_1' && isSeen(text);
  const codeText = parsed.ambiguities.map(({ code }) => code).join(' ');
  if (isShown) process.stdout.write(`${intent} → ${parsed.intent} ${codeText}: ${text}\n`);
}
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
for (const [group, { rows, right }] of counts) {
  const { low = 0, high = 1 } = wilson(right, rows) ?? {};
  const interval = `${rounded(low)} – ${rounded(high)}`;
  process.stdout.write(`${group}: ${right} of ${rows}, ${rounded(right / rows)} (${interval})\n`);
}
process.stdout.write(`a payment proposed: ${moving}\n`);
