// Short forms of questions that leave out words said before (`in the first half of May than in the
// second`), and other words for times, contracts and currencies. Each is written out.

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const WHOLE = `(?:(?:this|last|the|that) )?(?:year|month)|(?:${MONTHS})(?: 20\\d\\d)?|20\\d\\d`;
const SIDE = '(?:versus|vs\\.?|v|against|compared (?:with|to)|than|or|and)';
const END = '(?= *(?:$|[,.?!]))';
/** Agreements that are paid for again and again, one with each payee. */
const CONTRACTS =
  '(?:(?!(?:two|three|four|five|six|other|last|latest|first|new|newest|old|biggest|largest|smallest|cheapest|dearest|highest|lowest|top|most|least|few|some|both|any)(?![\\p{L}]))[\\p{L}]+ )?(?:subscriptions|subs|memberships|insurances|insurance policies|policies|loans|utilities|utility bills|streaming services)';

export const LEFT_OUT_WORDS: readonly (readonly [RegExp, string])[] = [
  // `Is it the market or the shop that gets the most`.
  [
    /^is it (.{3,80}? or [^,?]{2,40}?) (?:that|who|which) (gets?|got|takes?|took|costs?|charges?|eats?) ((?:the )?(?:most|more|least|less))(?![\p{L}])([^?]*)\??$/iu,
    'which $2 $3$4, $1',
  ],
  // `Between the second quarter and the third`.
  [
    new RegExp(
      `(?<![\\p{L}])(first|second|third|fourth|last) quarter((?: of 20\\d\\d)?) (and|to|than|versus|vs\\.?|or|against|compared with|compared to) (?:the |in the )?(first|second|third|fourth|last)${END}`,
      'giu',
    ),
    '$1 quarter$2 $3 the $4 quarter',
  ],
  // `In the first half of May than in the second`.
  [
    new RegExp(
      `(?<![\\p{L}])(first|1st) half of (${WHOLE})((?: [\\p{L}]+){0,4},? ${SIDE}) (?:(?:in|during|for|on) )?(?:the )?(?:second|2nd|other|latter|last)(?: half| one)?(?= *(?:$|[,.?!]))`,
      'giu',
    ),
    '$1 half of $2$3 in the second half of $2',
  ],
  [
    new RegExp(
      `(?<![\\p{L}])(second|2nd) half of (${WHOLE})((?: [\\p{L}]+){0,4},? ${SIDE}) (?:(?:in|during|for|on) )?(?:the )?(?:first|1st|other|former)(?: half| one)?(?= *(?:$|[,.?!]))`,
      'giu',
    ),
    '$1 half of $2$3 in the first half of $2',
  ],
  // `The first half against the second half of May`.
  [
    new RegExp(
      `(?<![\\p{L}])(?:(?:in|during|for) )?(?:the )?(first|second|1st|2nd)(?: half)? (${SIDE}) (?:(?:in|during|for) )?(?:the )?(first|second|1st|2nd) half of (${WHOLE})(?![\\p{L}])`,
      'giu',
    ),
    'in the $1 half of $4 $2 in the $3 half of $4',
  ],
  [/(?<=half of )the month(?![\p{L}])/giu, 'this month'],
  [/(?<=half of )the year(?![\p{L}])/giu, 'this year'],
  // `In 2028, counting from May`.
  [
    new RegExp(
      `(?<![\\p{L}])(?:in |during |for |over )?(20\\d\\d),? (?:counting|starting|beginning)(?: (?:from|in|with|at))? (${MONTHS})${END}`,
      'giu',
    ),
    'from $2 $1 to December $1',
  ],
  // `Canadian only`.
  [
    /(?<![\p{L}])(?:in )?(canadian|australian|american|hong kong|new zealand|singapore)(?: money| ones)?(?= only(?![\p{L}])| *(?:$|[?.!]))/giu,
    'in $1 dollars',
  ],
  // `More now than in the autumn? February against October`: the months count.
  [
    new RegExp(
      `(?<![\\p{L}])(?:now|nowadays|these days|lately) than (?:in |over |during )?(?:the |last )?(?:spring|summer|autumn|fall|winter)[?,;:.( –-]+(?:i mean |that is |say |so )?(?=(?:in )?(?:${MONTHS})(?: 20\\d\\d)? (?:versus|vs\\.?|v|against|compared (?:with|to)|or) (?:in )?(?:${MONTHS})(?![\\p{L}]))`,
      'giu',
    ),
    'in ',
  ],
  // `Did I hire anything from the rental`: a purchase, and no rent of a flat.
  [
    /(?<=(?<![\p{L}])(?:did|have|do|had) (?:i|we) (?:ever )?)(?:rent|rented|hire|hired)(?: (?:anything|something|things|stuff|gear|equipment))(?= (?:from|at) )/giu,
    'order',
  ],
  // `Of the two shops, A and B, where …`: the two are named.
  [
    /^(?:and |so )?(?:out )?of (?:the|our|my|these|those) (?:two|three|four|2|3|4) [\p{L}]+s[,:] (?=[^?]{3,120}(?:, ?| and | or )[^?]{2,60},? (?:where|which|who|what|on which|to which|at which)(?![\p{L}]))/iu,
    '',
  ],
  // `How much was it, and what did I pay in that time`: the time of the question before.
  [
    /(?<=(?<![\p{L}])(?:and|,) (?:also )?(?:what|how (?:much|many))(?![\p{L}])[^?]{4,120}) (?:in|over|during) (?:that|the same) (?:time|period|stretch)(?= *(?:$|[?.!]))/giu,
    '',
  ],
  // `All my subscriptions and what they cost`: each payee with its sum.
  [
    new RegExp(
      `^(?:(?:show|list|give|tell)(?: me)? |what (?:are|is) )?(?:all )?(?:(?:of )?(?:my|our|the) )?(${CONTRACTS}),? (?:and|with) (?:(?:what|how much) (?:they|each(?: one)?(?: of them)?|they all) (?:all )?(?:costs?|is|are|comes? to)(?: me| us)?(?: each)?|(?:the |their )?(?:costs?|prices?|amounts?)(?: of each)?)(?= *(?:$|[,.?!])| (?:in|since|from|this|last|over|during)(?![\\p{L}]))`,
      'iu',
    ),
    '$1 by payee',
  ],
  [
    new RegExp(
      `^(?:what|which)(?: (?:of )?(?:my|our))? (${CONTRACTS}) (?:do|have|am|are) (?:i|we) (?:currently )?(?:have|got|pay|pay for|paying|paying for|subscribed to)(?: (?:and|,) (?:how much|what) (?:are|do) they(?: cost)?(?: me)?(?: each)?)?(?= *(?:$|[,.?!])| (?:in|since|from|this|last|over|during)(?![\\p{L}]))`,
      'iu',
    ),
    '$1 by payee',
  ],
  [
    new RegExp(
      `^(?:what|how much) (?:do|did) (?:(?:all|each)(?: of)? )?(?:my|our|the) (${CONTRACTS}) cost(?: me| us)? (?:each|one by one|individually|separately)(?![\\p{L}])`,
      'iu',
    ),
    '$1 by payee',
  ],
  [
    new RegExp(
      `^(?:all )?(?:my|our|the) (${CONTRACTS})[,:]? (?:each of them|each one|one by one|each)(?= *(?:$|[,.?!]))`,
      'iu',
    ),
    '$1 by payee',
  ],
  // `Net for May: what came in minus what I spent`.
  [
    /(?<![\p{L}])what (?:came in|i (?:got|earned|received|made)|we (?:got|earned|received|made)) (?:minus|less) what (?:i|we) (?:spent|paid(?: out)?)(?![\p{L}])/giu,
    'what came in minus what went out',
  ],
  [
    /(?<![\p{L}])(?:the |my |our )?(?:total )?(?:income|earnings) (?:minus|less) (?:the |my |our )?(?:total )?(?:spending|expenses|outgoings|costs)(?![\p{L}])/giu,
    'what came in minus what went out',
  ],
  [/^net (?:for|in) ([^,:?]{3,20})[,:] (?=what came in minus what went out *\??$)/iu, 'in $1 '],
  // `When did I pay the vet for the last time`.
  [
    /(?<![\p{L}])when (did|have) (i|we) (\p{L}+) ((?:(?:the|my|our|to|at|for) )*[^,?;]{2,40}?) for the (last|first) time(?= *(?:$|[,?.!]| and ))/giu,
    'when $1 $2 $5 $3 $4',
  ],
  // `How much income did I have`.
  [
    /(?<=(?<![\p{L}])how much (?:income|revenue|takings|turnover|pay) )(?:did|have|do) (i|we) (?:have|had|get|got)(?![\p{L}])/giu,
    'did $1 receive',
  ],
  // `What did the bank ding me in fees`.
  [
    /(?<![\p{L}])(?:did|has|does) (?:the|my|our) bank (?:ding(?:ed)?|charged?|sting|stung|hit|bill(?:ed)?)(?: me| us)?(?: with)? (?:(?:in|for|on|as) )?(?=(?:bank )?(?:fees|charges)(?![\p{L}]))/giu,
    'did i pay in ',
  ],
  // `What did they run me`.
  [
    /(?<=(?<![\p{L}])(?:did|do|does|has|have) (?:it|they|that|those|these) )run (?=(?:me|us)(?![\p{L}]))/giu,
    'cost ',
  ],
];
