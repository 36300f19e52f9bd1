// The help answers questions that are not about figures: sections of docs/build/help.md, found by
// BM25 over their words. A section is an answer only when it contains most of the question's
// content.

import { readFileSync } from 'node:fs';
import { foreignAnswer, looksForeign } from '../english/other-languages.ts';
import { type Reply, unanswerable } from './books.ts';

export interface HelpSection {
  /** `docs/help.md#what-is-a-hold`: clients know the name, so it stays when the page moves. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface HelpIndex {
  /** Best first. */
  search(
    question: string,
  ): { readonly section: HelpSection; readonly score: number; readonly share: number }[];
}

const FILE = new URL('../../docs/build/help.md', import.meta.url);
const K1 = 1.2;
const B = 0.75;
/** Words of a title count as so many in the text. */
const TITLE_WEIGHT = 3;
/** Minimum share of the question's weight that a section has to match. */
const LEAST_SHARE = 0.5;
const LEAST_SCORE = 2.5;

const STOP = new Set(
  (
    'a an the i me my mine you your we our us it its is are was were be ' +
    'been am do does did can could would ' +
    'should will shall may might have has had to of for in on at by with ' +
    'from and or if as that this these ' +
    'those there here what which who whom whose when where why how much ' +
    'many please tell about explain ' +
    'not no so than then them they get got mean means happens happen possible bank want need like'
  ).split(' '),
);

/** Words that count, without the commonest endings. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP.has(word))
    .map((word) =>
      word.replace(/(?:ations?|ings?|ies|ied|ed|es|s|e|y)$/u, (end, at: number) =>
        at < 3 ? end : '',
      ),
    );
}

/** The sections of a Markdown text, each with its heading. */
export function sectionsOf(markdown: string): HelpSection[] {
  return markdown
    .split(/^## /mu)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      const anchor = title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} ]/gu, '')
        .trim()
        .replace(/ +/g, '-');
      const text = lines.join(' ').replace(/\s+/g, ' ').trim();
      return { id: `docs/help.md#${anchor}`, title, text };
    });
}

/** An index over sections. */
export function helpIndex(
  sections: readonly HelpSection[] = sectionsOf(readFileSync(FILE, 'utf8')),
): HelpIndex {
  const texts = sections.map(({ title, text }) => {
    const words = wordsOf(text);
    for (let count = 0; count < TITLE_WEIGHT; count++) words.push(...wordsOf(title));
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { counts, length: words.length };
  });
  const mean = texts.reduce((total, { length }) => total + length, 0) / Math.max(1, texts.length);
  const idf = (word: string) => {
    const holding = texts.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
  };
  return {
    search(question) {
      const words = [...new Set(wordsOf(question))];
      const weights = new Map(words.map((word) => [word, idf(word)]));
      const all = [...weights.values()].reduce((total, weight) => total + weight, 0);
      return sections
        .map((section, at) => {
          const { counts, length } = texts[at] ?? { counts: new Map<string, number>(), length: 0 };
          let score = 0;
          let held = 0;
          for (const [word, weight] of weights) {
            const count = counts.get(word) ?? 0;
            if (count > 0) held += weight;
            score += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
          }
          return { section, score, share: all === 0 ? 0 : held / all };
        })
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score);
    },
  };
}

let shipped: HelpIndex | null = null;

/** The section that answers a question; unanswerable when none holds enough of it. */
export function helpAnswer(
  question: string,
  preferred: string | null = null,
  customIndex?: HelpIndex,
): Reply {
  shipped ??= helpIndex();
  const [best] = (customIndex ?? shipped).search(question);
  if (!best || best.score < LEAST_SCORE || best.share < LEAST_SHARE) {
    if (looksForeign(question)) {
      return unanswerable(foreignAnswer(question, preferred), ['What is my balance?']);
    }
    return unanswerable('Neither the books nor the help of this bank answer this question.', [
      'What is my balance?',
      'How much did I spend this month?',
      'How do I cancel a payment?',
    ]);
  }
  const { section } = best;
  return {
    answer: section.text,
    figures: [],
    citations: [{ type: 'doc', id: section.id }],
    followUps: [],
    isAnswerable: true,
  };
}
