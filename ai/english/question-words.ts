// The English of questions about money word by word, as parts in any order. A part costs more than
// a phrase of question-parts.ts, so phrases are preferred, and these parts only cover the words
// between phrases. Capitals are masks, as in that file.

import { LIST, type Row } from './question-parts.ts';
import { COUNT, LEAST_WORDS, MOST_WORDS, NOUN, ORDINAL } from './questions.ts';

const I =
  '(?:i|we|(?:the |our |my )?(?:business|company|firm|household|family|club|team|association|charity|choir|committee|organi[sz]ation))';
const ME = '(?:me|us)';
const OF_ME = '(?:from|off|out of|by) (?:me|us|myself)';
/** Words that change nothing of a statement about the past. */
const ADVERB =
  '(?:actually|really|already|just|also|ever|exactly|personally|currently|so far|in total|altogether|overall|thus far|all in all|in all|then|finally|eventually|ultimately|now|myself|ourselves|together|all told|to date|in fact)';
const DO = '(?:do|did|does|have|has|had)';
const BE = '(?:am|is|are|was|were|be|been|being)';
const MUST =
  '(?:end(?:ed)? up|wind up|wound up|manage(?:d)? to|need(?:ed)? to|have to|had to|got to|happen(?:ed)? to|tend to|choose to|chose to|decide(?:d)? to|keep|kept|go and|went and)';
const PAYER =
  '(?:(?:the|my|our|old|dear) )*[PR](?:(?: ,| and| or| plus)+ (?:(?:the|my|our) )?[PR]){0,6}';
const BEFORE_VERB = `(?:(?:${DO}|${ADVERB}|${MUST}) )*`;
const SAYS = '(?:(?:that|which|what|whatever) )?';
const PARTICLE = '(?: (?:out|over|away|across|off|up|down|through))?';
/** To give money away. */
const GIVE =
  '(?:spend|spent|pay|paid|give|gave|given|send|sent|transfer|transferred|wire|wired|hand|handed|fork|forked|shell|shelled|lay|laid|dish|dished|splash|splashed|' +
  'part with|parted with|remit|remitted|donate|donated|contribute|contributed|blow|blew|blown|burn|burned|burnt|waste|wasted|drop|dropped|sink|sunk|chuck|chucked|cough|coughed|settle|settled|invest|invested|' +
  'e-?transfer(?:red)?|get through|got through|gone through|go through|run through|ran through|fritter(?:ed)?|squander(?:ed)?|incur(?:red)?|plonk(?:ed)?(?: down)?|stump(?:ed)? up|pony up|ponied up|cark(?:ed)? out|pour|poured|plough(?:ed)?|plow(?:ed)?|leave|left|lose|lost|use up|used up|disburse|disbursed|expend|expended)';
const GIVING =
  '(?:spending|paying|giving|sending|transferring|wiring|handing|forking|shelling|laying|dishing|splashing|parting with|donating|contributing|blowing|burning|wasting|dropping|sinking|chucking|going through|getting through|pouring|settling)';
const BUY =
  '(?:buy|bought|purchase|purchased|order|ordered|shop|shopped|visit|visited|use|used|eat|eaten|ate|go|went|gone|been|stop by|stopped by|stop|stopped|pop in|popped in|call in|called in|dine|dined|frequent|frequented|ride|rode|ridden|fill up|filled up|book|booked|drink|drank|drunk|stock up|stocked up)';
const BUYING =
  '(?:buying|purchasing|ordering|shopping|visiting|using|eating|going|booking|stopping|dining|filling up)';
const TAKE =
  '(?:take home|takes home|took home|taken home|get|gets|got|gotten|getting|receive|receives|received|take|takes|took|taken|taking|charge|charges|charged|charging|bill|bills|billed|billing|cost|costs|costing|set|sets|setting|eat|eats|ate|eaten|eating|swallow|swallows|swallowed|collect|collected|invoice|invoiced|claim|claimed|debit|debited|consume|consumed|gobble|gobbled|absorb|absorbed|rush|rushed|sting|stung|fleece|fleeced|rinse|rinsed|bleed|bled|suck|sucks|sucked|drain|drains|drained|guzzle|guzzles|guzzled|chop|chops|chopped|nick|nicked)';
const MONEY =
  '(?: (?:(?:some|any|the|my|our|all|of|this|that|much|more|enough|your) )*(?:money|cash|funds|amounts?|sums?|anything|something|payments?|income|budget))?';
const PAID = '(?:paid|given|sent|handed|transferred|wired|settled|credited)';
const CHARGED = '(?:charged|billed|debited|invoiced|deducted|taken|withdrawn|spent)';
const KIND = `(?: (?:${NOUN}|costs?|spending|spend|expenses|shopping|shops?|runs?|trips?|stuff|money|charges?|fees?|places?))?`;
const SOLD =
  '(?:payments?|payouts?|purchases?|expenses?|expenditures?|transactions?|charges?|debits?|things?|items?|amounts?|transfers?|remittances?|contributions?|bills?|costs?|ones?|outlays?|entries|entry|bookings?|outgoings?)';
/** Words that say which part of a time is meant. */
const PART_OF_TIME =
  '(?:(?:morning|evening|night|afternoon|day|week|weekend|month|year|half|third|quarter|hour|weekday)s?|halves|first|second|last|next|other|rest|end|start|beginning|middle|early|late|later|same|whole|busiest|quietest|best|worst|previous)';
/** Nouns behind `how many`. */
const COUNTED = `${SOLD}|rides?|orders?|deliver(?:y|ies)|meals?|invoices?|donations?|sessions?|lessons?|shops?|runs?|fills?`;
const SIZE =
  '(?:single|individual|separate|different|distinct|various|actual|total|whole|entire|full|exact|overall|complete)';
const ALL =
  '(?:(?:all|each|every|any|some|of|the|my|our|those|these|this|that|single|individual|both) )*';
const MOST = `(?:most(?! recent)|worst|highest|largest|biggest|${MOST_WORDS}|top|peak)`;
const LEAST = `(?:least|lowest|smallest|fewest|${LEAST_WORDS})`;
const PERIODS = '(?:months?|weeks?|days?|years?|period|quarters?|calendar (?:month|year))';
const SEASONS =
  '(?:summer|winter|autumn|fall|spring|holidays|holiday season|festive season|festive period)';
const SHARE =
  '(?:percentage|percent|per cent|%|share|proportion|fraction|part|portion|slice|chunk)';
const OUTGOINGS =
  '(?:spending|spend|expenses?|outgoings?|costs|expenditures?|outlays?|budget|payments|purchases|bills)';

/**
 * One thing that is bought at a place: any noun, and no word that says which ones, how or how many.
 */
const THING =
  '(?!(?:never|not|nor|neither|no|none|some|any|all|again|another|same|other|others|off|next|last|first|second|third|planned|scheduled|failed|declined|pending|recurring|unpaid|overdue|refunded|reversed|cancelled|canceled|returned|net|gross|almost|nearly|share|half|part|quarter|his|her|their|my|our|unless|if|besides|card|cash|online|advance|instal?ments?|interest|person|head|mistake|double|single|free|tax|gift|extra|new|old|week|month|year|day|fortnight|weekday|weekend|morning|evening|noon|night|hour|regular|different|joint|refund|discount|fee|fine|tip|deposit|payment|few|couple|lot|until|till|before|after|since|while|when|without|except|excluding|including|only|just|really|usual|typical|normal|average)(?![^ ]))[a-z]{3,}(?: (?:visit|trip|run|ride|meal|shop|order|lunch|dinner|breakfast|session|lesson))?';

/** Words of a request before the question. */
const REQUEST =
  '(?:i|we|you|me|us|would|could|can|will|may|might|should|shall|do|please|kindly|just|be|am|very|so|really|also|grateful|thankful|glad|happy|pleased|obliged|curious|keen|able|possible|is|it|there|if|for|to|a|way|any|chance|that|know|tell|show|give|say|see|check|look|up|at|have|need|want|like|love|wish|hope|help|work(?= out)|out|find|let|figure|understand|learn|remind|trying|try|looking|wondering|wonder|asking|ask|hear|how about|calculate|compute|determine|confirm|provide|get|happen|mind|telling|showing|giving|checking|idea|clue|sense|need to know|care|explain|quickly|together|interested|knowing|seeing|going|got|hoping|sure|forgot|forgotten|remember|recall|think|thinking|this)';
const ASKED =
  '(?:how (?:much|many|often|big|large|high|frequently)|what|which|when|who|whom|where|whether)';
const NEEDED =
  '(?:tell|show|give|get|find|have|see|seeing|know|knowing|like|need|want|provide|check|calculate|compute|work out|share|send|run|grab|dig (?:out|up)|ping|confirm|verify|require|print|display|compute|fetch|pull up|look up|bring up|add up|total up|take|name|state|report|list)';

/** Words in `-ly` that say how much, how often, when, how or of whom. */
const NO_MANNER =
  'only|early|daily|weekly|monthly|yearly|quarterly|hourly|nightly|fortnightly|biweekly|bimonthly|hardly|barely|scarcely|nearly|partly|partially|mostly|mainly|chiefly|largely|primarily|roughly|approximately|possibly|separately|respectively|' +
  'equally|jointly|reply|family|supply|apply|rely|ally|belly|jelly|july|previously|formerly|recently|lately|newly|eventually|temporarily|initially|originally|usually|normally|typically|generally|ordinarily|regularly|occasionally|rarely|frequently|' +
  'repeatedly|anonymously|manually|automatically|solely|exclusively|locally|internationally|nationally|privately|publicly|professionally|personally|individually|collectively|physically|digitally|electronically|directly|indirectly|medically|domestically|' +
  'annually|constantly|continually|continuously|consecutively|successively|currently|presently|immediately|suddenly|finally|lastly|firstly|secondly|thirdly|mutually|evenly|unexpectedly|accidentally|mistakenly|wrongly|doubly|fly|butterfly|assembly|monopoly|anomaly|friendly|elderly|costly|lovely|lonely|likely|unlikely|weekday|exactly|precisely|really|actually';

/** The first of two matches of equal length. */
export const WORDS: readonly Row[] = [
  // Around a question.
  [
    '',
    `(?<=^)${REQUEST}(?:(?: ,)? ${REQUEST}){0,14}(?: ,)?(?= ${ASKED}(?![^ ]))`,
    `(?<=^)(?:(?:i|we|you|would|could|can|will|please|kindly|just|like|love|want|need|to|be|able|possible|is|it|for|if|grateful|glad|help|me|us|do) )*${NEEDED}(?: (?:me|us|up|out))*(?= (?:the|my|our|a|an|all|every|each|any|total|sum|what|how|which|when|who)(?![^ ])| [PCRST])`,
    '(?<=^.*)and (?:tell|give|show|say)(?: (?:me|us))?(?: what)?(?= (?:the|a|its|their|what|how|when|which)(?![^ ]))',
    '(?<=^)(?:(?:and|so|but|then|now|also)(?: |(?![^ ]))){1,3}',
    '(?<=[^ ] )then(?=$)|by way of(?= (?:a |the |my )?[PCR](?![^ ]))|(?:from |across |in )?(?:all|any|every) (?:sources?|payers)|(?:in )?(?:both|all|either|any) currenc(?:y|ies)',
    '(?<=P )(?:something|anything|(?:some |any )?money)(?=$| ,| [ST])|(?:between|among|amongst)(?= P(?: ,)? (?:and |or )?P)',
    'net(?= R (?:after|less|minus)(?![^ ]))|what (?:remains|stays|is left|was left)(?: over)? of(?= .*R.* (?:after|less|minus)(?![^ ]))',
    'is it(?= more i )|i(?= spend (?:at|on|in|with) (?:the |my )?[PC].* or )',
    'looking at(?= [ST](?![^ ]))|(?:in|during|over|for) (?:my|our|the) (?:first|last) (?:two|three|four|five|six|seven|eight|nine|\\d+) (?:months|weeks)(?: (?:with you|here))? ,(?= [ST](?![^ ]))',
    '(?:and )?please|pls|thanks|thank you|if you (?:could|can|would|please)|(?:what )?would you say|for a (?:moment|second|change)|you see|in your (?:view|records)|on your (?:records|books)|do you (?:think|reckon|suppose)|would you say',
    'the|of|is|was|were|are|there|exactly|really|actually|altogether|overall|so far|in fact|precisely',
    `(?:my|our|a|an|this|that|these|those|all)(?= (?:${SIZE} )?(?:[PCRASTBDU]|(?:month|week|dai|year)ly|average|avg|mean|${SOLD}|money|cash|spending|spend|income|earnings|bank|household|home|normal|usual|average|regular)(?![^ ]))`,
    '(?:in|on|at|for|with|as|of)(?= (?:(?:the|my|our|a|an|those|these|all|any|each|every|both|only|just) )*[PCS](?![^ ]))',
    'all(?: of)?(?= (?:my|our|the|those|these) )|that(?= (?:went|was|were|are|is|cost|came|have|had|has|exceed|exceeded)(?![^ ]))',
    '(?:something|anything|money|a payment)(?= (?:was|were|has been|is|has) )',
    `(?:(?:the|my|our|all|those|these|any|of) )*(?:dinners?|meals?|lunch(?:es)?|breakfasts?|trips?|rides?|visits?|evenings|nights|orders?|deliver(?:y|ies)|tickets?|fares?|bills?|invoices?|shops?|runs?)(?: out)? (?:in|at|from|with|to|on|for)(?= (?:the |my |a )?[PC](?![^ ]))`,
    'where (?:does|do|is)(?= (?:the |my |our )?A (?:stand|sit|at|now)(?![^ ]))|how (?:is|are)(?= (?:the |my |our )?A (?:doing|looking))',
    '(?:did|does|do|has|have)(?: (?:the|my|our|any|much|more))? (?:money|cash)(?= (?:go|gone|get|leave|left|went)(?![^ ]))',
    'when(?:ever)?(?= i (?:go|am|visit|shop|eat|buy|order|pay|use|pop) .*(?:average|usually|typically|normally)(?![^ ]))',
    '(?:is|was) it(?= (?:[a-z]+ ){0,2}[PCRST](?![^ ]))|(?:all|any|most)(?: of)? (?:the |my |our )?(?:money|cash)(?= (?:that|which|came|went|I|i|we)(?![^ ]))',
    '(?:in|on|at|during|with)(?=$| ,)|(?:on|at|with|to)(?= (?:in|as) (?:a|one|just) | [ST](?![^ ]))',
    `(?:do|did|does|have|has|had)(?= (?:${ADVERB} )*(?:${I}|[PCRAST]|the|my|our|it|they|he|she|that|this|those|these|more|less|most)(?![^ ]))`,
    '(?:do|does|did)(?= (?:a|an|the|my|our|one) (?:typical|normal|average|usual|ordinary|regular) (?:month|week|day|year)(?![^ ]))',
    '(?:was|were|is) it(?= (?:[a-z]+ )?B)|(?:it|they|that|those|these|this|he|she)(?= (?:was|were|is|are|did|does|do|has|have|had|come|came|cost|costs|all|add|adds|added)(?![^ ]))',
    '(?:for|by|of) (?:me|us|myself|ourselves|mine|ours)',
    '(?:only|just|alone|solely|exclusively|purely|simply)(?= (?:(?:in|on|at|for|during|from|to|with|the|my|our) )*[PCRASTBDU](?![^ ]))|(?<=[PCRASTBDU] )(?:only|alone)',
    'in (?:the end|reality|practice|truth|question|particular|general|full)|at all|by now|until now|up to now|up until now|over time|over the (?:years|whole time|entire time)|since i (?:have )?been (?:here|with you|a customer)|in my (?:life|time)|over the years|all this time|through it all',
    '(?:both|all|each) of (?:them|those|these|my|our|the)|of (?:them|these|those)(?=$| ,)',
    '(?:very|single)(?= (?:first|last|latest|best|most|biggest|largest|highest|smallest|lowest)(?![^ ]))',
    '(?:i|we) (?:mean|meant)(?=$| ,| [PCRST]| in| from| the)',
    '(?:the )?(?:name|kind|sort|type)s? of(?= (?:[PCR]|payee|shop|store|place)(?![^ ]))',
    // Words after a name that include everything with that name.
    `(?<=[PCR](?: [a-z]+){0,5} (?:, )?)(?:all|both|the)(?: (?:two|three|four|five))?(?: of (?:them|these|those))? (?:companies|payers|payees|shops|stores|places|firms|suppliers|providers|people|joints|spots|restaurants|caf[eé]s|pubs|bars|eateries|outlets|together)(?=$| ,| [ST])`,
    '(?<=[PC] .*, )(?:both|all)(?: (?:of )?the)? (?:joints|spots|restaurants|caf[eé]s|pubs|bars|eateries|outlets|shops|stores|places|suppliers)(?=$| ,)',
    '(?:what|how much) (?:was|is|were|did) (?:that|it|this|they)(?: (?:cost|come to|all))?(?: again)?|again(?=$| ,)',
    '(?:been )?(?:running|working out|coming out)(?: (?:at|to|me))?(?=$| ,| [ST])',
    '(?:as|if) (?:you|i|we) (?:can|could) (?:see|tell)|as a total|as a sum',
    '(?:and |but )?never mind (?:the |any |that )*(?:money back|money (?:that )?came back|refunds?|R)(?: (?:back|they gave))?',
    'both(?: of)?(?: (?:the|my|our))?(?= [CR](?![^ ]))|(?<=[PC] (?:.* )?)(?:of )?(?:both|all) (?:the )?(?:visits|bookings|trips|orders|times|purchases|payments)(?=$| ,| [ST]| together| combined| in total| taken)|(?:please )?tell (?:me )?both',
    '(?:(?:in|during|over|for) )?(?:this|the|last|my|our) (?:term|semester|trimester|season|school year|academic year|tax year|financial year|fiscal year)(?= ,? ?(?:so |that is |meaning |from |since |between |i mean )?[ST](?![^ ]))',
    'put(?= together (?:what|the|my|all))',
    '(?:and )?(?:what|which|that|whatever)(?= (?:the |my |our )?[PC](?: (?:and|or|,|the|my)| [PC]){0,6} (?:cost|costs|came|took|got|charged)(?![^ ]))',
    '(?:with )?everything (?:included|counted|in)(?=$| ,)|kind regards|regards|over and out|to be clear|for real|no cap|real quick|asap|in plain (?:words|figures)',
  ],
  // Words of feeling: `what did I foolishly spend`.
  ['', `(?<=(?:^| )(?:i|we) )(?!(?:${NO_MANNER})(?![^ ]))[a-z]{3,}ly(?= )`],
  // `bonus included`: a part of what is asked about, or one name more.
  [
    'incl',
    `(?:, )?(?:and )?(?:including|incl|inclusive of)(?: (?:the|my|our|any|all))* ${LIST}(?=$| ,| [ST](?![^ ]))`,
    `(?:with )?(?:(?:the|my|our|any) )?[PCR](?: (?:and|or|,) [PCR]){0,3}(?: ,)? (?:(?:is|are|was|were|being) )?included(?=$| ,| [ST](?![^ ]))`,
  ],
  [
    'ever timeaside',
    '(?:(?:and|also) )?(?:including|counting|with|up to and including) (?:the )?S(?: so far)?(?=$)',
  ],
  [
    'list',
    '(?:and )?(?:list|show|name|give)(?: me)? (?:it|them|those|these|each|them all|both|both of them|each of them)(?=$| ,)',
  ],
  [
    'ever',
    '(?:in|of|for|over) all (?:the )?time|since (?:always|day one|forever)|from day one|in my whole history',
  ],
  // Selects one of the months.
  [
    'by:month which',
    `of (?:all )?(?:the )?months(?= (?:.* )?(?:${MOST}|${LEAST})(?! (?:single )?${SOLD})(?![^ ]))`,
    `(?:(?:in|for) )?(?:the|a|which|what|name the|one) (?:one |single )?month(?: (?:of|in|during))?(?= (?:.* )?(?:${MOST}|${LEAST})(?! (?:single )?${SOLD})(?![^ ]))`,
  ],
  [
    '',
    '(?<=(?:shops?|stores?|places?|payees?|suppliers?|merchants?|who|where|people|compan(?:y|ies)) (?:.* )?)(?:from|at|to|with|on|in)(?=$| ,| [ST](?![^ ]))',
  ],
  // The time.
  [
    '',
    `(?:(?:in|over|during|for|within|throughout|through|across|of) )?(?:(?:the|those|these|all|whole|entire|full) )+(?:(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d+) )?${PERIODS}(?: (?:of|from|between|running|being|starting|covering|that is))?(?= ,? ?[ST](?![^ ]))`,
    `(?:(?:in|over|during|for) )?(?:the |this |last |past )*${SEASONS}(?=(?: ,)?(?: (?:by|that|i|meaning|so|namely|say|from|between|which|is|mean|months?|of|to|be|precise))*(?: ,)? [ST](?![^ ]))`,
    '(?:by (?:which|that) (?:i|we) mean|meaning|namely|say|so|to be precise|to be exact|that is(?: to say)?|i\\.?e\\.?|counting|specifically|i mean)(?= ,? ?(?:from |between |the )*[ST](?![^ ]))',
    '(?:taking|(?<=^|(?:,|you|i|we|please|just) )take|using|based on|considering|going by|if (?:you|i|we) take|over (?:all|the whole|the course|the space|the span)(?: of)?|in the (?:course|space|run)(?: of)?|all through|throughout)(?= (?:the )?[ST](?![^ ]))',
    'that is(?=$| ,)|to be precise|to be exact|specifically',
    'inclusive(?: of both)?|(?<=[ST] )included|both (?:days|months|dates|ends)? ?(?:included|inclusive)|(?:for |in )?the (?:whole|entire|full) (?:period|time|month|year|stretch)(?=$| ,)',
    '(?:here|looking|look|looked|going|thinking|back)(?: back)?(?: (?:at|over|to|about))(?= [ST] ,)',
    '(?:in|for|during|over|of|from)(?= (?:the |this |that )?S(?![^ ]))|(?:during|of)(?= T(?![^ ]))',
    'whole of(?= [ST])',
    '(?<=[ST] )(?:only|alone|itself|as a whole|in total|overall|altogether|together|combined)',
  ],
  // The direction.
  [
    'reversed',
    `(?:net of|after|less|minus|once|when|with|without|taking off|taking away|subtracting|deducting) (?:(?:the|any|all|my|a|that|their) )?(?:R|returns?|credits?|credit notes?|reversals?|refunds?|cancellations?|corrections?|adjustments?|chargebacks?)(?: (?:(?:is|was|are|were|has been|have been) )?(?:taken off|taken away|deducted|counted|subtracted|off|out|taken out|accounted for|back|(?:i|we) got(?: back)?|they gave(?: me)?))?(?=$| ,| [ST]| for| from| in)`,
  ],
  [
    'reversed out',
    'net (?:spend|spending|cost|costs|outlay|expense|expenditure|purchases)(?: (?:with|at|on|for|to))?',
  ],
  [
    'out',
    `(?:${DO} )?${I} ${BEFORE_VERB}(?:lend|lent|loan|loaned|tip|tipped|burn(?:ed|t)? through|rip(?:ped)? through|blast(?:ed)? through)${MONEY}(?: to)?(?= (?:the |my |our )?[PCST]| on| at| in| to| this| last| her| him| them|$)`,
    `(?:ate|eats?|swallows?|swallowed|devours?|devoured|took|takes|cost|costs) (?:up )?(?:the )?(?:most|more|less)(?= (?:of my |of our )?(?:money|cash|budget)(?![^ ]))`,
  ],
  [
    'out',
    '(?:go|goes|going|gone|went) (?:straight )?(?:out (?:of )?the (?:door|window)|down the (?:drain|pan|tubes|toilet))(?: on)?',
  ],
  ['in', '(?:come|comes|coming|came) (?:in )?(?:through )?the door|(?:my|our) way'],
  // `how much am I down at Ninewells`, `how much have I put into fuel`.
  [
    'sum out',
    `(?<=[PC](?: .*)? )(?:(?:how much|what) )?(?:am|are|was|were) ${I} (?:down|out of pocket|out|in the hole)(?=$| ,| [ST])`,
    `(?:(?:how much|what) )?(?:am|are|was|were) ${I} (?:down|out of pocket|out|in the hole)(?= (?:.* )?(?:on|at|to|for|with|by) (?:the |my |our )?[PC](?![^ ]))`,
  ],
  [
    'out',
    `(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}) )*put (?:into|in)(?= (?:the |my |our )?[PC](?![^ ]))`,
  ],
  [
    'topic:balance',
    'how (?:are|am) (?:we|i) (?:fixed|doing|placed|set|off|looking) (?:for|on|in|with)(?= (?:the |my |our )?A(?![^ ]))',
    'how (?:is|are)(?= (?:the |my |our )?A (?:holding up|coming (?:along|on)|getting on|shaping up)(?![^ ]))|(?<=how (?:is|are) (?:the |my |our )?A )(?:holding up|coming (?:along|on)|getting on|shaping up)',
  ],
  [
    'out bought',
    `(?<=(?:trip|ride|journey|flight|crossing|class|course) )(?:that )?${I} (?:have |had |ever )*(?:took|taken|made|had|did)(?= (?:with|at|to|on) (?:the |my )?[PC](?![^ ]))`,
    `${I} (?:have |had )?(?:ever )?(?:had|eaten)(?= (?:at|in) (?:the |my )?[PC](?![^ ]))`,
  ],
  [
    'in',
    `(?<=R(?: .*)? )(?:that )?${I} (?:have |had )?(?:had|got|received|drew)(?= from (?:the |my )?P(?![^ ]))`,
  ],
  // `who gets the biggest slice of my stock money`.
  [
    'most',
    `(?:the )?(?:${MOST_WORDS}|lion's|best) (?:slice|chunk|share|cut|portion|bite|part|amount|bit|wedge)(?: out)? of (?:my|our|the)(?= (?:[PC]|money|cash|budget|spending)(?![^ ]))`,
  ],
  [
    'out',
    `(?:that )?(?:did |have )?you (?:have )?(?:charged?|billed?|taken|debited) ${ME}(?= (?:.* )?(?:in|for|as|on) (?:the |my )?[PC](?![^ ]))`,
  ],
  // `what am I at for coffee`.
  [
    'sum out',
    `(?:(?:what|how much) )?(?:(?:am|are|is) )?${I} (?:at|up to) (?:for|on|with)(?= (?:the |my |our )?[PC](?![^ ]))`,
  ],
  // `Kruidenier Bos against Versplein, what did each get`.
  [
    'out apart',
    `(?:did|does|do|has|have|had) each(?: (?:one|of (?:them|the (?:two|three|four))))? (?:get|got|receive|received|take|took|taken|cost|charge|charged|have|had)(?: ${ME})?(?: ${OF_ME})?`,
  ],
  // `The power company: how much did they get from me`, of a payee that is named before.
  [
    'out',
    `(?<=P(?: .*)? )(?:did|does|do|has|have|had) (?:he|she|they|it|both|the two)(?: (?:ever|already|really))? (?:get|got|had|have|receive|received|take|took|taken|cost|charge|charged)(?: ${ME})?(?: ${OF_ME})?`,
  ],
  [
    'in',
    `(?<=P(?: .*)? )(?:did|does|do|has|have|had) (?:he|she|they|it|both|the two)(?: (?:ever|already|really))? (?:pay|paid|give|given|gave|send|sent|cough|coughed|bring|brought)(?: (?:up|in|over))?(?: ${ME}| to ${ME})?`,
  ],
  ['', '(?<=P , (?:.* )?)(?:to|with|at|on) (?:him|her|them|it)(?=$| ,| [ST])'],
  [
    'by:party top out',
    `which (?:${COUNT}) (?:payees|shops|stores|places|suppliers|merchants|vendors|people|companies)(?: (?:have |has )?(?:got|get|took|take|received|receive|cost|had|were paid))?`,
  ],
  ['out', '(?:that )?(?:left|went) for(?= (?:the |my |our )?[PC](?![^ ]))'],
  ['ever', '(?:from )?start to finish|the lot(?: of (?:it|them))?(?=$| ,)|all of it(?=$| ,)'],
  ['sum out', '(?:the |my |our )?(?:total|sum)(?: money)?(?: going)? out(?! of(?![^ ]))'],
  ['out account', '(?:that |which )?left (?:the |my |our )?A'],
  [
    'out bought',
    `${I} (?:was|were|am|have been) (?:in|at)(?= (?:the |my )?P(?![^ ]))`,
    `it (?:was|is|were) (?:bought|paid|ordered|purchased|booked|paid for)`,
  ],
  [
    'latest when out bought',
    `when ${I} (?:was|were) (?:the )?last(?: time)?(?= (?:at|in|with|on) )`,
    `when (?:was|were) ${I} (?:the )?last(?: time)?(?= (?:at|in|with|on) )`,
  ],
  [
    'in',
    `(?:did|do|does|have|has) (?:they|both|the two|each|all|the pair|the three)(?: of them)? (?:pay|paid|give|gave|send|sent|bring in|brought in|contribute|contributed)(?: ${ME})?(?: in)?`,
    `(?<=R (?:.* )?)(?:land|landed|arrive|arrived|come through|came through|clear|cleared|show up|drop)(?: (?:in|into) (?:the|my|our) account)?`,
    `(?<=[PRU] )receipts?(?=$| ,| [STU])`,
    `(?:what|which|the money|money) ${LIST} (?:pays?|paid|gave|gives?|sent|sends?) (?:in|${ME})`,
  ],
  [
    'saved',
    `(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:have|had|${ADVERB}|${MUST}) )*(?:send|sent|put|move|moved|pay|paid|save|saved|transfer|transferred|add|added|set|stash|stashed|squirrel|squirreled|lay|laid|tuck|tucked)(?: (?:money|cash|some|anything|something))?(?: (?:by|aside|away|up|over|across))? (?:to|into|in|onto|for|towards|on) (?:the |my |our )?A`,
    `(?:went|goes|go|gone|going|moved|put by|put aside|put away|set aside|saved|transferred)(?: (?:over|across))? (?:to|into|in|onto|for|towards) (?:the |my |our )?A`,
  ],
  [
    'saved pair',
    `(?:(?:money|cash|(?:(?:${DO}|${ADVERB}) )*${I}|was|were|has been|have been) )*(?:moved|moves?|went|goes|go|gone|transferred|transfer|sent|send|shifted|shift|transfers?|took|take|taken)(?: (?:money|cash|over|across|anything))? from (?:the |my |our )?A (?:in)?to (?:the |my |our )?A`,
    `transfers? from (?:the |my |our )?A (?:in)?to (?:the |my |our )?A`,
  ],
  [
    'out',
    `${SAYS}(?:(?:${DO}|${ADVERB}) )*${I} ${BEFORE_VERB}(?:${GIVE}${PARTICLE}|(?:${BE} )(?:${ADVERB} )*${GIVING}${PARTICLE}|${MUST} ${GIVING}${PARTICLE})${MONEY}`,
    `${BE} ${I} (?:${ADVERB} )*(?:been )?${GIVING}${PARTICLE}${MONEY}`,
    `${I} (?:have|had|has) (?:${ADVERB} )*been (?:${ADVERB} )*${GIVING}${PARTICLE}${MONEY}`,
    `${SAYS}${BE} ${I} (?:been )?${CHARGED}`,
    `${SAYS}(?:have |had )?${I} (?:${BE} |have been |had been )${CHARGED}`,
    `(?:(?:${DO}|${ADVERB}) )*${LIST}${KIND} (?:(?:${DO}|${ADVERB}|${MUST}) )*(?:is |was |are |were |been |be )?${TAKE}(?: (?:up|in))?(?: (?:${ME}|(?:(?:most|much|more|all|some|a lot) )?(?:of )?(?:my|our) (?:money|cash|budget|income)))?(?: back)?${MONEY}(?: ${OF_ME})?(?! for me)`,
    `${BE} ${LIST} (?:${ADVERB} )*${PAID}(?: by ${ME}| by myself)?`,
    `(?:(?:${DO}|${ADVERB}) )*${LIST} (?:(?:${DO}|${ADVERB}) )*(?:been|was|were|get|got|gotten|being) (?:${ADVERB} )*${PAID}(?: by ${ME}| by myself)?`,
    `(?:was|were|is|are|has been|have been|had been|been|being|gets?|got) (?:${ADVERB} )*(?:${CHARGED}|eaten|swallowed|used|consumed|handed|transferred|wired|paid|sent|given|laid|splashed|blown|forked|gone|shelled)${PARTICLE}(?: by| on| to)?(?: ${ME}| myself)?(?! in(?![^ ]))(?! (?:to |into )?(?:me|us)(?![^ ]))`,
    '(?:money|cash|funds|dollars|euros|pounds)(?= (?:that )?(?:went|goes|going|gone|left|leaving|spent|paid|sent|given|has gone|was spent|is going|was paid)(?![^ ]))',
    '(?:went|goes|go|gone|going|left|leaving|leave|disappeared|flowed|flown|flow|flew|vanished)(?: (?:out|away))?(?: (?:of|from))?(?: (?:the |my |our |this |these )?(?:accounts?|bank|pocket|purse|wallet|books|business|company|household)(?! [A]))?(?: (?:to|on|into|for|towards|through))?(?! in(?![^ ]))',
    `(?<!(?:^| )costs? )${OF_ME}(?: to)?`,
    '(?:any )?other (?:spending|expenses|payments|outgoings|costs)(?= than )',
    'cost|costs|costing|outgoings?|outlays?|overheads|expenses?|expenditures?',
    '(?<!(?:did|does|do|has|have|had|will|would) (?:(?:the|my|our) )*P(?: [a-z]+){0,2} )(?:spending|spend|spent)',
  ],
  [
    'out bought',
    `${SAYS}(?:(?:${DO}|${ADVERB}) )*${I} ${BEFORE_VERB}(?:${BUY}|(?:${BE} )(?:${ADVERB} )*${BUYING})(?: (?:something|anything|things|stuff|food|back))?(?= (?:to|at|from|in|with|on|by|the|my|a|an|some|any|for|there|out|[PCST]|,)(?![^ ])|$)(?! (?:me|us|in)(?![^ ]))`,
    `${I} (?:${ADVERB} )*C(?=$| )`,
    `${BE} ${I} (?:${ADVERB} )*(?:been )?${BUYING}(?: (?:something|anything|things))?`,
    `(?:gets?|got|was|were|is|are|been) (?:${ADVERB} )*(?:bought|purchased|ordered|visited|booked)`,
    'bought|purchased|ordered',
  ],
  [
    'latest out bought',
    `${SAYS}(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}|${MUST}) )*(?:last|most recently) ${BEFORE_VERB}(?:${GIVE}${PARTICLE}|${BUY})${MONEY}`,
    `${SAYS}(?:was|were) ${I} last(?= (?:at|in|with|to) )|${SAYS}${I} (?:was|were) last(?= (?:at|in|with|to) )`,
    `(?:did|does|do|has|have|had) ${LIST} (?:last|most recently) ${TAKE}(?: ${ME})?${MONEY}(?: ${OF_ME})?`,
  ],
  [
    'first out bought',
    `${SAYS}(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}|${MUST}) )*(?:first|originally) ${BEFORE_VERB}(?:${GIVE}${PARTICLE}|${BUY})${MONEY}`,
    `${SAYS}(?:was|were) ${I} first(?= (?:at|in|with|to) )`,
  ],
  [
    'first out',
    `${SAYS}(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}) )*(?:start|started|begin|began|begun)(?: to)? (?:${GIVE}|${GIVING}|${BUY}|${BUYING})${MONEY}`,
  ],
  [
    'in',
    `${SAYS}(?:(?:${DO}|${ADVERB}) )*${I} ${BEFORE_VERB}(?:receive|received|earn|earned|take in|took in|taken in|bring in|brought in|get paid|got paid)${MONEY}`,
    `(?:${BE}|have|had) ${I} (?:${ADVERB} )*(?:been )?(?:receiving|earning|getting paid|paid|given|sent|credited)`,
    `${I} (?:${BE}|have been|had been|get|got) (?:${ADVERB} )*(?:receiving|earning|getting paid|paid|given|sent|credited)`,
    `(?:(?:do|did|does|have|has|had|would|${ADVERB}) )*${PAYER} (?:(?:do|did|does|have|has|had|${ADVERB}) )*(?:pay|pays|paid|give|gave|given|send|sent|transfer|transferred|wire|wired|bring in|brought in|bring|brought|deposit|deposited|credit|credited|contribute|contributed|earn|earned)(?: (?:over|in|out|across))?(?: ${ME}| to ${ME}| for ${ME}| into my account)`,
    `(?:pay|paid|give|gave|given|send|sent|transferred|credited|brought|bring)(?: (?:over|in))? (?:to |for )?${ME}`,
    '(?:to|into) (?:me|us|(?:my|our|the) accounts?)(?! A)',
    '(?:came|come|comes|coming|flowed|flow|arrived?|landed|rolled|poured)(?: (?:in|into|through))?(?: (?:to |into |in )?(?:the|my|our) (?:accounts?|bank|till|books))(?! A)',
    '(?:came|come|comes|coming|flowed|rolled|poured) in',
    '(?:(?:has|have) )?entered(?: (?:(?:in|into|to|on) )?(?:the |my |our )?(?:accounts?|bank))?(?= (?:from|in|since|during|as) | [RST]|$| ,)',
    '(?:came|come|comes|coming|flowed|arrived|landed|received)(?: in)? (?:into|in|on|to|through)(?= (?:the |my |our )?A(?![^ ]))',
    '(?:any )?other (?:income|earnings|deposits?)(?= than )',
    '(?:money|cash)(?= (?:that |which )?(?:came|come|comes|coming|received|earned|enter|entered|enters)(?![^ ]))',
    'income|earnings|earned|received|inflows?|takings|revenues?|turnover|deposited|credited',
    `(?:do|did|have|had) (?:(?:all|our|my|the) )*(?:people|everyone|everybody) (?:pay|paid) ${ME}`,
  ],
  // The figure.
  [
    'sum much',
    '(?:how much|what) (?:is|was|were|are) (?:it|that|this|they)(?: (?:in (?:all|total)|altogether|overall))?|what (?:sort|kind|level) of (?:money|sum|amount)s?|how much|what (?:amount|sum)(?: of money)?|how (?:expensive|costly|dear|pricey|big|large|high|heavy|steep|hefty|bad|painful)',
  ],
  [
    'sum',
    `(?:(?:the|a|my|our|in|as|one|grand|single|combined|overall|full|final|complete|total|aggregate|cumulative) )*(?:totals?|aggregate|sums?|amounts?|figure|tally|damage|sum total)(?: (?:of|for|on|to|at|that|which))?`,
    '(?<=(?:total|sum|amount) )and(?= (?:the )?(?:number|count)(?![^ ]))',
    '(?<=number )and (?:the )?(?:total|sum|amount)|(?:and )?what (?:do|did) (?:they|it|those|these|that) (?:come|add up|amount|cost)(?: to)?(?: (?:in total|altogether|together))?',
    'add(?:ed|ing)?(?: (?:up|together|them|it|all|everything))*|(?:add|adds|added|come|comes|came|amount|amounts|amounted|work|works|worked|total|totals|totalled)(?: (?:up|out|in))? (?:to|at)',
    'combine|combining|summing|totalling|(?:all )?(?:lumped|lumping)|total|tot up|sum up|altogether|all together|all up|in total|(?:all )?lumped together|taken together|put together|put|combined|one (?:number|total|figure|sum)',
  ],
  [
    'count',
    'number(?= and (?:the )?(?:total|sum|amount)(?![^ ]))|(?<=(?:total|sum|amount) and )(?:the )?number(?![^ ])',
    `(?:how many|(?:the |a )?(?:number|count|tally)(?: of)?)(?: (?:of|the|my|our|(?!(?:different|distinct|various) [A-Z])${SIZE}))*(?: (?:times|occasions|visits|trips|goes|${COUNTED}))?`,
    'how (?:often|frequently|regularly)',
    '(?<!(?:the|all|of) )times|occasions|visits(?= (?:did|have|were|to|i|at)(?![^ ]))',
  ],
  [
    'avg',
    '(?:on )?(?:an? |the |my |our )?(?:average|avg|mean)(?: (?:cost|amount|price|size|spend|bill|payment|figure|value)(?: (?:value|amount|size))?)?(?: of)?|(?:in|at) (?:the |an )?average|averag(?:es|ed|ing)|typical(?:ly)?|usual(?:ly)?|normal(?:ly)?|generally|as a rule|on the whole|mostly|ordinarily|(?:my|our|the) (?:usual|typical|normal)',
  ],
  [
    'avg perpayment',
    `(?:(?:on|in|for|with) )?(?:an?|the|my|our|one) (?:average|typical|normal|usual|ordinary|regular) (?:${NOUN}|trip|shop|run|journey|meal|lunch|go|basket)(?: (?:to|at|from|with|in|by))?`,
  ],
  [
    'perpayment each',
    '(?<=(?:cost|price|average|avg) (?:of|for) )(?:a|an|one|each) (?:single )?(?:visit|trip|ride|order|meal|shop|run|journey|session|lesson|fill-?up|go)(?=$| ,| [ST]| to| at| with| from| in)',
    `(?:a|an|one|each|every) (?:visit|trip|ride|order|meal|shop|run|journey|session|lesson|fill-?up)(?: (?:to|at|from|with|in|by))?(?= (?:.* )?costs?(?![^ ]))`,
    `(?:per|for each|for every) (?:single )?(?:payment|purchase|visit|ride|bill|transaction|order|meal|trip|fare|fill-?up|ticket|delivery|invoice|session|lesson|donation|shop|run|journey|recharge|refill|load|top-?up)(?: (?:to|at|from|with|in|by))?`,
  ],
  ['avg', '(?:an? |the |my |our )?(?:average|avg|mean)(?= [PC] (?:price|cost|spend|bill)(?![^ ]))'],
  ['noun', '(?<=(?:average|avg|mean) [PC] )(?:price|cost|spend)(?=$| ,| [ST]| at| in)'],
  ['sum much', '(?<=(?:what|was|is|for) (?:the |its |their )?)(?:price|prices)(?=$| ,)'],
  ['perpayment', '(?:each|every|per|at a|a) (?:time|go)|a pop'],
  ...['month', 'week', 'day', 'year'].map(
    (unit): Row => [
      `avg unit:${unit}`,
      `(?:(?:in|for|on|over) )?(?:an?|the|my|our) (?:average|typical|normal|usual|ordinary|regular) ${unit}(?:'s)?(?: (?:of|for|on|in))?`,
    ],
  ),
  // The payments.
  ['noun', `${ALL}(?:${SIZE} )*${SOLD}(?: (?:made|done))?(?: (?:of|to|at|with|for|in|on))?`],
  ['paidfor', 'for(?=$| ,| [ST](?![^ ]))'],
  ['names', `(?:from|by|with|at) ${LIST}(?=(?: .*)? (?:cost|costs|come to|amount)(?![^ ]))`],
  ['noun', '(?:made|done|taken place|happened|occurred|went through|incurred)'],
  ['apart', '(?:how much |and how much )?each(?=$| ,| [ST])|for each'],
  [
    'list',
    `(?:which|what)(?: of (?:my|our|the))?(?: ${SIZE})* (?:payments?|purchases?|transactions?|expenses?|charges?|transfers?|bills?)`,
    `(?:(?:show|list|itemi[sz]e|display|print|see|enumerate|give)(?: (?:me|us))? )?(?:a |the )?(?:list of |overview of |rundown of )?(?:all|every|each)(?: (?:of|the|my|our|those|these|one|single|individual))* (?:payments?|purchases?|transactions?|charges?|transfers?|ones?)`,
    `what (?:are|were) (?:all )?(?:of )?(?:the|my|our)(?: ${SIZE})* (?:payments|purchases|transactions|charges|transfers|expenses)(?: (?:that|which))?`,
    `(?:show|list|itemi[sz]e|display|print|enumerate)(?: (?:me|us))?|(?:a |the )?(?:list|listing|rundown|run-down|low-?down|overview)(?: (?:of|on))?`,
    'every time|each time(?= i )',
    '(?:all (?:of )?)?(?:the )?times(?= i )|each and every (?:payment|purchase|transaction)|payment by payment|one after (?:the other|another)',
    '(?:every|each) (?:single )?(?:payment|purchase|transaction|transfer|charge)(?=$| ,| [ST]| to| at| from| i| that| over| [PC])',
    '(?:one by one|individually|in detail|with (?:the |their )?(?:dates?|amounts?|days?)(?: and (?:the |their )?(?:amounts?|dates?))?|separately|line by line)',
    '(?:were|was|are|is) there (?:any|some|a)',
  ],
  [
    '',
    '(?<=(?:payments?|purchases?|transactions?|times|how many|charges?|transfers?|visits?) )(?:(?:do|did|have|had) (?:i|we) (?:have|had|got|make|made|do|done|take|taken)|(?:that |which )?(?:i|we) (?:have |had )?(?:made|did|done|took|have|had|had to make)|(?:were|was|are|is|have been|has been) (?:there|made|done))(?: (?:with|to|at))?',
  ],
  [
    'when',
    'and (?:its|the|their) (?:exact )?(?:date|day)(?=$| ,)|(?:and )?(?:on )?(?:what|which) (?:exact )?(?:dates?|days?)|(?:and )?when(?: exactly)?|(?:on )?(?:the )?(?:exact )?(?:dates?|day)(?: (?:of|on which|when|that))?|how long ago|how long (?:is|has) it(?: been)?(?: since)?',
  ],
  [
    'latest',
    '(?:the |my |our )?(?:last|latest|most recent|newest|most recently)(?: time)?(?: (?:that|when))?(?! (?:few|couple|several|\\d|two|three|four|five|six|seven|eight|nine|ten))',
  ],
  [
    'first',
    '(?:for )?(?:the |my |our )?(?:very )?(?:first|earliest|oldest)(?: ever)?(?: time)?(?: (?:that|when))?(?! (?:few|couple|several|\\d|two|three|four|five|six|seven|eight|nine|ten|of all))|since when|originally',
  ],
  // Order and groups.
  [
    'rank',
    `(?:the |my |our )?(?:(?:${COUNT}|${ORDINAL}) )?(?:${MOST_WORDS}|${LEAST_WORDS})(?: ever)?(?: single)? (?:trip|visit|ride|shop|run|order|meal|bill|purchase|journey|go|stop|round|receipt|charge|payment|fill-?up)s?(?: ever)?(?: (?:to|at|with|from|in|on|for))?(?= (?:the |my |our )?[PC](?![^ ])| (?:that )?${I} (?:ever )?(?:took|had|made)(?![^ ]))`,
  ],
  [
    'rank',
    `(?:at (?:its|their) |the |my |our )?(?:(?:${COUNT}|${ORDINAL}) )?(?:${MOST_WORDS}|${LEAST_WORDS})(?: ever)?(?: single)?(?: (?:${COUNT}))?(?: (?:amount|sum|figure|single|one|of|of all|meal out|meal))*`,
  ],
  [
    'rank',
    `(?:which|what) (?:${COUNT}) ${SOLD}(?= (?:.* )?(?:${MOST_WORDS}|${LEAST_WORDS})(?![^ ]))`,
  ],
  [
    'single',
    '(?:in|at|for|as|on) (?:one|a) (?:single )?(?:go|time|payment|purchase|transaction|order|swipe|sitting|hit|swoop|shot|fell swoop)|(?:in|at|for|on) (?:one|a single|any one) (?:visit|trip|shop|run|journey)(?: (?:to|at|with|in)(?! (?:one|a|any) ))?|at once|in (?:just )?one(?! (?:day|week|month|year|shop|store|place)(?![^ ]))|all at once',
  ],
  [
    'most',
    '(?:the )?(?:very )?(?:most|top|best|peak|peaked|maximum|max|number one)(?: (?:of all|amount|money|of (?:my|our|the) (?:money|cash)))?',
    '(?:the )?worst (?:for|on|in|of)(?= (?:the |my |our )?C(?![^ ]))|(?<=C(?: .*)? )(?:at (?:its|their) |the )?worst(?=$| ,| [ST])',
  ],
  ['least', '(?:the )?(?:very )?(?:least|minimum|min)(?: (?:of all|amount|money))?'],
  [
    'by:month which',
    `(?:of all )?(?:(?:in|during|of|for) )?(?:(?:which|what|the|a|one|all|any) )*(?:calendar )?months?(?: (?:of|in|with|when|where|did|had|was|for|that|which|has))*(?= (?:.* )?(?:${MOST}|${LEAST})(?![^ ]))`,
  ],
  [
    'by:month which',
    `(?<=(?:${MOST}|${LEAST})(?: .*)? )(?:(?:in|during|for|by) )?(?:(?:which|what|the|a|one|single|any) )*months?(?: (?:was|is|were|that))?`,
  ],
  [
    'by:party break',
    '(?:(?:to|at|for|of|from) )?(?:each|every) (?:payee|shop|store|place|merchant|supplier|vendor|charity|company|person|recipient|one of them)',
  ],
  [
    'by:month break',
    '(?:in |for |of )?(?:each|every) (?:one of the |single |calendar )?months?|per calendar month|(?:month(?:ly)?) (?:totals?|figures?|amounts?)',
  ],
  ['break', 'break(?:ing|s)?|broken|divided|divide|split|splitting'],
  ['', '(?<=(?:break|broken|split|divide|divided)(?: .*)? )(?:down|up|out)'],
  [
    'by:party which',
    `(?:(?:to|at|from|in|with|by|of all the) )?(?:(?:which|what) )(?:${COUNT} )?(?:(?:one|single|my|of my|of the) )?(?:shops?|stores?|supermarkets?|places?|payees?|merchants?|suppliers?|vendors?|compan(?:y|ies)|business(?:es)?|retailers?|people|person|grocers?|grocery (?:shops?|stores?))`,
  ],
  [
    'which',
    '(?:in |on |at |for |of )?(?:which|where|who)(?: one)?(?: of (?:the|these|those) (?:two|pair|both|three))?|out of the (?:two|three)',
  ],
  // Side by side.
  [
    'cmp out',
    '(?:more|less) of (?:my|our) (?:money|cash)(?: (?:go|went|gone|goes))?(?: (?:to|on))?',
  ],
  [
    'cmp',
    '(?:the |a |any )?(?:differences?|gap|comparison)(?: (?:in|of|for|between|with))?|compar(?:e|es|ed|ing)(?: (?:with|to|against))?|in comparison(?: (?:with|to))?|(?:next to|against|beside) each other|side by side|relative to|as against|(?:set |put )?against|opposed to',
  ],
  [
    'cmp',
    '(?:with|to|against) (?:those|that|the ones?|it|what)(?: (?:of|in|for|from|was|were|i (?:spent|paid)))*(?= (?:in |for |of )?[ST](?![^ ]))',
  ],
  [
    'cmp',
    '(?:how much |any |much |a lot )?(?:more|less|higher|lower|dearer|cheaper|bigger|smaller|larger|pricier|greater|fewer)(?: (?:expensive|money|of (?:my|our) (?:money|cash)|costly))?(?: (?:on|at|in|for|to|from|with))?',
  ],
  [
    'cmp',
    '(?:get|got|gotten|become|became|grow|grown|grew) (?:more expensive|dearer|pricier|cheaper|less expensive|costlier)(?: for (?:me|us))?',
  ],
  [
    'cmp than',
    '(?<=(?:more|less|higher|lower|dearer|cheaper|bigger|smaller|larger|pricier|greater)(?: .*)? )than(?: (?:i|we|it|they|that|those|did|do|was|were|spent|paid|spend|pay|have|had|what|is|are|on|at|in|for|to|with|from|the|my|our))*(?= [PCRST](?![^ ]))',
  ],
  [
    '',
    'how (?:do|did|does|has|have)(?= .*(?:compare|change|changed|differ|move|moved|go up|go down)(?![^ ]))',
  ],
  [
    'change',
    '(?:did |does |has |have )?(?:(?:go|gone|went|going)(?= (?:up|down|higher|lower)(?![^ ]))|grow|grown|grew|rise|risen|rose|fall|fallen|fell|drop|dropped|increase|increased|decrease|decreased|shrink|shrunk|climb|climbed|jump|jumped|change|changed)(?: (?:up|down|higher|lower))?(?= (?:between|from|since|in|[ST])(?![^ ]))',
  ],
  [
    'change',
    '(?<=[CR] )(?:growth|increase|change|rise|drop|fall)(?= (?:from|between|in|over|since|[ST])(?![^ ]))',
  ],
  ['', 'between(?= (?:the |my )*[PCST](?: ,)? (?:and|or) (?:the |my )*[PCST](?![^ ]))'],
  [
    'share:spending',
    `(?:(?:what|which|the|an?|as|in|how many|of|how (?:big|large)|big|large|is|overall|exact) )*${SHARE}(?: (?:of|did|do|have))?(?= (?:(?:my|our|the|all|total|overall|whole|entire|what|everything|that|S|T|U|in|for|of|household|monthly) )*(?:${OUTGOINGS}|${I} (?:have |had |ever )?spen[dt])(?![^ ]))`,
    `(?<=how much of (?:.* )?(?:${OUTGOINGS}|spent)(?: .*)? )(?:as a |in |in terms of )?(?:percentage|percent|per cent|%)(?: (?:wise|terms))?`,
  ],
  [
    '',
    '(?:come|came|was|were|hit|reach|reached)(?= (?:the )?(?:highest|lowest|dearest|cheapest|biggest|smallest)(?:$| ,| [ST]))(?<=(?:which|what) .*)',
  ],
  [
    'by:party which names often out',
    '(?:which|what) (?:is|was) (?:the |my |our )?most (?:frequent|visited|used|frequented) C(?: (?:places?|shops?|stores?|spots?))?(?: for (?:me|us))?',
  ],
  [
    '',
    '(?<=(?:dai|week|month|year)ly )(?:hit|damage|outlay|bite)(?=$| ,| [ST]| for| on| to| at| in)',
  ],
  [
    'list',
    '(?<=P , )any (?:invoices|bills|payments|purchases|charges|orders|receipts)(?=$| ,| [ST])',
  ],
  ['in', '(?<=P )(?:sales|takings|revenues?|wages|pay)(?=$| ,| [ST]| for [ST])'],
  [
    '',
    'how (?:is|are|was|were)(?= (?:(?:my|our|the) )?[RC] (?:tracking|looking|comparing|shaping up|holding up|going)(?![^ ]))|(?<=how (?:is|are|was|were) (?:(?:my|our|the) )?[RC] )(?:tracking|looking|comparing|shaping up|holding up|going)(?= (?:, )?(?:.* )?[ST] (?:vs|versus|against|compared to|compared with|or) )',
  ],
  [
    'often out bought',
    '(?:(?:is|are|was|were|gets?|got) )?visited (?:the )?(?:more|most)(?: (?:often|frequently))?(?=$| ,| [ST])',
    '(?:sees?|saw|has seen) (?:me|us) (?:the )?(?:more|most)(?: (?:often|frequently|regularly))?(?=$| ,| [ST])',
  ],
  [
    'sum much',
    'how (?:much|big) (?:of )?an? (?:hit|dent|blow|bite|hole|chunk)(?: (?:was|is|were|did))?(?= (?:the |my |our )?[PC](?![^ ]))',
  ],
  [
    'in',
    '(?<=R )(?:in(?=$| ,| [ST]| so far)|paid(?: out)?(?: to (?:me|us))?(?=$| ,| [ST]| in| since))',
  ],
  [
    '',
    '(?<=^(?:please )?(?:exclude|excluding|ignore|leave|omit|skip) .*)and (?:give|show|tell|list)(?: (?:me|us))?(?= (?:my|our|[ST])(?![^ ]))',
  ],
  [
    'all',
    '(?:everything|all|anything)(?: (?:that|which) (?:is|was|has))? (?:to do with|related to|relating to|concerning|connected (?:with|to)|associated with)(?= (?:the |my |our )?[PC](?![^ ]))',
  ],
  [
    '',
    '(?:show|give|open|tell|list|get)(?: (?:me|us))?(?= (?:(?:the|my|our) )?(?:S )?(?:last|latest|most recent|first) (?:transaction|payment|purchase|charge)(?![^ ]))',
    '(?<=^.{0,40})(?:(?:take|have) a look at|look at|(?:get|have) access to|access|perform a search for)(?= (?:the|my|our|a)(?![^ ]))',
    '(?<=(?:transactions|payments|purchases|spending|expenses|charges) )(?:related to|relating to|connected (?:with|to)|to do with|having to do with)(?= (?:the |my |our )?[PC](?![^ ]))',
    '(?:current|exact|present)(?= (?:A|balance|bank)(?![^ ]))',
  ],
  [
    'out',
    '(?:my|our|the) (?:spending|expenditures?|spend) history|(?:have |had )(?:my|our|the) (?:expenditures|expenses|outgoings|costs|payments) been(?= (?:at|on|with|to|for) )',
  ],
  // `How long is it since I last filled up`, `days since the last bill`.
  [
    'gap:since',
    '(?:how (?:many (?:days|weeks)|long)|(?:the )?(?:number of )?days)(?: (?:is it|has it|it is|it has|has|is|was it|ago|have|passed|gone|been|by|now|exactly|already|did|pass|elapsed|that))* (?:since|ago|from)(?= (?:.* )?(?:last|latest|most recent|paid|was|were|i|we|did)(?![^ ]))',
    '(?:it (?:is|has) )?(?:been )?(?:a while|ages|some time|a long time|quite a while) since(?= .* how (?:long|many days))',
  ],
  [
    '',
    '(?<=(?:a while|ages|time) since .*)(?:, )?(?:how (?:long|many days))(?: (?:exactly|is it|has it been|ago|was it))*(?=$| ,)',
  ],
  // `Has my salary come in yet`: whatever it does on arriving.
  [
    'in',
    `(?<=R(?: .*)? )(?:(?:has|have|been|is|are|was|were|did|already|yet|safely|finally) )*(?:land|landed|arrived?|come through|came through|come in|came in|come|came|gone in|go in|went in|clear|cleared|show(?:n|ed)? up|drop|dropped|hit|post|posted|credit|credited|paid in|turned up|turn up|in already|already in|in)(?: (?:(?:in|into|to) )?(?:the|my|our) (?:account|bank))?(?: (?:already|yet))?(?=$| ,| [ST]| for [ST]| for (?:the |this )?[ST])`,
    `(?:has|have|is|are|did|whether)(?= (?:(?:my|the|our) )?R (?:.* )?(?:land|landed|arrived?|come|came|gone|go|clear|cleared|show|shown|drop|dropped|hit|post|posted|credited|in)(?![^ ]))`,
  ],
  // `once the refund came off`, `with what they paid back taken off`.
  [
    'reversed',
    `(?:net of|after|less|minus|once|when|with|without|counting|considering|allowing for|taking off|knocking off) (?:(?:the|any|all|my|a|that|their) )?(?:R|returns?|refunds?|money back|money (?:that )?${I} (?:got|had|received) back|what(?:ever)? (?:${I} (?:got|had|received)|they|it|he|she|was|came|has been|got)(?: (?:gave|paid|sent|returned|refunded|credited|reversed|back))*(?: (?:me|us))?(?: back)?)(?: ,)?(?: (?:(?:is|was|are|were|has been|have been|has|have|had|being) )?(?:taken (?:off|away|out|into account)|knocked off|deducted|subtracted|counted|come off|came off|comes off|come through|came through|come back|came back|come in|came in|allowed for|accounted for|factored in|figured in|included|netted(?: off)?|backed out|considered|off|in))?(?=$| ,| [ST]| for| from| in)`,
    '(?:(?:with )?(?:the |any |all |my )?R )(?:taken (?:off|away|out|into account)|knocked off|deducted|subtracted|allowed for|accounted for|factored in|figured in|netted(?: off)?|backed out|considered)(?=$| ,| [ST]| for| from| in)',
  ],
  [
    'in',
    `(?:${DO} )?${I} (?:(?:have|had|${ADVERB}) )*(?:realised?|realized?|net(?:ted)?|gross(?:ed)?|clear(?:ed)?|collect(?:ed)?|pull(?:ed)? in|rake[d]? in|generated?|make|made|take|took)(?: (?:money|cash))?(?= (?:from|out of|on|in|with) (?:the |my |our )?R(?![^ ]))`,
  ],
  // `when did I last see the doctor`, `the last time I had my hair done`.
  [
    'latest out bought',
    `(?:when|(?:the )?last time|(?:what|which) (?:date|day)) (?:(?:did|have|was|were) )?${I} (?:last )?(?:see|saw|seen|consult|consulted|attend|attended|met|meet|hire|hired|need|needed|call out|called out|had|have|has|got|get)(?: (?:to|by))?(?<=last .*)(?= (?:the |my |our |a )?[PC](?![^ ]))`,
  ],
  [
    '',
    '(?<=[PC] )(?:done|cut|fixed|serviced|seen to|looked at|repaired|checked)(?=$| ,| [ST])(?<=(?:last|had|have|got|get) .*)',
  ],
  // `which client paid me most`.
  [
    'by:party which in',
    `(?:(?:which|what|who of|which of) (?:(?:my|our|the|these|all) )*)(?:clients?|customers?|payers?|buyers?|(?:employers?|tenants?)(?= (?:.* )?R(?![^ ]))|accounts? of mine|sources? of income)(?= (?:.* )?(?:most|least|${MOST_WORDS}|${LEAST_WORDS}|best|more)(?![^ ]))`,
  ],
  [
    'in',
    `(?:has |have |had |did )?(?:brought|bring|brings|bringing|earned|earn|made|make|generated|put)(?: (?:in|me|us|for me|for us))*(?= (?:the )?(?:most|least|more|less)(?![^ ]))`,
    '(?<=(?:most|least)(?: money)? )for (?:me|us)(?=$| ,| [ST])',
  ],
  [
    'by:party top out',
    `who (?:are|were) (?:the |my |our )?(?:${COUNT}) (?:(?:people|payees|shops|places|firms|companies) )?(?:(?:that|who|whom) )?${I} (?:have |had )?(?:paid|pay|gave|give|sent|spend|spent)(?= (?:the )?most)`,
  ],
  // `which café gets the most visits from me`.
  [
    'often',
    '(?:the )?most (?:visits|trips|orders|custom|business)(?: (?:from|by|off) (?:me|us))?(?=$| ,| [ST])|(?:the )?most(?= [ST]$|$)(?<=C (?:did|do|have|am|was|were) (?:i|we) (?:(?:go|gone|been|visit|visited|eat|eaten|drink|order|ordered|shop|use|used|stop|stopped)(?: (?:in|at|to|from|off))?) (?:the )?most)',
  ],
  [
    'by:party which names out',
    `(?:which|what) C(?: (?:places?|shops?|stores?|spots?))? (?:do|did|have|am|was|were) ${I} (?:(?:go|gone|been|visit|visited|eat|eaten|ate|drink|order|ordered|shop|use|used|stop|stopped)(?: (?:in|at|to|from|off))?)(?= (?:the )?most(?![^ ]))`,
  ],
  [
    'by:party which names out',
    'which C(?: (?:places?|shops?|stores?|spots?))? (?:gets?|got|sees?|saw|has had|had|enjoys?|enjoyed)',
  ],
  // `a coffee at the Slow Bean on average`: each payment.
  [
    'perpayment',
    `(?<=(?:average|avg|usually|typically|normally|generally|typical|usual)(?: .*)? )(?:for |of )?(?:a|an|one) ${THING} (?:at|from|with|in|to)(?= (?:the |my )?P(?![^ ]))`,
    `(?:for |of )?(?:a|an|one) ${THING} (?:at|from|with|in|to)(?= (?:the |my )?P (?:.* )?(?:average|avg|usually|typically|normally|generally)(?![^ ]))`,
  ],
  ['avg', '(?:the )?going rate(?: for)?'],
  [
    '',
    '(?<=[PC] )been like(?=$| ,| [ST])|(?<=(?:been|looked|looking) )like(?=$| ,| [ST])|(?<=R )cash(?= (?:landed|came|arrived|coming|received|earned)(?![^ ]))',
  ],
  [
    'perpayment',
    '(?<=(?:average|going rate for|avg)(?: .*)? )(?:a|an|one)(?= [PC] (?:ride|trip|visit|meal|lesson|session|order|delivery|wash|cut|round|go)(?![^ ]))',
  ],
  [
    '',
    '(?:is|was|are|do|does|did)(?= (?:a|an|one|each) .*(?:worth|average|avg|usually|typically|normally)(?![^ ]))|(?<=P )worth(?= (?:on average|typically|usually))',
  ],
  // `any vet bills in October`: what there was of it.
  ['names', `(?:(?:did|have|had|were|was|are|is) there )?(?:been )?any ${LIST}${KIND}`],
  [
    'out',
    'did (?:anything|any money|any|something) (?:go|get paid|get sent|get out)(?: (?:out|over))?(?: (?:to|on|towards|for))?(?= (?:the |my |our )?[PC](?![^ ]))',
  ],
  ['bound some', `any (?:single |one )?[PC] (?:${NOUN}) B`],
  // `split between food and groceries`, `category by category`.
  [
    'apart',
    '(?:(?:is|was|were|did|does) )?(?:split|divided|shared)(?: up)?(?= (?:between|across|among|amongst) )',
  ],
  [
    '',
    '(?<=(?:split|divided|shared)(?: up)? )(?:between|across|among|amongst)(?= (?:the |my |our )?[PC](?![^ ]))|how (?:is|was|were|did)(?= (?:(?:my|our|the) )?(?:[ST]|spending|money|budget)(?: [ST])? (?:split|divided|shared)(?![^ ]))',
  ],
  [
    'by:category break',
    'category by category|(?:what|which) (?:kinds?|sorts?|types?) of (?:things?|stuff) (?:did|do|have) (?:i|we) (?:spend|spent) (?:(?:my |our |the )?money )?on|(?:the |my )?(?:spending |expense )?categories(?=$| ,| [ST])',
  ],
  ['or', '(?:, )?or (?:more|less)(?: (?:on|at|for|in))?(?= (?:the |my |our )?[PC](?![^ ]))'],
  // `Slowest month for sales`.
  [
    'by:month which least',
    '(?:the |my |our )?(?:slowest|quietest|leanest|weakest|poorest|thinnest|worst) month(?: (?:for|of|in))?(?= (?:the |my |our )?R(?![^ ]))',
  ],
  [
    'by:month which most',
    '(?:the |my |our )?(?:strongest|busiest|fattest|best) month(?: (?:for|of|in))?(?= (?:the |my |our )?R(?![^ ]))',
  ],
  // `what single purchase hurt the most`.
  [
    'rank',
    '(?:what|which) (?:one |single )?(?:purchase|payment|bill|transaction|thing|charge) (?:has |have )?(?:hurt|cost|stung|set|hit|did)(?: (?:me|us))?(?: back)? (?:the )?most',
  ],
  ['', `(?<=(?:hit|dent) )(?:to|on|in)(?= (?:the |my |our )?A(?![^ ]))`],
  // No payments.
  // Two accounts side by side: both balances.
  [
    'topic:balance',
    '(?:is|was) there (?:any )?(?:more|less)(?: money| cash)? (?:in|on) (?:the |my |our )?A(?: account)? (?:than|or)(?: there is)?(?: (?:in|on))? (?:the |my |our )?A',
    '(?:does|do|has|have) (?:the |my |our )?A (?:have |has |hold |holds |contain |got )?(?:more|less)(?: money| cash)?(?: in it)? than (?:in )?(?:the |my |our )?A',
    'which(?: account| one)? (?:has|holds|contains)(?: the)? (?:more|less|most|least)(?: money| cash)?(?: in it)?(?: ,)? (?:the |my |our )?A or (?:the |my |our )?A',
    '(?<=A(?: .*)? )(?:, )?(?:what|how much)(?: money| cash)? (?:do|does|did) (?:they|it|both|the two|the pair|each)(?: (?:of them|together|both|now|currently))* (?:hold|have|contain|come to|add up to|total|amount to)(?: (?:in them|in it|together|combined))*(?=$| ,| right| now| at)',
  ],
  [
    'topic:balance',
    `(?:how much |what )?(?:money |cash )?(?:do |does |have |has )?(?:i|we|is|are|there)(?: (?:is|are|have|has|got|had|left|now|today|currently|still|at present))+(?: (?:on|in|at))(?= (?:the |my |our )*A(?![^ ]))`,
    '(?<=A (?:.* )?)(?:, )?how much (?:money |cash )?(?:is|are|was|were) (?:it|that|they|there|this)(?: (?:together|in total|altogether|all together|now))*(?=$| ,)',
    '(?:do|does|did) (?:the |my |our )*A (?:have|hold|contain|stand|show|sit|come)(?: (?:in it|at|to|in))*',
    '(?:what|how much) (?:remains?|is remaining) (?:for|in|on)(?= (?:the |my )?A$)|(?<=A(?: ,)? )how much (?:is )?(?:inside|in it|in there)(?=$)|(?<=A )(?:currently |now )?(?:stands?|sits?) at (?:what|how much)(?=$)',
    '(?<=A(?: .*)? )(?:is |has )?(?:stand(?:s|ing)?|sit(?:s|ting)?|worth|at|hold(?:s|ing)?|doing|contains?|looking like|up to)(?: at)?(?= now|$| ,| at| right| today| currently)',
    '(?<=A , )(?:how much|what)(?: (?:money|cash))? (?:is|do i have|have i got|is there|sits|is left)(?: (?:in|on) (?:it|there|the two|the pair|both(?: of them)?|them))?',
    '(?:have|do|did) (?:i|we) (?:got|have|accumulated|amassed|built up|piled up|hold)(?: (?:left|now|saved|at the moment|currently))? (?:in|on)(?= (?:the |my |our )*A(?![^ ]))',
  ],
  // Payers of one kind of income, and the one that paid the most of it.
  [
    'by:party which names in',
    `(?:which|what) R(?: (?:one|customer|client|payer))? (?:has |have |had )?(?:made|make|makes|brought|brings?|earned|earns?|paid|pays?|gave|gives?|got|gets?|fetched)(?: (?:in|me|us|for me|for us))*(?= (?:the )?(?:most|more|least|less|better|best)(?![^ ]))`,
  ],
  [
    'by:party which in',
    `(?:which|what) (?:(?:of )?(?:my|our|the|these) )?(?:clients?|customers?|payers?|buyers?|(?:tenants?|lodgers?|employers?)(?= (?:.* )?R(?![^ ]))) (?:has |have |had )?(?:pay|pays|paid|give|gives|gave|brought|bring|brings)(?: (?:in|me|us))*(?= (?:the )?(?:most|more|least|less|better|best)(?![^ ]))`,
  ],
  ['most', '(?<=which (?:.* )?(?:pays?|paid) )(?:the )?(?:better|best)(?=$| ,| [ST])'],
  [
    'by:party top in',
    '(?:the |my |our )?(?:customers|clients|payers|people) (?:who|that) (?:have |had )?(?:paid|pay|gave|sent|brought)(?: (?:me|us))?(?= (?:the )?most)',
  ],
  [
    'in',
    `(?:did|do|does|have|has|had) (?:(?:the|my|our|all|all the|all my) )*(?:customers|clients|people|buyers|everyone|everybody)(?: (?:all|ever|already))? (?:pay|paid|give|given|send|sent|bring|brought)(?: ${ME})?(?: in)?(?= (?:.* )?R(?![^ ]))`,
    '(?<=how many (?:payments|transfers|deposits) )(?:did|has|have|does) P (?:make|made)',
    '(?:(?:did|has|have) )?(?:that )?enter(?:s|ed)?(?: (?:in|into|on)(?= (?:the |my )?A))?(?= [ST]|$| ,| from| in| on| of| for)',
    '(?<=R )(?:realised|realized|remitted|collected|earned|received)',
  ],
  [
    '',
    'between(?= (?:the |my |our )?[PCR](?: ,)? and (?:the |my |our )?[PCR](?: ,)? (?:which|who|what)(?![^ ]))',
  ],
  // Verbs behind a name: `GST remitted`, `C run up`.
  [
    'out',
    '(?<=[PC](?: [a-z]+)? )(?:remitted|disbursed|expended|filled(?: up)?|availed|shelled out|laid out|run up|racked up)(?=$| ,| [ST]| in| during| on| from)',
  ],
  ['out', '(?:was|were|been|being|is) (?:lost|wasted|burnt|burned|squandered)(?: (?:to|on|in))?'],
  // Somebody who was named before: `Both Jörgens, what did I pay them`.
  [
    '',
    '(?<=[PC] (?:.* )?(?:pay|paid|send|sent|give|gave|given|transferred|owe|cost|lend|lent|loan|loaned) )(?:him|her|them)(?=$| ,| [ST]| in| since| all| altogether| so)',
  ],
  // Payments of one purpose, as they come.
  [
    'sum out',
    '(?:my|our|the) (?:tab|outlay|bill|spend|outgo)(?: (?:been|so far))?(?= (?:on|at|with|for|in) (?:the |my |our )?[PC](?: .*)? [ST](?![^ ]))',
    '(?:my|our|the) (?:tab|outlay)(?: (?:been|so far))?(?= (?:on|at|with|for|in) (?:the |my |our )?[PC](?![^ ]))',
  ],
  [
    '',
    '(?:has|have|had) been(?= (?:my|our|the) (?:tab|outlay|spend|bill))|been(?= (?:my|our|the) (?:outlay|tab|spend)(?![^ ]))',
  ],
  // Money that came back, told in any order.
  [
    'in back',
    `(?:did|has|have|does|had) ${LIST}(?: (?:ever|already|actually|really))? (?:return|returned|reverse|reversed|refund|refunded|reimburse|reimbursed|credit|credited|repay|repaid)(?: (?:${ME}|back|to ${ME}|anything|something|money|any money|some money|some|it|any of it|the money))*(?=$| ,| [ST]| in| on)`,
    `(?:did|has|have|does|had) ${LIST}${KIND}(?: (?:ever|already|actually))? (?:give|given|gave|pay|paid|send|sent|put|hand|handed)(?: ${ME})? (?:(?:anything|something|any|some|money|it) )+back(?: to ${ME})?`,
    `${DO} ${I}(?: ever)? (?:get|got|gotten|have|receive|received|see) (?:(?:anything|something|money|any money|some money) )+back(?: from)?`,
  ],
  [
    'reversed',
    `(?:net of|after|less|minus|once|when|without|not counting|deducting|subtracting) (?:(?:the|any|all) )?(?:what(?:ever)?|money|cash|amounts?|bits?|parts?|anything|everything)(?: (?:that|which))? (?:they|it|he|she|${I}|${LIST}) (?:(?:have|has|had) )?(?:took|taken|gave|given|paid|sent|returned|refunded|reversed|credited|reimbursed|handed|cancelled|canceled|got|received)(?: (?:${ME}|back|again|off))*(?: (?:is|are|was|were) (?:taken off|off|deducted|counted))?`,
    `(?:(?:with|and) )?(?:(?:the|any|all|its|their) )?(?:corrections?|adjustments?|credit notes?|cancellations?|reversals?)(?: ,)? (?:(?:is|are|was|were|being|already) )*(?:included|counted|considered|in|taken (?:off|out|into account)|allowed for|backed out|netted)(?=$| ,| [ST])`,
    `(?<=(?:cost|costs|come to|came to|charge|charged|price|pay|paid|is|was)(?: .*)? )(?:after|once|since) (?:(?:they|it|he|she|${I}|${LIST})|(?:the|my|our|that|their)(?: [a-z]+){1,2}) (?:(?:was|were|got|had been|has been|have|had|has) )?(?:cancelled|canceled|reversed|refunded|returned|corrected|credited|reimbursed)(?: (?:${ME}|it|them|some|part|part of it|half|back))*(?=$| ,| [ST])(?<=P .*)`,
    `(?:(?:the|any|all) )?(?:cancelled|canceled|reversed|refunded|returned)(?: (?:ones|one|payments?|purchases?|bookings?))?(?: ,)? ${'(?:(?:are|were|is|was) )?'}(?:not (?:included|counted|considered)|excluded|left out|taken out|aside|ignored)`,
    'net(?= (?:of )?(?:(?:the|my|our) )?[PC](?: (?:costs?|spend|spending|expenses?|purchases?|total|amount|outlay|payments?))?(?:$| ,| [ST]| for| in| since)(?![^ ]))',
    'net(?= (?:[PC]) (?:costs?|spend|spending|expenses?|purchases?|outlay)(?![^ ]))',
  ],
  // Sums with their parts.
  ['sum much', '(?:, )?(?:and )?for how much(?: money)?(?: (?:in total|altogether))?'],
  [
    'sum',
    '(?:all )?(?:put|taken|added|lumped|counted|combined) (?:all )?together|all (?:put|taken|added|lumped|counted)(?: up)? together|put all together',
  ],
  [
    'count',
    'count (?:up )?(?:all )?(?:the )?(?:times|number of times|occasions|visits)(?: (?:that|when))?',
  ],
  ['distinct:month', '(?:in|for|during) how many months'],
  [
    'by:month break',
    'month (?:over|after|for|to|by) month|month[- ]?wise|(?:in |during )?(?:which|what) months(?! (?:.* )?(?:most|least|highest|lowest|best|worst|more|less|fewest)(?![^ ]))',
  ],
  [
    '',
    '(?:trending|trend)(?: like)?(?= month)|(?<=(?:spend|spending|costs?|bills?) )(?:trend|trending|looking|developing|moving)(?: like)?(?= by month| month)',
  ],
  [
    'by:party break',
    '(?:by )?(?:part(?:y|ies)|name|client|customer|payer|person|vendor|supplier|shop|store|merchant|payee)[- ]?wise|name by name|one name at a time',
  ],
  ['by:category break', '(?:head|category|purpose)[- ]?wise'],
  [
    'by:category which',
    '(?:(?:under|on|in) )?(?:which|what) (?:expense |expenditure |spending )?heads?(?= (?:.* )?(?:most|highest|largest|biggest|least|lowest|smallest)(?![^ ]))',
    'in what(?= (?:did|do|have) (?:i|we) (?:spend|spent) (?:the )?(?:most|least)(?![^ ]))',
  ],
  [
    'by:day which',
    '(?<=(?:most|most money|(?:highest|largest|biggest|greatest|maximum) (?:amount|sum|total))(?: .{0,80})? )in (?:a|one|any) (?:single |one )?day(?=$| ,| [ST])',
  ],
  ...['month', 'week', 'day'].map(
    (unit): Row => [`unit:${unit}`, `(?<=(?:average|avg|mean)(?: .*)? )by (?:the )?${unit}`],
  ),
  [
    '',
    `(?<=(?:average|avg|typical|mean)(?: .*)? )when(?:ever)? ${I} (?:go|am|visit|shop|eat|buy|order|pop|stop)(?: (?:to|at|in|from|by|over))*(?= (?:the )?[PC](?![^ ]))`,
  ],
  [
    'in avg',
    `(?:do|did) ${I} (?:typically|usually|normally|generally|on average) (?:get|earn|receive|make|take home|bring in|bring home)${MONEY}`,
  ],
  ['', '(?:in|as|from)(?= R(?![^ ]))'],
  // Which of two, by the number of visits or by the money.
  [
    'often',
    '(?:the )?(?:more|most) (?:visits|trips|orders|custom|business)(?: (?:from|by|off) (?:me|us))?',
  ],
  [
    'cmp',
    '(?:work(?:s|ed|ing)?|com(?:e|es|ing)|came|turn(?:s|ed)?) out (?:dearer|cheaper|more expensive|less expensive|pricier|more|less|higher|lower)',
    '(?:any |much |how much )?(?:better|worse|stronger|weaker|busier|quieter)(?= (?:.* )?R)|(?<=R(?: .*)? )(?:any |much |how much )?(?:better|worse|stronger|weaker|busier|quieter)',
    'how much (?:better|worse)(?= (?:was|were|is|are|did) )',
    '(?:which|who)(?: one)? (?:is |are |was |has been )?(?:eats?|eating|ate|takes?|taking|swallows?|swallowing|chops?|chopping|costs?|costing|drains?|draining|guzzles?|guzzling|sucks?|sucking|burns?|burning|chews?|gobbles?|gets?|got|has had)(?: (?:me|us|(?:the|my|our) (?:business|company|shop|firm|household|family|budget|pocket|purse|money)))?(?: (?:up|away))? (?:the )?(?:more|most)(?: (?:of )?(?:my|our) (?:money|cash|budget|pay|salary))?',
  ],
  ['cmp than', '(?<=(?:better|worse|stronger|weaker) (?:.* )?)than(?: (?:in|for))?(?= [ST])'],
  ['which', 'which one'],
  [
    'in',
    `(?<=(?:how many times|how often|how much)(?: [a-z]+)? )(?:the |my |our )?[PR] (?:has|have|had) (?:paid|sent|given|transferred)(?: ${ME})?(?= (?:(?:the|my|our) )?R(?![^ ]))`,
  ],
  [
    'by:party which out',
    `(?:who|which (?:one|payee|person|shop|store|place|supplier)) (?:has|have|had) (?:received|got|gotten|had|been paid|been given|taken|collected)`,
  ],
  // Dates and amounts beside a name.
  [
    'when',
    'when (?:was|were|is) (?:it|that|this|they)(?: (?:paid|received|credited|booked|made|sent|due))?',
  ],
  [
    'list',
    '(?:with )?(?:the )?(?:dates? and (?:the )?(?:values?|sums?|figures?|prices?)|(?:values?|sums?) and (?:the )?dates?)',
  ],
  ['list', '(?:newest|latest|most recent|oldest|earliest) first(?=$)'],
  ['', '(?:largest|biggest) first(?=$)'],
  [
    'latest',
    '(?<=P(?: .*)? )(?:(?:was|were|is) )?(?:here|round|over|around|out)(?: (?:for )?the)? last(?: time)?(?=$| ,| and)|(?:was|were|is)(?= P (?:last )?(?:here|round|around)(?: last)?(?:$| ,| and))|(?<=(?:was|were|is) P )(?:last )?(?:here|round|around)(?: last)?(?=$)',
    `(?:the )?last time(?: that)? ${LIST}${KIND} (?:came|called|visited|was here|were here|turned up|showed up|attended|delivered)`,
    `when did ${LIST}${KIND} last (?:come|call|visit|turn up|show up|attend|deliver)`,
  ],
  [
    'out',
    `(?<=how (?:often|many times) )(?:did|has|have|does|had) ${LIST}${KIND} (?:come|came|call|called|visit|visited|attend|attended|turn up|turned up|deliver|delivered)`,
  ],
  [
    'ever',
    '(?:from when |since )(?:i|we) (?:first )?(?:started|began)(?=$| ,)',
    'since (?:i|we) opened (?:this|that|the|my|our) (?:account|accounts|bank account)',
    '(?<=P(?: .*)? )since (?:the|my|our) (?:contract|subscription|membership|policy|plan|lease|tenancy) (?:began|started)(?=$| ,)',
    '(?<=[PCR](?: .*)? )since (?:it|they|he|she) (?:began|started|opened)|(?<=[PCR](?: .*)? )since (?:i|we) (?:contracted|subscribed to|signed up (?:to|for)|joined|hired|engaged|started with|began with|started using|got|have had|have|had) (?:it|them|him|her)',
  ],
  // `each for itself`, `amounts separately for both`.
  [
    'apart',
    '(?:how much )?(?:in|at|for|to|from) each(?: (?:one|of them|of the two))?(?=$| ,| [ST]| since)|each (?:for|by) (?:itself|themselves)|each on its own',
  ],
  [
    '',
    '(?<=[PCR] (?:.* )?)(?:for|of|to|from|at) (?:both|all)(?: (?:of them|two|three|the two))?(?=$| ,| [ST])|(?<=[PCR] (?:.* )?)(?:both|all)(?: (?:of them|two|three))?(?= (?:put|taken|added|together))',
  ],
  [
    'ever',
    'since (?:i|we) (?:have|had|got|started|use|began using) (?:this|that|the|my|our) (?:account|accounts|bank account|app)',
  ],
  [
    'sum out',
    `(?<=[PC](?: .*)? )(?:have |has )?(?:took|takes|taken|got|gotten|received|collected|had|cost|charged|billed) (?:how much|what)(?: (?:money|in total))?(?: ${OF_ME})?`,
  ],
  ['', '(?<=(?:bought|spent|paid|ordered|shopped) )for(?= (?:in )?U)'],
  [
    'avg unit:month',
    '(?:for|in|per|over) (?:one|a single|an average) month (?:of|in|from|between)(?= (?:the )?(?:period )?[ST](?![^ ]))',
  ],
  [
    'avg',
    '(?:when|if) (?:i|you|we) (?:take|took|use|count|work out|look at) (?:the|an) average(?: (?:of|over|from|for))?',
  ],
  [
    'cmp than',
    '(?<=[CR](?: .*)? )(?:down|up|higher|lower) (?:on|from|against)(?= (?:the )?[ST](?![^ ]))(?<!from .*from)',
  ],
  ['cmp', 'by how much(?= .*(?:down|up) (?:on|from|against))'],
  [
    'cmp',
    '(?:which|who)(?: one)? (?:was|is|were|are) (?:the )?(?:worse|better|more|dearer|higher|bigger|larger|smaller|lower|cheaper|pricier|costlier)(?=$| ,)',
  ],
  [
    '',
    '(?<=(?:highest|largest|biggest|smallest|lowest|dearest|cheapest|latest|first|last)(?: .*)? )(?:, )?(?:which|what) (?:one )?(?:was|is) (?:it|that)(?=$)',
  ],
  [
    'saved',
    '(?:the |my |our )?(?:contributions?|payments?|deposits?|transfers?|top-?ups?) (?:in)?to (?:the |my |our )?A',
  ],
  ['topic:balance', '(?<=A , )where (?:are|am) (?:i|we)(?: at| with (?:it|that))?(?=$)'],
  [
    'topic:balance',
    'how(?= (?:the |my |our )?A (?:stands?|looks|is doing|is looking|is standing)(?![^ ]))|(?<=how (?:the |my |our )?A )(?:stands?|looks|is doing|is looking|is standing)',
  ],
  [
    'in',
    `(?:did|does|do|has|have|had) ${LIST} (?:raise|raised|fetch|fetched|net|netted|gross|grossed|generate|generated|yield|yielded|bring|brought|produce|produced)(?: (?:in|me|us|for (?:me|us|the ${'(?:club|business|shop|family)'})))*`,
  ],
  [
    '',
    '(?<=P .*)in (?:expenses|payments)(?=$| ,| [ST])|(?:the |all |any )*(?:money|cash)(?= (?:that |which )?(?:i|we) (?:have |had )?(?:got|received|had|earned|spent|paid|sent|gave|given)(?![^ ]))',
  ],
  // One thing that is bought from a payee: the books know the payee, and no things.
  [
    '',
    `(?:on|for) (?:the |my |our |some |those )?${THING} (?:at|from|to|with)(?= (?:the |my )?P(?![^ ]))`,
  ],
  ['', '(?<=[PCR] (?:.* )?)(?:, )?what (?:was|were) (?:it|they|that|those)(?=$)'],
  ['sum', '(?:the )?(?:value|worth) of(?= (?:the |my |our |all )*[PCR](?![^ ]))'],
  [
    'out bought',
    `(?<=how (?:many times|often)(?: .*)? )(?:did|have|do) ${I} (?:have|had|get|got)(?= (?:the |a |some |any )?[PC](?![^ ]))`,
  ],
  [
    'in back',
    '(?:came|come|comes|coming) back(?: to (?:me|us))? from(?= (?:the |my )?P(?![^ ]))',
    '(?<=P(?: .*)? )(?:was|were|has been|have been|got|came) (?:returned|refunded|reversed|credited|reimbursed|repaid|(?:paid|given|sent|handed) back|back)(?: (?:to me|to us|by them))?(?=$| ,| [ST])',
  ],
  [
    'out apart',
    `(?:did|have|has|do|does) ${LIST} each (?:get|got|receive|received|take|took|taken|cost|charge|charged|have|had)(?: ${ME})?(?: ${OF_ME})?`,
  ],
  [
    'count',
    `how many (?:dinners|lunches|meals|breakfasts|evenings|outings) (?:did|have|do) ${I} (?:have|had|eat|eaten)(?= (?:at|in) (?:the )?P(?![^ ]))`,
  ],
  [
    'out',
    '(?:is|are|was|were|has been) (?:getting|taking|costing|charging|eating|swallowing|having)(?= (?:the )?(?:most|more|least|less)(?![^ ]))',
  ],
  // Requests.
  [
    '',
    '(?<=^.{0,40})(?:please |kindly )?(?:furnish|provide|supply|advise|submit|forward|prepare|retrieve|view|see|read(?: out| off)?|open|pull(?: up| out)?|bring up|fetch|get|let (?:me|us) (?:see|have|view|check|know))(?: (?:me|us))?(?: (?:with|to me|for me))?(?= (?:the|my|our|total|amount|all|a|any|list|details?|every)(?![^ ]))',
    '(?<=^.{0,30})(?:can|could|would|will|may|might) (?:you|i|we)(?: (?:please|kindly|just))*(?: (?:tell|show|give|let|get|pull up|bring up|list|find|see|have|confirm|check|view))*(?: (?:me|us))?(?: know)?(?= (?:the|my|our|all|how|what|when|which|who|every|any|a)(?![^ ])| [PCRST](?![^ ]))',
    '(?<=(?:balance|transactions|payments) )for me(?=$)',
  ],
  // Who got a bonus; of whom the money came, with the verb before the name.
  ['by:party break out', '(?<=C (?:.* )?)(?:paid |sent |given )?to whom?(?=$| ,| [ST])'],
  [
    'inverted',
    '(?<=[PR] , (?:.* )?how (?:much|many U)(?: money)? )(?:has |have )?(?:gave|given|paid|brought|earned|sent) (?:it|he|she|they)(?=$| ,| [ST]| since)',
  ],
  [
    'topic:balance',
    '(?:how much|what)(?: money)? (?:stands|sits|lies|rests|stays)(?: (?:there|still))? (?:in|on|at)(?= (?:the |my |our )?A(?![^ ]))',
    '(?<=A(?: .*)? , )(?:what|how much)(?: money)? (?:do|have|is) (?:i |we |there )?(?:have |got )?(?:in|on) each(?: (?:one|of them|account))?(?=$| ,)',
  ],
  [
    'sum out',
    '(?<=C(?: [ST])? , )(?:what|how much) (?:have|has|did|do) (?:they|it|these) (?:taken|take|took|cost|charged?|eaten|eat)(?: (?:up|me|us))?(?: (?:from|off) (?:me|us))?(?=$| ,| [ST])',
  ],
  [
    'sum much apart',
    '(?:what|how much) (?:do|did|does) (?:they|these|those) (?:each )?(?:come to|add up to)(?: me| us)? each(?=$| ,| [ST])',
  ],
  [
    'out',
    '(?:is|has|have|was|whats) (?:(?:the|my|our) )?P had (?:off|from|out of) (?:me|us)',
    '(?:did|does|has|have) (?:the|our|my) (?:shop|farm|salon|studio|workshop|practice|stall|bakery) (?:spend|spent|use|used|pay|paid|lay out|laid out)(?= (?:on|for|in|at) (?:(?:the|our) )*[PC](?![^ ]))',
    `(?:(?:${DO}|${ADVERB}) )*${I} used?(?= (?:on|for) (?:(?:the|my|our) )*C(?![^ ]))`,
  ],
  [
    'inverted',
    '(?<=how much(?: money)? )(?:gave|sent|paid|brought|contributed|transferred)(?= (?:the |my )?P(?![^ ]))',
  ],
  // A verb without its subject: `how much did spend in March`.
  [
    'out',
    '(?<=(?:how much|what)(?: money)? )(?:did|do|have) (?:spend|spent|pay|paid)(?= (?:on|in|at|for|to|this|last|[PCST])(?![^ ]))',
  ],
  [
    'in',
    '(?<=(?:how much|what)(?: money)? )(?:did|do|have) (?:earn|earned|receive|received)(?= (?:on|in|at|from|as|this|last|[PRST])(?![^ ])|$)',
  ],
  [
    'by:party break',
    '(?:by|per) (?:station|restaurant|supermarket|client|customer|tenant|provider|employer|airline|pharmacy|gym|charity|caf[eé]|pub|bar|hotel|school|utility|insurer|landlord)(?=$| ,| [ST])',
    '(?<=C (?:.* )?)per (?:employee|worker)(?=$| ,| [ST])',
  ],
  [
    'by:party which in',
    '(?:which|what)(?: of (?:my|our|the))? (?:brokers?|agents?|dealers?|donors?|sponsors?)(?= (?:.* )?(?:most|least|more|best)(?![^ ]))',
  ],
  // Several payments of a name, and the days of its wages.
  [
    'newest',
    `(?:the |my |our )?(?:last|latest|most recent|newest) (?:${COUNT}) [PCR](?=$| ,| [ST](?![^ ]))(?<!(?:last|latest|recent|newest) (?:one|1) .)`,
  ],
  // What goes with a total.
  [
    'sum',
    '(?<=(?:number|count|how many|how often)(?: .*)? )and (?:the )?(?:costs?|price|total|sum|amount)(?=$| ,| [ST])|(?<=, )(?:the )?(?:costs?|amount)(?= and (?:the )?(?:number|count|how many)(?![^ ]))',
    '(?<=, )(?:number|count)(?= and (?:the )?(?:costs?|total)(?![^ ]))',
  ],
  // Words that name the same time, and words that leave nothing else.
  [
    '',
    `during (?:the|my|our|this|that|last) (?:(?!${PART_OF_TIME}(?![^ ]))[a-z]+ ){1,2},(?= (?:the )?[ST](?![^ ]))`,
    `(?:in|over|for|during) (?:the|my|our|this|that|last) (?:(?!${PART_OF_TIME}(?![^ ]))[a-z]+ )?(?:period|season|semester|term|break|exams|course|festival|tour|strike|lockdown) ,(?= (?:the )?[ST](?![^ ]))`,
    '(?:and |but |, )?(?:nothing else|no others?|no other (?:categories|category|shops?|payees?|places?|things?)|minus nothing else|nothing more)(?=$| ,| [ST])(?<=[PCR](?: .*)?)',
    '(?:finally|ultimately|after all|as it were|as such|per se|when all was said and done|all told)(?=$| ,| [ST])',
    'from both(?: of)?(?: (?:my|our|the))?(?= R(?![^ ]))',
    'what all(?= [a-z]+ (?:i|we) (?:spend|spent|pay|paid) )',
    '(?:right )?now(?= (?:, )?(?:.* )?[ST] (?:vs|versus|against|compared to|compared with) (?:the )?[ST](?![^ ]))',
    '(?<=[PCR](?: .*)? )(?:from )?(?:the )?(?:start|beginning) (?:till|until|to|up to) (?:now|today|date)(?=$| ,)',
    '(?<=[PCR](?: .*)? )since (?:i|we) (?:have|had|got) (?:it|them|him|her) (?:here|with (?:me|us))(?=$| ,)',
    '(?<=[ST](?: .*)? )(?:until|till|up to|up until) (?:now|today|date)(?=$| ,| with| for| from)',
    'per(?= S$)(?<=[PC](?: .*)?)',
    '(?:the )?(?:nights?|evenings|visits|trips|meals|drinks|dinners|lunches) (?:at|in|with|from)(?= (?:the )?P ,)',
  ],
  [
    'saved',
    '(?<=A , (?:.* )?)(?:(?:did|have|do) (?:i|we) )(?:move|moved|put|save|saved|send|sent|transfer|transferred|pay|paid|add|added)(?: (?:in|into|over))?(?: (?:it|there|that))(?=$| ,| [ST]| in| so| alto)',
  ],
  [
    'latest in',
    '(?<=R(?: .*)? )when did (?:it|they|that) last (?:arrive|come in|come|land|get paid|hit (?:my|the|our) account)',
  ],
  [
    'perpayment each',
    '(?:(?:cost|costs|price|average|avg) )?(?:per|for each|for every) (?:fill(?:[- ]?ups?)?|refuel|tankful|tank|go|stop|night|parcel|coffee|haircut|appointment|pop)(?: (?:to|at|from|with|in|by|up))?(?<!(?:how many|number) .*)',
  ],
  // No payments.
  [
    'topic:balance',
    '(?:what|how much)(?: (?:money|cash|funds))? (?:is|are|do i have|do we have|have i got|have we got|sits|is there|is left|is sitting)(?: (?:left|now|currently|sitting))*(?: (?:in|on|at|across))? (?:all )?(?:of )?(?:the|my|our) (?:bank )?accounts?(?: (?:combined|together|put together|in total|altogether|right now|now))*(?=$| ,)',
    '(?:the )?(?:current |total |available )*(?:balances?|total|sum|value|amount)(?: of money)? (?:of|in|on|across) (?:all )?(?:of )?(?:the|my|our) (?:bank )?accounts?(?: (?:combined|together|put together|in total|altogether|right now|now))*(?=$| ,)',
    `(?:how much|what)(?: (?:money|cash|funds))? (?:do|have) ${I} (?:have|got|have got)(?: (?:in total|altogether|total))? (?:in|at|with) (?:the|my|this|your) bank(?: accounts?)?(?=$| ,| right| now| at)`,
    '(?:my|our|the) bank balance(?: for me)?',
    '(?:what|which) (?:amount|sum) of (?:money|cash) (?:is|do i have|have i got) (?:there )?(?:in|on) (?:all )?(?:of )?(?:the|my|our) (?:bank )?accounts?(?=$| ,| right| now)',
    '(?:is there|do i have|have i got) any (?:money|cash) left(?=$| ,| now)',
    `${I} have(?= (?:in|on) (?:the |my |our )*A(?![^ ]))`,
  ],
];

/**
 * An unlisted verb between the payer and a name of the bookings: \`how often have I grabbed
 * takeout\`. The group of each pattern is the verb.
 */
export const OPEN_WORDS: readonly Row[] = [
  [
    'out',
    `(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}) )*([a-z]{3,})${PARTICLE}(?= (?:(?:the|my|our|some|any) )*C(?![^ ]))`,
    // `did I chop more money on food`.
    `(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}) )*([a-z]{3,})${PARTICLE}(?= (?:(?:the|any) )?(?:more|less|most|least|much)(?: (?:money|cash))? (?:on|at|in) (?:(?:the|my|our) )*[PC](?![^ ]))`,
    `(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}) )*([a-z]{3,})${PARTICLE}(?: (?:on|at|in|into|to))(?= (?:(?:the|my|our|some|any) )*[PC](?![^ ]))`,
  ],
  // `which of the groceries places chops most of my money`.
  [
    'out',
    '(?<=which (?:.* )?C (?:(?:places?|shops?|stores?|one|ones) )?)([a-z]{3,})(?= (?:the )?(?:most|more|least|less)(?: of (?:my|our) (?:money|cash|budget|pay))?(?:$| ,| [ST]))',
  ],
  // `how much have I shifted into the tax pot`.
  [
    'saved',
    `(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}) )*([a-z]{3,})(?: (?:money|cash))?(?: (?:over|across|away|aside))? (?:into|onto|to) (?:the |my |our )?A`,
    `(?:(?:${DO}|${ADVERB}) )*${I} (?:(?:${DO}|${ADVERB}) )*([a-z]{3,})(?: (?:money|cash))? (?:away|aside|by|up) (?:in|for|on) (?:the |my |our )?A`,
  ],
  // `newspapers, that is the Hallands Posten`: another word for the name behind it.
  [
    '',
    `(?:(?:on|for|at|to) )?(?:(?:the|my|our) )?([a-z]{3,})(?: (?:costs?|stuff|things|bills?|invoice|payment|one|man|guy|people|expenses|spending|out|in))?(?: [ST])? , (?:that is|that is to say|namely|i mean|meaning|i\\.?e\\.?|so)(?= (?:(?:the|my|visits to|payments to) )*[PC](?![^ ]))`,
  ],
];
/**
 * Beginnings of verbs that do not make a payment: verbs of denial, plans, income, keeping or
 * speech.
 */
export const NOT_SPENT =
  /^(?:un|dis|mis|over|under|out|pre|skip|avoid|miss|cancel|plan|budget|sav|s[eo]l[ld]|cook|return|ow|refund|expect|estimat|forecast|predict|promis|claim|deduct|resist|forg|cut|reduc|lower|rais|stop|quit|reject|refus|declin|deni|deny|borrow|lend|lent|steal|stole|win|won|earn|ma[kd]e|collect|produc|gr[eo]w|bak|shar|split|swap|exchang|los[et]|f[io]u?nd|deliver|reimburs|invoic|bill|charg|recover|recoup|insur|track|record|log|categor|tag|label|mark|review|check|approv|schedul|automat|paus|delay|postpon|defer|halv|doubl|limit|need|want|lik|lov|hat|enjoy|prefer|ch[o]+s|recommend|mention|discuss|ask|call|see|saw|seen|consider|think|thought|believ|guess|know|knew|hop|wish|try|tried|fail|start|begin|began|beg[u]n|finish|end|know|tell|told|say|said|hear|heard|rememb|request|offer|offset|owe|own|ha[dv]|hold|held|keep|kept|receiv|get|got|could|would|should|might|can|may|must|will|shall|never|ever|not|only|also|still|stil|almost|nearly|hardly|rarely|seldom|barely|mostly|usually|always|sometimes)/u;
