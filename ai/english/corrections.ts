// English of corrections: what is said to a payment that is open.

export const CANCELED = new RegExp(
  '^(?:(?:no|nope|wait|actually|sorry|oh|ok|okay|please|on second thoughts?)[, ]+)*(?:' +
    '(?:cancel|scrap|scratch|drop|forget|stop|abort|undo|kill|bin|withdraw)' +
    '(?: (?:it|that|this|about (?:it|that)|the (?:whole thing|payment|transfer)|everything))?|' +
    "never ?mind(?: (?:it|that))?|don'?t(?: do (?:it|that)| send (?:it|that|anything)| bother)?|" +
    'do not(?: do (?:it|that)| send (?:it|that|anything))|no|nope|no,? thanks?|no thank you|' +
    "leave it|i(?:'ve| have)? changed my mind|i (?:don'?t|do not) want (?:to|it|that|this)" +
    "(?: do (?:it|that))?(?: any ?more)?|not any ?more|let'?s not|rather not|i'?d rather not)" +
    '(?:[, ]+(?:please|thanks|thank you|after all|then|now|instead))*[.! ]*$',
  'i',
);
export const AGREED = new RegExp(
  '^(?:(?:yes|yep|yeah|yup|ok|okay|sure|alright|perfect|great|fine)[, ]*)*' +
    '(?:yes|yep|yeah|yup|ok|okay|sure|alright|perfect|great|fine|confirm(?:ed)?|do it|go ahead|' +
    "send it|correct|right|please do|please|that'?s (?:right|correct|it))[.! ]*$",
  'i',
);
export const BACK =
  /^(?:(?:no|wait|actually|please|sorry)[, ]+)*(?:go back|back|undo (?:it|that|the change)|as (?:it was )?before|the (?:one|other one) before|change it back|revert)(?: please)?[.! ]*$/i;
export const LEAD = new RegExp(
  '^(?:(?:no|nope|not that|sorry|actually|wait|oh|hmm|ah|ok|okay|well|i mean|i meant|make (?:it|' +
    "that|this)|change (?:it|that|this|the amount|the date|the payee)(?: to)?|let'?s (?:make|say)(?: it)?|" +
    "it should be|it'?s|its|it is|that'?s|that would be|i'?d say|i said|say|exactly|precisely|an even|" +
    'wrong (?:person|one|amount|payee)|wrong|oops|whoops|that (?:was|is) (?:too (?:much|little|high|low)|wrong|not right)|too (?:much|little)|change the (?:recipient|payee|person|amount|date|day|account|' +
    'currency)(?: to)?|the (?:recipient|payee|amount|account|date|day) (?:is|should be)|should (?:be|go)|' +
    '(?:raise|increase|up|lower|reduce|bring|round|bump|drop|cut|set)(?: (?:it|that|the amount))?' +
    '(?: up| down)? to(?= )|' +
    '(?:take|send|pay|do|move|give|use|put|transfer) (?:it|that|this)|use|rather|instead|please|' +
    'and|but|just|only|then)(?![\\p{L}])[ ,:;-]*)+',
  'iu',
);
/** `no, send Bob 30 euros`: another order in the place of the one that is open. */
export const DENIED =
  /^(?:(?:no|nope|wait|actually|sorry|rather|oh|oops|hmm|on second thoughts?)(?![\p{L}])[ ,.:;!-]*)+/iu;
export const TAIL =
  /(?:(?<![ ,])[ ,]{0,8}(?:instead|please|pls|rather|then|thanks|thank you|thx|cheers|actually|exactly|only|will do|for now|after all|i meant?|i said|in total)(?![\p{L}])){0,6}[.! ]{0,8}$/iu;
export const MOST_WORDS = 12;
export const QUESTION =
  /^(?:how|what|when|where|why|which|who|whose|is|are|was|were|do|does|did|has|have|can|could|will|would|should|show|list|tell)\b.*|\?\s*$/i;

export const SECOND =
  /^(?:and|also|plus|then)(?: also| then)?(?: (?:send|pay|give|transfer))?(?: another)? /i;

export const FACTORS: Readonly<Record<string, readonly [bigint, number]>> = {
  double: [2n, 0],
  twice: [2n, 0],
  triple: [3n, 0],
  treble: [3n, 0],
  quadruple: [4n, 0],
  halve: [5n, 1],
  half: [5n, 1],
};
export const SCALE = new RegExp(
  `^(${Object.keys(FACTORS).join('|')})(?: (?:it|that|this|of (?:it|that)|the amount|as much))?(?: again)?$`,
  'i',
);
export const MORE =
  /^(add |plus |another |(?:raise|increase|bump|up)(?: (?:it|that|the amount))? by )?(knock |(?:lower|reduce|cut|decrease|drop)(?: (?:it|that|the amount))? by |minus )?(.+?)(?: (more|extra|on top|less|fewer|off))?(?: (?:than|to) (?:that|it))?$/i;

export const INSTEAD: readonly RegExp[] = [
  /^not (.+?)(?:,| but|;| -|\.)+ ?(?:but )?(.+)$/i,
  /^(?<next>.+?),? (?:and )?not (?<old>.+)$/i,
  /^(?<next>.+?) instead of (?<old>.+)$/i,
  /^(?<old>.+?) (?:should be|is wrong,?) (?<next>.+)$/i,
];

export const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `my son should get it`. */
export const GETS_IT =
  /^(.+?) (?:should (?:get|have|receive)|gets|is to (?:get|have)|has to get|was meant to get) (?:it|that|the money|this)$/iu;
/** `the same to Tariq`: a payment beside the one that is open. */
export const SAME =
  /^(?:and |also |plus )*(?:(?:send|pay|give|transfer) )?(?:the )?same(?: again| amount| sum)? (?:to|for) (.+)$/iu;

export const JOINED = /^(?:(?:and|on|starting|by|at|the|of|for)(?: |$))*$/i;

export const ONCE = /^(?:once|one[- ]off|a one[- ]off|one time|this once|not regularly)$/i;
export const NOW = /^(?:(?:right )?now|immediately|at once|(?:right|straight) away)$/i;
/** `take it from savings`, `send it to Bob`: about the command that is open. */
export const ABOUT_THE_OPEN = /(?<![\p{L}])(?:it|that|this|instead|rather)(?![\p{L}])/iu;
/** `the Lindqvist one`: the word stands for a person or a thing, and is no number. */
export const PRONOUN =
  /(?<![\p{L}])(?:the|this|that|my) ([\p{L}' -]{1,40}) ones?(?![\p{L}])(?! (?:euros?|dollars?|pounds?|hundred|thousand))/giu;
