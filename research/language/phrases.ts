import { writeFileSync } from 'node:fs';
import { DateTime } from 'luxon';

type Gold = { amount: number; currency: string } | 'ask';
type Amount = { phrase: string; gold: Gold; alsoAsk?: true };

const MINE = { EUR: 'lea', GBP: 'imogen', USD: 'dashiell' } as const;
const PAYEE = { EUR: 'Wim de Graaf', GBP: 'Kwabena Asante', USD: 'Makoa Kealoha' } as const;
type Currency = keyof typeof MINE;

const amounts: (Amount & { currency: Currency })[] = [];
/** Minor units; `null` is asked about, a leading "?" marks where asking is right too. */
function say(currency: Currency, rows: [phrase: string, amount: number | null][]): void {
  for (const [text, amount] of rows) {
    amounts.push({
      phrase: text.replace(/^\?/, ''),
      currency,
      gold: amount === null ? 'ask' : { amount, currency },
      ...(text.startsWith('?') && amount !== null ? { alsoAsk: true } : {}),
    });
  }
}

say('EUR', [
  ['50 euros', 5_000],
  ['50', 5_000],
  ['€50', 5_000],
  ['50€', 5_000],
  ['EUR 50', 5_000],
  ['50 EUR', 5_000],
  ['50.00 euros', 5_000],
  ['50,00 euros', 5_000],
  ['7.5 euros', 750],
  ['7,5 euros', 750],
  ['0.99 euros', 99],
  ['99 cents', 99],
  ['ninety-nine cents', 99],
  ['1,234.50 euros', 123_450],
  ['1.234,50 euros', 123_450],
  ["1'234.50 euros", 123_450],
  ['1 234,50 euros', 123_450],
  ['1.234.567,89 euros', 123_456_789],
  ['2,000 euros', 200_000],
  ['?2.000 euros', 200_000],
  ['twelve euros', 1_200],
  ['forty-two euros', 4_200],
  ['forty two euros', 4_200],
  ['fourty euros', 4_000],
  ['a hundred euros', 10_000],
  ['one hundred euros', 10_000],
  ['a hundred and one euros', 10_100],
  ['one hundred and twenty-five euros', 12_500],
  ['two hundred fifty euros', 25_000],
  ['two hundred and fifty euros', 25_000],
  ['nine hundred ninety nine euros', 99_900],
  ['nineteen hundred euros', 190_000],
  ['fifty five hundred euros', 550_000],
  ['one thousand and one euros', 100_100],
  ['three thousand four hundred and twelve euros', 341_200],
  ['two thousand euros', 200_000],
  ['twelve hundred and fifty euros', 125_000],
  ['forty-five euros and fifty cents', 4_550],
  ['forty five euros fifty cents', 4_550],
  ['45 euros 50 cents', 4_550],
  ['45 euros and 5 cents', 4_505],
  ['?forty-five euros fifty', 4_550],
  ['?45 euros 50', 4_550],
  ['one euro', 100],
  ['1 euro', 100],
  ['one euro and one cent', 101],
  ['?half a euro', 50],
  ['?a dozen euros', 1_200],
  ['?one and a half euros', 150],
  ['?five and a half thousand euros', 550_000],
  ['?twenty point five euros', 2_050],
  ['?1.5k euros', 150_000],
  ['?2k', 200_000],
  ['?5０ euros', 5_000],
  ['exactly 40 euros', 4_000],
  ['40 euros exactly', 4_000],
  ['?the amount of 75 euros', 7_500],
  ['just 15 euros', 1_500],
  ['?only fifteen euros', 1_500],
  ['?half a hundred euros', 5_000],
  ['two fifty', null],
  ['two fifty euros', null],
  ['nineteen ninety nine', null],
  ['nineteen ninety-nine euros', null],
  ['one twenty', null],
  ['two five euros', null],
  ['twelve fifty', null],
  ['three forty nine euros', null],
  ['one two three euros', null],
  ['twenty twenty euros', null],
  ['thirty forty euros', null],
  ['five oh five', null],
  ['six sixty six', null],
  ['hundred two hundred euros', null],
  ['fifty sixty euros', null],
  ['seven eighty five', null],
  ['a couple of hundred euros', null],
  ['a couple of euros', null],
  ['a few hundred euros', null],
  ['several hundred', null],
  ['some euros', null],
  ['a bit of money', null],
  ['a hundred or so euros', null],
  ['hundred-ish euros', null],
  ['about 40 euros', null],
  ['around 40 euros', null],
  ['roughly forty euros', null],
  ['approximately 40 euros', null],
  ['circa 40 euros', null],
  ['~40 euros', null],
  ['over 40 euros', null],
  ['more than 40 euros', null],
  ['at least 40 euros', null],
  ['under 40 euros', null],
  ['less than 40 euros', null],
  ['up to 40 euros', null],
  ['at most 40 euros', null],
  ['no more than 40 euros', null],
  ['nearly 40 euros', null],
  ['almost forty euros', null],
  ['40+ euros', null],
  ['>40 euros', null],
  ['30 to 40 euros', null],
  ['30-40 euros', null],
  ['between 30 and 40 euros', null],
  ['30 or 40 euros', null],
  ['5² euros', null],
  ['5³ euros', null],
  ['½ euros', null],
  ['5½ euros', null],
  ['1e3 euros', null],
  ['2^5 euros', null],
  ['10 + 5 euros', null],
  ['3 x 20 euros', null],
  ['10%', null],
  ['ten percent of my balance', null],
  ['all of it', null],
  ['everything', null],
  ['all my money', null],
  ['half', null],
  ['half of my balance', null],
  ['a third of it', null],
  ['the rest', null],
  ['whatever is left', null],
  ['the usual amount', null],
  ['the same as last time', null],
  ['as much as possible', null],
  ['enough for dinner', null],
  ['-20 euros', null],
  ['minus twenty euros', null],
  ['0 euros', null],
  ['zero', null],
  ['1,23,45 euros', null],
  ['1.2.3 euros', null],
  ['12.345 6 euros', null],
  ['12.3456 euros', null],
  ['4O euros', null],
  ['l0 euros', null],
  ['XX euros', null],
  ['fivety euros', null],
  ['fifteen fifty euros', null],
  ['50 bananas', null],
  ['50 euros 60', null],
  ['50 euros no 60 euros', null],
  ['eleventy euros', null],
]);
say('GBP', [
  ['£50', 5_000],
  ['50 pounds', 5_000],
  ['£1,200', 120_000],
  ['£12.75', 1_275],
  ['fifty pence', 50],
  ['40p', 40],
  ['twenty quid', 2_000],
  ['?a fiver', 500],
  ['?a tenner', 1_000],
  ['three pounds and forty pence', 340],
  ['?three pounds forty', 340],
  ['?£1.2k', 120_000],
  ['two pounds fifty pence', 250],
  ['three forty nine', null],
  ['a few quid', null],
  ['a couple of quid', null],
  ['?a grand', 100_000],
]);
say('USD', [
  ['$50', 5_000],
  ['50 dollars', 5_000],
  ['50 bucks', 5_000],
  ['$1,050.25', 105_025],
  ['USD 75', 7_500],
  ['sixteen dollars and twenty cents', 1_620],
  ['?a buck fifty', 150],
  ['?two grand', 200_000],
  ['?a quarter', null],
  ['a couple hundred bucks', null],
  ['twenty-one hundred dollars', 210_000],
  ['one oh five dollars', null],
  ['$ 50', 5_000],
  ['50$', 5_000],
]);

type Day = {
  now: string;
  timeZone: string;
  phrase: string;
  /** Days on which paying is right; `now` is at once. */
  gold: string[];
  /** Asking is right, as the only thing or beside the days. */
  ask: boolean;
};
const days: Day[] = [];

/** A leading "?" marks where asking is right too; no days: only asking is. */
function when(now: string, timeZone: string, rows: [phrase: string, ...gold: string[]][]): void {
  const today = DateTime.fromISO(now, { zone: timeZone }).toFormat('yyyy-MM-dd');
  for (const [text, ...gold] of rows) {
    days.push({
      now,
      timeZone,
      phrase: text.replace(/^\?/, ''),
      gold: gold.flatMap((day) => (day === 'now' ? ['now', today] : [day])),
      ask: gold.length === 0 || text.startsWith('?'),
    });
  }
}

// Wednesday, 11:00 in Berlin.
when('2028-11-15T10:00:00Z', 'Europe/Berlin', [
  ['', 'now'],
  ['now', 'now'],
  ['today', 'now'],
  ['right away', 'now'],
  ['immediately', 'now'],
  ['tomorrow', '2028-11-16'],
  ['tmrw', '2028-11-16'],
  ['the day after tomorrow', '2028-11-17'],
  ['on Friday', '2028-11-17'],
  ['this Friday', '2028-11-17'],
  ['on Monday', '2028-11-20'],
  ['?next Monday', '2028-11-20'],
  ['next Friday'],
  ['next Thursday'],
  ['?this Wednesday', 'now'],
  ['on Wednesday'],
  ['?next Wednesday', '2028-11-22'],
  ['?next Tuesday', '2028-11-21'],
  ['a week from today', '2028-11-22'],
  ['in a week', '2028-11-22'],
  ['in two weeks', '2028-11-29'],
  ['in three days', '2028-11-18'],
  ['in 10 days', '2028-11-25'],
  ['?in a month', '2028-12-15'],
  ['?in a fortnight', '2028-11-29'],
  ['?Friday week', '2028-11-24'],
  ['on the 2nd', '2028-12-02'],
  ['on the 20th', '2028-11-20'],
  ['?on the 15th', 'now', '2028-12-15'],
  ['on the first of December', '2028-12-01'],
  ['on 1 December', '2028-12-01'],
  ['on December 1st', '2028-12-01'],
  ['on 2028-12-24', '2028-12-24'],
  ['on 24.12.2028', '2028-12-24'],
  ['on 24/12/2028', '2028-12-24'],
  ['on 24.12.', '2028-12-24'],
  ['?on 03/12/2028', '2028-12-03'],
  ['on Christmas Eve', '2028-12-24'],
  ['?at the end of the month', '2028-11-30'],
  ['on the last day of November', '2028-11-30'],
  ['?at the beginning of next month', '2028-12-01'],
  ['?on January 3', '2029-01-03'],
  ['on 14 November'],
  ['yesterday'],
  ['last Friday'],
  ['on 14 November 2027'],
  ['on 31 November'],
  ['on 30 February'],
  ['on the 32nd'],
  ['?by Friday', 'now'],
  ['?before Friday', 'now', '2028-11-16'],
  ['?until Friday', 'now'],
  ['?no later than Monday', 'now'],
  ['after Friday'],
  ["?for tomorrow's lunch", 'now'],
  ["?for Friday's dinner", 'now'],
  ["?for yesterday's taxi", 'now'],
  ["?for next week's party", 'now'],
  ['?for December rent', 'now'],
  ['in an hour'],
  ['in 20 minutes'],
  ['at 5 pm'],
  ['?tomorrow at noon', '2028-11-16'],
  ['?tonight', 'now'],
  ['?this evening', 'now'],
  ['next week'],
  ['this weekend'],
  ['sometime soon'],
  ['later'],
  ['one of these days'],
  ['on payday'],
  ['on my birthday'],
  ['when the month is over'],
  ['Friday or Saturday'],
  ['on Friday 18 November'],
  ['on Friday 17 November', '2028-11-17'],
  ['?on Fri', '2028-11-17'],
  ['?on Sat', '2028-11-18'],
]);
// The hour never changes the day: 2 December, a Saturday, at several hours.
for (const hour of ['00:30', '11:30', '12:30', '18:45', '23:40']) {
  when(`2028-12-02T${hour}:00Z`, 'Etc/UTC', [
    ['?on 2 December', 'now'],
    ['on 3 December', '2028-12-03'],
    ['?on the 2nd', 'now'],
    ['tomorrow', '2028-12-03'],
    ['?on Saturday', 'now'],
    ['on Sunday', '2028-12-03'],
  ]);
}
// The customer's clock counts: already Sunday in Tokyo and Auckland, still Friday in Honolulu.
when('2028-12-02T16:30:00Z', 'Asia/Tokyo', [
  ['today', 'now'],
  ['tomorrow', '2028-12-04'],
  ['on Monday', '2028-12-04'],
  ['?on the 3rd', 'now'],
  ['the day after tomorrow', '2028-12-05'],
]);
when('2028-12-02T08:15:00Z', 'Pacific/Honolulu', [
  ['tomorrow', '2028-12-02'],
  ['on Saturday', '2028-12-02'],
  ['on Sunday', '2028-12-03'],
  ['on the 2nd', '2028-12-02'],
  ['in three days', '2028-12-04'],
]);
when('2028-12-31T22:30:00Z', 'Europe/Paris', [
  ['tomorrow', '2029-01-01'],
  ['?on 31 December', 'now'],
  ["on New Year's Day", '2029-01-01'],
  ['on the 2nd', '2029-01-02'],
  ['on 5 January', '2029-01-05'],
]);
when('2028-12-31T23:30:00Z', 'Europe/Paris', [
  ['tomorrow', '2029-01-02'],
  ['today', 'now'],
  ['on the 2nd', '2029-01-02'],
  ['?on Monday', 'now'],
]);
// Leap day of 2028.
when('2028-02-28T09:00:00Z', 'Europe/Berlin', [
  ['tomorrow', '2028-02-29'],
  ['the day after tomorrow', '2028-03-01'],
  ['on 29 February', '2028-02-29'],
  ['?at the end of the month', '2028-02-29'],
  ['on the 30th', '2028-03-30'],
]);
// The night in which clocks go back.
when('2028-10-28T22:10:00Z', 'Europe/Berlin', [
  ['tomorrow', '2028-10-30'],
  ['today', 'now'],
  ['in two days', '2028-10-31'],
]);

const letter = (name: string, index: number): string =>
  `${name}${String(index + 1).padStart(3, '0')}`;
const write = (file: string, rows: unknown[]): void =>
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(rows, null, 2)}\n`);

write(
  'amounts.json',
  amounts.map(({ currency, phrase, gold, alsoAsk }, index) => ({
    id: letter('a', index),
    context: MINE[currency],
    phrase,
    message: `Send ${phrase} to ${PAYEE[currency]}`,
    gold,
    ...(alsoAsk ? { also: 'ask' } : {}),
  })),
);
write(
  'days.json',
  days
    .map((day, index) => ({ id: letter('y', index), ...day }))
    .map(({ id, now, timeZone, phrase, gold, ask }) => ({
      id,
      context: 'lea',
      now,
      timeZone,
      phrase,
      message: `Send Wim de Graaf 20 euros ${phrase}`.trim(),
      gold: gold.length ? gold : 'ask',
      ...(ask && gold.length ? { also: 'ask' } : {}),
    })),
);
process.stdout.write(`${amounts.length} amounts, ${days.length} days\n`);
