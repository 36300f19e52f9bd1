// English of further shapes of questions, as parts: the lowest and highest balance of an account,
// what is left of an income, the share of a named income, and the time since the latest payday. The
// capitals are those of `question-parts.ts`.

import type { Row } from './question-parts.ts';
import { NOUN } from './questions.ts';

const I = '(?:i|we|you)';
const THE = '(?:(?:the|my|our|that|this|all) )*';
const ACCOUNT = `${THE}A(?: accounts?)?`;
const LEVEL = '(?:balances?|levels?|points?|amounts?|ebb)';
const LOW = '(?:lowest|minimum|least|smallest|poorest)';
const HIGH = '(?:highest|maximum|most|largest|biggest|fullest|peak)';
/** `has ever been`, `got down to`. */
const STOOD =
  '(?:(?:has|have|had|did|was|is|ever) )*(?:been|was|is|got|gotten|get|went|gone|go|fell|fallen|fall|dropped|drop|dipped|dip|rose|risen|rise|climbed|climb|reached|reach|hit|stood|stand|sat|sank|sunk|sink|held|had)(?: ever)?(?: (?:down|up))?(?: (?:to|at))?';
const DATE = '(?:(?:on )?(?:when|(?:which|what) (?:day|date)) )?';

const level = (extreme: string, degree: string): readonly string[] => [
  `${THE}${extreme}(?: ${LEVEL})?(?: that| (?:of|in|on|for|at))? ${ACCOUNT} ${STOOD}`,
  `${THE}${extreme}(?: (?:bank|account|booked))? ${LEVEL} (?:of|in|on|for|at|from) ${ACCOUNT}`,
  `${THE}${extreme} ${ACCOUNT} ${LEVEL}`,
  `${THE}${extreme} (?:(?:bank|account|booked) )?balances?(?: (?:(?:i|we) (?:have |had )?)?(?:ever|of all time)(?: had)?)?`,
  `${THE}${extreme} (?:(?:i|we) (?:have |had )?(?:ever )?(?:had|kept|held)|there (?:was|has been|ever was)) (?:in|on) ${ACCOUNT}`,
  `how ${degree} (?:did|has|have|had|does|do) ${ACCOUNT} (?:balance )?(?:ever )?(?:been|get|got|gotten|go|gone|fall|fallen|drop|dropped|dip|dipped|rise|risen|climb|climbed|sink|sunk|run)(?: (?:down|up))?(?: to)?`,
  `${DATE}(?:was|were|is|did|has) ${ACCOUNT}(?: balance)? (?:(?:been|get|hit|reach|reached|at) )*${THE}(?:its )?${extreme}(?: ${LEVEL})?`,
  `${ACCOUNT}(?: balance)?(?: (?:at|reached|hit))?(?: ,)? (?:(?:at|the|its) )*${extreme}(?: ${LEVEL})?(?: (?:was|reached|of it))?(?=$| ,| [ST])`,
];

const PAY_IN = '(?:pay ?days?|pay ?checks?|pay ?cheques?|pay ?packets?|wages?|pay)';
const LAST = '(?:(?:the|my|our|last|latest|most|recent|previous|this) )*';
const CAME =
  '(?: (?:payments?|day))?(?: (?:(?:was|were|has|have|had) )?(?:been )?(?:came|come|paid|arrived|landed|received|went|gone|hit|got)(?: (?:in|through|out|me|my account|the account))?)?';
const SHARE =
  '(?:(?:(?:what|which|the|a|as|in|how many|of|how big|how large) )*(?:percentage|percent|per cent|%|share|proportion|fraction|part|portion|slice|chunk) of|how much of)';
const GOES = `(?:(?: (?:is|was|are|were))?|(?: (?:(?:is|was|were|are|has|have|had|does|do|did|been|being|actually|usually) )*(?:(?:go|goes|going|gone|went|spent|eaten|eaten up|taken|taken up|used|used up|swallowed|paid|disappears?|disappeared)(?: (?:up|out|away|by))?|${I} (?:spend|spent|pay|paid|use|used)))(?: (?:on|to|at|for|from|towards?|into|in|by))?)`;
const PAYMENT =
  '(?:payments?|bills?|visits?|trips?|orders?|shops?|runs?|transfers?|invoices?|top-?ups?|meals?|deliver(?:y|ies)|instal?ments?)';

/** One name, of which each payment is the same. */
const NAMED = `${THE}[PCR](?: (?:bills?|fees?|membership|subscription|policy|premium))?`;
const ME = '(?:me|us)';
const RAISED =
  '(?:raise|raised|hike|hiked|up|upped|put up|increase|increased|bump|bumped(?: up)?|jack up|jacked up|change|changed)';
const PRICE = '(?:prices?|rates?|fees?|charges?|rents?|costs?|premiums?|tariffs?|subscription)';
/** Of which the money came back. */
const UNDONE = 'reversed|cancelled|canceled|voided|taken back|called off';
const UNIT =
  '(?:payments?|purchases?|orders?|deliver(?:y|ies)|bookings?|transactions?|charges?|bills?|invoices?|shoots?|trips?|flights?|visits?|stays?|rentals?|hire|jobs?|appointments?|lessons?|sessions?)';

export const SHAPES: readonly Row[] = [
  // `Did the gym raise its price`, `does it cost more now than in May`: what is paid each time.
  [
    'steps out',
    `(?:did|has|have|does|do|is|are) ${NAMED} ${RAISED}(?: (?:its|their|the|his|her|my|our) (?:monthly |yearly )?${PRICE})?(?: again)?(?=$| ,| [ST]| and)`,
    `(?:did|has|have) (?:the |its |their )?${PRICE} (?:of|for|at) ${NAMED} (?:${RAISED}|gone up|go up|risen|rise|changed?|increased?)(?=$| ,| [ST]| and)`,
    `(?:did|has|have) ${NAMED} (?:gone up|go up|risen|rise|increased?|changed?) in ${PRICE}(?=$| ,| [ST]| and)`,
    `(?:is|are|does|do|has|have) ${NAMED} (?:cost|costs|charge|charges|got|gotten|become|become)?(?: ${ME})? ?(?:more|dearer|pricier|more expensive)(?: expensive)?(?: now)?(?: than (?:it was|it used to be|they were|before|at first|in the beginning|at the beginning))`,
    `(?:has|have|did) ${NAMED} (?:become|got|gotten|get|grown) (?:more expensive|dearer|pricier|cheaper)(?=$| ,| and)`,
    `(?:when|since when) (?:did|has|have) ${NAMED} (?:${RAISED}(?: (?:its|their|the|his|her) ${PRICE})?|(?:get|got|gotten|become|became) (?:more expensive|dearer|pricier))(?=$| ,)`,
    `(?:the )?(?:price|fee) (?:history|changes|rises|increases) (?:of|at|for|by) ${NAMED}`,
    `(?<=^)${NAMED} (?:gone )?up(?=$)`,
    `since when (?:is|are|has|have) ${NAMED} (?:been )?(?:what it is|what they are|(?:that|this|so) (?:much|high|expensive|dear)|at (?:that|this) (?:price|level)|as (?:high|much|expensive) as it is)(?: now)?(?=$)`,
    `(?:the )?(?:current )?price of ${NAMED}(?=$)`,
    `(?<=^)${NAMED} price(?=$)`,
    `(?:how|when) (?:has|did|have) (?:the |my |our )?${PRICE} (?:of|for|at) ${NAMED} (?:changed?|go up|gone up|risen|rise|increased?|moved?)`,
  ],
  [
    'steps',
    `${NAMED} before (?:and after )?(?:the |its |my )?(?:rise|raise|increase|change|hike|cut)(?: and after(?: it)?)?(?: , (?:per|a) (?:month|week))?(?=$)`,
  ],
  [
    'steps out untilnow',
    `(?:does|do|is|are) ${NAMED} (?:(?:cost|costing|charge|charging)(?: ${ME})? more|dearer|pricier|more expensive|cheaper) (?:now|today|these days|nowadays) than(?: (?:it|they) (?:did|was|were|used to))?(?: be)?(?= [ST]$)`,
  ],
  // Beside a price that was raised.
  [
    'when',
    '(?<=(?:up|risen|rise|increased?|raised?|dearer|expensive|changed?|price)(?: .*)? )(?:, )?(?:and )?(?:since when|from when|when(?: was that)?)(?=$)',
  ],
  [
    '',
    '(?<=(?:raised?|hiked?|put up|increased?|price|up|risen|changed?) .*)(?:, )?(?:and )?what (?:was|did) it (?:cost |charge )?before and what (?:is|does) it (?:cost |charge )?now(?=$)',
    '(?<=(?:raised?|hiked?|put up|increased?|price|up|risen|changed?) .*)(?:, )?(?:and )?(?:by how much|how much (?:was|is) it (?:before|now)|from what to what)(?=$)',
  ],
  // `What are my regular payments`: payees that are paid once in each month.
  [
    'regular',
    `(?:(?:what|which) (?:are|were) |(?:please )?(?:list|show)(?: ${ME})? )?(?:all )?(?:of )?(?:my|our|the) (?:regular|recurring|repeating|fixed|standing|usual monthly|regular monthly|fixed monthly|recurring monthly) (?:payments|bills|expenses|costs|outgoings|charges|commitments)(?: (?:each|every|a|per) month)?(?: and (?:how much|what) (?:are they|do they cost|they cost|they are))?(?=$| ,)`,
    `(?:what|which) (?:regular|recurring|fixed|standing) (?:payments|bills|expenses|costs|outgoings|charges) (?:do|have) ${I} (?:have|got|make|pay)(?: (?:each|every|a|per) month)?(?=$| ,)`,
    `(?:what|which) (?:bills|payments|things) (?:do|am|are) ${I} (?:pay|paying|have) (?:each|every) month(?=$| ,)`,
    `(?:what|which) (?:payments|bills) (?:go|come|are going|goes) out (?:each|every) month(?=$| ,)`,
    `(?:what|which) are (?:all )?(?:my|our) monthly (?:bills|payments)(?=$| ,)`,
    `(?:please )?(?:list|show)(?: ${ME})? (?:all )?(?:my|our) monthly (?:bills|payments)(?=$| ,)`,
  ],
  // `On the trip, after the money back from the hotel`: what that payee gave back.
  [
    'reversed',
    `(?:net of|after|less|minus|once|with|without) (?:(?:the|any|all|my|our) )*(?:refunds?|money back|R|returns?|credits?|reversals?|cancellations?|money (?:that )?${I} got back)(?: (?:back|money))? (?:from|by|at) (?:the |my )?P(?:(?: ,| and)+ (?:the )?P){0,4}(?=$| ,| [ST])`,
  ],
  // `Without the order that was cancelled`, `minus the cancelled booking`.
  [
    'undone',
    `(?:without|minus|less|excluding|except(?: for)?|not counting|leaving out|apart from) (?:the |my |our |that |those |any |all )*(?:${UNDONE}) (?:one|ones|${UNIT})`,
    `(?:without|minus|less|excluding|except(?: for)?|not counting|leaving out|apart from) (?:the |my |our |that |those |any |all )*(?:one|ones|${UNIT}) (?:that |which )?(?:(?:was|were|got|has been|have been) )?(?:later )?(?:${UNDONE})`,
  ],
  ['topic:lowest', ...level(LOW, 'low')],
  ['topic:highest', ...level(HIGH, 'high')],
  [
    'topic:net',
    '(?:the |my |our |any |total |net |overall )*(?:profit|surplus)(?: (?:on|from|of|for|in|with|at|out of))?(?= (?:the |my |our )*[AST](?![^ ])|$| ,)',
    `(?:did|do|have|does|has|is|are) (?:i|we|(?:the |my |our )?(?:business|company|firm|shop|farm)) (?:made |make |making )?(?:a |any )?(?:profit|surplus)(?: (?:on|from|of|for|in|with|at|out of))?`,
    'what (?:did|have|do) (?:i|we) (?:clear|cleared|net|netted|profit)(?: (?:on|from|in|with))?(?=$| ,| [AST](?![^ ])| (?:the |my |our )*A(?![^ ]))',
    '(?:what |how much |all |everything )?(?:that )?(?:came|comes|come|coming) in (?:and|vs|versus|against|compared to|compared with|less|minus|,)(?: (?:what|how much|all|everything))?(?: that)? (?:went|goes|go|gone|going) out(?: (?:on|of|from|in|at))?',
  ],
  // `What share of my wages goes to rent`, `of my groceries is one shop`: what they are a share of.
  [
    'share:of',
    `${SHARE} ${THE}(?:S )?R(?: money| payments?)?(?: [ST])?${GOES}(?= (?:[ST] )?(?:(?:on|to|for|by|in) )?(?:(?:the|my|our|all|both|S) )*[PC](?![^ ]))`,
    `(?<=[PC](?: .*)? )(?:as |in |is |was )*(?:what|a|an|which)? ?${SHARE} ${THE}(?:S )?R(?=$| ,| [ST])`,
    `${SHARE} ${THE}(?:S )?C(?: (?:spending|spend|costs?|money|payments?|bills?|budget))?(?: [ST])?${GOES}(?= (?:[ST] )?(?:(?:on|to|at|for|by|in|from) )?(?:the )?P(?![^ ]))`,
    `(?<=P(?: .*)? )(?:as |in |is |was )*(?:what|a|an|which)? ?${SHARE} ${THE}(?:S )?C(?: (?:spending|spend|costs?|money|payments?|bills?|budget))?(?=$| ,| [ST])`,
  ],
  [
    'payday',
    `since ${LAST}${PAY_IN}${CAME}(?=$| ,| (?:on|at|for|in|how|what|with|without|excluding|except|not)(?![^ ]))`,
    `since ${LAST}R${CAME}(?=$| ,| (?:on|at|for|in|how|what|with|without|excluding|except|not)(?![^ ]))`,
    `since (?:i|we) (?:last |was last |were last )?(?:got|was|were|have been|had been|get)(?: last)? paid(?: last)?`,
    'since (?:i|we) was paid last',
    // The latest payment of a name: `since my last trip to a shop`.
    `since ${THE}(?:last|latest|most recent|previous) (?:${PAYMENT} (?:to|at|for|from|of|with) )?${THE}[PC](?: ${PAYMENT})?(?=$| ,| (?:on|at|for|in|how|what)(?![^ ]))`,
    `since (?:i|we) (?:was |were )?last (?:paid|visited|went to|been to|was at|were at|at|in|used|bought from|ordered from|shopped at|sent money to) ${THE}[PC](?=$| ,| (?:on|at|for|in|how|what)(?![^ ]))`,
  ],
  // `How many restaurants have I ordered from`.
  [
    'out bought',
    `(?<=how many (?:.* )?C (?:.* )?)(?:have|had|did|do) ${I} (?:ever )?(?:order|ordered|eat|eaten|buy|bought|shop|shopped|be|been|go|gone|visit|visited|use|used|try|tried|pay|paid) (?:from|at|to|in|with)(?=$| ,| [ST])`,
  ],
  ['distinct:day', `(?:on )?how many (?:different )?days(?= [ST] (?:did|do|have|was|were) )`],
  ['', '(?<=[^ ] )(?:these days|nowadays)(?=$| ,)'],
  // `Both pensions`, `gym bills and phone bills`.
  ['', `both(?: of)?(?: (?:the|my|our))?(?= [CR](?:$| ,| [ST]| how| what)(?![^ ]))`],
  [
    '',
    '(?<=(?:saved|put|moved|transferred|paid) (?:.* )?)(?:both|all)(?: (?:of )?(?:my|the|our))?(?: (?:two|three))?(?: savings)? accounts(?=$| ,)',
  ],
  // `How often have we had a meal at a place`: a payment, and one for each of `a meal on average`.
  [
    'bought out',
    `(?<=(?:how many times|how often|when|last time|first time|ever) (?:.* )?)(?:did|do|have|had|has) ${I} (?:last |ever )?(?:have|had|eat|eaten|get|got) (?:a|an|some|any) [a-z]+(?= (?:at|in|from) (?:the )?P(?![^ ]))`,
  ],
  [
    'perpayment',
    '(?<=(?:average|avg|typical|typically|usually)(?: .*)? )(?:a|an|one|each|per|my|the) (?:tank|tankful|fill-?up|basket|trolley|visit|round|meal|bill|night|trip|shop)(?: (?:of|for))?(?= (?:the )?[CP](?![^ ])| (?:at|in|from) (?:the )?[CP](?![^ ]))',
    '(?:a|an|one|each|per|my|the) (?:tank|tankful|fill-?up|basket|trolley|visit|round|meal|bill|night|trip|shop)(?: (?:of|for))?(?= (?:(?:at|in|from|to) )?(?:the )?[CP] (?:.* )?(?:on average|average|avg|typically|usually)(?![^ ]))',
  ],
  ['or', '(?:or|and|than|versus|vs|against) one(?= (?:at|in|from|to) (?:the )?P(?![^ ]))'],
  [
    'ever names',
    `since ${I} (?:have |had )?(?:been|started|joined|signed up|switched|moved|gone)(?: over)? (?:with|at|to|on) (?:the )?P(?=$| ,)`,
  ],
  // `Which fair brought in most`, of a kind of income.
  [
    'by:party which names in',
    `(?:which|what)(?: of (?:the|my|our))? R (?:has |have |had )?(?:brought|bring|brings|earned|made|paid)(?: (?:in|me|us))*(?= (?:the )?(?:most|least)(?: money)?(?:$| ,| [ST]| in))`,
  ],
  // `Which of my two pensions is larger`: of the payers.
  [
    'by:party which most names in',
    'which(?: one)? of (?:my|our|the) (?:(?:two|three|four) )?R (?:is|was|(?:pays?|paid|brings?|brought)(?: (?:me|us|in))*) (?:the )?(?:larger|bigger|higher|largest|biggest|highest|better|best|more|most)(?: (?:one|of the two))?',
  ],
  // `In both savings`: the accounts of that kind.
  [
    'account',
    '(?:in|of|on|across|from) (?:both|all)(?: of)?(?: (?:my|our|the))? A(?: (?:together|combined|put together))?',
  ],
  [
    'topic:balance',
    '(?:money |cash )?(?:is|was)(?: there)?(?= in (?:both|all)(?: (?:of|my|our|the))* A(?![^ ]))',
  ],
  [
    'by:month which most names',
    '(?:the |my |our )?(?:best|strongest|top|highest|biggest|busiest|peak) R month(?: ever)?',
  ],
  [
    'by:month which least names',
    '(?:the |my |our )?(?:worst|weakest|lowest|smallest|quietest) R month(?: ever)?',
  ],
  [
    '',
    '(?:before|after) the (?:increase|rise|change|raise|hike|cut|jump)(?: and (?:after|before))?(?= , (?:the )?[ST] )',
  ],
  [
    'distinct:party names',
    `(?:in |at |to |from |with )?(?:how many|(?:the )?(?:number|count) of)(?: (?:different|distinct|unique|various))+ C(?: (?:places?|shops?|stores?|spots?|payees?|suppliers?|providers?|merchants?|companies))?(?! (?:${NOUN}|trips|runs|nights|meals)(?![^ ]))`,
  ],
];
