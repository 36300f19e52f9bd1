// English around an order that does not change it: openings, remarks before and after it, and the
// payment's reference. The notation of phrases is explained in ai/intents/phrases.ts.

const words = (...lines: readonly string[]): readonly string[] => lines.join(' ').split(' ');

/** Parts of the phrases below. */
export const PARTS_AROUND: Readonly<Record<string, string>> = {
  i: "(i|we|i'd|we'd|i would|we would|i should|we should)",
  am: "(i|we|i'm|we're|im|i am|we are)",
  'a moment': '[a] (chance|moment|minute|min|sec|second|time)',
  ordered: '(send|pay|transfer|give|wire|make|do|put|move|reimburse|repay|settle|get|have|let)',
  sooner: '(so|ever so|very|most|really|much|greatly|super|just)',
  welcome:
    '(grateful|thankful|glad|happy|obliged|pleased|delighted|appreciative|indebted|great|good|nice|lovely|wonderful|brilliant|' +
    'helpful|awesome|ideal|kind|super|perfect|fantastic|cool|a help|a great help|a big help|a star|a relief)',
};

/** Openings of an order. */
export const COURTESIES: readonly string[] = [
  // Greetings.
  // Please, as people say it who learnt English late.
  ...words('abeg biko jowo bitte prego alsjeblieft svp porfa lutfen tolong onegai'),
  '(por favor|per favore|por favorcito)',
  '[good] (morning|afternoon|evening|day) [o|oo] [to you] [dear|all|everyone|team|sir|madam]',
  '(hi|hey|hello|howdy|hiya|yo|greetings|dear|oi|heya|hola|namaste|ciao|hallo) [dear|there|bank|team|all|sir|madam|again|love|mate|folks|guys|buddy|friend|kontor|man|my dear|everyone]*',
  '[my] (dear|love|mate|buddy|bro|guys|folks|sir|madam|arre|arrey|yaar|bhai|lad[s]|dude|pal|fam|man|darling|sweetheart)',
  '[i] hope (you|this) (are|is|finds) [doing] (well|you well|fine|good)',
  "[i] hope (you're|all is) [doing] (well|fine|good)",
  'sorry to (bother|trouble|disturb) you [again]',
  // Asking.
  '(would|do) you mind to …({ordered})',
  '(would|do) you mind',
  '[kindly|please] (assist|help) [me] …,',
  '(sick|sweet|nice|sound|mint|class|cool|great|perfect|lovely|brilliant|wicked|super|good stuff) …(put|send|pay|move|transfer|stick|chuck|give)',
  '(would|will|are) (you|we|i) [be] able to',
  '(can|cn|could|cud|would|wud|will) (you|u|ya) [please|also|now|just|kindly|possibly|maybe|ever]*',
  '(can|could) we [please|also|now|just]*',
  'can i [please|just]* …((get|have) {amount} [sent|moved|paid|over|across] to) {no question}',
  'can i [please|just]* …(send|pay|give|transfer|wire) {no question}',
  '(could|may|can|might) i [please|just|kindly]* (ask|trouble|bother|request) you to',
  "(i|i'm|i was|i am) (wonder|wondering) (if|whether) you (could|might|would|can) [please|kindly|possibly]* [be so (kind|good|nice) as to]",
  "(i was|i'm|i am) (wondering|hoping) you (could|might|would)",
  'if (it is|it would be) (no|not too much) (trouble|bother) [to you] …,',
  "if it's (no|not too much) (trouble|bother) [to you] …,",
  "won't you [please|kindly]",
  '[is it|is] possible (to|you|for you to|that you)',
  '(i|we) (shall|will|must) [need|have|like] [to] …({ordered})',
  '(i|we) must to …({ordered})',
  '(is it|would it be) possible [for you] to',
  '{i} be [{sooner}] (grateful|thankful|glad|happy|obliged|pleased) if you …(sent|paid|gave|moved|transferred)',
  '(i|we) (am|are) to …({ordered})',
  'would you [please] be so (good|nice|kind) as to',
  'would you [please] (arrange|organise|organize) to',
  '[is there] any (chance|way) [that] (you|u|we) (could|can)',
  '[is there] any chance of …(sending|paying|transferring|moving)',
  '{i} be [{sooner}] (grateful|thankful|glad|happy|obliged) if you [would|could] [please|kindly]',
  "{i} be [{sooner}] (grateful|thankful|glad|happy|obliged) if you'd [please|kindly]",
  "{i} [really|much] appreciate it if (you'd|you would|you could)",
  "[it's|it is|it would be] (needed|necessary|good|nice|great|lovely|time) (to|if you could|if you would) …({ordered})",
  '(be|would you be) a (dear|love|star|gem|pal|mate|darling|legend|doll) and',
  'be so (good|nice|kind) [as] (and|to)',
  'be so kind as to',
  'do (me|us) a (favour|favor|solid) and',
  'do the needful [and]',
  '(quick|small|one) (thing|favour|favor|request|one)',
  '[{i}] [also|now] [need|want|like|be needing|love] [some|your|a] (help|assistance|hand) [me|us] [out] [with|in|to]',
  '[{i}] [would] [kindly] request you to',
  // A frame that asks, of a judgement and a condition: `it would be lovely if you could`.
  "[it would|it'd|it will|it'll|would] be [{sooner}] {welcome} if (you|someone|somebody|the bank|we|i) (could|would|can|might) [please|kindly|just]*",
  '{i} be [{sooner}] {welcome} if (you|someone|somebody|the bank) (could|would|can|might) [please|kindly|just]*',
  '{i} be [{sooner}] {welcome} if (you|someone|somebody|the bank|we) [please|kindly|just]* …({ordered})',
  '(do you think|do you suppose|do you reckon|would it be ok if|would it be okay if|would it be alright if) (you|we|i) [could|can|might]',
  '(might|may) (you|i|we) [please|kindly|just|now]* …({ordered})',
  '(be|would you be) (good|kind|nice|sweet) enough to',
  'have the (goodness|kindness) to',
  '(what|all|the thing) (i|we) (need|want|would like|wish) is [for you] [to]',
  "(what|all) (i'd|we'd) like is [for you] [to]",
  '(i|we) [hereby|kindly|now|also]* (ask|request|authorise|authorize|instruct|direct|beg|urge|ask of) [you|the bank|kontor] [kindly] to',
  '(you|u|ya) (can|may|could|should|must|need to|have to|are to|will) [please|now|go ahead and|just|kindly]* …({ordered})',
  '(i|we) (better|ought to|best)',
  "(i'd|we'd|i had|we had) better",
  // Wanting.
  '{i} [also|still|now|just|really] (like|love) [you] to',
  '{i} [also|just|really|now]* (want|need|would like|like) you to',
  'i want you to',
  "i'm (gonna|going to) need (you|ya) to",
  'i wanna',
  '[i|we] gotta …({ordered})',
  '[i|we] got to …({ordered})',
  '{i} (need|like|want) that you',
  '{am} [also|still|now|just|really]* (want|need|have|wish|have got|going|looking|supposed|trying|needing|about|meant|wanting|hoping|planning) to …({ordered}|get)',
  '{i} (want|need|have|wish|have got|going|looking|supposed|trying|needing) to',
  "(i've|we've|ive) [got] to",
  "(i'll|we'll|i will|we will) [need|have] to",
  "(i'ma|im ma|i'm a|ima|lemme|gonna|going to|i'm gonna|i'm going to|imma) …({ordered})",
  '(i|we) [still|also|yet] have [still|yet|also]* to …({ordered})',
  '(i|we) (must|shall|will|have to|gotta|ought to|should) [still|also|now|yet|really] …({ordered})',
  '{i} [also] (like|want|need) …(a|an|another)',
  '(i|we) (want|need|wish|like) …({ordered})',
  "(i am|im|i'm|imma|ima|i'ma) [gonna|going to] need you to",
  'need you to',
  'please to',
  '(time|need|want|would like) to',
  "it's time to",
  "let's",
  'let me',
  'go ahead and',
  'go on and',
  "(i'm|i am) interested in",
  // Conditions that do not restrict an order.
  "(if|when) [it's|it is] [you] (please|possible|could|can|would|don't mind|do not mind|get {a moment}|have {a moment}|wouldn't mind) …,",
  "(if|when) [it's|it is] [you] (please|possible|could|can|would|don't mind|do not mind|get {a moment}|have {a moment}) …(please|send|pay|transfer|give|put|move)",
  // Between.
  'right [then] …,',
  '(good|fine|lovely|grand|super|nice|k) …,',
  '(k|kk) …({ordered})',
  'look …,',
  'listen',
  '(ok|okay|yes|yeah|yep|anyway|anyways|please|pls|plz|plss|just|kindly|then|actually|so|well|alright|also|oh|now|next|like|basically|urgent|urgently|fyi|btw|quickly|cheers|great|perfect|cool|excellent|awesome|aight)',
  '(all right|now then|i see|by the way|go on|one more thing|last thing|quick one|for the record|ok so|right so)',
  'i (mean|meant)',
  '(hm|hmm|hmmm|mm|mmm|uh|uhm|um|umm|er|erm|ah|eh)',
  '(thanks|thank you|many thanks) [a lot|so much|a bunch|very much]',
  "(that|that's|thats|it|it's) [is|sounds|would be|looks] (great|good|perfect|fine|nice)",
  "(i forgot|i nearly forgot|i almost forgot|before i forget|don't let me forget) …,",
];

/** Remarks before an order, about its purpose: `Dinner was great, pay …`. */
export const REMARKS: readonly string[] = [
  '(we|i) (bought|had|got|ate|shared|split|went|enjoyed|ordered|received|loved){words}',
  '(dinner|lunch|breakfast|brunch|drinks|coffee|the food|the meal|the ticket[s]|the trip|the party|the weekend|the concert|the gift|the present|the taxi|the shopping|the rent|the bill|the invoice|it|that) [{letters}] (was|were|is|has arrived|have arrived|came|arrived|is here|is due|is in){few words}',
  'thanks for{some words}',
];
/** A remark with one of these words concerns another person. */
export const NO_REMARK: readonly string[] = words(
  'message mail letter call text sms note order instruction',
);

/** Words of a clause before an order about an attempt, a wish or another person's order. */
export const NO_CLAUSE: readonly string[] = [
  '(this is|just|only|as) [a|an] test[s]',
  'e.g',
  ...words(
    'example eg testing joke[s] joking kidding dream[{letters}] story translate sentence phrase',
  ),
  ...words(
    'type[s] try trying tried would could wish[{letters}] hope hoping later want[s] wanted asks',
  ),
  ...words(
    'asking demand[s] demanded insist[s] insisted claim[s] claimed think[s] thinking thought',
  ),
  ...words(
    'suggest[s] suggested according email[s] e-mail[s] mail[s] sms letter text[s] texted caller',
  ),
  ...words(
    'phone phoned called scam[{letters}] fake hack[{letters}] quote[s] sounds repeat remind',
  ),
  ...words(
    'reminder plan planning decid{letters} consider[{letters}] unsure sure already wrong error',
  ),
  ...words(
    'mistake blocked waiting pending yet almost nearly too back doubt wonder[{letters}] next',
  ),
  ...words(
    'tomorrow soon send[s] sent pay[s] transfer[s] transferred wire give[s] move withdraw deposit',
  ),
  ...words(
    'buy sell exchange freeze close open block show tell request[s] requested order[s] ordered',
  ),
  ...words('cancel[{letters}] refus[{letters}] declin[{letters}] reject[{letters}]'),
  ...words('told warn[{letters}] police fraud stolen prize lottery minister officer override mode'),
  ...words(
    'rule[s] world what how why who which message[s] argument theory suppose[{letters}] fun play',
  ),
  ...words('game movie film book song poem chapter role[{letters}] scenario demo sample practice'),
  ...words('practise exercise used line words motto verif{letters} he you your them they'),
];
/** Two words with such an ending are a clause; otherwise they are a person's name. */
export const CLAUSE_OF_TWO: readonly string[] = words(
  'done paid over finished arrived sorted settled ready due day time here in up came received delivered',
);
/** Words between a clause and the order after it. */
export const BEFORE_AN_ORDER: readonly string[] = [
  ...words("so now please pls then just kindly let's i'll"),
  'could you',
  'can you',
  'would you',
  'will you',
  'can i',
  'i need to',
  'i want to',
  "i'd like to",
];
/** Words for a person who receives money, after a clause: `Priya gets`. */
export const GETTING: readonly string[] = [
  'gets',
  'must get',
  'is to (have|get)',
  'should get',
  'is owed',
];

/** Filler words at the end of an order. */
export const TRAILING: readonly string[] = [
  'no (more|further) questions [please]',
  'no (questions asked|fuss|drama|nonsense)',
  ...words('jeez geez sheesh phew crikey blimey wow ouch ffs smh'),
  '(would|will|could|can) (you|ya|u) [please|kindly]',
  "won't you",
  "if you (can|could|would|please|don't mind|do not mind|wouldn't mind|will)",
  "if (that's|that is|it's|it is) (ok|okay|alright|all right|possible|fine|not too much trouble) [with you]",
  '(when|whenever) you (can|get {a moment}|have {a moment}|are ready|are free)',
  'no (rush|hurry|worries|problem|biggie)',
  'if i may',
  'i thank you',
  'my (love|dear|darling)',
  "if (you would|you'd|you will) be so (kind|good|nice)",
  "if (it is|it's|that is|that's) no (trouble|bother)",
  "there's (a dear|a love|a good (chap|lad|girl|man|one))",
  "that's (all|it|everything) [for now|for today|from me|thanks]",
  'that is (all|it|everything) [for now|for today]',
  "[it's|it is|this is|very|quite] urgent[ly]",
  'as (agreed|discussed|promised|arranged|usual|always|we agreed|we discussed|soon as possible|soon as you can)',
  'as (a|an) (bank transfer|transfer)',
  'thank you [so much|very much|kindly|in advance|dear|all] [indeed]',
  '(thanks|tnx|thanx|thks) [a lot|so much|in advance|a million|a bunch|again|very much|mate|love|dear]',
  '(many|with|much) thanks',
  'ta [very much|ever so|love|mate]',
  '[kind|best|warm|many] regards',
  '(much appreciated|appreciate it|greatly appreciated|appreciated)',
  "i'd appreciate it",
  '(have|enjoy) (a|your) (nice|good|great|lovely|day|evening|weekend) [day|evening|one|weekend|time]',
  '(bye|bye bye|goodbye|see you|cya|peace|god bless|bless you|take care)',
  'for (sure|real)',
  'good (man|lad|girl|bot)',
  ...words(
    "na xx x xxx xo xoxo yaar yeah yes ok okay mate love luv dear sir madam ma'am bro bhai pal rn",
  ),
  ...words(
    'asap atm tks thx ty tysm cheers lol lmao haha hehe innit man dude fam boss chief darling buddy',
  ),
  '(real|super|dead|really|very) (quick|quickly|fast|soon)',
  ...words('right alright please pls plz plss kindly tq quick quickly'),
];
/** A request to act, at the end of a remark. */
export const TRAILING_ORDER: readonly string[] = [
  '[please|so|just|kindly|and]* (see|make sure|ensure|see to it) [that] (he|she|they) (gets|get|receives|has) (it|that)',
  '[please|so|just|can you|could you|would you|kindly|and]* do (it|this|that) [please]',
  'please do [so]',
  '(please|pls|plz|kindly) (pay|send|transfer|settle|do)',
  '[please|so|just|can you|could you|would you|kindly|and]* (pay|send|transfer|settle|sort) (it|this|that) [over|off|out] [to (him|her|them)|him|her|them]',
];

/** Words for a payment's reference and for setting it. */
export const PARTS_OF_REFERENCES: Readonly<Record<string, string>> = {
  label:
    '[payment] (ref|reference|memo|note|description|narration|remark[s]|concept|concepto|purpose|details)',
  letter: '(message|comment|caption|label|subject|text)',
  put: '(put|use|write|add|state|quote|set|include|give|mark|make|leave|mark it|call it|say)',
  the: '(as|the|a|its|in|down|it)',
  lead: '[and|with|please]*',
  thing:
    '(inv|inv.|po|invoice|order|bill|quote|booking|policy|ticket|receipt) [no|no.|nr|nr.|number|num|num.|id|ref|ref.]',
};
/** The payment's reference at the end of an order: {own words}, or {quoted}. */
export const REFERENCES: readonly string[] = [
  '{run} {lead} [{put}] [{the}]* {quoted} (as|for|in|on) [the|a|its] {label} {finish}',
  '{run} {lead} [{put}]* [{the}]* {label}{called} {finish}',
  '{run} {lead} [{put}]* [{the}]* <(with|put|use|write|add|state|quote|set|include|as|the|a|its) {letter}{called} {finish}',
  '{run} {lead} [{put}]* [{the}]* {letter}{colon called} {finish}',
  '{run} {lead} (put|use|write|add|state|set|make it|mark it|call it) {own words} (as|for|in|on) [the|a|its] {label} {finish}',
  '{run} {lead} quoting [the] [ref|reference|no.|no|number] {own words} {finish}',
  '{pause for a goal}{goal words} {finish}',
  "{pause} (it's|it is|this is|that's|that is) [for] {belonging} {finish}",
  '{run}{done for me} {finish}',
  '{run} [and|please]* (mark|label|tag|title|call) (it|this) [as] {own goal} {finish}',
  '{run} (against|quoting|citing) [the|your|our|their]* {thing number} {finish}',
];
/** Words before an invoice's number that make it an account or a payee. */
export const NO_REFERENCE_BEHIND: readonly string[] = words(
  'from to into of using with my our the a an for',
);
/** Words for the owner or beneficiary in a purpose: `it's for her birthday`. */
export const BELONGING: readonly string[] = words('my her his our the their last this for');
/** Favours that a person is paid for: `she picked up the kids`. */
export const DONE_FOR_ME: readonly string[] = [
  ...words(
    'got bought covered fronted brought cooked drove helped booked fixed babysat spotted organised',
  ),
  ...words('organized cleaned baked hosted mended repaired painted'),
  'picked up',
  'looked after',
  'paid for',
  'had to',
];
/** Words of an order, which never appear in a payment's reference. */
export const ORDERED: readonly string[] = words(
  'send pay transfer wire give move withdraw cancel close freeze block stop ignore to from',
);
/** Words that do not begin a second order: `for bread and milk` is one purpose. */
export const NO_LAST_AND: readonly string[] = words(
  'close freeze block cancel stop tell show open check then also let do ask email call request',
  'withdraw deposit exchange buy sell',
);
