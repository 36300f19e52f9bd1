// English of a command about money: verbs, words that open a slot, words that make it more than a
// plain command, and payments stated without a verb. The notation of phrases is explained in
// ai/intents/phrases.ts.
//
// Slots in phrases: {payee}, {amount}, {days}, {source}, {purpose}; {quiet}, which has no meaning,
// and {ordered}, which asks at the end for the order to be carried out.

const words = (...lines: readonly string[]): readonly string[] => lines.join(' ').split(' ');

/** Words that make a message no plain command, wherever they stand. */
export const HAZARD_WORDS = {
  negation: [
    ...words('not never no nothing none without cancel stop undo refuse forget ignore disregard'),
    ...words('dont wont cant instead rather except but'),
    "{letters}n't",
  ],
  condition: [
    ...words('if unless when once whenever whether until after before provided assuming suppose'),
    ...words('maybe perhaps might should hypothetically pretend imagine'),
    'in case',
    'as soon as',
  ],
  quotation: [
    ...words('said says told asked wrote reads quote instruction[s] system assistant admin'),
    'message from',
  ],
  several_operations: words(
    'and then also plus or afterwards each both respectively twice thrice again',
  ),
  everything: [
    ...words('all everything entire whole rest remaining half third quarter max maximum most'),
    ...words('double triple'),
  ],
} as const;

/** Words that a question begins with. */
export const QUESTION_STARTS: readonly string[] = [
  ...words('why how what who where did does is are was has have may'),
  'do …!([a|an|the|one|another] [{letters}|{slots}] (transfer|payment|paymnt|payemnt|paymet|tranfer|wire))',
  'can i',
  'could i',
];

/** Nouns for the act: `a transfer`. */
export const KINDS: readonly string[] = [
  '[bank|wire|money|recurring] (transfer|tranfer|trasnfer|transfr|tansfer)',
  '[bank|recurring] (payment|paymnt|payemnt|paymet|payement|pymt)',
  'standing order',
  'donation',
  'contribution',
  'repayment',
  'remittance',
  'settlement',
  'transaction',
];
/** `make` a transfer. */
export const MAKING: readonly string[] = [
  'complete',
  'set …(a|an|the)',
  ...words('make do schedule arrange issue organise organize initiate start create send execute'),
  ...words('process perform effect place release render'),
  'set up',
  'put through',
];
/** `make a transfer of`: a verb and a noun. */
export const MADE = '{making} [{one}] [{slots}] {kind} [of|for|worth]';
/** `making a transfer of`, and `a transfer` behind `I need`. */
export const MADE_ASKED_FOR: readonly string[] = [
  'making (a|an|the|another) [{slots}] {kind} [of|for|worth]',
];
export const NOUN_ASKED_FOR = '(a|an|another) {kind} [of]';
/** A transfer as a noun. */
export const ONE = '(a|an|the|another|one) [quick|small|little|new|direct|single]';

/** Verbs that move money to a person. */
export const SENDING: readonly string[] = [
  'top up',
  'set aside',
  'set up',
  'set …({slots})',
  'get across',
  'fork out',
  'cough up',
  'cash app',
  'bank transfer',
  'make …([{slots}] (over|across|available|out) to)',
  ...words(
    'send pay transfer wire give move put forward remit reimburse repay settle tip donate lend',
  ),
  ...words(
    'loan credit add shoot zip pop sling ping zap drop schedule get spot chuck slide fire beam',
  ),
  ...words(
    'bung stick toss throw hand shift post ship bring stash deliver route direct dispatch whiz',
  ),
  ...words(
    'whizz funnel park tuck compensate refund disburse fling lob flick whack swing slip venmo',
  ),
  ...words('eft zelle paypal cashapp revolut pass lodge contribute allocate squirrel dash'),
  ...words(
    'snd sned sedn sen sendd pya paay tranfer trasnfer transfr tansfer transer trnsfer tarnsfer',
  ),
  ...words('transferr giev'),
];
/** `send back 20`, `pay off`. */
export const SENT_HOW: readonly string[] = words('back off');
/** Verbs that move money without an amount behind them, too: `send Priya money`. */
export const PLAIN: readonly string[] = [
  ...words('send pay transfer wire give move put reimburse repay'),
  'top up',
  '{making} (a|an|the)',
];
/** Verbs that make a message an order, regardless of the model. */
export const BARE: readonly string[] = [
  ...words('send transfer wire'),
  'pay {end}',
  '{making} [{one}] [{slots}] {kind}',
  'making',
  'transferring',
  'sending',
  'a',
  'an',
  'another',
];
export const DEPOSITS: readonly string[] = ['deposit', 'pay in'];
export const WITHDRAWALS: readonly string[] = ['withdraw', 'take out'];
/** `would you mind sending`. */
export const IN_ING: readonly string[] = words(
  'sending paying transferring moving wiring giving popping putting slinging bunging settling',
);
/** Words before a verb in `-ing` or a noun that ask for it. */
export const ASKED_FOR: readonly string[] = [
  'mind',
  '(help|assistance|hand) [me|us] [out] [with|in]',
  'interested in',
  'chance of',
  ...words('like need want'),
];

/** Says nothing about the payment, wherever it stands. */
export const QUIET: readonly string[] = [
  '<(the|those|these|this|that|his|her) (damn|damned|bloody|freaking|flipping|blasted|goddamn)',
  '<(today|now|tomorrow) itself',
  '(right|straight) away',
  'at once',
  'right now',
  '(now now|sharp sharp|quick quick|now-now)',
  'thanks a lot',
  'many thanks',
  '<(to) [the] [bank] account of',
  'just once',
  'one time [only]',
  'first thing',
  'later …(today|tonight|this (afternoon|evening)|on today)',
  '(some|any|the|a bit of) (money|cash|funds)',
  'a (wee|little|small) (something|bit)',
  '(real|super|dead) quick',
  'on my behalf',
  'for me',
  'in one go',
  'in full',
  '(by|via|as|through) [a] [bank|instant|wire|sepa] transfer',
  '(by|via|through) (sepa|ach|wire|the bank)',
  '[which|that] (i|we) [still] owe (him|her|them|you)',
  ...words('straightaway thx cheers ta plz pls rn away available aside something'),
  ...words('mony moeny monney money cash funds'),
];

/** Words that open a slot, and words around a slot. */
export const OPENS = {
  destination: words('to into onto in inside towards toward 2'),
  source: words('from using'),
  purpose: words('for as memo note reference ref re 4'),
  /** A purpose, when the payee is already named. */
  goal: words('towards toward'),
  /** `top up savings by 100`. */
  besideAmount: words('by with of his her their exactly precisely only sum total'),
  besideDay: words('coming this on starting beginning by at due from effective'),
  silent: words(
    'please thanks thank you now today over immediately asap a an the of amount sum exactly',
    'only flat across directly straight',
  ),
  /** `pay Priya back 30`. */
  silentBehindPay: words('back'),
} as const;
/** A word that introduces a purpose or a recipient: `for dinner`. */
export const FOR: readonly string[] = words('for as memo note reference');

/**
 * Things of a payee that are paid or paid into. A person related to the payee is another person.
 */
export const BELONGINGS: readonly string[] = [
  ...words('account[s] invoice[s] bill[s] quote tab order share half part money debt work'),
  '[{letters}] {goal noun}',
  '[{letters}] (invoice|bill|account)',
];

/** Nouns that state a payment's purpose without a preposition. */
export const GOAL_NOUNS: readonly string[] = [
  'pocket money',
  'petty cash',
  ...words('paycheck pay cheque pension retainer honorarium stipend commission refund'),
  ...words('fee[s] rent bill[s] charge[s] deposit share salary wage[s] allowance premium tuition'),
  ...words(
    'ticket[s] groceries lunch dinner breakfast brunch instalment installment emi subscription',
  ),
  ...words('dues membership tip petrol fare[s] birthday bday gift[s] present[s] invoice shopping'),
  ...words(
    'drink[s] advance bonus reimbursement taco[s] coffee[s] lesson[s] class[es] course pizza[s]',
  ),
  ...words(
    'beer[s] food taxi cab repair[s] haircut book[s] flowers cake gas fuel parking trip session',
  ),
  ...words(
    'childcare cleaning gardening plumbing coal logs milk curry snack[s] uber concert cinema',
  ),
  ...words(
    'movie[s] pharmacy medicine[s] electricity internet phone heating materials supplies uniform',
  ),
  ...words(
    'stationery sweets raffle collection donation offering babysitting music hotel flight[s]',
  ),
  ...words('holiday wedding party expenses overtime hours timber tiles paint tools labour labor'),
  ...words('delivery bread eggs meat vegetables fruit meds nails sushi kebab burger[s]'),
  ...words('chips icecream museum festival game[s] jersey kit shoes dress laundry'),
  ...words('piano guitar swimming football'),
];
/** Words that never appear in a purpose without `for`: they state how, when or whose. */
export const NO_GOAL: readonly string[] = words(
  'on after before at by in until with via from day week month year when worth of per every each to',
  'over than about next last extra more less cash off into if as minus plus net without including',
  'incl not no',
);

/** Words for returned money: a label with one of them is not an order. */
export const MONEY_BACK: readonly string[] = words(
  'refund reimbursement rebate return credit cashback repayment',
);

/** Parts of the phrases below; each may have those above it in it. */
export const PARTS: Readonly<Record<string, string>> = {
  when:
    '[on|by|starting|this|from|as of|beginning|first one|first payment] [the|this] ' +
    '[coming|first one|first payment] {days}',
  account: '[from me] (from|out of|off|using) {source}',
  goal: '(for|4|-|–) {purpose}',
  noun: '{goal noun}',
  him: '(him|her|them)',
  it: '(it|that|this|him|her|them)',
  i: "(i|we|i'd|we'd|i would|we would)",
  the: '(the|my|our|this|that|a|an)',
  bill:
    '[electricity|electric|gas|water|phone|mobile|internet|heating|repair|energy|power|monthly|latest|last|' +
    'hospital|medical|dental|fuel|cleaning|hotel|vet|garage] (invoice|bill|fee[s]|rent|quote|tab|debt)',
  /** What is owed to a firm, in words of any kind: `car insurance bill`. */
  'owed thing':
    '[{letters}|{letters} {letters}] (invoice[s]|bill[s]|fee[s]|rent|quote|tab|debt|mortgage|loan|tuition|premium|subscription|membership|tax|insurance|dues|electric|electricity|water|phone|gas|cable|internet)',
  'charged to': '(from|with|using|out of|off|via|through|on) {source}',
  /** Whose or which: `this month's`, `her`. */
  whose:
    "(the|my|our|this|his|her|their|a|an|this month's|this week's|last month's|the monthly|the usual)",
  /** Up to the end, where the purpose is named before. */
  'rest of it': '~ [{when}]* [from me] [{account}] [{when}]* {end}',
  numbered: '[no|no.|number|nr|nr.] {number}',
  pay: '(pay|send|transfer|settle|sort|do|give|wire)',
  /** `so please pay her`. */
  order:
    '({ordered}|[please|pls|so|and|then|just|kindly|can you|could you|would you|will you|can u|could u]* ' +
    '{pay} [{it}] [out|up|back|off|over|across] [to {him}|{him}] [now|today|please|asap])',
  /** Words that may follow an amount until the end of the message. */
  rest: '~ [{when}]* [from me] [{account}] [{when}]* [{goal}] [{when}]* {end}',
  /** The same, and it is to be done. */
  'rest and order':
    '~ [{when}]* [from me] [{account}] [{when}]* [{goal}] [{when}]* [{quiet}] {pause} {order} {end}',
  /** Words that do not change the meaning. */
  'rest or order':
    '~ [{when}]* [from me] [{account}] [{when}]* [{goal}] [{when}]* [{pause} {order}] {end}',
};

/** An order to pay without a named payee. */
export const SOMEBODY: readonly string[] = [
  '[a|one|new|another|quick|bank|wire]* (payment|transfer) {end}',
  '(pay|send|transfer|give|wire|make a (payment|transfer)) [{quiet}|something] [to] ' +
    '(somebody|someone|a friend|a person|a contact|a colleague) [of mine|else] [back] {end}',
  '(pay|settle|clear|{making} [{one}] [{kind}] (on|of|for|towards)) [off] [{whose}] {owed thing} [{when}]* [{charged to}] [{when}]* {end}',
  '(pay|settle|clear) [{whose}] ({bill}|{goal noun}) {end}',
  '{making} [{one}] {owed thing} (payment|transfer) [{when}]* [{charged to}] {end}',
  'use {source} (to|for) (pay|paying|settle|settling|clear|clearing) [for|off]* [{whose}] {owed thing} [{when}]* {end}',
  '{whose} {owed thing} is (due|here|overdue|in) {pause} [so|please|pls|kindly|can you|could you]* (pay|settle|clear) it [{when}]* {end}',
];

/**
 * Payments stated without a verb, or as the receipt of money. Every word has a fixed place except
 * those of payee, source and purpose.
 */
export const STATEMENTS: readonly string[] = [
  // `Priya has mended the door, I owe her £20, please send it`
  '{story} [and|so|now|but]* {quiet} {amount} {rest and order}',
  // `Priya did my shopping, it was £20, so pay her that`
  '{story} [and]* (it was|that was|it came to|that came to|it cost|that cost|it is|that is|it cost me|which was|which came to|the bill was|the total was) {amount} {pause} [so|please|and|now|can you|could you]* {pay} {him or her} [back]* [that|it|for it|for that|the money]* [please|now|today]* {end}',
  // `cover my half with Priya: pay her £20`
  '(cover|settle|pay|sort|sort out) (my|our|the) (half|share|part|bit|tab|portion) (with|to) {payee} {pause} [please|so|just]* {pay} {him} {amount} {rest}',
  // `bring £20 from savings on the current account`
  '(bring|move|put|transfer|shift|send|book) {amount} (from|out of) {source} (on|onto|over to|across to) {payee} [{when}]* [{goal}] [{when}]* {end}',
  // `pay Priya the rent, £20`
  '(pay|reimburse|repay) {payee} {whose} {goal noun} {pause} [of|for|it is|which is] {amount} {rest of it}',
  // No invoice is sent so.
  '{sending} {payee} {whose} …(rent|wage[s]|salary|share|allowance|pocket money|fee[s]|deposit|tip|dues|paycheck|pay|pension|bonus|advance|commission|stipend) {goal noun} {pause} [of|for|it is|which is] {amount} {rest of it}',
  // `pay the rent of £20 to Priya`
  '{sending} [{whose}] …!([{letters}|{letters} {letters}] (invoice[s]|bill[s]|quote[s])) {goal noun} {pause} [of|for] {amount} [over|across] (to|for) {payee} {rest of it}',
  '(pay|settle|clear) [{whose}] {goal noun} {pause} [of|for] {amount} [over|across] (to|for) {payee} {rest of it}',
  // `£20 rent for Priya`
  '[{sending}] {amount} [of|in] [{whose}] …!([{letters}|{letters} {letters}] (invoice[s]|bill[s]|quote[s])) {goal noun} [over|across] (to|for) {payee} {rest of it}',
  // `£20 for the beers to Priya`
  '[{sending}] {amount} [{when}]* for {purpose} to {payee} {rest of it}',
  // `give £20 back to Priya`, `bring £20 from savings back to current`
  '(give|send|pay|transfer|bring|move|put|hand) {amount} back (to|into) {payee} {rest}',
  '(give|send|pay|transfer|bring|move|put) {amount} [back] (from|out of) {source} back (to|into) {payee} [{when}]* [{goal}] [{when}]* {end}',
  // `I borrowed £20 from Priya, pay him back`
  "(i|we|i've|we've) [have] (borrowed|got|had) {amount} (from|off) {payee} {rest and order}",
  '[{making}|{sending}] [a|the|this]* {kind} [of|for] {amount} in (favour|favor) of {payee} {rest}',
  '{sending} {amount} in (favour|favor) of {payee} {rest}',
  '{making} [a|an] {amount} (transfer|payment|donation|contribution) (to|for) {payee} {rest}',
  '(debit|charge|bill) [{the}] {source} [account] [with|for|by]* {amount} [and] (in (favour|favor) of|for|and pay|to pay) {payee} [{when}]* [{goal}] [{when}]* {end}',
  '[{i}] (like|want|need) {source} to (pay|give|send) {payee} {amount} [{when}]* [{goal}] [{when}]* {end}',
  // Without a wish it is told: `from savings 50 moved to Maria`.
  '(from|out of) {source} (please|i want|i would like|i need) {amount} [to be] (moved|sent|paid|put|transferred) [over|across|back] (to|into) {payee} [{when}]* {end}',
  '(from|out of) {source} {amount} to be (moved|sent|paid|put|transferred) [over|across|back] (to|into) {payee} [{when}]* {end}',
  '(from|using|out of) {source} to {payee} {amount} [{when}]* [{goal}] [{when}]* {end}',
  '(do|make) (me|us) (a|one|another) [quick|small|bank|wire]* (transfer|payment) (of|for) {amount} (to|for) {payee} {rest}',
  '[a|one|new|another]* (payment|transfer){colon} {payee} {amount} {rest}',
  '(arrange|organise|organize) for {payee} to (receive|get|have|be paid|be sent) {amount} {rest}',
  '(i|we) [just] (have|got|have got|received|have received) [a|an|the] {bill} (from|of|by) {payee} (for|of|over) {amount} {rest and order}',
  '(got|received) [a|an|the] {bill} (from|of|by) {payee} (for|of|over) {amount} {rest and order}',
  '(put|pay|load) {amount} (on|onto) {payee} {rest of it}',
  // `Priya's owed £20, pay her`
  "{owner's} (owed|due) {amount} {rest and order}",
  // `my wife needs £20, send it from savings`
  '{payee} (needs|wants|is owed|is due) {amount} [{when}]* {pause} {order} (from|out of) {source} {end}',
  // `I need £20 moved from savings to current`
  "[i|we|i'd|please]* [need|want|like] [to have] {amount} (sent|moved|paid|transferred|put|shifted) from {source} (to|into) {payee} [{when}]* {end}",
  // `save £20 in the holiday pot`
  'save {amount} (in|into|to|towards|for) {payee} {rest}',
  // `standing order: £20 monthly to Priya`
  '(payment|transfer|standing order){colon} {amount} [{when}]* (to|for) {payee} {rest}',
  // `£20 from savings to Priya`
  '{amount} [{when}]* {account} [over|across|on] (to|into|for) {payee} [{when}]* [{goal}] [{when}]* {end}',
  '{amount} [{when}]* [over|across|on] (to|2|into|for) {payee} [{when}]* [{goal}] [{when}]* {end}',
  // `£20 is for Priya, please send it`
  '{amount} is for {payee} {rest and order}',
  // `what I owe Priya is £20, send it`, `that £20 for lunch, send it to Priya`
  '(what|the amount|the money) (i|we) [still] owe [to] {payee} (is|was|comes to|came to|amounts to) {amount} {rest and order}',
  '(that|the|those|this) {amount} [for {purpose}] {pause} [please|can you|could you|just|so]* {pay} (it|that|this) [over|across|back] to {payee} {rest of it}',
  // `make sure Priya gets £20`
  '[please] (make sure|see|see to it|ensure|make certain|make|arrange) [that] {payee} (gets|receives|has|is paid|gets paid) [his|her|their|the] {amount} {rest}',
  // `Priya must get £20`, `Priya should have £20 from savings`
  '{payee} (must|has to|is to|shall|should|needs to|have to|ought to) (have|get|receive|be paid|be given|be sent) {amount} {rest or order}',
  // `Priya gets £20`
  '{payee} (gets|is getting|should be paid|must be paid|must get|ought to get) {amount} {rest or order}',
  // `send Priya a transfer of £20`
  '(send|give|make|cut|issue|pay|do|wire) {payee} (a|an|one) [bank|wire|quick|small] (payment|transfer|wire) (of|for|worth|over) {amount} {rest}',
  // `pay Priya's invoice of £20`
  "(pay|settle|clear|sort|sort out) [{the}] {payee's} {bill} [{numbered}] {pause} [of|for|over] [the] {amount} {rest}",
  // `pay the invoice of Priya, £20`
  '(pay|settle|clear) [{the}] {bill} [{numbered}] (of|from|by|to|with) {payee} {pause} [of|for|over|it is|which is] {amount} {rest}',
  "(pay|settle|clear) [{the}] {bill} [{numbered}] (of|from|by|to|with) {payee} {pause} (it's|it is|which is|that's|that is|for|it came to|it comes to|it was|that was|which was|which came to|came to|comes to) {amount} [this time|this month|in total] {rest}",
  // `pay the Priya bill, it's £20 this time`
  "(pay|settle|clear) [{the}] {payee} {bill} {pause} (it's|it is|which is|that's|that is|it came to|it comes to|it was|that was|which was|which came to|came to|comes to|for|of) {amount} [this time|this month|in total] {rest}",
  "(pay|settle|clear) [off] {payee} {pause} (it's|it is|which is|it came to|it comes to|it was|which was|which came to|the bill is|the bill was|the total is|they want|they charged) {amount} [this time|this month|in total] {rest}",
  // `to Priya, send £20`
  '(to|for) {payee} [please|pls|{quiet}] (send|pay|give|transfer|make|do|wire) {amount} {rest}',
  // `£20 send to Priya`
  '{amount} [please|pls|{quiet}] (send|pay|transfer|give|wire|move|put) [over|across] (to|into|in) {payee} {rest}',
  // `I want Priya to have £20`
  '{i} (want|like|need) for {payee} to (receive|get|have|be paid) {amount} {rest}',
  '[{i} (want|like|need)] {payee} to (receive|get|have|be paid) {amount} {rest}',
  'let {payee} have [his|her|their|the] {amount} {rest}',
  '(can|could|may) {payee} (get|have|receive) [his|her|their|the] {amount} from me {rest}',
  // Whether somebody can get money may be a question; whether she can have it asks for it.
  '(can|could|may) {payee} [please|pls] have [his|her|their|the] {amount} {rest}',
  '(can|could|may) {payee} [please|pls] have [his|her|their|the] {amount}[?] {end}',
  '(can|could|may) {payee} have [his|her|their|the] {amount} (please|pls)[?] {end}',
  '(can|could) {payee} (please|pls) get [his|her|their|the] {amount} {rest}',
  '(give|hand|pay|send) {payee} (his|her|their|the) {amount} [back] {rest}',
  'that {payee} (gets|receives|has) {amount} {rest}',
  'for {payee} to (get|have|receive|be paid) {amount} {rest}',
  '{i} appreciate {amount} (going|being sent|being paid) to {payee} {rest}',
  '(see|put) {payee} right with {amount} {rest}',
  'square (me|us) up with {payee} {pause} [for|by paying] [the] {amount} {rest}',
  // `move £200 savings to current`
  '(move|shift|transfer|send|put|pay|slide|sling) {amount} …!(times|x|[{letters}] {goal noun}) {source} (to|into|onto) {payee} [{when}]* {end}',
  '{payee} is owed {amount} (by|from) me {pause} {order} {end}',
  "(i'm|i am|we're|we are) in debt to {payee} (for|by) {amount} {pause} {order} {end}",
  "{owner's} {bill} is (due|overdue|here|in) {pause} {amount} {rest and order}",
  '{payee} (wants|needs|would like) (his|her|their|the) {amount} [back] {rest and order}',
  '{payee} (needs|has) (paying|to be paid) {pause} {amount} {rest}',
  '{i} (want|like|need) {payee} (paid|to be paid|given) {amount} {rest}',
  // `make sure £20 goes to Priya`
  '(make sure|see that|see to it that|ensure) {amount} (goes|gets|is sent|is paid) [over] to {payee} {rest}',
  // `that £20 for Priya, can you send it`
  '[that|the|those] {amount} (for|to) {payee} {rest and order}',
  // `top my savings up with £20`
  'top {payee} up (with|by) {amount} {rest}',
  // `use my savings to pay Priya £20`
  '(use|using|take from) {source} (to|and) (pay|send|give) {payee} {amount} [{when}]* [{goal}] [{when}]* {end}',
  // `my bill from Priya is £20, please pay it`
  '[{the}] {bill} (from|of|by) {payee} (is|was|came to|comes to) {amount} {rest and order}',
  "[{the}] {owner's} {bill} (is|was|came to|comes to) {amount} {rest and order}",
  "[there's|there is] [a|an|the] {bill} (from|of|by) {payee} (for|of|over) {amount} {rest and order}",
  '{payee} (sent|has sent|sent me|sent us|has sent me) (a|an|the|their) {bill} (for|of|over) {amount} {rest and order}',
  '{payee} needs {amount} (sending|paying|transferring|sent) [over|across] {rest}',
  // `settle my debt of £20 with Priya`
  'square [up] with {payee} {pause} [{quiet}] [for|by paying] [the] {amount} {rest}',
  'settle [up] [{the} (debt|bill|tab|account|share) [of]] {amount} with {payee} {rest}',
  'settle [up] with {payee} {pause} [{quiet}] [for|by paying] [the] {amount} {rest}',
  // `I owe Priya £20, so pay her`
  '(i|we) [still|also|now] owe {payee} {amount} {rest and order}',
  '(i|we) (promised|need to give|have to give|should give) {payee} {amount} {rest and order}',
  // `Priya needs £20, can you send it`
  '{payee} (needs|wants|is owed|is due|is expecting|is waiting for|asks for|lent me|gave me|loaned me|fronted me|covered|has to get|spotted me|charged|charges|has charged) [his|her|their|the] {amount} {rest and order}',
  '{payee} (fixed|mended|cleaned|painted|repaired|babysat|mowed|did|made|baked|bought|got|picked up|drove) {purpose} {pause} [so|please]* {pay} [{him}] {amount} [{when}]* [{account}] [{when}]* {end}',
  // `Priya needs £20 in her account`
  '{payee} (needs|should have|must have|is to have|wants) {amount} (in|into|on) (his|her|their|the) account {rest}',
  // `£20 to Priya's account`
  "[{sending}] {amount} (in|into|to|onto) {payee's} account {rest}",
  // `my share is £20, pay it to Priya`
  '(my|our|the) (share|part|bit|portion|cut|contribution) (is|was|comes to|came to) {amount} {pause} [so|please|just]* {pay} (it|that|them) [over] to {payee} {rest of it}',
  // `a transfer of £20 to Priya`
  '[[a|an|new|another] [bank|wire|money] (payment|transfer|standing order) [of|for]] {amount} [over] (to|for) {payee} [{when}]* [{account}] [{when}]* {end}',
  '[a|an|new|another] [bank|wire|money] (payment|transfer|standing order) to {payee}{colon} [of|for] {amount} {rest}',
  '[a|an|new|another] [bank|wire|money] (payment|transfer|standing order) to {payee} [of|for] {amount} {rest}',
  '(to|for) {payee} {amount} (please|pls|{quiet}) {end}',
  '{payee} {amount} (please|pls|{quiet}) {end}',
  // `Priya: send her £20`
  '{payee}{colon} [please] (send|pay|transfer|wire) [{him}] {amount} {rest}',
  // `£20 should go to Priya`
  "[i want|i'd like|i would like|we would like|i'd love|have|get|let|i need|need] {amount} [should|must|need to|needs to|has to|have to|is to|are to|to] [be] " +
    '(sent|paid|transferred|moved|wired|go|goes) [over|across] (to|into) {payee} {rest}',
  // `I need to get £20 over to Priya`
  '(get|have|make sure to get) {amount} [over|across|on] (to|into) {payee} {rest}',
];

/** Only a payee and an amount: an order when the payee is a contact. */
export const LABELS: readonly string[] = [
  // `savings to Priya £20`
  '{source} (to|into) {payee} {amount} [{when}]* {end}',
  // `pay £20 Priya`
  '(pay|send|give|transfer|wire) {amount} {payee} [{when}]* [{goal}] {end}',
  '[[do|make] [a|an|one|new] [quick|bank|wire|money] (transfer|payment){colon}] {payee}{colon} {amount} [{when}]* [{goal}] {end}',
  '(to|for) {payee} {amount} [{when}]* [{goal}] [{when}]* {end}',
  '(to|for) {payee}{colon} {amount} [{when}]* [{goal}] [{when}]* {end}',
  '{payee} {amount} [{when}]* [{goal}] {end}',
  '{amount} {payee} [{when}]* {end}',
  '{payee} (his|her|their) {amount} [{when}]* {end}',
  '{payee} bill {amount} {end}',
  '{payee}{colon} {amount} {noun} {end}',
  '{payee} {amount} {noun} {end}',
  '[do|make] [a|an|one] [quick|bank|wire|money] (transfer|payment){colon} {amount} [to|for] {payee} {end}',
  // `Priya, £20, new tyres for the van`
  '{payee}{colon} {amount}{colon} {job} {end}',
  // `wages: Priya £20`, `rent for Priya £20`
  '{goal noun}{colon} {payee}{colon} {amount} [{when}]* {end}',
  '{goal noun}{colon} {payee} {amount} [{when}]* {end}',
  '{goal noun} (for|to) {payee} {amount} [{when}]* {end}',
];
/** An order to pay without an amount. */
export const WITHOUT_AMOUNT: readonly string[] = [
  '(sort|see|set|help) {payee} (out|up|right) with {quiet} {end}',
  '(get|move|send|bring) {quiet} [over|across] to {payee} {end}',
  '{payee} (needs|has) (paying|to be paid|to get ({quiet}|paid)|{quiet}) {end}',
  "(i|we|i've|we've) [just] [have|got|have got|received|have received] [here] [a|an|the] (bill|invoice) [here] (from|of|by) {payee} [here] [to (pay|settle)] {end}",
  '(i|we) [still] owe {payee} [{quiet}] {end}',
  '(pay|give|send) {payee} [back] (what|the money|whatever) (i|we) owe [{him}] {end}',
  '(settle|square) [up] with {payee} {end}',
  '(pay|reimburse|repay) {payee} {whose} {goal noun} {end}',
  '{sending} [{whose}] {goal noun} [payment|money] [over|across] to {payee} {end}',
  '(process|make|do|execute|release|settle|pay|clear) (the|my|our|this) {payee} (payment|invoice|bill|transfer|fees) {end}',
];
/** `take 50 from savings and send it to Priya`: one movement, told as two. */
export const TAKEN: readonly string[] = [
  '(take|grab|pull|withdraw|get) {amount} (from|out of|off) {source} [and|then]* (send|put|move|transfer|pay|give|forward|stick|pop) [it|that|this|them] (to|in|into|onto) {payee} {end}',
  '(take|grab|pull|get|use) {amount} (from|out of|off) {source} (for|to) {payee} [{when}]* {end}',
];

/** `for 3 hours at 15`, and `15 an hour`: the amount is that of one of them. */
export const RATE_BEFORE =
  /(?<![\p{L}\p{N}])(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|several|some|the|her|his|their|my|our) (?:\p{L}+ )?\p{L}+s (?:at|@|times|x) ?$/iu;
export const RATE_BEHIND =
  /^ ?(?:an?|per|(?:for )?(?:every|each)) (?:hour|hr|session|lesson|class|visit|night|ticket|head|person|piece|item|time|go|mile|km)(?![\p{L}])/iu;
/** `20€ 12c`: a part of the amount, or a number of a flat. */
export const CENTS_BEHIND = /^ ?(?:and )?\d{1,2} ?(?:c|cts?|p)(?![\p{L}\p{N}])/iu;
/** Money that is kept for somebody, and not paid. */
export const KEPT_FOR = [
  /(?<![\p{L}])(?:set|put|lay|laid)(?: (?!to(?![\p{L}]))[^ ]+){0,3} (?:aside|away|by)(?![\p{L}])/iu,
  /^(?:(?:please|pls|kindly|just|can you|could you|i want to|i need to|i would like to|let me|let us) )*(?:save|keep|reserve|stash|squirrel|tuck)(?![\p{L}])/iu,
] as const;
/** `put 20 on Anna`, `pay 20 for Anna`: in somebody's favour, and perhaps not to them. */
export const IN_FAVOUR =
  /(?<![\p{L}])(?:put|bet|stake|spend)(?![\p{L}])[^.!?]{0,40} on (?:my )?$|(?<![\p{L}])(?:pay|paying|chip in|cover)(?![\p{L}])(?: [^ ]*\p{N}[^ ]*(?: \p{L}+)?) for (?:my )?$/iu;
/** Behind the name of a payee, what somebody else may be paid for. */
export const PAID_ELSEWHERE =
  /^['’]?s? (?:\p{L}+ )?(?:rent|gifts?|presents?|birthday|bday|wedding|party|tuition|fees|schooling|tickets?|flights?|lunch|dinner|breakfast|brunch|groceries|shopping|subscription|membership|premium|insurance|mortgage|loan|tax(?:es)?|petrol|fuel|medicines?|meds|haircut|course|class(?:es)?|lessons?|leaving do|funeral|charity|collection|cake|flowers)(?! (?:money|bill|invoice)s?(?![\p{L}]))(?![\p{L}])/iu;

/** A purpose that repeats the payment, takes something off it, or names somebody else to be paid. */
export const RESTRICTS_AMOUNT =
  /(?<![\p{L}])(?:less|minus|net of|after deducting|apiece|thrice)(?![\p{L}])|^(?:the )?(?:every|each) (?!body|one|thing|other)|(?<![\p{L}])(?:as|so) long as(?![\p{L}])|^(?:for ?)?ever$/iu;
export const RESTRICTS_PAYEE =
  /^(?:the |his |her |their )?(?:other (?:one|\p{L}+)|senior(?: one)?|junior(?: one)?|elder(?: one)?|younger(?: one)?)$|^(?:myself|yourself|himself|herself)$/iu;
export const RESTRICTS_ORDER =
  /^(?:my |your |his |her |their )?(?:approval|review|confirmation)$/iu;
/** Rent and tickets that are theirs to be paid for. */
export const IS_DUE_TO_PAYEE =
  /landlord|landlady|(?<![\p{L}])(?:reimburse|repay|back)(?![\p{L}])/iu;
export const OF_RENT = /^['’]?s? (?:\p{L}+ )?rent(?![\p{L}])/iu;
/** Surnames that are trades: `the baker` is somebody else. */
export const TRADES =
  /^(?:baker|barber|bishop|butcher|butler|carpenter|carter|cook|cooper|driver|farmer|fisher|gardener|gardner|hunter|judge|king|knight|major|mason|miller|painter|parker|porter|potter|priest|shepherd|singer|smith|tailor|taylor|turner|walker|weaver)$/u;

/** A paper that is sent, and no money. */
export const IS_PAPER = /(?:invoice|bill|quote)s?$/iu;
export const SENDS = /(?<![\p{L}])(?:send|give|forward|hand|pass) $/iu;

/** The question about each hazard. */
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

/** The money of one country by its name: `US dollars`. */
export const NATIONAL_MONEY: readonly (readonly [words: string, code: string])[] = [
  ['(?:us|american) dollars?|dollars us', 'USD'],
  ['canadian dollars?', 'CAD'],
  ['(?:australian|aussie) dollars?', 'AUD'],
  ['(?:new zealand|kiwi|nz) dollars?', 'NZD'],
  ['(?:hong kong|hk) dollars?', 'HKD'],
  ['singapore dollars?', 'SGD'],
  ['ghana(?:ian)? cedis?', 'GHS'],
  ['nigerian naira', 'NGN'],
  ['kenyan? shillings?', 'KES'],
  ['indian rupees?', 'INR'],
  ['pakistani? rupees?', 'PKR'],
  ['swiss francs?', 'CHF'],
  ['british pounds?', 'GBP'],
  ['mexican pesos?', 'MXN'],
  ['philippine pesos?', 'PHP'],
  ['south african rands?', 'ZAR'],
];
/** `100 US dollars`. */
export const NATIONAL_UNITS: readonly (readonly [RegExp, string])[] = NATIONAL_MONEY.map(
  ([words, code]) => [
    new RegExp(
      `(?<=(?:\\d|hundred|thousand|million|ty|teen|ten|twelve|five|k) )(?:${words})(?![\\p{L}])`,
      'giu',
    ),
    code,
  ],
);

/**
 * Words and marks that change nothing of an order, and what stands in their place. They are left out
 * where the order is not read with them.
 */
export const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  ...NATIONAL_UNITS,
  // `he paid me back. anyway send Maria 20`: told before, and left.
  [
    /^[^.?!\d"“”;:]{3,100}[.!] +(?:so )?(?:anyways?|anyhow),? (?=(?:please |just |can you )?(?:send|pay|transfer|give|wire|move|put) )/giu,
    '',
  ],
  // `payday!`: why today.
  [
    /^(?:(?:it|today)(?:['’]s| is) )?(?:pay|rent|wages|market|collection|birthday|bill|settling)[- ]?day(?: again| today| already)? ?[!:.,;–—-]+ */giu,
    '',
  ],
  // `put another 300 in the fund`: one of its own, whatever was sent before.
  [
    /(?<![\p{L}])(?:another|an extra|an additional|a further|one more|yet another) (?=(?:[€$£₹] ?)?\d|(?:tenner|fiver|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)(?![\p{L}]))/giu,
    '',
  ],
  // `by end of play today`, `this evening`: at once is in time.
  [
    /(?<![\p{L}])(?:by|before|at) (?:the )?(?:end|close) of (?:play|the day|day|business|the business day|business hours)(?: today)?(?![\p{L}])|(?<![\p{L}])(?:by tonight|(?:later |sometime )?(?:this (?:evening|arvo)|tonight)|before (?:noon|midday|lunch|tonight|the day is out|i forget))(?![\p{L}])/giu,
    '',
  ],
  [/(?<=(?:day|tomorrow|today) )(?:arvo|avo|arvie)(?![\p{L}])/giu, 'afternoon'],
  [
    /,? (?:without (?:any |further )?delay|immediately if not sooner|b4 i 4get|b4 i forget|(?:fr fr|fr)(?= *[.!]*$))(?![\p{L}])/giu,
    '',
  ],
  // `hit Dave w 20`, `savings -> Maria`, `Shift 200 main > savings`.
  [/(?<= )w\/?(?= ?(?:[€$£₹] ?)?\d)/giu, 'with '],
  [/ *(?:[-–—=]+>|→|➡️?|»|>{1,2}) */gu, ' to '],
  // `an even 30`, `30 flat`: so much and no other sum.
  [
    /(?<![\p{L}])(?:exactly|precisely|an even|a flat|a round|a clean|a straight) (?=(?:[€$£₹] ?)?\d|(?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)(?![\p{L}]))/giu,
    '',
  ],
  [
    /(?<=(?:\d|euros?|dollars?|pounds?|bucks|quid|rupees?|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)) (?:flat|even|exactly|precisely|on the (?:dot|nose)|dead|only)(?= (?:to|for|over|across|from)(?![\p{L}])| *[.!]*$)/giu,
    '',
  ],
  // `give Dave his 20 back`, `20 back to Dave`: the direction is the same; `take his 20 back` is another act.
  [
    /(?<=(?<![\p{L}])(?:give|pay|send|hand|let|wants?|needs?)(?![\p{L}])[^.?!]{1,40}\d(?: (?:euros?|dollars?|pounds?|bucks|quid|rupees?))?) back(?=(?: please)?(?: *[,.!]| *$))|(?<=^(?:[€$£₹] ?)?\d[\d.,]*(?: (?:euros?|dollars?|pounds?|bucks|quid|rupees?))?) back(?= to )/giu,
    '',
  ],
  [/^payback (?=\p{L})/giu, 'pay back '],
  // `send 20 tp Nana`, `sent Nana 20 please`: a slip in a short word.
  [
    /(?<=\d(?: (?:euros?|dollars?|pounds?|bucks|quid|rupees?))?) (?:tp|yo|ot|rto|tto|too) (?=\p{L})/giu,
    ' to ',
  ],
  [/^sent (?=[^.?!]{3,60} (?:please|pls|plz)[ .!]*$)/giu, 'send '],
  // Sounds between the words.
  [/(?<![\p{L}])(?:u+m+|u+h+m*|erm+)(?![\p{L}])[,.…]* ?/giu, ''],
  // `50 à Nana`.
  [
    /(?<=\d(?: ?(?:[€$£₹]|euros?|dollars?|pounds?))?) (?:à|para|para a|für|pour) (?=\p{L})/giu,
    ' to ',
  ],
  // Dictated marks.
  [/(?: (?:period|full stop|exclamation (?:mark|point)))+[ .]*$/giu, ''],
  [/(?<=\p{L}|\d) comma (?=\p{L}|\d)/giu, ', '],
  // To whom a machine listens.
  [/^(?:(?:ok|okay|hey|hi) (?:google|siri|alexa|kontor|computer|bank)|alexa|siri),? /giu, ''],

  // `weekly to Nora on Fridays`: one rhythm.
  [
    /(?<![\p{L}])(?:weekly|every week|each week|once a week) (?=[^.?!]{0,60}(?:on|every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)days?(?![\p{L}]))/giu,
    '',
  ],
  // `Payee: Nana. Amount: 30.`: a form in lines.
  [
    /\.\s+(?=(?:amount|sum|total|ref|reference|account|date|from|to|payee|recipient|beneficiary|currency|purpose|memo|note)(?: is)? ?:)/giu,
    ', ',
  ],
  // `a tip of 10 to Priya`, `standing order 200 to savings`: what it is called, and what is done.
  [
    /^(?:(?:an?|the|my|our|one|first|second|third|final|last|next|new|small|little) ){0,2}(?:advance|gift|present|tip|bonus|deposit|down ?payment|inst[ae]l?lment|reimbursement|loan|fee|remittance|payout|prepayment|part[- ]payment|offering|standing order|retainer|allowance|top[- ]up) (?:of (?=(?:[€$£₹] ?)?\d|\p{Lu}{3} ?\d)|(?=(?:[€$£₹] ?)?\d))/giu,
    'send ',
  ],
  [
    /(?<=^(?:an? |the )?(?:[€$£₹] ?)?\d[\d.,]*(?: (?:euros?|dollars?|pounds?|bucks|quid|rupees?))?) (?:payment|transfer)(?= (?:to|for) )/giu,
    '',
  ],
  // `fund the holiday pot with 200`.
  [
    /(?<=^(?:(?:please|kindly|can you|could you) )*)(?:fund|feed|boost|replenish|refill|fill up|credit|load|load up) (?=[^.?!]{1,40} (?:with|by) (?:[€$£₹] ?)?\d)/giu,
    'top up ',
  ],
  // `pay em`, `give 'em 20`.
  [/(?<![\p{L}])['’]?em(?![\p{L}])/giu, 'them'],
  // `me mum`, `my lil bro`, `our kid sister`.
  [
    /(?<![\p{L}])me (?=(?:mum|mam|mom|ma|da|dad|nan|gran|bro|brother|sister|sis|missus|wife|husband|son|daughter|mate)(?![\p{L}]))/giu,
    'my ',
  ],
  [
    /(?<![\p{L}])(?:lil['’]?|little|big|baby|kid|older|younger|elder|dear(?:est)?|darling|lovely|old) (?=(?:bro|brother|sis|sister|mum|mom|mother|dad|father|nan|gran|son|daughter|wife|husband|cousin|niece|nephew)(?![\p{L}]))/giu,
    '',
  ],
  // `electricity bill: 96.40`, `rent day - 750`: a mark, and no sign of the amount.
  [/(?<=\p{L}\p{L}) ?(?::|[–—]| [-–—])\s+(?=(?:[€$£₹] ?)?\d)/giu, ', '],
  [
    /,? (?:um+|uh+|er+m?|hmm+|let me (?:think|see)|let['’]s see|what was it|how much was it|you know)(?: \.{2,}|\.{2,}|…|,)(?= )/giu,
    '',
  ],
  // `25 a month to Nana, first one tomorrow`.
  [
    /(?<=(?:month|week|weekly|monthly|fortnight|friday|monday|tuesday|wednesday|thursday|saturday|sunday)(?![\p{L}])[^.?!]{0,60}),? (?:with )?(?:the )?first (?:one|payment|instal?ment|time)(?: (?:is|being|to go out|goes out|going out|to go|due|on|to be))* (?=\p{L}|\d)/giu,
    ' starting ',
  ],
  [
    /(?<=(?:every|each) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?![\p{L}])[^.?!]{0,60}) (?:starting|from|beginning) (?:this|the coming) week(?= *[.!]*$)/giu,
    '',
  ],
];
