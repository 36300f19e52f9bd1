// English of a command about money: what it begins with, its verbs, what opens a slot, and words that
// make it no plain command.

import { TITLES } from './people.ts';

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

/** Stand-ins of equal length for what was read, from the private area of Unicode. */
export const MASK = {
  amount: '\ue000',
  date: '\ue001',
  recurrence: '\ue002',
  quiet: '\ue003',
} as const;

const NEGATIONS =
  'not|never|no|nothing|none|without|cancel|stop|undo|refuse|forget|ignore|disregard|' +
  "dont|wont|cant|instead|rather|except|but|\\p{L}+n't";
const CONDITIONS =
  'if|unless|when|once|whenever|whether|until|after|before|in case|provided|assuming|suppose|' +
  'maybe|perhaps|might|should|as soon as|hypothetically|pretend|imagine';
const QUESTIONS = 'why|how|what|who|where|did|does|do|is|are|was|has|have|may|can i|could i';
const QUOTATIONS =
  'said|says|told|asked|wrote|reads|quote|message from|instructions?|system|assistant|admin';
const SEVERAL = 'and|then|also|plus|or|afterwards|each|both|respectively|twice|again';
const EVERYTHING =
  'all|everything|entire|whole|rest|remaining|half|third|quarter|max|maximum|most|double|triple';

/** One of the words, by itself. */
const wordOf = (words: string) => `(?<![\\p{L}])(?:${words})(?![\\p{L}])`;

export const HAZARDS: readonly (readonly [Hazard, RegExp])[] = [
  ['negation', new RegExp(wordOf(NEGATIONS), 'iu')],
  ['condition', new RegExp(wordOf(CONDITIONS), 'iu')],
  ['question', new RegExp(`\\?\\s*\\p{L}|^(?:${QUESTIONS})(?![\\p{L}])`, 'iu')],
  [
    'quotation',
    new RegExp(`["“”„«»\`]|(?<![\\p{L}])['‘][^']+['’](?![\\p{L}])|${wordOf(QUOTATIONS)}`, 'iu'),
  ],
  [
    'several_operations',
    new RegExp(
      `${wordOf(SEVERAL)}|[;&\\n]|(?<!(?<![\\p{L}])(?:${Object.keys(TITLES).join('|')}|st|no|nr))\\.\\s+\\p{L}`,
      'iu',
    ),
  ],
  ['everything', new RegExp(wordOf(EVERYTHING), 'iu')],
];

const ALSO = '(?: also| still| now| just| really)?';
const TOWARDS =
  `(?:i|we)(?:'d| would)${ALSO} (?:like|love)(?: you)? to|i want you to|i wanna|i must|` +
  `(?:i|we)(?:'m| am| are)?${ALSO} (?:want|need|have|wish|have got|going|looking|supposed|trying|needing) to|` +
  "(?:i|we)'ve got to|(?:i|we)(?:'d| would)?(?: also)? (?:like|want|need)(?= (?:an?|another) )";
const HELP =
  "(?:(?:i|we)(?:'d| would)?(?: also| now)? (?:need|want|like|be needing|love)(?: some| your| a)? )?(?:help|assistance|hand)" +
  '(?: me| us)?(?: out)?(?: with| in| to)?';
const COURTESIES =
  '(?:would|do) you mind|hi|hey|hello|ok|okay|yes|yeah|yep|please|pls|plz|just|kindly|' +
  '(?:can|could|would|will) (?:you|u)(?: please| also| now| just)*|(?:can|could) we(?: please| also| now| just)*|' +
  '(?:quick|small|one) (?:thing|favou?r|request)|then|i meant?|actually|' +
  "h?mm+|uhm?|erm?|um+|so|good (?:morning|afternoon|evening|day)|(?:i )?hope (?:you|this)(?:'re| are| finds)? (?:well|you well)|" +
  "time to|it's time to|need to|want to|let's|let me|go ahead and|" +
  `(?:i'm|i am) interested in|would like to|be so kind as to|be a dear and|${TOWARDS}|${HELP}|` +
  'go on|thanks(?: a lot| so much| a bunch)?|thank you(?: so much| very much)?|many thanks|awesome|great|' +
  'perfect|cool|excellent|i see|oh|now(?: then)?|also|well|alright|all right|next|' +
  "(?:that|it)(?:'s|s| is| sounds| would be| looks)? (?:great|good|perfect|fine|nice)";
export const POLITE = new RegExp(`^(?:(?:${COURTESIES})(?![\\p{L}])[ ,!.]{0,8}){1,8}`, 'iu');
const KINDS =
  'bank transfer|wire transfer|transfer|payment|standing order|recurring payment|recurring transfer|money transfer';
const MAKING = 'make|do|set up|schedule|arrange|issue|organise|organize|initiate|start|create|send';
const SENDING =
  'send|snd|pay|transfer|wire|give|move|put|forward|remit|reimburse|repay|settle|tip|donate|lend|loan|' +
  'credit|add|top up|shoot|zip|pop|sling|ping|zap|drop|schedule|get|spot|chuck|slide|fire|beam|bung|stick|' +
  'toss|throw|hand|shift|post|ship|bring|stash|deliver|route|direct|dispatch|whiz|whizz|funnel|park|tuck|set aside|compensate|refund';
/** Words that move money only where an amount stands behind them: `get $50 to Thaddeus`. */
export const PLAIN = new RegExp(
  `^(?:send|pay|transfer|wire|give|move|put|top up|reimburse|repay|(?:${MAKING}) (?:an?|the))(?![\\p{L}])`,
  'iu',
);
export const VERBS: readonly (readonly [CommandVerb, RegExp])[] = [
  [
    'transfer',
    new RegExp(
      `^(?:${MAKING}) (?:an?|the|another) (?:[\\ue000-\\ue003]+ )*(?:${KINDS})(?: of| for| worth)?(?![\\p{L}]) ?`,
      'iu',
    ),
  ],
  ['deposit', /^(?:deposit|pay in)(?![\p{L}]) ?/iu],
  ['withdrawal', /^(?:withdraw|take out)(?![\p{L}]) ?/iu],
  ['transfer', new RegExp(`^(?:${SENDING})(?![\\p{L}])(?: (?:back|off)(?![\\p{L}]))? ?`, 'iu')],
  // `£18 to Iestyn`: an amount and a payee, and no verb.
  ['transfer', /^(?=\ue000+ (?:over )?to \S)/u],
];
/** `Would you mind sending …`, `help with making a transfer`, `I need a bank transfer`. */
export const MINDED: typeof VERBS = [
  [
    'transfer',
    new RegExp(
      `^making (?:an?|the|another) (?:[\\ue000-\\ue003]+ )*(?:${KINDS})(?: of| for| worth)?(?![\\p{L}]) ?`,
      'iu',
    ),
  ],
  ['transfer', /^(?:sending|paying|transferring|moving|wiring|giving)(?![\p{L}]) ?/iu],
  [
    'transfer',
    new RegExp(
      `^(?:an?|another) (?:${KINDS})(?: of)?(?=[ ,.!]*$| (?:to|from|of|for)(?![\\p{L}])) ?`,
      'iu',
    ),
  ],
];
/** At the end of what stands before a verb in `-ing` or a noun. */
export const ASKED_FOR =
  /(?:mind|help(?: me| us)?(?: out)?(?: with| in)?|assistance(?: with| in)?|hand(?: with| in)?|interested in|i want|i need|like|need|want)[ ,]*$/iu;
/** An order to move money, whatever the model says, where every word has its place. */
export const BARE = new RegExp(
  `^(?:(?:send|transfer|wire)(?![\\p{L}])|(?:${MAKING}) (?:an?|the|another) (?:[\\ue000-\\ue003]+ )*(?:${KINDS})(?![\\p{L}])|making |transferring|sending|(?:an?|another) )`,
  'iu',
);
/** Says nothing about the payment, wherever it stands. */
export const QUIET =
  /(?<![\p{L}])(?:(?:right|straight) away|at once|straightaway|thx|thanks a lot|many thanks|cheers|ta|plz|pls|(?:some|any|the|a bit of) (?:money|cash|funds)|money|cash|funds|real quick|on my behalf|something|for me|aside|in one go|by bank transfer|(?:which |that )?(?:i|we) (?:still )?owe (?:him|her|them|you))(?![\p{L}])/giu;
export const DESTINATION = /^(?:to|into|onto|in|towards?)$/i;
export const SOURCE = /^(?:from|using)$/i;
export const PURPOSE = /^(?:for|as|memo|note|reference|ref|re|[-–—]|\(.*)$/i;
export const FOR = /(?<![\p{L}])(?:for|as|memo|note|reference) /iu;
export const BESIDE_A_DAY = /^(?:coming|this|on|starting|beginning|by|at|due|from)$/i;
/** `top up savings by 100`. */
export const BESIDE_AN_AMOUNT = /^(?:by|with|of|his|her|their|exactly|precisely|only|sum|total)$/i;
export const SILENT =
  /^(?:please|thanks|thank|you|now|today|over|immediately|asap|a|the|of|amount|sum|exactly|only|flat|across)$/i;
/** `Pay Priya back 30`. */
export const SILENT_BEHIND_PAY = /^back$/i;
const NAME = '([^\\ue000-\\ue003,;:?!]{1,60}?)';
const AMOUNT = '\\ue000+';
const WHEN =
  '(?:,? (?:on |by |starting |this |(?:the |this )?coming |the first (?:one|payment) |first (?:one|payment) )?[\\ue001\\ue002]+)?';
const POLITELY = '(?:[ ,.!]|please|thanks|thank you|\\ue003)*';
const ORDER =
  '(?:please |pls |so |and |then |just |(?:can|could|would|will) (?:you|u) )*(?:pay|send|transfer|settle|' +
  'sort|do)(?: (?:it|that|this|him|her|them))?(?: (?:out|up|back|off|over))?(?: to (?:him|her|them))?';
const ACCOUNT = '(?: from me)?(?: (?:from|out of|off|using) ([^\\ue000-\\ue003,;:.?!]{1,40}?))?';
const GOAL = '(?: for ([^\\ue000-\\ue003,;:.?!]{1,80}?))?';
const END = `${WHEN}${POLITELY}$`;
/**
 * Payments that are told without a verb, or by what somebody is to get: all words of each are known but
 * those of its groups, which are payee, account and purpose.
 */
export const STATEMENTS: readonly RegExp[] = [
  `^(?:please )?(?:make sure|see to it|ensure|make certain)(?: that)? ${NAME} (?:gets|receives|has|is paid|gets paid) ${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^(?:(?:i|we)(?:'d| would)? (?:want|like|need) )?${NAME} to (?:receive|get|have|be paid) ${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^let ${NAME} have ${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^settle (?:up )?(?:(?:my|our|the|a) (?:debt|bill|tab|account|share) (?:of )?)?${AMOUNT} with ${NAME}${ACCOUNT}${GOAL}${END}`,
  `^settle (?:up )?with ${NAME}(?:[,:]| for| by paying)? (?:the )?${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^(?:pay|settle) (?:the |my |an? |this |that |our )?(?:invoice|bill|rent|fee|fees|quote|tab|debt) (?:of|from|to|by|with) ${NAME},? (?:of |for |over |it is |it's |which is )?${AMOUNT}${ACCOUNT}${END}`,
  `^(?:i|we) owe ${NAME} ${AMOUNT}${GOAL}${WHEN},? (?:please )?(?:so )?(?:pay|settle|send|transfer)(?: (?:it|that|them|him|her))?${END}`,
  `^${NAME} (?:gets|is getting|should be paid|must be paid|must get|ought to get) ${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^(?:(?:an? )?(?:bank |wire )?(?:payment|transfer) (?:of )?)?${AMOUNT} (?:to|for|over to) ${NAME}${ACCOUNT}${END}`,
  `^${NAME},? ${AMOUNT},? (?:please|pls|\\ue003)${END}`,
  `^${NAME}[,:] (?:please )?(?:send|pay|transfer|wire)(?: (?:him|her|them))? ${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^i (?:still )?owe ${NAME} ${AMOUNT}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^${NAME} (?:needs|wants|is owed|is due|has to get) ${AMOUNT}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^(?:${NAME} (?:gets|should (?:get|have|receive)|is to (?:get|have|receive))) ${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^(?:(?:i want|i'd like|have|get|let|(?:i )?need) )?${AMOUNT} (?:(?:should|needs to|has to|is to|to) )?` +
    `(?:be )?(?:sent|paid|transferred|moved|wired|go|goes)(?: over| across)? (?:to|into) ${NAME}${ACCOUNT}${GOAL}${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** Told by a payee and an amount alone: an order where the payee is one of the contacts. */
export const LABELS: readonly RegExp[] = [
  `^(?:(?:do |make )?(?:an? |one )?(?:quick |bank |wire |money )?(?:transfer|payment)[:,] )?${NAME}[:,] ${AMOUNT}${WHEN}${POLITELY}$`,
  `^${NAME} ${AMOUNT}$`,
  `^(?:do |make )?(?:an? |one )?(?:quick |bank |wire |money )?(?:transfer|payment)[:,] ${AMOUNT},? (?:to |for )?${NAME}${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** Somebody is to be paid, and how much is open. */
export const WITHOUT_AMOUNT: readonly RegExp[] = [
  `^(?:get|move|send|bring) \\ue003+ (?:over |across )?to ${NAME}${END}`,
  `^${NAME} (?:needs|has) (?:paying|to be paid|to get (?:\\ue003+|paid)|\\ue003+)${END}`,
  `^(?:i|we) (?:have|got|have got) (?:an? |the )?(?:bill|invoice) (?:from|of|by) ${NAME} to (?:pay|settle)${END}`,
  `^(?:i|we) (?:still )?owe ${NAME}(?: \\ue003+)?${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** `take 50 from savings and send it to Priya`: one movement, told as two. */
export const TAKEN: RegExp = new RegExp(
  `^take ${AMOUNT} (?:from|out of|off) (?<source>[^\\ue000-\\ue003,;:.?!]{1,40}?),? (?:and )?(?:then )?(?:send|put|move|transfer|pay|give|forward)(?: (?:it|that|this|them))? (?:to|in|into|onto) (?<payee>[^\\ue000-\\ue003,;:?!]{1,60}?)${END}`,
  'iu',
);
/** What is told before an order, about what it is for: `Dinner was great, pay …`. */
export const REMARK =
  /^(?:(?:we|i) (?:bought|had|got|ate|shared|split|went|enjoyed|ordered|received|loved)(?: \p{L}+){0,5}|(?:dinner|lunch|breakfast|brunch|drinks|coffee|the (?:food|meal|tickets?|trip|party|weekend|concert|gift|present|taxi|shopping|rent|bill|invoice)|it|that)(?: \p{L}+)? (?:was|were|is|has arrived|have arrived|came|arrived)(?: \p{L}+){0,4}|thanks for(?: \p{L}+){1,4})[,:.!]+ (?=(?:please |now |so |just )?(?:send|pay|transfer|give|wire|reimburse|repay)(?![\p{L}]))/iu;

/** `for bread and milk`: two things that it is for, and no second order. */
export const LAST_AND = new RegExp(
  `(?<=(?<![\\p{L}])for [\\p{L} '’]{1,60}) (?:and|&) (?:(?!${SENDING}|close|freeze|block|cancel|stop|tell|show|open|check|then|also|let|do|ask|email|call|request|withdraw|deposit|exchange|buy|sell)[\\p{L}'’]+)(?: [\\p{L}'’]+)?[.!]?$`,
  'iu',
);

export const LEADING_DAY = /^(?:(?:on |by |from |starting )?[\ue001\ue002]+|\ue003+)[ ,:!.]{0,8}/u;
export const LEADING_SOURCE = new RegExp(
  `^(?:from|using|out of) ([^,\\ue000-\\ue003]{1,60}?),? (?=(?:please )?(?:${SENDING})(?![\\p{L}]))`,
  'iu',
);

/** `Priya's invoice`: what belongs to the payee is what it is for. */
export const OWNED = /^(.+)['’]s \p{L}+(?: \p{L}+)?$/u;

/** What is asked about each of them. */
export const HAZARD_QUESTIONS: Readonly<Record<string, string>> = {
  negation: 'The message says no to something: what should be done?',
  condition: 'The message names a condition, which cannot be watched: should it be done now?',
  question: 'The message asks something: should anything be done?',
  quotation: 'The message quotes words: whose instruction is it?',
  several_operations: 'The message names more than one thing: which one comes first?',
  everything: 'Name the amount in figures.',
  raised_digits: 'Write the amount in plain figures: a raised digit changes it.',
  unreadable_characters: 'The message contains characters that cannot be shown: write it again.',
};
