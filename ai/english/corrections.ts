// English of corrections: replies to an open payment. The notation of phrases is explained in
// ai/intents/phrases.ts; ai/conversation/grammar.ts makes patterns of them.

const words = (...lines: readonly string[]): readonly string[] => lines.join(' ').split(' ');

/** Parts of the phrases below. */
export const PARTS_OF_REPLIES: Readonly<Record<string, string>> = {
  it: '(it|that|this|him|her|them|that one|this one)',
  a_moment: '[for|a|one|just a] (sec|second|minute|moment|bit)',
  "i'll":
    "(i'll|i will|i shall|i'm going to|i am going to|i'd rather|i can|i|we'll|we will|we can|let me)",
  "i've": "(i|i've|i have|we|we've|we have)",
  "he's": "(he|she|they|he's|she's|they've|he has|she has|they have)",
  "it's": "(it's|it is|that's|that is|its)",
};

/** Words before a cancellation. */
export const BEFORE_CANCELING: readonly string[] = [
  ...words(
    'no nope nah wait actually sorry oh ok okay please ah hmm well stop oops omg lol dang damn pls plz',
  ),
  ...words(
    'dammit darn crap bugger gosh gee whoops argh ugh yikes anyway alright right aight fine',
  ),
  ...words('dear love mate man bro yaar kindly then'),
  '(hang|hold) on [{a_moment}]',
  'on second thought[s]',
  'on reflection',
  '(thinking about it|come to think of it|having thought about it|thinking it over)',
  'abeg',
  'oh dear',
  'so',
  '(he|she|they|he has|she has|they have) (declined|refused|turned it down|said no)',
  "(it's|it is|that's|that is) (fine|ok|okay|alright|all right)",
];
/** The payment is not wanted. */
export const CANCELING: readonly string[] = [
  "(do not|don't|dont) (make|send|do) (this|the|that) (payment|transfer|one) [please]",
  '(not required|not needed|not necessary) [now|anymore|any more]',
  'start (over|again|afresh|from scratch|from the beginning)',
  '(cancel|scrap|scratch|drop|forget|stop|abort|undo|kill|bin|withdraw|skip|delete|ditch|rescind|revoke|retract|void|annul|disregard) ' +
    '[it|that|this|am|dat|that one|this one|about it|about that|everything|the whole thing|mission|(the|this|that|my) (payment|transfer|order|instruction|request)] [na|lah|la|o|abeg] [sir|madam|boss|po]',
  "(i|we|i've|we've|i have|we have) already (paid|sent it to|given it to|gave it to|settled with|reimbursed) (him|her|them)",
  "(i|we|i've|we've|i have|we have) [just] remembered (i|we|i've|we've) [already] paid (him|her|them) [already]",
  '(abandon|ignore|call off) (it|that|this|(the|this|that|my) (payment|transfer|order|instruction|request|message))',
  "(i|we) (won't|will not|shan't) (bother|go ahead|do it|be sending it|be paying it)",
  'never mind [it|that]',
  'nevermind [it|that]',
  'nvm',
  'hold (fire|your fire)',
  'no longer (needed|necessary|required|wanted)',
  "(don't|dont|do not) [bother|(do|send|pay|make) [{it}]|send anything|worry [about it]|go ahead|proceed]",
  'no [thanks|thank you] [dear|love|mate]',
  'nope',
  'nah',
  'leave it [out|be|alone]',
  "let's (leave|skip|drop|forget) {it} [for (now|today)]",
  'call it off',
  'hold off [on {it}]',
  "(i|we) (no longer|don't|do not) (want|need) [it|that|this|to|to (send|pay|do) it] [anymore|any more]",
  "[there's|there is] no need [anymore|any more]",
  "[{i've}] changed my mind",
  'not (anymore|any more)',
  "let's not [do {it}]",
  '(we|you) can (drop|skip|cancel|forget|scrap) {it}',
  'abort',
  'rather not',
  'i take (it|that) back',
  '(best|better) not',
  "(i've|i have|we've|we have) decided (against {it}|not to)",
  "(that|it|this) (won't|will not|wouldn't|isn't|is not) [be] (necessary|needed|required|wanted)",
  "(he|she|they) (doesn't|does not|don't|do not|won't|will not) (need|want|be needing) {it} [any more|anymore|now|after all]",
  "(i|we) (shan't|won't|will not|shall not) (need|want|be needing) [it|that|this|to]",
  "i'd rather not [(send|pay|do|make) {it}] [at all|after all]",
  '(cancel|scrap|scratch|drop|forget) (that|it) (about|for|to){few words}',
  "(i've|i have|we've|we have) gone off (it|that|the idea|this)",
  '(i|we) [have] thought better of (it|that|this)',
  '(it|that|this) (is|was) not (a good|such a good) idea [after all]',
];
/** Words after a cancellation. */
export const BEHIND_CANCELING: readonly string[] = [
  ...words(
    'please thanks then now instead sorry dear love mate man bro ji yaar dude na sir madam po',
  ),
  'thank you',
  'after all',
  '(abort|stop)',
  'for (now|today)',
  '(cancel|forget|scrap|stop) [it|that|this]',
  'never mind',
  'nevermind',
];
/** Why it is not wanted: it is made in another way, or no longer needed. */
export const WHY_CANCELED: readonly string[] = [
  "{i'll} [just] (give|pay|hand|do|sort|settle|send|bring|handle|transfer) [{it}]* " +
    '[in|with|by] (cash|later|myself|another (way|time|day)|some other (way|time)|in person|differently|card|cheque|check)',
  "{i'll} see (him|her|them){few words}",
  "{i'll} [just] (give|pay|hand|bring|settle) {it}{few words} in (cash|person)",
  "{i'll} [just] (give|pay|hand|bring|settle) {it} to {it}{few words} in (cash|person)",
  'wrong (person|one)',
  'my (mistake|bad)',
  "{i've} [already] (paid|gave|given|settled|sorted|done) {it} [already] [in cash|with cash|cash] [already]",
  "{i've} already paid [it|him|her|them]",
  'i already (pay|give|send) [it|him|her|them] [in|the] [cash]',
  '(he|she|they) [still|already] (owes|owe) (me|us){few words}',
  "(i|we) (don't|do not) (want|need) [it|that|this|to] [anymore|any more|now|sent|paid|done]",
  "{i've} changed my mind",
  "{he's} [already] (got it|got paid|been paid|paid|sorted it) [already]",
  "{it's} [already] [been] (paid|sorted|done|settled|not needed|no longer needed) [already]",
  'already paid [it|him|her|them]',
  'not needed [anymore|any more]',
  'no longer (needed|necessary)',
  "(he|she|they|he'll|she'll|they'll) [will|can|is going to|are going to] [come [to|by|round|over] [the] [shop|house|office|here] [and]] (take|get|collect|pick up|have) [the] (cash|it in cash|cash instead)",
];
/** Words of agreement. They do not send the payment, and the bank says so. */
export const AGREEING: readonly string[] = [
  ...words('yes yep yeah yup ya ok okay sure alright perfect great fine lovely brilliant confirm'),
  ...words('confirmed correct right please absolutely definitely done'),
  'do it',
  'go (ahead|on|for it) [then]',
  'send it',
  'please do',
  'spot on',
  '(looks|sounds|all) good',
  "that'll do",
  "(that's|thats|that is|it's) (right|correct|it|fine|perfect|great|good|the one)",
];
/** Phrases that undo the last change. */
export const GOING_BACK: readonly string[] = [
  '[no|wait|actually|please|sorry|oh]* [go] back [please]',
  'undo [it|that|the change|the last (one|change|bit)] [please]',
  '[no|wait|actually|please|sorry|oh]* as it was [before] [please]',
  '[no|wait|actually|please|sorry|oh]* as before',
  '[no|wait|actually|please|sorry|oh]* the (one|other one) before [please]',
  '[no|wait|actually|please|sorry|oh]* (change|put|set) it back [please]',
  '[no|wait|actually|please|sorry|oh]* [the] (previous|first) (one|amount|version) was (right|correct|fine) [after all]',
  'revert [that|it|please]',
];
/** Words that a correction begins with. */
export const LEADING: readonly string[] = [
  ...words(
    'no nope nah omg ugh argh yikes autocorrect jeez geez sheesh crikey blimey sry soz apologies sorry actually wait oh hmm ah ok okay well',
  ),
  ...words('oi dang damn dammit darn crap bugger gosh gee whoops aight mmm alright'),
  ...words('oops whoops use rather instead please yes yeah and but just only then say exactly'),
  ...words('precisely lol haha typo eh er erm um pardon sorry'),
  ...words('ag eish sharp'),
  '(great|lovely|perfect|grand|brilliant|super|cool|good|fine|nice|thanks|thank you|cheers|ta|k|kk|right) …,',
  '(k|kk)',
  '(i|we) can only (manage|do|afford|spare|give|stretch to)',
  'not that',
  'wrong …,',
  '(scratch|forget|strike) (that|it) …,',
  'oh (dear|no|sorry)',
  'excuse me',
  '[oh] [i] [do|must] (beg [your] pardon|apologise|apologize)',
  '(do forgive|forgive|pardon) me',
  '[my] [sincere|humble|deepest|so many|a thousand] apologies',
  '(hold|hang|wait) [on] [your|ya|yer] horses',
  "(i've|i have|i) (given|told|gave|typed|put|written) [you] [in] the wrong (name|person|amount|day|date|account|number|figure|one)",
  'i (keep|always|am always) {few words} (mixing|muddling|confusing) [them|the two|those two|the names] up',
  'i (left|missed|dropped|forgot) [off|out] a (zero|nought|digit|number)',
  '(a bit|bit|slightly|a little|rather) (more|less) than that',
  '(that|it|this) should have (said|read|been)',
  'i can (stretch|go|run) to',
  'with (the|my|a|his|her){few words} (it|that) (comes to|came to|makes)',
  '(the money|that transaction|that payment|that transfer|this payment|the payment|it|that|this) (is|was) (supposed|meant|intended|due) to go',
  'why wait',
  'i think i (told|said|wrote|typed|put){few words} …,',
  'or better',
  'better',
  'jokes [aside]',
  'my (mistake|bad|apologies)',
  'silly me',
  '[(fat|clumsy|big|cold)] (fingers|thumbs)',
  '(change|slight change) of (plan[s]|mind|heart)',
  'what am i like',
  '[(stupid|silly|damn|bloody)] (autocorrect|spell check|keyboard|phone|fingers)',
  'i (misread|mistyped|misspoke|mixed up|misremembered|meant) [it|that|this|the amount|them]',
  'i (mean|meant) [to (say|write|type)]',
  "(do you|d'you) know [what] …,",
  "(tell|i tell|i'll tell) you what",
  'you know [what] …,',
  'i got {it} wrong',
  'i (mistook|misspoke|erred|goofed|messed up)',
  'i (was|am) (wrong|mistaken|confused|muddled)',
  'i made (a mistake|an error)',
  '(what was i saying|where was i|where were we|let me see|let me think|oh yes|ah yes|right then)',
  "(that was|that is|that's) a (typo|mistake)",
  'on second thought[s]',
  '(make|change) {it} [to]',
  'change the (amount|date|day|payee|recipient|person|account|currency) [to]',
  "(let's|let us|we should|we could|we can) (make|say|do|call) [it]",
  "(let's|let us|we should|you should|just) …(double|triple|halve|add)",
  '[the] other one …,',
  'effective [from|on]',
  'with effect from',
  'or rather',
  '(nvm|nevermind) …(use|make|take|send|just|do)',
  "let's (round|bump|drop|bring|put|take|push|lower|raise|cut) [it|that|the amount] [up|down|back] to",
  '[no] make (am|dat|de amount)',
  '(it|that) (should|must|ought to) (be|have been|go|read|say)',
  'it (was|is) [meant to be|supposed to be]',
  "(it's|its|that's|that would be|it would be|i'd say|i said|i want|i need|i'd like|we said|we agreed)",
  'an even',
  'wrong (person|one|amount|payee|name|day|date|account|number|figure)',
  'that (was|is) (too (much|little|high|low)|wrong|not right)',
  'too (much|little)',
  'a (bit|little) (more|less|higher|lower|much) …,',
  '[and] the (recipient|payee|amount|account|date|day|name|sum|price|total|bill|cost) (is|should be|should have been|comes to|came to)',
  "(should|should've|shoulda) (be|go|have been|been)",
  '(raise|increase|up|lower|reduce|bring|round|bump|drop|cut|set|go) [it|that|the amount] [up|down|back] to',
  '[go|change it|switch|and]* back to',
  'call it',
  '(he|she|they|it) [only|just] (said|says|wants|asked|asks|asked for|asks for|charged|charges|needs|needed) [only|just] …({digit})',
  "[it's|it is|that's] due [on|by]",
  '(take|send|pay|do|move|give|use|put|transfer) (it|that|this)',
  '(leave|keep|hold|save|postpone|delay) (it|that|this) (till|until|for|to)',
  'do …({digit})',
  'is …({digit})',
  'start[s|ing]',
  'begin[s|ning]',
  '[the] first (one|payment) [is|should be] on',
  'let it (start|begin)',
  'make the (amount|date|sum)',
  '(hang|hold) on [{a_moment}]',
  '(wait|one|just|give me) [just] {a_moment}',
  "[{i've}] changed my mind",
];
/** Words that begin an order replacing the open one: `no, send Bob 30 euros`. */
export const DENYING: readonly string[] = [
  ...words('no nope wait actually sorry rather oh oops hmm ah eh'),
  'on second thought[s]',
  '(hang|hold) on [{a_moment}]',
  'i (mean|meant)',
  "[{i've}] changed my mind",
  '[ok|okay|well|right|fine|then]* (cancel|forget|scrap|drop|scratch|ditch|undo|skip|leave) (it|that|this|that one|the payment|the transfer) [and|then]',
  'never mind [it|that] [and|then]',
  'nevermind [and|then]',
  'start (over|again)',
];
/** Words that end a reply. */
export const ENDING: readonly string[] = [
  ...words(
    'instead please pls rather then thanks thx cheers actually exactly only altogether love dear',
  ),
  ...words('mate darling ta jeez geez sheesh phew crikey blimey wow ouch'),
  ...words('though tho flat even'),
  'on the (dot|nose)',
  "if (it is|it's|that is|that's) [still] (possible|ok|okay|alright)",
  'thank you',
  'with (a|an|one|two|double) {letter}',
  "is all (i have|i've got|i can spare|i can afford|i can manage|we have|we've got|i can do)",
  'will do',
  'for now',
  'after all',
  '(por favor|bitte|per favore|naturally|innit)',
  '(and|n) all',
  '(is|would be|will be|should be) (plenty|ample|enough|fine|better|best|soon enough|early enough|in time|sufficient|more like it)',
  'to be (safe|fair|kind|generous|nice)',
  'each time',
  'i (mean|meant|said|think|guess|believe|suppose)',
  'in total',
  'all in',
  'all told',
  'itself',
  '[sorry] [a|my|just a] typo',
  "so (we are|we're|that we are|that we're) (even|square|quits|done)",
  "[it's|it is|that's|that is] <!(is|was|are|for) (his|her|their|my|the) (birthday|anniversary|wedding|graduation|tip)",
  '(he|she|they) (gave|offered|promised) (me|us) a (discount|better price|reduction|rebate)',
  '(he|she|they) (did|worked|charged|asked for) [a bit] (extra|more|less) [hours]',
  'i (mixed up|mistyped|misread|miscounted|misremembered|mistook) [it|that|the (digits|numbers|amount|price|bill)]',
  '(sir|madam|po|mon|darling|pet|hun)',
  'my (love|dear|darling|friend)',
  'i forgot the (tip|tax|delivery|fee[s]|postage|shipping|vat)',
  '(it|that|the price|prices) (went up|has gone up|have gone up|went down)',
  'to be (exact|precise)',
  '(with|including|incl) [the|a] (tip|fee[s]|delivery|tax|vat|service|postage|shipping)',
];
/** Asked, and an order all the same: `can you make it 30`. */
export const ASKING: readonly string[] = [
  '(can|could|would|will) (you|u|we|i) [please|just]* …(use|make|change|send|do|take|pay|put|add|raise|lower|move|have|leave) {no question}',
  '(can|could|would|will) (it|that|this) [please|just]* (go out|go|leave|be sent|be paid|be done|be made|be) …({any}) {no question}',
  '(can|could|would|will) (it|that|this) [please|just]* …(come) {no question}',
];
/** The same payment to another person, in {payee}. */
export const SAME_TO: readonly string[] = [
  '[oh|ok|and|also|plus|then]* [send|pay|give|transfer|do] [the] (same|identical) [again|amount|sum|thing|quantity|figure] (to|for|with) {payee}',
  '[and|also|plus|then]* {payee} (too|as well|also) [the same]',
  '[and|also|plus|then]* {payee} [gets|is to get|should get] [the|exactly the] same [amount|sum] [too|as well]',
  '[and|also|plus|then]* [another] (same again|likewise|ditto|the same again|same) (to|for|with) {payee}',
  '(and|also|plus|then) [also|send it|one] (also|as well) (to|for) {payee}',
  '[and|also|plus|then]* (do|repeat|send) [it|that|this|the same] [again] (to|for|with) {payee} (too|as well|also)',
  '[and|also|plus]* (send|pay|give) {payee} the same [amount|sum] [too|as well]',
];
export const MOST_WORDS = 12;
export const QUESTION =
  /^(?:how|what|when|where|why|which|who|whose|is|are|was|were|do(?! (?:it|that|this)(?![\p{L}]))|does|did|has|have|can|could|will|would|should|show|list|tell)\b.*|\?\s*$/iu;

export const SECOND =
  /^(?:(?:ok|okay|oh|great|good|yes|please|now)[, ]+)*(?:(?:and|also|plus|then|next|now|can you|could you)[, ]+)*(?:(?:and|also|plus|then|(?:do |the )?next (?:one|up)(?: is)?|next|one more|(?:do )?another one|(?:do )?one (?=for )|while (?:we|i|you)['’]?(?:re| are|m| am) at it)(?: thing)?[:, ]+|(?:do )?one (?=for )|another )(?:(?:also|then|please|can you|could you) )*(?:(?:send|pay|give|transfer) )?(?:another )?/i;

export const FACTORS: Readonly<Record<string, readonly [bigint, number]>> = {
  double: [2n, 0],
  twice: [2n, 0],
  triple: [3n, 0],
  treble: [3n, 0],
  quadruple: [4n, 0],
  halve: [5n, 1],
  half: [5n, 1],
};
export const SCALE = new RegExp(
  `^(${Object.keys(FACTORS).join('|')})(?: (?:it|that|this|the sum|of (?:it|that)|the amount|as much))?(?: again)?$`,
  'i',
);
export const MORE =
  /^(add (?:another |an extra |a further |on )?|plus |another |put (?=.{1,20} (?:more|extra|on top))|(?:throw|chuck|put) in (?:another )?|(?:raise|increase|bump|up)(?: (?:it|that|the amount))? by )?(take (?:off |away )?|knock (?:off )?|less |deduct |subtract |(?:lower|reduce|cut|decrease|drop)(?: (?:it|that|the amount))? by |minus )?(.+?)(?: (more|extra|on top|less|fewer|off))?(?: (?:than|to) (?:that|it))?$/i;

export const INSTEAD: readonly RegExp[] = [
  /^(?:i (?:wrote|said|put|typed)|it (?:was|said)) (?<old>.+?),? (?:but|and) (?:it['’]?s|it is|it should be|i meant?|it was)(?: really| actually)? (?<next>.+)$/i,
  /^not (.+?)(?:,| but|;| -|\.)+ ?(?:but )?(.+)$/i,
  /^(?:(?:the money|it|that|this|the payment) (?:is|was|goes|should go|must go) )?(?<next>.+?),? (?:and )?not (?:for )?(?<old>.+)$/i,
  /^(?:i (?:do not|don['’]?t) want to |do not |don['’]?t )(?:send|pay|give|transfer|make it|do) (?:him |her |them )?(?<old>.+?)[,.;]+ (?:but )?(?:i (?:want|would like|need) to )?(?:send|pay|give|transfer|make it|do)(?: him| her| them)? (?<next>.+)$/i,
  /^(?<next>.+?) (?:instead of|rather than) (?<old>.+)$/i,
  /^not (?:the |my |to )?(?<old>\S+) (?<next>(?:my |to |but ).+)$/i,
  /^(?:instead of|rather than) (?<old>.+?),? (?:(?:please |just )*(?:make it|do|use|send it to|pay|take|to|on)) (?<next>.+)$/i,
  /^(?:forget|skip|scrap|drop|leave|never ?mind)(?: about)? (?:the )?(?<old>.+?)(?: alone| out)?[,;.]+ ?(?:and |but )?(?:it['’]?s )?(?<next>.+?)(?: (?:that )?i (?:want|wanted|need|mean|meant))?$/i,
  /^(?:replace|change|swap|switch|correct) (?:the )?(?<old>.+?) (?:with|to|for|into) (?<next>.+)$/i,
  /^(?<old>.+?) (?:should be|is wrong,?) (?<next>.+)$/i,
];

/** `add a note: fishing`. */
export const NOTED: readonly RegExp[] = [
  /^(?:(?:and|please|also|can you|could you)[, ]+)*(?:(?:add|put|use|write|with|set|leave|include|make)(?: it)? )?(?:(?:a|the|as|as the) )?(?:note|memo|reference|ref|description|message|comment|text)(?: is| of| to| should be| saying)?:? ?["“']?([^"“”]{1,40}?)["”']?[.! ]*$/iu,
  /^(?:(?:and|please|also|can you|could you)[, ]+)*(?:put|use|write|add|set|make) ["“']?([^"“”]{1,40}?)["”']? (?:as|for|in) (?:a |the |its )?(?:note|memo|reference|ref|description)[.! ]*$/iu,
];
/** `Marklund is the one`, `the one called Marklund`. */
export const CHOSEN: readonly RegExp[] = [
  /^(?:it'?s |i mean |i meant )?(.+?),? (?:is|was|'s) (?:the (?:one|right one|person)|it|who i mean(?:t)?|right|correct|the one i mean(?:t)?)$/iu,
  /^(?:it'?s |it is |i mean |i meant |that'?s )?(?:the )?(?:one|person|guy|lady|woman|man|friend) (?:called|named|whose (?:last |first |sur)?name is|that is called)? ?(.+)$/iu,
  /^(?:(?:the )?(?:last|first|family|sur)[ -]?name (?:is|was|should be)|called|named) (.+)$/iu,
];
/** `Nana should get 20`, beside another payment. */
export const GETS_AMOUNT =
  /^(.{1,40}?) (?:(?:should|can|could|must) (?:get|have|receive)|gets|needs|is to (?:get|have)) (.{1,40})$/iu;
/** `to whom? Nana`: the bank's question in the customer's words, before the answer. */
export const ECHOED =
  /^(?:(?:hmm|ok|okay|oh|um|er)[, ]+)?(?:to |for |from )?(?:who|whom|how much|when|which|what|where)(?![\p{L}])(?: [\p{L}'’]+){0,4}\?+ +(?=[^?]+$)/iu;
/** `my son should get it`. */
export const GETS_IT =
  /^(.+?) (?:(?:should|can|could|may|must) (?:get|have|receive)|gets|is to (?:get|have)|has to get|was meant to get) (?:it|that|the money|this)$/iu;
/** `invoice number 4471`: what a payment is for. */
export const REFERENCED =
  /^(?:(?:it'?s|it is|this is|that'?s|for|the|with) )*((?:invoice|inv|bill|order|ref|reference)(?: number| no\.?)?:? ?#?(?=[\p{L}\d/-]*\d)[\p{L}\d/-]{1,20})[.! ]*$/iu;

export const ONCE = /^(?:once|one[- ]off|a one[- ]off|one time|this once|not regularly)$/i;
export const NOW =
  /^(?:(?:right )?now|immediately|at once|(?:right|straight) ?away|asap|as soon as (?:possible|you can))$/i;
/** `take it from savings`, `send it to Bob`: about the command that is open. */
export const ABOUT_THE_OPEN =
  /(?<![\p{L}])(?:it|that|this|instead|rather)(?![\p{L}])|^(?:and |please )*add (?!.* to )|^(?:please |can you |could you )*(?:change|set|raise|lower|increase|reduce|correct|fix|update) (?:the|my) (?:amount|sum|date|day|payee|recipient|account)(?![\p{L}])/iu;
/** `the Lindqvist one`: the word stands for a person or a thing, and is no number. */
export const PRONOUN =
  /(?<![\p{L}])(?:the|this|that|my) ([\p{L}' -]{1,40}) ones?(?![\p{L}])(?! (?:euros?|dollars?|pounds?|hundred|thousand))/giu;

/** `same for my brother but 30`. */
export const SAME_BUT =
  /^(?:(?:and|also|plus|then|ok|now)[, ]+)*(?:do |send )?(?:the )?same (?:for|to) (.{1,40}?),? (?:but|only|just|except) (?:make (?:it|that) |only |just |for |with |it['’]?s )*(.{1,30})$/iu;
/** `no, Nana was right`: what was there before a correction. */
export const WAS_RIGHT =
  /^(.{1,40}?) (?:was|is) (?:right|correct|fine|better|the right one)(?: (?:after all|all along|the first time))?$/iu;
/** Before the last clause of a reply, of which that clause is the outcome: `he did an extra half day, 680`. */
export const LEADS_TO_NO_VALUE =
  /(?<![\p{L}])(?:if|unless|when|whenever|once|until|till|maybe|perhaps|might|or|either|whether|ask|asks|asking|last|ago|yesterday|usually|always|normally|used to|next|think about|guess|bet|wish|dream|imagine|joke|kidding|test|limit|maximum|minimum|balance|account|each|every|per|half|double|not sure|cancel|stop|paid|sent|owe|owes|owed|lent|borrowed)(?![\p{L}])/iu;
/** Before a number without a unit: it may be somebody's age. */
export const ABOUT_A_PERSON =
  /(?<![\p{L}])(?:he|she|they)(?:['’](?:s|re)| is| are| was| were| turn(?:s|ed)?)(?![\p{L}])/iu;
/** `so 62`, `which makes it 62`: a sum of what was said before. */
export const OUTCOME =
  /^(?:so|hence|therefore|which makes|that makes|makes|making|in total|altogether)(?: it| that)?(?: (?:it['’]?s|is|only|just|to))*,? (?=[€$£₹\p{N}\p{L}])/iu;

/** `17 actually, he got the chips in`: an amount, and why. */
export const AMOUNT_AND_WHY =
  /^(.{1,30}?)(?:[,.;:–-]+ | )(?:actually(?:[,;:.–-]+|(?= (?:i|we|he|she|they|it|there) ))|because|bc|cos|coz|cuz|since|as)(?: of)? (.{3,80})$/iu;
/** `28 she got dessert`: an amount, and a clause without a mark. */
export const AMOUNT_AND_CLAUSE =
  /^(.{1,30}?),? ((?:she|he|they|we|it|i)(?:['’](?:s|d|ve|re))? \p{L}.{2,80})$/iu;
/** `it is 780 now`, `I see now`: no time of the payment. */
export const NO_TIME_NOW =
  /(?<=(?:['’]s|is|was|to|costs?|wants?|charges?|needs?) (?:[€$£₹] ?)?\d[\d.,]*(?: (?:euros?|dollars?|pounds?|quid|bucks|rupees?))?) now(?=$|[,.! ])|,? ?(?:as )?(?:i|we) (?:see|know|remember|notice|realise|realize)(?: (?:it|that))? now(?![\p{L}])|,? now (?:that )?(?:i|we) (?:see|know|remember|look|notice)(?![\p{L}])/giu;
/** `20 because I do not want 40`: the reason denies something, and nobody knows of which amount. */
export const DENIES_IN_A_REASON = /(?<![\p{L}])(?:not?|never|nothing|\p{L}+n['’]?t)(?![\p{L}])/iu;
/** `No, it was Colin who paid`: denied, and somebody else is named. */
export const DENIES = /^(?:no|nope|nah|wait|hang on|hold on|oh no|sorry)[,.!]? /iu;
export const IT_WAS =
  /^(?:it was|it is|it['’]?s|that was|that['’]s) (.{1,40}?)(?: (?:who|that) [\p{L} '’]{2,40})?(?: instead)?$/iu;
