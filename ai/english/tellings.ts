// The English of clauses that give the reason of an order or a question: `I broke her vase, so …`,
// `my accountant wants it`. Their verbs and nouns are open classes; such a clause is recognised by
// its subject and by its position between two punctuation marks. Words that deny, restrict, report
// or order belong to closed classes, and a clause with one of them is more than a reason.

/** Matches one of the words as a whole word. */
const standalone = (words: string) => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu');

const PRONOUN = '(?:i|we|she|he|they|it|that|this|there|those|these|everybody|everyone)';
const SHORT = '(?:im|ive|its|thats|shes|hes|theyre|theyve|weve|theres)';
const SUBJECT = `(?:${PRONOUN}(?:['’](?:m|s|re|ve|d|ll))?|${SHORT})`;
const OWNER = '(?:my|our|his|her|their|the|an?|this|that|these|those|poor|dear)';
/** Forms of a verb that has a subject before it. */
const FINITE =
  '(?:is|are|was|were|has|have|had|did|does|needs?|worries|frets|moans|complains|nags|wonders|keeps|comes|goes|looks|works|lives|starts|turns|deserves|loves|likes|leaks|hurts|' +
  'broke|came|fell|flew|gave|got|grew|hit|hurt|left|lent|made|met|ran|rang|sat|saw|stood|stuck|taught|threw|went|won|wore|bought|brought|built|caught|cut|dug|drank|drew|drove|ate|fed|felt|found|froze|sang|slept|swept|' +
  '\\p{L}{2,}ed)';
const WORDS = "(?: [\\p{L}\\p{M}'’-]+)";

/** Between the clauses of a message. */
export const BETWEEN_CLAUSES = new RegExp(
  '[.!?;…]+(?=\\s|$)|,(?=\\s)|\\s[-–—]+(?=\\s)|(?<=[\\p{L}])—(?=[\\p{L}])|' +
    `\\s(?=(?:(?:because|bc|cos|coz|cuz) \\p{L}|since (?:${SUBJECT}|${OWNER}) ))|` +
    "\\s(?:so|and|then)(?=\\s(?:(?:please|pls|plz|now|just|kindly|can|could|would|will|i need to|i want to|i would like to|i[’']d like to) )*(?:send|pay|transfer|give|wire|put|move|you|settle|make|get|let|pop|stick|chuck|shift|forward|drop|bung|sling|reimburse|repay|refund|square|sort|ping|slip|hand)(?![\\p{L}]))",
  'giu',
);

/** Between the clauses of a question: a colon stands behind a reason, too. */
export const BETWEEN_CLAUSES_OF_QUESTION = new RegExp(`${BETWEEN_CLAUSES.source}|:(?=\\s)`, 'giu');

/** What somebody is doing, without a subject: `Doing some housekeeping, …` */
const IS_DOING = new RegExp(
  `^(?:(?:just|still|currently|busy|sat here|sitting here|here) )*(?:doing|sorting|trying|planning|preparing|prepping|reviewing|tidying|worrying|panicking|freaking|feeling|wondering|writing|filling|filing|drafting|drawing|updating|compiling|reconciling|auditing|organi[sz]ing|analy[sz]ing|budgeting)${WORDS}{1,8}$`,
  'iu',
);

/** Before the subject of a clause. */
const BEFORE_A_SUBJECT =
  /^(?:(?:now that|seeing as|seeing that|given that|while|whilst|and|so|well|because|bc|cos|coz|cuz|since|as|look|honestly|basically|apparently|luckily|sadly|unfortunately|thankfully|finally|also|plus|oh|ah|anyway|(?:i['’]m|i am|im) (?:only |just )?asking(?: you)? (?:because|cos|as|since))[ ,]+){0,3}/iu;

/** A clause with its own subject and verb. */
const TELLS = new RegExp(
  `^(?:${SUBJECT}${WORDS}{1,15}|${OWNER}${WORDS}{1,6}? ${FINITE}${WORDS}{0,12}|` +
    `(?!(?:to|for|from|with|by|on|in|at|of)(?![\\p{L}]))[\\p{L}\\p{M}'’-]+(?: [\\p{L}\\p{M}'’-]+){0,3}(?:['’]s|(?: and \\p{L}+)? ${FINITE})${WORDS}{0,12}|` +
    `(?:(?:just|finally|only) )?(?:got|been|had|saw|met|went|came|finished|started|heard|found|feeling)${WORDS}{1,8}|` +
    `(?:because of|thanks to|on account of|due to)${WORDS}{1,8}|(?:what|such) an?${WORDS}{1,4})$`,
  'iu',
);

/** A time or one of several: `the moment she calls`, `the other one is broken`. */
const NO_SUBJECT =
  /^(?:the|a|an|this|that|any|each|every) (?:very )?(?:moment|minute|second|instant|day|week|month|time|hour|year|morning|evening|way|one|ones|other|amount|sum|total|number|figure|limit|condition|money|payment|transfer|order|instruction)(?![\p{L}])/iu;

/** Words that deny, except, set a condition, doubt or ask. */
const CLOSED =
  "not|no|nor|never|nothing|nobody|none|neither|cannot|without|hardly|dont|wont|cant|didnt|doesnt|isnt|wasnt|shouldnt|wouldnt|couldnt|[\\p{L}]+n['’]t|" +
  'but|except|unless|instead|rather|however|although|though|otherwise|else|only|if|whether|when|whenever|once|until|till|before|after|provided|providing|assuming|suppose|supposing|supposed|pending|permitting|depending|depends|subject to|upon|in case|as long as|as soon as|' +
  'would|could|should|might|may|must|shall|can|maybe|perhaps|probably|possibly|likely|or|either|who|whom|whose|which|why|how|where|you|your|u|ur';
/** Words that report, imagine or withdraw. */
const REPORTS =
  'say|says|said|saying|tell|tells|told|telling|claim\\p{L}*|think|thinks|thinking|thought|guess|reckon|wonder\\p{L}*|hope|hopes|hoping|wish\\p{L}*|want|wants|wanted|dream\\p{L}*|imagin\\p{L}*|pretend\\p{L}*|jok(?:e|es|ing)|kidding|test|tests|testing|try|tries|tried|trying|example|quot\\p{L}*|wrote|writes|reads|message|messages|email\\p{L}*|e-mail|mail|letter|text|texted|texts|sms|phone|phoned|call|calls|called|calling|scam\\p{L}*|fake|hack\\p{L}*|prank|trick|bet|dare|lie|lies|lying|drill|hoax|fiction|story|fantasy|game|play\\p{L}*|sure|unsure|undecided|torn|doubt\\p{L}*|forc(?:e|ed|ing)|threat\\p{L}*|blackmail\\p{L}*|refus\\p{L}*|declin\\p{L}*|reject\\p{L}*|disagree\\p{L}*|against|plan\\p{L}*|consider\\p{L}*|decid\\p{L}*|suggest\\p{L}*|demand\\p{L}*|insist\\p{L}*|order\\p{L}*|request\\p{L}*|instruct\\p{L}*|warn\\p{L}*|remind\\p{L}*|according|rules?|means?|meant|correct\\p{L}*|typo|mistake|error|wrong|fraud|police|stolen|prize|lottery|repeat|translate|sentence|phrase|word|words';
/** Other acts, other money, and how a payment stands. */
const ACTS =
  'cancel\\p{L}*|stop\\p{L}*|wait\\p{L}*|hold|hang|forget|ignore|scrap|scratch|undo|keep|kept|return\\p{L}*|refund\\p{L}*|chang\\p{L}*|clos\\p{L}*|block\\p{L}*|freez\\p{L}*|delet\\p{L}*|remov\\p{L}*|add|adds|minus|plus|take|takes|took|taken|withdr\\p{L}*|deduct\\p{L}*|collect\\p{L}*|steal|stole|pocket\\p{L}*|' +
  'pay|pays|paid|paying|payment|payments|send|sends|sent|sending|transfer\\p{L}*|wire|wired|give|gives|giving|receiv\\p{L}*|owes|owed|bounc\\p{L}*|fail\\p{L}*|expir\\p{L}*|pend\\p{L}*|account|accounts|savings|card|cards|balance|dead|died|' +
  'more|less|half|double|twice|each|every|rest|remaining|remainder|extra|another|other|others|too(?= *$)|also|both|same|instalments?|already|yet|later|soon|next|tomorrow|tonight|share|split|halves';
const NO_TELLING = standalone(`${CLOSED}|${REPORTS}|${ACTS}`);
/** `I've been paid`, `got paid today`: the customer's own wages, and no payment. */
const WAGES_CAME =
  /(?<=^(?:(?:i|we)(?:['’]ve| have)? )?(?:just |finally |only )?)(?:been|got|get|getting) paid(?![\p{L}]| (?:by|from|back))/iu;
/** A time in a clause that leaves the day of the payment as it is. */
export const HARMLESS_TIME =
  /^(?:now|today|this (?:week|month|year|term|morning|afternoon|evening))$/iu;
/** Statements about a state: `it is done`, `we are square`. */
const IS_OVER =
  /(?:['’]s|['’]re|(?<![\p{L}])(?:is|are|was|were|been|be|got|get|gets))(?: (?:all|now|just|long|finally))* (?:done|settled|sorted|cleared|covered|handled|finished|over|square|even|quits|off|closed)(?![\p{L}])/iu;

/** True for a clause that explains an order, whatever its verb and nouns. */
export function isTelling(clause: string): boolean {
  const told = clause.replace(BEFORE_A_SUBJECT, '').replace(WAGES_CAME, 'had wages');
  return (
    TELLS.test(told) && !NO_SUBJECT.test(told) && !NO_TELLING.test(told) && !IS_OVER.test(told)
  );
}

/** A word or two before an order, set off by a mark: `eish,`, `right you lot!` */
export const isOpening = (clause: string): boolean =>
  /^[\p{L}\p{M}'’]+(?: [\p{L}\p{M}'’]+)?$/u.test(clause) && !NO_TELLING.test(clause);

/**
 * Words in a clause before or after a question that may narrow the question: they count, except,
 * compare, name a time or a payment method, or ask something else.
 */
const NARROWS_A_QUESTION = standalone(
  `${CLOSED}|almost|double|half|most|least|more|less|largest|smallest|biggest|big|small|next|last|since|between|daily|weekly|monthly|yearly|average|planned|scheduled|failed|declined|revers\\p{L}*|recurring|new|another|` +
    'same|different|too|also|net|gross|than|compar\\p{L}*|versus|often|percent\\p{L}*|available|owed|owe|unpaid|partly|instal\\p{L}*|weekdays?|weekends?|just|solely|exclusively|excluding|including|apart|besides|others?|one|ones|kinds?|sorts?|types?|' +
    'while|during|mean|means|meant|counts?|counting|ignor\\p{L}*|leav\\p{L}*|skip\\p{L}*|interested|especially|particularly|mostly|mainly|per|each|every|cards?|cash|online|abroad|first|second|third|twice|bigger|smaller|larger|over|under|above|below|' +
    'refund\\p{L}*|return|returned|returns|back|shar\\p{L}*|split|joint|together|both|what|separately|list|show|total|sum|number|figures?|amounts?|by|with|using|via|from|to|was|were|had|went|travel\\p{L}*|holidays?|vacations?|lived|then|later|ago|yet|again|still|' +
    'spen[dt]\\p{L}*|pay|pays|paid|paying|receiv\\p{L}*|earn\\p{L}*|gets?|got|getting|buy\\p{L}*|bought|costs?|costing|charg\\p{L}*|gives?|gave|giving|sends?|sent|transfer\\p{L}*|ma[dk]e\\p{L}*|making|takes?|took|taking|saved?|saving|moved?|moving|sav\\p{L}*|put|(?:i|we) (?:have|got|own|hold)',
);
const LEAST_WORDS = 3;

/** `because of all the presents`. */
const BECAUSE_OF = new RegExp(`^(?:because|on account) of${WORDS}{1,8}$`, 'iu');

/** True for a clause that gives the reason of a question, whatever its verb and nouns. */
export function isAsideOfQuestion(clause: string): boolean {
  const told = clause.replace(BEFORE_A_SUBJECT, '');
  const isLong = told.split(' ').length >= LEAST_WORDS;
  // `since the illness started`: a time, and no reason.
  if (/^(?:since|as)(?![\p{L}])/iu.test(clause)) return false;
  return (
    isLong &&
    (TELLS.test(told) || BECAUSE_OF.test(clause) || IS_DOING.test(told)) &&
    !NO_SUBJECT.test(told) &&
    !NARROWS_A_QUESTION.test(told)
  );
}

const ASKED =
  "(?:so|and|then|now|please|pls|plz|kindly|just|do|can you|could you|would you|will you|let's|let us|i want to|i need to|i have to|i must|i should|i'd like to|i would like to|(?:it's |it is )?time to|let me|go ahead and|go on and) ";
const BEHIND_IT =
  "(?: (?:it|that|this|the money|him|her|them|'?em|P|over|across|back|on|off|up|out|straight|along|now|today|D|on D|please|pls|asap|thanks|to (?:him|her|them|P)|from (?:the |my |our )?A(?: account)?|right away|for me|(?:his|her|their) way))*";
/**
 * An order of nothing but what was told before, in which `P` is the payee, `A` an own account, `D` a day: `transfer it
 * to her`, `let her have it back`.
 */
export const IT_IS_ORDERED = new RegExp(
  `^(?:${ASKED})*(?:(?=.* (?:him|her|them|'?em|P)(?![\\p{L}]))(?:send|pay|transfer|settle|give|forward|hand|wire|reimburse|refund|repay|get|pass|shoot|pop)(?= .*)${BEHIND_IT}|` +
    `(?:let|have) (?:him|her|them|P) have (?:it|that|this)(?: back)?|` +
    `(?:see|make sure|ensure|see to it)(?: that)? (?:he|she|they|P) (?:gets|get|has|have|receives) (?:it|that|this)(?: back)?(?: (?:on |by )?D)?)$`,
  'u',
);
/** A sum for somebody who was told of, without a verb: `30 to her please`, `so a tenner for his trouble`. */
export const SUM_IS_ORDERED = new RegExp(
  `^(?:${ASKED})*(?:(?:that|it)(?:'s| is) )?M(?: from (?:the |my |our )?A(?: account)?)?(?: (?:back|over|across))? (?:to|for) (?:(?:him|her|them|'?em|P)|(?:his|her|their) (?:trouble|time|help|work|pains|efforts?|kindness))(?: (?:please|pls|now|today|back|thanks|(?:on )?D|from (?:the |my |our )?A(?: account)?))*$`,
  'u',
);
/** Before a number without a unit, that it is a sum. */
export const IS_PRICE =
  /(?<![\p{L}])(?:cost(?: me| us)?|costs|came to|comes to|comes out at|needs|wants?|do with|due|(?:ask(?:ed|ing)|waiting|hoping)(?: me| us)? for|expecting|owe|owed|borrowed|promised|promised \p{L}+|owe \p{L}+|owe (?:him|her|them)|charged|charges|lent me|lent us|give \p{L}+|fronted|spotted me|paid|bill of|total of) *$/iu;
/** Before a number that may be a sum, where its clause names a price: `my share is 30`, and not `my PIN is 4512`. */
export const IS_STATED = /(?:(?<![\p{L}])(?:is|was|it['’]?s|that['’]?s|for|[,:])|\p{L}['’]s) *$/iu;
const VERB_OF_MONEY = 'pay|reimburse|refund|repay|settle';
/** A verb of the order that is said of money alone: `it's 60, please pay her`. */
export const ORDERS_MONEY = new RegExp(`(?<![\\p{L}])(?:${VERB_OF_MONEY})(?![\\p{L}])`, 'iu');
/** Orders that move money alone: a book is never transferred, repaid or settled. */
export const MOVES_MONEY = new RegExp(
  `(?<![\\p{L}])(?:${VERB_OF_MONEY}|transfer|wire)(?![\\p{L}])`,
  'iu',
);
/** Nouns of a sum, and no thing that could be sent itself. */
const SUM =
  'share|part|half|portion|price|costs|rent|fees?|total|wages?|salary|pay|debt|loan|tip|deposit|contribution|fare|rate|dues|amount|sum|charge|shopping|groceries|instalment';
/** A clause that names a price. */
export const PRICE_NOUN = new RegExp(
  `(?<![\\p{L}])(?:(?:${SUM}|bill|cost|invoice|tab|subscription)(?:['’]s)?|bought|paid|repaired|fixed|owes?|owed)(?![\\p{L}])`,
  'iu',
);
/**
 * What was told is a sum, or is over: `it` is the money then. `The book cost 30, send it to Maria` may
 * mean the book.
 */
export const TOLD_OF_MONEY = new RegExp(
  `(?<![\\p{L}])(?:${SUM}|kitty|collection|expenses|owes?|owed|borrowed|promised|lent|fronted|spotted|agreed|charged|charges|repaired|fixed|minded|cleaned|mowed|painted|cooked|drove|cut|lunch|dinner|breakfast|brunch|supper|meal|food|drinks?|beers?|coffees?|pizza|takeaway|taxi|cab|uber|ride|petrol|fuel|gas|parking|haircut|lessons?|class|classes|trip|repairs?|work|job|visit)(?:['’]s)?(?![\\p{L}])`,
  'iu',
);
const NUMBERED =
  '(?:pin|pins|code|codes|passcode|password|passwords|otp|(?:phone|mobile|account|card|sort|order|invoice|house|flat|room|serial|reference|tracking) (?:number|code)|number|postcode|zip)';
/** Before a number without a unit: it is a code or the number of a thing, and no money. */
export const NUMBER_OF_A_THING = new RegExp(
  `(?<![\\p{L}])${NUMBERED}(?:['’]s)?(?:(?: (?:is|was|are)|:)? *$|[^.!?;\\d]{0,30}[ ,]it(?:['’]?s| is| was) *$)`,
  'iu',
);
/** Before a number: the age of a person. `P` is the payee. */
export const IS_AN_AGE =
  /(?:(?<!(?:with|for|to|from|by|of|owe) )P|(?<![\p{L}])(?:he|she|they|i|we))(?:'s| is| are| was| were| turns| turned)(?: (?:just|only|now|nearly|almost|about))*$/u;
/** `my half`: the share of the customer. */
export const MY_HALF = /(?<![\p{L}])(?:my|our) half(?![\p{L}])/gu;
/** `looked after the dog`: no time. */
export const LOOKED_AFTER = /(?<![\p{L}])look(?:s|ed|ing)? after(?![\p{L}])/gu;
/** `Nana is expecting 40 from me`: what she waits for. `P` is the payee, `M` the sum. */
export const AWAITED =
  /(?<=(?:P|(?<![\p{L}])(?:he|she|they))(?: has| have| is| are|'s)? )(?:expecting|asking(?: me| us)? for|asked(?: me| us)? for|waiting for|hoping for|due|(?:could|can) do with)(?= (?:his |her |their |the )?M)(?<said>[^,]*?)(?: from (?:me|us))?(?=$|,)/gu;
/** What was told is no reason to send the sum. */
export const NO_ORDER_BEHIND =
  /(?<![\p{L}])(?:already|(?:has|have|had|'s) (?:had|got|received)|from (?:me|us)|owes?(?= (?:me|us))|(?:i|we)(?:'ve| have|'d| had)?(?: just)? (?:paid|sent|gave|given|transferred|spent|earned|saved|put)|if|unless|maybe|perhaps|might|may|could|should|says?|said|tells?|told|claims?|reads?|wrote|texted|think|thinks|thought|hope|wish|instead|half|double|each|every|per|other|others|another|else|cancel(?:led|s)?|stop|wait|refused?|declined?|returned|refunded|wrong|mistake|scam|fraud|test|joke|kidding|last(?= (?:time|payment|one|transfer|instalment))|next|limit|balance|worth|rate|sold|selling|offers?|offered|bets?|won|lost|stole|stolen|keeps?|kept|want to|wants? to|going to|will|would)(?![\p{L}])/u;
/** Money came in: only `back` sends it. */
export const MONEY_CAME_IN =
  /(?<![\p{L}])(?:sent|paid|gave|transferred|returned|refunded|handed|slipped|wired)(?= (?:me|us|M|my|our)(?![\p{L}]))/u;
