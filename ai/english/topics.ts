// English for questions that are not about booked payments: amounts held, due, allowed, exchanged;
// and how the bank works.

/**
 * Names of money with the possible currencies of each. The customer's own currencies are preferred.
 */
export const CURRENCY_WORDS: readonly (readonly [words: string, ...codes: string[]])[] = [
  ['euros?|€', 'EUR'],
  ['(?:us|u\\.s\\.|american) (?:dollars?|bucks|money|currency|\\$)|us\\$', 'USD'],
  ['canadian (?:dollars?|bucks|money|currency|\\$)', 'CAD'],
  ['(?:australian|aussie) (?:dollars?|bucks|money|currency|\\$)', 'AUD'],
  ['(?:new zealand|kiwi) (?:dollars?|bucks|money|currency|\\$)', 'NZD'],
  ['hong kong (?:dollars?|bucks|money|currency|\\$)', 'HKD'],
  ['singapore(?:an)? (?:dollars?|bucks|money|currency|\\$)', 'SGD'],
  ['taiwan(?:ese)? (?:dollars?|money|currency|\\$)', 'TWD'],
  ['(?:philippine|filipino) (?:pesos?|money|currency)', 'PHP'],
  ['mexican (?:pesos?|money|currency)', 'MXN'],
  ['dollars?|bucks|\\$', 'USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD'],
  ['british (?:pounds?|money|currency)|pounds? sterling|sterling', 'GBP'],
  ['pounds?|quid|£', 'GBP', 'EGP', 'LBP'],
  ['swiss (?:fran[ck]s?|money)|fran[ck]s?', 'CHF'],
  ['swedish (?:kron(?:a|or)|crowns?|money)|kronor|krona', 'SEK'],
  ['norwegian (?:kroner?|crowns?|money)', 'NOK'],
  ['danish (?:kroner?|crowns?|money)', 'DKK'],
  ['kroner?', 'NOK', 'DKK'],
  ['koruna|czech (?:crowns?|money)', 'CZK'],
  ['crowns?|kr', 'SEK', 'NOK', 'DKK', 'ISK', 'CZK'],
  ['(?:polish )?zloty(?:s|ch)?|zlotych|zl', 'PLN'],
  ['indian (?:rupees?|money)', 'INR'],
  ['rupees?|rs|₹', 'INR', 'PKR', 'LKR', 'NPR'],
  ['pesos?', 'MXN', 'PHP', 'COP', 'CLP', 'ARS'],
  ['forints?', 'HUF'],
  ['(?:romanian )?lei', 'RON'],
  ['(?:turkish )?liras?', 'TRY'],
  ['(?:south african )?rands?', 'ZAR'],
  ['(?:brazilian )?reais|r\\$', 'BRL'],
  ['dirhams?', 'AED', 'MAD'],
  ['yuan|renminbi|rmb', 'CNY'],
  ['yen|¥', 'JPY'],
];

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

/** Separators before the question in a message: `Sounds good, but first, what is my balance?` */
export const TURN =
  /[.!?,;:]+ +|(?<![\p{L}])(?:but|and|so|because|first|now|next|actually)(?: |, )/giu;
/** Words before a question that do not belong to it. */
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
/** Words after a question that do not belong to it. */
export const CLOSING =
  /(?:[ ,.?!]+(?:please|pls|thanks|thank you|now|first|for me|right now|today|would you|can you|could you|do it for me|please do it for me|(?:would you |can you |could you )?check (?:it|that) for me))+[ ,.?!]*$|[ ,.?!]+$/iu;
