// English that stands around a question and asks nothing, and short forms.

const around = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}'])(?:${pattern})(?![\\p{L}\\p{N}'])[,:; ]{0,3}`, 'giu');

/** What people say beside a question: none of it is a condition. */
export const ASIDES = around(
  'by the way|btw|fyi|i (?:just )?(?:was|am|have been) (?:just )?(?:wondering|curious|thinking)(?: about)?|i (?:just )?wonder(?:ed)?|' +
    "i'm (?:just )?(?:wondering|curious)|" +
    'i (?:think|guess|believe|suppose|reckon|imagine|presume)(?= (?:i|we|it|that|my)(?![\\p{L}]))|' +
    '(?<=[,;] )i (?:think|guess|believe|suppose|reckon)(?= *(?:$|[,.?!]))|' +
    '(?:just )?(?:out of (?:pure )?(?:curiosity|interest)|curious|for (?:my|the) (?:records|budget|taxes|tax return))|' +
    '(?:just )?(?:a )?(?:quick|small|little|short) (?:question|one|check)|one (?:quick |more )?(?:question|thing)|' +
    "i (?:don't|do not|can't|cannot) (?:quite )?(?:remember|recall)|i (?:forgot|forget|have forgotten|lost track)|" +
    "if (?:you )?(?:don't mind|do not mind)|if (?:it is |it's )?possible|if i may ask|if you (?:can|could|would)|" +
    "(?:(?:i|we)(?: would|'d)? )?(?:just )?(?:like|love|want|need|wish)(?: you)? to (?:know|see|find out|hear|learn|check|understand)|" +
    '(?:do|can|could) you (?:know|see)|let me know|you say|i mean|i say|that is to say|' +
    'kindly|(?:good )?(?:morning|afternoon|evening)(?= *[,!.])|hi there|hello there|dear bank|' +
    'right now|at the moment|at present|as of now|as we speak|' +
    "(?:let's|let us) see|let me see|you know|to be honest|honestly|roughly speaking|" +
    'thanks in advance|many thanks|thank you(?: so much| very much)?|cheers',
);

/** `how many weekdays … sorry, how much`: what stands behind is what is meant. */
export const CORRECTED =
  /^.*[.,;:!-]+ ?(?:sorry|no wait|wait|i mean|i meant|rather|scratch that|correction),? (?=(?:how|what|which|when|who|where)(?![\p{L}]))/iu;

export const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/(?<=(?:is|was|are|were|did|do|does|has|have))n['’]?t(?![\p{L}])/giu, ' not'],
  [/(?<![\p{L}])a fiver(?![\p{L}])/giu, '5'],
  [/(?<![\p{L}])a tenner(?![\p{L}])/giu, '10'],
  [/(?<=\p{L})['’]ve(?![\p{L}])/giu, ' have'],
  [/(?<=\p{L})['’]ll(?![\p{L}])/giu, ' will'],
  [/(?<=\p{L})['’]re(?![\p{L}])/giu, ' are'],
  [/(?<=(?:what|how|where|who|when))['’]d(?![\p{L}])/giu, ' did'],
  [/(?<=(?:what|how|where|who|when|that|it))['’]s(?![\p{L}])/giu, ' is'],
  [/(?<![\p{L}])hows(?![\p{L}])/giu, 'how is'],
  [/(?<![\p{L}])(?:hw|hwo|ho)(?= mu?c)/giu, 'how'],
  [/(?<![\p{L}])(?:mcuh|muhc|mutch|mch|muc)(?![\p{L}])/giu, 'much'],
  [/(?<![\p{L}])(?:wat|wht|whta)(?= )/giu, 'what'],
  [/(?<![\p{L}])(?:spnt|spet|spnet)(?![\p{L}])/giu, 'spent'],
  [/(?<![\p{L}])(?:spnd|sepnd)(?![\p{L}])/giu, 'spend'],
  [/(?<![\p{L}])teh(?![\p{L}])/giu, 'the'],
  [/(?<=(?:second|third|fourth|fifth|2nd|3rd|4th|5th))-(?=\p{L})/giu, ' '],
  [/(?<![\p{L}])(?:gimme)(?![\p{L}])/giu, 'give me'],
];

/** Words that a slip of the keyboard is taken back to, beside the customer's categories. */
export const OFTEN_MISSPELT = (
  'january february march april june july august september october november december ' +
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays ' +
  'fridays saturdays sundays weekend weekends weekday weekdays yesterday today ' +
  'spend spent spending much many paid payment payments transfer transfers transferred average ' +
  'largest biggest smallest highest lowest second third quarter quarters month months between ' +
  'since without excluding except account accounts balance restaurant restaurants total income ' +
  'received purchase purchases transaction transactions'
).split(' ');
/** English that a slip can look like. */
export const NO_SLIP = new Set(
  'match marsh matches mouth mouths moth moths totals dinner dinners diner diners heath taxes trips balances sound recent prices sent bank account'.split(
    ' ',
  ),
);
