// Prices after a rise, months by their sum, groups of payers, several figures of one name, and words
// that say what a name says already. Gold is added up from the bookings here.

import { describe, expect, it, test } from 'vitest';
import { ask, ledgerOf, values } from './asked-ledger.ts';

const expectNoFigure = async (name: string, question: string) => {
  const reply = await ask(name, question);
  expect([reply.isAnswerable, reply.figures], reply.answer).toEqual([false, []]);
};

/** The sum of the payments that fit, less what was reversed of them; days are those of the zone. */
function sum(
  name: string,
  fits: (booking: ReturnType<typeof ledgerOf>['bookings'][number] & { day: string }) => boolean,
) {
  const { bookings, timeZone } = ledgerOf(name);
  const known = new Map(bookings.map((booking) => [booking.id, booking]));
  return bookings
    .flatMap((one) => {
      const original = one.reverses === null ? one : known.get(one.reverses);
      const day = new Date(one.at).toLocaleDateString('sv', { timeZone });
      const amount = one.reverses === null ? one.amount : -one.amount;
      return original ? [{ ...original, day, amount }] : [];
    })
    .filter((one) => one.type !== 'hold' && fits(one))
    .reduce((total, { amount }) => total + amount, 0);
}

describe('a price that has risen', () => {
  it.each(['how much is my rent a month', 'what is my rent a month now', 'rent a month'])(
    'is stated as it is now, with the one before: %s',
    async (question) => {
      expect(await values('tomasz', question)).toEqual([81_500, 78_000]);
    },
  );

  it('is an average where it stayed the same, or one is asked for', async () => {
    expect(await values('marco', 'how much is my rent a month')).toEqual([320_000]);
    expect(await values('tomasz', 'average rent a month')).toHaveLength(1);
    expect(await values('tomasz', 'how much rent did I pay a month')).toHaveLength(1);
  });

  it.each(['since when is the rent what it is now', 'rent up?', 'what is the price of my rent'])(
    'is stated with the day of each amount: %s',
    async (question) => {
      expect(await values('tomasz', question)).toEqual([78_000, 81_500, 3_500]);
    },
  );

  it.each([
    ['tomasz', 'has my grocery spending gone up this year'],
    ['edith', 'did the condo fees go up this year?'],
    ['tomasz', 'price of groceries'],
  ])('is not read from sums of years that have not ended: %s: %s', expectNoFigure);
});

describe('months by their sum', () => {
  const over = (least: number) =>
    [...new Set(ledgerOf('hanneke').bookings.map(({ at }) => at.slice(0, 7)))]
      .map((month) =>
        sum('hanneke', (one) => one.category === 'groceries' && one.day.startsWith(month)),
      )
      .filter((value) => value > least);

  it.each([
    ['in which months was groceries above 600', 60_000],
    ['which month did I spend more than 800 on groceries', 80_000],
  ])('are listed: %s', async (question, least) => {
    expect(await values('hanneke', question)).toEqual(over(least));
  });

  it('are asked about where months without a payment fit, too', () =>
    expectNoFigure('hanneke', 'in which months was groceries below 600'));

  it('are not meant where single payments are named', async () => {
    const found = await values('hanneke', 'in which months did I make payments over 1000');
    expect(new Set(found)).toEqual(new Set([112_000]));
  });

  it('are ranked within one currency', async () => {
    const reply = await ask('kasia', 'cheapest month');
    expect(reply.figures[0]?.currency).toBe('PLN');
    expect(await values('kasia', 'most expensive month so far')).toEqual(
      await values('kasia', 'most expensive month'),
    );
  });
});

describe('groups of payees', () => {
  it.each([
    ['otis', 'who got a bonus', ['Latoya Grimes', 'Curtis Odom']],
    ['otis', 'who did I pay rent to', ['Magnolia Row Realty']],
    ['edith', 'who gave me a pension', ['Maritime Teachers Plan', 'Canada Pension']],
    ['edith', 'Which of my two pensions is larger?', ['Maritime Teachers Plan', 'Canada Pension']],
    [
      'wade',
      'which broker brought in the most in canadian dollars this year',
      ['Chinook Freight Brokers', 'Badlands Grain Terminal', 'Peace River Diesel'],
    ],
  ])('are stated by payee: %s: %s', async (name, question, payees) => {
    const { figures, answer } = await ask(name, question);
    expect(
      figures.map(({ label }) => payees.find((one) => label.includes(one))),
      answer,
    ).toEqual(payees);
  });

  it('are counted one by one', async () => {
    const often = await values('tunde', 'peri palace and slice brothers, how often each');
    expect(often).toEqual([14, 13]);
  });

  it.each([
    ['tunde', 'peri palace and slice brothers, how often and how much each'],
    ['wade', 'how many fills in January'],
    ['tomasz', 'how many bills did I pay in January'],
    ['tunde', 'how many subscriptions'],
    ['wade', 'tax set aside so far'],
  ])('and counts of something else have no figure: %s: %s', expectNoFigure);
});

describe('several figures of one name', () => {
  test.each([
    ['maeve', 'doctor visits this year, number and cost', [12_500, 2]],
    ['otis', 'electricity bill, highest and lowest', [78_850, 52_264]],
    ['otis', 'rent per month and total', [335_000, 320_000, 2_925_000]],
  ])('are all stated: %s: %s', async (name, question, expected) => {
    expect(await values(name, question)).toEqual(expected);
  });
});

describe('words that say what a name says already', () => {
  const inDays = (from: string, to: string) => (one: { day: string }) =>
    one.day >= from && one.day <= to;

  it('are ignored', async () => {
    const isJanuary = inDays('2029-01-10', '2029-01-31');
    const exams = sum(
      'leila',
      (one) =>
        isJanuary(one) &&
        one.currency === 'CHF' &&
        one.toAccount === null &&
        one.type !== 'deposit',
    );
    const said = await values('leila', 'what did I spend during the exam period, 10 to 31 January');
    expect(said[0]).toBe(exams);
    const yarn = sum(
      'glenda',
      (one) => one.payee === 'Swaledale Yarns' && inDays('2028-09-01', '2028-11-30')(one),
    );
    expect(await values('glenda', 'yarn from Swaledale in autumn')).toEqual([yarn]);
    const gas = sum(
      'edith',
      (one) => one.payee === 'Atlantic Gas' && inDays('2028-12-01', '2028-12-31')(one),
    );
    expect(await values('edith', 'gas for the car in December')).toEqual([gas]);
    expect(await values('amara', 'dining in October, nothing else')).toEqual(
      await values('amara', 'dining in October'),
    );
  });

  test.each([
    // Another house, or a word of the books.
    ['edith', 'gas for the boat in December'],
    ['wade', 'heating at the house in January'],
    ['edith', 'gas for the car and the boat in December'],
    ['leila', 'what did I spend during the mornings, 10 to 31 January'],
    ['venkat', 'expenses other than medical in February'],
    ['hanneke', 'how much gave Kruidenier Bos'],
  ])('and words that narrow a question are asked about: %s: %s', expectNoFigure);

  it('name a payer behind the verb', async () => {
    const joost = sum('hanneke', (one) => one.payee === 'Joost Terpstra' && one.type === 'deposit');
    expect(await values('hanneke', 'how much gave Joost')).toEqual([joost]);
    const karthik = sum('venkat', (one) => one.payee === 'Karthik Subramaniam');
    expect(await values('venkat', 'amount sent by my son Karthik')).toEqual([karthik]);
  });
});

describe('times that belong together', () => {
  test.each([
    ['otis', 'average electricity since september, per month through february', 66_893],
    ['rosa', 'groceries this year until February', 58_033],
    ['graciela', 'My pension of this year, how much is it in total until today?', 7_728_000],
    ['leila', 'how much rent did i pay since it went up in feb', 324_000],
    ['graciela', 'How many months has Efrain paid since I have him here', 11],
  ])('are one time: %s: %s', async (name, question, value) => {
    expect((await values(name, question))[0]).toBe(value);
  });

  it('are two sides of two months each', async () => {
    const of = (from: string, to: string) =>
      sum('otis', (one) => one.payee === 'Gulfline Freight' && one.day >= from && one.day <= to);
    const sides = [of('2029-01-01', '2029-02-28'), of('2028-11-01', '2028-12-31')];
    const question = 'has my freight gone up, January and February against November and December';
    expect((await values('otis', question)).slice(0, 2)).toEqual(sides);
  });

  test.each([
    ['otis', 'electricity since September, not through February'],
    ['rosa', 'groceries in 2028 and until today'],
    ['otis', 'freight in January and March against October and December'],
    ['otis', 'freight in January or February against November or December'],
    ['maeve', 'spent since the creche opened in the morning in September'],
    ['leila', 'how much rent did i pay since it went up'],
  ])('and others are asked about: %s: %s', expectNoFigure);
});

describe('other words for a name', () => {
  test.each([
    ['keisha', 'insurance for the car in January', 'car insurance in January'],
    ['graciela', 'repairs of the house in 2028', 'house repairs in 2028'],
    ['mikkel', 'rent of the shop in January', 'shop rent in January'],
    ['mikkel', 'What did the bike club Odin pay us', 'What did Cykelklub Odin pay us'],
    ['graciela', 'how much in the market of Santiago', 'how much at Mercado Santiago'],
    ['otis', 'what did I spend on that forklift outfit', 'what did I spend at Rooster Forklifts'],
    ['otis', 'what all did I spend on lunch', 'what did I spend on lunch'],
    ['maeve', 'the last ESB bill, I mean the electricity', 'the last electricity bill'],
    ['leila', 'did papa (karim) send money in May', 'did Karim pay me in May'],
    ['mikkel', 'how much did the shop use on diesel this year', 'diesel this year'],
    ['rosa', 'is it dining or groceries that costs more', 'which costs more, dining or groceries'],
  ])('is read as that name: %s: %s', async (name, question, plain) => {
    expect(await values(name, question)).toEqual(await values(name, plain));
  });

  it('is the payee whose name has it, and no category', async () => {
    const reply = await ask('mikkel', 'when did we last get frames from Van Rossum');
    expect(reply.answer).toContain('Van Rossum Frames on 13 March 2029');
    const hongKong = await ask(
      'jovelyn',
      'What is my biggest payment in Hong Kong dollars in 2028',
    );
    expect(hongKong.answer).toContain('Amihan Air');
  });

  test.each([
    ['leila', 'the friend of Karim, how much'],
    ['leila', 'sister of Karim'],
    ['wade', 'overhead last month'],
    ['mikkel', 'did the shop pay Jonas in January'],
    ['rosa', 'did the shop pay me in January'],
    ['keisha', 'care for the car'],
    ['leila', 'did Karim send the money back'],
    ['otis', 'the shopping in January'],
  ])('is asked about where somebody or something else may be meant: %s: %s', expectNoFigure);
});
