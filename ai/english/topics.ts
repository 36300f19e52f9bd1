// English for questions that are about no booked payment: what is held, due, allowed, exchanged; and
// about how the bank works.

import { BALANCE, words } from './questions.ts';

export const SYMBOLS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
};
export const UNIT_NAMES: Readonly<Record<string, string>> = {
  ...{ euro: 'EUR', euros: 'EUR', dollar: 'USD', dollars: 'USD', bucks: 'USD', pound: 'GBP' },
  ...{ pounds: 'GBP', quid: 'GBP', sterling: 'GBP', yen: 'JPY', franc: 'CHF', francs: 'CHF' },
};

/** The first that fits is the topic, before any question about payments. */
export const OTHER_TOPICS: readonly (readonly [
  topic: 'rate' | 'exchanged' | 'overdraft' | 'limits' | 'upcoming' | 'held' | 'net' | 'balance',
  pattern: RegExp,
])[] = [
  ['rate', words('exchange rates?|conversion rate|fx rate|rate (?:from|for|between|of)')],
  [
    'exchanged',
    words('(?:how much|what|how many|did) .*(?:exchange|exchanged|convert|converted|swap|swapped)'),
  ],
  ['overdraft', words('overdraft|overdrawn')],
  ['limits', words('limits?|spending cap|allowed to spend')],
  [
    'upcoming',
    words(
      'upcoming|coming up|scheduled|due|standing orders?|planned|will i ' +
        '(?:pay|be paying|spend|send|owe|have to pay)|going to pay|next ' +
        '(?:payment|rent|transfer|bill)|payments? (?:are )?next|leave my ' +
        'account|next run|future payments|do i (?:still )?(?:owe|have to pay)',
    ),
  ],
  ['held', words('on hold|held|holds?|reserved|authori[sz]ed but|pending')],
  [
    'net',
    words(
      'saved?|net|cash ?flow|left over|was left|were left|surplus|put aside(?: money)?|more in than out',
    ),
  ],
  ['balance', BALANCE],
];

export const LISTED = new RegExp(
  '^(?:(?:please )?(?:show|list)(?: me)?|what|which|how many)' +
    '(?: are)?(?: all)?(?: of)?(?: my| the)? accounts\\b',
);

export const ASKS_HOW =
  'how (?:do|can|could|should|would) (?:i|you|we)|how to|how long|what ' +
  'is an?|what is the difference|' +
  "what's the difference|what's an?|what does|what do you|what happens|" +
  'what are (?:the )?(?:supported|holds|limits|wallets|fees for)|explain|tell me (?:how(?! much| many)|about)|' +
  'where (?:can|do) i|what if|do you|does the bank|who can|is it ' +
  'possible|could i|may i|which currencies';
export const MAY_ASK_HOW = 'why|can i|is my|are my|how is|how are|how does|is there|does';
/** Words that ask for a figure, however the question begins. */
export const FIGURES =
  /how much|balance|spend|spent|on average|earn|income|typically|usually|\btotal\b/iu;
