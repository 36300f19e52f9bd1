// English of corrections: what is said to a payment that is open.

/** Why a payment is withdrawn: it is made in another way, or is no longer wanted. */
const WHY =
  "(?:i(?:'ll| will|'m going to|'d rather| can)? (?:just )?(?:give|pay|hand|do|sort|settle|send|bring|handle|transfer) (?:it |him |her |them |this |that )*(?:(?:in |with |by )?cash|later|myself|another (?:way|time|day)|some other (?:way|time)|in person|differently|by (?:card|cheque|check))|" +
  "wrong (?:person|one)|my (?:mistake|bad)|i(?:'ll| will) see (?:him|her|them)(?: \\p{L}+){0,3}|" +
  "i(?:'ve| have)? (?:already )?(?:paid|gave|given|settled|sorted)(?: (?:it|him|her|them|that))+(?: already)?(?: (?:in|with) cash| cash)?(?: already)?|" +
  "(?:i|we) (?:don'?t|do not) (?:want|need) (?:it|that|this|to)(?: (?:any ?more|now|sent|paid|done))*|i(?:'ve| have)? changed my mind|(?:he|she|they)(?:'s| has|'ve| have)? (?:already )?(?:got (?:it|paid) already|got paid|been paid|paid|sorted it)(?: already)?|" +
  "(?:it'?s|it is|that'?s) (?:already |been )*(?:paid|sorted|done|settled|not needed|no longer needed)(?: already)?|(?:i(?:'ve| have)? )?already paid(?: (?:it|him|her|them))?|not needed(?: any ?more)?|no longer (?:needed|necessary)|i(?:'ll| will) (?:do|sort) (?:it|that|this) (?:later|myself))";
export const CANCELED = new RegExp(
  '^(?:(?:no|nope|nah|wait|hang on|hold on|actually|sorry|oh|ok|okay|please|ah|hmm|well|on second thoughts?)[,. ]+)*(?:' +
    '(?:cancel|scrap|scratch|drop|forget|stop|abort|undo|kill|bin|withdraw)' +
    '(?: (?:it|that|this|about (?:it|that)|(?:the|this|that|my) (?:whole thing|payment|transfer|order)|everything))?|nah|' +
    "never ?mind(?: (?:it|that))?|don'?t(?: do (?:it|that)| send (?:it|that|anything)| bother)?|" +
    'do not(?: do (?:it|that)| send (?:it|that|anything))|no|nope|no,? thanks?|no thank you|' +
    "leave it(?: (?:out|be|alone))?|don'?t (?:worry|do it|send it|pay it)(?: about it)?|(?:do not|don'?t) (?:go ahead|proceed)|call it off|bin it|" +
    "i (?:no longer|don'?t) (?:want|need) (?:it|that|this|to send it|to pay it)(?: any ?more)?|(?:there'?s|there is) no need|no need(?: any ?more)?|i(?:'ve| have)? changed my mind|i (?:don'?t|do not) want (?:to|it|that|this)" +
    "(?: do (?:it|that))?(?: any ?more)?|not any ?more|let'?s not|rather not|i'?d rather not)" +
    `(?:[,.;:! -]+(?:${WHY}|cancel (?:it|that|this)|stop(?: it)?|forget (?:it|that)|never ?mind|scrap (?:it|that)|please|thanks|thank you|after all|then|now|instead|sorry|for now))*[.! ]*$|` +
    `^(?:(?:no|nope|nah|wait|hang on|hold on|actually|sorry|oh|well|ah)[,. ]+)+${WHY}[.! ]*$`,
  'iu',
);
export const AGREED = new RegExp(
  '^(?:(?:yes|yep|yeah|yup|ok|okay|sure|alright|perfect|great|fine)[, ]*)*' +
    '(?:yes|yep|yeah|yup|ok|okay|sure|alright|perfect|great|fine|confirm(?:ed)?|do it|go ahead|' +
    "send it|correct|right|please do|please|that'?s (?:right|correct|it))[.! ]*$",
  'i',
);
export const BACK =
  /^(?:(?:no|wait|actually|please|sorry)[, ]+)*(?:go back|back|undo(?: (?:it|that|the change|the last (?:one|change)))?|as (?:it was )?before|the (?:one|other one) before|change it back|revert)(?: please)?[.! ]*$/i;
export const LEAD = new RegExp(
  '^(?:(?:no|nope|nah|not that|oh dear|oh no|omg|ugh|argh|yikes|sry|soz|pardon(?: me)?|apologies|excuse me|my (?:mistake|bad|apologies)|silly me|' +
    "i (?:misread|mistyped|misspoke|mixed up|misremembered)(?: (?:it|that|this|the amount|them))?|i got (?:it|that) wrong|(?:that was|that is|that's) a (?:typo|mistake)|typo|on second thoughts?|sorry|actually|wait|oh|hmm|ah|ok|okay|well|i mean|i meant|make (?:it|" +
    "that|this)|change (?:it|that|this|the amount|the date|the payee)(?: to)?|let'?s (?:make|say)(?: it)?|" +
    "it should be|it'?s|its|it is|that'?s|that would be|i'?d say|i said|say|exactly|precisely|an even|" +
    'wrong (?:person|one|amount|payee)|wrong|oops|whoops|that (?:was|is) (?:too (?:much|little|high|low)|wrong|not right)|too (?:much|little)|change the (?:recipient|payee|person|amount|date|day|account|' +
    'currency)(?: to)?|the (?:recipient|payee|amount|account|date|day) (?:is|should be)|should (?:be|go)|' +
    '(?:raise|increase|up|lower|reduce|bring|round|bump|drop|cut|set)(?: (?:it|that|the amount))?' +
    '(?: up| down)? to(?= )|' +
    '(?:take|send|pay|do|move|give|use|put|transfer) (?:it|that|this)|use|rather|instead|please|' +
    'start(?:s|ing)?|begin(?:ning|s)?|(?:the )?first (?:one|payment)(?: is| should be)? on|let it (?:start|begin)|(?:do|pay|send) (?:it|that)|make the (?:amount|date|sum)|(?:hang|hold) on(?: a (?:sec|second|minute|moment))?(?=[,.])|yes|yeah|and|but|just|only|then)(?![\\p{L}])[ ,:;-]*)+',
  'iu',
);
/** `no, send Bob 30 euros`: another order in the place of the one that is open. */
export const DENIED =
  /^(?:(?:no|nope|wait|actually|sorry|rather|oh|oops|hmm|on second thoughts?)(?![\p{L}])[ ,.:;!-]*)+/iu;
export const TAIL =
  /(?:(?<![ ,])[ ,]{0,8}(?:instead|please|pls|rather|then|thanks|thank you|thx|cheers|actually|exactly|only|will do|for now|after all|i meant?|i said|in total|altogether|all in|all told|to be (?:exact|precise)|(?:with|including|incl) (?:the |a )?(?:tip|fees?|delivery|tax|vat|service|postage|shipping))(?![\p{L}])){0,6}[.! ]{0,8}$/iu;
export const MOST_WORDS = 12;
export const QUESTION =
  /^(?:how|what|when|where|why|which|who|whose|is|are|was|were|do(?! (?:it|that|this)(?![\p{L}]))|does|did|has|have|can|could|will|would|should|show|list|tell)\b.*|\?\s*$/iu;

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

/** `use the savings`, `with my dollars`: where it is paid from. */
export const USED =
  /^(?:(?:no|nope|sorry|actually|wait|oh|hmm|ah|ok|okay|well|please|and|but|can you|could you|let'?s|i'?d rather|rather)(?![\p{L}])[ ,:;-]*)*(?:use|using|with|off|out of|via|charge|debit|draw (?:it )?(?:from|on)|pay (?:it )?(?:with|using|out of|off)|(?:take|pay|send|do|move|get|make) (?:it|that|this) (?:from|out of|off|with|using|via|come from)|(?:it should (?:come|go) )?from|make it(?: come)? from|switch (?:it )?to)(?![\p{L}]) (.+)$/iu;
/** `the personal account`: an account alone. */
export const ACCOUNT_ALONE = /^((?:(?:the|my) )?[\p{L}][\p{L} '’]{1,30} account)$/iu;
/** `can you make it 30`: asked, and an order all the same. */
export const ASKED_TO =
  /^(?:can|could|would|will) (?:(?:you|u|we|i)(?: please| just)* (?=(?:use|make|change|send|do|take|pay|put|add|raise|lower|move)(?![\p{L}])[^?]*$)|(?:it|that|this)(?: please| just)* (?:go(?: out)?|leave|be(?: (?:sent|paid|done|made))?)(?= [^?]*$))/iu;
/** `add a note: fishing`. */
export const NOTED: readonly RegExp[] = [
  /^(?:(?:and|please|also|can you|could you)[, ]+)*(?:(?:add|put|use|write|with|set|leave|include|make)(?: it)? )?(?:(?:a|the|as|as the) )?(?:note|memo|reference|ref|description)(?: is| of| to| should be| saying)?:? ?["“']?([^"“”]{1,40}?)["”']?[.! ]*$/iu,
  /^(?:(?:and|please|also|can you|could you)[, ]+)*(?:put|use|write|add|set|make) ["“']?([^"“”]{1,40}?)["”']? (?:as|for|in) (?:a |the |its )?(?:note|memo|reference|ref|description)[.! ]*$/iu,
];
/** `Marklund is the one`, `the one called Marklund`. */
export const CHOSEN: readonly RegExp[] = [
  /^(?:it'?s |i mean |i meant )?(.+?),? (?:is|was|'s) (?:the (?:one|right one|person)|it|who i mean(?:t)?|right|correct|the one i mean(?:t)?)$/iu,
  /^(?:it'?s |it is |i mean |i meant |that'?s )?(?:the )?(?:one|person|guy|lady|woman|man|friend) (?:called|named|whose (?:last |first |sur)?name is|that is called)? ?(.+)$/iu,
  /^(?:(?:the )?(?:last|first|family|sur)[ -]?name (?:is|was|should be)|called|named) (.+)$/iu,
];
/** `my son should get it`. */
export const GETS_IT =
  /^(.+?) (?:should (?:get|have|receive)|gets|is to (?:get|have)|has to get|was meant to get) (?:it|that|the money|this)$/iu;
/** `the same to Tariq`: a payment beside the one that is open. */
export const SAME =
  /^(?:and |also |plus )*(?:(?:send|pay|give|transfer) )?(?:the )?same(?: again| amount| sum)? (?:to|for) (.+)$/iu;

export const JOINED = /^(?:(?:and|on|starting|by|at|the|of|for|from)(?: |$))*$/i;

export const ONCE = /^(?:once|one[- ]off|a one[- ]off|one time|this once|not regularly)$/i;
export const NOW = /^(?:(?:right )?now|immediately|at once|(?:right|straight) away)$/i;
/** `take it from savings`, `send it to Bob`: about the command that is open. */
export const ABOUT_THE_OPEN =
  /(?<![\p{L}])(?:it|that|this|instead|rather)(?![\p{L}])|^(?:and |please )*add (?!.* to )/iu;
/** `the Lindqvist one`: the word stands for a person or a thing, and is no number. */
export const PRONOUN =
  /(?<![\p{L}])(?:the|this|that|my) ([\p{L}' -]{1,40}) ones?(?![\p{L}])(?! (?:euros?|dollars?|pounds?|hundred|thousand))/giu;
