// The English of an order as parts in any order: `swim club dues, 95, pay today`. When a word
// belongs to no part, the message is not read. Capitals stand for values: P a contact, A an own
// account, M an amount, D a day, O a day that is over and told of something, R how often, W any
// other word. Marks between words are one comma.

import { SENDING } from './commands.ts';

const DET = '(?:(?:the|my|our|a|an|his|her|their|this|that|your) )*';
const PAY =
  '(?:pay|send|transfer|settle|wire|give|put|move|sort|clear|forward|reimburse|repay|refund|hand|pass|shift|zelle|venmo|eft|' +
  'pull|draw|execute|process|schedule|arrange|bung|chuck|pop|hit up|book|take|deduct|save|set aside|put aside|separate|earmark|allocate|disburse|remit|release|credit|drop|slip|spot|ping|shoot|get|let|let have|make|do)';
const ON =
  '(?: (?:out|off|up|over|back|on|along|across|through|down|straight|away|aside))*(?: (?:it|that|this|them|him|her))?(?: (?:him|her|them))?(?: (?:over|back|off|out|along|across|up))?(?: to (?:him|her|them))?(?: back)?';
const KIND =
  '(?:(?:new|quick|small|one-off|regular|bank|wire|money|recurring|monthly|weekly) )*(?:payment|transfer|standing order|bank transfer|contribution|donation|repayment)';
const BILL =
  '(?:(?:invoice|bill|quote|tab|fees?|rent|dues|statement|account|debt|order|estimate)(?: (?:no|nr|number|num))?(?: N)?)';
const DONE =
  '(?:fixed|mended|repaired|cleaned|covered|paid for|painted|baked|drove|babysat|mowed|did|made|taught|tutored|cooked|brought|bought|got|fetched|' +
  'worked|picked up|looked after|helped|serviced|installed|delivered|cut|trimmed|washed|ironed|walked|built|replaced|unblocked|checked|' +
  'gave(?! (?:me|us|back|W (?:me|us))(?![^ ]))|lent (?:me|us)|loaned (?:me|us)|fronted|spotted (?:me|us)|' +
  '(?:sent|mailed|emailed|gave|left|handed)(?: (?:me|us|over|in))?(?= (?:the|a|an|his|her|their|its|me|us) )(?: (?:me|us))? (?:the|a|an|his|her|their|its) (?:W )?(?:bill|invoice|quote|account))';
const HAS = '(?:(?:has|have|had|just|finally|kindly|already|very|also|very kindly|so kindly) )*';
/** Nouns for the subject of a payment: money, and things or acts that cannot be sent. */
const MONEY_GOAL =
  'money|dues|share|portion|deposit|membership|kitty|wages?|salary|fund|collection|fees?|rent|allowance|tuition|costs?|charges?|premium|subscription|pay|paycheck|pension|retainer|commission|contribution|expenses';
const THING_GOAL =
  'order|lessons?|class|classes|work|repairs?|job|visit|shopping|appointment|treatment|gift|present|trip|tickets?|petrol|course|hire|delivery|rental|bills?|invoice|lunch|dinner|drinks|food|pizza|groceries|insurance|raffle|cleaning|gardening|childcare|books?|textbook';
/** Nouns of a purpose that do not name another act. */
const GOALS = `${MONEY_GOAL}|${THING_GOAL}`;
export const OCCUPATION =
  '(?:(?:[a-z]+ )?(?:people|folks|guys|company|firm|man|lady|team)|minister|doctor|dentist|teacher|baker|butcher|florist|builder|roofer|grocer|optician|vet|chemist|farmer|driver|mechanic|handyman|painter|carpenter|joiner|coalman|window cleaner|childminder|bookkeeper|lawyer|solicitor|priest|pastor|vicar|instructor|physio|therapist|barber|seamstress|tailor|supplier|wholesaler|firm|company|shop|friend|mate|neighbou?r|colleague|cousin|aunt|auntie|uncle|son|daughter|brother|sister|wife|husband|mother|father|mum|mom|dad|niece|nephew|grandson|granddaughter|landlord|landlady|plumber|cleaner|gardener|nanny|babysitter|tutor|coach|trainer|hairdresser|electrician|accountant)';
const BEFORE_M =
  '(?:(?:an?|the|of|for|over|by|with|at|is|are|was|were|it is|that is|which is|which was|it was|that was|comes? to|came to|it comes to|it came to|that comes to|that came to|which comes to|which came to|that makes|which makes|makes|makes it|in all|all in|altogether|in total|total|sum|amount|amounts to|price|cost|costs|charge|sum of|amount of|total of|in the sum of|in the amount of|only|just|exactly|his|her|their|its|says?|it says) )*';

/** Parts: their tags, and patterns over the row. Of equal readings the first has the fewest words of `W`. */
export const COMMAND_PARTS: readonly (readonly [tags: string, ...patterns: string[]])[] = [
  [
    '',
    ',',
    'please|pls|plz|kindly|just|now|then|so|and|also|thanks|thank you|cheers|ta|dear|ok|okay|asap|today please|if you would|if you please|go ahead and|go ahead|would you|will you|could you|can you|do that|through|there(?= ,|$)|on my behalf|for me|from me|at once|right away|in full|by bank transfer|by transfer|itself|off me(?= for| ,|$)',
    '(?<=^|, )(?:and )?(?:please )?(?:the )?(?:account|money|amount|sum|total|date|day|beneficiary|payee|recipient|from|to|name|when|due|reference|purpose|currency|due date)(?: is)? ,',
    '(?:date|day)(?= D)',
    '(?:beneficiary|payee|recipient)(?: is)?(?= P)',
    '(?:which|that|what) (?:i|we) (?:still )?owe(?: (?:him|her|them))?(?: (?:back|for it|for that))?',
    '(?:(?:which|that|what) )?(?:he|she|they) (?:lent|loaned|fronted|spotted|advanced)(?: (?:me|us))?(?=$| ,| for| D)',
    '(?:over|across|back|straight) to (?:him|her|them)(?=$| ,)',
    'back(?= from (?:the |my |our )?A (?:to|into|onto) (?:the |my |our )?A)',
    '(?:and (?:it |that )?|which )?(?:is|was|has been) (?:approved|correct|agreed|checked|in|here)(?= ,)',
    '(?:the )?(?:money|cash|sum|amount)',
    '(?:he|she|they) (?:is|are) owed(?= M)',
    '(?:and |so )*(?:i|we) (?:still )?owe (?:him|her|them)(?= M)',
    '(?:for|from|of) O|O',
    'you(?= (?:send|pay|transfer|give|put)(?![^ ]))',
    '(?<=M )to (?:go|be sent|be paid|be transferred|reach)(?: over| across| out| off)?(?= (?:to |into |for )?(?:the |my |our )?[PA](?![^ ]))',
    // `it's rent day - 750 to …`: why today.
    "(?<=^)(?:(?:it|today)(?: is| 's|'s) )?(?:rent|pay|wages|market|collection|birthday|bill|settling)(?: |-)?day(?= ,)",
  ],
  [
    'order',
    `${PAY}${ON}`,
    `(?:make|do|set up|start|arrange|schedule|execute|send|process|create|begin)(?: (?:me|us))?(?: an?| the| another)? ${KIND}(?: of| to| for| over)?`,
    `(?:(?:an?|the|new) )?${KIND}(?: (?:of|over)(?= M)| for(?= P))?`,
    '(?:start|begin) (?:paying|sending|transferring|giving|putting)',
    'set (?:something|it|this|one) up|set up (?:something|one)(?= for)',
    '(?:to )?be (?:paid|sent|settled|transferred|given)',
    '(?:needs|wants|has) (?:paying|settling|sorting|clearing|to be (?:paid|settled|sorted|cleared|sent)|to go out)',
    '(?:get|have) (?:it|that|this) (?:paid|sent|settled|sorted|done|cleared|transferred)(?: (?:off|over|out))?',
    '(?:settle|square)(?: things)?(?: up)? with (?:him|her|them)',
    '(?:is|are) to go|(?:should|must|has to|have to) go(?= to )',
    '(?:see to it|make sure|make certain|ensure|see)(?: that)?(?= P)',
    '(?:see to it|make sure|make certain|ensure|see)(?: that)? (?:he|she|they) (?:gets?|has|receives?) (?:it|that|this|the money|paid)',
    `${PAY} (?:it|that|this|the money) (?:(?:over|across|along|on|straight|right) )*(?:(?:his|her|their) way|to (?:him|her|them))`,
    '(?:arrange|organise|organize|see)(?: for)?(?= M to (?:go|be sent|be paid|be transferred|reach) )',
  ],
  ['order', 'treat (?:him|her|them|P) to(?= M)'],
  ['order wished', '(?:sent|paid|transferred|moved|given)(?: over| across)?(?= (?:to|into) )'],
  [
    'order payee',
    `${DET}P (?:needs? (?:paying|to be paid)|is to be paid)`,
    "P (?:gets?|receives?|(?:is|'s) to (?:get|have|receive|be paid|be given)|should (?:get|have|receive|be paid)|must (?:get|have|be paid)|needs? (?:paying|to be paid))(?: back)?",
    "P (?:is|'s) to (?:get|have)",
    '(?:to P goes?|goes? to P)',
    '(?:so |and )?(?:he|she|they) gets?(?= M)',
  ],
  [
    'payee',
    `(?:(?:over |along |across |through |on |on to )*(?:to|for|at|with) )?${DET}(?:${OCCUPATION} (?:, )?)?P(?: (?:ji|garu|saab|sahib|bhai|tai|uncle|aunty))?(?: (?:over|through|across|along|back|out|up)(?! of(?![^ ])))?`,
    `${DET}P 's(?= M)`,
    `(?:i|we) (?:still )?owe ${DET}P`,
    `${DET}(?:W )?${BILL} (?:from|of|by|at|with|for) ${DET}P`,
  ],
  ['payee purpose money', `${DET}(?:salary|wages?|allowance|pension|pay) (?:of|for|to) ${DET}P`],
  ['payee of', `(?:from|of|by) ${DET}(?:${OCCUPATION} )?P(?= ,| M| for)`],
  ['payee purpose money', `${DET}P 's (?:W ){0,2}(?:${MONEY_GOAL})`],
  ['payee purpose', `${DET}P 's (?:W ){0,2}(?:${BILL}|${MONEY_GOAL}|${THING_GOAL})`],
  ['payee', `(?:in|into|to|on) ${DET}P 's (?:bank )?account`],
  [
    'payee remark',
    `${DET}P ${HAS}${DONE}(?: (?:W|for|at|on|in|up|out|the|my|our|a|an|and|of|to|three|two|four|today|it|me|us|kids|O)(?![^ ])){0,7}`,
  ],
  [
    'payee remark',
    `${DET}P (?:he|she|they) (?:needs?|wants?|asks?(?: for)?|charges?)(?= M)`,
    `${DET}P (?:is|are) owed`,
    `${DET}P (?:is|are) (?:waiting|waiting on|still waiting|hoping) for(?= M)`,
    `${DET}P (?:is|are) (?:needing|wanting|requiring|asking(?: for| me for)?)(?= M)`,
    `${DET}P (?:wants?|needs?|asks? for|charges?|charged|is asking for|is due|has charged|are due)(?: (?:me|us|his|her|their|its))?(?= M)`,
    `(?:i|we) (?:still )?owe ${DET}P(?= M)`,
    `(?:${DET}(?:${OCCUPATION} (?:, )?)?P(?: ,)? )?(?:who )?is (?:collecting|here|ready|waiting)`,
    `${DET}P 's birthday(?: is)?`,
    `(?:i|we) (?:promised|still owe|owe) ${DET}P(?= M)`,
    `(?:i|we) (?:have|got|have got|received|have received|just got) (?:a |an |the |my )?(?:W )?${BILL} (?:from|of|by) ${DET}P(?: (?:for|over|of)(?= M))?`,
  ],
  // `She has passed her exam`: why somebody is paid who is named before.
  [
    'remark',
    `(?:(?:because|as|since|for) )?(?:she|he|they) ${HAS}(?:(?:is|was|are|were|been) )?(?:${DONE}|passed|turned|turns|turning|graduated|graduating|won|deserves?|earned|starts?|started|starting|moved|moving|married|getting married|engaged|retiring|retired|visiting|studying|worked|helped|so good|so kind)(?: (?:W|to|in|at|on|for|with|and|of|out|up|his|her|their|the|a|an|my|our|me|us|so|very|O|N)(?![^ ])){0,6}`,
  ],
  ['amount', `${BEFORE_M}M(?: (?:in total|altogether|all in|only|exactly|in all|total))?`],
  [
    'day',
    '(?:(?:on|by|effective|effective from|with effect from|value date|value|execution date|dated|payable|payable on|(?:is |was |are )?due|due on|for|from|starting|starting on|starting from|beginning|beginning on|beginning from|as of|as from|first one on|first one|the first one on|the first payment on|until then|start|and start|to start|pay on|this) )*D(?: (?:on|onwards|onward))?',
  ],
  ['often', '(?:(?:as|on) )?R'],
  [
    'source',
    `(?:(?:pay|take|paid|debit|deduct)(?: it| this| that)? )?(?:from|out of|out|off|using|via|through|debit|use|debiting) ${DET}A(?: (?:A|account|savings|money|pot|fund|one|card))*`,
  ],
  ['named account', `${DET}A(?: (?:account|savings|money|pot|fund))*`],
  [
    'target',
    `(?:back )?(?:to|into|in|inside|onto|over to|back to|back into) ${DET}A(?: (?:account|savings|money|pot|fund))*`,
  ],
  [
    'purpose',
    `(?:for|towards|as|being|re|ref|reference|memo|note) ${DET}(?:(?:W|of|and|the|O|N)(?: |(?![^ ]))){1,5}`,
    '(?:for|as) (?:his|her|their|my|our) W(?: W)?',
    `(?:(?:for|as) )?(?:my|our|his|her|their) (?:half|share|part|bit|portion)(?: of ${DET}W(?: W)?)?`,
  ],
  [
    'purpose money',
    `${DET}(?:W ){0,2}(?:${MONEY_GOAL})(?: back)?(?: (?:of|for) (?:the |a )?(?:O|W)(?: W)?)?`,
  ],
  [
    'purpose thing',
    `${DET}(?:W ){0,2}(?:${THING_GOAL})(?: (?:of|for) (?:the |a )?(?:O|W)(?: W)?)?`,
  ],
  ['purpose thing money', `${DET}(?:W )?${BILL}`],
];
/** Before an amount: not all of it, or one of several. */
const NOT_WHOLE =
  'first|second|third|other|another|remaining|additional|extra|further|next|last|final|missing|initial|partial|rest|half|fake|wrong';
/** Before a name: not that person. */
const NOT_HIM =
  'of|and|for|as|the|an?|my|our|your|former|late|ex|real|right|same|different|wrong|so-called|supposed|alleged|' +
  'mother|father|mum|mom|dad|sister|brother|son|daughter|wife|husband|friend|boss|aunt|uncle|cousin';
/** Words in `-ly` that say how much, how often, when or whether, and names. */
const NO_MANNER =
  'only|early|dai|week|month|year|quarter|hour|night|fortnight|daily|weekly|monthly|yearly|quarterly|hourly|nightly|fortnightly|biweekly|hardly|barely|scarcely|nearly|partly|partially|mostly|mainly|roughly|approximately|possibly|probably|' +
  'supposedly|allegedly|apparently|hypothetically|theoretically|separately|respectively|equally|jointly|reply|family|supply|apply|rely|imply|comply|ally|belly|jelly|july|previously|formerly|recently|lately|accidentally|mistakenly|wrongly|falsely|' +
  'conditionally|provisionally|tentatively|eventually|temporarily|initially|originally|usually|normally|typically|gradually|repeatedly|regularly|occasionally|rarely|anonymously|manually|lately|solely|exclusively|mutually|evenly';
/**
 * Parts for words that no list has. What restricts an order belongs to closed classes (negations, conditions,
 * questions, other acts, sums, times); any other word may be a verb in the imperative's place, the purpose's
 * noun behind a payee or an amount, or tell of somebody in a clause of its own. `V` is a word that may be
 * such a verb, `X` one of a clause.
 */
export const OPEN_PARTS: readonly (readonly [tags: string, ...patterns: string[]])[] = [
  [
    'order open',
    `(?<=^|, |so |please )V(?: (?:up|over|out|across|back))?(?= ${DET}P(?: (?:back|up|out|off|right|straight|even))? (?:(?:with|the|his|her|their|a|an) )*M(?![^ ]))`,
  ],
  // `lash 50 over to Iarlaith`: towards whom, so that the verb cannot mean another act.
  [
    'order open towards',
    `(?<=^|, |so |please )V(?: (?:up|over|out|across))?(?= M (?:(?:over|across|back) )*(?:to|into|in|onto) ${DET}[PA](?![^ ]))`,
  ],
  // Any verb of a payment, in the imperative's place: some of them are nouns elsewhere.
  [
    'order',
    `(?<=^|, |so |please |and |then |now )(?:${SENDING.filter((one) => /^[a-z]+$/.test(one)).join('|')})${ON}`,
  ],
  // `the damn 150`: how somebody feels about it.
  ['amount', `(?:the|that|those|these|this|his|her|their|my) (?!(?:${NOT_WHOLE})(?![^ ]))W M`],
  // `our lovely cleaner Ana`.
  [
    'payee described',
    `(?:(?:over |across )?(?:to|for) )?(?:the|my|our|that|good|old|dear|poor|little) (?:(?!(?:${NOT_WHOLE}|${NOT_HIM})(?![^ ]))W ){1,2}P(?! 's)(?! P)`,
  ],
  // `discreetly send`; elsewhere it may be a name: Molly.
  ['', `(?!(?:${NO_MANNER})(?![^ ]))[a-z]{3,}ly(?= ${PAY}(?![^ ]))`],
  [
    'purpose free',
    // Behind `20 to Maria` a bare word may restrict the order or belong to her name: thrice, junior.
    "(?<=(?<!(?:^| )M (?:[^ ]+ )*(?:to|for|at|with) (?:(?:the|my|our) )?)P |M |(?:P|M) , |, )(?!'s)(?:W ){0,2}(?!(?:of|and|the|an?|my|our)(?![^ ]))W(?=$| ,| D| R)",
    "(?:for|towards|covering|to cover) (?:(?:X|O|N|'s)(?: |(?![^ ]))){1,9}",
    "(?<=, )(?:it|this|that|the (?:money|cash|payment)) is (?:all )?(?:for|towards) (?:(?:X|O|N|'s)(?: |(?![^ ]))){1,9}",
  ],
  ['payee remark told', `(?<=^|, )${DET}P(?! 's)(?: (?:X|O|N)){2,9}(?= ,|$| so )`],
  ['remark told reason', '(?<=, )(?:he|she|they)(?: (?:X|O|N)){1,9}(?= ,|$)'],
  [
    'order thanks',
    '(?<=M )(?:(?:over )?to|for) (?:him|her|them)(?=$| ,| for| please)',
    '(?<=M )(?:his|her|their) way',
  ],
  ['purpose thanks', 'for (?:his|her|their) (?:W ){0,1}W(?=$| ,)'],
  [
    '',
    '(?:and )?(?:(?:i|we) )?(?:wish|want|would like|need|have|intend|mean|mean now|am going|are going) to(?= (?:pay|send|settle|transfer|give|clear|repay)(?![^ ]))',
  ],
  [
    'order',
    '(?<=, )(?:so )?(?:please )?(?:do it|make it happen|get it done|pay it|send it)(?= please$|$| now$| ,)',
  ],
  ['', '(?:sending|paying|transferring|wiring)(?= .* , (?:so )?(?:please )?do it(?![^ ]))'],
];
/** Imperatives that ask for money, inform a person or order another act. */
const OTHER_ACTS =
  'compare|prefer|attribute|explain|describe|present|mention|introduce|link|relate|connect|dedicate|devote|object|react|respond|listen|speak|belong|apply|agree|admit|lead|point|stick to|switch|set|rise|rose|grow|come|came|go|went|leave|left|' +
  'bill|charge|invoice|ask|request|remind|tell|owe|owes|collect|claim|borrow|take|get|expect|split|share|sell|buy|return|forgive|thank|email|call|message|text|note|log|record|track|budget|' +
  'bet|fine|tax|sue|quote|book|order|hire|hold|keep|save|freeze|block|unblock|check|confirm|verify|show|find|add|remove|delete|rename|change|update|edit|report|dispute|chase|question|double|halve|match|' +
  'print|print|read|type|translate|write|say|imagine|pretend|suppose|assume|consider|think|guess|hope|wish|promise|offer|lend|loan|swap|exchange|convert|trade|limit|cap|cut|reduce|raise|increase|lower|deny|reject|decline|approve|accept|' +
  'rob|love|hate|dear|like|need|want|know|trust|fear|pick|scam|cheat|trick|con|beat|skip|avoid|scrap|void|waive|delay|postpone|defer|suspend|halt|pause|withhold|reverse|undo|revoke|abort|deny|spare|cost|grudge|begrudge|envy|save|stop|cancel|ignore|forget|refuse|miss|receive|earn|win|lose|owed|debit|withdraw|deposit|minus|plus|less|more|around|roughly|nearly|almost|circa|approx|why|who|how|what|where|whose|whom|which|does|did|has|had|is|was|were|are|am|be|been|can|could|will|would|should|shall|may|might|must|not|never|no';
const PAST =
  'sold|lent|gave|paid|sent|owed|told|got|took|made|won|lost|bought|brought|spent|left|had|did|saw|met|found|kept|went|came|said|dropped|forgot|withdrew|borrowed|stole|held|wrote|knew|thought|felt|ran|drew|drove|fed|fell|grew|threw|broke|chose|ate|drank';
/** A word in the place of a verb that orders. */
export const NO_OPEN_VERB = `(?:${OTHER_ACTS}|${PAST}|\\p{L}+(?:ed|ing|ly|n't|[^s]s)|(?:out|under|over)\\p{L}+)`;
/** Words that occur neither in a separate clause nor in a purpose after `for`. */
export const NO_CLAUSE_WORD =
  "if|unless|when|whenever|once|until|till|not|no|never|nothing|none|cannot|can't|cant|don't|dont|won't|wont|without|instead|except|but|then|from|than|or|about|around|every|each|half|double|twice|all|both|rest|" +
  'will|would|should|could|can|may|might|must|shall|maybe|perhaps|owe|owes|owed|pays?|paying|send|sends|sent|sending|transfer|transferred|refund|refunded|refunds|return|returned|received|receive|gets?|wants?|wanted|asks?|asked|' +
  'says?|said|told|tells|thinks?|thought|hopes?|claims?|claimed|cancel|canceled|cancelled|stop|stopped|wait|later|already|yet|soon|next|last|what|which|who|whom|whose|where|why|how|i|we|you|minus|plus|less|more|change|changed|account|it|them|promised?|took|takes?|kept|keeps?|deducted|collected|withdrew|stole|pocketed|dead|died';
/** Words about the state of a sum, which are not a purpose. */
export const NO_FREE_PURPOSE =
  /(?:^| )(?:still|again|open|yet|only|max|maximum|min|minimum|approx|per|each|plus|un\p{L}+|short|due|overdue|pending|late|missing|outstanding|owing|coming|incoming|waiting|richer|poorer|cheaper|dearer|refund|credit|cashback|debt|loan|invoice|balance|limit|received|back|off|left|spare|available|total|subtotal|deposit|income|sale|payout|paycheck|paycheque|discount|voucher|profit|loss|chargebacks?|disputes?|reversals?|fraud|scam|mistake|wrong|error|bounces?|payments?|transactions?|transfers?|status|receipts?|gone|missing|arrives?|overdraft|cancellation|yesterday|where|why|when|brother|sister|friend|wife|husband|mother|father|son|daughter|\p{L}+ed)(?: |$)/u;
/** `For his trouble`: somebody is thanked who was told of. */
export const THANKED = /^for (?:his|her|their)(?![^ ])/u;
/** A request with any verb: `please yeet Maria 20`. */
export const ASKS_FOR_IT =
  /(?<![\p{L}])(?:please|pls|plz|kindly|(?:can|could|would|will) (?:you|u|ya)|go ahead and|i (?:want|need|have|would like) to|i['’]d like to|gotta|lemme|let me)(?![\p{L}])/iu;
export const WITH_AMOUNT = /^with(?: .*)? M(?![^ ])/u;
/** A question by its verb at any place. No unlisted word is read in the same message. */
export const WHETHER =
  /(?<![\p{L}])(?:do|did|does|should|shall|must|may|might|have|had|will|was|were|am) (?:i|we|he|she|they)(?![\p{L}])/iu;
/** Words of an account that pays. */
export const OF_AN_ACCOUNT =
  /(?:^| )(?:out of|off|using|via|through|accounts?|savings?|pot|fund|kitty|stash|card|pocket|wallet|jar)(?: |$)/u;
/** Words after a payee that describe the payee's act, which is not a purpose. */
export const BEGINS_WITH_VERB = new RegExp(`^(?:${PAST}|\\p{L}+(?:ed|s))(?![^ ])`, 'u');
/** Words that no part has where `W` stands: they deny, ask, report, or name another act. */
export const NO_FREE_WORDS =
  "i|we|you|he|she|they|me|us|if|not|no|never|don't|dont|do|did|does|is|are|was|were|will|would|should|could|can|may|might|must|have|has|had|to|from|into|than|or|but|unless|until|when|about|around|over|under|more|less|least|most|all|half|each|every|both|another|same|cancel|stop|refuse|paid|sent|received|gave|got|who|what|which|why|how|where|last|next|again|already|yet|maybe|perhaps|ask|tell|say|said|without|instead|except|only|by|at|with|on|in|plus|minus|net|gross|extra|worth|thrice|apiece|piecemeal|junior|senior|jr|sr|elder|younger|else|elsewhere|abroad|alone|forever|ever|ongoing|recurring|hourly|bimonthly|cheque|crypto|including|incl|payee|beneficiary|recipient|contact|twice|double|him|her|them|it|that|this";
/** Orders to pay for a thing, not to send it. */
export const PAYING =
  /^(?:pay|settle|clear|sort|process|execute|reimburse|repay|refund|start paying|begin paying|(?:needs|wants|has) (?:paying|settling|sorting|clearing|to be (?:paid|settled|sorted|cleared))|(?:get|have) (?:it|that|this) (?:paid|settled|sorted|cleared))(?![\p{L}])/u;
/** Things to pay for: their sender is paid. */
export const IS_BILL = new RegExp(`(?:^| )(?:${BILL})(?: |$)`, 'u');
/** Things that a payee sends. */
export const IS_INVOICE = /(?:^| )(?:invoice|bill|tab|order)(?: |$)/u;
/** Verbs with an amount that state something and order nothing. */
export const STATED =
  /(?:^| )(?:is|are|was|were|comes?|came|makes?|costs?|charge|amounts|says?)(?![^ ])/u;
/** A stated debt, which is not an order to pay without an ordering verb. */
export const OWED = /^(?:and |so )*(?:i|we) (?:still )?owe(?![^ ])/u;
export const FALLS_DUE = /(?:^| )(?:due|payable)(?![^ ])/u;
/** Words that are both an order and the name of a thing: `bill Nana`. */
export const NAMES_AND_ORDERS =
  /(?:^| )(?:order|book|books|charges?|costs?|share|fund|pay|visit|work|hire|present|tickets?|bills?|invoice|quote|rent|fees?|class)$/u;
/** Before an amount, an order of another kind: `share 20 with Nana`. */
export const ORDERS_ANOTHER =
  /^(?:share|order|book|charges?|costs?|fund|hire|visit|work|quote|bill|invoice)$/u;
/** Behind an amount, a noun: `Volt House, 90, refund`. */
export const NOUN_BEHIND = /^(?:refund|credit|release|transfer back)$/u;
/** Behind an amount, an order all the same: `45 is to go to Priya`. */
export const PASSIVE =
  /^(?:(?:to )?be |(?:is|are) to |(?:should|must|has to|have to|needs|wants|has) |sent|paid|transferred|moved|given)/u;
/** `I should like 20 sent to Priya`; `20 sent to Priya` is a telling. */
export const WISHED = /(?<![\p{L}])(?:like|want|need|wish)(?: to have)?[ ,]*$/iu;

export const GOAL_WORD = new RegExp(`^(?:${GOALS})$`, 'u');
/** Words of a purpose or a remark that say nothing of their own. */
export const PLAIN_WORD =
  /^(?:and|of|the|a|an|my|our|for|as|on|in|at|to|out|up|me|us|his|her|their|it|this|that|gave|got|sent|lent|loaned|has|have|had|is|are|was|owed|i|we|owe|still|two|three|four|half|finally|already|wants?|needs?|asks?|fixed|charged)$/u;

/** Things that a payment is for; in a clause they would be a tale or somebody's message. */
export const THING_WORD =
  /^(?:movies?|films?|books?|songs?|games?|phones?|letters?|plays?|poems?|prizes?|lottery|mail)$/u;

/** `Volt House, 90, still unpaid for the fence`: how a sum stands, and no purpose. */
export const HOW_IT_STANDS =
  /^(?:still|un\p{L}+|overdue|outstanding|pending|owed|owing|due|late)(?![\p{L}])/iu;
/** A final word that belongs to the words after it. */
/** `Amount: 30`: money, without a unit. */
export const AMOUNT_LABELLED =
  /(?<![\p{L}])(?:amount|sum|total)(?: is)? ?: ?(?:[€$£₹] ?|[A-Z]{3} )?\d[\d.,]*(?= *(?:[,;]|\.? *$))/iu;
/** `take Tom's 20`, and `get Tom his 20`. */
export const TAKES = /^(?:take|get|pull|draw|book|save)(?![^ ])/u;
export const OWNS_AMOUNT = /P 's$/u;
/** `send Tom a hundred and`: a message that goes on. */
export const GOES_ON = /^(?:and|or|but|plus|minus|to|for|from)$/u;
export const JOINS_ON = /^(?:of|and|the|an?|my|our|his|her|their)$/u;

/** A duration of work, not a day. */
export const HOURS = /hours?$/iu;
/** `for last Saturday`: the day is told of. */
export const BEFORE_A_PAST_DAY = /(?:^| )(?:for|of|from) (?:the )?$/iu;
/** A number that is a pronoun, too. */
export const ALSO_A_WORD = /^one$/iu;
/** `My bro needs 20`: no courtesy. */
export const BEGINS_A_NAME = /^my(?![\p{L}])/iu;
/** Words behind which `'s` is `is`, and shows no owner. */
export const SHORT_IS = /^(?:it|that|he|she|what|there|here|let|who)$/u;
export const HE_IS = /^(?:it|that|he|she)'s$/u;
/** An account behind a comma, or with its noun: `12 euros 50 joint` names none. */
export const BEHIND_A_COMMA = /,\s*(?:my |the |our )?$/iu;
export const NOUN_OF_ACCOUNT = /account|savings|pot|fund|card/iu;
/** Parts of a row that begin with a payee, or are one. */
export const PAYEE_ALONE =
  /^(?:(?:my|the|our|that|good|old|dear|poor|little) (?:[^ A-Z]+ ){0,2})?P$/u;
export const BEGINS_WITH_PAYEE = /^(?:my |the |our )?P/u;
export const FOR_OR_AS = /^(?:for|as) /u;
/** Words before a purpose. */
export const BEFORE_A_PURPOSE =
  /^(?:[ ,.:;–-]*(?:(?:it|this|that)(?:['’]s| is) (?:all )?)?(?:for|towards|as|being|re|ref|reference|memo|note)(?![\p{L}]))?[ ,.:;–-]*/iu;

/** Behind a verb that no list has: `lash 50 over to`, `bang 50 into` an own account. */
export const TOWARDS_SOMEBODY =
  / M (?:over|across) (?:to|into) | M (?:(?:over|across) )?(?:in|into) (?:[^ ]+ )*A(?= |$)/u;
/** A person and a number without a unit. */
export const IS_OF_AGE =
  /(?:^| )(?:P|he|she|they) (?:is|are|was|were|turns|turned)(?: (?:just|only|now))* M(?: |$)/u;

/** Behind an amount, the payee with a preposition. */
export const TO_PAYEE = /^(?:over |across |back )?to (?:the |my |our )?P(?= |$)/u;
/** Behind a number without a unit, one thing: the number counts nothing. */
export const SINGLE_THING =
  /^(?:(?:the|my|our|his|her|their) )?(?:[^ ]+ )?(?:lesson|class|work|repair|job|visit|shopping|appointment|treatment|gift|present|trip|petrol|course|delivery|rental|bill|invoice|lunch|dinner|breakfast|insurance|consultation|check-?up|session|haircut|massage|cleaning|gardening|childcare)$/u;
/** Behind an amount and before a name: a purpose, and never a verb. */
export const NO_ORDER = /^(?:rent|fees?|tickets|share)$/u;
export const REFERENCE = /^(?:reference|ref|memo|note|re)$/u;
