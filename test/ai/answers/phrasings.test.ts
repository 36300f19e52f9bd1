// One question in the words of different people: each has the figures of the plain question.

import { expect, test } from 'vitest';
import { answerFromBooks } from '../../../ai/answers/ask.ts';
import { declineOffTopic } from '../../../ai/answers/ask-help.ts';
import { generateLedgers } from '../../../research/language/ledgers.ts';
import { openLedger } from '../../../research/language/open-ledger.ts';

const opened = new Map(
  generateLedgers().map((ledger) => [ledger.name, openLedger(ledger, ledger.timeZone)]),
);

async function ask(name: string, question: string) {
  const books = opened.get(name);
  if (!books) throw new Error(`no ledger ${name}`);
  return declineOffTopic(question) ?? (await answerFromBooks(books, question));
}

const GROCERIES_IN_FEBRUARY = 'What did I spend on groceries in February 2029?';

test.each([
  // Reasons and courtesies.
  ['rosa', "i'm trying to cut back on things so what went on groceries in february"],
  ['rosa', "can't for the life of me recall - groceries in february 2029?"],
  ['rosa', "I've clean forgotten, what were my groceries in February?"],
  ['rosa', 'my hubby keeps nagging me about it, so how much were groceries in february'],
  ['rosa', 'The accountant has been chasing me: total groceries in February 2029?'],
  ['rosa', 'my wife wants to know what I spent on groceries in February 2029'],
  ['rosa', 'Would you mind telling me what I spent on groceries in February 2029?'],
  ['rosa', 'Could I trouble you for the total of my groceries in February 2029?'],
  ['rosa', 'Is there any chance of you checking what I spent on groceries in February 2029?'],
  ['rosa', "if it's no bother, what did groceries come to in February?"],
  ['rosa', 'Dear sir, groceries in February 2029, total please and ta'],
  ['rosa', 'Bookkeeper here: groceries, February, total?'],
  ['rosa', 'silly question but how much did i spend on groceries in february'],
  ['rosa', "we're skint, how much went on groceries in february"],
  // Fillers and dialects.
  ['rosa', 'hey so like how much did i spend on groceries in february'],
  ['rosa', 'alright pet, what did I spend on groceries in February'],
  ['rosa', "y'all, what did i spend on groceries in february"],
  ['rosa', 'strewth, groceries in february how much'],
  ['rosa', 'groceries in february how much liao'],
  ['rosa', "I'm just after wondering what I spent on groceries in February"],
  ['rosa', 'how much did i spend on groceries in february like'],
  ['rosa', 'I need 2 know what i spent on groceries in february'],
  ['rosa', 'I must get a grip on groceries. February total?'],
  ['rosa', 'My roommate reckons I spend far too much on groceries. How much was it in February?'],
  ['rosa', 'Doing some housekeeping - my groceries in February?'],
  ['rosa', "I'm only asking because my son worries: what did groceries come to in February?"],
  ['rosa', 'would you be a star and tell me what groceries were in February'],
  ['rosa', 'lol how much were groceries in feb'],
  ['rosa', 'Forgive a forgetful old man: groceries, February, how much?'],
  ['rosa', 'can you grab me the groceries total for February'],
  ['rosa', "I'd be grateful if you told me what groceries were in February"],
  ['rosa', 'dying to know what groceries were in February'],
  ['rosa', 'I have a question about groceries in February: total?'],
  ['rosa', 'I am writing to enquire about groceries in February, total'],
  ['rosa', 'The boss needs the total of groceries in February'],
  ['rosa', 'quick sums: groceries in february'],
  ['rosa', 'groceries in February, please confirm'],
  ['rosa', 'ballpark number, groceries in february'],
  // Verbs and nouns of spending.
  ['rosa', 'how much have we done spent on groceries in february'],
  ['rosa', 'grocery expenses incurred in february 2029, total'],
  ['rosa', 'what did groceries knock me back in february'],
  ['rosa', 'how steep was my grocery bill in february'],
  ['rosa', 'I want the figure for groceries in february, everything included'],
])('%s: %s has the figure of groceries in February', async (name, question) => {
  const { figures, answer, isAnswerable } = await ask(name, question);
  expect(isAnswerable, answer).toBe(true);
  expect(figures[0]?.value).toBe((await ask(name, GROCERIES_IN_FEBRUARY)).figures[0]?.value);
});

test.each([
  ['tunde', 'list the clothes buys above 15 quid', 'list the clothes purchases over 15 pounds'],
  ['agnes', 'How much is put aside for the grandchildren?', 'Balance of Grandchildren fund'],
  ['maeve', 'what am I sitting on in the credit union', 'Balance of Credit union'],
  ['otis', 'gas receipts above 20 dollars, how many', 'How many gas payments over 20 dollars'],
  [
    'kirsty',
    'how much am I down at Scotmart in October',
    'What did I spend at Scotmart in October?',
  ],
  [
    'callum',
    'what did I get off Belfast Gigs in October',
    'What did Belfast Gigs pay me in October?',
  ],
  [
    'kirsty',
    'the dearest thing I had at Golden Tay Chippy',
    'My largest payment to Golden Tay Chippy',
  ],
  [
    'marco',
    'who gets the biggest chunk of my packaging money',
    'Which packaging supplier do I spend most at?',
  ],
  [
    'callum',
    'toys in the lead-up to Christmas, so October and November',
    'What did I spend on toys in October and November?',
  ],
  [
    'wade',
    'what does an ordinary month on groceries set me back in 2028',
    'Average groceries a month in 2028',
  ],
  ['glenda', 'when was Boiler Bob here last, and how much', 'When did I last pay Boiler Bob?'],
  [
    'kasia',
    'dorm over the winter term, October to January',
    'What did I spend on dorm from October to January?',
  ],
  [
    'maeve',
    "how much were the kids' activities in October",
    'What did I spend on kids activities in October?',
  ],
  ['chinwe', 'what went to Kunle Fasasi, and not Kunle Adegbite', 'What did I pay Kunle Fasasi?'],
  ['rhodri', 'coaches: the average price of a journey', 'What is the average payment on coaches?'],
  [
    'rhodri',
    'What has pitch hire set the team back in February?',
    'What did I spend on pitch hire in February?',
  ],
  [
    'tunde',
    'what did mum (Folasade Akinbode) send me in March',
    'What did Folasade Akinbode send me in March?',
  ],
  [
    'weiling',
    'Bubs and Co since we moved in October, 1 October',
    'What did I pay Bubs and Co since 1 October?',
  ],
  [
    'farida',
    'how much have I managed to move into the piggy bank in March',
    'How much did I move into the Piggy bank in March?',
  ],
  [
    'farida',
    'was there anything I spent at Sultan Grill in March',
    'What did I spend at Sultan Grill in March?',
  ],
  [
    'desmond',
    'how much has been moved into the GST pot this year',
    'How much did I put into the GST pot this year?',
  ],
  [
    'venkat',
    'list Sundaram Provisions bills crossing 1200',
    'list Sundaram Provisions payments over 1200',
  ],
  ['wade', 'the tax took how much last year', 'What did I spend on tax last year?'],
  [
    'wade',
    'so far in 2029, has Badlands Grain Terminal paid up? how much?',
    'What did Badlands Grain Terminal pay me in 2029?',
  ],
  [
    'hanneke',
    'biggest shop at Versplein over Christmas, 18 to 30 December',
    'My largest payment at Versplein from 18 to 30 December',
  ],
  [
    'hanneke',
    'Versplein for the whole of the third quarter',
    'What did I pay Versplein in Q3 2028?',
  ],
  ['tunde', 'clothes, how many & how much', 'How many clothes payments, and how much?'],
  ['kenji', 'What is my most visited dining place?', 'Which dining place do I visit most often?'],
  ['desmond', 'Foamworks: any payments in January', 'list payments to Foamworks in January'],
  ['desmond', 'Webcart sales in January', 'What did Webcart pay me in January?'],
  [
    'desmond',
    'Pukeko Fuels in January, number of fills',
    'How many payments to Pukeko Fuels in January?',
  ],
  ['mateo', 'gimme the Pho Dakota payments w/ dates', 'list payments to Pho Dakota'],
  ['mateo', 'what did you charge me in fees in 2028', 'What did I spend on fees in 2028?'],
  ['edith', 'cottage fund, how much in it', 'Balance of Cottage fund'],
  [
    'rhodri',
    'coaches since the start of the season, October',
    'What did I spend on coaches since October?',
  ],
  ['edith', 'Eastnet since the contract started', 'What did I pay Eastnet?'],
  [
    'edith',
    'which gets the bulk of my money, Lobster Trap or Tea Room on Main',
    'Did I spend more at Lobster Trap or Tea Room on Main?',
  ],
  ['hanneke', 'the worst bill in December', 'My largest payment in December'],
  [
    'glenda',
    'The Copper Kettle, October, visits',
    'How many payments to The Copper Kettle in October?',
  ],
  ['glenda', 'pet: how much in October', 'What did I spend on pets in October?'],
  [
    'amara',
    'how much has been squirrelled into Rainy day since December',
    'How much did I move into Rainy day since December?',
  ],
  [
    'tomasz',
    'what has my spend at Ramen Kaze been like in January',
    'What did I pay Ramen Kaze in January?',
  ],
  [
    'tomasz',
    'how much freelance cash came in during January',
    'How much freelance money did I receive in January?',
  ],
  ['rosa', 'list my payments in February', 'show me my transactions in February'],
  ['rosa', 'transactions from 1 to 5 February', 'list my transactions from 1 to 5 February'],
  [
    'rosa',
    'my transactions related to dining in February',
    'What did I spend on dining in February?',
  ],
  ['rosa', 'how much of a dent was Redwood Motors', 'What did I pay Redwood Motors?'],
  ['rosa', 'what went down the drain on fines', 'What did I spend on fines?'],
  [
    'rosa',
    'what did I spend in the dining category in February',
    'What did I spend on dining in February?',
  ],
  [
    'rosa',
    'compare what I paid at Hudson Greens in December to January',
    'Compare Hudson Greens in December with Hudson Greens in January',
  ],
  [
    'rosa',
    'dining, total and number of payments in February',
    'How many dining payments in February, and how much?',
  ],
  ['callum', 'groceries this month up to the 10th', 'Groceries from 1 to 10 December 2028'],
  ['callum', 'Bord Gas: newest bill and its date', 'When did I last pay Bord Gas?'],
  ['callum', 'all to do with Galway Lodge', 'What did I pay Galway Lodge?'],
  ['callum', 'How is the wedding fund coming along?', 'Balance of Wedding fund'],
  [
    'otis',
    'inventory for Q2, i.e. July to September 2028',
    'What did I spend on inventory from July to September 2028?',
  ],
  ['otis', 'what has equipment run the company', 'What did I spend on equipment?'],
  [
    'otis',
    'we paying more to Paper Barn or Gulfline Freight',
    'Did we pay more to Paper Barn or to Gulfline Freight?',
  ],
  ['anselm', 'rental income paid in February', 'How much rental income did I receive in February?'],
  ['bertil', 'boat since the first of the year', 'What did I spend on boat since 1 January 2028?'],
  [
    'wade',
    'biggest spend in a single order at Kal-Rite Tire',
    'My largest payment to Kal-Rite Tire',
  ],
  [
    'joaquim',
    'which one drains more of my money, Empório Boa Viagem or Mercado Encruzilhada',
    'Did I spend more at Empório Boa Viagem or at Mercado Encruzilhada?',
  ],
  [
    'joaquim',
    'In which month did I spend the most on rides?',
    'Which month did I spend most on rides in?',
  ],
  ['glenda', 'Which fair brought in the most?', 'Which payer paid me most in fairs?'],
  ['keisha', 'how much is in both savings accounts', 'Balance of my savings accounts'],
  ['amara', 'When did I pay Albatros for the last time?', 'When did I last pay Albatros?'],
  [
    'keisha',
    'total i paid towards debt this year - car loan plus student loan',
    'What did I pay for car loan and student loan this year?',
  ],
  [
    'dennis',
    'How much petrol did we buy in January, in pounds?',
    'What did we spend on petrol in pounds in January?',
  ],
  [
    'keisha',
    'how much overtime did i make since thanksgiving? nov 23',
    'How much overtime did I receive since 23 November?',
  ],
  [
    'marco',
    'online sales this year and last year separately',
    'What were online sales this year and last year?',
  ],
])('%s: %s has the figures of: %s', async (name, question, plain) => {
  const { figures, answer, isAnswerable } = await ask(name, question);
  expect(isAnswerable, answer).toBe(true);
  const expected = (await ask(name, plain)).figures.map(({ value }) => value);
  expect(expected.length).toBeGreaterThan(0);
  expect(figures.map(({ value }) => value)).toEqual(expected);
});

test.each([
  // The relative is asked about, and no figure is the customer's.
  ['rosa', 'what did my wife spend on groceries in february'],
  // Asks for the sum as well, which the first payment has not.
  ['amara', 'Lumen Fitness: since when, and how much in all'],
  // Moved into the account, and not spent from it.
  ['desmond', 'GST pot, what have I chucked in this year'],
  // A sum less another sum, and nothing to leave out.
  ['hanneke', 'energy, December minus November'],
  // A pension fund is no tenant.
  ['anselm', 'which tenant brings in the most'],
  // A reason with a condition in it.
  ['rosa', "I'm trying to cut back on dining only, so how much did I spend without takeaway?"],
  ['rosa', 'my gym wants to know how much I paid last year'],
  ['rosa', 'how much did I get back off groceries like for like in february'],
])('%s: %s has no figure', async (name, question) => {
  const { isAnswerable } = await ask(name, question);
  expect(isAnswerable).toBe(false);
});
