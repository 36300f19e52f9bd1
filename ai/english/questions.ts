// English of names, numbers and bounds in questions about money, and other words for categories.

import { CURRENCY_WORDS } from './topics.ts';

/** A pattern of whole words, over text without accents and in lower case; compiled once. */
export function words(pattern: string): RegExp {
  const cachedPattern = WORDS.get(pattern);
  if (cachedPattern !== undefined) return cachedPattern;
  const newPattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u');
  // Patterns of names come and go with the customers who ask.
  if (WORDS.size >= MOST_PATTERNS) WORDS.clear();
  WORDS.set(pattern, newPattern);
  return newPattern;
}
const WORDS = new Map<string, RegExp>();
const MOST_PATTERNS = 2_000;

/** Other words for categories; used where the customer has the category. */
export const CATEGORY_WORDS: readonly (readonly [words: string, category: string])[] = [
  ['(?:the|our) (?:weekly |big )?shopping', 'groceries'],
  ['uni fees|university fees|semester fees|college fees', 'tuition'],
  ['(?:bank )?commissions?(?: of the bank)?', 'fees'],
  [
    'food shopping|supermarkets?|grocery shops?|grocery shopping|grocery runs?|grocery|' +
      '(?:shop|shopping) for groceries',
    'groceries',
  ],
  [
    'restaurants?|eat out|ate out|eaten out|dining out|dine out|take-?aways?|take-?outs?|meals? out|dinners? out|dining|meals',
    'eating out',
  ],
  [
    'eating out|eat out|ate out|eaten out|meals? out|dinners? out|lunch(?:es)? out|nights? out eating|dining out|dining|dine out|going out to eat|take-?aways?|take-?outs?|meals',
    'restaurants',
  ],
  [
    'eating out|eat out|ate out|eaten out|meals? out|dinners? out|restaurants?|going out to eat',
    'pubs and dining',
  ],
  ['petrol|diesel|gasoline|filling up|fuelling up|gas station', 'fuel'],
  ['cab|taxi|taxis|cab rides?|cab fares?|taxi rides?|taxi fares?', 'cabs'],
  ['taxis|cabs?', 'taxi'],
  ['taxi|cabs?', 'taxis'],
  ['taxis?|cabs?|(?:taxi|cab|uber) rides?|ubers?', 'rides'],
  ["chemist(?:'s)?|chemists|drug ?stores?", 'pharmacy'],
  ['coffee shops|cafe', 'cafes'],
  ['postal costs|stamps|shipping', 'postage'],
  ['opening (?:money|deposit|sum|amount|funds)', 'opening balance'],
  ['nursery|day ?care|child ?minding|child care|kindergarten', 'childcare'],
  ['electric|power(?= bills?)', 'electricity'],
  ['broadband|wi-?fi', 'internet'],
  ['bookkeeping|accounting|accountants?(?: fees)?', 'accountancy'],
  ['clothes shopping', 'clothes'],
  ['clothing', 'clothes'],
  ['clothes', 'clothing'],
  ['fines?', 'fines'],
  ['pet stuff|pet costs|my pets?|(?<=(?:the|my|our) )(?:cat|dog)', 'pets'],
  ['rent', 'rental income'],
  ['rent', 'rent received'],
  ['charity|charities|charitable giving|good causes|donated(?! (?:to|at))', 'donations'],
  ['gym', 'fitness'],
  ['kids school', 'school fees'],
  [
    "(?:(?:the|my|our) )?(?:kids|children|weans|bairns|little one|wee one|bab(?:y|ies))['’]?s?['’]? (?:childcare|cr[eè]che|nursery|day ?care)",
    'childcare',
  ],
  ["(?:(?:the|my|our) )?(?:kids|children)['’]?s?['’]? school fees", 'school fees'],
  ['newspapers?', 'newspapers'],
  ['fun', 'leisure'],
  ['power', 'electricity'],
  ['tfl|commute', 'transport'],
  ['presents?', 'gifts'],
  ['mobile|cell ?phone', 'phone'],
  ['emis?', 'loan'],
  ['schooling', 'school fees'],
  ['tuition|school fees', 'education'],
  ['home loan', 'mortgage'],
  ['my old age pension|state pension', 'pension'],

  [
    'restaurants?|eating out|eat out|ate out|eaten out|meals? out|dinners? out|lunch(?:es)? out|meals|going out to eat|dine out|' +
      'dining out|take-?aways?|take-?outs?|dinners out|meals out|cafes and restaurants',
    'dining',
  ],
  ['transportation|commuting', 'transport'],
  [
    'travelling|(?<!(?:summer|winter|spring|autumn|school|christmas|easter|in the|over the|during the) )holidays|(?<!\ue000 |how many |many )trips(?! (?:to|at|with|on|by|did|have|do))',
    'travel',
  ],
  ['my flat|housing', 'rent'],
  ['landlord|landlady', 'rent'],
  ['utility bills?', 'utilities'],
  [
    'my pay|pay ?days?(?! loan)|my earnings from work|pay ?checks?|pay packets?|wages?|my earnings|paychecks?|paycheques?|salaries',
    'salary',
  ],
  ['sport', 'sports'],
  ['school', 'education'],
];

/**
 * Words of one meaning. Where the customer has exactly one category of a row, each other word of the
 * row stands for it.
 */
export const SAME_MEANING: readonly (readonly string[])[] = [
  ['shop rent', 'rent', 'premises'],
  ['groceries', 'grocery', 'supermarkets?', 'weekly shop', 'food shops?', 'food shopping'],
  ['fuel', 'petrol', 'gasoline', 'diesel', 'petrol stations?', 'filling stations?'],
  [
    'pharmacy',
    'pharmacies',
    'chemists?',
    'drug ?stores?',
    'medicines?',
    'medications?',
    'meds',
    'prescriptions?',
  ],
  ['dental', 'dentist', 'dentists', 'teeth', 'dental care'],
  ['vet', 'vets', 'veterinary', 'animal doctor'],
  ['doctor', 'doctors', 'gp', 'physician'],
  [
    'electricity',
    'electric',
    'power bills?',
    'hydro',
    'light bills?',
    'nepa',
    'light(?= (?:cost|bills?|money))',
  ],
  ['internet', 'broadband', 'wi-?fi'],
  ['phone', 'mobile', 'cell ?phone', 'telephone', 'phone plan', 'mobile plan'],
  ['clothes', 'clothing', 'apparel', 'garments'],
  ['mortgage', 'home loan', 'house loan'],
  ['childcare', 'child care', 'day ?care', 'nursery', 'kindergarten', 'creche'],
  ['gym', 'fitness', 'gym membership', 'workouts?'],
  ['subscriptions', 'subs', 'subscription services'],
  [
    'donations',
    'charity',
    'charities',
    'charitable giving',
    'good causes',
    'charity donations',
    'tithes?',
    'offerings',
  ],
  ['gifts', 'presents?'],
  [
    'transport',
    'public transport',
    'transportation',
    'commuting',
    'transit',
    '(?:(?:buses|trains|trams|tubes?|bus|train) ?(?:and|&|\\+) ?(?:buses|trains|trams|the tube|bus|train))',
  ],
  ['travel', 'travelling', 'traveling'],
  [
    'holiday',
    '(?<!(?:summer|winter|spring|autumn|school|christmas|easter|in the|over the|during the) )(?:holidays|vacations?)',
  ],
  ['takeaways', 'takeaway', 'take-?aways?', 'take-?outs?'],
  ['dorm', 'dormitory', 'dormitories', 'dorms', 'student housing', 'student hall'],
  ['hairdresser', 'haircuts?', 'hair salon', 'barber', 'hair appointments?', 'hair'],
  ['garden', 'gardening'],
  ['cinema', 'movies?', 'films?', 'the pictures'],
  ['fast food', 'junk food'],
  ['games', 'gaming', 'video games?'],
  ['makeup', 'make-up', 'cosmetics', 'beauty (?:stuff|products|things)'],
  ['concerts', 'concert tickets?', 'live music'],
  ['nights out', 'nights? on the town', 'clubbing', 'partying'],
  ['trash', 'garbage', 'rubbish', 'refuse', 'waste collection'],
  ['lunch', 'lunches'],
  ['office supplies', 'stationery'],
  ['airtime', 'phone credit', 'recharge cards?', 'recharges', 'call credit'],
  ['vegetables', 'veg', 'veggies', 'greens'],
  ['newspaper', 'newspapers', 'daily paper', 'papers'],
  ['maintenance', 'society charges?', 'maintenance charges?'],
  ['appliances', 'white goods', 'household appliances'],
  ['allowance', 'pocket money'],
  ['days out', 'outings?', 'day trips?'],
  ['bikes', 'bicycles?', 'cycling'],
  ['fees', 'bank (?:fees?|charges?)', 'account charges?'],
  ['health insurance', 'medical insurance', 'health cover', 'health plan'],
  ['streaming', 'streaming services?', 'streaming subscriptions?'],
  ['parking', 'car parks?'],
  ['furniture', 'furnishings'],
  ['electronics', 'gadgets', 'tech', 'electricals'],
  ['health', 'medical', 'healthcare'],
  ['card sales', 'card takings', 'card payouts?', 'card income', 'card receipts'],
  ['online sales', 'web sales', 'web orders', 'internet sales'],
  ['extra shifts', 'overtime'],
  ['rental income', 'rent received', 'rent income', 'rents received'],
  [
    'child benefit',
    "(?:family|child|children['’]?s?|kids['’]?) allowance",
    "(?:child|children['’]?s?|kids['’]?) money",
    'benefit for the (?:kids|children)',
  ],
  ['household money', 'housekeeping', 'housekeeping money'],
  ['property tax', 'house tax'],
  ['school fees', 'school bills?'],
  ['music lessons', 'music classes?'],
  ['sports', 'sport', 'sports club'],
  ['snacks', 'nibbles'],
  ['tea and snacks', '(?<!(?:bubble|iced|ice|herbal) )tea(?! (?:room|shop))', 'snacks'],
  ['raw material', 'raw materials', 'materials'],
  ['machine repair', 'machine repairs'],
  ['caretaker', 'janitor'],
  ['takeaway', 'takeaways', 'takeouts?', 'take-out', 'take-away'],
  ['education', 'tuition'],
  ['courses', 'course', 'classes'],
  ['courier', 'couriers', 'courier services?'],
  ['postage', 'shipping'],
  ['advertising', 'adverts', 'ads', 'advertisements?', 'ad spend'],
  ['marketing', 'promotion'],
  ['stock', 'inventory', 'merchandise', 'stock purchases'],
  ['takings', 'card takings', 'till takings', 'shop takings'],
  ['books', 'reading'],
  ['taxis', 'taxi', 'cabs', 'cab', 'taxi rides?', 'cab rides?'],
  ['coffee', 'coffees', 'cafes?', 'coffee shops?', 'coffee houses?'],
  ['loan', 'loan money', 'student loan'],
  ['scholarship', 'bursary', 'stipend'],
  ['glasses', 'spectacles', 'specs', 'opticians?'],
  ['condo fees', 'condo charges'],
  ['tax', 'taxes'],
  ['wages', 'payroll', 'staff wages', 'staff costs', 'salar(?:y|ies)'],
  ['repairs', 'repair work', 'repair bills?'],
  [
    'accountancy',
    'accounting',
    'bookkeeping',
    '(?:the |my |our )?(?:accountants?|bookkeepers?)(?: (?:fees?|bills?))?',
  ],
];

/** Not behind a category in the singular: `grocery shops` are other words for it. */
export const NO_SHOP = '(?! (?:shop|shops|shopping|runs?)(?![\\p{L}])(?! ?-? ?wise))';

export const NOUN =
  'payments?|payouts?|purchases?|expenses?|expenditures?|transactions?|bills?|visits?|rides?|' +
  'invoices?|top-?ups?|orders?|stops?|sprees?|splurges?|things?|amounts?|transfers?|withdrawals?|deposits?|dinners?|tickets?|fares?|tabs?|fill-?ups?|fills?|refuels?|tankfuls?|donations?|instal?ments?|meals?|bookings?|deliver(?:y|ies)|jobs?|hauls?|items?|lessons?|sessions?';
/** Payments that come in. */
export const NOUN_IN = words('deposits?|paychecks?|paycheques?|receipts?|credits?');
export const PAPERS = words('receipts?');
export const MOST_WORDS =
  'largest|biggest|highest|most expensive|most dear|most costly|costliest|greatest|heaviest|steepest|maximum|single most expensive|dearest|priciest|hugest|most costly|top-most|single largest|single biggest|heftiest|fattest|chunkiest|(?:single )?worst(?= (?:bill|charge|purchase|payment|fine)(?![a-z]))';
export const LEAST_WORDS =
  'bottom|smallest|lowest|cheapest|most cheap|least expensive|minimum|tiniest|littlest';
const ORDINALS: Readonly<Record<string, number>> = {
  ...{ second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9 },
  ...{ '2nd': 2, '3rd': 3, '4th': 4, '5th': 5, '6th': 6, '7th': 7, '8th': 8, '9th': 9, tenth: 10 },
};
export const ordinalOf = (word: string | undefined): number => ORDINALS[word ?? ''] ?? 1;
export const ORDINAL = Object.keys(ORDINALS).join('|');
const COUNTS = 'one two three four five six seven eight nine ten'.split(' ');
export const COUNT = `\\d{1,2}|${COUNTS.join('|')}`;
export const countOf = (word = '') => Number(word) || COUNTS.indexOf(word) + 1 || 1;

/** Words in the place of a name that are no name. */
const NO_NAME =
  'what|how|where|who|that|there|it|they|both|each|let|here|when|today|yesterday|tomorrow|month|week|year|day' +
  '|quarter|morning|accounts?|wallets?|cards?|bank|money|currency|currencies|everything|now|one' +
  '|spending|use|my|our|ours|me|us|i|we|you|an?|the|all|any|each|every|both|this|these|that|those';
const SOMEBODY = `(?<![\\p{L}'’])(?!(?:${NO_NAME})(?![\\p{L}]))(\\p{L}[\\p{L}\\p{N}-]*)`;
export const STRANGER = new RegExp(
  [
    `${SOMEBODY}['’]s(?![\\p{L}])`,
    `(?<![\\p{L}])(?:does|did|do) ${SOMEBODY} (?:\\p{L}+ )?(?:have|own|hold|owe)(?![\\p{L}])`,
    `(?<![\\p{L}])(?:balances?|limits?|overdraft) (?:of|for) ${SOMEBODY}`,
  ].join('|'),
  'giu',
);

const UNIT_WORDS = `${CURRENCY_WORDS.map(([word]) => word).join('|')}|rs\\.|[a-z]{3}(?<=eur|usd|gbp|jpy|chf|sek|nok|dkk|pln|czk|zar|inr|cad|aud|nzd|brl|sgd|ngn|mxn|hkd|thb|idr|myr|php|krw|cny|huf|bgn|isk|ils|aed|sar|egp|kes|ghs|twd|vnd|clp|ars|uah|kzt|pkr|lkr|bdt|qar|kwd)`;
/** Bounded, so that the time of a pattern grows with the length of the text and not faster. */
const FIGURE = `(?<![\\d.,])(?:(?:[€$£¥₹]|r\\$|[rn](?=\\d)|rs\\.?|us\\$|inr|usd|eur|gbp|aud|cad|pln|chf|zar|sek|nok|dkk) ?)?\\d{1,15}(?:[.,]\\d{1,15}){0,6}(?![.,]?\\d)(?: ?(?:${UNIT_WORDS})(?![\\p{L}\\p{N}]))?`;
const OVER =
  'over|above|more than|crossing|topping|passing|beyond|north of|upwards of|in excess of|(?:that )?(?:passed|crossed|topped|surpassed)|(?:going|went|go|gone) (?:over|above)|exceeding|exceed(?:ed|s)?|greater than|bigger than|larger than|higher than|costing more than';
const UNDER = 'under|below|south of|less than|smaller than|cheaper than|lower than|fewer than';
const LEAST_IN = 'at least|no less than|not less than|of at least|minimum';
const MOST_IN = 'up to|at most|no more than|not more than|not exceeding|maximum';
/** A name that is left out, with another one behind a preposition. */
export const OUT_OF_ANOTHER =
  /(?:^| )[PCR] (?:on|at|from|in|with|for|to) (?:(?:the|my|our) )?[PCR](?![^ ])/u;
/** Asks for the things, too. */
export const WHAT_FOR = /(?:^| )(?:(?:and|,) what (?:on|for)|and what)$/u;
/** Before a noun in the singular that says by which kind payments are grouped. */
export const BEFORE_A_KIND = /(?:^| )(?:by|per|each|every|which|what) $/u;
/** Of some size, which nobody has named. */
export const OF_A_SIZE = /(?:^| )(?:small|little|tiny|big|large) /u;
/** Things that are bought, before the payee that they are bought at: they say nothing more. */
export const THINGS =
  /(?<![\p{L}])(?:(?:the|my|our|some|those) )?(how many |per |each |a |one |every )?(?:food|coffee|lunch|dinner|breakfast|meals?|drinks?|snacks?|bread|cakes?|petrol|fuel|gas|diesel|electricity|power|water|internet|broadband|phone|mobile|newspapers?|magazines?|books?|clothes|shoes|toys|presents?|gifts?|flowers|medicines?|tickets?|train tickets|flights?|rides?|taxis?|cabs?|rent|insurance|groceries|shopping|stuff|things|sushi|pizza|ramen|noodles|furniture|tools|streaming|music|films?|games?|haircuts?|lessons|classes|repairs|parts|materials|beer|wine|tea|laptops?|computers?|tv|television|cameras?|headphones|earphones|watch|watches|tablets?|printers?|fridge|freezer|washing machine|dishwasher|oven|cooker|kettle|sofa|couch|chairs?|tables?|beds?|mattress|wardrobe|desk|lamps?|curtains|carpet|bikes?|bicycle|helmet|skis?|surfboard|wetsuits?|boots|trainers|sneakers|coats?|jackets?|dress|dresses|suits?|shirts?|trousers|jeans|socks|hats?|jewell?ery|rings?|necklace|hearing aids?|aids?|glasses|contact lenses|wool|yarn|fabric|paint|tiles|timber|plants?|seeds|vitamins|pills|cosmetics|make-?up|perfume|shampoo|soap|nappies|diapers|pram|pushchair|pet food|dog food|cat food|milk|cheese|eggs?|meat|fish|chicken|fruit|vegetables|veg|rice|pasta|burgers?|fries|kebabs?|curry|salads?|soup|sandwich(?:es)?|ice creams?|pierogi|dumplings|pancakes|chocolate|sweets|candy|biscuits|cookies|pastries|croissants?|juice|water bottles?|cocktails?|pints?|vinyl|records?|cds?|dvds?|software|apps?|licen[cs]es?|subscriptions?|memberships?|courses?|workshops?|cleaning|bookkeeping|accounting|babysitting|gardening|tutoring|ironing|washing|dog walking|plumbing|painting|decorating|roofing|translations?|design work|consulting|massage|manicure|physio|therapy|check-?ups?|fillings?|x-?rays?|treatment|surgery|operation|hotel stay|stay|cruise|ferry|holiday|train|trains|bus|buses|plane|parking|tolls?|car wash|tyres|tires|brakes|service|servicing)(?= (?:(?:bills?|money|costs?|spending|purchases?|visits?|shops?|trips?) )?(?:at|from|with) (?:the )?\ue000)/gu;
/** Things behind the payee that they are bought from. */
export const THINGS_BEHIND =
  /\ue000+ (?:flights?|tickets?|rides?|meals?|groceries|orders?|shopping|lessons|classes)(?= *(?:$|,|\ue000))|(?<=(?:get|got|paid|pay|charge|charged|given|receive|received|cost|had)(?:(?! (?:on|at|to) )[^?]){0,40} )for (?:the )?(?:babysitting|bookkeeping|cleaning|gardening|tutoring|ironing|dog walking|accounting|cooking|painting|decorating|repairs|lessons|design work|translations?|consulting|catering|photography)(?= *(?:$|,|\ue000))/gu;
export const BOUNDS: readonly (readonly [
  RegExp,
  'over' | 'under' | 'least' | 'most' | 'between' | 'within' | 'behind' | 'exact',
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
      `(?<![\\p{L}])(?:of |worth )?(${FIGURE}) (?:or|and) (more|above|over|up|upwards|less|under|below)(?![\\p{L}])`,
      'u',
    ),
    'behind',
  ],
  [
    new RegExp(
      `(?<![\\p{L}])(?:${OVER}) (${FIGURE}) (?:but|and|yet)(?: still)? (?:${UNDER}) (${FIGURE})(?![\\p{L}\\p{N}])`,
      'u',
    ),
    'within',
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
  // `when did I pay 61.21 at the market`.
  [
    new RegExp(
      `(?<=(?:when(?: exactly)?|(?:date|day)(?: when| that| on which)?) (?:(?:did|have|was|were) )?(?:i|we) (?:(?:last|first|ever) )?(?:pay|paid|spend|spent|send|sent|give|gave|make|made) (?:(?:that|the|a|an) )?)(${FIGURE})(?: (?:payment|purchase|transaction))?(?= (?:at|in|to|on|for|with|from)(?![\\p{L}]))(?![\\p{L}\\p{N}])`,
      'u',
    ),
    'exact',
  ],
];
/** Words that name one payee of a kind, where the customer has one alone. */
export const PAYEE_WORDS: readonly (readonly [phrase: string, payee: RegExp])[] = [
  ['electricity|electric|power(?= bills?)|energy', /electri|energ|power|watt|kraft|strom/],
  ['gas(?= (?:bills?|company|payments?))', /(?<![a-z])gas(?![a-z])/],
  ['water(?= (?:bills?|company|payments?|rates))', /water|aqua|wasser/],
  ['internet|broadband|wi-?fi', /internet|broadband|fibre|fiber|bredband|dsl/],
  ['church|parish', /church|parish|chapel|cathedral/],
  ['library', /librar/],
  ['dentist|dental practice', /dent(?:al|ist)|tandarts|smile/],
  ['council', /council/],
  ['opticians?', /optic/],
  ['butchers?', /butcher/],
  ['bakery|bakers?', /bakery|baker(?![a-z])/],
  ['(?:the|my) (?:gym|fitness club)', /gym|fitness/],
  ['(?:the|my) (?:vet|animal clinic)', /veterin|animal clinic|vet(?![a-z])/],
  ['(?:the|my) hotel', /hotel/],
  ['(?:the|my|our) (?:plumber|heating (?:man|engineer|people))', /boiler|plumb|sanit|heating/],
  ['(?:the|my|our) (?:mechanic|garage)', /garage|motors?(?![a-z])|auto(?![a-z])/],
  ['(?:the|my|our) (?:solicitor|lawyer|notary)', /notar|legal|solicitor|law(?![a-z])/],
  ['(?:the|my|our) (?:roofer|roof people)', /roof|dachdeck/],
  ['(?:the|my|our) (?:painter|decorator)', /paint|maler|decorat/],
  ['(?:the|my|our) (?:gardener|garden people)', /garden|gartn|greenfing/],
  ['(?:the|my|our) (?:chimney sweep)', /chimney|schornstein|sweep/],
  ['(?:the|my|our) (?:hairdresser|barber)', /hair|barber|curl|salon/],
  ['(?:the|my|our) (?:florist|flower shop)', /florist|flower|blum|kwiat/],
  ['(?:the|my) (?:university|college)', /universit|college/],
  ['(?:mobile|cell)? ?phone(?= bills?)', /mobile|wireless|telecom|cellular/],
];

/** A person's relation to somebody, before the name: `my landlord Zahra`. */
export const PERSON =
  /(?<![\p{L}])(?:good |old |dear |local |usual |new |favourite |favorite |kids['’]? |children['’]?s? )*(?:(?:bike|cycling|football|rugby|tennis|swim|swimming|running|youth|golf|book|chess|rowing|sailing|hockey|cricket|bowls|gymnastics) club|papa|mama|mamma|baba|amma|appa|daddy|mummy|mam|nan|granny|gran|grandma|sports? club|football club|swimming club|club|music school|dance school|campsite|zoo|theme park|bike shop|toy shop|clothes shop|book ?shop|garden centre|utility|provider|phone company|internet provider|energy (?:supplier|company)|gas company|housing association|letting agent|estate agent|day ?care|kindergarten|florist|jeweller|optician|cinema|theatre|museum|pizzeria|tea ?room|bistro|stall|online shop|web ?shop|courier|hostel|ferry company|train company|bus company|taxi firm|cab firm|studio|salon|surgery|hospital|groomer|farm|brewery|caterer|photographer|designer|developer|translator|consultant|physio|bank|friend|mate|pal|flatmate|roommate|housemate|neighbou?r|colleague|boss|cousin|aunt|auntie|uncle|niece|nephew|wife|husband|partner|boyfriend|girlfriend|fianc[eé]e?|mother|mum|mom|father|dad|sister|brother|son|daughter|grandson|granddaughter|grandmother|grandma|grandfather|grandpa|cleaner|nanny|babysitter|childminder|tutor|teacher|plumber|electrician|gardener|landlady|landlord|tenant|lodger|dentist|doctor|barber|hairdresser|supplier|wholesaler|accountant|bookkeeper|lawyer|solicitor|baker|builder|handyman|mechanic|driver|trainer|therapist|boatyard|insurer|insurance company|power company|water company|airline|supermarket|grocer|bakery|dairy|butcher|caf[eé]|coffee shop|restaurant|pub|bar|shop|store|garage|gym|hotel|agency|clinic|council|charity|church|school|nursery|bookshop|pharmacy|chemist|market)(?=(?:,| called| named|(?<=market|shop|store|bar|pub|restaurant|caf[eé]|club|school|church|clinic|hotel|pharmacy|bakery|farm|gym|garage) of)? (?:(?:dr|doctor|mr|mrs|ms|professor)\.? )?\ue000)/gu;

/** `The market of Santiago` is the place; `the sister of Karim` is somebody else. */
export const NOUN_OF_A_PLACE =
  /(?:market|shop|store|bar|pub|restaurant|caf[eé]|club|school|church|clinic|hotel|pharmacy|bakery|farm|gym|garage|supermarket|bookshop|nursery|butcher|council)$/u;
export const BEFORE_A_NAME = /^(?:,| called| named) (?=\ue000)/u;
export const BEFORE_ITS_NAME = /^(?:,| of| called| named) (?=\ue000)/u;

/** What somebody calls a payee: it says nothing more. */
export const NAME_CALLING =
  /(?<=\ue000 )(?:crooks|thieves|robbers|cowboys|sharks|clowns|idiots|rascals|villains|scoundrels|bandits|vultures|muppets|jokers|chancers)(?![\p{L}])/gu;

/** Words that say nothing alone. */
export const GRAMMAR =
  /^(?:,|of|to|in|into|on|at|for|from|with|by|as|the|an?|my|our|did|do|does|has|have|had|is|are|was|were|be|been|am|i|we|me|us|it|its|that|this|these|those|they|them|and|or|but|than|out|up|off|back|over|so|how|what|which|who|all)$/;

/** `up to 10 December` is a day. */
export const DAY_BEHIND =
  /^(?:st|nd|rd|th)?(?: of)? ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/u;

/** Account names that are words of the language, too: only beside `account`, or behind `from`. */
export const COMMON_ACCOUNT =
  /^(?:bills?|spending|main|current|daily|checking|cash|savings?|reserve|everyday|emergency)$/;

/** Before two amounts without a currency. */
export const BEFORE_AMOUNTS =
  /(?<![\p{L}])(?:payments?|purchases?|transactions?|expenses?|charges?|debits?|anything|everything|amounts?|bills?|ones)(?: (?:that|which))?(?: (?:are|were|was|is|of|costing|worth|for|cost|ranging|valued(?: at)?))* $/u;
/** Words before an account whose level is asked for. */
export const BEFORE_LEVEL =
  '(?:(?:lowest|highest|most|least)(?: that)?|how (?:low|high) (?:did|has|had|have)|when (?:was|did|has)|(?:balances?|level|point) (?:of|in|on)) (?:the |my |our )';
/** `Everything out of House`: payments of the account, and no balance. */
export const FROM_AN_ACCOUNT = /^(?:from|out of) /;
/** Behind these, a name that an account shares with a category or a payee is the account. */
export const BEFORE_AN_ACCOUNT =
  '(?:from|out of|off|into|debited to|charged to|balances? (?:of|in|on|for)|(?:is|are|was|left|sitting|kept|have|got|saved|stashed) (?:in|on)|(?:moved?|moving|put|transferr?e?d?|saved?|added|set aside|put aside|put away) (?:[a-z]+ ){0,2}(?:to|into|in|for)) (?:the |my |our )?';
/** Behind `from`, a payee or a kind of income may be meant as well as the account of that name. */
export const FROM_EITHER = '(?:from|off) (?:the |my |our )?';

/** Nouns of accounts: they do not say which. */
export const KINDS_OF_ACCOUNT =
  '(?:accounts?|funds?|pots?|jars?|savings?|stash|wallets?|money|piggy ?bank|kitty|box)';
export const KIND_OF_ACCOUNT = new RegExp(`^${KINDS_OF_ACCOUNT}$`, 'u');

/** Between two times, of which neither says more about the other. */
export const BETWEEN_TIMES = /(?<![\p{L}])(?:and|or|plus|than|vs|versus|against|but)(?![\p{L}])|&/u;
/** `in March`, of which the `in` belongs to the time. */
export const WITH_ITS_PREPOSITION =
  /^(?:in|on|at|by|for|from|of|over|during|within|between|since|until|till|before|after|prior|up)(?![\p{L}])/u;
export const BARE_EXTREME = new RegExp(`^(?:the )?(?:${MOST_WORDS}|${LEAST_WORDS})$`, 'u');
/** A payee is asked for, whatever the names beside it are. */
export const ASKS_PAYEE =
  /(?:^| )(?:who|whom|payees?|shops?|stores?|suppliers?|merchants?|vendors?|people|person|compan(?:y|ies)|recipients?|supermarkets?|retailers?|business(?:es)?)(?: |$)/u;
/** `my largest payment`: one payment, of whichever of the names. An `expense` may be all that a name cost. */
export const EXTREME_PAYMENT = new RegExp(
  `(?<![\\p{L}])(?:${MOST_WORDS}|${LEAST_WORDS}) (?:single |individual |ever )?(?:payment|purchase|transaction|transfer|charge|bill|invoice|visit|ride|order|trip|shop|run|meal|fare|donation|delivery|withdrawal|deposit)s?(?![\\p{L}])`,
  'iu',
);
/** Two questions, the second with a word of its own to ask. */
export const TWO_QUESTIONS =
  /^(.{8,200}?)(?:[,;?.] *| )(?:and |also |plus )+((?:how (?:much|many|often)|when|which|what|who|where|on which)(?![\p{L}]).{4,200})$/iu;
export const ANYTHING_FROM = /^(?:and )?(?:anything|something) from /u;
/** Payments are asked for, and no balance. */
export const PAYMENTS_FIRST =
  /^(?:and )?(?:show me |show |list |give me )?(?:all |the |my |all the |all my )?(?:payments|transactions|purchases|withdrawals) (?:made )?(?:from|out of|on|through|with) /iu;
/** `Payments to Bríd bigger than 30 euro`: with a bound, which ones they were. */
export const PAYMENTS_HEADED =
  /^(?:and )?(?:show me |show |list |give me |any )?(?:(?:all|the|my|our|of) )*(?:payments|transactions|purchases|charges|transfers|withdrawals)(?![\p{L}])/iu;
/** `Did more go to childcare or to insurance`: which of the two, and not their sum. */
export const EITHER_OF_TWO = /(?:^| )[PC](?: ,)? or(?: [a-z]+){0,3} [PC](?![^ ])/u;
/** A word for the whole question, and two names behind it. */
export const HEAD_OF_TWO = / , (?:the |my )?[PC](?: ,)? or (?:the |my )?[PC]$/u;
export const ASKS_BY_VERB = /^(?:and )?(?:did|do|does|have|has|is|are|was|were)(?![\p{L}])/iu;
/** `What is my phone bill`: of each month, or of all. */
export const OF_ONE_OR_ALL = /^(?:and )?(?:what|how much) (?:is|are)(?![\p{L}])/iu;
/** Money that somebody gave, and not the customer. */
export const GIVEN_BY_THEM =
  /(?:^| )P (?:(?:has|have|had|ever|already) )*(?:pays?|paid|sent|sends?|gave|gives?|transferred|transfers?)(?![^ ])/u;
export const FIRST_PERSON = /(?:^| )(?:i|we|me|us|my|our)(?![^ ])/u;
/** A word for the whole question, before a colon. */
export const HEADED = /^[\p{L}][\p{L} '’&-]{1,38}: /u;
/** Two names side by side. */
export const SIDES =
  /(?:^| )[PC](?: [a-z]+){0,3} (?:compared? (?:with|to)|versus|vs|against|than|or)(?: (?:on|at|to|for|the|my|our))* [PC](?![^ ])/u;
/** Bought from a payee. */
export const OF_A_BILL =
  /(?<![\p{L}])(?:bills?|invoices?|orders?|receipts?|deliver(?:y|ies)|tickets?|purchases?)(?![\p{L}])/u;
/** Asks which payments there were. */
export const ANYTHING =
  /^(?:and )?(?:is there |was there |were there |show me |list |give me )?(?:anything|everything|all|any payments?)(?![\p{L}])/iu;
export const ONE_BY_ONE =
  /(?<![\p{L}])(?:one by one|individually|separately|each on (?:its|their) own)(?![\p{L}])/iu;
/** A bound on payments that are to be listed. */
export const LISTED =
  /^(?:(?:all|every|each|any) )?(?:the |my |our )?(?:payments|purchases|transactions|charges) |^(?:every|each|any) (?:payment|purchase|transaction|charge) /u;
/** Words of a question about money, and not about how often. */
export const ASKS_MONEY =
  /(?<![\p{L}])(?:how much|how (?:expensive|dear)|costs?|costing|spen[dt]|spending|pay|paid|paying|gave|give|get|got|received?|charged?|total|sum|amount|average|avg|price|most|largest|biggest|highest|dearest|cheapest|last|latest|first|bills?|money|how (?:many|often)|number|when|list|show)(?![\p{L}])/u;
/** A bound of single payments. */
export const BOUND_OF_PAYMENTS =
  /(?:^| )(?:payments?|purchases?|transactions?|charges?|expenses?|ones|each|apiece)(?![^ ])/u;
/** Each month of a period of several. */
export const EACH_MONTH = /^(?:monthly|each month|every month)$/u;
/** Earnings: income without refunds by shops. */
export const OF_EARNINGS = /earn|takings|turnover|revenue|proceeds|made?(?![\p{L}])/u;
/** Nouns of some payments and not of others. */
export const KIND_OF_PAYMENT =
  /(?<![\p{L}])(?:meals?|dinners?|rides?|tickets?|fares?|donations?|top-?ups?|fill-?ups?|bookings?|visits?|tabs?|withdrawals?|instal?ments?|deliver(?:y|ies)|jobs?|hauls?|orders?|lessons?|sessions?|invoices?)(?: out)?$/u;
/** Asks for the things that were bought, not for their cost. */
export const ASKS_THINGS =
  /^(?:and )?what (?:all )?(?:did|have|had) (?:i|we) (?:[a-z]+ )?(?:buy|bought|purchased?|ordered?)(?! (?:for|at) how)(?![\p{L}])/iu;
/** Asks for the number and for the sum. */
export const HOW_MANY_AND_MUCH =
  /(?<![\p{L}])(?:number and (?:the )?(?:total|sum|amount|costs?|price)|(?:total|sum|amount|costs?) and (?:the )?number)(?![\p{L}])|(?<![\p{L}])(?:how many|how often|number of)(?![\p{L}])[^?]{0,200}(?:,|and|;|\+)[ ]?(?:for )?(?:what (?:do|did) (?:they|it|those|these|that) (?:come|add up|amount|cost)|how much|(?:what|the) (?:is |was |were )?(?:the )?(?:total|sum|amount)|total|sum)(?![\p{L}])|(?<![\p{L}])(?:how much|what (?:did|do|have) (?:i|we) (?:spend|spent|pay|paid|give|given|send|sent|shell out|fork out|lay out))(?![\p{L}])[^?]{0,200}(?:,|and|;|\+)[ ]?(?:and )?(?:in |over |across |with |from )?(?:how many|how often)(?![\p{L}])|(?<![\p{L}])what (?:did|do|have|has|was|is)(?![\p{L}])[^?]{0,200}(?:in total|altogether|in all|all told)[ ]?(?:,|and|;)[ ]?(?:and )?(?:how many|how often)(?![\p{L}])/iu;
/** `the least that I ever paid`: of all payments, one. */
export const EVER_PAID =
  /(?<![\p{L}])(?:most|least|fewest|lowest|highest|minimum|maximum) (?:that )?(?:i|we) (?:have |had )?ever (?:paid|spent|pay|spend|given|gave|forked out|laid out)(?![\p{L}])/iu;
/** `the payments from March`: those of March. */
export const OF_A_TIME =
  /(?:^| )(?:payments?|bills?|transactions?|purchases?|charges?|invoices?|receipts?|figures?|amounts?|costs?|expenses?|spending|totals?|those|ones?|that|than|with|to|against|and|or|groceries) from (?:the )?S(?![^ ])/u;
/** One sum less another, and not payments that are left out. */
export const LESS =
  /^(?:and )?(?:(?:if|once|when|after) (?:i|we|you) )?(?:minus|less|net of|after|subtract(?:ing)?|deduct(?:ing)?|tak(?:e|ing) (?:away|off))(?: |$)/u;
/** With `most`: the most times. */
export const HOW_OFTEN =
  /(?<![\p{L}])(?:visit(?:ed|ing)?|use[ds]?|go|goes|going|been|went|order(?:ed|ing)?|shop(?:ped|ping)?|eat|ate|eaten|stop(?:ped)?|pop|popped|dine|dined|call)(?![\p{L}])/u;
/** Asks how often, not how much. */
export const OF_VISITS =
  /(?<![\p{L}])(?:go|goes|gone|went|visit|visited|been|shop|eat)(?![\p{L}])/u;
export const OF_SHOPS = /(?:shops|stores|places|supermarkets|retailers|businesses)/u;
export const OF_PRICES =
  /(?<![\p{L}])(?:expensive|cheapest|dearest|priciest|costliest)(?![\p{L}])/u;
/** Compares two changes, and not two sums: `has rent gone up more this year than last year`. */
export const CHANGED_MORE =
  /(?<![\p{L}])(?:(?:go|goes|gone|going|went) (?:up|down)|rise|rises|rose|risen|increased?|climbed?|f[ae]ll|fallen|dropped|decreased?) (?:by |any )?(?:more|less|faster|further)(?![\p{L}])/iu;
export const OF_THINGS =
  /(?<![\p{L}])(?:buy|bought|purchased?|order|ordered|eat|ate|eaten|drink|drank|drunk|use|used)(?![\p{L}])/u;
/** Asks for the days of all payments. */
export const ASKS_DAYS = /(?<![\p{L}])(?:(?:which|what) days|dates)(?![\p{L}])/iu;
/** Counts what a name stands for, and not payments: `how many coffees did I drink`. */
export const COUNTS_A_NAME = /^how many (?:of )?(?:the |my |our )?[A-Z](?: did (?:i|we) have)?$/;
export const COUNTS_OWNED =
  /^how many (?:of )?(?:the |my |our )?[A-Z] (?:do|have|are) (?:i|we|there)(?: (?:have|got))?$/;
/** Words that leave a name out, of which none takes one sum off another. */
export const LEAVES_OUT =
  /^(?:, )?(?:but )?(?:not (?:counting|including)|excluding|except(?:ing)?(?: for)?|apart from|aside from|other than|but not|without (?:counting|including)) /u;
/** Words of putting money away, among those of what is left of an income. */
export const SAVES = /(?<![\p{L}])(?:sav|stash|aside|away)/u;
/** A time and its part, side by side. */
export const NOTHING_BETWEEN = /^ ?[,(]? ?$/u;
/** The last weekend, or each. */
export const THE_WEEKEND = /(?<![\p{L}])(?:at|over|on|during) the weekend(?!s)(?![\p{L}])/iu;
/** Verbs of buying one kind of thing. */
export const BUYS_ONE_KIND =
  /(?<![\p{L}])(?:fill(?:ed)? up|fuel(?:led)? up|eat|ate|eaten|dined?|drink|drank|drunk|top(?:ped)? up|recharged?)(?![\p{L}])/u;
/** The greatest number, and not the greatest sum. */
export const MOST_PAYMENTS =
  /(?<![\p{L}])(?:most|fewest|least|more|fewer) (?:(?!(?:expensive|costly|dear|valuable|on|at|for|in|to|with|from)(?![\p{L}]))[\p{L}-]+ ){0,2}(?:payments|visits|trips|purchases|transactions|orders|rides)(?![\p{L}])/iu;
/** An account, less something. */
export const LESS_THAN_BALANCE =
  /^(?:(?:the|my|our) )*A (?:accounts? )?(?:, )?(?:minus|less|after|net of|without)(?![^ ])/u;
/** Two names, and no word of what is asked. */
export const ONE_OR_OTHER = /^(?:the |my )?[PCR] or (?:the |my )?[PCR](?: [ST])?$/u;
/** Counts days of the week. */
export const COUNTS_WEEKDAYS =
  /(?<![\p{L}])how many (?:week ?ends?|week ?days|work ?days|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)(?![\p{L}])/iu;
/** Words for a person that stand for a category, before the person's name. */
export const PERSON_OF_A_KIND =
  /^(?:landlord|landlady|accountant|bookkeeper|plumber|dentist|doctor|vet)s?$/iu;
/** Asks for a sum and for an average beside it. */
export const TOTAL_AND_AVERAGE =
  /(?<![\p{L}])(?:total|sum|altogether|overall|in all)[,]? and (?:also )?(?:how much|what|the average|average|on average)(?![\p{L}])/iu;
/** `Make in S with R`: from R, or R included. */
export const MADE_WITH = /(?:^| )(?:make|made|earn|earned) (?:[ST] )with R(?![^ ])/u;
/** These months, and not of all time. */
export const NOWADAYS =
  /(?<![\p{L}])(?:now|nowadays|these days|currently|at the moment|at present|lately|recently)(?![\p{L}])/iu;
/** `How many pensions do I get`: payments, or those who pay them. */
export const COUNTS_SOURCES =
  /(?:^| )how many (?:of )?(?:(?:the|my|our) )?[CR] (?:do|does|am|are) (?:i|we) (?:get|getting|receive|receiving|pay|paying|pay for|paying for|draw|drawing)$/u;
/** `How many subscriptions`: payments, or agreements. */
export const COUNTS_CONTRACTS =
  /(?<![\p{L}])how many (?:of )?(?:(?:the|my|our|different) )?(?:subscriptions|subs|memberships|insurances|policies|loans|mortgages)(?! (?:payments?|bills?|charges?)(?![\p{L}]))(?![\p{L}])/iu;
/** The price of today, and not the first payment ever. */
export const SINCE_WHEN_NOW = /since when (?:is|are|has|have)(?![\p{L}]).*(?:it is|they are|now)/iu;
/** Before the end of a time. */
export const THROUGH =
  /(?<![\p{L}])(?:through|thru|until|till|up to|to|up until)(?: the)? ?(?:end of )?(?:[\p{L}]{3,9}(?: 20\d\d)?)?$/iu;
/** Between two months of one side, and between the two sides. */
export const JOINS_TIMES = /^ ?(?:,|and|&|\+|plus) ?(?:in )?$/iu;
export const AGAINST =
  /^,? ?(?:[\p{L}]+ ){0,2}(?:vs\.?|versus|against|than|compared (?:to|with)|over) (?:in )?$/iu;
/** Asks for persons or payees. */
export const ASKS_WHO = /^(?:to |from )?who(?:m)?(?![^ ])/u;
/** Between a thing and its payee, of which one name has both. */
export const BOUGHT_FROM = /^ (?:bought )?(?:from|at|by|with|in)(?: the)? $/u;
const VEHICLE = '(?:family |old |new )?(car|truck|van|lorry|vehicle|motor|motorbike|bike|jeep|ute)';
const HOME = '(house|home|flat|apartment|place)';
const MY = '(?:the|my|our)';
/** What a name says already: `fuel for the car`, `heating at home`. The group is the noun. */
export const COMPLEMENTS: readonly (readonly [name: RegExp, said: RegExp])[] = [
  [
    /^(?:fuel|petrol|gas|diesel|car insurance|car repairs?|tolls?.*|parking)$|(?<![a-z])(?:fuels?|gas|petrol|petroleum|cardlock)(?![a-z])/,
    new RegExp(
      `^ (?:for|in|of|on) ${MY} ${VEHICLE}(?![\\p{L}])(?! (?:and|or|that|which|with)(?![\\p{L}]))`,
      'u',
    ),
  ],
  [
    /^(?:energy|electricity|light|heating|gas|water|internet|broadband|utilities|rent|mortgage|home loan|furniture|groceries)$/,
    new RegExp(
      `^ (?:(?:for|in|at|of) ${MY} ${HOME}|(?:at|for) (home))(?![\\p{L}])(?! (?:and|or|that|which|with|in)(?![\\p{L}]))`,
      'u',
    ),
  ],
  [
    /^(?:meals|restaurants|eating out|dining|motel|parking)$/,
    /^ (?:on|along) the (road|way)(?![\p{L}])/u,
  ],
];
/** Counts payments of one kind, which a name has to say. */
export const COUNTS_SOME =
  /(?<![\p{L}])(?:visits?|trips?|rides?|orders?|deliver(?:y|ies)|meals?|invoices?|donations?|sessions?|lessons?|shops?|runs?|fills?|fill-?ups?|refuels?|tankfuls?|dinners?|tickets?|bills?)$/u;
/** What several payments are together, in whichever direction. */
export const COMES_TO =
  /(?:^| )(?:come|came|comes|amounts?|amounted|adds?|added|runs?|ran|total|totals|totalled)(?: (?:in|out|up))? (?:to|at)$/u;
/** The dearest of several places, and not of several payments. */
export const DEAREST_PLACE =
  /(?<![\p{L}])(?:cheapest|dearest|priciest|costliest|(?:most|least) expensive) (?:restaurant|shop|store|supermarket|caf[eé]|pub|bar|place|market|hotel|garage|chemist|pharmacy|coffee shop|petrol station|gas station)(?! (?:bill|meal|payment|receipt|visit|trip|run|purchase|shop|order|invoice|tab|i |we )|[\p{L}])/iu;
/** Income by which people mean their payday. */
export const WAGES = /^(?:salary|salaries|wages?|pay|payroll|paychecks?|pension)$/iu;
/** One payment may be for several of these. */
export const COUNTS_TIME_OR_THINGS =
  /(?:^| )how many (?:of )?(?:(?:the|my|our) )?(?:nights?|hours?|tickets?|items?|pieces|bottles|lit(?:er|re)s|gallons|kilos|miles|guests)(?![^ ])/u;
/** An amount of a currency: of money, and not of things. */
export const IN_A_CURRENCY = /(?:^| )in (?:the |my )?U(?![^ ])/u;
/** `How much milk did I buy`: litres, and not money. */
export const ASKS_QUANTITY = /(?:^| )how (?:much|many) (?:of )?(?:the |my |our )?C(?![^ ])/;
/** Each payment, not their sum. */
export const EACH_PAYMENT = /^(?:each|every) /;
/** `Which shop do I spend less at`: the least of them. */
export const LESS_OF_TWO = /(?<![\p{L}])(?:less|fewer|lower|smaller|cheaper)(?![\p{L}])/u;
/** Left out, or put away. */
export const SET_ASIDE = /(?:set|put) aside$/u;
/** Asks for the price of one thing. */
export const OF_ONE_PRICE =
  /(?:^| )(?:is|are|does|do) (?:a|an|one) (?:single )?C(?! (?:cost|set|run) (?:me|us))(?![^ ])(?! [a-z]+ cost (?:me|us))/;
/** A sentence before the question: a telling, and no question. */
export const PREFACE =
  /^ *(?:(?:i|we|my|our|it|there|last|this|the)(?![\p{L}])|\ue000+(?![\p{L}]))[^.!;?]{4,140}[.!;] +(?=(?:so |and |but |then )?(?:how|what|which|when|who|where|did|do|have|is|was|can|could|please|tell|show|give|gimme|list|total|average|number|count|add|work out|\ue000+(?:['’]s)?)(?![\p{L}]))/u;
/** Words of a telling that may be a condition, or a question. */
export const TELLING =
  /^(?:thinks?|feels?|feeling|reckons?|believes?|know|guess|suspect|fear|says?|said|keeps?|kept|am|sure|seems?|like|lot|lots|much|often|always|sometimes|really|very|so|bit|too|reckons?|flatmates?|roommates?|housemates?|mates?|boyfriend|girlfriend|fella|missus|hubby|mam|mom|nan|gran|parents|kids|family|everyone|everybody|heaps|loads|tons|oodles|fortune|far|awful|terrible|mad|crazy|bomb|packet|spent|spend|spending|paid|pay|paying|bought|buying|buy|sending|sent|giving|gave|overspend|overspent|splurged|went|gone|going|go|up|down|there|here|things?|stuff|money|daughter|son|wife|husband|partner|friend|mother|father|mum|dad|summer|autumn|winter|spring|fall)$/u;
/**
 * Words of a sentence before the question that may narrow it: what denies, excepts, counts, compares, sets a
 * condition or says by which way. Without one of them the sentence tells why somebody asks, whatever its words.
 */
export const NARROWS =
  /(?:^|[^\p{L}])(?:almost|double|half|most|least|more|less|largest|smallest|biggest|next|last|since|between|again|still|daily|weekly|monthly|yearly|average|mistake|gifts?|planned|scheduled|failed|declined|reversed|recurring|new|another|either|neither|same|different|too|also|net|gross|tax|credit|rather|than|compared|versus|often|shops|percent\p{L}*|left|available|owed|owe|due|unpaid|late|advance|hours|partly|interest|cheque|hand|head|person|overdue|instal\p{L}*|weekdays?|weekends?|months|days|years|home|work|on|off|out|up|all|her|them|his|people|not|no|never|nothing|none|only|just|solely|exclusively|except|excluding|including|without|but|apart|besides|instead|others?|unless|if|when|while|before|after|until|till|during|mean|means|meant|care|cares|count|counts|counting|ignore|leave|leaving|skip|want|wants|wanted|need|needs|interested|especially|particularly|mostly|mainly|per|each|every|card|cards|cash|online|abroad|half|parts?|some|first|second|third|twice|once|bigger|smaller|larger|over|under|above|below|refund\p{L}*|return\p{L}*|back|shar\p{L}*|split|joint|together|both|any|who|whose|which|what|\p{N}\S*|n't)(?![\p{L}])/u;
/** Idioms of a telling with words that else narrow a question. */
export const OF_KEEPING_TRACK =
  /(?<![\p{L}])(?:(?:get|getting) (?:a (?:handle|grip|hold|grasp)|on top|to grips)(?: (?:on|of|with))?|(?:keep|keeping) (?:an eye|tabs|track|on top)(?: (?:on|of))?|(?:cut|cutting) (?:down|back)(?: on)?|rein(?:ing)? in|out of house and home|fed up with|sick of|worried about)(?![\p{L}])/gu;
/** A question that speaks of what the sentence before it named. */
export const SPEAKS_OF_IT =
  /(?<![\p{L}])(?:it|that|this|they|them|those|there|he|she|him|her|damage|total|sum|bill|altogether|times|often)(?![\p{L}])/u;
/** Asks whether there was a payment. */
export const ASKS_WHETHER = /^(?:and )?(?:did|have|do) (?:i|we)(?![\p{L}])/iu;
/** Payments that are regular, and no usual payment. */
export const REGULAR_ONES =
  /(?:^| )(?:regular|recurring|fixed|standing) (?:payments|bills|expenses|costs|charges|outgoings)(?![^ ])/u;
/** Days of the week on the two sides of a comparison. */
export const DAYS_SIDE_BY_SIDE =
  /(?:^| )D(?: ,)? (?:versus|vs|against|than|or|compared(?: (?:to|with))?)(?: [a-z]+){0,3} D(?![^ ])/u;
export const WEEKEND = /(?<![\p{L}])week[ -]?ends?(?![\p{L}])/iu;
export const WEEKDAY = /(?<![\p{L}])(?:week[ -]?days?|work(?:ing)? ?days?)(?![\p{L}])/iu;
/** Compares what there is with what is needed. */
export const ENOUGH = /(?<![\p{L}])(?:enough|sufficient)(?![\p{L}])/iu;
/** Names of which each one's cost is asked for. */
export const NAMES_AND_COSTS =
  /^(?:[a-z]+ ){0,4}[CR](?: ,)? and (?:what|how much) they (?:all )?(?:cost|are)(?![^ ])/u;
/** Asks for the spending of a payee. */
export const OTHERS_SPEND =
  /(?:^| )(?:did|does|do|has|have|had) (?:(?:the|my|our|dr|mr|mrs) )*P (?:[a-z]+ )?(?:spend|spent|spending|buy|bought|shop|shopped|own|owe|owes)(?![^ ])(?! (?:of|in|out of) (?:my|our) )|(?:^| )(?:has|have|had|does|do|did) P$|(?:^| )(?:has|have|had|does|do|did) (?:the |my )?P [a-z]+ (?:over |back )?(?:out )?of (?:what|the money|it|that|everything|all)(?![^ ])/u;
/** Over no time that is named. */
export const OF_ALL_TIME =
  /(?<![\p{L}])(?:in (?:total|all)|altogether|overall|all told|so far|to date|ever)(?![\p{L}])/iu;
/** The sum of all payments. */
export const OVERALL = /(?<![\p{L}])(?:in (?:total|all)|altogether|overall|all told)(?![\p{L}])/iu;
/** `each month`: of a time that is over, one sum for each. */
export const EACH_OF_TIMES = /^(?:(?:in|for) )?(?:each|every) (?:day|week|month)$/u;
export const ASKS_PAST = /(?<![\p{L}])(?:did|have|has|had|was|were)(?![\p{L}])/iu;
export const OF_SEVERAL =
  /(?<![\p{L}])(?:all|any|anything|everything|both|every|each)(?![\p{L}])/iu;
/** Asks whether something has been paid. */
export const ASKS_IF_PAID =
  /^(?:and )?(?:(?:is|are|has|have) [^?]{2,60} paid(?: (?:yet|already))?|have (?:i|we) (?:already )?paid [^?]{2,60})$/iu;
export const NEWEST_FIRST = /(?<![\p{L}])(?:newest|latest|most recent) first$/iu;
/** Asks for one sum of several payments. */
export const ASKS_SUM = /(?<![\p{L}])(?:sum|total|together|altogether|combined)(?![\p{L}])/iu;
/**
 * Wider words and the categories that each means in front of a list of them. A category of another
 * kind in the list is one beside it.
 */
export const WIDER_WORDS: readonly (readonly [word: string, categories: RegExp])[] = [
  [
    'food(?: and drinks?)?|eating',
    /^(?:groceries|dining|eating out|restaurants|cafes|coffee|pubs and dining|takeaways?)$/,
  ],
  [
    '(?:the )?(?:kids|children|little ones)',
    /^(?:childcare|toys|school fees|education|child benefit|sports?|music lessons|clothing|clothes|school|activities|pocket money|swimming)$/,
  ],
  [
    'house|home|household|flat|apartment|housing',
    /^(?:rent|mortgage|utilities|electricity|internet|insurance|furniture|repairs|housing|council tax|condo fees)$/,
  ],
  ['overheads?|running costs|fixed costs|the (?:basics|essentials|necessities)', /^.+$/],
  ['debts?|loans|borrowing', /^(?:(?:[a-z]+ )?loans?|mortgage|credit cards?|car finance)$/],
  ['cars?|driving|motoring', /^(?:fuel|car|insurance|tax|parking|repairs)$/],
  [
    '(?:house |home )?bills',
    /^(?:rent|mortgage|utilities|electricity|internet|insurance|phone|subscriptions|council tax|loan|water)$/,
  ],
  ['health|body', /^(?:pharmacy|health|dental|fitness|sports)$/],
  [
    'shop|business|caf[eé]|firm|company',
    /^(?:stock|postage|fittings|shop rent|stall fees|software|packaging|milk|coffee beans|pastries|wages|equipment|repairs|marketing|accounting|accountancy|rent)$/,
  ],
  [
    'getting (?:around|about)|moving around|travelling',
    /^(?:transport|fuel|cabs?|taxis?|car|travel)$/,
  ],
  [
    'fun|leisure|entertainment|free time',
    /^(?:hobbies|music|books|subscriptions|streaming|dining|eating out|leisure|sports|travel)$/,
  ],
];

/** A word for what is paid, in front of a payer: categories of income with that meaning. */
export const PAID_TO_ME: Readonly<Record<string, RegExp>> = {
  rent: /^(?:rental income|rents?|lodger|lodgers|rent received|room rent)$/i,
  'shop rent': /^(?:rental income|lodger|lodgers|rent received|room rent)$/i,
};
/** What somebody does on a day of the week. */
export const EACH_WEEKDAY =
  /(?<![\p{L}])(?:do|does) (?:i|we)(?![\p{L}])[^?]*(?<!(?:last|this|past|next) )(?<![\p{L}])(?:mon|tues|wednes|thurs|fri|satur|sun)day(?![\p{L}])/iu;
/** `Did I order more food at one of two`: the amounts, and not how often. */
export const MORE_OF_A_THING =
  /(?<![\p{L}])(?:more|less) (?!(?:often|times|frequently|regularly|at|in|to|from|with|on|or|than|visits?|trips?|this|last)(?![\p{L}]))\p{L}+ (?:at|in|from|with)(?![\p{L}])/iu;
export const EVER = /(?<![\p{L}])ever(?![\p{L}])/iu;
/** An average payment of each time. */
export const EACH_TIME =
  /(?:dai|week|month|year)ly (?:[\p{L}]+ ){0,3}(?:payment|purchase)(?![\p{L}])/iu;

/** Words before `fees` that do not say of what: `vet fees` are no fees of the bank. */
export const BEFORE_FEES =
  '(?<=^ *|[,;:(.!?] ?|(?<![\\p{L}\\p{N}])(?:in|on|of|for|the|my|our|your|any|all|some|no|bank|card|account|transfer|transaction|wire|atm|foreign|exchange|currency|late|overdraft|service|such|these|those|and|or|plus|without|pay|paid|paying|with|to|at|are|were|was|is|what|which|much|many|total|monthly|yearly|annual|from|by|vs|versus|than|excluding|except|less|minus|after|including|as|spent|spend|see|show|list|biggest|largest|highest|extra|hidden|other|their|its|charged|charge|not|only|just|more|most|average|number|me|us|did|i|we|20\\d\\d|january|february|march|april|may|june|july|august|september|october|november|december) )';
