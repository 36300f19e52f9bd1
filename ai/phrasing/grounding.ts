// Checks that a text states the same as the bank's answer. The text may reorder the answer's words
// and join them with words of a short list, but each number, currency, direction and negation must
// be in its context of the answer. Otherwise the bank's text is used.

/** The reasons to refuse a text. */
export type Fault =
  | 'empty_or_too_long'
  | 'odd_characters'
  | 'unknown_word'
  | 'ungrounded_number'
  | 'changed_meaning';

const MAX_CHARACTERS = 1_200;

/** Function words, which have no meaning of their own here. */
const GLUE = new Set(
  (
    'a an the this that these those it its you your yours we our i me my of on in at to from for ' +
    'by with during over across between through since until so far and as is are was were be ' +
    'been being have has had do did does which who whose what where when there here ' +
    'currently now right just also comes came come amount amounts amounted payment payments ' +
    'period month months week weeks day days year years account accounts balance balances money ' +
    'according based books records booked shows show stands stand made make makes went go goes ' +
    'please sure hello hi thanks answer question let know can could would like tell'
  ).split(' '),
);

/** Words that can reverse a statement, which must agree with the answer. */
const DIRECTIONS = new Set(
  (
    'more less fewer higher lower up down above below over under increase increased decrease ' +
    'decreased rose fell grew largest smallest biggest most least highest lowest first last ' +
    'latest next earlier later before after received receive earned got income spent spend paid ' +
    'pay owe owed saved lost gained left remaining used available held exchanged fees fee limit ' +
    'overdraft debit credit due each average double twice half quarter third same equal exactly ' +
    'total totals totalled totaled sum overall together altogether ' +
    'about around roughly approximately nearly almost only all every any some both neither'
  ).split(' '),
);
const NEGATIONS = new Set('no not none never nothing nobody without cannot neither nor'.split(' '));
const NUMBER_WORDS = new Set(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
    'fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ' +
    'ninety hundred thousand million billion trillion dozen couple few several many percent ' +
    'grand k m'
  ).split(' '),
);
const CURRENCIES = new Map(
  Object.entries({
    '€': 'EUR',
    euro: 'EUR',
    euros: 'EUR',
    '£': 'GBP',
    pound: 'GBP',
    pounds: 'GBP',
    $: 'USD',
    dollar: 'USD',
    dollars: 'USD',
    '¥': 'JPY',
    yen: 'JPY',
  }),
);

const SIGNS = /[€£$¥]/g;
const UNPLAIN_CHARACTERS = /[^\p{L}\p{M}\p{Zs}\n0-9.,;:!?'"’()%&+€£$¥−-]/gu;
const TOKEN = /[-−]?\d[\d,]*(?:\.\d+)?|\p{L}[\p{L}\p{M}'’]*/gu;
const isNumber = (token: string) => /\d/.test(token);
const isNegation = (word: string) => NEGATIONS.has(word) || /n't$/.test(word);
const CODES = new Set([...CURRENCIES.values(), 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF']);
const isCode = (word: string | undefined): word is string =>
  word !== undefined && CODES.has(word.toUpperCase());

/**
 * Returns the tokens of a text: words in lower case, currencies as codes, numbers without
 * separators.
 */
function tokensIn(text: string): string[] {
  const spelt = text.replace(SIGNS, (sign) => ` ${CURRENCIES.get(sign)} `);
  return [...spelt.matchAll(TOKEN)].map(([found]) => {
    if (isNumber(found)) return found.replace('−', '-').replaceAll(',', '');
    const plainToken = found.toLowerCase().replaceAll('’', "'").replace(/'s?$/, '');
    return (CURRENCIES.get(plainToken) ?? plainToken).toLowerCase();
  });
}

const wordsIn = (text: string) => tokensIn(text).filter((token) => !isNumber(token));

/** Splits a text into clauses; a number belongs to the words of its clause. */
function clausesOf(text: string): string[] {
  return text
    .split(/[;:.!?](?:\s+|$)|,\s+|\s[-–—]\s|\n|[()]|\band\b|\bwhile\b|\bbut\b|\bversus\b/iu)
    .filter((part) => part.trim() !== '');
}

/**
 * Compares a text with the answers that it phrases.
 * @param phrasedText text of the language model
 * @param answers the bank's own answers
 * @param question the question, whose words may be repeated, except for numbers and directions
 * @returns null when the answers support the whole text
 */
export function faultOf(
  phrasedText: string,
  answers: readonly string[],
  question: string,
): Fault | null {
  const text = phrasedText.normalize('NFKC').trim();
  if (text === '' || text.length > MAX_CHARACTERS) return 'empty_or_too_long';
  const answerTexts = answers.map((answer) => answer.normalize('NFKC'));
  const all = answerTexts.join(' ');
  if ([...text.matchAll(UNPLAIN_CHARACTERS)].some(([sign]) => !all.includes(sign)))
    return 'odd_characters';
  return wordFault(text, answerTexts, question) ?? clauseFault(text, answerTexts);
}

function wordFault(text: string, answerTexts: readonly string[], question: string): Fault | null {
  const answerWords = new Set(answerTexts.flatMap(wordsIn));
  const questionWords = new Set(wordsIn(question));
  const words = wordsIn(text);
  for (const word of words) {
    if (answerWords.has(word)) continue;
    if (isCode(word) || NUMBER_WORDS.has(word)) return 'ungrounded_number';
    if (DIRECTIONS.has(word) || isNegation(word)) return 'changed_meaning';
    if (!GLUE.has(word) && !questionWords.has(word)) return 'unknown_word';
  }
  // A dropped negation is as wrong as an added one.
  const count = (all: readonly string[]) => all.filter(isNegation).length;
  return count(words) === count(answerTexts.flatMap(wordsIn)) ? null : 'changed_meaning';
}

interface Clause {
  readonly numbers: readonly Numeral[];
  readonly words: ReadonlySet<string>;
}

/** A number with its currency, or with the adjacent words when it has none. */
interface Numeral {
  readonly value: string;
  readonly currency: string | null;
  readonly beside: readonly string[];
}

function clauseOf(text: string): Clause {
  const tokens = tokensIn(text);
  const numbers = tokens.flatMap((value, index): Numeral[] => {
    if (!isNumber(value)) return [];
    const sides = [tokens[index - 1], tokens[index + 1]].filter(
      (neighbour) => neighbour !== undefined,
    );
    const currency = sides.find(isCode) ?? null;
    return [{ value, currency, beside: sides }];
  });
  return {
    numbers,
    words: new Set(tokens.filter((token) => !isNumber(token) && !GLUE.has(token))),
  };
}

function isSame(numeral: Numeral, other: Numeral): boolean {
  if (numeral.value !== other.value || numeral.currency !== other.currency) return false;
  return numeral.currency !== null || numeral.beside.some((word) => other.beside.includes(word));
}

/** Checks that the words next to each number are those of the same number in the answer. */
function clauseFault(text: string, answerTexts: readonly string[]): Fault | null {
  const answerClauses = answerTexts.flatMap(clausesOf).map(clauseOf);
  const numerals = answerClauses.flatMap(({ numbers }) => numbers);
  const answerWords = new Set(answerClauses.flatMap(({ words }) => [...words]));
  for (const { numbers, words } of clausesOf(text).map(clauseOf)) {
    if (!numbers.every((numeral) => numerals.some((other) => isSame(numeral, other)))) {
      return 'ungrounded_number';
    }
    if (numbers.length === 0) continue;
    const isBeside = answerClauses.some(
      (clause) =>
        numbers.every((numeral) => clause.numbers.some((other) => isSame(numeral, other))) &&
        [...words].every((word) => clause.words.has(word) || !answerWords.has(word)),
    );
    if (!isBeside) return 'changed_meaning';
  }
  return null;
}
