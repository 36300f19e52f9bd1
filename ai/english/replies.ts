// English of replies that fill a slot: words that say nothing beside a value, words that choose one
// of several options, and words that call a value wrong without naming another.

import { NATIONAL_UNITS } from './commands.ts';

const words = (...lines: readonly string[]): readonly string[] => lines.join(' ').split(' ');

/**
 * Words around a value that leave it as it is: `I was thinking 45`, `Friday will do`. No word here
 * denies, doubts, adds, takes away or compares.
 */
export const FILLING: ReadonlySet<string> = new Set([
  ...words(
    'come coming prefer na yaar bruh bro dude man fam ji bhai sahib sir madam only must pull grab',
  ),
  ...words('draw better obviously money a an ah aha actually again alright anyway anyways'),
  ...words('are as bit cheers cool costs cost cover covers course dear definitely deal do'),
  ...words('does done easy eh er erm exactly fine fair figure first give going good great'),
  ...words('guess guys haha he hello here her hey hi him his hm hmm hmmm honestly i im is it'),
  ...words('its just keep kindly leave let lets lol love lovely luv make mate me mean meant'),
  ...words('my need needed needs number oh oi ok okay oops oof ooh ought our pay perfect'),
  ...words('place please pls plz precisely saying price promised put rather really reckon right'),
  ...words('round said say says see send she should so sorry sounds stands still suggest'),
  ...words('suppose sure switch ta take thank thanks that thats the their them then there'),
  ...words('they thing think thinking thinks this thx total transfer try u uh um umm us use'),
  ...words('used want wanted wants was we well what whole will wish would yeah yep yes you'),
  ...words('your yours correct due amount sum bill invoice recipient payee person name'),
  ...words('account date day move push bring repeat schedule set change and happy settle'),
  ...words('sort free enter type now today charges charged charging agreed agree settled'),
  "should've",
  "should've",
  "i'd",
  "i'll",
  "i'm",
  "i've",
  "it'd",
  "it'll",
  "it's",
  "let's",
  "she's",
  "he's",
  "that'd",
  "that'll",
  "that's",
  "there's",
  "they're",
  "we'd",
  "we'll",
  "we're",
  "we've",
  "you'd",
  "you're",
]);
/** The same, in several words. A comma inside is left out. */
export const FILLING_PHRASES: readonly string[] = [
  'come out',
  'coming out',
  'it to go',
  'raised it',
  'raised the price',
  'went up',
  'put it up',
  'all right',
  'soon enough',
  'will be soon enough',
  'bring it forward',
  'bring it forward to',
  'made an error',
  'made a mistake',
  'an error',
  'a mistake',
  'it came',
  'it comes',
  'that came',
  'that comes',
  'bill came',
  'total came',
  'came out',
  "let's go",
  'lets go',
  'came to',
  'comes to',
  'come to',
  'asked for',
  'asks for',
  'told me',
  'gets it',
  'get it',
  'get him',
  'get her',
  'have it',
  'has to be',
  'have to be',
  'to be',
  'been',
  'be',
  'would like',
  "i'd like",
  "we'd like",
  "she'd like",
  "he'd like",
  'looks like',
  'like it',
  'go for',
  'go with',
  'go to',
  'goes to',
  'should go',
  'must go',
  'it go',
  'get going',
  'let it go',
  'i owe',
  'we owe',
  'owe him',
  'owe her',
  'owe them',
  'you know',
  'i know',
  'feel free',
  'got it',
  'we have agreed',
  'do one thing',
  'go on',
  'which one was it',
  'which one is it',
  'what was it',
  'on the invoice',
  'on the bill',
  'on the receipt',
  'at all',
  'turns out',
  'turned out to be',
  'turned out',
  'is fairer',
  'who needs it',
  'who gets it',
  'who should get it',
  'who wants it',
  'got the names mixed up',
  'got them mixed up',
  'got it mixed up',
  'mixed up',
  'mixed them up',
  'got confused',
  'same amount',
  'the same',
  'from then on',
  'after that',
  'the same amount',
  'same day',
  'everything else the same',
  'the rest the same',
  'thanks a lot',
  'thank you so much',
  'so much',
  'come from',
  'should come from',
  'no rush',
  'no hurry',
  'no problem',
  'no worries',
  'not to worry',
  'why not',
  'you know what',
  'got distracted',
  'got it wrong',
  'should be enough',
  'is enough',
  'will be enough',
  'enough',
  'this time',
  'for now',
  'for me',
  'on me',
  'in total',
  'in all',
  'all in',
  'all in all',
  'all together',
  'at the end',
  'of course',
  'to be exact',
  'to be precise',
  'to be honest',
  'to be safe',
  'to be clear',
  'in fact',
  'in the end',
  'is better',
  'would be better',
  'works better',
  'works',
  'suits me',
  'suits me better',
  'suits her better',
  'suits him better',
  "doesn't matter",
  'does not matter',
  "don't mind",
  'i do not mind',
  'made out',
  'make it out',
  'it out',
  'go out',
  'can be',
  'if you can',
  'if possible',
  'if you please',
  "if that's ok",
  'by the way',
  'my fault',
  'my bad',
  'silly me',
  'let me see',
  'let me think',
  'hang on',
  'hold on',
  'one moment',
  'one sec',
  'wait',
  'good question',
  'as agreed',
  'as we agreed',
  'as discussed',
  'like we said',
  'as i said',
  'like i said',
  'as always',
  'with pleasure',
];
/** Words before a name that chooses or corrects: `I meant Maria`. With another verb somebody is told of. */
export const BEFORE_A_NAME: ReadonlySet<string> = new Set([
  ...words(
    'a the my our to for and actually sorry oh oops ah aha wait well ok okay yes yeah yep hmm hm',
  ),
  ...words(
    'um uh er erm please pls just only rather better instead i we you it its is was be should must',
  ),
  ...words(
    'would will make let lets mean meant said say want wanted wants need needed prefer choose pick',
  ),
  ...words(
    'think thought reckon guess suppose believe send give pay transfer put switch change take use',
  ),
  ...words(
    'try do name called recipient payee person account this that him her dear love mate haha lol',
  ),
  ...words('definitely certainly exactly money pull grab draw run move bring out of go set then'),
  ...words(
    'on in into now right good great fine cool perfect alright bro man yaar dude bruh na ji again',
  ),
  ...words('from with via also hey hi hello so thats amount same honestly really repeat repay'),
  "i'd",
  "i'll",
  "it's",
  "it'd",
  "let's",
  "that's",
  "that'd",
  "that'll",
  "we'd",
  "should've",
]);
/** Words behind it. */
export const BEHIND_A_NAME: ReadonlySet<string> = new Set([
  ...words(
    'please pls plz thanks thx cheers then instead rather sorry obviously obvs obv definitely actually',
  ),
  ...words(
    'exactly precisely only again now today dear love luv mate man bro yaar dude bruh ji bhai madam',
  ),
  ...words(
    'sir sahib lol haha duh ta right ok okay account one guy person lady friend fam na better kindly money gets',
  ),
  ...words('of for to and it that this'),
]);
/** Phrases behind a name. */
export const PHRASES_BEHIND_A_NAME: readonly string[] = [
  'of course',
  'it is',
  'it was',
  'is it',
  'i mean',
  'i meant',
  'i said',
  'i think',
  'i guess',
  'i suppose',
  'i believe',
  'i should have said',
  'i owe',
  'we owe',
  'i wanted',
  'i want',
  'i need',
  "that's due",
  'that is due',
  'who is due',
  'is the one',
  'is better',
  'would be better',
  'should be fine',
  'is fine',
  'will do',
  'this time',
  'for now',
  'for me',
  'for it',
  'if you can',
  'if possible',
  'would you',
  'at all',
  'by the way',
  'who needs it',
  'who gets it',
  'who should get it',
  'who wants it',
  'thank you',
  'thanks a lot',
  'thank you so much',
  'it must go',
  'it should go',
  "i'd say",
  'to be exact',
];

/** Small words that names have in them, and that stay words of the language. */
export const NEVER_A_NAME: ReadonlySet<string> = new Set(
  words('the a an of and & for to in on at my our de da di la le el und y e & - i the st'),
);
/** Words that stand before a value and belong to it: taken away behind the words of a segment. */
export const BEFORE_A_VALUE: ReadonlySet<string> = new Set(
  words('on at of for from to starting beginning start begin starts begins in around'),
);
/** Marks that end a part of a reply; a value that was read before is one. A title has a dot of its own. */
const MARKS =
  '\\ue001+|(?<!(?<![\\p{L}])(?:mr|mrs|ms|dr|prof|st|sgt|rev|sr|hon|fr|capt|engr|no|nr))(?<![,;:.!?()*–—])[,;:.!?()*–—]+(?=\\s|$|\\ue001)|(?<=\\s)-(?=\\s)|' +
  '(?<=\\S)\\s(?=(?:not|instead of|rather than)\\s)';
const PREPOSITIONS = '(?<=[^\\s\\ue001])\\s(?=(?:from|out of|off|using|with|via|to|into|for)\\s)';
const JOINING = '(?<![\\p{L}])(?:and also|plus also|and|but)(?![\\p{L}])';
/** Between the parts of a reply, which are read one by one. */
export const BETWEEN_SLOTS = new RegExp(`${MARKS}|${PREPOSITIONS}`, 'giu');
export const BETWEEN_PARTS = new RegExp(`${MARKS}|${PREPOSITIONS}|${JOINING}`, 'giu');
export const BETWEEN_NONE = new RegExp(`${MARKS}|${JOINING}`, 'giu');

/** `45, sorry, 54`: the second is meant. */
export const CORRECTED_AT_ONCE =
  /^(.{1,60}?)[ ,.;:–—-]+(?:(?:oh|ah|oops|wait|no|er|erm|um)[ ,.:;–—-]+)*(?:sorry|no|oops|wait|i mean|i meant|or rather|scratch that|correction|actually)(?:[ ,.:;–—-]+(?:no|sorry|wait|actually|i mean|i meant|make that|make it))*[ ,.:;–—-]+(.{1,60})$/iu;

/** Preposition and slot. */
export const TO_WORDS = /^(?:to|into|in|onto|for|towards) /iu;
export const FROM_WORDS = /^(?:from|out of|off|using|with|via|through|debit(?:ing)?|use) /iu;
/** `charge it to the joint account`. */
export const CHARGED_TO =
  /(?<![\p{L}])(?:charge|bill|debit) (?:(?:it|this|that) )?(?:to|on) (?=(?:the |my )?[\p{L} ]+$)/iu;

/** Nobody of those who are offered. */
export const NONE_OF_THEM =
  /^(?:(?:no|oh|sorry)[ ,]+)*(?:neither|none|not any)(?: (?:of|one of) (?:them|those|these|the two))?(?:[ ,.;:–—-]+|$)/iu;
/** The place of an option: `the second one`, `number 2`, `the latter`. */
export const PLACE_OF_OPTION =
  /^(?:(?:the|option|number|no\.?|nr\.?|choice|contact|#) ?)*(first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|one|two|three|four|five|[1-5]|last|latter|former|top|bottom|upper|lower)(?: (?:one|option|name|person|account|contact|guy|lady))?(?: (?:of (?:the two|them|those|these)|on the list|you (?:said|named|listed)|there|above))?$/iu;
export const PLACES_IN_WORDS: readonly (readonly string[])[] = [
  ['first', '1st', 'one', '1', 'top', 'upper', 'former'],
  ['second', '2nd', 'two', '2'],
  ['third', '3rd', 'three', '3'],
  ['fourth', '4th', 'four', '4'],
  ['fifth', '5th', 'five', '5'],
];
export const LAST_PLACES: readonly string[] = ['last', 'latter', 'bottom', 'lower'];
export const OF_TWO_ONLY: readonly string[] = ['former', 'latter', 'upper', 'lower'];
/** `not the plumber`, `anyone but Dunbar`: of two. */
export const NOT_THAT_ONE =
  /^(?:(?:it'?s |it is |definitely |certainly )?not|isn't|anyone but|anybody but|the one (?:that|who) (?:is not|isn['’]t)) (?:the |an? )?(.+?)(?: one)?(?:[,.; ]+(?:but )?(?:the other|another)(?: (?:one|fellow|guy|person|man|woman|lady|chap))?)?$/iu;

/** Calls the amount wrong, or says that it is open. */
export const WRONG_AMOUNT =
  /^(?:(?:the )?wrong (?:amount|sum|number|figure)|(?:the |that )?(?:amount|sum|number|figure) is (?:wrong|not right|incorrect)|(?:(?:a )?(?:bit|little|touch|tad) )?(?:more|less)|(?:i|we) (?:can['’]?t|cannot|can not) (?:quite )?afford (?:that|it|so much|that much)(?: much)?|that['’]?s (?:more than|too much for)(?: what)? (?:i|me|we|us)(?: (?:have|can afford|can spare))?|not (?:that|so) much|(?:(?:that|it|the amount|[$€£]?\d[\d.,]*(?: (?:euros?|dollars?|pounds?|quid|bucks))?)(?:'?s| is| was| seems| sounds) )?(?:(?:a bit|way|far|much) )?(?:too (?:much|little|low|high)|not enough|way too much)|(?:a )?different (?:amount|sum)|another (?:amount|sum)|change the (?:amount|sum)|(?:one|a) zero (?:too many|too few|missing)|(?:i )?(?:forgot|missed) a zero|all of it|everything(?: i have)?|as much as (?:possible|you can)|the (?:rest|whole lot|whole balance)|the usual(?: amount)?|(?:the )?same (?:amount )?as (?:last time|before|last month|last week|always|usual)|what(?:ever)? (?:i|we) owe (?:him|her|them))$/iu;
export const WRONG_PAYEE =
  /^(?:(?:the )?wrong (?:person|payee|recipient|name|guy|one|man|woman|girl|boy|lady|lad|fella)|not (?:to )?(?:him|her|them)|(?:to )?(?:somebody|someone) else|(?:to )?(?:a different|another) (?:person|payee|recipient|contact)|change the (?:person|payee|recipient|name)|(?:the )?(?:payee|recipient|person|name) is (?:wrong|not right|incorrect))$/iu;
export const WRONG_DAY =
  /^(?:(?:a bit |a little )?later(?: on)?|(?:on )?(?:another|a different|some other) day|not (?:now|today|tomorrow|yet|right now|on that day|that day)|(?:the )?wrong (?:day|date)|change the (?:day|date)|(?:forget|never mind|drop|scrap|skip)(?: about)? the (?:day|date)|(?:at )?(?:another|a different|some other) time|(?:the )?(?:day|date) is (?:wrong|not right)|after (?:payday|my payday|pay day|i get paid|my salary)|when i get paid|in a while|some time later)$/iu;
export const WRONG_ACCOUNT =
  /^(?:(?:from |use |using |take it from |pay (?:it )?from |pay (?:it )?with )?(?:a |an |my |the )?(?:different|another|other) account|(?:the )?wrong account|change the account|not from (?:there|that account|that one|this account|this one)|(?:the )?account is wrong)$/iu;
/** No day: asks for one. */
export const SOME_DAY = 'sometime';

/** `a day later`: from the day that is set. */
export const SHIFTED =
  /^(?:(a|an|one|two|three|four|five|\d{1,2}) (day|week|month)s? (later|after|earlier|before)(?: (?:that|than that))?|(?:on )?the (?:following|next) (day|week)|(?:on )?the (day|week) (after|before)(?: that)?)$/iu;
export const SHIFTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
};

/** The payee of the open payment, by a pronoun. */
export const SAME_PERSON =
  /^(?:him|her|them|it|that|this|that one|this one)(?: (?:again|back))?$/iu;
/** A person by a pronoun: in a reply, the payee of the open payment or somebody told of beside it. */
export const PERSON =
  /(?<![\p{L}])(?:for|to|send|pay|give|and|plus|also) (him|her)(?= *(?:$|[,.!\d€$£₹]| (?:please|instead|then|too)(?![\p{L}])))/iu;
/** `how about 60?`: a question by its form alone. */
export const SUGGESTED =
  /^(?:how about|what about|what if (?:we|i|you) (?:say|said|make it|made it|do|did)|shall we (?:say|make it)|would it be (?:ok|okay|possible) to|why don't we (?:say|make it)|why not|can (?:we|you|i|u)|could (?:we|you|i|u)|would you|will you|(?:can|could|might|may|would|shall) (?:it|that|this)(?= )|(?:might|may) (?:we|i|you)|is it possible to) (?:please |just |maybe |possibly )*(?:do |say |make (?:it|that) |be )?/iu;
/** From and to changed over, of two own accounts. */
export const TURNED_ROUND =
  /^(?:(?:no|sorry|oh|wait|actually|i meant?)[, ]+)*(?:(?:do it|it is|it['’]s|make it|i meant?) )?(?:the (?:other|wrong) way (?:a?round|about)|vice versa|(?:in )?the other direction|swap (?:them|the accounts))[.! ]*$/iu;
/** Before a request that is put as a question. */
export const BEFORE_A_REQUEST =
  /^(?:(?:oh|and|also|ok|okay|hmm|actually|please|um|ah|well|so|thank you|thanks|great|lovely|perfect|good|grand|cheers|ta|sorry|right|brilliant|super|cool|k)[,.! ]+)+(?=(?:can|could|would|will) )/iu;
/** Before a name. */
export const CALLED_SO =
  /^(?:(?:to|for) )?(?:someone|somebody|a (?:person|friend|man|woman|guy|lady|lad|girl)) (?:called|named) /iu;
/** An account that is none of those with a name: asks which. */
export const ANY_ACCOUNT = /(?<![\p{L}])(?:account|pot|fund|card|savings|wallet)$/iu;
/** `Dunbar, the one from work`: describes, beside a name that chooses. */
export const DESCRIBED =
  /(?:^|, ?)(?:the|that|my) (?:one|person|guy|lady|place|shop|company|firm|friend|woman|man|people)(?: (?:who|that|which|where|from|with|i|we|my|at|in|down|near)(?![\p{L}])[^,]*)?(?=,|$)/giu;
/** Why a value is another one: `65, I forgot the candles`, `20 cuz of the bus`. */
export const REASON =
  /^(?:(?:i|we|he|she|they) (?:forgot|missed|misread|mistyped|miscounted|overlooked|remembered|checked|looked|counted|miscalculated)(?: \p{L}+){0,4}|(?:because|cause|cuz|cos|coz|since|so that)(?: \p{L}+){1,6}|(?=[^\d]*(?<![\p{L}])(?:wrong|misread|read|reading|see|glasses|spectacles|specs|handwriting|writing|typing|fingers?|thumbs?|keyboard|digits|maths?|arithmetic|sums|counting|mistake|mistakes|error|slip|confused|muddled|muddle|mixed|tired|asleep|distracted|eyes|eyesight|screen|autocorrect)(?![\p{L}]))(?:i|my|we|it was my|these|this|that was|was|stupid|damn|silly)(?: [\p{L}'’]+){1,8})$/iu;
/**
 * A clause before a correction that says why: `they came twice, so double`. No word of it denies,
 * doubts, asks, or tells of money that somebody paid.
 */
export const REMARK =
  /^(?=[^\d?]{5,60}$)(?!.*(?<![\p{L}])(?:not|no|never|nobody|nothing|if|unless|when|until|till|or|but|instead|rather|except|maybe|perhaps|might|may|could|would|should|will|going to|think|cancel|stop|wait|hold|forget|send|sends|pay|pays|paid|give|gave|gives|owe|owes|owed|got|gets|sent|transfer|transferred|lent|borrowed|earns?|earned|received|says?|said|told|asks?|asked|wants?|turn(?:s|ed)?|years?|hours?|minutes?|days?|weeks?|months?)(?![\p{L}]))(?!.*n['’]t(?![\p{L}]))(?:[\p{L}'’-]+ ){1,7}[\p{L}'’-]+$/iu;
/** Behind such a clause: a correction by its verb. */
export const CORRECTS =
  /^(?:so |and so |therefore |then |just |please |better |can you |could you |let us |let['’]s |we should |we can )*(?:make|pull|take|use|draw|put|change|double|triple|halve|half|add|raise|bump|lower|reduce|push|bring)(?![\p{L}])/iu;
/** `4 the jersey`, `from 1st`. */
export const SHORTHANDS: readonly (readonly [RegExp, string])[] = [
  // `Monday's better`.
  [
    /(?<=(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow)['’]s (?=(?:better|best|fine|good|ok|okay|great|perfect|easier)(?![\p{L}]))/giu,
    ' is ',
  ],
  // Behind a day: which day is meant. Elsewhere it is a condition.
  [
    /(?<=(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow),? when (?:i|we) get paid(?![\p{L}])/giu,
    '',
  ],
  ...NATIONAL_UNITS,
  [
    /^(?:and )?(?:then )?(every (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|weekly|monthly) (?:after that|from then on|thereafter|from there on|afterwards)(?= *[.!]*$)/iu,
    '$1',
  ],
  [
    /^(?:please )?make (?:it|that|this) (?:a )?(?:regular|recurring|standing)(?: (?:thing|one|payment|order|transfer))?,? (?=(?:monthly|weekly|every|each)(?![\p{L}]))/iu,
    'make it ',
  ],
  [/^n (?=[\p{L}\d€$£])/iu, 'and '],
  [/(?<=\d) 2 (?=\p{L})/iu, ' to '],
  // Agreement, and no thousand.
  [/^grand[,.!;]+ (?=\S)/iu, ''],
  [/(?<![\p{L}\p{N}])4 (?=(?:the|my|his|her|our|their|a|an) \p{L})/giu, 'for '],
  [
    /(?<![\p{L}\p{N}])(?<!the )(\d{1,2}(?:st|nd|rd|th))(?= *(?:$|[.,!]| (?:please|pls|of every|of each)))/giu,
    'the $1',
  ],
];
/** Behind a cancellation, a clause about somebody: a day in it is no order. */
export const ABOUT_SOMEBODY =
  /^(?:i|i'm|i'll|we|we'll|he|he's|he'll|she|she's|she'll|they|they'll)(?![\p{L}])/iu;
/** A cancellation that stands behind its reason. */
export const TOLD_OFF =
  /(?<![\p{L}])(?:cancel|scrap|scratch|drop|forget|stop|abort|never ?mind|nvm|leave (?:it|that)|call it off|(?:don't|dont|do not) (?:bother|send|pay|do))(?![\p{L}])/iu;
/** Behind a cancellation: `Marcus paid him`. */
export const DONE_BY_OTHERS =
  /^[\p{L}][\p{L} '’.-]{1,40}? (?:has |have |had |already |just |actually )*(?:paid|sent|gave|settled|covered|sorted|handled|took care of|taken care of)(?: (?:him|her|them|it|that|this|for it|for that|already|the bill|my share|in cash|cash|of it|the money|back))*[.! ]*$/iu;
/** Behind a cancellation: something is to be done instead. */
export const ORDERED_INSTEAD =
  /(?<![\p{L}])(?:send|pay|transfer|give|move|make|use|from|instead|rather|try|take|change|put|wire|top)(?![\p{L}])/iu;
/** Before a number: it is somebody's age or an hour, and no amount. */
export const OF_A_PERSON =
  /(?<!(?:keep|leave|set|cap|fix)(?: (?:it|that|this))? )(?<![\p{L}])(?:at|aged|number|no\.?) ?$|(?<![\p{L}])(?:she|he|they|i|we|you)(?:['’](?:s|re|m)|s| is| are| was| were| am| be)(?: (?:only|just|almost|nearly|about|turning))* ?$/iu;
/**
 * A clause that tells of something beside the payment: `Friday is her birthday`, `it used to be 40`, `she works
 * for Maria`. `\ue001` stands for a value. A reply with such a clause changes nothing.
 */
export const TELLS_BESIDE =
  /(?<![\p{L}])used to(?![\p{L}])|(?<![\p{L}])leaves? (?:me|us|him|her|them|you)(?![\p{L}])|(?<![\p{L}])(?:i|we|he|she|they)(?:['’](?:ve|s|d)| have| has| had)?(?: got)? ?\ue001+ (?:in|on|left|there)(?![\p{L}])|^keep \ue001+|(?<![\p{L}])(?:i|we|he|she|they)(?:['’](?:m|re|s|ll)| am| are| is| was| were| will be| went| go) (?:there|here|away|off|back|out|home|abroad)(?![\p{L}])|\ue001+ (?:is|was|['’]s) (?:a|an|his|her|their|my|our|the) (?!(?:right|correct|amount|day|date|one|sum|figure|price|total|limit|exact|real|actual|final|best|most|least|earliest|latest|better)(?![\p{L}]))|(?<![\p{L}])(?:i|we|he|she|they) (?:works?|worked|lives?|lived) (?:for|with|at|in|near)(?![\p{L}])|(?<![\p{L}])(?:i|we)(?:['’](?:ll|m)| will| shall| am| are)(?: going to)? (?:see|seeing|meet|meeting|visit|visiting)(?![\p{L}])/iu;
/** `into her savings`: whose account it is, behind which the customer's own is not meant. */
export const OF_SOMEBODY_ELSE =
  /(?<![\p{L}])(?:his|her|their|your|\p{L}{2,}['’]s) (?:[\p{L}]+ )?$/iu;
/** `don't cancel it`. */
export const NOT_CANCELED =
  /(?<![\p{L}])(?:don['’]?t|do not|never|no need to|didn['’]?t|not) (?:you |ever |please |just )?(?:cancel|stop|forget|scrap|abort|drop|undo|withdraw|delete)(?![\p{L}])/iu;
/** `what about Tuan?`: instead, or beside. */
export const WHAT_ABOUT = /^(?:(?:and|so|ok|but)[, ]+)?what about(?![\p{L}])(?!.* instead)/iu;
/** Before the name of something that pays or is paid into, in a reply that fills another slot. */
export const BEFORE_ANOTHER_SLOT =
  /(?<![\p{L}])(?:from|out of|off|using|via|through|into|onto|debit|charge)(?![\p{L}])/iu;
/** A step from the amount that is named, and not another amount. */
export const BY_A_STEP =
  /(?<![\p{L}])(?:add|more|less|extra|plus|minus|another|off|on top|deduct|subtract|by|additional|increase|reduce)(?![\p{L}])/iu;
/** A relative alone, without a name. */
export const RELATIVE =
  /^(?:(?:my|our|the|his|her|their) )?(?:mother|father|mum|mom|dad|sister|brother|son|daughter|wife|husband|aunt|uncle|cousin|nephew|niece|grandmother|grandfather|grandma|grandpa|gran|nan|granddaughter|grandson|landlord|landlady|boss)$/iu;

/**
 * Words that deny, doubt, set a condition, ask, compare, or tell of money that somebody gave, has or wants:
 * beside one of them no word of a reply is passed over.
 */
export const RESTRICTS =
  /(?<![\p{L}])(?:no|not|never|nothing|nobody|none|neither|nor|cannot|without|except|but|only|unless|if|when|until|till|once|before|after|while|or|either|both|all|every|each|half|double|twice|again|another|more|less|plus|minus|about|around|maybe|perhaps|might|may|could|would|should|will|shall|must|can|think|thinking|thought|guess|suppose|hope|wish|wonder|who|whom|whose|what|which|why|how|where|pays?|paid|paying|send|sends|sent|sending|give|gave|gives|given|owe|owes|owed|owing|lent|lend|lends|borrow(?:s|ed)?|gets?|got|gotten|receive[sd]?|earns?|earned|won|lost|refund(?:s|ed)?|return(?:s|ed)?|repaid|charged?|transfer(?:s|red)?|bought|sold|cancel(?:ed|led|s)?|stop|stopped|wait|hold|forget|forgot|remind|ask(?:s|ed)?|tells?|told|says?|said|call(?:s|ed)?|wants?|wanted|i|we|me|us|you|turn(?:s|ed)?|years?|old|ago|last|next|wrong|change|instead of|rather|than|too)(?![\p{L}])|n['’]t(?![\p{L}])|(?<![\p{L}])(?:dont|cant|wont|isnt|didnt|doesnt)(?![\p{L}])/iu;
/** `He has it already`; `he waits already` says no such thing. */
export const ALREADY_DONE =
  /(?<![\p{L}])(?:has|have|had|got|did|done|is|was|it|that|them)(?![\p{L}]).*(?<![\p{L}])already(?![\p{L}])|(?<![\p{L}])already (?:has|have|had|got|did|done|is|was|\p{L}+ed)(?![\p{L}])/iu;
/** A reply that asks something back. */
export const ASKED_BACK = /^(?:is|are|was|were|do|does|did|has|have|had)(?![\p{L}])/iu;
/** A sum that is named before, in any place of the sentence. */
export const SAME_SUM =
  /(?<![\p{L}])(?:the |that )?(?:exact(?:ly)? )?(?:the )?same(?: (?:again|amount|sum|thing))?(?![\p{L}])/iu;
/** Around a payee who gets the same. */
export const AROUND_ANOTHER =
  /(?<![\p{L}])(?:and|n|also|plus|then|oh|ok|to|for|with|please|pls|send|pay|give|transfer|do|gets?|too|as well|likewise)(?![\p{L}])|[,.!]/giu;

const IT =
  '(?:it|that|this|that one|this one|(?:the|this|that) (?:payment|transfer|money|one)|him|her|them)';
const MAY =
  '(?:can|could|may|might|should|must|will|would|has to|have to|needs to|need to|ought to|had better)';
const WELL =
  '(?:please|pls|instead|rather|then|thanks|thank you|ok|okay|actually|anyways?|i think|if possible|if you can)';
const AROUND = (middle: string) =>
  new RegExp(
    `^(?:(?:${WELL}|no|well|and|but|so|just|better|grand|good|great|fine|lovely|right|alright|cool|perfect|hmm|oh|ah|yes|yeah|sorry|i would|i['’]d|let['’]?s)[, ]+){0,3}(?:${middle})(?:[, ]+${WELL}){0,2}[.! ]*$`,
    'iu',
  );
/** Names the amount, in words that may be none: `make it sixtyish`. */
export const AMOUNT_NAMED =
  /^(?:(?:make|change|set|raise|lower|put|bump|correct) (?:it|that|the (?:amount|sum|figure))(?: (?:up|down))?(?: to)?|(?:the )?(?:amount|sum|figure) (?:is|was|should be|has to be)) (?=[^.,;:!?]{1,30}$)(.+)$/iu;
/** Before a day that a payment waits for. `Not before Monday` may be that day or a later one. */
export const NOT_FOR_THEN =
  /(?<![\p{L}])(?:(?:it |that |this )?(?:is|['’]s|was) )?(?:not |don['’]?t (?:do|send|pay|make) (?:it|that) )(?:for )?(?:now|today|tomorrow|tonight|yet),? ?(?:but )?(?:(?:do|send|pay|make) (?:it |that )?)?(?=for |on |\p{L})/iu;
export const NO_SOONER = /(?<![\p{L}])not (?:until |till )(?=[\p{L}\d])/iu;
export const UP_TO = /(?<![\p{L}])(?:until|till) (?=[\p{L}\d])/iu;
/** `\ue002` stands for a day. */
export const DAY_MOVED: readonly RegExp[] = [
  AROUND(
    `(?:${IT} )?(?:${MAY} )?(?:wait|go out|go|happen|leave|be (?:sent|paid|done|made))(?: (?:for|to))? \ue002`,
  ),
  AROUND('\ue002'),
  AROUND(
    `\ue002 (?:would|will|['’]d|['’]ll|should|might)? ?(?:suit|suits|work|works|do|be|is|fits?)(?: (?:me|us|her|him|them))? (?:better|best|preferable|more convenient|easier|nicer)(?: (?:for|to) (?:me|us|her|him|them))?`,
  ),
  AROUND(
    `(?:i |we )?(?:should |would )?(?:sooner|rather|prefer)(?: if)?(?: ${IT})? (?:went|go|goes|left|was (?:sent|paid)|were (?:sent|paid)|be (?:sent|paid))(?: out)? \ue002`,
  ),
  AROUND(
    `(?:let|have) ${IT} (?:go|leave|start|be (?:sent|paid|done))(?: out)? \ue002(?: (?:morning|afternoon|evening|night))?`,
  ),
  AROUND(`(?:${IT} )?(?:is |was |['’]s )?for \ue002`),
  AROUND(
    `(?:prefer|rather|do|have) ${IT} (?:done |sent |paid |made )?(?:on )?\ue002|i (?:would )?prefer \ue002`,
  ),
  AROUND(
    `(?:pay|send|do|make|transfer|give|settle|schedule|arrange|plan|set|process|push|put|move|postpone|defer|delay|shift|leave|reschedule|have)(?: ${IT})?(?: (?:off|back|forward|out|over))?(?: (?:to|for))? \ue002`,
  ),
];
/** `\ue002` stands for an own account. */
export const SOURCE_CHANGED: readonly RegExp[] = [
  AROUND(
    `(?:i |we )?(?:should |would )?(?:sooner|rather|prefer)(?: if)?(?: ${IT})? (?:came|come|comes|went|goes|go|was taken|were taken|be taken|be paid|was paid|were paid)(?: out)? (?:from|out of|off|through) (?:the |my |our )?\ue002`,
  ),
  AROUND(
    `${IT} (?:${MAY}|is|was|is to) (?:be )?(?:coming|going|taken|paid)(?: out)? (?:from|out of|off|through|via) (?:the |my |our )?\ue002`,
  ),
  AROUND(
    `(?:take|pull|draw|debit|charge|pay|send|fund|cover|get|grab|run|do|make|put|have|bill)(?: ${IT})?(?: (?:out|off|over|across|done|sent|paid|taken))?(?: (?:from|out of|off|using|with|via|through|on|against)) (?:the |my |our )?\ue002`,
  ),
  AROUND(`use (?:the |my |our )?\ue002(?: for ${IT})?`),
  AROUND(
    `(?:the |my |our )?\ue002 (?:${MAY}|is to|gets to) (?:cover|pay|pay for|fund|take care of|do|bear)(?: ${IT})?`,
  ),
  AROUND(
    `${IT} (?:${MAY}|is to) (?:come|go|be (?:taken|paid|drawn|debited|sent))(?: (?:out|off))? (?:from|out of|off|of|through|via) (?:the |my |our )?\ue002`,
  ),
  AROUND(
    `(?:the |my |our )?\ue002 (?:would be|is|['’]d be) (?:better|best|the one)(?: for ${IT})?`,
  ),
];
/** An account or a day by what was said before: `take it from there`, `pay it then`. */
export const ACCOUNT_BEFORE =
  /(?<=(?<![\p{L}])(?:from|out of|using|with|via|use|through) )(?:there|that (?:one|account|pot|fund))(?=$|[,.!;]| (?:please|then|instead|rather|thanks|anyway|ok|okay))/iu;
/** `put another 50 in`, `move 30 of it to …`, of an account that a question named: none but where no payment is open. */
export const INTO_IT =
  /(?<=^.{0,60}(?<![\p{L}])(?:put|add|stick|pop|chuck|throw|whack|move|pay|transfer|sling|drop|shift|send) [^,.;?]{1,40} )(?:in(?:to)? (?:it|there|that(?: (?:one|account|pot|fund))?)|in)(?= *(?:$|[,.!]| (?:please|then|too|as well|today|tomorrow)))/iu;
export const OUT_OF_IT =
  /(?<=^.{0,60}(?<![\p{L}])(?:take|move|transfer|put|shift|send|pull|pay|draw) [^,.;?]{1,40} )(?:of|from|out of) (?:it|that|there)(?= (?:to|into|in|onto|over|across) )/iu;
export const DAY_BEFORE =
  /(?<=(?<![\p{L}])(?:pay|send|do|make|transfer|give|settle|schedule|move|push)(?: (?:it|that|this|him|her|them))?(?: to)? )(?:then|that day|on that day)(?=[.! ]*$)/iu;

/** Begins a payment to somebody: `money to Nana please`, `the usual for Nana`. */
export const BEGUN_FOR =
  /^(?:(?:hi|hello|hey|ok|okay|right|so|please|now|and|also)[,! ]+){0,3}(?:(?:i|we)(?:['’]d| would)? (?:need|want|like)(?: to get)? |need |want )?(?:(?:some|a bit of|a little|the|my|a|another) ){0,2}(?:money|cash|payment|transfer|usual(?: amount)?|something) (?:to|for) ([\p{L}\p{M}'’. -]{2,40}?)(?:,? (?:please|pls|thanks|again|today|now)){0,2}[.! ]*$/iu;

/** Words of a message that begins a payment and names no more of it than values. */
export const BEGINNING: ReadonlySet<string> = new Set([
  ...words(
    'i we have got need want would like to can could may you help me us with please a an the',
  ),
  ...words(
    'my our some any money cash funds bill bills payment payments transfer transfers someone',
  ),
  ...words('somebody person people friend today now pay paying send sending make making do doing'),
  ...words(
    'settle settling square things up over across sort out for move moving put aside away from',
  ),
  ...words(
    'into in bit of few bob something quick little one thing just also still really must gotta',
  ),
  ...words(
    'wanna going gonna am is it time let lets hi hello hey good morning afternoon evening there',
  ),
  ...words(
    'bank thanks thank dear ok okay so right oh well and back invoice account by via wire set',
  ),
  ...words(
    "transferring i've we've i'd we'd i'm let's it's quickly kindly assist hand give another new",
  ),
  ...words("gift present s 's"),
]);
/** Asks to pay, in any words around. */
export const BEGINS =
  /(?<![\p{L}])(?:pay|paying|send|sending|transfer|transferring|settle|settling|square|move|moving|put|wire|(?:make|making|do|doing|set up) (?:an? |the |another |my |one )?(?:[\p{L}]+ )?(?:payment|transfer|gift)s?)(?![\p{L}])/iu;
/** Money for the customer, a wish of somebody else, or what is over begins no payment. */
export const NO_BEGINNING =
  /(?<![\p{L}])(?:(?:pay|send|give|transfer|wire|help) (?:me|us)(?! (?:to |with |in |out |pay |send |make |do |transfer |move |settle ))|(?:somebody|someone|people|friends?|person) (?:have|need|want|got|would|can|could|must|to|like|pay|send)|i can|i may|we can|have you|you have)(?![\p{L}])|[?].*\p{L}/iu;
/** Somebody else pays: `Maria is going to pay`. `\ue001` stands for the payee. */
export const PAID_BY_NAMED =
  /\ue001(?:['’](?:s|d|ll))?(?: (?:is|has|have|got|would|want|need|like|to|going|gonna|wanna|gotta|can|could|may|must|just|also|still|really|help))* (?:pay|paying|send|sending|transfer|transferring|settle|settling|move|moving|put|wire|make|making|do|doing|set)(?![\p{L}])/iu;
/** Around a name that is said alone: `Esperanza`, `Dr Sproat's bill`. */
export const OF_A_NAME_ALONE =
  /^(?:(?:hi|hello|ok|okay|please|for|to|the|my|our)[, ]+)*(?:\s*(?:['’]?s)? ?(?:bill|invoice|rent|fees?|salary|wages?|account|tab|money))?(?:[,. ]+(?:please|thanks))?[.! ]*$/iu;
