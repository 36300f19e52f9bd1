// Inserts a word that sets a condition at every place of a question that has an answer. The reading
// has to change, or to name the word: a figure that stays as it was is one of something else.
// `node research/language/inserted-words.ts [SHARE]` inserts all words into a share of the questions.

import { readFileSync } from 'node:fs';
import { type Ask, understand } from '../../ai/answers/understand.ts';
import { isKept } from './halves.ts';
import { generateLedgers } from './ledgers.ts';
import { openLedger } from './open-ledger.ts';

/** Conditions, groups, orders, states and ways of payments, and words of grammar. */
export const WORDS =
  'not|except|only|without|last|average|twice|refunded|fees|net|cancelled|pending|for Anna|in dollars|weekly|' +
  'per payee|before noon|by card|excluding|besides|no|never|nor|unless|if|more than|less than|over|under|about|' +
  'almost|half|double|most|least|largest|smallest|first|second|third|next|since|until|before|after|between|from|' +
  'to|of|with|by|at|in|on|off|up|out|back|again|still|each|every|per|daily|monthly|yearly|online|abroad|cash|' +
  'in cash|by mistake|at night|on weekends|with Anna|from Anna|to Anna|as a gift|planned|scheduled|failed|' +
  'declined|reversed|recurring|new|other|others|another|any|all|both|either|neither|some|same|different|too|also|' +
  'net of fees|before tax|gross|on credit|instead|rather|than|compared|versus|how often|people|shops|percent|' +
  'left|available|owed|due|her|them|his|unpaid|late|per person|in advance|after hours|tax free|partly|with interest|' +
  'by cheque|at home|for work|second-hand|instead of Anna|per head|overdue|on time|in instalments|when Anna paid|share|' +
  'percentage|weekday|yearly|months|days';

/**
 * Words beside which a figure may stay as it was: where, and why. The text is the question with the
 * word in `«»`.
 */
const HARMLESS: readonly (readonly [words: string, where: RegExp, why: string])[] = [
  ['also', /./u, 'asks besides'],
  ['only|all|any|both|either', /./u, 'beside a name or a time that is all of what counts already'],
  ['of|in|on|at|to|with|from|by|out|up', /./u, 'before what it belongs to, or twice'],
  ['people', /./u, 'the people of a payee'],
  ['different', /how many|number|count/iu, 'each is counted once anyway'],
  ['share', /^«/u, 'please share'],
  ['planned|scheduled|due', /will|next|due|coming/iu, 'said twice'],
  ['over', /» \p{Lu}/u, 'before a month'],
  [
    'over|since|from',
    /» .*(?:\d|to|thru|through|until|vs|this|on|since)(?![\p{L}])|since «/iu,
    'before a time that has a beginning',
  ],
  [
    'no|not|nor|neither|excluding|without|besides|except|other|others',
    /(?:not|no|without|exclud|except|besides|other than|minus|neither|leav|apart|aside|bar).*«|».*(?:aside|left out|excluded)/iu,
    'within what is left out already',
  ],
  [WORDS, /».*(?:sorry|\.\.\.|no, )/iu, 'before what the customer takes back'],
  [
    'last|months|days|over',
    /» (?:\p{Lu}|to |in |last |since |20|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/u,
    'before a time: a month without its year is the latest',
  ],
  [
    'each|every|any|per|them|per payee',
    /(?:» \w+day|top|average|count|show|list|bill|all|how many|often|«each»)/iu,
    'beside one of many that are counted',
  ],
  ['average|monthly|weekly|daily|yearly', /average|month|week|day|year/iu, 'said twice'],
  ['how often', /how many|how often|count|number|when/iu, 'said twice'],
  [
    'more than|less than|than|compared|versus',
    /more|less|higher|lower|compare|vs|versus|against|dearer|cheaper|or |difference/iu,
    'said twice',
  ],
  [
    'most|least|largest|smallest',
    /most|least|largest|biggest|highest|smallest|cheapest|dearest|lowest|best/iu,
    'said twice',
  ],
  [
    'left|available|cash|still',
    /have|balance|what'?s? (?:is |was )?(?:in|on)|is in|«|wallet/iu,
    'money that is there is what is left',
  ],
  ['off', /«off» (?:me|us)/iu, 'what a shop takes off somebody is what somebody pays there'],
  [
    'in dollars|shops|people|first|before|after',
    /dollar|\$|shop|groceries|first|before|after/iu,
    'said twice',
  ],
];

export interface Inserted {
  readonly word: string;
  /** The question with the word in `«»`. */
  readonly text: string;
}

interface Asked {
  /** Left out of questions that belong to no set. */
  readonly id?: string;
  readonly ledger: string;
  readonly question: string;
}

const PRIVATE = new Set(['start', 'end', 'text']);
/**
 * Returns the question's reading, or null when there is none or the question needs more
 * information.
 */
function readingOf(ask: Ask | null): string | null {
  if (!ask || ask.left.length > 0 || ask.unclear.length > 0 || ask.topic === 'help') return null;
  return JSON.stringify(ask, (key, value) => (PRIVATE.has(key) ? undefined : value));
}

/** Returns inserted words that did not change the reading and are not excused. */
export function lostWords(isTaken: (index: number) => boolean): {
  readonly tried: number;
  readonly lost: readonly Inserted[];
} {
  const questions = ['questions', 'own-questions'].flatMap((name): Asked[] => {
    const file = new URL(`./${name}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')).questions;
  });
  const opened = new Map(
    generateLedgers().map((one) => [one.name, openLedger(one, one.timeZone)] as const),
  );
  const lost: Inserted[] = [];
  let tried = 0;
  let index = 0;
  for (const { id, ledger, question } of questions) {
    const open = opened.get(ledger);
    if (!open || (id !== undefined && isKept(id))) continue;
    const { books, lexicon } = open;
    const askingTime = { now: books.now, timezone: books.timezone };
    const said = question.replace(/[?!. ]+$/u, '').split(' ');
    let wholeReply: string | null | undefined;
    for (const word of WORDS.split('|')) {
      for (let place = 0; place <= said.length; place++) {
        if (!isTaken(index++)) continue;
        wholeReply ??= readingOf(understand(question, lexicon, askingTime));
        if (wholeReply === null) continue;
        tried++;
        const put = (text: string) =>
          [...said.slice(0, place), text, ...said.slice(place)].join(' ');
        const read = readingOf(understand(put(word), lexicon, askingTime));
        if (read !== wholeReply) continue;
        const text = put(`«${word}»`);
        const isHarmless = HARMLESS.some(
          ([words, harmlessPlace]) => words.split('|').includes(word) && harmlessPlace.test(text),
        );
        if (!isHarmless) lost.push({ word, text });
      }
    }
  }
  return { tried, lost };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const every = Math.round(1 / Number(process.argv[2] ?? 1));
  const { tried, lost } = lostWords((index) => (index * 7_919) % every === 0);
  for (const { text } of lost) process.stdout.write(`${text}\n`);
  process.stdout.write(`${tried} insertions, ${lost.length} of them lost\n`);
}
