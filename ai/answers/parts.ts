// Reads a question as a sequence of parts. Every word has to belong to a part; otherwise there is
// no reading.

import { PARTS, type Row, VOCABULARY } from '../english/question-parts.ts';
import { SHAPES } from '../english/question-shapes.ts';
import { NOT_SPENT, OPEN_WORDS, WORDS } from '../english/question-words.ts';
import { GRAMMAR } from '../english/questions.ts';
import { readOnce } from '../intents/read-once.ts';
import { firstLetters, LETTERS_OF_BEGINNING } from './first-letters.ts';
import type { Token } from './masks.ts';

export interface Part {
  readonly tags: readonly string[];
  readonly tokens: readonly Token[];
  readonly text: string;
}

export interface ReadParts {
  readonly parts: readonly Part[];
  /** Stretches of words that no part has, each with a word that says something. */
  readonly left: readonly string[];
}

/** A cost above that of all phrases of a question. */
const COST_OF_SINGLE = 50;
/** A cost above that of all listed words. */
const COST_OF_OPEN = 2000;
/** A cost above that of all parts of a question. */
const COST_OF_WORD = 10_000;

const rulesOf = (rows: readonly Row[], cost: number) =>
  rows.flatMap(([tags, ...patterns]) =>
    patterns.map((pattern) => ({
      cost,
      tags: tags.split(' ').filter((tag) => tag !== ''),
      pattern: new RegExp(`(?:${pattern})(?![^ ])`, 'uy'),
      letters: firstLetters(pattern),
    })),
  );
const RULES = [
  ...rulesOf(PARTS, 1),
  ...rulesOf(SHAPES, 1),
  ...rulesOf(WORDS, COST_OF_SINGLE),
  ...rulesOf(OPEN_WORDS, COST_OF_OPEN),
];

/** A verb may be any word that means nothing else here. */
const isOpenVerb = (word: string) => !VOCABULARY.has(word) && !NOT_SPENT.test(word);

/** Rules in their order, by the letters that a place begins with. */
const BY_BEGINNING = new Map<string, typeof RULES>();
/** Beginnings of words of the language; those of other words come and go. */
const MOST_BEGINNINGS = 4_000;

function rulesAt(text: string, start: number): typeof RULES {
  const beginning = text.slice(start, start + LETTERS_OF_BEGINNING);
  const known = BY_BEGINNING.get(beginning);
  if (known) return known;
  const all = [...beginning].map((_, at) => beginning.slice(0, at + 1));
  const matchingRules = RULES.filter(
    ({ letters }) => letters === null || all.some((one) => letters.has(one)),
  );
  if (BY_BEGINNING.size >= MOST_BEGINNINGS) BY_BEGINNING.clear();
  BY_BEGINNING.set(beginning, matchingRules);
  return matchingRules;
}

interface Step {
  readonly cost: number;
  readonly from: number;
  readonly rule: (typeof RULES)[number] | null;
}

/** Words that are one part, or, where they have no rule, that no part has. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly rule: (typeof RULES)[number] | null;
}

/** Readings of rows of words in which names, times and amounts are one letter each. */
const STRETCHES = new Map<string, readonly Stretch[]>();
const MOST_ROWS = 2_000;

/** The reading with the fewest words left, and of these the one with the fewest parts. */
export function readParts(tokens: readonly Token[]): ReadParts {
  const row = tokens.map(({ text }) => text).join(' ');
  const parts: Part[] = [];
  const left: [from: number, to: number][] = [];
  for (const { from, to, rule } of readOnce(STRETCHES, row, () => stretchesOf(tokens), MOST_ROWS)) {
    const inside = tokens.slice(from, to);
    const last = left.at(-1);
    if (rule) {
      const text = inside.map((token) => token.text).join(' ');
      parts.push({ tags: rule.tags, tokens: inside, text });
    } else if (last?.[1] === from) last[1] = to;
    else left.push([from, to]);
  }
  return { parts, left: left.map(([from, to]) => stretchOf(tokens, from, to)) };
}

function stretchesOf(tokens: readonly Token[]): readonly Stretch[] {
  const starts: number[] = [];
  let text = '';
  for (const token of tokens) {
    starts.push(text.length);
    text += `${token.text} `;
  }
  text = text.trimEnd();
  const at = new Map([...starts, text.length + 1].map((start, index) => [start, index]));
  const steps: (Step | undefined)[] = [{ cost: 0, from: 0, rule: null }];
  const offer = (to: number, step: Step) => {
    const known = steps[to];
    if (!known || step.cost < known.cost) steps[to] = step;
  };
  for (const [index, start] of starts.entries()) {
    const before = steps[index] as Step;
    for (const rule of rulesAt(text, start)) {
      rule.pattern.lastIndex = start;
      if (rule.cost === COST_OF_OPEN) {
        const verb = rule.pattern.exec(text)?.[1];
        if (verb === undefined || !isOpenVerb(verb)) continue;
      } else if (!rule.pattern.test(text)) continue;
      const to = at.get(rule.pattern.lastIndex + 1);
      if (to !== undefined && to > index)
        offer(to, { cost: before.cost + rule.cost, from: index, rule });
    }
    offer(index + 1, { cost: before.cost + COST_OF_WORD, from: index, rule: null });
  }
  const stretches: Stretch[] = [];
  for (let to = tokens.length; to > 0; ) {
    const { from, rule } = steps[to] as Step;
    stretches.push({ from, to, rule });
    to = from;
  }
  return stretches.reverse();
}

const isGrammar = (token: Token | undefined) => token !== undefined && GRAMMAR.test(token.text);

/**
 * Returns the words as written. Grammar words around other words are dropped; a stretch of grammar
 * words alone is widened until it includes a neighbouring word.
 */
function stretchOf(tokens: readonly Token[], start: number, end: number): string {
  let [from, to] = [start, end];
  if (tokens.slice(from, to).every(isGrammar)) {
    while (to < tokens.length && isGrammar(tokens[to - 1])) to++;
    if (isGrammar(tokens[to - 1])) while (from > 0 && isGrammar(tokens[from])) from--;
  } else {
    while (isGrammar(tokens[from])) from++;
    while (isGrammar(tokens[to - 1])) to--;
  }
  const spokenWords = tokens.slice(from, to).map((token) => token.said);
  return spokenWords.join(' ').replaceAll(' ,', ',');
}
