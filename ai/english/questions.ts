// English as questions about money use it: words, phrases and what they stand for. A word that is
// in none of these lists, and is no name, number or time, is not understood. Words that set a
// condition (`not`, `since`, `over`, `each`) are in no list of plain words: only the phrase that
// applies the condition takes them.

/** A pattern of whole words, over text without accents and in lower case. */
export const words = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u');

/** Other words for categories; used where the customer has the category. */
export const CATEGORY_WORDS: readonly (readonly [words: string, category: string])[] = [
  [
    'food shopping|supermarkets?|grocery shops?|grocery shopping|grocery runs?|grocery|' +
      '(?:shop|shopping) for groceries',
    'groceries',
  ],
  [
    'restaurants?|eating out|eat out|ate out|eaten out|meals|going out to eat|dine out|' +
      'dining out|takeaways?',
    'dining',
  ],
  ['transportation|commuting', 'transport'],
  ['travelling|trips|holidays', 'travel'],
  ['my flat|housing', 'rent'],
  ['utility bills?', 'utilities'],
  ['movies|streaming', 'entertainment'],
  ['my pay|wages|paychecks?|paycheques?|salaries', 'salary'],
  ['sport', 'sports'],
  ['school', 'education'],
];

const NOUN =
  'payments?|payouts?|purchases?|expenses?|expenditures?|transactions?|bills?|visits?|rides?|shops?|runs?|' +
  'invoices?|top-?ups?|orders?|things?|amounts?|transfers?|withdrawals?|deposits?|dinners?|tickets?|fares?|tabs?|fill-?ups?|donations?|instal?ments?|meals?|bookings?';
export const MOST_WORDS =
  'largest|biggest|highest|most expensive|maximum|single most expensive|dearest|priciest';
export const LEAST_WORDS = 'smallest|lowest|cheapest|least expensive|minimum';
const ORDINALS: Readonly<Record<string, number>> = {
  ...{ second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9 },
  ...{ '2nd': 2, '3rd': 3, '4th': 4, '5th': 5, '6th': 6, '7th': 7, '8th': 8, '9th': 9, tenth: 10 },
};
export const ordinalOf = (word: string | undefined): number => ORDINALS[word ?? ''] ?? 1;
export const ORDINAL = Object.keys(ORDINALS).join('|');
const COUNTS = 'one two three four five six seven eight nine ten'.split(' ');
export const COUNT = `\\d{1,2}|${COUNTS.join('|')}`;
export const countOf = (word = '') => Number(word) || COUNTS.indexOf(word) + 1 || 1;

/** Conditions that take names away. `@` stands for a name. */
const NAME_JOIN =
  '[ ,+&/-]|and|or|nor|on|the|my|our|to|for|at|in|from|not|no|any|with|as well as|payments?|' +
  'bills?|also|landlord|like|such as|things|costs|anything|everything|spending';
/** Bounded, so that the time of a pattern grows with the length of the text and not faster. */
const MORE_NAMES = `(?:${NAME_JOIN}){1,16}@+(?!@)`;
const WITHOUT =
  'excluding|exclude|except(?:ing)?(?: for)?|without|apart from|aside from|besides|beside|' +
  'other than|not counting|not including|not|no|minus|leaving out|leave out|less the|' +
  'if (?:you|i|we) (?:leave out|leave|ignore|exclude|take out|take away|take off|drop|skip|forget(?: about)?|disregard|remove)|' +
  'ignoring|disregarding|skipping|leaving aside|setting aside|putting aside|save for|barring|' +
  'taking away|taking out|outside(?: of)?|with the exception of|exclusive of|net of|' +
  'neither|bar|but not|but leave out|but without|but';
export const EXCLUSION = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${WITHOUT})(?![\\p{L}\\p{N}])(?:${NAME_JOIN}){1,16}@+(?!@)(?:${MORE_NAMES}){0,20}`,
  'u',
);
/** `leaving rent and food aside`. */
export const EXCLUSION_AROUND = new RegExp(
  `(?<![\\p{L}])(?:leav(?:e|ing)|set(?:ting)?|put(?:ting)?|tak(?:e|ing)) (?:${NAME_JOIN}){0,8}@+(?!@)(?:${MORE_NAMES}){0,20} (?:aside|out|away|off|apart|to one side)(?![\\p{L}])`,
  'u',
);
/** `without anything over 100 euros`: \ue003 stands for the bound. */
export const BOUND_OUT = new RegExp(
  `(?<![\\p{L}])(?:${WITHOUT})(?: (?:counting|including|any|anything|everything|those|all|the|payments?|purchases?|bills?|transactions?|that|which|was|were|is|are|of|cost|costing|for)){0,5} \ue003+(?!\ue003)`,
  'u',
);
export const EXCLUSION_BEHIND = new RegExp(
  `(?<!@)@+(?!@)(?:${MORE_NAMES}){0,20},? (?:is |are |was |were |being )?(?:left out|excluded|excepted|exempted|not counted|not counting|not included|taken out|taken away|put aside|set aside|aside|apart|removed|ignored|disregarded)(?![\\p{L}])`,
  'u',
);
/** Times that are left out: `\ue002` stands for a time. */
const TIMES =
  '(?:(?:[ ,(]|for|in|from|of|during|the|my|all|those|that|what (?:was|is)|on){0,40}\ue002+(?!\ue002)){1,12}';
export const TIMES_OUT = new RegExp(
  '(?<![\\p{L}])(?:excluding|exclude|except(?:ing)?(?: for)?|without|apart from|aside from|besides|other than|' +
    '(?:but )?not counting|(?:but )?not including|(?:but )?not|minus|leaving out|leave out|all but|every month but|barring|bar|ignoring|skipping)' +
    `(?![\\p{L}])${TIMES}(?:,? (?:and|or)${TIMES}){0,3}(?: ones?)?`,
  'u',
);
export const TIMES_OUT_BEHIND =
  /(?<!\ue002)\ue002+(?!\ue002),? (?:is |was |being )?(?:left out|excluded|not counted|not counting|not included|taken out|aside)(?= *(?:$|[,.;]))/u;
export const EVERY_TIME = words(
  '(?:in |for )?(?:every|each|all|any)(?: the| other)? (?:months?|weeks?|days?|years?)|(?:in |for )?(?:the )?(?:other )?months',
);

/** `everything except …`, and that own transfers do not count, which they never do. */
export const EVERYTHING = words(
  '(?:on |for )?(?:everything|anything|all|everywhere|anywhere)(?= *(?:$|@|but|except|else))',
);
export const OWN_ASIDE = words(
  '(?:my )?own (?:savings|transfers|accounts) (?:not counted|left out|aside|excluded)',
);

/** No time is named, and all of it is meant. */
export const EVER = words(
  'in total|so far|all ?together|alltogether|altogether|overall|ever|up to now|until now|till now|up to today|to date|' +
    'all in all|since the start|since the beginning|this whole time|in all|of all time|all time|' +
    'from the start|since i (?:opened|have) (?:the|my) accounts?|as yet',
);

export const COMPARE = words(
  'compare|compared (?:with|to|against)|compared|versus|vs|against|difference between|' +
    'more or less|(?:more|less|higher|lower|dearer|cheaper|bigger|smaller|larger|pricier)(?: expensive)?',
);
export const CHANGE = words(
  'up or down|(?:go|gone|went|going) (?:up|down)|increased?|decreased?|changed?|risen|fallen|rise|fall',
);
export const COMPARE_LEFT = words(
  'than(?: (?:it was|it did|that))?|which (?:quarter|month|week|year)|which (?:one )?(?:was|is|were)|(?:which|who|where)(?: one)?|does|or',
);

export const RANK = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:top|the) )?(?:(?:(${ORDINAL})|(${COUNT})) )?(?:single )?` +
    `(?:(${MOST_WORDS})|(${LEAST_WORDS}))(?: (${COUNT}))?(?: single)?(?: (?:${NOUN}))?(?! month)(?![\\p{L}\\p{N}])`,
  'u',
);
export const TOP_FEW = new RegExp(`(?<![\\p{L}])top (${COUNT})(?![\\p{L}\\p{N}])`, 'u');
export const COUNTING = words(
  `in number|how many times|how often|how many|number of|(?<!(?:account|card|phone|tax|reference|customer|order) )number(?= in| *$)|count of|count|how frequently|(?:${NOUN}): number`,
);
export const AVERAGE = words('on average|an average|averages?|avg|typically|usually|mean');
export const UNITS: readonly (readonly [unit: 'day' | 'week' | 'month' | 'year', RegExp])[] = [
  ['month', words('per month|a month|each month|every month|monthly|month')],
  ['week', words('per week|a week|each week|every week|weekly|week')],
  ['day', words('per day|a day|each day|every day|daily|day')],
  ['year', words('per year|a year|each year|every year|yearly|annually')],
];
export const EACH_PAYMENT = words(`per (?:${NOUN})|a (?:payment|purchase|visit|ride|bill)`);
export const LATEST = words(
  `when (?:did|have) i last|when was (?:the|my) (?:last|latest)(?: time)?(?: i)?|(?:the )?last time i|` +
    `when did|when was|latest|most recent|newest|(?:what was )?my last (?:${NOUN})|last (?:${NOUN})|last time`,
);
/** `my last five payments`. */
export const FEW_LATEST = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:my |the )?(last|latest|most recent|newest|first|earliest) (${COUNT}) (?:${NOUN})(?![\\p{L}\\p{N}])`,
  'u',
);
export const FIRST = words(
  `when did i first|when was (?:the|my) (?:first|earliest)(?: time)?|(?:my |the )?first(?: ever)? (?:${NOUN})|i first|first(?= *(?:pay|paid|ever))|` +
    'first time i|earliest',
);
/** `Did I pay anyone …`: the payments are asked for. */
export const ANYONE =
  /^(?:and )?(?:did|have|has) .{0,40}(?:anyone|anybody|somebody|someone|anything|something)(?![\p{L}])/u;
export const DATE_ONLY = words('when|(?:on )?(?:which|what) (?:day|date)|the date of');
export const GROUPS: readonly (readonly [
  'day' | 'month' | 'party' | 'category' | 'account',
  RegExp,
])[] = [
  [
    'day',
    words(
      '(?:on )?(?:which|what) (?:single )?day(?= (?:was|is|did i (?:spend|pay)|cost|had|saw) (?:[\\p{L}]+ ){0,3}(?:most|least|highest|lowest|dearest|cheapest|largest|biggest))|' +
        'by day|day by day|for each day|(?:most expensive|dearest|priciest|cheapest) day',
    ),
  ],
  [
    'month',
    words(
      '(?:in )?(?:which|what) month|by month|(?:in|for) (?:each|every) month|each month(?= (?:of|from|between|in|since) )|month by month|best month|(?:most expensive|dearest|cheapest|highest|lowest) month',
    ),
  ],
  [
    'category',
    words(
      '(?:which|what) categor(?:y|ies)|what(?= (?:do|did|have|am) (?:i|we) (?:been )?(?:spend|spent|spending) (?:(?:all|most) of )?(?:(?:my|our|the) )?(?:money |cash )?on(?! @))|what(?= (?:do|did|have) i (?:spend|spent) (?:the )?(?:most|least))|by category|per category|(?:for |in )?each category|on what(?! (?:day|date))',
    ),
  ],
  [
    'account',
    words('(?:from )?which accounts?|by account|per account|(?:for |from )?each account'),
  ],
  [
    'party',
    words(
      'which (?:merchants?|shops?|payees?|stores?|compan(?:y|ies)|people|person|supermarkets?)|' +
        'by (?:merchant|payee|shop|store|person)|(?:per|(?:for |at |in )?each) (?:merchant|payee|shop|store|person|company)|' +
        'which (?:person|shop|store|merchant|company) or (?:person|shop|store|merchant|company)|who|whom|where|' +
        `(?:${MOST_WORDS}|top|main|best) (?:payee|shop|merchant|store|supplier|recipient)|` +
        '(?:merchants|shops|payees|people|stores)',
    ),
  ],
];
/** Whoever asks so wants names, not a sum. */
export const ASKS_WHO =
  /^(?:and |so )?(?:(?:to |from |at )?(?:who|whom|where|which|what)(?![\p{L}]))(?! (?:was|is) )/u;
export const COUNTED_PAYEES = words(
  'how many (?:different |distinct |separate )?(?:people|persons?|payees?|merchants?|shops?|stores?|compan(?:y|ies)|places|businesses|firms)',
);
/** What is asked beside a sum of booked payments: what may be, what somebody has, how often over. */
export const UNREAD = words(
  '(?:can|could|may|might|should|shall|will|would) (?:i|we)(?= (?:still |then |also |really |safely )?' +
    '(?:spend|pay|afford|send|buy|use|withdraw|save|give))|' +
    'how many times (?:more|less|as|over|bigger|larger|higher)(?! than)|(?:account|card|phone|tax) number|@ number|iban|who (?:is|s) @+(?= *$)|' +
    '(?:money |cash )?(?:has|have|had) @+(?= *$| (?:in|on|left|now|today)(?![\\p{L}]))',
);
export const BY_COUNT = words('by (?:the )?(?:number|count) of(?: [\\p{L}]+)?');
export const REFUND = words('refund(?:s|ed)?|money back');
export const BREAKDOWN = words(
  'breakdown|break down|broken down|split|by (?:category|merchant|payee|shop|store|month|day|account|person)|' +
    'month by month|day by day|(?:per|(?:for |at |in |from )?each) (?:merchant|payee|shop|store|person|company|category|account)|' +
    '(?:in|for) (?:each|every) (?:month|day)|each month(?= (?:of|from|between|in|since) )',
);
export const MOST = words(`most(?: often)?|top|${MOST_WORDS}|best`);
export const LEAST = words(`least|${LEAST_WORDS}`);
export const OFTEN = words('most often|least often|more often|oftener');
export const LISTING = words(
  `(?:list|show|give)(?: me)? (?:everything|all that|anything)(?= (?:i|we|from|at|to|for|in) ?)|(?:list|show)(?: me)?(?: all| every)?|what are my(?= *@)|which (?:payments|purchases|transactions)|list them|(?:each )?(?:with|and) (?:its|the|their|a)? ?dates?|each with (?:its|the) (?:date|amount)|` +
    `(?:all|every) (?:${NOUN})`,
);

export const INCOME = words(
  'receive[ds]?|receiving|earn(?:ed|s|ing|ings)?|incomes?|came(?: in)?(?! out)|comes? in|arrived?|arrives|landed|bring in|brought in|coming in|' +
    '(?:pay|pays|paid|paying) (?:me|us)(?: (?:something )?back| out)?|paid in(?: to)?|paid out to me|' +
    'get paid|got paid|(?:was|were|am|been) i paid|i (?:was|am|got|been) paid|' +
    '(?:was|were|been|is) (?:paid|deposited|credited)(?: in)?|incoming|money in|deposit(?:s|ed)|' +
    'credited|refund(?:s|ed)?(?: me)?|money back|(?:give|gave|given) me|back to me|' +
    '(?:did|do|have|has) i (?:get|got)(?! [\\p{L}@ ]{1,40}? (?:at|in) (?:the )?@)|paid by|take in|took in|inflows?|pay out|to me',
);
export const SPENDING = words(
  'spend|spent|spending|spends|pay|pays|paid|paying|cost|costs|costing|expenses?|outgoings?|' +
    'outflows?|bought|buy|went to|went on|gone to|gone on|goes? to|goes? on|went out|go out|gone out|' +
    'came out|comes? out|coming out|taken from|was taken|fork(?:ed)? (?:out|over)|shell(?:ed)? out|splash(?:ed)? out|dish(?:ed)? out|' +
    'laid out|lay out|part(?:ed)? with|burn(?:ed|t)?|waste(?:d)?|rack(?:ed)? up|ran up|run up|set me back|wired?|remit(?:ted)?|' +
    'purchased?|ordered?|order|went through|billed|invoiced|filled up|fill up|fuelled up|been to|stop(?:ped)?(?: off)? at|' +
    'money out|send|sent|sending|transferred|transfer|give|given|gave|hand|handed|left|leave|' +
    'charge[ds]?|charge me|cost me|get|gets|got|shop|shopped|use|used|eat|ate|went|go|earned from me|' +
    'come to|add up to|adds up to|pay out|put|blow|blew|blown|donated?|settled?',
);
/** Words between a payee and the customer: what the payee did. */
export const OTHERS_DO = new RegExp(
  '@ (?:spend|spends|spent|earn|earns|earned|own|owns|save|saves|saved|have|has|buy|bought|owe|owes|' +
    'make|makes|made)(?![\\p{L}])(?! (?:i|we|my|cost|been|paid|pay|charged|sent))',
  'u',
);
export const PAYEE_PAYS =
  /(?:did|does|do|has|have|had) (?:the )?@+(?:(?: and |, ?| or | )@+)* (?:pay|paid|pays)(?![\p{L}])(?! more)/u;

/** `how much did I put into savings`: `#` stands for an own account. */
export const SAVED = new RegExp(
  '(?:put|puts|move|moved|transfer|transferred|save|saved|saving|set|went|go|gone|add|added|paid|' +
    'put aside|saved up|sent|deposited)(?: money| funds)?(?: aside| away| up)?' +
    '(?: money)? (?:into|in|to|onto|towards)(?: the| my)? #+|' +
    '#[: ,]{1,4}(?:what|how much)(?: money)?(?: has| have| did)?(?: i)? ' +
    '(?:(?:went|gone|go|come|came|paid|moved|put) (?:in|into it)|add(?:ed)?|saved?)(?![\\p{L}])',
  'u',
);
export const FROM_ACCOUNT = /(?:from|left|out of|through|with|on|of)(?: the| my)? #/u;
const FULLEST_WORDS =
  'which (?:of my )?accounts? (?:has|have|holds?|contains?) (?:the )?(?:most|least)(?: money| in it)?';
/** Accounts by what is in them. */
export const FULLEST = words(FULLEST_WORDS);
export const BALANCE = words(
  `${FULLEST_WORDS}|` +
    'balances?|was in|did (?:i|we) (?:still )?have(?! to)|do i (?:still )?(?:have|own|hold)|have i got|do i got|money left|left in|are left|is left|' +
    'can i spend|(?:money|funds|much) (?:there is|i (?:still )?have|i have got)|available|funds|my money|is in|is on|(?:what s|whats|what is) (?:in|on)|there in|money have i got',
);

/** Words without a condition in them: they may stand in any question. */
export const PLAIN = new Set(
  (
    'the a an my me i we our us of all and or to at in on for from by with it its this that these those ' +
    'them they there is are was were be been am do did does have has had how much many what whats please ' +
    'pls plz hi hey hello thanks tell show give can you could would just only also then ' +
    's m ve d re total totals totalled sum sums summed amount amounts money figure figures together ' +
    'combined one payment payments purchase purchases expense expenses transaction transactions bill bills ' +
    'visit visits ride rides shop shops run runs invoice invoices transfers withdrawals deposits deposit ' +
    'thing things spending spend spent spends cost costs costing expensive made make bought buy paid pay pays ' +
    'paying went go goes gone going get gets got getting out up come came add adds trips account accounts period whole full ' +
    'year called named over during within through again both sent send received about category ' +
    'categories merchant merchants payee payees people person three two four his her dr doctor mr mrs ms ' +
    'professor ok okay plus used use time times into shopping something someone  ' +
    'some eur usd gbp value charge charged charges bank anyone anybody somebody everyone kindly ' +
    'just exactly actually really grand lot damage figure tally altogether added adding up amounted ' +
    'single individual fare fares tab tabs tank tanks order orders ones either inclusive among amongst'
  ).split(' '),
);

/** Words in the place of a name that are no name. */
const NO_NAME =
  'what|how|where|who|that|there|it|let|here|when|today|yesterday|tomorrow|month|week|year|day' +
  '|quarter|morning|accounts?|wallets?|cards?|bank|money|currency|currencies|everything|now|one' +
  '|spending|use|my|me|i|we|you|an?|the|all|any|each|every|both|this|these|that|those';
const SOMEBODY = `(?<![\\p{L}'’])(?!(?:${NO_NAME})(?![\\p{L}]))(\\p{L}[\\p{L}\\p{N}-]*)`;
export const STRANGER = new RegExp(
  [
    `${SOMEBODY}['’]s(?![\\p{L}])`,
    `(?<![\\p{L}])(?:does|did|do) ${SOMEBODY} (?:\\p{L}+ )?(?:have|own|hold|owe)(?![\\p{L}])`,
    `(?<![\\p{L}])(?:balances?|limits?|overdraft) (?:of|for) ${SOMEBODY}`,
  ].join('|'),
  'giu',
);

const UNIT_WORDS =
  'euros?|eur|€|dollars?|usd|bucks|\\$|pounds?|gbp|quid|£|yen|jpy|¥|francs?|chf|[a-z]{3}(?<=sek|nok|dkk|pln|czk|zar|inr|cad|aud)';
/** Bounded, as MORE_NAMES is. */
const FIGURE = `(?<![\\d.,])(?:[€$£¥] ?)?\\d{1,15}(?:[.,]\\d{1,15}){0,6}(?![.,]?\\d)(?: ?(?:${UNIT_WORDS})(?![\\p{L}\\p{N}]))?`;
/** What is left out, with a day or a time in the same breath: which of them is left out is not said. */
export const OUT_AND_TIME =
  /(?<![\p{L}])(?:except|excluding|without|apart from|aside from|not counting|other than|besides)(?![\p{L}])[^,\ue002\ue004]{0,80}@ {0,4}(?:(?:and|or|nor) )?(?:(?:on|in) )?(?:\ue004|(?<=(?:and|or|nor) (?:(?:on|in) )?)\ue002)/u;
/** Words beside a bound. */
export const BOUND_LEFT = words(
  'each|apiece|small|little|tiny|big|large|individually|small ones|or so',
);
const OVER =
  'over|above|more than|exceeding|exceeds?|greater than|bigger than|larger than|higher than|costing more than';
const UNDER = 'under|below|less than|smaller than|cheaper than|lower than|fewer than';
const LEAST_IN = 'at least|no less than|not less than|of at least|minimum';
const MOST_IN = 'up to|at most|no more than|not more than|not exceeding|maximum';
export const BOUNDS: readonly (readonly [
  RegExp,
  'over' | 'under' | 'least' | 'most' | 'between' | 'behind' | 'exact',
])[] = [
  [
    new RegExp(
      `(?<![\\p{L}])(?:between|from) (${FIGURE}) (?:and|to) (${FIGURE})(?![\\p{L}\\p{N}])`,
      'u',
    ),
    'between',
  ],
  [
    new RegExp(`(?<![\\p{L}])(?:of )?(${FIGURE}) ?(?:to|-) ?(${FIGURE})(?![\\p{L}\\p{N}])`, 'u'),
    'between',
  ],
  [
    new RegExp(
      `(?<![\\p{L}])(?:of |worth )?(${FIGURE}) (?:or|and) (more|above|over|less|under|below)(?![\\p{L}])`,
      'u',
    ),
    'behind',
  ],
  [new RegExp(`(?<![\\p{L}])(?:${MOST_IN}) (${FIGURE})(?![\\p{L}\\p{N}])`, 'u'), 'most'],
  [new RegExp(`(?<![\\p{L}])(?:${LEAST_IN}) (${FIGURE})(?![\\p{L}\\p{N}])`, 'u'), 'least'],
  [new RegExp(`(?<![\\p{L}])(?:${OVER}) (${FIGURE})(?![\\p{L}\\p{N}])`, 'u'), 'over'],
  [new RegExp(`(?<![\\p{L}])(?:${UNDER}) (${FIGURE})(?![\\p{L}\\p{N}])`, 'u'), 'under'],
  [
    new RegExp(
      `(?<![\\p{L}])(?:of |for |at |worth |costing )?(?:exactly|precisely) (${FIGURE})(?![\\p{L}\\p{N}])`,
      'u',
    ),
    'exact',
  ],
];
/** Words that name one payee of a kind, where the customer has one alone. */
export const PAYEE_WORDS: readonly (readonly [phrase: string, payee: RegExp])[] = [
  ['electricity|electric|power(?= bills?)|energy', /electri|energ|power|watt|kraft|strom/],
  ['internet|broadband|wi-?fi', /internet|broadband|fibre|fiber|bredband|dsl/],
  ['(?:mobile|cell)? ?phone(?= bills?)', /mobile|wireless|telecom|cellular/],
];

/** `up to 10 December` is a day. */
export const DAY_BEHIND =
  /^(?:st|nd|rd|th)?(?: of)? ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/u;

/** Account names that are words of the language, too: only beside `account`, or behind `from`. */
export const COMMON_ACCOUNT =
  /^(?:bills?|spending|main|current|daily|checking|cash|savings?|reserve|everyday|emergency)$/;

/** Between names of one row. */
export const ROW =
  /^(?=[^,+&/]*[,+&/])(?:[ ,+&/]|and|or|plus|as well as|the|my)*$|^ (?:and|or|plus) (?:the |my )?$/;
export const JOINED = /^[^@]{0,60}$/;
