// English of questions with two figures of one thing: `the cheapest and the dearest power bill`,
// `at weekends or on weekdays`. Each figure is asked for in a question of its own.

import { LEAST_WORDS, MOST_WORDS } from './questions.ts';

const word = (pattern: string) => `(?<![\\p{L}])(?:${pattern})(?![\\p{L}])`;
const THE = '(?:(?:the|my|our) )?';
const AVERAGE = 'average|mean|typical|usual';
const FIGURE = `${MOST_WORDS}|least expensive|${LEAST_WORDS}|${AVERAGE}|latest|most recent|last`;
const AND = '(?: ?(?:and|&|\\+|as well as|plus|and also)|,) ';

/** `The highest and the lowest`: two words for a figure, before the noun that both are about. */
const TWO_FIGURES = new RegExp(
  `^(.*?)(?<![\\p{L}])(${THE}(?:${FIGURE}))${AND}(${THE}(?:${FIGURE}))(?= (?!(?:months?|weeks?|years?|quarters?|days?)(?![\\p{L}])))(.*)$`,
  'iu',
);
/** `The most and the least expensive one`. */
const MOST_AND_LEAST =
  /(?<![\p{L}])(most|least)(?: ?(?:and|&|or) )(?:the )?(most|least) (expensive|costly)(?![\p{L}])/iu;
/** `In total and on average`. */
const TOTAL_AND_AVERAGE =
  /^(.*?)(?<![\p{L}])(in total|altogether|overall|in all) and (on average|per month on average|on average (?:per|a|each) (?:month|week|visit|payment|time))(?![\p{L}])(.*)$/iu;
/** `Rent per month and total`. */
const AVERAGE_AND_TOTAL =
  /^(.*?)(?<![\p{L}])((?:per|a|each) month|monthly),? and (in total|altogether|overall|in all|total)(?![\p{L}])(.*)$/iu;
/** `Electricity bill, highest and lowest`. */
const FIGURES_AT_END = new RegExp(
  `^(?!.*(?<![\\p{L}])(?:how|what|which|when|who)(?![\\p{L}]))([^,]{3,40}), ?(?:the )?(${FIGURE})${AND}(?:the )?(${FIGURE})[?. ]*$`,
  'iu',
);
/** `Total and average petrol payment`. */
const TOTAL_BEFORE =
  /^(.*?)(?<![\p{L}])((?:the )?total) and (?:the )?(average)(?= \p{L})(?! (?:per|a|each|monthly|weekly|daily))(.*)$/iu;
/** `At weekends or on weekdays`, in any order. */
const DAYS =
  '(?:(?:on|at|during|over|for|in) )?(?:the )?(?:weekends|weekend days|weekdays|week days|working days|workdays|week-ends|week-days)';
const WEEKENDS_AND_WEEKDAYS = new RegExp(
  `^(.*?)(?<![\\p{L}])(${DAYS}),? (?:versus|vs\\.?|v|against|or|and|than|compared to|compared with|as opposed to) (?:(?:i|we) (?:do|did|spend|spent) )?(${DAYS})(?![\\p{L}])(.*)$`,
  'iu',
);
/** Words of a comparison whose two sides are asked for one by one. */
const COMPARES = new RegExp(
  word(
    'more|less|(?:is|was) there a difference (?:in|between)|the difference (?:in|between)|compare|comparing|between',
  ),
  'giu',
);

const joined = (...parts: readonly string[]) =>
  parts.join(' ').replace(/\s+/gu, ' ').replace(/ ,/gu, ',').trim();

/** One figure of both, several payments on each side, or a mean over days of another kind. */
const OTHER_THAN_TWO = new RegExp(
  word(
    'the sum of|together|combined|(?:two|three|four|five|[2-9]) (?:highest|lowest|largest|smallest|biggest|cheapest|dearest|most|least)|(?:per|a|each) day',
  ),
  'iu',
);

/** The beginnings of a question that ask whether, where a figure of each side is meant. */
const plainly = (said: string): string =>
  said
    .replace(COMPARES, ' ')
    .replace(
      /^(?:and )?(?:do|did|have|am|are) (i|we) (?:actually |really |usually )?(?=spend|spent|spending|pay|paid)/iu,
      'what did $1 ',
    )
    .replace(/(?<=^what did (?:i|we) +)(?:spending|spent)(?![\p{L}])/iu, 'spend');

/**
 * The two questions that a question with two figures of one thing consists of; null where it has none.
 * Each of the two has all words of the question but those of the other figure.
 */
export function pairIn(question: string): readonly [string, string] | null {
  const text = question.replace(/\s+/gu, ' ').trim();
  if (OTHER_THAN_TWO.test(text)) return null;
  const days = WEEKENDS_AND_WEEKDAYS.exec(text);
  if (days) {
    const [, before = '', one = '', other = '', behind = ''] = days;
    const isOfBoth = /week ?-?end/iu.test(one) !== /week ?-?end/iu.test(other);
    if (!isOfBoth) return null;
    const of = (side: string) => joined(plainly(before), onDays(side), plainly(behind));
    return [of(one), of(other)];
  }
  const both = MOST_AND_LEAST.exec(text);
  if (both) {
    const [said, one = '', other = '', noun = ''] = both;
    if (one.toLowerCase() === other.toLowerCase()) return null;
    return [text.replace(said, `${one} ${noun}`), text.replace(said, `${other} ${noun}`)];
  }
  const atEnd = FIGURES_AT_END.exec(text);
  if (atEnd) {
    const [, noun = '', one = '', other = ''] = atEnd;
    return [joined(one, noun), joined(other, noun)];
  }
  for (const pattern of [TWO_FIGURES, TOTAL_AND_AVERAGE, AVERAGE_AND_TOTAL, TOTAL_BEFORE]) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [, before = '', one = '', other = '', behind = ''] = found;
    return [joined(singular(before), one, behind), joined(singular(before), other, behind)];
  }
  return null;
}

/** `Weekends` as a condition, with the preposition that it is read with. */
const onDays = (side: string): string =>
  /week ?-?end/iu.test(side) ? 'at weekends' : 'on weekdays';

/** `What were the smallest and the largest`: of each, what it was. */
const singular = (before: string): string =>
  before.replace(/(?<![\p{L}])(what|which) (?:are|were)(?![\p{L}])/iu, '$1 was');

/** `Do I have enough for the rent`: what there is, and what it cost last. */
const ENOUGH =
  /^(?:and |so )?(?:(?:do|have) (?:i|we) (?:still )?(?:have|got)|is there|have (?:i|we))(?: got)? (?:enough|sufficient)(?: (?:money|cash|funds))?(?: left)?((?: (?:in|on) (?:the |my |our )?[^?]{2,30}?)?) (?:for|to pay(?: for)?|to cover|to afford) ((?:the |my |our )?[^?]{2,40}?)\??$/iu;
/** A time to come, of which nobody knows what is there then. */
const AHEAD =
  /(?<![\p{L}])(?:next|tomorrow|until|till|by|in|on|later|soon|coming|rest|end|when|if|after|before)(?![\p{L}])/iu;

/** Several payments, of which the latest one is only a part. */
const SEVERAL = new RegExp(
  word('two|three|four|five|six|seven|eight|nine|ten|twelve|\\d+|several|more|all'),
  'iu',
);

/** The level of the accounts, and the latest payment of what the money should be enough for. */
export function enoughIn(question: string): readonly [string, string] | null {
  const [, place = '', name = ''] = ENOUGH.exec(question.replace(/\s+/gu, ' ').trim()) ?? [];
  if (name === '' || AHEAD.test(name) || SEVERAL.test(name)) return null;
  const level = place === '' ? 'How much can I spend?' : `What is my balance${place}?`;
  return [level, `When was my last payment for ${name}?`];
}
