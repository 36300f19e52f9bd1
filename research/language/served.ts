// Measures the answers to public messages that no model was trained on: the official test parts of
// Banking77 (topics) and CLINC150 (messages of no intent), each sent through the reader of
// messages. `node research/language/served.ts --data DIR [--encoder]`; the sentence encoder is the
// one that `npm run encoder` fetched

import { parseArgs } from 'node:util';
import { OUT_OF_SCOPE } from '../../ai/intents/catalogue.ts';
import { intentJudge } from '../../ai/intents/judge.ts';
import { DOWNLOADED_ENCODER_PATH } from '../../models/encoder/encoder-file.ts';
import { openEncoder } from '../../models/encoder/encoder-session.ts';
import { wilson } from '../../models/evaluate/normal.ts';
import { readBanking, readClinc } from '../../research/train-intents/data.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, encoder: { type: 'boolean', default: false } },
});
if (values.data === undefined) throw new Error('--data names the folder of the public data sets');
const judge = intentJudge();
const encoder = values.encoder ? await openEncoder(DOWNLOADED_ENCODER_PATH) : null;
/** As a message is read that the encoder has judged; without one, nothing is said of it. */
const besideOf = async (text: string) =>
  encoder === null ? {} : { embedding: await encoder.embed(text) };
const account = { name: 'Main', type: 'checking', currency: 'EUR', status: 'active' } as const;

async function read(message: string) {
  const order = {
    message,
    contacts: [],
    accounts: [{ id: 'acct_0', ...account }],
    sourceAccountId: 'acct_0',
    accountBalance: null,
    timezone: 'UTC',
    now: Date.UTC(2026, 10, 25, 10),
  };
  return (await judge.read(order, await besideOf(message))).parsed;
}

function say(what: string, hits: number, rows: number): void {
  const { low = 0, high = 1 } = wilson(hits, rows) ?? {};
  const round = (share: number) => Math.round(share * 10_000) / 10_000;
  const interval = `${round(low)} – ${round(high)}`;
  const share = round(hits / rows);
  process.stdout.write(`${what}: ${hits} of ${rows}, ${share} (${interval})\n`);
}

const banking = readBanking(values.data).test;
const counts = { topic: 0, none: 0, command: 0, supported: 0, moving: 0 };
for (const { text, label } of banking) {
  const { topic, isSupported, operation } = await read(text);
  if (topic?.label === label) counts.topic += 1;
  if (topic === null) counts.none += 1;
  if (topic === null && isSupported) counts.command += 1;
  if (isSupported) counts.supported += 1;
  if (operation !== null && operation.method !== 'GET') counts.moving += 1;
}
say('Banking77, topic as served', counts.topic, banking.length);
say('Banking77, no topic', counts.none, banking.length);
say('Banking77, read as a command', counts.command, banking.length);
say('Banking77, mapped to an operation', counts.supported, banking.length);
say('Banking77, money proposed', counts.moving, banking.length);

const clinc = readClinc(values.data).test;
const outside = clinc.filter(({ label }) => label === OUT_OF_SCOPE);
const inside = clinc.filter(({ label }) => label !== OUT_OF_SCOPE);
let [found, lost, right, topical, unsure] = [0, 0, 0, 0, 0];
for (const { text } of outside) {
  const { intent, topic } = await read(text);
  if (intent === 'unknown') found += 1;
  if (topic !== null) topical += 1;
}
for (const { text, label } of inside) {
  const { intent, ambiguities } = await read(text);
  const isUnsure = ambiguities.some(({ code }) => code === 'intent_unsure');
  if (intent === 'unknown') lost += 1;
  else if (isUnsure) unsure += 1;
  else if (intent === label) right += 1;
}
say('CLINC150, out of scope and said so', found, outside.length);
say('CLINC150, out of scope, with a topic nevertheless', topical, outside.length);
say('CLINC150, a bank intent that is lost', lost, inside.length);
say('CLINC150, a bank intent that is asked about', unsure, inside.length);
say('CLINC150, a bank intent that is named', right, inside.length);

// Measures how well the head separates them, at the score where three in a hundred bank messages
// are lost.
async function outsideScores(rows: typeof clinc): Promise<number[]> {
  const scores: number[] = [];
  for (const { text: message } of rows) {
    const { intents } = await judge.guess({ message, ...(await besideOf(message)) });
    scores.push(intents.find(({ label }) => label === OUT_OF_SCOPE)?.probability ?? 0);
  }
  return scores.sort((one, other) => other - one);
}
const threshold = (await outsideScores(inside))[Math.floor(inside.length * 0.03)] ?? 1;
const beyond = (await outsideScores(outside)).filter((score) => score > threshold).length;
say('CLINC150, out of scope found where 3 % of bank messages are lost', beyond, outside.length);
await encoder?.close();
