// English for questions that are about no booked payment: what is held, due, allowed, exchanged; and
// about how the bank works.

export const SYMBOLS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};
export const UNIT_NAMES: Readonly<Record<string, string>> = {
  ...{ euro: 'EUR', euros: 'EUR', dollar: 'USD', dollars: 'USD', bucks: 'USD', pound: 'GBP' },
  ...{ rupee: 'INR', rupees: 'INR', rs: 'INR' },
  ...{ pounds: 'GBP', quid: 'GBP', sterling: 'GBP', yen: 'JPY', franc: 'CHF', francs: 'CHF' },
};

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
  /how much|balance|spend|spent|most often|the most|on average|earn|income|typically|usually|\btotal\b/iu;

/** Where a message turns to its question: `Sounds good, but first, what is my balance?` */
export const TURN =
  /[.!?,;:]+ +|(?<![\p{L}])(?:but|and|so|because|first|now|next|actually)(?: |, )/giu;
/** What stands before a question and asks nothing. */
export const OPENING = new RegExp(
  '^(?:(?:(?:can|could|would|will) (?:you|u)|may i|can i|could i|might i|please|pls|kindly|just|also|first|' +
    'now|next|then|hi|hello|hey|yes|yeah|yep|yup|ok|okay|sure|alright|great|perfect|thanks|thank you|and|but|so|go ahead and|' +
    "i(?:'d|'ll| would| will| am|'m)?(?: also| still| now| just| really| next| first)?(?: (?:want|need|have|like|love|wish|trying|going|looking))(?: you)? to|" +
    'i need(?: a| some)? help(?: with)?|i need|i want|need to|want to|let me|let us|help(?: me)?(?: out)?(?: with| to)?|do me a favou?r and|' +
    'would it be possible (?:for you )?to|is it possible (?:for you )?to|go and|' +
    '(?:check|verify|look up|look at|pull up|bring up|see|find|find out|confirm|get|hear|know|fetch|show|tell|give|view|update me on|alert me of|inform me of|say|read)' +
    '(?: me| us)?(?: what)?(?: to me)?)(?![\\p{L}])[ ,]{0,4}){1,8}',
  'iu',
);
/** What stands behind it and asks nothing. */
export const CLOSING =
  /(?:[ ,.?!]+(?:please|pls|thanks|thank you|now|first|for me|right now|today|would you|can you|could you|do it for me|please do it for me|(?:would you |can you |could you )?check (?:it|that) for me))+[ ,.?!]*$|[ ,.?!]+$/iu;
