// Questions of different people with gold by SQL, written before the engine was asked (`voices.txt`).
// `node research/language/voices.ts [FILE …]` prints those that are not answered rightly.

import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DateTime } from 'luxon';
import { answerFromBooks } from '../../ai/answers/ask.ts';
import { declineOffTopic } from '../../ai/answers/ask-help.ts';
import type { Reply } from '../../ai/answers/books.ts';
import { generateLedgers, loadBookings } from './ledgers.ts';
import { openLedger } from './open-ledger.ts';

type Score = 'right' | 'asked' | 'wrong' | 'looked at';
type Asked = { ledger: string; question: string; gold: string };
type Fact = { value: number; currency: string | null; label: string | null };

const VOICES = new URL('voices.txt', import.meta.url);

function readVoices(file: URL | string): Asked[] {
  const rows: Asked[] = [];
  let ledger = '';
  let question = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('## ')) ledger = line.slice(3);
    else if (line.startsWith(' ')) rows.push({ ledger, question, gold: line.trim() });
    else if (!line.startsWith('#')) question = line;
  }
  return rows;
}

const SELECTS: Record<string, (condition: string) => string> = {
  spent: (condition) =>
    `SELECT sum(spent), currency FROM bookings WHERE ${condition} AND spent <> 0 GROUP BY currency`,
  income: (condition) =>
    `SELECT sum(amount), currency FROM income WHERE ${condition} GROUP BY currency`,
  count: (condition) => `SELECT count(*), NULL FROM payments WHERE ${condition}`,
  sql: (select) => select,
};

function factsOf(db: DatabaseSync, gold: string): Fact[] {
  const [, kind = '', factText = ''] = /^(\w+) (.*)$/.exec(gold) ?? [];
  return db
    .prepare(SELECTS[kind]?.(factText) ?? factText)
    .all()
    .map((row) => {
      const [value, currency, label] = Object.values(row);
      return {
        value: Math.round(Number(value)),
        currency: (currency as string | null) ?? null,
        label: (label as string | undefined) ?? null,
      };
    });
}

function isGold(db: DatabaseSync, reply: Reply, gold: string): boolean {
  if (gold.startsWith('day ')) {
    const day = Object.values(db.prepare(gold.slice(4)).get() ?? {})[0];
    const dayText = DateTime.fromISO(String(day), { locale: 'en' }).toFormat('d LLLL yyyy');
    return reply.answer.includes(dayText);
  }
  const parts = gold
    .split(' ; ')
    .map((one) => (one.startsWith('alt ') ? `sql ${one.slice(4)}` : one));
  const sides = parts.map((one) => factsOf(db, one));
  const monthText = ({ label }: Fact) =>
    label !== null && /^\d{4}-\d\d$/.test(label)
      ? DateTime.fromISO(`${label}-01`, { locale: 'en' }).toFormat('LLLL yyyy')
      : label;
  const has = (fact: Fact) =>
    reply.figures.some(
      (one) =>
        one.value === fact.value &&
        one.currency === fact.currency &&
        (fact.label === null || `${one.label} ${reply.answer}`.includes(monthText(fact) ?? '')),
    );
  if (gold.includes(' ; alt ')) return sides.some((facts) => facts.every(has));
  const facts = sides.flat();
  if (facts.length === 0) return reply.figures[0]?.value === 0;
  const [first] = reply.figures;
  const isFirst = facts.some(({ value }) => value === first?.value);
  const sum = facts.reduce((total, one) => total + one.value, 0);
  return facts.every(has) && (isFirst || first?.value === sum);
}

/** Asks every question of a file, and returns how it was answered. */
export async function askVoices(file: URL | string = VOICES) {
  const ledgers = new Map(
    generateLedgers().map((one) => [
      one.name,
      { open: openLedger(one, one.timeZone), db: loadBookings(one, one.timeZone) },
    ]),
  );
  const rows: (Asked & { score: Score; answer: string })[] = [];
  for (const { ledger: name, question, gold } of readVoices(file)) {
    const ledger = ledgers.get(name);
    if (!ledger) throw new Error(`no ledger ${name}`);
    const reply = declineOffTopic(question) ?? (await answerFromBooks(ledger.open, question));
    const isFigure = reply.isAnswerable && reply.figures.length > 0;
    const score: Score =
      gold === 'look'
        ? 'looked at'
        : gold === 'none'
          ? isFigure
            ? 'wrong'
            : 'right'
          : !isFigure
            ? 'asked'
            : isGold(ledger.db, reply, gold)
              ? 'right'
              : 'wrong';
    rows.push({ ledger: name, question, gold, score, answer: reply.answer });
  }
  return rows;
}

if (import.meta.main) {
  const files = process.argv.slice(2);
  const rows = (await Promise.all((files.length > 0 ? files : [VOICES]).map(askVoices))).flat();
  for (const { score, ledger, question, answer, gold } of rows) {
    if (score !== 'right') {
      process.stdout.write(
        `${score.toUpperCase()} ${ledger}: ${question}\n    → ${answer.slice(0, 220)} | ${gold.slice(0, 90)}\n`,
      );
    }
  }
  for (const score of ['right', 'asked', 'wrong', 'looked at']) {
    const equalCount = rows.filter((one) => one.score === score).length;
    process.stdout.write(`${score} ${equalCount}\n`);
  }
}
