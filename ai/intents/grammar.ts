// The patterns of a command, made of the phrases and words of the English folder. Values that were
// read before are replaced in a message by stand-ins; a phrase names them as slots.

import {
  BARE as BARE_PHRASES,
  BELONGINGS,
  DEPOSITS,
  ASKED_FOR as ENDS_ASKED_FOR,
  FOR as FOR_WORDS,
  GOAL_NOUNS,
  HAZARD_WORDS,
  IN_ING,
  KINDS,
  LABELS as LABEL_PHRASES,
  MADE,
  MADE_ASKED_FOR,
  MAKING,
  MONEY_BACK as MONEY_BACK_WORDS,
  NO_GOAL as NO_GOAL_WORDS,
  NOUN_ASKED_FOR,
  ONE,
  OPENS,
  PARTS,
  PLAIN as PLAIN_PHRASES,
  QUESTION_STARTS,
  QUIET as QUIET_PHRASES,
  SENDING,
  SENT_HOW,
  SOMEBODY as SOMEBODY_PHRASES,
  STATEMENTS as STATEMENT_PHRASES,
  TAKEN as TAKEN_PHRASES,
  WITHDRAWALS,
  WITHOUT_AMOUNT as WITHOUT_AMOUNT_PHRASES,
} from '../english/commands.ts';
import {
  BEFORE_AN_ORDER,
  BELONGING,
  CLAUSE_OF_TWO as CLAUSES_OF_TWO,
  COURTESIES,
  DONE_FOR_ME,
  GETTING,
  NO_CLAUSE as NO_CLAUSE_WORDS,
  NO_LAST_AND,
  NO_REFERENCE_BEHIND,
  NO_REMARK,
  ORDERED as ORDERED_WORDS,
  PARTS_AROUND,
  PARTS_OF_REFERENCES,
  REFERENCES as REFERENCE_PHRASES,
  REMARKS,
  TRAILING_ORDER as TRAILING_ORDER_PHRASES,
  TRAILING as TRAILING_PHRASES,
} from '../english/commands-around.ts';
import { TITLES } from '../english/people.ts';
import { type Notation, oneOf, partsOf, phraseSource } from './phrases.ts';

export type CommandVerb = 'transfer' | 'deposit' | 'withdrawal';

export type Hazard =
  | 'negation'
  | 'condition'
  | 'question'
  | 'quotation'
  | 'several_operations'
  | 'everything'
  | 'raised_digits'
  | 'unreadable_characters';

/** Stand-ins of equal length for values that were read, from the private use area of Unicode. */
export const MASK = {
  amount: '\ue000',
  date: '\ue001',
  recurrence: '\ue002',
  quiet: '\ue003',
  order: '\ue004',
} as const;

const NO_LETTER = '(?![\\p{L}])';
const ALONE = '(?<![\\p{L}])';
const MARKS = '\\ue000-\\ue004';
const AMOUNT = '\\ue000+';
const POLITELY = '(?:[ ,.!]|please|thanks|thank you|[\\ue003\\ue004])*';

// Parts that any phrase may name.
const letters: Notation = {
  parts: new Map([
    ['letters', '[\\p{L}]+'],
    ['words', '(?: \\p{L}+){0,5}'],
    ['few words', '(?: \\p{L}+){0,4}'],
    ['some words', '(?: \\p{L}+){1,4}'],
    ['amount', AMOUNT],
    ['no question', '(?=[^?]*$)'],
    ['slots', `[${'\\ue000-\\ue003'}]+(?: [\\ue000-\\ue003]+){0,3}`],
  ]),
  closed: new Set(['words', 'few words', 'some words', 'no question']),
};
const sending = oneOf(SENDING, letters);
const making = oneOf(MAKING, letters);
const kind = oneOf(KINDS, letters);
const goalNoun = oneOf(GOAL_NOUNS, letters);

// The slots of a command.
const NAME = `(?<payee>[^${MARKS},;:?!]{1,60}?)`;
const slots: Notation = {
  parts: new Map([
    ...letters.parts,
    ['sending', sending],
    ['making', `${making}(?: \\ue003+| please| kindly| now)?`],
    ['kind', kind],
    ['goal noun', `(?<purpose>(?:[\\p{L}'’]+ ){0,2}${goalNoun})`],
    ['amount', AMOUNT],
    ['quiet', '\\ue003+'],
    ['days', '[\\ue001\\ue002]+'],
    ['ordered', '\\ue004+'],
    ['number', '#?\\d+'],
    [
      'job',
      `(?<purpose>(?:(?:[\\p{L}'’]+ ){1,3}(?:for|at|in|on) |(?:our|my|the|your|her|his|their) (?:[\\p{L}'’]+ )?(?:share|part|half|portion|cut|bit|contribution) of )[^${MARKS},;:.?!]{2,40})`,
    ],
    ['payee', NAME],
    ['him or her', '(?<payee>him|her|them)'],
    ['story', `(?<story>(?=\\p{L})[^${MARKS}:;?"“”„«»\\n]{3,90}?)(?:[,.!]| [-–])`],
    ["payee's", `${NAME}(?:['’]s|s['’])?`],
    ["owner's", `${NAME}(?:['’]s|s['’])`],
    ['source', `(?<source>[^${MARKS},;:.?!]{1,40}?)`],
    ['purpose', `(?<purpose>[^${MARKS},;:.?!]{1,80}?)`],
    ['colon', '[:,]'],
    ['pause', '[,;:.]?(?: [-–])?'],
    ['end', `${POLITELY}$`],
  ]),
  closed: new Set([
    'colon',
    'pause',
    'end',
    'rest',
    'rest of it',
    'rest and order',
    'rest or order',
  ]),
  space: ',? ',
};
const told: Notation = { ...slots, parts: partsOf({ ...PARTS, one: ONE }, slots) };

/** One of the words, by itself. */
const alone = (phrases: readonly string[]) => `${ALONE}${oneOf(phrases, letters)}${NO_LETTER}`;
const exactly = (phrases: readonly string[], more = '') =>
  new RegExp(`^(?:${oneOf(phrases, letters)}${more})$`, 'iu');
/** Patterns of whole messages, or of the message after its courtesies. */
const whole = (phrases: readonly string[], flags = 'iu') =>
  phrases.map((one) => new RegExp(`^${phraseSource(one, told)}`, flags));

// ---------------------------------------------------------------- words that make it no plain command

export const HAZARDS: readonly (readonly [Hazard, RegExp])[] = [
  ['negation', new RegExp(alone(HAZARD_WORDS.negation), 'iu')],
  ['condition', new RegExp(alone(HAZARD_WORDS.condition), 'iu')],
  ['question', new RegExp(`\\?\\s*\\p{L}|^${oneOf(QUESTION_STARTS, letters)}${NO_LETTER}`, 'iu')],
  [
    'quotation',
    new RegExp(
      `["“”„«»\`]|${ALONE}['‘][^']+['’]${NO_LETTER}|${alone(HAZARD_WORDS.quotation)}`,
      'iu',
    ),
  ],
  [
    'several_operations',
    new RegExp(
      `${alone(HAZARD_WORDS.several_operations)}|[;&\\n]|` +
        `(?<!${ALONE}(?:${Object.keys(TITLES).join('|')}|st|no|nr|rs))\\.\\s+\\p{L}`,
      'iu',
    ),
  ],
  ['everything', new RegExp(alone(HAZARD_WORDS.everything), 'iu')],
];

// --------------------------------------------------------------------------------------------- verbs

const verb = (source: string) => new RegExp(`^${source}${NO_LETTER} ?`, 'iu');
const spoken: Notation = { ...told, space: ' ' };
export const VERBS: readonly (readonly [CommandVerb, RegExp])[] = [
  ['transfer', verb(phraseSource(MADE, spoken))],
  ['deposit', verb(oneOf(DEPOSITS, letters))],
  ['withdrawal', verb(oneOf(WITHDRAWALS, letters))],
  [
    'transfer',
    new RegExp(`^${sending}${NO_LETTER}(?: ${oneOf(SENT_HOW, letters)}${NO_LETTER})? ?`, 'iu'),
  ],
  // `£18 to Iestyn`: an amount and a payee, and no verb.
  ['transfer', /^(?=\ue000+ (?:over )?(?:to|2) \S)/u],
];
/** `Would you mind sending …`, `help with making a transfer`, `I need a bank transfer`. */
export const MINDED: typeof VERBS = [
  ['transfer', verb(oneOf(MADE_ASKED_FOR, spoken))],
  ['transfer', verb(oneOf(IN_ING, letters))],
  [
    'transfer',
    new RegExp(
      `^${phraseSource(NOUN_ASKED_FOR, spoken)}(?=[ ,.!]*$| (?:to|from|of|for)${NO_LETTER}) ?`,
      'iu',
    ),
  ],
];
/** A verb of a payment, wherever it stands. */
export const SAYS_SENDING = new RegExp(`${ALONE}(?:${sending}|${making})${NO_LETTER}`, 'iu');
/** Words that move money only before an amount: `get $50 to Thaddeus`. */
export const PLAIN = new RegExp(`^${oneOf(PLAIN_PHRASES, spoken)}${NO_LETTER}`, 'iu');
/** An order to move money, regardless of the model, in which every word has its place. */
export const BARE = new RegExp(`^${oneOf(BARE_PHRASES, spoken)}${NO_LETTER}`, 'iu');
/** Words before a verb in `-ing` or a noun that ask for it. */
export const ASKED_FOR = new RegExp(`${oneOf(ENDS_ASKED_FOR, letters)}[ ,]*$`, 'iu');

// ---------------------------------------------------------------------------------------- single words

export const QUIET = new RegExp(alone(QUIET_PHRASES), 'giu');
export const DESTINATION = exactly(OPENS.destination);
export const SOURCE = exactly(OPENS.source);
export const PURPOSE = exactly(OPENS.purpose, '|[-–—]|\\(.*');
export const TOWARDS = exactly(OPENS.goal);
export const FOR = new RegExp(`${ALONE}${oneOf(FOR_WORDS, letters)} `, 'iu');
export const BESIDE_A_DAY = exactly(OPENS.besideDay);
export const BESIDE_AN_AMOUNT = exactly(OPENS.besideAmount);
export const SILENT = exactly(OPENS.silent);
export const SILENT_BEHIND_PAY = exactly(OPENS.silentBehindPay);
/** A payment's purpose in one noun. */
export const GOAL_NOUN = exactly(GOAL_NOUNS);
/** Words that a goal without `for` never has. */
export const NO_GOAL = exactly(NO_GOAL_WORDS);
/**
 * Purposes of a label that may state a payment instead of ordering it: `Volt House, 90, refund`.
 */
export const MONEY_BACK = exactly(MONEY_BACK_WORDS);
export const ORDERED = new RegExp(alone(ORDERED_WORDS), 'iu');
const owned: Notation = {
  ...letters,
  parts: new Map([...letters.parts, ['goal noun', goalNoun]]),
};
/** `Priya's invoice`: the payee's belonging is the purpose. */
export const OWNED = new RegExp(`^(.+)['’]s ${oneOf(BELONGINGS, owned)}$`, 'iu');
/** `50 4 the pizza`, `10 2 Priya`: a word, and no amount. Behind it stands one of these, or a name. */
export const SHORT_FOR = new RegExp(
  `^ (?:(?:the|my|ur|your|his|her|our|their)${NO_LETTER}|${goalNoun}${NO_LETTER})`,
  'iu',
);
/** Emoji without a meaning for an order. Emoji that forbid belong to no part. */
export const PICTURES =
  /(?:(?![❌🚫🛑👎🙅✋⛔❓⁉❗⚠🤔😂🤣])\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\u{FE0F}]*)+/gu;

// -------------------------------------------------------------------------------- whole payments, told

export const SOMEBODY: readonly RegExp[] = whole(SOMEBODY_PHRASES, 'diu');
/** All words of each are known but those of its groups, which are payee, source and purpose. */
export const STATEMENTS: readonly RegExp[] = whole(STATEMENT_PHRASES, 'diu');
/** Told by a payee and an amount alone: an order where the payee is one of the contacts. */
export const LABELS: readonly RegExp[] = whole(LABEL_PHRASES, 'diu');
/** Somebody is to be paid, and how much is open. */
export const WITHOUT_AMOUNT: readonly RegExp[] = whole(WITHOUT_AMOUNT_PHRASES, 'diu');
/** `take 50 from savings and send it to Priya`: one movement, told as two. */
export const TAKEN: readonly RegExp[] = whole(TAKEN_PHRASES, 'diu');

// ------------------------------------------------------------------------------------ around the order

const around: Notation = {
  ...letters,
  parts: partsOf(PARTS_AROUND, letters),
};
export const POLITE = new RegExp(
  `^(?:${oneOf(COURTESIES, around)}${NO_LETTER}[ ,!.]{0,8}){1,8}`,
  'iu',
);
export const REMARK = new RegExp(
  `^(?!.*?${oneOf(NO_REMARK, letters)}[^,.!]*[,.!])${oneOf(REMARKS, letters)}` +
    `[,:.!]+ (?=(?:please |now |so |just )?(?:send|pay|transfer|give|wire|reimburse|repay)${NO_LETTER})`,
  'iu',
);
/** `for bread and milk`: two things that it is for, and no second order. */
export const LAST_AND = new RegExp(
  `(?<=${ALONE}for [\\p{L} '’]{1,60}) (?:and|&) (?:(?!(?:${sending}|${oneOf(NO_LAST_AND, letters)})${NO_LETTER})[\\p{L}'’]+)(?: [\\p{L}'’]+)?[.!]?$`,
  'iu',
);
const before = oneOf(BEFORE_AN_ORDER, letters);
/**
 * A clause before an order, whatever its subject. Words that a clause may not contain are listed
 * beside it.
 */
export const CLAUSE = new RegExp(
  '^([^\\ue000-\\ue002?:;"“”„«»\\n]{4,80}?)(?:[,.!]+|(?<= )[-–—]) +' +
    `(?=(?:(?:${before}|\\ue001+)(?: |, ))*(?:(?:${sending}|make|do|wire)${NO_LETTER}|` +
    `[^,.]{1,40} ${oneOf(GETTING, letters)} \\ue000|\\ue000+ (?:to|for) |` +
    `(?:my|our|the) (?:share|part|bit|portion|cut|half|contribution) (?:is|was|comes to|came to) \\ue000|` +
    `(?!(?:the )?(?:amount|sum|total|price|cost|value|it|that|this|bill|reference)${NO_LETTER})[^,.;:?!\\ue000-\\ue004]{2,40}:? \\ue000+(?:,? (?:please|pls|plz|\\ue003+))?[ .!]*$))`,
  'iu',
);
/** Words after a past day that begin an order, so that the day belongs to something else. */
export const SENT_BY = new RegExp(
  `^[^\\d]{0,40}?[,.!]+ +(?:${before} )*${sending}${NO_LETTER}`,
  'iu',
);
export const NO_CLAUSE = new RegExp(alone(NO_CLAUSE_WORDS), 'iu');
/** `settle the coal bill, it came to 40`: what is before the comma is the order. */
export const CLAUSE_OF_AN_ORDER = new RegExp(
  `^(?:(?:${before}|also) )*(?:${sending}|${making})${NO_LETTER}`,
  'iu',
);
export const CLAUSE_OF_TWO = new RegExp(`${ALONE}${oneOf(CLAUSES_OF_TWO, letters)}$`, 'iu');
export const LEADING_DAY =
  /^(?:(?:on |by |from |starting |beginning |starting from |as of )?(?:the )?[\ue001\ue002]+|\ue003+)[ ,:!.]{0,8}/iu;
export const LEADING_SOURCE = new RegExp(
  `^(?:from|using|out of|with) ([^,${MARKS}]{1,60}?),? (?=(?:please )?(?:${sending}${NO_LETTER}|\\ue000+ (?:over )?(?:to|for|into) ))`,
  'iu',
);
/** At the end of an order: says nothing about it. */
export const TRAILING = new RegExp(
  `(?<![ ,.;:!–—/-])(?:[ ,.;:!–—-]+(?:${oneOf(TRAILING_PHRASES, around)}${NO_LETTER}|[:;]-?[)DdPp](?![\\p{L}\\p{N}]))){1,8}[ .!?]*$`,
  'iu',
);
export const TRAILING_ORDER = new RegExp(
  `(?<=[ ,.–—-])${oneOf(TRAILING_ORDER_PHRASES, letters)}[ .!?]*$`,
  'iu',
);

const OWN_WORDS = "[\\p{L}\\p{N}][\\p{L}\\p{N} /&.#'’_-]{0,39}?";
const QUOTED = '["“‘\']([^"“”‘\']{1,40})["”’\']';
const CALLED = `(?:${QUOTED}|(${OWN_WORDS}))`;
const references: Notation = {
  parts: new Map([
    ...letters.parts,
    // Matches from the first sign only: matching at each sign would take quadratic time on a
    // message of signs.
    ['run', '(?<![ ,;.–—(-])[ ,;.–—(-]+'],
    ['own words', `(${OWN_WORDS})`],
    ['quoted', QUOTED],
    ['called', `(?![\\p{L}])(?: as| is| of| to| should be|:| -|: -| =)? ?${CALLED}`],
    ['colon called', ` ?[:=] ?${CALLED}`],
    ['pause for a goal', '(?:, ?|(?<= )[-–] |\\()'],
    ['goal words', `((?:[\\p{L}'’]+ ){0,2}${goalNoun})`],
    ['own goal', `((?:[\\p{L}'’]+ ){0,2}${goalNoun})`],
    [
      'thing number',
      `((?:inv|po|invoice|order|bill|quote|booking|policy)(?: (?:no|nr|number|num)\\.?)? ?[#:]? ?[\\p{L}\\p{N}/#-]*\\d[\\p{L}\\p{N}/#-]*)`,
    ],
    ['pause', '(?<![,;.–—-])[,;.–—-]+ ?'],
    ['belonging', `(${oneOf(BELONGING, letters)} [\\p{L}][\\p{L} '’-]{1,40})`],
    [
      'done for me',
      "((?:because |since |as |cos |coz |cuz )?(?:she|he|they|it|we)(?:['’]s| is| was| has| have|['’]d| had|['’]ve)? (?:(?:finally|just|already|kindly|also|only|really|very kindly|now) )?" +
        `${oneOf(DONE_FOR_ME, letters)}(?: [\\p{L}'’]+){0,6})`,
    ],
    ['finish', '[ .!)]*$'],
  ]),
  closed: new Set([
    ...(letters.closed ?? []),
    'run',
    'lead',
    'pause for a goal',
    'pause',
    'finish',
  ]),
};
const called: Notation = { ...references, parts: partsOf(PARTS_OF_REFERENCES, references) };
/** The payment's reference at the end of an order; its groups are the words. */
export const REFERENCES: readonly RegExp[] = [
  ...REFERENCE_PHRASES.map((one) => phraseSource(one, called)),
  // A number that belongs to a thing: `invoice 2041`.
  `${references.parts.get('run')}(?<!${ALONE}${oneOf(NO_REFERENCE_BEHIND, letters)} )` +
    `((?:for )?(?:my |our |the |your )?${called.parts.get('thing')} ?[#:]? ?[\\p{L}\\p{N}/#-]*\\d[\\p{L}\\p{N}/#-]*)[ .!)]*$`,
].map((pattern) => new RegExp(pattern, 'iu'));
