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
  order: '\ue004',
} as const;

const NEGATIONS =
  'not|never|no|nothing|none|without|cancel|stop|undo|refuse|forget|ignore|disregard|' +
  "dont|wont|cant|instead|rather|except|but|\\p{L}+n't";
const CONDITIONS =
  'if|unless|when|once|whenever|whether|until|after|before|in case|provided|assuming|suppose|' +
  'maybe|perhaps|might|should|as soon as|hypothetically|pretend|imagine';
const QUESTIONS =
  'why|how|what|who|where|did|does|do(?! (?:an? |the |one |another )?(?:\\p{L}+ )?(?:transfer|payment|paymnt|payemnt|paymet|tranfer|wire))|is|are|was|has|have|may|can i|could i';
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
      `${wordOf(SEVERAL)}|[;&\\n]|(?<!(?<![\\p{L}])(?:${Object.keys(TITLES).join('|')}|st|no|nr|rs))\\.\\s+\\p{L}`,
      'iu',
    ),
  ],
  ['everything', new RegExp(wordOf(EVERYTHING), 'iu')],
];

const ALSO = '(?: also| still| now| just| really)?';
const TOWARDS =
  `(?:i|we)(?:'d| would)${ALSO} (?:like|love)(?: you)? to|i want you to|i wanna|i gotta|(?:i'?m ?ma|i'?m gonna|i am going to) need you to|` +
  '(?:i|we) (?:must|shall|will|have to|gotta)(?: still| also| now| yet)?(?= (?:give|send|pay|transfer|make|do|wire|put|move)(?![\\p{L}]))|' +
  '(?:i )?(?:would )?(?:kindly )?request you to|please to|i (?:would )?(?:need|like|want) that you|' +
  `(?:i|we)(?:'m| am| are)?${ALSO} (?:want|need|have|wish|have got|going|looking|supposed|trying|needing) to|` +
  "(?:i|we)'ve got to|(?:i|we)(?:'d| would)?(?: also)? (?:like|want|need)(?= (?:an?|another) )";
const HELP =
  "(?:(?:i|we)(?:'d| would)?(?: also| now)? (?:need|want|like|be needing|love)(?: some| your| a)? )?(?:help|assistance|hand)" +
  '(?: me| us)?(?: out)?(?: with| in| to)?';
const COURTESIES =
  '(?:would|do) you mind|(?:good )?(?:morning|afternoon|evening|day)(?: to you)?|(?:hi|hey|hello|howdy|hiya|yo|greetings|dear)' +
  '(?: (?:dear|there|bank|team|all|sir|madam|again|love|mate|folks|guys|buddy|friend))*|' +
  '(?:dear|love|mate|buddy|bro|guys|folks|sir|madam|arre|arrey|yaar|bhai|lads?)(?=[ ,!.])|sorry to (?:bother|trouble|disturb) you(?: again)?|' +
  'do the needful(?: and)?|(?:is it|would it be) possible (?:for you )?to|would you be able to|(?:is there )?any chance (?:that )?you (?:could|can)|' +
  "(?:i|we)(?:'d| would) be (?:(?:so|ever so|very|most|really) )?(?:grateful|thankful|glad|happy|obliged) if you(?:'d| would| could)(?: please| kindly)?|" +
  "(?:it(?:'s| is| would be) )?(?:needed|necessary|good|nice|great|lovely|time) (?:to|if you (?:could|would))(?= (?:send|pay|transfer|give|wire))|(?:i'?m ?ma|lemme|gonna|going to|i'm gonna|i'm going to|(?:i|we) have(?: still| yet) to)(?= (?:send|pay|transfer|give|wire))|" +
  `be a (?:dear|love|star|gem|pal|mate|darling) and|be so (?:good|nice|kind)(?: as)? (?:and|to)|do (?:me|us) a (?:favou?r|solid) and|(?:is there )?any chance of(?= (?:sending|paying|transferring|moving))|(?:i|we)(?:'d| would) (?:really |much )?appreciate it if you(?:'d| would| could)|(?:i|we) (?:want|need|wish|like)(?= (?:send|pay|transfer|give|wire)(?![\\p{L}]))|` +
  "(?:if|when) (?:it'?s |it is )?(?:you )?(?:please|possible|could|can|would|don'?t mind|do not mind|get a (?:chance|moment|minute|sec|second)|have a (?:moment|minute|sec|second|chance))(?=[ ]*,|[ ]+(?:please|send|pay|transfer|give|put|move))|" +
  'can i(?: please| just)*(?= (?:get|have) \\ue000+ (?:sent |moved |paid |over |across )*to [^?]*$)|can i(?: please| just)*(?= (?:send|pay|give|transfer|wire) [^?]*$)|right(?: then)?(?= *,)|listen|look(?= *,)|anyway|ok|okay|yes|yeah|yep|please(?: to(?= \\p{L}))?|pls|plz|just|kindly|' +
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
  'paymnt|payemnt|paymet|payement|pymt|trasnfer|tranfer|transfr|tansfer|bank tranfer|bank payment|bank transfer|wire transfer|transfer|payment|standing order|recurring payment|recurring transfer|money transfer';
const MAKING =
  '(?:make|do|set up|schedule|arrange|issue|organise|organize|initiate|start|create|send|execute|process|perform|effect)(?: \\ue003+| please| kindly| now)?';
const ONE = '(?:(?:an?|the|another|one)(?: (?:quick|small|little|new|direct|single))?)';
const SENDING =
  'send|snd|sned|sedn|sen|sendd|pya|paay|tranfer|trasnfer|transfr|tansfer|transer|trnsfer|tarnsfer|transferr|giev|venmo|zelle|paypal|cash app|cashapp|disburse|fling|lob|flick|whack|swing|slip|get across|fork out|cough up|' +
  'make (?=[\\ue000-\\ue003 ]+(?:over|across|available|out) to )|pay|transfer|wire|give|move|put|forward|remit|reimburse|repay|settle|tip|donate|lend|loan|' +
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
      `^(?:${MAKING}) (?:${ONE} )?(?:[\\ue000-\\ue003]+ )*(?:${KINDS})(?: of| for| worth)?(?![\\p{L}]) ?`,
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
  [
    'transfer',
    /^(?:sending|paying|transferring|moving|wiring|giving|popping|putting|slinging|bunging|settling)(?![\p{L}]) ?/iu,
  ],
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
  /(?:mind|help(?: me| us)?(?: out)?(?: with| in)?|assistance(?: with| in)?|hand(?: with| in)?|interested in|chance of|i want|i need|like|need|want)[ ,]*$/iu;
/** An order to move money, whatever the model says, where every word has its place. */
export const BARE = new RegExp(
  `^(?:(?:send|transfer|wire)(?![\\p{L}])|(?:${MAKING}) (?:${ONE} )?(?:[\\ue000-\\ue003]+ )*(?:${KINDS})(?![\\p{L}])|making |transferring|sending|(?:an?|another) )`,
  'iu',
);
/** Says nothing about the payment, wherever it stands. */
export const QUIET =
  /(?<![\p{L}])(?:(?:right|straight) away|at once|straightaway|thx|thanks a lot|many thanks|cheers|ta|plz|pls|rn|right now|(?<=to )(?:the )?(?:bank )?account of|away|available|just once|one time(?: only)?|first thing|later(?= (?:today|tonight|this (?:afternoon|evening)|on today))|(?:some|any|the|a bit of) (?:money|cash|funds)|mony|moeny|monney|money|cash|funds|real quick|on my behalf|something|for me|aside|in one go|by bank transfer|(?:which |that )?(?:i|we) (?:still )?owe (?:him|her|them|you))(?![\p{L}])/giu;
export const DESTINATION = /^(?:to|into|onto|in|towards?)$/i;
export const SOURCE = /^(?:from|using)$/i;
export const PURPOSE = /^(?:for|as|memo|note|reference|ref|re|[-–—]|\(.*)$/i;
export const FOR = /(?<![\p{L}])(?:for|as|memo|note|reference) /iu;
export const BESIDE_A_DAY = /^(?:coming|this|on|starting|beginning|by|at|due|from)$/i;
/** `top up savings by 100`. */
export const BESIDE_AN_AMOUNT = /^(?:by|with|of|his|her|their|exactly|precisely|only|sum|total)$/i;
export const SILENT =
  /^(?:please|thanks|thank|you|now|today|over|immediately|asap|a|an|the|of|amount|sum|exactly|only|flat|across)$/i;
/** `Pay Priya back 30`. */
export const SILENT_BEHIND_PAY = /^back$/i;
/** Nouns that tell what a payment is for, without a word before them. */
const GOAL_NOUNS =
  'fees?|rent|bills?|charges?|deposit|share|salary|wages?|allowance|premium|tuition|tickets?|groceries|lunch|dinner|breakfast|brunch|' +
  'instal?lment|emi|subscription|dues|membership|tip|petrol|fares?|birthday|bday|gifts?|present|invoice|shopping|drinks?|advance|bonus|' +
  'reimbursement|tacos?|coffees?|lessons?|class(?:es)?|course|pizzas?|beers?|food|taxi|cab|repairs?|haircut|books?|flowers|cake|gas|fuel|' +
  'parking|trip|session|childcare|cleaning|gardening|plumbing|coal|logs|milk|curry|snacks|uber|concert|cinema|movie|pharmacy|medicines?|' +
  'electricity|internet|phone|heating|materials|supplies|uniform|stationery|sweets|raffle|collection|donation|offering|babysitting';
const NAME = '(?<payee>[^\\ue000-\\ue004,;:?!]{1,60}?)';
const AMOUNT = '\\ue000+';
const WHEN =
  '(?:,? (?:(?:on|by|starting|this|from|as of|beginning|first (?:one|payment)) )?(?:the |this )?(?:coming |first (?:one|payment) )?[\\ue001\\ue002]+){0,3}';
const POLITELY = '(?:[ ,.!]|please|thanks|thank you|[\\ue003\\ue004])*';
const ORDER =
  '(?:(?:please |pls |so |and |then |just |(?:can|could|would|will) (?:you|u) )*(?:pay|send|transfer|settle|' +
  'sort|do|give)(?: (?:it|that|this|him|her|them))?(?: (?:out|up|back|off|over))?(?: (?:to )?(?:him|her|them))?|\\ue004+)';
const ACCOUNT =
  '(?: from me)?(?: (?:from|out of|off|using) (?<source>[^\\ue000-\\ue004,;:.?!]{1,40}?))?';
const GOAL = `(?:(?:,? for|,? [-–]) (?<purpose>[^\\ue000-\\ue004,;:.?!]{1,80}?))?`;
/** `Bev £30 piano lesson`. */
const NOUN = `(?:,? \\(?(?<purpose>(?:[\\p{L}'’]+ ){0,2}(?:${GOAL_NOUNS}))\\)?)`;
const END = `${WHEN}${POLITELY}$`;
/** What follows an amount: the account, the day and the purpose. */
const REST = `${WHEN}${ACCOUNT}${WHEN}${GOAL}${END}`;
/** Somebody is to be paid, and nobody is named. */
export const SOMEBODY: RegExp = new RegExp(
  `^(?:pay|send|transfer|give|wire|make a (?:payment|transfer))(?: \\ue003+| something)?(?: to)? (?:somebody|someone|a friend|a person|a contact|a colleague)(?: of mine| else)?${POLITELY}$`,
  'iu',
);
/**
 * Payments that are told without a verb, or by what somebody is to get: all words of each are known but
 * those of its groups, which are payee, account and purpose.
 */
export const STATEMENTS: readonly RegExp[] = [
  // The account stands before the payee.
  `^${AMOUNT}${WHEN}${ACCOUNT},? (?:over |across |on )?(?:to|into|for) ${NAME}${WHEN}${GOAL}${END}`,
  `^${AMOUNT} is for ${NAME}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^(?:i|we) (?:promised|need to give|have to give|should give) ${NAME} ${AMOUNT}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^(?:please )?(?:make sure|see|see to it|ensure|make certain|make|arrange)(?: that)? ${NAME} (?:gets|receives|has|is paid|gets paid) ${AMOUNT}${REST}`,
  `^${NAME} (?:must|has to|is to|shall|should|needs to|have to|ought to) (?:have|get|receive|be paid|be given|be sent) ${AMOUNT}${REST}`,
  `^${NAME} (?:must|has to|should|needs to) (?:have|get|receive) ${AMOUNT}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^(?:send|give|make|cut|issue|pay|do|wire) ${NAME} (?:an?|one) (?:(?:bank|wire|quick|small) )?(?:payment|transfer|wire) (?:of|for|worth|over) ${AMOUNT}${REST}`,
  `^(?:pay|settle|clear|sort(?: out)?) (?:the |my |our |this |an? )?${NAME}(?:['’]s|s['’])? (?:invoice|bill|fees?|rent|quote|tab)(?: (?:no\\.? ?|number |nr\\.? ?)?#?\\d+)?[,:]? (?:- )?(?:of |for |over )?(?:the )?${AMOUNT}${REST}`,
  `^(?:pay|settle|clear) (?:the |my |our |this |an? )?(?:invoice|bill|quote)(?: (?:no\\.? ?|number |nr\\.? ?)?#?\\d+)? (?:of|from|by) ${NAME}[,:]? (?:of |for |over )?${AMOUNT}${REST}`,
  `^(?:to|for) ${NAME},? (?:please |pls |\\ue003 )?(?:send|pay|give|transfer|make|do|wire) ${AMOUNT}${REST}`,
  `^${AMOUNT},? (?:please |pls |\\ue003 )?(?:send|pay|transfer|give|wire|move|put)(?: over| across)? (?:to|into|in) ${NAME}${REST}`,
  `^(?:(?:i|we)(?:'d| would)? (?:want|like|need) )?${NAME} to (?:receive|get|have|be paid) ${AMOUNT}${REST}`,
  `^let ${NAME} have ${AMOUNT}${REST}`,
  `^settle (?:up )?(?:(?:my|our|the|a) (?:debt|bill|tab|account|share) (?:of )?)?${AMOUNT} with ${NAME}${REST}`,
  `^settle (?:up )?with ${NAME}(?:[,:]| for| by paying)? (?:the )?${AMOUNT}${REST}`,
  `^(?:pay|settle) (?:the |my |an? |this |that |our )?(?:invoice|bill|rent|fee|fees|quote|tab|debt) (?:of|from|to|by|with) ${NAME},? (?:of |for |over |it is |it's |which is )?${AMOUNT}${ACCOUNT}${END}`,
  `^(?:i|we) owe ${NAME} ${AMOUNT}${GOAL}${WHEN},? (?:please )?(?:so )?(?:pay|settle|send|transfer)(?: (?:it|that|them|him|her))?${END}`,
  `^${NAME} (?:gets|is getting|should be paid|must be paid|must get|ought to get) ${AMOUNT}${REST}`,
  `^(?:(?:an? )?(?:bank |wire )?(?:payment|transfer) (?:of )?)?${AMOUNT} (?:to|for|over to) ${NAME}${ACCOUNT}${END}`,
  `^${NAME},? ${AMOUNT},? (?:please|pls|\\ue003)${END}`,
  `^${NAME}[,:] (?:please )?(?:send|pay|transfer|wire)(?: (?:him|her|them))? ${AMOUNT}${REST}`,
  `^i (?:still )?owe ${NAME} ${AMOUNT}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^${NAME} (?:needs|wants|is owed|is due|is expecting|is waiting for|asks for|lent me|gave me|loaned me|fronted me|covered|has to get) ${AMOUNT}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^(?:${NAME} (?:gets|should (?:get|have|receive)|is to (?:get|have|receive))) ${AMOUNT}${REST}`,
  `^(?:(?:i want|i'd like|have|get|let|(?:i )?need) )?${AMOUNT} (?:(?:should|must|needs? to|ha(?:s|ve) to|is to|are to|to) )?` +
    `(?:be )?(?:sent|paid|transferred|moved|wired|go|goes)(?: over| across)? (?:to|into) ${NAME}${REST}`,
].map((pattern) => new RegExp(pattern, 'diu'));

/** Told by a payee and an amount alone: an order where the payee is one of the contacts. */
export const LABELS: readonly RegExp[] = [
  `^(?:(?:do |make )?(?:an? |one )?(?:quick |bank |wire |money )?(?:transfer|payment)[:,] )?${NAME}[:,] ${AMOUNT}${WHEN}${GOAL}${END}`,
  `^${NAME} ${AMOUNT}${WHEN}${GOAL}${END}`,
  `^${NAME}[,:]? ${AMOUNT}${NOUN}${END}`,
  `^(?:do |make )?(?:an? |one )?(?:quick |bank |wire |money )?(?:transfer|payment)[:,] ${AMOUNT},? (?:to |for )?${NAME}${END}`,
].map((pattern) => new RegExp(pattern, 'diu'));
/** Somebody is to be paid, and how much is open. */
export const WITHOUT_AMOUNT: readonly RegExp[] = [
  `^(?:get|move|send|bring) \\ue003+ (?:over |across )?to ${NAME}${END}`,
  `^${NAME} (?:needs|has) (?:paying|to be paid|to get (?:\\ue003+|paid)|\\ue003+)${END}`,
  `^(?:i|we) (?:have|got|have got) (?:an? |the )?(?:bill|invoice) (?:from|of|by) ${NAME} to (?:pay|settle)${END}`,
  `^(?:i|we) (?:still )?owe ${NAME}(?: \\ue003+)?${END}`,
].map((pattern) => new RegExp(pattern, 'diu'));
/** `take 50 from savings and send it to Priya`: one movement, told as two. */
export const TAKEN: RegExp = new RegExp(
  `^take ${AMOUNT} (?:from|out of|off) (?<source>[^\\ue000-\\ue004,;:.?!]{1,40}?),? (?:and )?(?:then )?(?:send|put|move|transfer|pay|give|forward)(?: (?:it|that|this|them))? (?:to|in|into|onto) (?<payee>[^\\ue000-\\ue004,;:?!]{1,60}?)${END}`,
  'iu',
);
/** What is told before an order, about what it is for: `Dinner was great, pay …`. */
export const REMARK =
  /^(?:(?!.*?(?:message|mail|letter|call|text|sms|note|order|instruction)[^,.!]*[,.!])(?:we|i) (?:bought|had|got|ate|shared|split|went|enjoyed|ordered|received|loved)(?: \p{L}+){0,5}|(?:dinner|lunch|breakfast|brunch|drinks|coffee|the (?:food|meal|tickets?|trip|party|weekend|concert|gift|present|taxi|shopping|rent|bill|invoice)|it|that)(?: \p{L}+)? (?:was|were|is|has arrived|have arrived|came|arrived)(?: \p{L}+){0,4}|thanks for(?: \p{L}+){1,4})[,:.!]+ (?=(?:please |now |so |just )?(?:send|pay|transfer|give|wire|reimburse|repay)(?![\p{L}]))/iu;

/** `for bread and milk`: two things that it is for, and no second order. */
export const LAST_AND = new RegExp(
  `(?<=(?<![\\p{L}])for [\\p{L} '’]{1,60}) (?:and|&) (?:(?!${SENDING}|close|freeze|block|cancel|stop|tell|show|open|check|then|also|let|do|ask|email|call|request|withdraw|deposit|exchange|buy|sell)[\\p{L}'’]+)(?: [\\p{L}'’]+)?[.!]?$`,
  'iu',
);

/** A clause before an order, whatever it tells. What a clause may not contain is listed beside it. */
export const CLAUSE = new RegExp(
  `^([^\\ue000-\\ue002?:;"“”„«»\\n]{4,80}?)(?:[,.!]+|(?<= )[-–—]) +(?=(?:(?:so|now|please|pls|then|just|kindly|could you|can you|would you|will you|can i|i need to|i want to|i'd like to|let's|i'll|\\ue001+)(?: |, ))*(?:(?:${SENDING}|make|do|wire)(?![\\p{L}])|[^,.]{1,40} (?:gets|must get|is to (?:have|get)|should get|is owed) \\ue000))`,
  'iu',
);
/** Behind a day that is over: an order begins, and the day is told of something else. */
export const SENT_BY = new RegExp(
  `^[^\\d]{0,40}?[,.!]+ +(?:(?:so|now|please|pls|then|just|kindly|could you|can you|would you) )*(?:${SENDING})(?![\\p{L}])`,
  'iu',
);
/** Words that a clause before an order tells of an attempt, a wish or somebody else's order with. */
export const NO_CLAUSE = new RegExp(
  `${wordOf(
    'example|e\\.?g|(?:this is|just|only|as) (?:an? )?tests?|testing|jokes?|joking|kidding|dream\\p{L}*|story|translate|sentence|phrase|types?|try|trying|tried|' +
      'would|could|wish\\p{L}*|hope|hoping|later|wants?|wanted|asks|asking|demands?|demanded|insists?|insisted|claims?|claimed|' +
      'thinks?|thinking|thought|suggests?|suggested|according|e?mails?|sms|letter|texts?|texted|caller|phone|phoned|called|scam\\p{L}*|' +
      'fake|hack\\p{L}*|quotes?|sounds|repeat|remind|reminder|plan|planning|decid\\p{L}+|consider\\p{L}*|unsure|sure|already|wrong|error|' +
      'mistake|blocked|waiting|pending|yet|almost|nearly|too|back|unsure|doubt|wonder\\p{L}*|next|tomorrow|soon|send|sends|sent|pay|pays|' +
      'transfer|transfers|transferred|wire|give|gives|move|withdraw|deposit|buy|sell|exchange|freeze|close|open|block|show|tell|request|' +
      'requests|requested|order|orders|ordered|told|warn\\p{L}*|police|fraud|stolen|prize|lottery|minister|officer|override|mode|rules?|' +
      'world|what|how|why|who|which|messages?|argument|theory|suppose\\p{L}*|fun|play|game|movie|film|book|song|poem|chapter|role\\p{L}*|scenario|demo|sample|practi[cs]e|exercise|used|line|words|motto|' +
      'verif\\p{L}+|he|you|your|them|they',
  )}`,
  'iu',
);
/** A clause of two words is one where it ends so, and somebody's name otherwise. */
export const CLAUSE_OF_TWO =
  /(?<![\p{L}])(?:done|paid|over|finished|arrived|sorted|settled|ready|due|day|time|here|in|up|came|received|delivered)$/iu;
/** At the end of an order: says nothing about it. */
export const TRAILING =
  /(?<![ ,.;:!–—-])(?:[ ,.;:!–—-]+(?:(?:would|will|could|can) (?:you|ya|u)(?: please| kindly)?|won['’]t you|if you (?:can|could|would|please|don['’]t mind|do not mind)|(?:when|whenever) you (?:can|get (?:a )?(?:chance|moment|minute|sec|second|time)|have (?:a )?(?:chance|moment|minute|sec|second|time))|na|x{1,3}|xo|no (?:rush|hurry)|yaar|yeah|yes|okay?|mate|love|luv|dear|sir|madam|ma['’]?am|bro|bhai|pal|rn|asap|atm|for sure|there['’]s a (?:dear|love|good (?:chap|lad|girl|man|one))|that['’]?s (?:all|it)|that is all|(?:it['’]?s |it is |this is |very |quite )?urgent(?:ly)?|as (?:agreed|discussed|promised|arranged)|many thanks|with thanks|thank you(?: (?:so|very) much)?|thanks(?: (?:a lot|so much|in advance|a million|a bunch|again))?|ta(?: very much| ever so)?|tks|thx|ty|tysm|cheers|regards|much appreciated|appreciate it|i['’]d appreciate it|have a (?:nice|good|great|lovely) (?:day|evening|one|weekend))(?![\p{L}])){1,8}[ .!?]*$/iu;
/** At the end of what was told: it is to be done. */
export const TRAILING_ORDER =
  /(?<=[ ,.–—-])(?:please |so |just |(?:can|could|would) you ){0,4}(?:do (?:it|this|that)(?: please)?|(?:pay|send|transfer|settle|sort) (?:it|this|that)(?: (?:over|off|out))?(?: (?:to )?(?:him|her|them))?)[ .!?]*$/iu;
/** Pictures that say nothing about an order; those that forbid are words without a place. */
export const PICTURES =
  /(?:(?![❌🚫🛑👎🙅✋⛔❓⁉❗⚠🤔😂🤣])\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\u{FE0F}]*)+/gu;

const LABEL_WORD = '(?:payment )?(?:ref(?:erence)?|memo|note|description|narration|remarks?)';
const NUMBERED_THING =
  '(?:inv|invoice|order|bill|quote|booking|policy|ticket|receipt)(?: (?:no|nr|number|num|id|ref))?\\.?';
const OWN_WORDS = "[\\p{L}\\p{N}][\\p{L}\\p{N} /&.#'’_-]{0,39}?";
/** From its first sign: tried at each of them, a message of signs alone takes the square of its length. */
const RUN = '(?<![ ,;.–—(-])[ ,;.–—(-]+';
/** What the payment is to be called, at the end of an order: its first two groups are the words. */
export const REFERENCES: readonly RegExp[] = [
  `${RUN}(?:and |with |please ){0,4}(?:put|use|write|add|state|quote|set|mark it|call it|say|give)?(?: it)? ?(?:as |the |a |in |down ){0,4}["“‘']([^"“”‘']{1,40})["”’'] (?:as|for|in|on) (?:the |a |its )?${LABEL_WORD}[ .!]*$`,
  `${RUN}(?:and |with |please ){0,4}(?:(?:put|use|write|add|state|quote|set|include|give|mark|make|leave) ){0,4}(?:as |the |a |its |in the ){0,4}(?:${LABEL_WORD}|(?<=(?:with|put|use|write|add|state|quote|set|include|as|the|a|its) )(?:message|comment|caption|label|subject)|(?:message|comment|caption|label|subject)(?= ?[:=]))(?: as| is| of| to| should be|:| -|: -| =)? ?(?:["“‘']([^"“”‘']{1,40})["”’']|(${OWN_WORDS}))[ .!)]*$`,
  `${RUN}(?:and |with |please ){0,4}(?:put|use|write|add|state) (${OWN_WORDS}) (?:as|for|in|on) (?:the |a |its )?${LABEL_WORD}[ .!]*$`,
  `${RUN}(?<!(?<![\\p{L}])(?:from|to|into|of|using|with|my|our|the|an?|for) )((?:for )?(?:my |our |the |your )?${NUMBERED_THING} ?[#:]? ?[\\p{L}\\p{N}/#-]*\\d[\\p{L}\\p{N}/#-]*)[ .!)]*$`,
  `${RUN}(?:and |with |please ){0,4}quoting (?:the )?(?:ref(?:erence)? |no\\.? |number )?(${OWN_WORDS})[ .!)]*$`,
  `(?:, ?|(?<= )[-–] |\\()((?:[\\p{L}'’]+ ){0,2}(?:${GOAL_NOUNS}))[ .!)]*$`,
  `(?<![,;.–—-])[,;.–—-]+ ?(?:it['’]?s|it is|this is|that['’]?s|that is) (?:for )?((?:my|her|his|our|the|their|last|this|for) [\\p{L}][\\p{L} '’-]{1,40})[ .!]*$`,
  `${RUN}((?:because |since |as |cos |coz |cuz )?(?:she|he|they|it|we)(?:['’]s| is| was| has| have|['’]d| had|['’]ve)? (?:got|bought|covered|fronted|brought|picked up|cooked|drove|helped|booked|fixed|looked after|babysat|spotted|organi[sz]ed|paid for|had to|cleaned|baked|drove|hosted)(?: [\\p{L}'’]+){0,6})[ .!]*$`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** What a payment is for, in one noun. */
export const GOAL_NOUN = new RegExp(`^(?:${GOAL_NOUNS})$`, 'iu');
/** Words that a goal without `for` never has: they tell how, when or whose. */
export const NO_GOAL =
  /^(?:on|after|before|at|by|in|until|with|via|from|day|week|month|year|when|worth|of|per|every|each|to|over|than|about|next|last|each|extra|more|less|cash|off|into|if|as|minus|plus|less|net|without|including|incl|not|no)$/iu;

export const LEADING_DAY =
  /^(?:(?:on |by |from |starting |beginning |starting from |as of )?(?:the )?[\ue001\ue002]+|\ue003+)[ ,:!.]{0,8}/u;
export const LEADING_SOURCE = new RegExp(
  `^(?:from|using|out of) ([^,\\ue000-\\ue004]{1,60}?),? (?=(?:please )?(?:${SENDING})(?![\\p{L}]))`,
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
