// Measures intent-parsing on the official test parts of the public data sets.

import { OUT_OF_SCOPE } from '../../ai/intents/catalogue.ts';
import { wilson } from '../../models/evaluate/normal.ts';
import type { Guesses, TextMeasurement } from '../../models/text-session.ts';
import { type Bundle, CLINC, type Example } from './data.ts';

interface AnsweredMessage {
  readonly truth: string;
  readonly guess: string;
  readonly probability: number;
}

function makeMeasurement(
  { head, what }: Pick<TextMeasurement, 'head' | 'what'>,
  target: string,
  rows: readonly AnsweredMessage[],
): TextMeasurement {
  const right = rows.filter(({ truth, guess }) => truth === guess).length;
  const counts = groupRows(rows, ({ truth }) => truth);
  const max = Math.max(...[...counts.values()].map((messagesOfOne) => messagesOfOne.length));
  const accuracy = right / rows.length;
  const interval = wilson(right, rows.length);
  const outOfScope = counts.get(OUT_OF_SCOPE);
  return {
    ...{ head, what },
    rows: rows.length,
    accuracy: round(accuracy),
    ci95: [round(interval?.low ?? 0), round(interval?.high ?? 1)],
    majorityAccuracy: round(max / rows.length),
    calibrationError: round(calibrationError(rows)),
    ...(outOfScope
      ? {
          outOfScopeRecall: round(
            outOfScope.filter(({ guess }) => guess === OUT_OF_SCOPE).length / outOfScope.length,
          ),
        }
      : {}),
    target,
  };
}

function calibrationError(rows: readonly AnsweredMessage[]): number {
  const bins = groupRows(rows, ({ probability }) => Math.min(14, Math.floor(probability * 15)));
  return [...bins.values()].reduce((sum, bin) => {
    const right = bin.filter(({ truth, guess }) => truth === guess).length;
    const total = bin.reduce((total, { probability }) => total + probability, 0);
    return sum + Math.abs(right - total) / rows.length;
  }, 0);
}

/** Groups rows by a key, in the order in which the keys occur. */
export function groupRows<T, Key>(rows: readonly T[], keyOf: (row: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

export const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** A model that classifies messages. */
export interface Classifier {
  classify(message: string): Promise<Guesses>;
}

/** Measures the written file as the bank serves it. */
export async function measure(
  model: Classifier,
  { banking, clinc }: Readonly<Record<'banking' | 'clinc', Bundle>>,
  /** Target of the accuracy on Banking77. */
  target: string,
): Promise<{ measured: TextMeasurement[]; millisecondsEach: number }> {
  const ask = async (head: string, { text, label }: Example): Promise<AnsweredMessage> => {
    const [guess] = (await model.classify(text))[head] ?? [];
    return { truth: label, guess: guess?.label ?? '', probability: guess?.probability ?? 0 };
  };
  const startedAt = performance.now();
  const questions: AnsweredMessage[] = [];
  for (const example of banking.test) questions.push(await ask('question', example));
  const millisecondsEach = (performance.now() - startedAt) / banking.test.length;
  const intents: AnsweredMessage[] = [];
  for (const example of clinc.test) intents.push(await ask('intent', example));
  const seen = new Set(Object.values(CLINC));
  // A message classified as an intent that CLINC150 does not have is counted as wrong.
  const guesses = intents.map((intent) => ({
    ...intent,
    guess: seen.has(intent.guess)
      ? intent.guess
      : intent.guess === OUT_OF_SCOPE
        ? OUT_OF_SCOPE
        : 'other',
  }));
  const measured = [
    makeMeasurement(
      { head: 'question', what: 'Banking77, official test part, 77 questions' },
      `accuracy ≥ ${target}`,
      questions,
    ),
    makeMeasurement(
      {
        head: 'intent',
        what:
          'CLINC150, official test part with its out-of-scope messages: 31 bank intents ' +
          'against all else',
      },
      'accuracy ≥ 0.98, out-of-scope recall ≥ 0.99',
      guesses,
    ),
  ];
  return { measured, millisecondsEach };
}
