// English of questions about money, as parts. A question is a row of parts; a word that belongs to
// no part is not understood. Grammar words (`of`, `to`, `not`) are allowed only where a part
// contains them. Capitals stand for masked values: P payee, C category, R category of income, A
// account, S time, T time with its `in` or `since`, B bound of an amount, D days of the week, U
// currency.

import { SHAPES } from './question-shapes.ts';
import { BOUNDS, COUNT, LEAST_WORDS, MOST_WORDS, NOUN, ORDINAL, WIDER_WORDS } from './questions.ts';

/** Texts that one pattern is made of, each of whole words. */
export type Row = readonly [tags: string, ...patterns: string[]];

const DET = `(?:(?:all|all of|only|just) )?(?:(?:the|my|our|a|an|that|those|these) )?(?:(?:two|three|four|own|whole|landlord|usual|student) )?(?:(?:dr|doctor|mr|mrs|ms|professor) )?`;
const THE = '(?:(?:the|my|our|a|an|all|all my|all our|all the) )?';
const NAME = `${DET}[PCR]`;
const AND = '(?: , (?:and|or|plus)| ,| and| or| plus| as well as)';
const PREP = '(?:on|at|to|for|from|in|with|by)';
const KIND = `(?: (?!(?:rides|visits|trips)(?![^ ]))(?:${NOUN}|receipts?|trip|journeys?|stay|course|stuff and things|places?|restaurants?|stores?|company|guys|folks|people(?:['’]s)?|man|men|lady|woman|crowd|gang|lads|lot|outfit|firm|crew|bunch|fella|chap|lady's|suppliers?|passes|pass|nights?|outings?|plans?|dues|costs?|spending|spend|shops?|runs?|money|category|charges?|fees?|pick-?ups?|collections?|premiums?|memberships?|subscriptions?|contributions?|services?|habit|addiction|bits?|stuff))?`;
/** Names that any payment may have. */
export const LIST = `(?:(?:both|either) (?=[^ ]+${AND} ))?${NAME}(?:${AND}(?: ${PREP})? ${NAME}){0,20}`;
const NAMES = `${LIST}${KIND}(?: (?:only|alone))?`;
/** To leave something out, before its name. */
const LEAVE =
  '(?:leave|leaving|take|taking|drop|dropping|strip|stripping|exclude|excluding|ignore|ignoring|skip|skipping|omit|omitting|remove|removing|forget|forgetting|disregard|disregarding|discount|discounting|subtract|subtracting|deduct|deducting|throw|throwing|filter|filtering|cut|cutting|set|setting|put|putting|not counting|not including|discard|discarding)';
const AWAY =
  '(?: (?:out|off|away|aside|apart|about|to (?:one|the) side|on one side))?(?: of (?:it|that|this|them|the (?:total|sum|picture|figure|equation|count)))?';
const OUT_OF =
  `(?:(?<=other (?:[a-z]+ )?)than|(?:but |and )?(?:(?:if|once|when|after|should|while) )?(?:(?:you|i|we|one) )?(?:please )?(?:to )?(?:exclude|excluding|ignore|ignoring|skip|skipping|omit|omitting|disregard|disregarding|discount|discounting|(?:leave|leaving|take|taking|strip|stripping|cut|cutting|filter|filtering|throw|throwing) out|(?:take|taking) (?:off|away)|drop|dropping|remove|removing|forget|forgetting|forget about|forgetting about|subtract|subtracting|deduct|deducting)(?: ,)?|` +
  '(?:once|when|after|if) (?:you|i|we) (?:do not count|do not include)|without counting|without including|net of|but never|other than for|as long as it is not|(?:that|which) (?:have|has|had) nothing to do with|not related to|unrelated to|non|excluding|exclude|except(?:ing)?(?: for)?|without|apart from|aside from|besides?|other than|outside(?: of)?|' +
  '(?:but |and )?not counting|(?:but )?not including|(?:that |which )?(?:was|were|is|are) (?:not|neither)|(?:but |and )?not|no|minus|(?:but )?leav(?:e|ing) out|less the|' +
  '(?:but )?(?:do|does|did) not (?:include|count|add|consider)|(?:but )?(?:take|strip) out|but (?:no|with no|leave out)|with no|sans|omitting|discounting|not incl|excl|(?:but )?not to include|' +
  'ex(?= (?:the |my |our )?[PCR](?![^ ]))|leaving(?= (?:the |my |our )?[PCR](?: (?:,|and|or) (?:the |my |our )?[PCR]){0,4}(?:$| ,| [ST]))|' +
  'if (?:you|i|we) do not (?:include|count|add|consider)|' +
  '(?<=(?:total|spending|spend|outgoings|costs|expenses|everything|spent|income|revenue|takings|earnings|sales) .{0,40})less(?= (?:the |my |our )?[PCR](?![^ ]))|(?<=(?:everything|all|anything|spending) .{0,40})save|(?<=R(?: [^ ]+){0,6} )(?:less|after|take)(?= (?:the |my |our |all )*[PC](?![^ ]))|' +
  'if (?:you|i|we) (?:leave out|leave|ignore|exclude|take out|take away|take off|drop|skip|forget(?: about)?|disregard|remove)|' +
  'ignoring|disregarding|skipping|leaving aside|setting aside|putting aside|save for|barring|taking away|taking out|' +
  'with the exception of|exclusive of|neither|bar|but without|(?<=(?:biggest|largest|highest|dearest|costliest|most|top|second|third|smallest|lowest)(?: .{0,60})? )after(?= (?:the |my |our )?[PC](?![^ ]))|(?<=(?:everything|anything|all|everywhere|anywhere|shops|stores|places|anyone|nothing)(?: .{0,60})? )but)';
const LEFT_OUT =
  '(?:(?:is|are|was|were|being) )?(?:left out|stripped out|kept out|thrown out|cut out|filtered out|left aside|left to one side|left off|not considered|discounted|disregarded|subtracted|deducted|omitted|dropped|excluded|excepted|exempted|not counted(?: (?:with|in))?|not counting|not included|taken out|taken away|put aside|set aside|aside|apart|removed|ignored|disregarded)(?=$| ,| (?:[ST]|how|what|which|when|who|where|please|altogether|overall|only|in total|in all|then|and (?:how|what))(?![^ ]))';
const OUT_NAME = `(?:(?:counting|including|both|either|all|(?:what|whatever|the money) (?:i|we) (?:spent|paid|spend|pay|bought|gave)|what went|any|anything|everything|those|payments?|purchases?|bills?|things|things like|bills like|like|such as|from|for|at|on|to|in|of|by) )*${NAME}${KIND}`;
const OUT_LIST = `${OUT_NAME}(?:(?: ,)?(?: (?:and|or|nor|plus|as well as|(?:(?:and|or|but|nor) )?(?:not|no|without|also|neither)))? ${OUT_NAME}){0,20}`;
const I =
  '(?:i|we|(?:the |our |my )?(?:business|company|firm|household|family|club|team|association|charity|choir|committee|organi[sz]ation))';
/** Whose money it is, where a name says of which payments. */
const CONCERN =
  '(?:business|company|firm|household|family|shop|band|stall|salon|studio|workshop|practice|farm|club|team|charity|choir|church|committee|society|association|parish|school|budget|house)';
const BACK = '(?:back|(?:some|any|the|my|our) money back)';
const ME = '(?:me|us)';
const DID =
  '(?:did|do|have|had|(?:has|does)(?= (?:the |our |my )?(?:business|company|firm|household|family|club|team|association|charity|choir|committee|organi[sz]ation)(?![^ ])))';
const REALLY = '(?:(?:already|really|actually|just|also|ever) )?';
const SPENT =
  '(?:(?:pay|paid|give|gave|given|hand|handed|turn|turned|fork|forked) (?:out|over)|cash out|spend|spent|pay|paid|send|sent|transfer|transferred|give|gave|given|hand|handed|fork(?:ed)? (?:out|over)|shell(?:ed)? out|splash(?:ed)? out|' +
  'dish(?:ed)? out|laid out|lay out|part(?:ed)? with|burn(?:ed|t)?|waste(?:d)?|rack(?:ed)? up|ran up|run up|wire|wired|remit(?:ted)?|' +
  'donated?|settled?|repay|repaid|blow|blew|blown|(?:leave|left)(?= (?:(?:more|most|the most|any) )?money| at)|cough(?:ed)? up|splurge(?:d)?|chuck(?:ed)?|lose|lost|sink|sunk|slip|slipped|drop|dropped|put(?= (?:on|towards) (?:the |my )?[CP])|been spending|been paying|run through|ran through|get through|got through)';
const SPENDING =
  '(?:spending|paying|giving|sending|blowing|wasting|shelling out|forking out|forking over|splashing out|dishing out|transferring)';
const BOUGHT =
  '(?:(?:take|took|taken)(?= (?:a |the |my )?[PC](?![^ ]))|top(?:ped)? up|recharge(?:d)?|fill(?:ed)?(?= C)|hit(?: up)?|pop(?:ped)? (?:in|into|to)|drop(?:ped)? (?:in|by|into)|call(?:ed)? (?:in|at)|buy|bought|purchased?|ordered?|order|shop|shopped|use|used|eat|ate|eaten|go|went|gone|been|visit|visited|stop(?:ped)?(?: off)?|filled up|fill up|fuelled up)';
const MONEY = `(?: (?:(?:the|my|our|any|most of|most of my|all my|all of my|of my) )?money)?`;
/** Nouns of any payment: others (`dinners`, `transfers`) are some of them, and say which beside a name alone. */
const ANY =
  '(?:charges?|debits?|payments?|payouts?|purchases?|expenses?|expenditures?|transactions?|things?|amounts?)';
const PAYMENTS = `(?:(?:all|any|every|each|single|small|little|tiny|big|large|those|only|just|the|my|our) )*(?:${ANY}|ones)`;
const EXTREME = `(?:${MOST_WORDS})`;
const LOWEST = `(?:${LEAST_WORDS})`;
const COUNTED = `(?: (?:to|at|from|with|by) ${LIST})?(?: (?:were there|do (?:i|we) have|have (?:i|we) got|are there|were|was|did (?:i|we) (?:make|have|take)|have (?:i|we) (?:made|had|taken)|do (?:i|we) (?:make|take)|i made|went|cost(?: me)?))?`;
const NOUN_PLACE =
  '(?<=^|(?:,|of|list|show|me|all|every|average|avg|mean|total|sum|count|for|on|in|what|paid|sent|was|were|did) )';
const SHOP =
  '(?:supplier|vendor|wholesaler|trader|business|retailer|recipient|place|merchant|payee|shop|store|person|company|supermarket|people)';
/** Wider words for what a list behind them names: `food, groceries and dining`. */
const WIDER = `(?:(?:on|for|towards?) )?${THE}(?:${WIDER_WORDS.map(([word]) => word).join('|')})(?: (?:expenses|costs|spending|bills?|budget|shopping|money|purchases|things))?`;
/** Words for a part of a whole that is asked for in per cent. */
const SHARE =
  '(?:(?:as )?(?:(?:what|which|the|a|how many) )?(?:(?:exact|rough|approximate) )?(?:percentage|percent|per cent|%|share|proportion|fraction))';
const ALL_OF = '(?:(?:all|all of) )?(?:(?:the|my|our) )?(?:(?:total|overall|whole|entire) )?';
const MONEY_OUT =
  'spending|spend|expenses?|outgoings|costs|expenditures?|outlays?|money|budget|payments|purchases';
const MONEY_IN = 'incomes?|earnings|revenues?|takings|turnover|money coming in';
const NUMBER = '\\d[\\d.,]*';
const MORE = '(?:more|less|higher|lower|dearer|cheaper|bigger|smaller|larger|pricier)';

/** The first of equals is taken; the reading with the fewest parts, and none left, is the one. */
export const PARTS: readonly Row[] = [
  // Around a question.
  [
    '',
    ',',
    'please|pls|plz|thanks|thank you|hi|hello|hey|hiya|heya|howdy|yo|ok|okay',
    '(?<=^(?:. )?)(?:and|so|just|also)',
    '(?<=^.{0,20})(?:(?:can|could|would) you )?(?:please )?(?:tell|give|get|find) (?:me|us)(?: please)?',
    '(?<=^.{0,20})(?:can|could|would|will) you(?= (?:please |kindly )?(?:total|tot|add|sum|work|tell|give|show|list|check|find|say|figure|calculate|share|provide|break)(?![^ ]))',
    '(?:please )?(?:share|provide|display|pull up|bring up)(?= (?:the|my|total|all|a|list|how|what))',
    '(?<=^.{0,20})(?:please )?(?:work out|calculate|figure out|find out|find|check|look up|i need|i want|i wanted|i would like)(?= (?:the|my|how|what|a|all|everything|anything))',
    '(?:all )?(?:those|these|that)(?= [BSTD])',
    '(?<=^.{0,40}|[,] )(?:please )?(?:(?:can|could|may|might) (?:i|we) (?:please |just )?(?:get|have|see|ask for)|let (?:me|us) (?:have|see)|(?:would|is) it (?:be )?possible to (?:get|have|see|show|list|know|tell me)|(?:i|we) (?:should|would) (?:like|love)|(?:i am|i was|we are)? ?(?:looking|searching) for|(?:i am|we are) after|(?:i am|we are) interested in|remind me(?: of)?|what about|how about|(?:just|also|do|please do) (?:tell|show|give|list)(?: me| us)?|might you (?:tell|give|show) (?:me|us)|work me out)(?= (?:the|my|our|how|what|which|when|who|a|an|all|any|every|some|everything)(?![^ ])|$| [PCRST](?![^ ])| ,)',
    '(?<=^.{0,40}|[,] )(?:please |kindly )?(?:tell|inform|advise|intimate|apprise|state|confirm|mention|specify|report|share(?! of)|send|calculate|compute|fetch)(?: (?:me|us))?(?: about)?(?= (?:how|what|which|when|who|whether|the|my|our|total|amount|all)(?![^ ]))',
    '(?<=^.{0,40})whether(?= .* or )|or not(?=$| ,| [ST])',
    `how (?:big|large|high|much|expensive) (?:was|is|were|are)(?= (?:the |my |our )(?:single )?(?:(?:${ORDINAL}) )?(?:${MOST_WORDS}|${LEAST_WORDS})(?![^ ]))`,
    '(?<=^(?:and )?(?:(?:to|from) )?(?:who|whom|where|which (?:supplier|shop|store|place|vendor|merchant)) .*)(?:from|at|to|with|on)(?=$| ,| [ST])',
    'money(?= (?:moved|put|transferred|saved|added|paid|sent)(?: [a-z]+){0,2} (?:to|into|in) (?:the |my |our )?A(?![^ ]))',
    '(?:yet|already)(?= ,|$| [ST]| in (?:the |my |our )?A(?![^ ]))',
    '(?:by|for) me(?=$| ,)',
    '(?:in the end|at the end of the day|all up|when all is said and done|all things considered)(?=$| ,| [ST])',
    'now then',
    '(?:right |just )?now$',
    'been(?= [ST]|$)|(?:has|have|had)(?= (?:gone|come|cost|been|brought|eaten|swallowed|set)(?![^ ]))',
    '(?:my|our|the)(?= [ST] )',
    '(?:please )?give(?= (?:the|my|a|breakdown|break ?up|split|total))',
    'and(?= (?:how|what|when|which|where|who|by)(?![^ ]))',
    'called|named',
    '(?:sorted|grouped|arranged|organi[sz]ed|listed|ordered|itemi[sz]ed|split|divided|summed|totall?ed)(?: up)?(?= (?:by|per|month by|day by|year by) )',
    '(?<=(?:payments|purchases|transactions|transfers|payouts|expenses) )(?:made|done)(?= (?:to|at|on|in|from|with|by|for) )',
    'say(?= [ST](?![^ ]))',
    '(?<=(?:spending|spend|expenses|outgoings|money|payments|purchases)(?: [ST])? )(?:was|were|is|went|came)(?= (?:at|on|to|with|for) (?:the |my |our )?[PC])',
    '(?<=[PCR](?: [a-z]+){0,2} )(?:taken|made|bought|done|had|incurred|charged)(?= [ST]|$| ,)',
  ],
  // `What is left of my salary after rent`, `how much of it was left once stock is paid`.
  [
    '',
    `(?:(?:what|how much)(?: money)? (?:(?:is|was|were|do ${I} have|did ${I} have|have ${I}|had ${I}|${I} have|${I} had) )?(?:left|left over|remaining|remains?|remained|stays|stayed)(?: over)?(?: (?:of|from|out of))?|(?:what|how much) (?:of|from))(?= (?:.* )?R(?: .*)? (?:after|once|when|less|minus)(?![^ ]))`,
    `(?<=R(?: .*)? )(?:(?:is|was|were|do ${I} have|did ${I} have|have ${I}|had ${I}|${I} have|${I} had|${I}) )?(?:left|left over|remaining|remains?|remained|stays|stayed|still there)(?: over)?(?= (?:[ST] )?(?:after|once|when|minus|less)(?![^ ]))`,
    `(?<=(?:once|after|when) (?:(?:the|my|our|all) )*[PC](?:(?: ,| and| plus)+ (?:(?:the|my|our|all) )*[PC]){0,6} )(?:(?:(?:is|are|was|were|has been|have been|had been|got|get) )?(?:paid|gone|taken off|taken out|deducted|covered|settled|paid for)|(?:goes|went|has gone|have gone) out|(?:comes?|came|is|are|was|were) off)(?=$| ,| [ST])`,
  ],
  // `bonus inclusive`: what a payee pays with that.
  // `since Latoya got paid`.
  [
    'out',
    `(?<=since (?:the last time )?)${LIST} (?:last )?(?:got|was|were|has been|have been)(?: last)? paid`,
  ],
  ['incl', `(?:, )?(?:and |with )?${THE}[CR] (?:inclusive|incl)(?=$| ,| [ST](?![^ ]))`],
  // The measure.
  [
    'sum much apart',
    '(?<=[^ ] )and(?: also)? (?:how much|what)(?= (?:(?:did|do|have) (?:i|we) (?:spend|spent|pay|paid) |(?:went|goes|was spent|is|was) )?(?:(?:on|at|to|for|in|during) )?(?:the |my |our )?[PCRST](?![^ ]))',
  ],
  [
    'sum much',
    '(?:and )?how much(?: of (?:my|the|our)| my)?(?: (?:money|cash))?(?: in total)?',
    '(?:and )?how much (?:was|is|were|are)(?: (?:it|that|this))?(?! (?:in|on|paid in)(?![^ ]))',
    `${THE}(?:grand |combined |overall )?(?:totals?|sums?|amount)(?: (?:amounts?|sum|figure|of|for|was|is|did|spent|paid))*(?: (?:of|for|on|to|at))?`,
    '(?:in|as|all in) one (?:figure|sum|number)|one (?:figure|sum|number)|summed(?: up)?|totall?ed|(?:all )?added(?: up| together)',
    '(?:what )?(?:do|did|does) (?:they|that|it|these|those|the three|these three|all of them) (?:come|add up|amount|cost)(?: up)?(?: to)?',
    'what did(?= (?:[a-z]+ )*(?:payments|purchases|bills)(?![^ ]))|(?:they )?adds? up to|come to|amount to|amounted to|amounts please',
    'how much (?:do|did|does) they (?:come|add up) to',
    'what (?:was|is) the (?:sum|total)(?: amount)?(?: of| for)?',
    '(?:what )?(?:do|did|does)(?= .*(?:add up|come|amount) to(?![^ ]))',
    '(?:was|is|were) what$',
    'the damage|the tally|the figure(?: for)?',
    '(?:was|is|were|costs? me|came to) how much',
    'total(?:l?ing)? (?:what|everything)',
    '(?:total|tot|add|sum|tally|reckon) up|put a (?:number|figure) on',
    '(?:come|came|comes|amounted|amounts|added up|works? out|worked out|run|ran)(?: out)?(?: in)? (?:to|at)(?= (?:how much|what)(?![^ ])| ,| [ST]|$| over| for| in| on| during| altogether| all)',
    'all in(?=$| ,)',
    'in total|altogether|all ?together|overall|all in all|in all',
  ],
  [
    '',
    'what',
    'what (?:is|was|were|are)(?: it)?',
    'whats',
    '(?:was|is|were|are)(?= (?:(?:the|my|our|it|that|this) )?(?:[PCRST]|B|income|it|that|more|less|higher|lower|spent|spending|paid|most|least|the (?:most|least)|highest|lowest|largest|dearest|cheapest|dearer|cheaper|bills?))',
    '(?:is|was|were|are) there (?:any )?(?=(?:income|spending|revenue|refunds?|[CR])(?![^ ]))',
    '(?:that is|that would be|meaning|namely|in other words)(?= (?:the |my |our )?[PC](?![^ ]))',
    '(?:(?:during|for|in|over) )?(?:the |my |our )?(?:(?:first|second|last) )?(?:financial|fiscal|tax|school|business) (?:half|quarter|year|period|term)(?: ,| of| from)?(?= [ST](?![^ ]))',
    '(?:the )?(?:price|cost|amount|size|value) of(?= (?:the |my |our )?(?:last|latest|most recent|newest|first|earliest|biggest|largest|smallest|highest|lowest)(?![^ ]))',
    '(?:did|has|have|is|are)(?= (?:(?:the|my|our) )?(?:[CR]|total|spending|income|expenses|outgoings|costs|payments|purchases|revenues?|takings|turnover|earnings|bills?|spend))',
    '(?<=which (?:month|day|week|shop|category|payee) )(?:had|has|saw)',
    '(?<=(?:more|most|least|money) )(?:from|in|on|at|to|with)(?= ,|$| [ST]| or| among| between)',
  ],
  [
    'share:spending',
    `${SHARE} of ${ALL_OF}(?:${MONEY_OUT})(?: (?:(?:is|was|were|has been) )?(?:spent|going|gone)| goes| went| go| did ${I} (?:spend|pay)| ${I} spend)?`,
    `(?:as )?(?:a|an)?(?: )?${SHARE} of ${ALL_OF}(?:${MONEY_OUT})`,
    `${SHARE} of(?= (?:the |my |our )?[ST] (?:went|goes|gone|was spent|is spent|was|is|did ${I} spend)(?![^ ]))`,
  ],
  [
    'share:spending',
    `(?:the |my )?${SHARE} of(?= (?:the |my |our )?[PC](?:(?: ,| and| plus) (?:the |my )?[PC])*(?: .*)? (?:in|out of|within|to|from) (?:my |our |the |all |total |overall )*(?:${MONEY_OUT})(?![^ ]))`,
    `(?<=${SHARE} of .*)(?:in|out of|within|to|from) (?:my |our |the |all |total |overall )*(?:${MONEY_OUT})`,
  ],
  [
    'share:income',
    `${SHARE} of ${ALL_OF}(?:${MONEY_IN})(?: (?:(?:is|was|were|has been) )?(?:spent|going|gone)| goes| went| go| did ${I} (?:spend|pay)| (?:do|did|have) ${I} (?:spend|spent)| ${I} spend| comes?| came)?`,
  ],
  [
    'together',
    `(?:${DET})?(?:together|combined|taken together)|inclusive|included together`,
    '(?:between|with) (?:them|the (?:two|three|four|pair|lot)(?: of them)?)(?= ,|$| [ST]| in| this)|put together|both times|all (?:two |three |four )?times|(?:both|all|the pair|the two|the three) of (?:them|those|these)(?= |$)',
  ],
  [
    'ever',
    '(?<=P .*)since (?:she|he|they|it) (?:started|began|joined)|(?<=P .*)from the (?:beginning|outset)',
    'at (?:any|some) (?:time|point)|even once|any ?time',
    '(?:on|in) (?:record|history|file|the books|my books|our books)',
    'since (?:i|we) opened (?:the |my |our )?(?:[a-z]+ )?(?:A|accounts?)(?: account)?(?=$| ,)',
    'ever|so far|all told|till date|since i (?:joined|started|signed up)(?: (?:here|banking here|with you))?|to this day|until today|up to now|until now|till now|up to today|to date|since the (?:start|beginning)(?! (?:of|[ST])(?![^ ]))|this whole time|of all time|all time|from the start|since i (?:opened|have) (?:the|my) accounts?|as yet',
  ],
  // `The holiday pot, how much have I chucked in this year`: into it.
  [
    'saved',
    `(?<=^(?:the |my |our )?A , (?:.* )?)${DID} ${I} ${REALLY}(?:put|chuck|chucked|stuck|stick|pour|poured|pop|popped|throw|threw|thrown|stash|stashed|squirrel|squirreled|squirrelled|tuck|tucked|add|added)(?: (?:money|cash|any|anything))?(?: (?:in|away|by|aside))?(?=$| ,| [ST])`,
  ],
  // Money that goes out.
  [
    'out',
    `${DID} ${I} ${REALLY}${SPENT}${MONEY}`,
    `${I} ${REALLY}(?:have |had )?${SPENT}${MONEY}`,
    `(?:am|are|was|were|have|had) ${I} (?:been )?(?:currently )?${SPENDING}${MONEY}|${I} (?:am|are|was|were|have been|had been) ${SPENDING}${MONEY}`,
    'money(?= (?:to|for) [PC])',
    '(?:is|was|were|has been|have been|been|being) (?:going|flowing) (?:out|to)',
    `${THE}(?:total |overall |general )?(?:spending|spendings|spend|spends|expenses?|expenditures?|outgoings?|outflows?|costs?)(?: total)?`,
    '(?:was |were |been |is |has been )?(?:spent|sent|charged)(?: (?:money|out))?',
    '(?<!(?:^| )R )(?:total )?paid(?! (?:in|me|us|to me|to us|into)(?![^ ]))',
    `(?:does|did|do) (?:my|our|the|all my) (?:money|cash) go(?: to)?`,
    '(?:money |cash )?(?:went|goes?|gone|going)(?: out)?',
    '(?:money |cash )?(?:went|goes?|gone|going) (?:through|on|to)',
    `${DID} ${I} (?:pay|paid|give|given|send|sent) ${LIST} for(?=$| ,| [ST])`,
    `${LIST}${KIND} (?:has |have )?(?:came|comes|come|amounted|amounts|added up|adds up|ran|run)(?: in| out)? (?:to|at)`,
    `${DID} ${LIST}${KIND} (?:cost|charge|set|run)(?: (?:the|my|our) ${CONCERN})(?: back)?`,
    `(?:has|have) ${LIST}${KIND} (?:cost|set|run) (?:the|my|our) ${CONCERN}(?: back)?`,
    'money out|(?:came|comes?|coming) out(?: of)?|(?:was |were )?taken from',
    `from ${ME}|out of ${ME}`,
    `${THE}P(?:${AND} P){0,6} (?:has |have |had )?(?:received|receives|got|gets|collected|collects|took|takes)(?: (?:how much|(?:what|which) (?:sum|amount)|what))?(?: (?:from|off|out of) ${ME})?`,
    `(?:did|does|do|has|have|is|was|were) ${LIST}${KIND} (?:cost|costs|costing|come to|set ${ME} back)(?: ${ME})?`,
    `(?:did|does|do|has|have) ${LIST} (?:get|got|gotten|receive|received|take|taken|took|charge|charged|bill|billed|invoiced?)(?: (?:${ME}|money))?`,
    `(?:did|does|do|has|have) ${LIST} (?:get|got|had|have|take|taken|receive|received|collect|collected) (?:off|from|out of) ${ME}`,
    `(?:did|does|do|has|have|had) (?:they|it|(?:the )?(?:pair|two|three|four|lot|both|all)(?: of them)?|both of them|all of them) (?:cost|costs|set|charged?|billed?)(?: ${ME}(?: back)?)?`,
    `(?:is|are|was|were|has|have) ${LIST}${KIND}(?: been)? (?:charging|costing|taking|getting|billing|setting)(?: ${ME}(?: back)?)?`,
    `(?:spent|paid|gave|sent|spend|give) ${I}(?= )`,
    `costs? ${NAME} ${ME}`,
    `${LIST} (?:has|have) (?:had|got|taken|received) (?:off|from|out of) ${ME}`,
    `would ${I} have (?:spent|paid)(?= .*(?:without|excluding|except|if))`,
    `(?:has|have) ${LIST}${KIND} had(?= (?:between|from|off|out of|altogether|so far|[ST])(?![^ ]))`,
    `(?:did|does|do) ${LIST}${KIND} have(?= (?:between them|from me|from us|off me|off us|out of me|out of us)(?![^ ]))`,
    '(?:go|going|goes|come|coming) out(?= [ST]|$| ,)',
    `(?:what|that) ${LIST} (?:has|have|had) (?:cost|charged|billed|taken|got)(?: ${ME}| (?:from|off|out of) ${ME})?`,
    `(?:P (?:, )?)?(?:the (?:two|three|four)|they|these (?:two|three)) (?:get|got|cost|take|took|charge|charged)`,
    `do they (?:take|charge|cost|get|bill)(?: ${ME})?`,
    '(?:money |cash )?(?:was |were |been |has been |have been |is )?(?:transferred|handed over|wired|paid out|given|disbursed|remitted|expended)(?= (?:to|on|for) )',
    '(?:all (?:the |my |our )?)?money(?= (?:sent|spent|paid|given|handed))',
    '(?:dollars|euros|pounds)(?= spent in (?:which|what))',
    `(?:did|do|have) ${I} (?:pay|paid|give|given|send|sent|gave) (?:the (?:pair|two|three|four|lot)(?: of them)?|both of them|all of them|them both|them all|each other)`,
    `(?:did|do) (?:the (?:two|three|four)|they|these (?:two|three)) (?:get|cost)(?: ${ME})?`,
    `${LIST}${KIND} (?:cost|costs|charged)(?: ${ME})?`,
    `(?:cost|costing|costs|charge|charged|set) ${ME}(?: back)?`,
    'cost|costs',
    `(?:did|has|does|have) [ST] cost(?: ${ME})?`,
    `(?:was|were|has been|have been) P paid|(?:has|have) P been paid|(?:did|does|do|has|have) ${LIST} (?:get|got|gotten|been) paid`,
    `${LIST} (?:has|have|had) been (?:given|sent|paid|handed)(?: (?:by|from) ${ME})?`,
    `(?:did|has|have|does|do) ${LIST} (?:get|got|have|had|receive|received) (?:any |some )?(?:money|cash|anything|something)(?: (?:from|off|out of) ${ME})?`,
    `(?:has |have |did |does )?${LIST}${KIND} (?:eat|eats|eaten|ate|swallow(?:ed|s)?|run|runs|ran|set) ${ME}(?: back)?`,
    `(?:has|have|did|does) ${LIST}${KIND} (?:eat|eaten|swallow(?:ed)?|use|come to)(?: up)?`,
    `(?:was |were |been |is |get |got )?(?:deducted|debited|taken off|withdrawn)(?: from ${THE}A)?`,
    `left ${THE}A`,
    `(?:did|does|do|has|have) ${THE}A (?:pay|paid|spend|spent|send|sent)(?: out)?`,
    `(?:was|were) ${I} charged`,
    `(?:did|do) ${I} pay out`,
    `(?:did|does|has|have) (?:everything|it all|all of it|all that) (?:cost|costs|come to)(?: ${ME})?`,
    `(?:did|do|have) ${I} (?:pay|paid) for(?= (?:at|in|to) )`,
    `${DID} ${I} (?:pay|paid|give|given|send|sent|transfer|transferred) (?:back (?:to )?${LIST}|${LIST} back)`,
  ],
  ['sum', `(?:did|does|do|has|have) ${LIST}${KIND} (?:amount|amounted|add up|added up|run) to`],
  [
    'out bought',
    `${DID} ${I} ${REALLY}${BOUGHT}(?: (?:something|anything|things|stuff))?`,
    `${DID} ${I} ${REALLY}${BOUGHT} (?:to|at|from|with|in)(?= (?:the )?(?:most|least|more|less|often|oftener)(?![^ ]))`,
    `${I} ${REALLY}${BOUGHT}(?: (?:something|anything|things))?`,
    `(?:was|were|am|are|have|had) ${I} (?:been )?(?:buying|ordering|shopping|visiting|going|eating|using)`,
    `${I} (?:was|were|am|are|have been|had been) (?:buying|ordering|shopping|visiting|going|eating|using)`,
    '(?:gets?|got|is|was|were|are|been) (?:bought|visited|used)',
    'bought',
    `(?:am|was) ${I}(?= (?:at|in) (?:the )?[PC](?![^ ]))`,
    `(?:did|do|have) ${I} C(?= |$)`,
  ],
  [
    'out perpayment',
    `(?:a|one|each|every|a single) [PC](?: (?:${NOUN}|trip|shop|run|journey|lunch|session|lesson))? costs?(?: ${ME})?`,
    `(?:does|did|do) (?:a|an|one|each|a single|an average|a typical|a normal|the average|the usual|every) (?:(?:${NOUN}|trip|shop|run|journey|haul|meal|lunch|session|lesson)(?: (?:to|at|with|from|by|in|for))? )?${LIST}(?: (?:${NOUN}|trip|shop|run|journey|lesson|session|round))? cost(?: ${ME})?`,
  ],
  [
    'out cmp',
    `(?:has|have|did|had) ${LIST} (?:had|have|receive|received|got|get) ${MORE} (?:from|off|out of) ${ME}`,
  ],
  ['out when', `when did ${I} (?:pay|buy|get) (?:that|it)`],
  [
    'reversed',
    '(?:net of|after|less|minus|once|when|with) (?:the |any |all |their |that )?(?:refunds?|money back|money (?:that|which) (?:came|went|was paid|was sent|was given) back|money (?:they|it|he|she) (?:gave|paid|sent) back|what (?:they|it|he|she) (?:gave|paid|sent|handed|returned|refunded|credited)(?: me)?(?: back)?|what (?:came|was paid|was given|was sent|i got) back)(?: (?:is|are|was|were|has been))?(?: (?:taken off|taken away|deducted|counted|subtracted|off|out|included))?',
    '(?:less|minus) what (?:they|it) gave back',
    '(?:net of|after|less|minus|once|with) (?:the |any |all )?(?:reversals?|what (?:they|it|he|she|was) reversed)(?: (?:is|are|was|were))?(?: (?:taken off|deducted|counted|subtracted|off|out|included|taken away))?',
  ],
  [
    'reversed',
    '(?:correcting|corrected|adjusting|adjusted|allowing|accounting) for (?:the |any |all )?(?:refunds?|reversals?|double charges?|returns?|money back)',
  ],
  ['anyone', '(?:to )?(?:anyone|anybody|somebody|someone)'],
  [
    'out avg',
    `(?:do|did|have) ${I} averaged?`,
    `(?:do|did) ${I} (?:typically|usually|normally|generally|on average) ${SPENT}${MONEY}`,
  ],
  [
    'got',
    `${DID} ${I} ${REALLY}(?:get|got|had)${MONEY}`,
    `${I} (?:have |had )?(?:ever )?(?:got|gotten)${MONEY}(?! paid)`,
  ],
  [
    'in back',
    `${DID} ${I} ${REALLY}(?:get|got|gotten|have|had|receive|received|claim|claimed|take|taken|collect|collected) ${BACK}`,
    `(?:did|has|have|does|do|had) ${LIST} ${REALLY}(?:pay|paid|give|gave|given|send|sent|transfer|transferred|return|returned|refund|refunded|reverse|reversed|credit|credited) (?:${ME} )?${BACK}(?: to ${ME})?`,
    `(?:did|has|have|does|had) ${LIST} (?:refund|refunded|reimburse|reimbursed|repay|repaid)(?: ${ME}| to ${ME})?`,
    `(?:was|were|am|been|have|get|got) ${I} (?:been )?(?:refunded|reimbursed|repaid|paid back)(?: (?:by|from))?|${I} (?:was|were|got|have been) (?:refunded|reimbursed|repaid|paid back)(?: (?:by|from))?`,
  ],
  [
    'in',
    `${DID} ${I} ${REALLY}(?:get|got|gotten|bring|brought|draw|drawn|pull|pulled|collect|collected) in`,
    `${DID} ${I} (?:draw|drawn|collect|collected)(?= .*R)|(?<=R (?:.* )?)${DID} ${I} (?:draw|drawn|collect|collected)`,
  ],
  [
    'made',
    `(?:did|have|do) ${I} (?:make|made|do|done)|${I} (?:did|do)|${I} (?:have |had )?(?:ever )?made|(?:were|are|was) (?:there|made)`,
  ],
  ['', `(?:payments )?to (?:people|anybody|anyone|other people)(?= ,| [ST]|$)`],
  // Money that comes in.
  [
    'in',
    `${DID} ${I} ${REALLY}(?:receive|received|earn|earned|take in|took in|bring in|brought in)${MONEY}`,
    `${I} ${REALLY}(?:received?|earned?)${MONEY}`,
    `(?<=R )paid(?: out)?(?: to ${ME})?(?=$| ,| [ST])`,
    `(?:did|do|have) ${I} get paid|have ${I} (?:gotten|got) paid|(?:was|were|am|have) ${I} (?:been )?paid|${I} (?:was|got|am|get) paid|(?:got|get) paid(?: by)?`,
    `${THE}(?:total |overall )?(?:incomes?|earnings?|inflows?|incoming(?: ${NOUN})?)`,
    '(?:all )?(?:the )?(?:money |cash )?(?:that |which )?(?:came|comes?|coming) in(?: to)?|money in|incoming',
    `(?:has |have |did |does )?(?:come|came|comes|coming)(?: in)?(?= (?:from|as) )|(?:has|have|had|did|does) (?:my |the |our )?(?:money |cash )?(?:come|came) in`,
    '(?:came|comes?|coming)(?= [ST])|(?<=R )came(?= (?:, )?and )',
    '(?:came|comes?|coming) (?:in|into|to) (?:the |my |our )?(?:accounts?|bank)(?! [A])',
    `(?:did|do|does|has|have|had) ${LIST}(?: from ${LIST})? (?:pay|paid|pays|paying|give|gave|given|send|sent|wire|wired|transfer|transferred|bring in|brought in|bring|brought)(?: ${ME})?(?: (?:out|in|something back|money back|a R|R|(?:any |some |the )?(?:money|cash)(?! (?:back|to|on|for|into)(?![^ ]))))?`,
    `(?:did|do|does|has|have|had) ${LIST} (?:(?:cough|coughed|stump|stumped|pay|paid|pony|ponied) up|(?:fork|forked) (?:out|over)|(?:hand|handed) over)(?: ${ME}| to ${ME})?`,
    `(?:did|does|do|has|have|had) (?:the |my |our )?R (?:bring in|brought in|come to|come in at|amount to|add up to|make|made|been|fetch|fetched|earn|earned|total|yield)(?: ${ME})?`,
    `(?:when|what day|what date) did ${LIST} last pay (?:his|her|their|the)(?= R)`,
    `(?<=R (?:.* )?)(?:did|does|has|have) (?:it|they|that) (?:bring in|brought in|bring|brought|make|made|pay|paid|earn|earned)(?: ${ME})?`,
    `(?:did|do|have) ${I} (?:take|taken)(?= .*R(?![^ ]))`,
    '(?:the |any |all |all the )?money(?= from (?:the |my |our )?[PR])',
    `(?:did|has|have|does|do) (?:the |my |our )?R (?:hit|land|landed|clear|cleared|come through|come|drop|dropped|show up|arrive|post|posted)(?: (?:(?:in|into|to) )?(?:my|the|our) (?:account|bank))?`,
    `(?:did|do|have) ${I} (?:make|made|take|taken) money|(?<=money )(?:did|do|have|has) ${I} (?:make|made|take|taken)`,
    `${THE}(?:total |overall |gross )?(?:takings|turnover|revenues?|proceeds)`,
    `(?:has |have )?R (?:came|come) to`,
    `${LIST} (?:pays?|paid|gave|sent) ${ME}(?: (?:something back|back|money back))?`,
    `${LIST} pays`,
    `(?:paid|pay|pays|gave|give|sent|send) ${ME}(?: (?:money|cash|anything|something))?|to ${ME}`,
    `(?:did|has|have|does) P R(?: ${ME})?`,
    `(?:did|has|have|does) ${LIST} (?:pay|paid|pays|send|sent) (?:${ME} )?(?:his|her|their|its|the)(?= [CR](?![^ ]))`,
    '(?:(?:was|were|been|is|get|got|gets) )?(?:paid in|deposited|credited|received)(?: (?:in|into|to) (?:the |my )?accounts?)?|(?:did|have|has) (?:arrived?|landed)|arrived?|received',
    `(?:has|did) (?:anybody|anyone|somebody|someone) (?:paid|pay) ${ME}`,
    `(?:did|does|has|have) ${LIST} (?:contribute|contributed|put in|chip in|chipped in)(?: to (?:the |our )?(?:household|family|house|home|bills|costs|kitty))?`,
    `(?:the )?deposits?`,
  ],
  // Into an own account.
  [
    'saved',
    `(?:(?:(?:did|have|do) ${I}|(?:(?:has|have|is|was|were) )?been) )?(?:put|puts|stashed|squirrelled|salted|socked|move|moved|transfer|transferred|save|saved|add|added|put aside|saved up|sent|paid|went|go|goes|gone|going)(?: (?:any |some |the )?(?:money|funds|cash|anything|something))?(?: (?:aside|away|up|by|in|over|across))? (?:into|in|to|onto|towards) ${THE}A`,
    `(?:did|have|do|am) ${I} (?:pay|paying|paid|put|putting|stash|stashed|tuck|tucked|squirrel|squirreled|squirrelled|transferring|moving|saving|contribute|contributed|stick|stuck)(?: (?:any |some |the )?(?:money|funds|cash|anything|something))?(?: (?:aside|away|up|by|in|over|across))? (?:into|in|to|onto|towards) ${THE}A`,
    `(?:money|payments|transfers|deposits|savings|paid|moved|put)(?: (?:put|moved|paid|going|saved))? (?:into|to|in) ${THE}A`,
    `A (?:deposits|contributions|top-?ups|transfers|transfers in|payments in)`,
    `money (?:set|put) (?:aside|away|by) (?:into|in|to) ${THE}A`,
    `A , (?:what|how much)(?: money)?(?: (?:has|have|did))?(?: i)? (?:went in|gone in|go in|come in|came in|paid in|moved in|put in|went into it|add|added|save|saved)`,
  ],
  // The payments.
  ['names', `(?:(?:on|at|in|for|with|towards|of|as|among|amongst) )?(?:only |just )?${NAMES}`],
  ['names', `(?:only|just) (?:on|at|in|for|with) ${NAMES}`],
  ['names', `${THE}(?:trip|journey|holiday|stay|course|flight) (?:with|to|by) ${NAMES}`],
  [
    'names',
    `${WIDER}(?: [ST])? , (?:so|meaning|that is|that means|i\\.?e|namely|that would be) ${NAMES}(?: (?:only|alone))?`,
  ],
  [
    'names wider out',
    `${WIDER} (?:cost|costs|set) ${ME}(?: back)?(?: [ST])? , (?:so |both |with |like |including |namely )?${NAMES}(?: (?:only|alone))?`,
  ],
  [
    'names wider',
    `${WIDER}(?: [ST])? , (?:so |namely |both |with |like |including )?${NAMES}(?: (?:only|alone))?`,
  ],
  ['names', `(?:out of|of) ${NAME}(?:${AND} ${NAME}){1,20}`],
  [
    'names out bought',
    `(?:invoices|bills|orders|deliveries|purchases|invoice|bill|order|delivery|purchase) from ${NAMES}`,
  ],
  [
    '',
    `(?:from|at|to|with|by) (?:(?:any|all|the) )?(?:suppliers|shops|stores|places|merchants|vendors|payees)(?= (?:${OUT_OF})(?![^ ]))`,
    'but(?= (?:only|just) (?:(?:on|at|in|for|with|from|to) )?(?:(?:the|my|our) )?[PCRSTD](?![^ ]))',
  ],
  ['names visits', `${LIST} (?:rides|visits|trips|runs)`],
  ['names to', `(?:to|into|onto) ${NAMES}`],
  ['names from', `from ${NAMES}`],
  [
    'names out',
    `(?:(?:was|were|am|are|been|being|have been)(?: ${I})?(?: been)? )?(?:charged|billed|invoiced|debited|deducted) by ${NAMES}`,
  ],
  ['names by', `(?:(?:paid|received|sent|given|transferred|deposited|contributed) )?by ${NAMES}`],
  [
    'without',
    `${OUT_OF} ${OUT_LIST}`,
    // `that did not go to the painter`: whatever the verb.
    `(?:that|which|who) (?:${I} )?(?:did|do|does|have|has|had|was|were|is|are) not(?: [a-z]+){0,2} ${PREP} ${OUT_LIST}`,
    `(?:(?:with|if|when|once) )?${NAME}${KIND}(?: ,)? ${LEFT_OUT}`,
    `(?<=[^ ] |^(?=if |with |when |once ))(?:(?:with|if|when|once) )?${NAME}(?: , ${NAME}){0,6}(?: ,)? (?:and|or|plus) ${NAME}${KIND}(?: ,)? ${LEFT_OUT}`,
    `with ${LIST}${KIND}(?: ,)? ${LEFT_OUT}`,
    `(?:(?:but|and) )?(?:(?:if|once|when|after) )?(?:(?:you|i|we) )?${LEAVE} ${LIST}${KIND}(?= (?:out|off|away|aside|apart|to one|to the|on one)(?![^ ]))${AWAY}`,
  ],
  [
    'all',
    '(?:(?:on|for|of|from|at) )?(?:everything|anything|everywhere|anywhere|things|stuff|all(?= (?:that|which)))(?: (?:that|which) (?:was|were|is|are))?(?= |$)',
    '(?:in|at|on|from) (?:all )?(?:other )?shops',
    '(?<=[PC](?: [a-z]+){0,2} , )(?:all|both) (?:shops|stores|places|suppliers|payees|of them)',
    `(?:all|whatever|all the money|everything)(?: (?:what|that|which))?(?= ${I} )`,
  ],
  [
    '',
    `${OUT_OF} (?:my )?own (?:savings|transfers|accounts)|(?:my )?own (?:savings|transfers|accounts) ${LEFT_OUT}`,
  ],
  [
    'account',
    `(?:(?:from|out of|through|with|on|of|in|by|at) )?(?:only )?${THE}(?:(?:account|accounts|wallet) )?A(?: (?:account|only|alone))*`,
    `(?:(?:from|on|of|in) )?${THE}A(?: account)?(?:${AND} (?:(?:from|on|of|in) )?${THE}A(?: account)?){1,6}`,
  ],
  [
    'time',
    '[ST] again(?= ,)',
    `(?:(?:the|these|those|(?<!of )all|two|three|four|five|six|festive|holiday|summer|winter|autumn|spring|fall|busy|quiet|rainy|monsoon|warm|warmest|cold|coldest|hot|hottest|dark|last|first) )+(?:months|weeks|days)(?: of)? [ST](?:${AND} [ST]){0,11}`,
    `(?:(?:(?:in|during|over|for|within|through|throughout|of|on|across|from|at) )?(?:(?:the|all|all of|whole|the whole|the period|the months? of|days of) )*(?:only |just )?S|(?:only |just )?T)(?: (?:only|alone|inclusive|so far|in full))?(?:(?:${AND}(?: (?:in|on|for|during|also)(?= S))?(?: the(?= S))?)? [ST]){0,11}(?: (?:together|combined))?`,
  ],
  [
    'timeout',
    `${OUT_OF}(?: (?:for|in|from|of|during|the|my|all|those|that))* [ST](?:${AND}(?: (?:for|in|from|of|during|the))* [ST]){0,11}(?: ones)?`,
    `[ST](?:${AND} [ST]){0,11}(?: ,)? ${LEFT_OUT}`,
    '(?:all|every month|months|any month) (?:but|except|other than|without) (?:the )?[ST](?: ones)?',
  ],
  [
    '',
    '(?:in |for )?(?:every|each|all|any)(?: the| other)? (?:months?|weeks?|days?|years?)(?= (?:but|except|other|without|apart))|(?:in )?(?:the )?(?:other )?months(?= (?:other|except))',
  ],
  [
    'bound',
    `(?:(?:(?:on|for|in) )?${PAYMENTS} |(?:only |just )?(?:those|the ones|ones) )?(?:(?:that|which) )?(?:(?:was|were|of|costing|cost|being|for|at|ran|was for) )*B(?: (?:each|apiece|payments?|purchases?|transactions?|charges?))?`,
  ],
  [
    'boundout',
    `${OUT_OF}(?: (?:counting|including|any|anything|everything|those|all|the|payments?|purchases?|bills?|transactions?|ones|that|which|was|were|is|are|of|cost|costing|for))* B`,
  ],
  [
    '',
    '(?<=A (?:.* )?)(?:from|out of|in|on|with|through) (?:it|that|there)',
    '(?<=[PC] (?:.* )?)(?:there|on it|on them|at it|at them|with them|on those|for it|for them|for those)(?= |$)',
  ],
  ['from', '(?<=[PR] (?:.* )?)from (?:it|them|him|her|those)(?= |$)'],
  [
    '',
    '(?<=^(?:the |my )?P , .*(?:pay|paid|send|sent|give|gave|given|transferred) )(?:him|her|them)(?= |$)',
    '(?:across|over|in|from) (?:all|both)(?: of)?(?: my)? accounts',
  ],
  ['days', '(?:only |just )?D'],
  [
    'currency',
    `(?:(?:in|of|with|my|our|the|all my) )?(?:only |just )?U(?: (?:only|alone))?(?:${AND}(?: what)?(?: in)? U){0,3}`,
    '(?:(?:in|into|to|on|of|from) )?(?:(?:the|my|our) )?(?:U (?:account|wallet)|account (?:of|in) U)',
  ],
  // Before the noun, which would ask nothing: `show me my transactions for last week`.
  [
    'list entries',
    '(?<=^(?:(?:please|can|could|may|might|i|you|we|me|us|show|list|view|see|get|give|let|check|want|need|would|like|to|know|tell|pull|up|bring|have|retrieve|access|and|just|also|all|of|what|were|are|open|which) )*)(?:(?:my|our|the|all|any|of) )*(?:bank |account )?transactions(?: (?:history|list|statement))?(?: (?:that )?(?:i|we) (?:have |had )?(?:made|done)| (?:that )?(?:were|was) (?:made|done)| happened| took place| did (?:i|we) (?:make|do|have))?(?= (?:[STDU]|on|in|for|from|at|over|during|since|between|within)(?![^ ])|$)',
    '(?<=^(?:(?:please|can|could|may|i|you|we|me|us|show|list|view|see|get|give|let|check|want|need|would|like|to|pull|up|bring|and|just|also|what|were|are) )*)(?:(?:my|our|the|all|any|of) )*(?:payments|purchases)(?: (?:that )?(?:i|we) (?:have |had )?made)?(?= [ST]$)',
    '(?<=^)U (?:transactions|payments|purchases)(?= [ST])',
  ],
  ['count', '(?<=[PCR](?: .*)? , )(?:visits|trips|rides|times|orders)$'],
  ['noun', `${NOUN_PLACE}${PAYMENTS}`],
  ['noun some', `${NOUN_PLACE}(?:(?:all|every|each|the|my|our) )*(?:${NOUN})`],
  [
    'bound some',
    `(?:(?:on|for|in|at) )?(?:(?:all|every|the|my|our) )*(?:${NOUN}) (?:(?:that|which) )?(?:(?:was|were|of|costing|cost|being|for|at|ran|was for) )*B`,
  ],
  // The figure taken from the payments.
  [
    'count',
    `how many(?! U)(?: of)?(?: (?:my|the))?(?: (?:${ANY}))?${COUNTED}`,
    `how many(?: of)?(?: (?:my|the))? ${LIST}(?: (?:${NOUN}|trips))?${COUNTED}`,
    `how many (?:visits|trips|rides|bills|payments|orders|shops|runs|fill-?ups|deliveries|purchases|transactions|meals)(?: (?:to|at|from|with|by|for)) ${LIST}${COUNTED}`,
    `how many (?:trips|rides|journeys)(?: (?:did|have|do|had) ${I} (?:take|taken|go on|have|make|made))?`,
    `how many (?:separate |individual |different )?(?:${ANY})${COUNTED}`,
    `(?:, )?(?:and )?(?:in|over|across|with|from) how many (?:separate |individual |different |single )?(?:${ANY}|orders|visits|trips|goes|instal?ments|fills)${COUNTED}`,
    '(?:on )?how many (?:times|occasions)|how often|how frequently',
    `(?:the )?(?:number|count)(?: of)?(?: ${LIST}(?: (?:${NOUN}))?| ${ANY})?`,
    `number of (?:visits|rides|trips|orders|bills)(?= (?:to|at|with|from) )`,
    `count (?:the )?${PAYMENTS}`,
    'count (?:them|those|these)(?: up)?(?=$| ,)|how many (?:is|are|was|were) (?:that|there|they|those)(?=$| ,)',
    'in number',
    '(?<=[PCR](?: [a-z]+)? , )(?:how many|number of) (?:visits|trips|rides|orders|payments|times|bills)|(?<=[PCR] )(?:visits|trips|rides|orders|payments|times|bills) (?:how many|number|count)',
  ],
  ['sum', 'how many(?= (?:U))'],
  [
    '',
    `(?<=how many (?:[a-z]+ )?(?:[PCR] )?(?:${NOUN})(?: .{0,60})? )(?:did|do|have|had) ${I} (?:have|had|make|made|got)`,
  ],
  [
    'count',
    `how many (?:(?:big|small|food|weekly) )?(?:shops|runs|trips) (?:did|have|do|had) ${I} (?:do|done|make|made|have|had|run)`,
    'how many (?:bills|orders|invoices|visits|trips|rides|deliveries|transfers|top-?ups|bookings|lessons|sessions|jobs|donations|runs)(?= (?!.*(?:buy|bought|purchased?|order|ordered)(?![^ ])).*[PCR](?![^ ]))',
  ],
  [
    'distinct:party',
    `(?:in |at |to |from |with )?(?:how many|(?:the )?(?:number|count) of)(?: (?:different|distinct|separate|unique|various|other))? (?:suppliers|vendors|merchants|payees|shops|stores|places|companies|businesses|retailers|recipients|supermarkets)(?: (?:were|was) (?:paid|used|there))?`,
  ],
  [
    'distinct:category',
    '(?:in |on |to )?(?:how many|(?:the )?(?:number|count) of)(?: (?:different|distinct|separate|unique|various))? categories',
  ],
  [
    'distinct:month',
    `how many months(?: of)?(?= (?:my |the )?[PCR](?![^ ]))`,
    '(?:in )(?:how many|(?:the )?(?:number|count) of)(?: (?:different|distinct|separate))? months',
    `how many (?:different |distinct |separate )?months(?= (?:have|did|do|had|has|was|were) )`,
  ],
  [
    'distinct:week',
    '(?:in )(?:how many|(?:the )?(?:number|count) of)(?: (?:different|separate))? weeks|how many weeks(?= (?:have|did|do|had|has|was|were) )',
  ],
  [
    'distinct:party in',
    `how many (?:different )?(?:people|customers|clients|payers|parties)(?: have| has)? (?:paid|pay|sent) ${ME}(?: money)?`,
  ],
  [
    'gap:since',
    `how (?:many days|long)(?: (?:is it|has it been|ago|have passed|has passed|is that|did pass))* since(?= (?:the |my |our )*(?:last|latest|most recent|i last|i)(?![^ ]))`,
    `how many days ago(?= (?:did|was|were) )`,
  ],
  [
    'gap:longest',
    `(?:what (?:is|was) )?(?:the |my )?(?:longest|largest|biggest|greatest) (?:gap|time|interval|break|pause|stretch)(?: of time)?(?: (?:between|in|without))?(?: (?:any|two|the|my|consecutive))*(?: (?:${NOUN}))?(?: (?:to|at|from|for|with|by))?`,
  ],
  [
    'gap:shortest',
    `(?:what (?:is|was) )?(?:the |my )?(?:shortest|smallest) (?:gap|time|interval)(?: between)?(?: (?:any|two|the|my|consecutive))*(?: (?:${NOUN}))?(?: (?:to|at|from|for|with|by))?`,
  ],
  [
    'gap:average',
    `(?:what (?:is|was) )?(?:the |my )?(?:average|usual|typical|mean) (?:gap|time|interval|days|number of days)(?: between)(?: (?:any|two|the|my|consecutive))*(?: (?:${NOUN}))?(?: (?:to|at|from|for|with|by))?`,
    `how many days on average(?: (?:are there|lie|pass))? between(?: (?:any|two|the|my))*(?: (?:${NOUN}))?(?: (?:to|at|from|for|with|by))?`,
  ],
  [
    'gap:latest',
    `(?:what (?:is|was) )?(?:the )?(?:gap|time|interval|days|number of days|how many days)(?: (?:was|were|are|is|passed|lay|lie|there))* between (?:the |my )*(?:last|latest|most recent) two(?: (?:${NOUN}))?(?: (?:to|at|from|for|with|by))?`,
  ],
  [
    'distinct:day',
    '(?:on )(?:how many|(?:the )?(?:number|count) of)(?: (?:different|distinct|separate|single))? days',
    `how many (?:different |distinct |separate |single )?days(?= (?:did|do|have|had|was|were|has) )`,
  ],
  [
    'avg',
    `${THE}(?:on average|averages?|avg|mean)(?: (?:amount|cost|size|price|spend))?(?: of)?`,
    'typically|usually|normally|generally|averag(?:ed?|ing)|been averaging',
    'an average of',
  ],
  ...['month', 'week', 'day'].map(
    (unit): Row => [
      `avg unit:${unit}`,
      `${THE}(?:averages?|avg|mean) (?:by|for each|for every|of each|in each|each|every) ${unit}(?: (?:of|for|on|in))?`,
    ],
  ),
  ['avg unit:month', `${THE}average monthly|average per month|in an average month`],
  [
    'avg perpayment',
    `(?:the |my |our )?(?:avg|average|mean) (?:[PC] )?(?:trip|shop|run|visit|ride|journey|haul|lunch|dinner|breakfast|evening|outing|session|lesson|fill)`,
    `(?:is |was )?(?:(?:a|an|the|my|our|one) )?(?:typical|usual|average|normal|regular)(?: [PCR])? (?:${NOUN}|shop|trip|run|journey|haul|lunch|session|lesson)(?: (?:to|at|with|from|by|for))?(?= (?:the |my |our )?[PCRST](?![^ ])|$| cost| ,)`,
  ],
  ['avg unit:week', `${THE}average weekly`],
  ['avg unit:day', `${THE}average daily`],
  [
    'unit:month',
    '(?:per|(?:in )?a|each|every) month|monthly|(?:in|for) an? (?:average |typical |normal )?month',
  ],
  ['unit:week', '(?:per|(?:in )?a|each|every) week|weekly'],
  ['unit:day', '(?:per|a|each|every) day|daily'],
  ['unit:year', '(?:per|(?:in )?a|each|every) year|yearly|annually|annual'],
  [
    'perpayment each',
    'per (?:payment|purchase|visit|ride|bill|transaction|order|meal|trip|fare|fill-?up|ticket|job|delivery|invoice|session|lesson|donation|recharge|refill|load)',
    `per [PC] (?:${NOUN}|trip|run|shop|journey|lunch|lesson|session)`,
  ],
  [
    'perpayment',
    '(?<=average .*|cost .*)(?:a|one|each) (?:payment|purchase|visit|ride|bill)',
    '(?:each|every|per|at a|a) time(?=$| ,| [ST])|per go|a pop|a go',
  ],
  [
    'latest',
    `when (?:did|have) ${I} last (?:have to )?${REALLY}(?:get|receive|received)(?: (?:something|anything))?`,
    `when last (?:did|have) ${I} ${REALLY}(?:get|receive)`,
    'the last time (?:he|she|they|it) (?:came|called|visited|was here|were here|did it|charged me|billed me)',
    `(?:when was )?(?:the )?last time(?: ${I}(?: (?:was paid|got paid|received))?)?`,
    `(?:when was |what was )?${THE}(?:latest|most recent|newest|last)(?: [PCR])? (?:${NOUN})`,
    `${THE}(?:latest|most recent|newest|last) [PCR](?: (?:${NOUN}|charge|visit|shop|trip))?`,
    `(?:the )?last (?:thing|payment|purchase|transaction|bit of money)`,
  ],
  [
    'latest out bought',
    `(?:on )?(?:when|(?:what|which) (?:date|day)) (?:did|have) ${I} last (?:have to )?${REALLY}(?:${SPENT}${MONEY}|${BOUGHT})(?: (?:something|anything))?`,
    `when ${I} last ${REALLY}(?:${SPENT}|${BOUGHT})`,
    `when ${I} ${REALLY}(?:${SPENT}|${BOUGHT}) ${LIST} last`,
    `when last (?:did|have) ${I} ${REALLY}(?:${SPENT}|${BOUGHT})`,
    `(?:when was )?(?:the )?last time (?:that )?${I} (?:have )?(?:${SPENT}|${BOUGHT})`,
    `(?:the )?last (?:thing|payment|purchase|transaction|bit of money) (?:that )?${I} (?:have )?(?:paid|bought|spent|made)`,
  ],
  [
    'latest in',
    `when did ${LIST} last (?:pay|send|give|transfer|wire|deposit)(?: ${ME})?(?: (?:money|anything|something|back))?(?: (?:his|her|their|its|the)(?= [CR](?![^ ])))?`,
    `when (?:was|were|am) ${I} last (?:paid|credited|refunded)(?: by)?|${I} (?:was|got) last paid`,
    `when did (?:the |my |our )?R last (?:arrive|come in|come|land|get credited|get paid|hit ${THE}account)`,
    `when (?:was|were) (?:the |my |our )?R last (?:paid|credited|received|deposited|paid in)`,
  ],
  [
    'latest out',
    `when (?:did|was|were) ${LIST}${KIND} (?:get|last get|last) paid`,
    `(?:when was )?(?:the )?last time ${LIST} (?:got|was|were|has been) paid`,
    'when (?:was|is) (?:it|that|this) last (?:paid|deducted|debited|charged|billed|taken)',
    `when did ${LIST} last (?:charge|bill|cost|debit)(?: ${ME})?`,
    `when (?:was|were) ${LIST}${KIND} last (?:paid|charged|billed|deducted|taken|debited)`,
    `when did ${LIST}${KIND} last (?:go out|come out|leave|go|get paid|get charged|come off)`,
  ],
  [
    'first',
    `(?:for )?how long (?:have|am) ${I} (?:been )?(?:paying|using|buying|sending|giving|with|going to|shopping at)(?: money)?(?: (?:to|for|at|from))?`,
    `since when (?:am|are|have|do) ${I} (?:been )?(?:paying|spending|pay|paid|had|used|using)(?: for)?`,
    `when did ${I} first ${REALLY}(?:get|receive)(?: (?:something|anything|stuff|money))?`,
    `(?:when was |what was )?${THE}(?:first|earliest)(?: ever)?(?: [PCR])? (?:${NOUN})`,
    `(?:when was )?the first time(?: ${I})?`,
  ],
  [
    'first out bought',
    `(?:on )?(?:when|(?:which|what) (?:day|date)) did ${I} first ${REALLY}(?:${SPENT}|${BOUGHT})(?: (?:something|anything|stuff|money))?`,
    `(?:when was )?(?:the )?first time (?:that )?${I} (?:${SPENT}|${BOUGHT})`,
  ],
  [
    'newest',
    '(?:(?:all|all of|the|my|our|any|most) )*(?:recent|latest|newest) (?:bank |account |card )?(?:transactions|payments|purchases|charges|activity)(?: (?:history|list|activity))?(?: (?:on|in|of|for|from) (?:the|my|our) (?:bank )?account)?(?! B)',
    '(?:(?:the|my|our) )*(?:transaction|account|payment) (?:history|activity)(?= *$)',
    '(?:(?:all|all of|the|my|our|any) )*recent (?:bank |account )?transaction(?= *$)',
    '(?:(?:all|all of|the|my|our|any) )*(?:transactions|payments|purchases) (?:(?:that )?(?:i|we) (?:have |had )?(?:made|done) )?(?:recently|lately)',
  ],
  [
    'newest',
    `${THE}(?:last|latest|most recent|newest|first|earliest) (?:${COUNT}) (?:[PCR] )?(?:${NOUN})`,
    `(?:the |my )?last (?:${COUNT}) times (?:that )?${I} (?:${SPENT}|${BOUGHT})`,
    `(?:the|my|our) (?:${COUNT}) (?:last|latest|most recent|newest|first|earliest) (?:[PCR] )?(?:${NOUN})`,
    `(?<=(?:list|show|show me) |^)(?:${COUNT}) (?:last|latest|most recent|newest) (?:[PCR] )?(?:${NOUN})`,
  ],
  [
    'list',
    `(?:please )?(?:list|show)(?: ${ME})?(?: (?:them|everything|all|every|what))*`,
    `(?:which|what)(?: of (?:my|our|the))? (?:payments|purchases|transactions|expenses|expenditures|payouts)(?= (?:did|do|have|were|was|are|went|go|happened|took|cost|came|exceed|i|we|B|S|T|over|[PCRSTBD])(?![^ ]))`,
    `(?:is|was|were|are) there (?:a|an|any|another) (?:${ANY})`,
    `(?:please )?give ${ME} (?:every|all|each|any)(?: (?:the|my|our|of|of the|of my))?(?= ${ANY})`,
    `which(?: of (?:my|our|the))?(?= [PCR] (?:${NOUN})(?![^ ]))(?! [PCR] stops? (?:gets?|got|takes?|took) )`,
    'which (?:payments|purchases|transactions)',
    'what all(?= (?:did|have|was|were) )(?! [a-z]+ (?:i|we) (?:spend|spent|pay|paid) )',
    'which(?= (?:payments|purchases|transactions) B)',
    'list them',
    'listed|itemi[sz]ed|as a list|(?:please )?(?:give (?:me )?)?(?:a |the )?list of(?: (?:all|every))?',
    '(?<=P , )(?:every|each) payment',
    '(?:all )?(?:of )?the times(?= i )',
    `(?<!(?:last|latest|newest|first|recent)(?: .*)? )(?:each )?(?:with|and) (?:its|the|their|a)? ?dates?|each with (?:its|the) (?:date|amount)`,
    `(?:all|every)(?: of)?(?: (?:the|my|our))? (?:${ANY}|transfers?|bills|orders)`,
    '(?:with )?(?:the )?(?:dates? and (?:the )?amounts?|amounts? and (?:the )?dates?)',
  ],
  ['list names', 'what are my [PCR]'],
  [
    'list',
    `(?:what|how much) (?:did|does|was) each(?: of (?:the|my))?(?: (?:visit|trip|order|one|payment|bill|time|purchase|meal|ride|lesson|session))?(?: (?:cost|come to)(?: ${ME})?)?(?=$| ,| [ST]| at| to)`,
  ],
  [
    'apart',
    '(?:split|broken|break) (?:it |them |that )?(?:out|up|by name|down by name)(?= ,|$| [ST]| [PC])',
    '(?:for )?each(?: of (?:them|those|these))?(?: and (?:the |a |in )?(?:total|together|both|combined|all))?(?=$| ,| [ST])|separately|individually|respectively|one by one|each on (?:its|their) own',
  ],
  [
    'rank',
    `(?:(?:top|the|my|our|a) )?(?:(?:${ORDINAL}|${COUNT}) )?(?:single )?(?:${EXTREME}|${LOWEST})(?: (?:${COUNT}))?(?: single)?(?: [PCR])?(?: (?:${NOUN}|spend|splurge|blow-?out|extravagance|outlay|cost|charge|(?:hit|dent)(?= (?:to|on|in|from|at|for) |$| [ST])|tank of [PCR]|(?:shop|trip|visit|run|meal|night)(?= (?:at|to|from|in|with) |$| [ST])))?(?: out(?= |$))?`,
  ],
  ['rank', `(?:(?:the|my|our|a) )?(?:single )?(?:top|main|number one)(?: single)? ${ANY}`],
  [
    'rank out least',
    `(?:the )?least (?:money )?${I} (?:ever |have ever |have )?(?:${SPENT}|${BOUGHT})`,
  ],
  [
    'rank',
    `(?:which|what) (?:${COUNT}) (?:${ANY}) (?:were|was|are|is) (?:the |my |our )?(?:${EXTREME}|${LOWEST})`,
  ],
  [
    'rank out',
    `${THE}(?:${EXTREME}|${LOWEST}) (?:sum|amount)(?: of money)? (?:that )?${I} (?:ever |have ever |have |had )?(?:${SPENT}|${BOUGHT})`,
  ],
  [
    'rank in',
    `${THE}(?:${EXTREME}|${LOWEST}) (?:sum|amount)(?: of money)? (?:that )?${I} (?:ever |have ever |have |had )?(?:got|received|earned)`,
  ],
  [
    'rank out',
    `(?:the )?(?:most|maximum|max|minimum|min) (?:money )?(?:that )?${I} (?:ever |have ever |have )?(?:${SPENT}|${BOUGHT})`,
  ],
  [
    'single',
    '(?:in|at) one (?:go|time|payment|purchase)|at once|in a single (?:payment|purchase|go)',
  ],
  ['top', `(?:the |my |our )?top (?:${COUNT})(?: ${ANY})?`],
  [
    '',
    `(?:had|has|saw|did|with|is|was|are|were)(?= (?:the |my |our )?(?:most|least|${MOST_WORDS}|${LEAST_WORDS}|fewest)(?![^ ]))`,
  ],
  [
    'by:month which',
    '(?<=(?:most|least|highest|largest|biggest|lowest|smallest|max|maximum)(?: .{0,60})? )in (?:a|one|any) (?:single |one )?month(?=$| ,| [ST])',
    '(?:in )?(?:which|what) month',
    '(?:the )?month(?: in which| when| that)?(?= i .*(?:most|least))',
  ],
  [
    'by:month break',
    '(?:the |my |our )?monthly (?:totals?|figures?|amounts?|breakdown|sums|split)(?: (?:of|for|on))?|month[- ]by[- ]month|month on month|each and every month',
    'by month|month ?wise|(?:in|for) (?:each|every) month(?: of)?|each month(?= (?:of|from|between|in|since|[ST]))|month by month',
  ],
  [
    'by:month which most',
    '(?:the |my |our )?best month(?: (?:for|of|in))?(?= .*R)|(?<=R .*)(?:the |my |our )?best month',
  ],
  [
    'by:month which most',
    `(?:in|for|during) ${THE}(?:${MOST_WORDS}|top|best)(?: (?:spending|spend|cost|expense))? month`,
  ],
  [
    'by:month which least',
    `(?:in|for|during) ${THE}(?:${LEAST_WORDS})(?: (?:spending|spend|cost|expense))? month`,
  ],
  ['by:month which most', `${THE}(?:${MOST_WORDS}|top)(?: (?:spending|spend|cost|expense))? month`],
  ['by:month which least', `${THE}(?:${LEAST_WORDS})(?: (?:spending|spend|cost|expense))? month`],
  ['by:month which least', '(?:the |my |our )?worst month(?: (?:for|of|in))?(?= .*R)'],
  ['by:month which most', `best month|${THE}(?:most expensive|dearest|highest) month`],
  ['by:month which least', `${THE}(?:cheapest|lowest) month`],
  [
    'by:day which most',
    `${THE}(?:${MOST_WORDS}|best|busiest) (?:single )?(?:[CR] )?day(?: (?:for|of)(?= (?:the |my |our )?[CRPST](?![^ ])))?`,
  ],
  [
    'by:day which least',
    `${THE}(?:${LEAST_WORDS}|worst) (?:single )?(?:[CR] )?day(?: (?:for|of)(?= (?:the |my |our )?[CRPST](?![^ ])))?`,
  ],
  [
    'by:day which',
    '(?:the )?day(?: on which| when| that)?(?= i .*(?:most|least))',
    '(?:on )?(?:which|what) (?:single )?day(?= .*(?:most(?! recent)|least|highest|lowest|dearest|cheapest|largest|biggest))',
  ],
  [
    'when',
    'when(?: exactly| precisely)?(?: (?:did|was|were|is|have|had))?',
    'when(?: exactly| precisely)?(?= (?:did|have|had) (?:i|we) )',
    '(?:and )?(?:on )?(?:which|what) (?:exact )?(?:days?|dates?)(?: (?:was|were|is) (?:that|it|they|those)| did (?:it|that|they) (?:come|arrive|happen|land|go out|clear))?',
    'and when(?: (?:was|were|is) (?:that|it|they|those)| did (?:it|that|they|i|we) (?:come|arrive|happen|land|go out|clear|pay|get it|pay it))?',
    '(?:was |is |were )(?:on )?(?:which|what) (?:day|date)',
    '(?:on )?(?:which|what) (?:days|dates)',
    '(?:was|were|is) when',
    '(?:on )?(?:which|what) (?:day|date)',
    '(?:the )?dates?(?: of)?',
    'and when',
    '(?<=[^ ] )and where(?: (?:was|were) (?:it|that|they))?(?=$| ,)',
  ],
  [
    'by:week which',
    '(?:in )?(?:which|what) week',
    '(?:the )?week(?: in which| when| that)?(?= i .*(?:most|least))',
  ],
  [
    'by:week which most',
    `(?:in |for )?${THE}(?:${MOST_WORDS}|top|best|busiest)(?: (?:spending|spend|cost|expense))? week`,
  ],
  [
    'by:week which least',
    `(?:in |for )?${THE}(?:${LEAST_WORDS})(?: (?:spending|spend|cost|expense))? week`,
  ],
  [
    'by:week break',
    'by week|week ?wise|(?:in|for) (?:each|every) week(?: of)?|week by week|weekly (?:totals?|figures?|amounts?|breakdown)',
  ],
  ['by:day break', 'by day|day by day|for each day'],
  ['by:weekday which', '(?:on )?(?:which|what) (?:weekday|day of (?:the )?week)'],
  ['by:weekday break', '(?:by|per|for each|each) (?:weekday|day of (?:the )?week)'],
  ['by:year break', '(?:by|for each|for every) year|year by year|year on year|yearly totals?'],
  ['by:year which', '(?:in )?(?:which|what) year'],
  ['by:day most', `${THE}(?:most expensive|dearest|priciest) day`],
  ['by:day least', `${THE}cheapest day`],
  [
    'by:category which',
    '(?:on )?(?:which|what) categor(?:y|ies)',
    `what (?:do|did|have|am) ${I} (?:been )?(?:spend|spent|spending) (?:(?:all|most) of )?(?:(?:my|our|the) )?(?:money |cash )?on(?! average(?![^ ]))(?! (?:[a-z]+ ){0,3}[PCRD])`,
    'on what',
  ],
  [
    'by:category which out',
    `what (?:do|did|have) ${I} (?:spend|spent)(?= (?:the )?(?:most|least))`,
  ],
  [
    'by:category which most',
    `${THE}(?:${MOST_WORDS}|top|main) (?:expense |spending |spend |cost )?category(?: of (?:spending|expenses|expense|spend))?`,
  ],
  [
    'by:category which most out',
    `(?:the |my |our )?category (?:that |which )?${I} (?:spend|spent)(?: the)? most(?: money)?(?: on)?`,
    `(?:the |my |our )?category (?:that|which) (?:costs?|takes|took) ${ME}(?: the)? most`,
  ],
  [
    'by:category which least out',
    `(?:the |my |our )?category (?:that |which )?${I} (?:spend|spent)(?: the)? least(?: money)?(?: on)?`,
  ],
  ['by:category break', '(?:by|per) category|(?:for |in )?each category|category ?wise'],
  ['by:account which', '(?:from )?which (?:of my )?accounts?'],
  ['by:account break', '(?:by|per) account|(?:for |from )?each account'],
  [
    'by:party which',
    `(?:to |at |from |in |with |by )?which (?:${SHOP}s?|companies)(?: or ${SHOP})?`,
    '(?:to |at |from )?(?:who|whom|where)',
  ],
  [
    'by:party which out',
    `(?:who|which one|(?:which|what) ${SHOP}(?: or ${SHOP})?) (?:got|gets|get|received|receives|was sent|was given|earned|earns|took|takes|charged)`,
  ],
  [
    'by:party break names out',
    `(?:did |does |has |to |at |with |for )?each(?: of (?:the|my|our))? C(?: (?:get|got|cost|costs|charge|charged|receive|received|take|took))?(?: ${ME})?`,
  ],
  [
    'by:party which names',
    'which C(?: (?:places?|shops?|stores?|spots?|stops?|payees?|suppliers?|merchants?|providers?|company|companies|one))?(?= (?:do|did|have|has|i|we|gets?|got|costs?|takes?|took|charges?|charged|cost)(?![^ ]))',
    'which C(?: stops?)? (?:got|gets|get)',
  ],
  [
    'by:party which names out',
    `which C(?: (?:suppliers?|providers?|shops?|stores?|places?|merchants?|company|companies))? (?:costs?|charges?|charged|takes?|took|has cost)(?: ${ME})?`,
  ],
  [
    'by:party which names',
    'which(?: one)? of (?:the |my |our |these )?(?:(?:two|three|four) )?C (?:places?|shops?|stores?|spots?|providers?|payees?|people|companies)',
    'which(?: one)? of (?:the |my |our )?C(?= (?:do|did|have|has|gets?|costs?|takes?|got|took)(?![^ ]))',
  ],
  [
    'which names',
    'which(?: one)? of (?:the |my |our )?(?:(?:two|three|four) )?C(?: (?:places?|shops?|stores?|spots?|providers?|payees?))?',
  ],
  [
    'which',
    `which(?: one)? of (?:these|those|them|the (?:two|three|four))(?: (?:shops|stores|places|payees|people|suppliers))?`,
  ],
  [
    'by:party which most nth',
    `${THE}(?:${ORDINAL}) (?:${MOST_WORDS}|best|most paid) (?:payee|shop|merchant|store|supplier|vendor|recipient)`,
  ],
  [
    'by:category which most nth',
    `${THE}(?:${ORDINAL}) (?:${MOST_WORDS}|main) (?:expense |spending |spend |cost )?category`,
  ],
  ['by:month which most nth', `${THE}(?:${ORDINAL}) (?:${MOST_WORDS}) (?:spending |spend )?month`],
  [
    'by:party which most',
    `${THE}(?:${MOST_WORDS}|top|main|best) (?:payee|shop|merchant|store|supplier|recipient)(?! (?:bill|invoice|payment|order|receipt|purchase)s?(?![^ ]))`,
  ],
  [
    'by:party which most out',
    `(?:the |my |our )?(?:${SHOP}|payee) (?:that |which |who |whom |where )?${I} (?:spend|spent|pay|paid|give|gave|send|sent)(?: the)? most(?: money)?(?: (?:at|in|to|with))?`,
    `(?:the |my |our )?(?:${SHOP}|payee) (?:that|which|who) (?:costs?|takes|took|gets?|got) (?:${ME} )?(?:the )?most(?: (?:of|from) (?:my|our|me|us)(?: money)?)?`,
  ],
  [
    'by:month which most out',
    `(?:the )?month (?:that |which |in which |when )?${I} (?:spend|spent|paid)(?: the)? most(?: money)?`,
  ],
  [
    'by:month which least out',
    `(?:the )?month (?:that |which |in which |when )?${I} (?:spend|spent|paid)(?: the)? least(?: money)?`,
  ],
  [
    'by:party which most in',
    `${THE}(?:${MOST_WORDS}|top|main|best) (?:customer|client|payer|source of income)`,
  ],
  [
    'by:party top',
    '(?<=(?:top|best|main|biggest|largest)(?: [^ ]+)? )(?:suppliers|places|merchants|shops|payees|people|stores)',
  ],
  [
    'top',
    `(?:the |my |our )?(?:top|main)(?= (?:suppliers|places|merchants|shops|payees|stores|spending categories|expense categories|categories)(?![^ ]))`,
  ],
  [
    'by:category top',
    '(?<=(?:top|best|main|biggest|largest)(?: [^ ]+)? )(?:spending |expense )?categories',
  ],
  [
    'by:party break',
    // Beside one name, or none, `per person` may be a share of somebody at the table.
    'per person(?=(?: .*)? P(?: .*)? P(?![^ ]))|(?<=(?<![^ ])P (?:.* )?P (?:.* )?)per person',
    `(?:${SHOP}|payee) ?wise`,
    `by (?:supplier|vendor|place|recipient|business|company|retailer)|(?:per (?!person)|(?:for |at |in )?each )(?:${SHOP})`,
    `by (?:merchant|payee|shop|store|person)|(?:per (?!person)|(?:for |at |in )?each )(?:merchant|payee|shop|store|person|company)`,
  ],
  ['break', '(?:a |the )?(?:breakdown|break ?up|split)(?: of)?|break down|broken down'],
  ['bycount', 'by (?:visits|frequency|how often i go)'],
  [
    'by:party top',
    `(?<=top (?:${COUNT}) )C(?= by (?:the )?(?:number|count|visits|frequency|spend|spending|amount|value|money|total|cost)(?![^ ]))`,
  ],
  ['bycount', 'by (?:the )?(?:number|count) of(?: (?:payments|visits|purchases))?'],
  [
    'often',
    '(?:the )?most (?:often|frequently|regularly|times)|more (?:often|frequently|regularly|times)|oftener',
  ],
  [
    'bysum',
    'by (?:total )?(?:spend|spending|amount|amounts|value|money|total|sum|cost|size|money spent|amount spent|total spent|total spend|total paid|amount paid|total amount)|in terms of (?:money|spend|spending|cost|value)',
  ],
  ['often least', '(?:the )?(?:least (?:often|frequently)|fewest times)'],
  [
    'most',
    '(?:the )?(?:most|top|best|highest|dearest|most expensive|largest|biggest|maximum|max)(?: (?:amount|sum))?(?: (?:money|of (?:my|our|the) (?:money|cash)))?',
    '(?:the )?most of (?:my|our|the)(?= [PC](?![^ ]))',
  ],
  [
    'most out',
    '(?:did|does|do) (?:the )?most of (?:my|our|the) (?:money|cash) (?:go|end up)(?: to)?',
  ],
  ['most out currency', '(?:did|does|do) (?:the )?most of my U go(?: to)?', 'most of my U'],
  [
    'least',
    '(?:the )?(?:least|cheapest|lowest|smallest|fewest)(?: (?:money|dollars|euros|pounds))?',
  ],
  // Side by side.
  ['', 'how (?:does|do|did)(?= .*compare)'],
  [
    'cmp',
    'compares? (?:to|with)(?= [ST])',
    '(?:do|does|did)(?= (?:(?:the|my|our) )?[PCR] exceed)|(?:exceed(?:s|ed)?|beat(?:s|en)?|top(?:s|ped)?|surpass(?:es|ed)?|outd(?:o|oes|id)|overt(?:ake|akes|ook))(?= (?:the |my |our |that of |those of )?[PCRST](?![^ ]))',
    '(?:by )?how much (?:higher|lower|dearer|cheaper|bigger|smaller|larger)|by how much(?= .*(?:more|less|higher|lower|dearer|cheaper|bigger|smaller|exceed|greater)(?![^ ]))',
    '(?:what is )?(?:the )?(?:gap|difference)(?: in [CR])? between',
    'compare|compared(?: (?:with|to|against))?|versus|vs|against|(?:the )?difference between|side by side|(?<=^compared? .*)(?:with|to)(?= (?:the |my )?[CPRST])',
    `(?:come|came|be|been|get|got) ${MORE}`,
    `(?:had|has had|have had|received|collected|collects?|pocketed|raked in|costs?|costing|earned|charged|charges?|charging) ${MORE}(?: (?:of|from|off) (?:my|our|me|us)(?: (?:money|cash))?)?`,
    `(?:gets?|got|takes?|took) ${MORE}(?: of (?:my|our) (?:money|cash))?`,
    `more or less|${MORE}(?: expensive)?(?: (?:money|cash|of (?:my|our|the) money))?(?: for ${ME})?`,
    `how much (?:more|less)(?: money)?`,
  ],
  [
    'cmp than',
    `(?<=(?:${MORE}|more (?:often|times))(?: .*)? )than(?: (?:(?:it|they|those|that) (?:was|were|is|are|did)|it was|it did|that|those|i did|we did|i do|what (?:i|we) (?:spent|paid)|i (?:spent|paid)|we (?:spent|paid)))?(?: (?:on|at|in|for|to))?(?= (?:the |my |in |on |for )*[PCRST])`,
  ],
  [
    'change',
    'by how much(?= .*(?:go|gone|went|rise|risen|rose|fall|fallen|fell|increased?|decreased?|changed?|grown?|grew|dropped)(?![^ ]))',
    '(?:is|was|has|have) (?:there )?(?:been )?(?:an? )?(?:increase|rise|drop|decrease|fall|change|growth|reduction|jump)(?: in)?',
    'up or down|(?:go|gone|went|going) (?:up|down)|increased?|decreased?|changed?|risen|fallen|rise|fall',
  ],
  ['cmp', 'and by how much'],
  [
    'which',
    '(?:which|who|where)(?: one)?(?: (?:was|is|were))?',
    'which (?:quarter|month|week|year)(?= (?:did|was))',
  ],
  ['or', 'or(?: (?:on|at|in|for|to))?(?= (?:the |my )?[PCRST])'],
  // No payments.
  [
    'topic:balance',
    'where (?:does|do|is) (?:the |my |our )?A (?:stand|sit|at)(?: at)?|how (?:is|are) (?:the |my |our )?A (?:doing|looking)',
    'what (?:have|do) (?:i|we) (?:got|have) (?:left )?(?:in|on)(?= (?:the |my |our )?A(?![^ ]))',
    'how much (?:money |cash )?(?:is|was|are)(?: there)?(?: left)? (?:in|on)(?= (?:the |my |our )*A)',
    `${THE}(?:current |available |account |bank |booked )*balances?(?: (?:of|in|on|for|at|from))?(?: all)?(?: (?:my )?accounts)?(?: total)?`,
    `(?:how much |how many )?(?:money |cash |funds )?(?:do|did|have) ${I} (?:still )?(?:have|own|hold|got)(?: (?:left|available|now|to spend))*(?: in my two savings accounts ,)?`,
    '(?:money |cash |funds )?(?:is|was|were|are)(?: there)?(?: still)?(?: (?:left|available))?(?: (?:in|on))(?= (?:the |my |our )*A)',
    '(?:(?:is|are|was) )?(?:available|left)(?! over)(?= |$)(?: (?:in|on)(?= (?:the |my |our )*A))?',
    `(?:is|are|was|have ${I} got|do ${I} have)(?: (?:currently|still))? (?:lying|sitting|tucked away|stashed(?: away)?|kept|put by|parked|squirreled away|saved(?: up)?)(?: (?:around|there))? (?:in|on)(?= (?:the |my |our )*A)`,
    `can ${I} spend(?: from)?`,
    '(?:what )?funds(?: are)?',
    '(?:all )?my money',
    '(?<!(?:saved|save|put|moved|move|transferred|paid) (?:.* )?)(?:both|all)(?: my)? accounts',
    `which (?:of my )?accounts? (?:has|have|holds?|contains?) (?:the )?(?:most|least)(?: money)?(?: in it)?`,
    `${I} (?:still )?have`,
  ],
  [
    'topic:balance',
    `(?:do|have) ${I} (?:have|got|have got) (?:put away|put aside|put by|set aside|saved(?: up)?|stashed(?: away)?|tucked away|sitting)(?: (?:in|on)(?= (?:the |my |our )*A))?`,
  ],
  [
    'topic:balance account',
    `(?:what|how much)(?: (?:money|cash))? (?:am|are) ${I} sitting on (?:in|at|with) ${THE}A`,
  ],
  // `How much is put by for the house`: what is there, and not what was moved.
  [
    'topic:balance account',
    `(?:is|are)(?: there)?(?: (?:currently|now|still))? (?:put (?:by|aside|away)|set aside|stashed(?: away)?|saved(?: up)?|tucked away) (?:in|on|for|into|to|towards) ${THE}A`,
    `(?:${I} (?:have )?)?got (?:sitting|lying|put (?:by|aside|away)|stashed(?: away)?|tucked away|saved(?: up)?)(?: (?:around|there))? (?:in|on|for) ${THE}A`,
    `(?:do|have) ${I} (?:have|got|have got) (?:put away|put aside|put by|set aside|saved(?: up)?|stashed(?: away)?|tucked away|sitting) (?:in|on) ${THE}A`,
  ],
  [
    'topic:held',
    '(?:is |are |was )?(?:anything |something )?(?:(?:on|being) hold|held|reserved|pending)',
    '(?:my )?holds',
    '(?:is|are)(?: there)? (?:anything|something|any (?:money|payments?))',
  ],
  [
    'topic:upcoming',
    `(?:(?:what|which) )?(?:scheduled |upcoming |planned |future |due |my )*(?:payments|standing orders?|transfers|bills)(?: (?:are|is))?(?: (?:coming up|next|scheduled|due|planned|leave my account))`,
    'upcoming(?: payments)?|coming up|scheduled|due(?: (?:to|in))?|standing orders?|planned|future payments|leave my account',
    `(?:will|am) ${I} (?:going to )?(?:pay|be paying|spend|send|owe|have to pay)`,
    '(?:my )?next (?:scheduled )?(?:payment|transfer|bill|run|[CPR]|[CPR] payment)s?',
  ],
  [
    'topic:limits',
    '(?:what )?(?:are |is )?(?:my |the )?(?:daily |monthly |weekly |card |spending |transfer |payment |account )*(?:limits?|spending cap)(?: (?:left|of|on|for))?',
    'allowed to spend',
  ],
  ['topic:overdraft', '(?:my |the |an )?overdraft(?: (?:limit|left|used|of|on))?|overdrawn'],
  [
    'topic:accounts',
    '(?:(?:show|list)(?: me)?|what|which|how many)(?: are)?(?: all)?(?: of)?(?: my| the)? accounts(?: do i have| are there| have i got)?',
  ],
  [
    'topic:net',
    `${DID} ${I} (?:save|saved|put aside|set aside|put away|set away|stash|stash away)(?: (?:money|more|less))?`,
    '(?:my )?net (?:income|cash ?flow|spending|savings)?|cash ?flow',
    '(?:how much )?(?:money )?(?:was |were |is )?left over|surplus',
    '(?:how much )?(?:money )?(?:was|were) left(?= [ST]|$)',
    '(?:total |money )?(?:in and out|out and in)',
    `(?:how much )?more (?:did|do|have) ${I} (?:earn|earned|receive|received|get|got|make|made) than (?:${I} )?(?:spend|spent|pay|paid)`,
    `(?:did|do|have) ${I} (?:make|made|earn|earned|receive|received|take in|bring in) more than ${I} (?:spend|spent|paid|pay)`,
    '(?:the )?(?:income|earnings|money in|takings|revenue) (?:minus|less|after|net of) (?:the |my |our |all )*(?:spending|expenses|outgoings|costs|money out)',
    '(?:what |how much )?(?:money )?(?:came|comes|come) in and (?:what |how much )?(?:money )?(?:went|goes|go) out|in minus out',
    `(?:did|do|have) ${I} (?:spend|spent) more than ${I} (?:earn|earned|made|make|received|got|took in|brought in)`,
    'more in than out',
    'saved',
  ],
  [
    'topic:exchanged',
    `(?:(?:did|have|do) ${I} )?(?:exchange|exchanged|convert|converted|swap|swapped)(?: (?:money|currency))?`,
  ],
  [
    'topic:rate',
    `(?:the )?(?:exchange|conversion|fx) rates?(?: (?:from|between|of|for))?(?: U(?: (?:to|and|in|into|for|against|/) U)?)?`,
    `(?:how much|what) (?:is|are|would)(?: be)? (?:${NUMBER} )?U (?:worth )?(?:in|to|into) U`,
    `convert (?:${NUMBER} )?U (?:to|into|in) U`,
    `how many U (?:is|are|for|do i get for|would i get for|can i get for) (?:${NUMBER} )?U`,
    `what (?:is|are) ${NUMBER} U worth(?: in U)?`,
  ],
];

/** Words of the language: none of them is a part of a name, or a slip in one. */
export const VOCABULARY: ReadonlySet<string> = new Set(
  [
    ...[...PARTS, ...SHAPES].flatMap((row) => row.slice(1)),
    ...BOUNDS.map(([{ source }]) => source),
  ].flatMap((pattern) =>
    (pattern.match(/[a-z]{2,}\??/g) ?? []).flatMap((word) =>
      word.endsWith('?') ? [word.slice(0, -1), word.slice(0, -2)] : [word],
    ),
  ),
);
