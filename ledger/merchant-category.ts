// The category of a merchant, by which spending is added up: from the ISO 18245 merchant category
// code (MCC) where a payment states one, otherwise from words of the merchant's name.

import { plainText, readWord, splitWords } from '../ai/names/fold.ts';
import { isSpelledAs, listReadings } from '../ai/names/spellings.ts';

export const MERCHANT_CATEGORIES = [
  ...(['groceries', 'dining', 'transport', 'travel', 'housing', 'utilities', 'telecom'] as const),
  ...(['health', 'insurance', 'education', 'entertainment', 'shopping', 'clothing'] as const),
  ...(['home', 'personal_care', 'subscriptions', 'gambling', 'cash', 'financial'] as const),
  ...(['charity', 'taxes', 'services'] as const),
] as const;
export type MerchantCategory = (typeof MERCHANT_CATEGORIES)[number];

type Range = readonly [from: number, to: number, category: MerchantCategory];

/** Both ends are included. Where ranges overlap, the first one applies. */
const RANGES: readonly Range[] = [
  [742, 742, 'health'],
  [743, 1499, 'services'],
  [1500, 1799, 'home'],
  [2700, 2999, 'services'],
  [3000, 3999, 'travel'],
  [4011, 4011, 'transport'],
  [4119, 4119, 'health'],
  [4100, 4131, 'transport'],
  [4200, 4299, 'services'],
  [4400, 4723, 'travel'],
  [4784, 4789, 'transport'],
  [4829, 4829, 'financial'],
  [4899, 4899, 'subscriptions'],
  [4812, 4821, 'telecom'],
  [4900, 4900, 'utilities'],
  [5013, 5013, 'transport'],
  [5021, 5039, 'home'],
  [5047, 5047, 'health'],
  [5072, 5074, 'home'],
  [5122, 5122, 'health'],
  [5131, 5139, 'clothing'],
  [5172, 5172, 'transport'],
  [5198, 5271, 'home'],
  [5000, 5199, 'shopping'],
  [5300, 5300, 'groceries'],
  [5309, 5399, 'shopping'],
  [5411, 5499, 'groceries'],
  [5511, 5599, 'transport'],
  [5611, 5699, 'clothing'],
  [5712, 5722, 'home'],
  [5732, 5733, 'shopping'],
  [5734, 5734, 'subscriptions'],
  [5735, 5735, 'entertainment'],
  [5811, 5814, 'dining'],
  [5815, 5818, 'subscriptions'],
  [5912, 5912, 'health'],
  [5921, 5921, 'groceries'],
  [5960, 5960, 'insurance'],
  [5962, 5962, 'travel'],
  [5968, 5968, 'subscriptions'],
  [5975, 5976, 'health'],
  [5977, 5977, 'personal_care'],
  [5983, 5983, 'utilities'],
  [5832, 5999, 'shopping'],
  [6010, 6011, 'cash'],
  [6300, 6399, 'insurance'],
  [6513, 6513, 'housing'],
  [6012, 6599, 'financial'],
  [7011, 7033, 'travel'],
  [7210, 7299, 'personal_care'],
  [7511, 7549, 'transport'],
  [7800, 7802, 'gambling'],
  [7995, 7995, 'gambling'],
  [7829, 7999, 'entertainment'],
  [7300, 7799, 'services'],
  [8011, 8099, 'health'],
  [8200, 8351, 'education'],
  [8398, 8398, 'charity'],
  [8661, 8661, 'charity'],
  [8100, 8999, 'services'],
  [9406, 9406, 'gambling'],
  [9754, 9754, 'gambling'],
  [9200, 9399, 'taxes'],
  [9400, 9999, 'services'],
];

/** The category of an MCC; null when the text is not four digits or in no range. */
export function categoryOfMcc(code: string): MerchantCategory | null {
  if (!/^\d{4}$/.test(code)) return null;
  const number = Number(code);
  return RANGES.find(([from, to]) => number >= from && number <= to)?.[2] ?? null;
}

/** A pattern for any of the words, as a whole word. `_` stands for a space or hyphen. */
function wordPattern(text: string): RegExp {
  const words = text
    .split(' ')
    .map((word) => word.replaceAll('_?', '[ -]?').replaceAll('_', '[ -]'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'u');
}

/**
 * The words of each category, as patterns; `_` stands for a space or hyphen. A word that occurs
 * twice belongs to the first category.
 */
const CATEGORY_WORDS: readonly (readonly [MerchantCategory, string])[] = [
  ['insurance', 'insurances? assurance versicherung(?:en)? insurer'],
  [
    'groceries',
    'grocer(?:y|ies|s)? supermarkets? supermarkt supermarch\u00e9 supermercado ' +
      'hypermarket bak(?:ery|eries|er) b\u00e4ckerei boulangerie butchers? ' +
      'deli(?:catessen)? greengrocer food_store food_stores mini_?mart convenience_store ' +
      'aldi lidl rewe edeka carrefour tesco sainsburys walmart kroger mercadona super_mart ' +
      'whole_foods trader_joes auchan migros coop dairy candy',
  ],
  [
    'dining',
    'restaurants? ristorante restaurante caf\u00e9s? cafes? coffee bistro pizza pizzeria ' +
      'pasta noodles? sushi burgers? diner grill kitchen taverna tavern pubs? bars? bbq ' +
      'eating kebab tapas brasserie steakhouse caterers? mcdonalds starbucks ' +
      'subway_sandwiches kfc deliveroo doordash fast_food',
  ],
  [
    'travel',
    'airlines? airways air_lines? hotels? motel hostel inn inns suites lodge resorts? ' +
      'travel lufthansa ryanair easyjet airbnb booking\\.com expedia cruise lodging ' +
      'marriott hilton hyatt sheraton rent-a-car car_rental hertz avis',
  ],
  [
    'transport',
    'metro taxis? taxicabs? cabs? bus buses railways? railroads? trains? bahn transit ' +
      'uber lyft bolt parking petrol gas_station filling_station fuels? shell esso ' +
      'automobile automotive tolls? tires? car_wash garages? motorcycle truck towing',
  ],
  ['housing', 'rent landlord letting lettings mortgage property housing real_estate'],
  [
    'telecom',
    'telecom telecommunications? telephone mobile broadband internet vodafone telekom ' +
      'verizon at&t t-mobile orange_mobile',
  ],
  [
    'subscriptions',
    'netflix spotify streamly disney\\+ hbo youtube_premium subscriptions? streaming ' +
      'prime_video icloud cable pay_television digital_goods',
  ],
  [
    'utilities',
    'electric(?:ity)? power energy stadtwerke water_works water gas utilities utility ' +
      'sanitary sewage heating_oil',
  ],
  [
    'health',
    'pharmac(?:y|ies) apotheke pharmacie drug_stores? doctors? physicians? dentists? ' +
      'dental hospitals? clinics? medical opticians? optical veterinary ambulance ' +
      'chiropractors? health podiatrists? nursing',
  ],
  [
    'education',
    'schools? university universities colleges? academy tuition kindergarten child_care',
  ],
  [
    'gambling',
    '[ck]a[sz]inos? betting lotter(?:y|ies) lotto bookmakers? wagers? horse gambling gaming ' +
      'spielbank(?:en)? spielothek(?:en)? spielcasino (?:sport)?wetten wettb\u00fcro toto poker ' +
      'pokerstars roulette bingo slots? sportsbooks? bet bets bet365 betfair betway bwin tipico ' +
      'unibet 888casino william_hill ladbrokes paddy_power fanduel draftkings loter[i\u00ed]as? ' +
      'loterie quiniela apuestas paris_sportifs scommesse tombola',
  ],
  [
    'entertainment',
    'cinemas? theaters? theatres? museums? concerts? tickets? bowling amusement golf ' +
      'games? arcades? aquariums? dance bands? sports? recreation motion_pictures? steam ' +
      'playstation',
  ],
  [
    'clothing',
    'clothing clothes shoes? apparel fashion zara h&m uniqlo footwear wear furs? furriers ' +
      'tailors?',
  ],
  [
    'home',
    'furniture ikea hardware diy building_materials? garden nurser(?:y|ies) lumber ' +
      'plumbing appliances? paints? roofing carpentry contractors? flooring drapery',
  ],
  ['personal_care', 'salon barbers? beauty cosmetics? spa hairdressers? laundr(?:y|ies) cleaners'],
  ['cash', 'atm cash_withdrawal cash_disbursements?'],
  ['charity', 'charit(?:y|ies|able) donations? red_cross unicef church'],
  ['taxes', 'tax taxes finanzamt hmrc irs fines court customs'],
  ['financial', 'brokers? securities financial'],
  [
    'shopping',
    'amazon ebay department_stores? book_stores? books? toys? electronics? gifts? jewelry ' +
      'stores? shops? mall market florists? variety antiques?',
  ],
];

const PATTERNS = CATEGORY_WORDS.map(([category, text]) => [category, wordPattern(text)] as const);

/** Letters that are not written plainly: accents, disguises, digits for letters. */
const NOT_PLAIN = /[^ -~]|[a-z]\d|\d[a-z]/;

const toLatin = (name: string): string =>
  splitWords(name)
    .flatMap((word) => readWord(word).map(({ text }) => text))
    .join(' ');

/** The category of a merchant's name in any spelling; null when no word of it is known. */
export function categoryOfName(name: string): MerchantCategory | null {
  const plainName = plainText(name).toLowerCase();
  const texts =
    NOT_PLAIN.test(plainName) || plainName !== name.toLowerCase()
      ? [plainName, toLatin(name)]
      : [plainName];
  return PATTERNS.find(([, pattern]) => texts.some((text) => pattern.test(text)))?.[0] ?? null;
}

/** Source of a category. */
export type CategorySource = 'stated' | 'mcc' | 'name';

/** The fields of a payment from which its category derives. */
export interface Merchant {
  readonly mcc: string | null;
  readonly name: string | null;
}

export interface Categorised {
  readonly category: string | null;
  readonly categoryFrom: CategorySource | null;
}

/**
 * The category of a payment. The MCC overrides the name, and both override the caller's category:
 * the payer must not choose the category that a control sees. A category of the bank is returned in
 * the bank's spelling.
 * @param statedName the category that the caller states, or null
 */
export function categorise(statedName: string | null, merchant: Merchant): Categorised {
  const byCode = merchant.mcc === null ? null : categoryOfMcc(merchant.mcc);
  if (byCode) return { category: byCode, categoryFrom: 'mcc' };
  const byName = merchant.name === null ? null : categoryOfName(merchant.name);
  if (byName) return { category: byName, categoryFrom: 'name' };
  if (statedName === null) return { category: null, categoryFrom: null };
  return { category: bankCategory(statedName) ?? statedName, categoryFrom: 'stated' };
}

/** True when the word spells the category of a payment, or the category that its request states. */
export function isInCategory(word: string, statedName: string | null, merchant: Merchant): boolean {
  const { category } = categorise(statedName, merchant);
  const { category: statedCategory } = categorise(statedName, { mcc: null, name: null });
  return [category, statedCategory].some((name) => name !== null && isSpelledAs(name, word));
}

const CATEGORY_BY_SPELLING = new Map<string, MerchantCategory>(
  MERCHANT_CATEGORIES.flatMap((word) =>
    [...listReadings(word)].map((reading) => [reading, word] as const),
  ),
);

/** The bank's category of which the text is a spelling; null for other words. */
function bankCategory(text: string): MerchantCategory | null {
  for (const reading of listReadings(text)) {
    const word = CATEGORY_BY_SPELLING.get(reading);
    if (word !== undefined) return word;
  }
  return null;
}

/** The category of the MCC when the stated category contradicts it; null otherwise. */
export function contradictingCategory(
  statedName: string | null,
  { mcc }: Pick<Merchant, 'mcc'>,
): MerchantCategory | null {
  if (statedName === null || mcc === null) return null;
  const [byCode, word] = [categoryOfMcc(mcc), bankCategory(statedName)];
  return byCode !== null && word !== null && word !== byCode ? byCode : null;
}
