// English that stands around a question and asks nothing, and short forms.

const around = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}'])(?:${pattern})(?![\\p{L}\\p{N}'])[,:; ]{0,3}`, 'giu');

/** A person who asks through the customer: `my accountant wants to know`. */
const ASKER =
  '(?:(?:my|our|the) (?:accountant|bookkeeper|tax (?:adviser|advisor|man|office)|taxman|lawyer|bank|landlord|boss|manager|partner|wife|husband|other half|daughter|son|mother|mum|mom|father|dad|' +
  'sister|brother|flatmate|roommate|girlfriend|boyfriend|friend|grandson|granddaughter|auditor|insurer|adviser|advisor|kids?|children|parents|' +
  'gogo|ouma|oupa|oma|opa|amma|appa|nonna|abuela|missus|lads|girls|others|team|members|club|guys|family|folks|hubby|better half|old man|old lady|old fella|fella|nan|gran|granny|grandad|grandma|grandpa|mam|ma|da|pa|mammy|daddy|ca|cpa|chartered accountant|treasurer|committee|board|broker|mortgage broker|' +
  'financial (?:adviser|advisor|planner)|uncle|aunt|aunty|auntie|cousin|nephew|niece|bf|gf|fianc[eé]e?|(?:mother|father|sister|brother|son|daughter)-in-law|in-laws|housemate|mate|solicitor|social worker|case ?worker|tax (?:agent|consultant|people)|visa (?:office|agent))|hmrc|the irs|revenue)';
/** The work for which the customer asks: `I'm doing my books`. */
const WORK =
  "(?:(?:i am|i'm|im|i was|we are|we're) )?(?:just |currently |busy |still )?(?:doing|preparing|prepping|compiling|going through|going over|working on|working through|sorting|sorting out|reconciling|filling in|filling out|filing|finishing|updating|checking|reviewing|looking at|looking over|looking through|setting up|putting together|drawing up|making|writing|planning|closing|tidying up|trying to do) " +
  '(?:my|our|the|some|this|a) (?:(?:quarterly|monthly|yearly|annual|weekly|year-?end|month-?end|household|family|own) )?(?:books|accounts|accounting|budget|taxes|tax return|tax|return|bas|vat|vat return|numbers|figures|finances|paperwork|statements?|spreadsheet|records|papers|bookkeeping|report|forecast|sums)';
const PAPERS =
  "i(?: have|'ve)? (?:mislaid|misplaced|lost|thrown away|threw away|can't find|cannot find|can not find|could not find|haven't got|do not have|don't have|have not got) (?:my|our|the|any of my) (?:receipts?|notes?|papers?|statements?|bills?|invoices?|records?|glasses|notebook)";

const DONE_BETTER =
  '(?: (?:a (?:bit|little)|a wee bit|some|more|better|properly|harder|things|money|cash|my (?:money|spending|finances|budget|life|belt|head|accounts)|on (?:my|the|our) (?:money|spending|finances|costs|outgoings)|on (?:it|things)|of (?:it|things|my money|my spending|my finances)|together|around (?:it|this|things|my (?:money|finances|spending))))*';
/** Reasons without a subject of their own, and what somebody cannot remember. */
const REASONS =
  "(?:(?:i am|i'm|im|i was|i've been|i have been|we are|we're) )?(?:just |really |only )?(?:trying|attempting|hoping|looking|struggling|doing my best) to (?:budget|save(?: up)?|cut (?:back|down)|economi[sz]e|tighten|keep (?:track|on top|an eye|tabs)|stay on top|get (?:a (?:handle|grip|hold|grasp)|on top|to grips|organi[sz]ed|sorted|my head|my act|my ducks in a row|better)|sort (?:out)?|be (?:good|better|careful|more careful|sensible)(?: with (?:my )?money)?|make sense|plan ahead|rein (?:it |things )?in|see where (?:i stand|i am at|i'm at|my money goes|it all goes|the money goes|all my money goes))" +
  `${DONE_BETTER}|` +
  '(?:i |we )?(?:gotta|got to|have to|need to|must|should|ought to|want to|really need to|really must|really should) (?:budget|cut (?:back|down)|economi[sz]e|keep (?:track|on top|an eye|tabs)|get (?:a (?:handle|grip|hold)|on top|to grips|organi[sz]ed|sorted|my act|my ducks in a row)|be more careful|rein (?:it |things )?in)' +
  `${DONE_BETTER}|` +
  "(?:i |we |(?<=^|[,.;:!-] ?))(?:can't|cant|cannot|can not|can never|could never|couldn't|could not|don't|dont|do not|never) (?:for the life of me |for the love of me |ever |quite |honestly |really |rightly |exactly )*(?:remember|recall|keep track|keep count|work it out|figure it out|think|mind)(?: (?:for the life of me|at all|now|any ?more|offhand|off the top of my head|exactly|rightly))*|" +
  "(?:i |i've |i have |(?<=^|[,.;:!-] ?))(?:clean |totally |completely |clear )?(?:forgot|forgotten|lost (?:track|count))(?: (?:of it|of it all|completely|totally|entirely))?|" +
  "(?:my |the )?(?:memory|head|brain|mind)(?:'s| is|s)? (?:shot|like a sieve|a sieve|gone|not what it was|isn't what it was|is not what it was|fried|mush|blank|went blank|has gone blank)(?: (?:today|lately|these days))?|(?:i |i've |i have )?(?:haven't|havent|have not|not|no)(?: got)? (?:a |the )?(?:notion|clue|foggiest|faintest|iota|baldy)(?: idea| notion)?|(?:it has|it's|its|it) (?:slipped my mind|gone (?:clean )?out of my head|escapes me)|" +
  "(?:i'm |i am |im |we're |we are |feeling )(?:skint|broke|hard up|strapped(?: for cash)?|stony broke|penniless|going broke)|money(?:'s| is|s) (?:tight|a bit tight)|(?:i )?(?:dread|hate) to (?:ask|think|know)|don't (?:judge|shout at) me|be honest(?: with me)?|hit me with it|give it to me straight|brace myself|moment of truth|" +
  "(?:it is |it's |tis |this is |that is |that's )(?:costing|cost) (?:me|us) (?:a (?:fortune|bomb|packet|bundle|mint)|an arm and a leg|the earth)";

/** Courtesies, before a question or behind it. */
const COURTESIES =
  "(?:so |very |i am |i'm )?sorry to (?:bother|trouble|disturb|ask)(?: you)?(?: again)?(?:,? but)?|(?:i )?hope (?:you are|you're|all is|this finds you|you are doing|you're doing|you are keeping|everything is)(?: all)? (?:well|good|fine|ok|okay)(?: today)?|" +
  "(?<=^|[,.!?] ?)(?:this is|it is|it's) (?:(?:his|her|the customer's|my) (?:wife|husband|partner|daughter|son|mother|father|carer|secretary|assistant|bookkeeper)|the (?:bookkeeper|secretary|assistant|carer))(?: (?:here|speaking|writing|asking))?(?= *[,.;:!-])|" +
  '(?:excuse|pardon|forgive|humou?r|indulge|bear with)(?: (?:me(?: for asking)?(?: again)?|an? (?:poor |tired |busy |silly |forgetful |old |confused )*(?:man|woman|lady|fellow|soul|sailor|mother|father|mum|dad|student|pensioner|gentleman|teacher|farmer|grandmother|grandfather|granny|mind|head)(?:.s (?:muddle|confusion|memory|question))?|my (?:ignorance|memory|english|spelling|typing|bad english|poor english)))(?:,? but)?|(?<=^|[,.!?] ?)good (?:morning|afternoon|evening|day)(?:,? (?:to you(?: all)?|dear|all|team|everyone|there|sir|madam))?|(?<=^)dear (?:sir|madam|sir or madam|sirs|bank|team|all|friends?)|' +
  '(?<=^|[,.!?] ?)(?:young (?:man|lady|woman)|my (?:dear|love|friend|good man))(?= *[,:])|(?<=, ?)(?:my (?:dear|love|friend|good man))(?= *[?!.]*$)|(?<=^)(?:hi|hello|hey|hiya|greetings|morning|evening)(?: again)?,? (?:team|all|everyone|everybody|there|folks|guys|bank|support|people)|' +
  '(?:would|could|will) you (?:please )?be (?:so|very) (?:kind|good|nice)(?: as)?(?: to)?(?: please)?(?= (?:tell|give|show|list|say|work|add|let|total|tot|sum|tally|calculate|compute|state|confirm|check|find)(?![\\p{L}]))|' +
  "quick one|please and thank you|thank you and please|much (?:appreciated|obliged)|(?:i |i would |i'd |would be )?appreciate (?:it|that|your help)|if (?:it is|it's|that is|that's|tis) (?:not )?(?:too much|too much of an?|an?|any|no) (?:trouble|bother|hassle|problem|imposition|inconvenience)|if (?:it is|it's|that is|that's) (?:ok(?:ay)?|all ?right|alright|fine|cool|no bother|convenient)(?: with you| by you)?|if (?:you would not|you wouldn't|you'd not|ye wouldn't|you don't|ye don't) mind(?: me asking)?|(?:would there be|is there|are there|any)(?: any)? (?:chance|way|possibility|hope) (?:of (?:you|your)(?= \\p{L}+ing(?![\\p{L}]))|(?:that )?(?:you|i) (?:could|can|might|may)(?= (?:tell|give|show|list|say|work|add|let|get|see|know|find|check|have)(?![\\p{L}])))|(?:i |we )?(?:(?:would|['’]d) )?appreciate(?= (?:the|a|knowing|seeing|getting)(?![\\p{L}]))|(?:is it|am i) (?:true|right|correct|fair)(?: (?:to say|in saying|in thinking))?(?: that)?(?= (?:i|we)(?:['’]ve)?(?![\\p{L}]))|(?:do you |d'you |would you )?reckon you could(?= (?:tell|give|show|list|add|tot|total|sum|tally|work|say|find|check|let)(?![\\p{L}]))|(?:ma['’]?am|sir) ?/ ?(?:sir|ma['’]?am)|(?<=\\p{L} )liao(?![\\p{L}])|(?<=[\\p{L}\\p{N}] )(?:po|ah)(?= *[?!.,]|$)|(?<=(?:how much|how many|good day|please|thank you) )po(?= )|(?<=[\\p{L}\\p{N}],? )(?:can (?:tell me|or not)|can you tell me)(?= *[?!.]*$)|(?:(?:could|would|can|will) you )?be an? (?:pet|dear|love|doll|star|angel|sweetheart|darling|legend|lamb|gem|sport|pal|mate) and(?= (?:tell|give|show|list|say|work|add|let|total|tot|sum|check|find)(?![\\p{L}]))|is it just me(?:,)? or(?= )|(?:i would|i'd|we'd|we would|id) be (?:so |very |most |ever so )?(?:glad|grateful|happy|obliged|thankful|delighted|pleased) if you (?:could |would )?(?:tell|told|show|showed|give|gave)(?: me| us)?|(?:i am |i'm |we're |we are )?(?:keen|eager|anxious|dying|itching) to (?:know|see|find out|learn|hear)|quick (?:maths?|sums?|calc|tot[- ]?up)(?= *[:,-])|as (?:of|at) today|(?<=[\\p{L}\\p{N}] )can(?= *[?!.]*$)|(?:(?:i|we)(?: am| are|'m|'re)? |(?<=^))(?:(?:would|'d) like|wish|want|need|writing|calling|have) to (?:ask|enquire|inquire|query)(?: (?:about|regarding|as to|on))?|(?<=[\\p{L}\\p{N}],? )(?:(?:please|kindly|pls) )+(?:tell|calculate|confirm|advise|inform|check|share|reply|help|let me know)(?: me| us)?(?= *[?!.]*$)|(?<=\\p{L}, ?)(?:calculate|tell me|confirm|advise) please(?= *[?!.]*$)|(?:tell me|give it to me) straight(?= *[,:.-])|straight up(?= *[,:.-])|(?:level|be straight) with me(?= *[,:.-])|(?:i (?:have|got|have got) |there is )(?:got )?(?:a |an |one |another |some )?(?:question|query|doubt|enquiry|inquiry|questions|queries) (?:about|on|regarding|concerning|for)(?= \\p{L})|(?:i'm|i am|im) (?:only |just )?asking(?= (?:because|cos|as|since)(?![\\p{L}]))|(?:would|do) you mind(?= \\p{L}+ing(?![\\p{L}]))|(?:could|can|may|might) i (?:trouble|bother|pester) you (?:for|to (?:tell|give) me)|(?:would|might) you know(?= *[?!.]*$| (?:how|what|which|when|who|where)(?![\\p{L}]))|please,? my (?:friend|dear|love)(?= *[?!.]*$)|(?<=^)(?:respected|honou?red|hello|hi|dear)[, ]+(?:sir|madam|manager|bank|sir ?/ ?madam|sir or madam)(?= *[,.!])|(?<=^)(?:the )?(?:treasurer|secretary|bookkeeper|accountant|owner|chairman|chairwoman|manager|landlady) (?:here|speaking)(?= *[,.!:-])|please and ta|ta (?:very much|muchly|ever so)|no worries if not|at your (?:earliest )?convenience|whenever (?:you are|you're|suits|it suits)(?: ready| free)?|when you're (?:ready|free)|sorry to be a (?:pain|nuisance|bother)|(?:i know )?(?:this is |it's |it is )?(?:probably |maybe )?a? ?(?:silly|daft|stupid|dumb|random|odd|strange|weird) (?:question|q|one)(?: (?:i know|but|maybe|probably))?|quick q|god bless|bless you|i beg|when you (?:get|have) a (?:chance|moment|minute|second|sec)|before i forget|while i am at it|while i'm at it|while (?:you are|you're) at it|long story short|no rush|just asking|asking for a friend|" +
  "y'all|(?<=^|[,.!] ?)(?:(?:(?:hi|hey|hiya|hello|ok|okay|alright|right|morning|evening|ta|thanks|cheers|please|pls) )(?:hen|pet|duck|ducky|lady|ladies|kid|cap|captain|champ|girl|queen|beta|ji|la|butt|lad|pal)|(?:(?:hi|hey|hiya|hello|ok|okay|alright|right|morning|evening|ta|thanks|cheers|please|pls) )?(?:hun|hon|luv|petal|lads|gents|chap|boyo|marra|squire|guv|guvnor|legend|amigo|didi|bhaiya|boss man|big man|sis))(?= *[,:.!-]| (?:how|what|which|when|who|where|can|could|tell|pls|please|did|show|i|so)(?![\\p{L}]))|" +
  "(?<=^|(?:so|ok|okay|well|right|yeah) )(?:like|basically|literally|essentially)(?= *,| (?:how|what|which|when|who|where|i)(?![\\p{L}]))|(?<!(?:look|looks|looking|looked|is|was|are) )(?<=[\\p{L}\\p{N}],? )(?:like|at all at all|so it was|so i did|so it is|you see|though|tho|man|cuz|ye know|d'ya know|if you get me|you get me|ya know|y'know|or what|or whatever|or so i think)(?= *[?!.]*$)|" +
  '(?<=^|[,.!?] ?)(?:bruh|fam|ngl|tbh|omg|lmao|lmk|idk but|mmm|ooh|heyy+|kk|bestie|chief|boss)(?= *[,:.!]|$| (?:how|what|which|when|who|where|can|could|tell|pls|please|did|show|i)(?![\\p{L}]))|(?<=[\\p{L}\\p{N}][,?!]* )(?:tbh|ngl|lol|lmao|haha|pretty please|please and thanks|if you (?:please|like)|bestie|fam)(?= *[?!.]*$)|' +
  '(?:as far as|from what) you (?:can see|can tell|know|are aware)|(?:according to|looking at|going by|judging by) (?:my|your|the|our) (?:records?|books|statements?|accounts?|data|system|numbers|files)(?= *[,:]| (?:how|what|which|when|who|where)(?![\\p{L}]))|' +
  '(?:it|that|this) (?:seems|looks|feels|sounds) (?:like )?(?:a lot|a bit much|high|low|wrong|a bit high|very high|too much|strange|odd|off)(?: to me)?(?= *[,.;:!-])';

/** Asides around a question. None of them is a condition. */
export const ASIDES = around(
  `${COURTESIES}|` +
    '(?<=\\p{L}\\p{L},? )(?:leh|lah|lor|meh|sia|abi|sha|oo|ooo|aye|ya|hor)(?= *[?!.]*$)|(?<=[\\p{L}\\p{N}],? )(?:roughly|approximately|give or take|ballpark)(?= *[?!.]*$)|' +
    `${ASKER} (?:(?:is|are|was|were|keeps?|has been|have been|'s)(?: always| forever)? (?:asking|wondering|on at|nagging|pestering|hounding|hassling|chasing|giving out to|doing my head in|on my (?:back|case))(?: me| us)?(?: (?:about|over) (?:it|this|that|money|all this|everything|(?:the|my|our) (?:money|bills?|spending|budget|finances)))?|asks?|asked|wants? to know|wanted to know|needs? to know|would like to know|wonders?|is wondering)(?: me| us)?(?= *[,:.-]| (?:how|what|which|when|who|where|about|(?:so|and|but) (?:how|what|which|when|who|where|i|can|could|tell))(?![\\p{L}]))|` +
    `(?:${REASONS})(?= *[,.;:!-]| (?:and|so|but|because|cos|then)(?![\\p{L}])| (?:how|what|which|when|who|where)(?![\\p{L}])| *[?!.]*$)(?:,? (?:and|so|but|then)(?= (?:i|we|need|want|would|can|could|how|what|which|when|who|where|tell|give|show)(?![\\p{L}])))?|` +
    `(?:${ASKER}|(?<=^)(?:accountant|bookkeeper|committee|board|treasurer|auditor|taxman|tax man|wife|husband|missus|boss|landlord|ca|cpa)) (?:wants|needs|is after|would like|is looking for|asked for|asks for)(?= (?:the|a|my|our) (?:total|sum|figure|amount|number|list|breakdown)(?![\\p{L}]))|` +
    `${WORK}(?= *[,.;:-]| (?:and|so|but)(?![\\p{L}]))(?:,? (?:and|so|but)(?= (?:i|we|need|want|would|how|what|which|when|who|where)(?![\\p{L}])))?|` +
    `${PAPERS}(?= *[,.;:-]| (?:and|so|but)(?![\\p{L}]))(?:,? (?:and|so|but)(?= (?:i|we|need|want|would|how|what|which|when|who|where)(?![\\p{L}])))?|` +
    '(?:i|we) (?:need|want|have) to (?:check|know|see|confirm|find out) (?:something|one thing|a thing)(?= *[,:.-])|' +
    "by the way|btw|fyi|(?:i(?: was| am|'m|m| have been|'ve been)? )?(?:just |only )?(?:after )?(?:wondering|curious|trying to work out|trying to remember|trying to figure out|trying to see|(?<!(?:my|our|the|in|of|from|on|into|to) )checking(?! (?:account|balance)))(?: about)?(?= *[,:]|$| (?:about|if|how|what|which|when|who|where|whether)(?![\\p{L}]))|i (?:just )?(?:was|am|have been) (?:just )?(?:wondering|curious|thinking)(?: about)?|i (?:just )?wonder(?:ed)?|" +
    '(?<!(?:how|where|what|when|why) )(?:might|may|could|can) i (?:just )?(?:ask|know|check|see|find out)(?: you)?|(?:i )?(?:should|would)(?: just)? (?:like|love)(?: you)? to (?:know|see|find out|hear|learn|check|understand|ask)|pray(?:,? tell)?(?= *,| what| how| which| who| when)|' +
    "(?:any|some) (?:idea|clue)(?= (?:how|what|which|when|who|where)(?![\\p{L}]))|(?:have you )?any idea(?= *[,:])|(?:i )?(?:want|wanna|wanted|need|gotta|got to)(?: to)? (?:know|see|find out|check)|(?:i'm |i am )?(?:not sure|no idea|no clue)(?= (?:how|what|which|when|who)(?![\\p{L}]))|" +
    "(?<=^|[,.!] ?)(?:(?:hi|hey|heya|hello|hiya|yo|ok|okay|right|alright)(?= (?:so|ok|okay|just|there)(?![\\p{L}]))|ballpark(?: figures?| number)?|roughly|sorry|hallo|lol|lmao|haha|hahaha|hehe|omg|jaysus|jesus|jayz|janey|howzit|flip|cripes|strewth|sweet as|damn|heck|bloody hell|holy moly|holy cow|oh my god|oh god|good lord|lord|oh boy|ugh|argh|ouch|whew|hah|ha|yeah|yep|aight|alrighty|alright|grand|sorted|wee one|yo|yoh|yho|haibo|jislaaik|gee|golly|boy howdy|boy oh boy|jeez|sheesh|phew|whoa|wow|yikes|lordy|dear me|goodness me|by jove|arre|aiyo|aiya|alamak|wah|hiya|heya|oi|g'day|ok so|okay so|sure|aye|och|ta|right|right then|now then|well|so|um|umm|erm|hmm|hm|oh|ah|listen|look|mate|bhai|yaar|dear|darling|love|sir|madam|ma'am|bro|dude|buddy|pal|friend|team|folks|guys|namaste|howdy|good day|greetings|hey there|hey bank|hi bank|hello bank|shame|eish|gosh|crikey|blimey|goodness)(?= *[,:.!]|$| (?:how|what|which|when|who|where|yo|ok|so|tell|can|could|please|i)(?![\\p{L}]))|" +
    "(?<=[a-z0-9],? )(?:mate|bro|dude|sir|madam|ma'am|please sir|lol|haha|eh|huh|(?<=, )then|innit|love|pal|buddy|(?<=, )yeah|(?<=, )right|if you please|if you would|if you will|would you|will you|could you|can you|do you reckon|do you know|be a dear|ta|thx|tks|cheers mate|that is all|and that is it)(?= *[?!.]*$)|" +
    "i'm (?:just )?(?:wondering|curious)|" +
    '(?:i |(?<=^))(?:think|guess|believe|suppose|reckon|imagine|presume|bet)(?= (?:i|we|it|that|my)(?![\\p{L}]))|' +
    "if you(?:'d| would) be (?:so|that) (?:good|kind|nice)(?: as to)?|would you ever(?= (?:tell|give|show|tot|add|work|list|say|check|let)(?![\\p{L}]))|" +
    "(?:i(?:'d| would|'m| am) )?(?:be )?(?:much |most |very |ever so )?(?:obliged|grateful|glad|thankful) (?:for|of|to have)(?= (?:the|a|my)(?![\\p{L}]))|" +
    '(?:just )?(?:for my own (?:interest|peace of mind|records)|for my (?:own )?(?:books|accounts|spreadsheet|diary))(?= *[,:]|$)|' +
    '(?<=[,;] )i (?:think|guess|believe|suppose|reckon)(?= *(?:$|[,.?!]))|' +
    '(?<=, ?)(?:(?:i|we) )?need (?:it|this|that|them|these) for (?:(?:my|the|our|his|her) )?(?:taxes|tax|tax return|accountant|bookkeeper|landlord|records|files|visa|claim|insurance|application|report)(?= *[?!.]*$)|(?:is it|it is|would it be) (?:the case|true|right|correct) that(?= (?:i|we|my|the|[a-z]+ (?:was|were|is|cost))(?![\\p{L}]))|' +
    '(?:just )?(?:out of (?:pure )?(?:curiosity|interest)|curious|for (?:my|the) (?:records|budget|taxes|tax return))|' +
    '(?:just )?(?:a )?(?:quick|small|little|short) (?:question|one|check)|one (?:quick |more )?(?:question|thing)|' +
    "i (?:don't|do not|can't|cannot) (?:quite )?(?:remember|recall)|i (?:forgot|forget|have forgotten|lost track)|" +
    "if (?:you )?(?:don't mind|do not mind)|if (?:it is |it's )?possible|if i may ask|if you (?:can|could|would)|" +
    "(?:(?:i|we)(?: would|'d)? )?(?:just )?(?:like|love|want|need|wish)(?: you)?(?: to)? (?:know|see|find out|hear|learn|check|understand)|" +
    '(?:do|can|could|would) you (?:happen to )?(?:know|see|check|say)(?: for me)?(?= *,| (?:how|what|which|when|who|where|if)(?![\\p{L}]))|(?:do|can|could) you (?:know|see)|let me know|you say|i say|that is to say|i mean(?= *[?!.]*$)|i mean(?= *,| (?:in|on|at|for|from|since|how|what|which|when|where|who)(?![\\p{L}]))|' +
    'kindly|(?:good )?(?:morning|afternoon|evening)(?= *[,!.])|hi there|hello there|dear bank|' +
    'right now|rn|atm|at the moment|at present|as of now|as we speak|' +
    "(?:let's|let us) see|let me see|you know|to be honest|honestly|roughly speaking|" +
    'thanks in advance|many thanks|thank you(?: so much| very much)?|cheers',
);

/** `how many weekdays … sorry, how much`: only the words after the correction count. */
export const CORRECTED =
  /^.*(?:\.{2,}|…) ?(?=(?:how (?:much|many|often)|what|which|when|who)(?![\p{L}]))|^.*[.,;:!-]+ ?(?:sorry|no wait|wait|wait no|no|nope|i mean|i meant|rather|or rather|actually|scratch that|correction|make that|well)[,.]* (?=(?:how|what|which|when|who|where|sum|total|list|show|give me|tell me)(?![\p{L}]))/iu;

/** `on gas, sorry, groceries`: the word behind takes the place of the one before. */
export const WORD_CORRECTED =
  /(?<= |^)[\p{L}'’]+ ?(?:\.{2,}|…|,|—|–|-) ?(?:oh |ah )?(?:sorry|no wait|no(?=[,.])|i mean|i meant|or rather|rather|make that|correction|scratch that)[,.]* (?=(?!(?:in|on|at|for|from|since|to|how|what|which|when|where|who|not|the|it|that|just|only|i|we|my|did|do|thanks|please)(?![\p{L}]))\p{L})/giu;

/** `on cabs … no, on fuel`: only the phrase after the correction counts, with its preposition. */
export const PHRASE_CORRECTED =
  /(?<= )(?:on|at|for|to|in|from|with|by) [\p{L}'’]+(?: [\p{L}'’]+)? ?(?:\.{2,}|…|,|—|–|-) ?(?:oh |ah )?(?:sorry|no wait|no|nope|nvm|never mind|i mean|i meant|or rather|rather|make that|correction|scratch that)[,.]* (?=(?:on|at|for|to|in|from|with|by) \p{L})/giu;

/** Words of a telling, and none that restricts, counts or compares. */
const TOLD =
  "(?:(?!(?:not|never|no|nor|none|only|except|without|last|next|average|twice|refunded|fees|net|cancelled|pending|weekly|daily|monthly|yearly|excluding|besides|unless|if|more|less|over|under|about|almost|half|double|most|least|largest|smallest|first|second|third|since|until|before|after|between|still|each|every|per|online|abroad|cash|planned|scheduled|failed|declined|reversed|recurring|other|others|another|any|all|both|either|neither|some|same|different|too|also|gross|instead|rather|than|compared|versus|often|people|shops|percent|left|available|owed|due|her|them|his|unpaid|late|partly|overdue|share|percentage|weekday|months|days|to|of|with|by|at|in|on|off|up|out|back|again|from|for|as|tax|time|home|work|mistake|night|weekends|how|when|what|which|who|i mean)(?![\\p{L}]))[\\p{L}'’&]+(?: |(?![\\p{L}'’&]))){1,7}?(?:(?:back|in|out|up|over|away) ?)?";

export const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\p{L}])(this|last|the last|the current|the previous) calendar (year|month|quarter)(?![\p{L}])/giu,
    '$1 $2',
  ],
  [
    /(?<![\p{L}])since the (?:first|1st) (?:day )?of (?:the|this) (year|month|week|quarter)(?![\p{L}])/giu,
    'this $1',
  ],
  // `in the dark time, November to January`: the months count.
  [
    /(?<![\p{L}])(?:in|over|during) (?:the |our |my )?(?:[\p{L}'’-]+ ){0,2}(?:time|season|period|rains|rush|lull|stretch|harvest|semester|term|trimester|spell|months|break|holidays)[,:(–-]+ ?(?:that is |so |meaning |i mean |say )?(?:from |between )?(?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[\p{L}]* (?:20\d\d )?(?:to|until|till|-|–|through|and) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/giu,
    'from ',
  ],
  // `For the committee papers: …`
  [
    /^ *(?:this is )?(?:it is |it's )?for (?:the|my|our|his|her|an?) (?:(?:committee|annual|monthly|weekly|quarterly|yearly|year-end|tax|board|club|school|church|parish|team|expenses?|next|upcoming|end of year) ){0,2}(?:papers?|report|meeting|minutes|committee|auditors?|audit|tax (?:man|return|office|adviser)|return|records?|files?|newsletter|agm|spreadsheet|budget|books|taxman|diary|notes|insurance claim|visa application|grant application)[,:.–-]+ +/iu,
    '',
  ],
  [/(?<![\p{L}])wats?(?= (?:is|was|the|my|did|do|in|on|left|up)(?![\p{L}]))/giu, 'what is'],
  [/(?<![\p{L}])(what is) (?=(?:is|was|did|do)(?![\p{L}]))/giu, 'what '],
  [/(?<=[\p{L}] )['’]?em(?![\p{L}])/giu, 'them'],
  [/(?<![\p{L}])wey(?= (?:i|we|enter|come|came|go|went|he|she|they)(?![\p{L}]))/giu, 'that'],
  [/(?<![\p{L}])(?:clubbed|lumped|bunched) together(?![\p{L}])/giu, 'together'],
  // `this financial year, from April`, `since the start of the tax year, 6 April`: the time counts.
  [
    /(?<![\p{L}])(?:(?:in|for|during|over|since|from) )?(?:(?:the )?(?:start|beginning) of )?(?:this|the|my|our|current)(?: (?:current|present))? (?:tax|financial|fiscal|accounting|business|school|academic) year(?: till date| to date| so far)?[,:( –-]+(?:that is |so |i mean |meaning |which |say |it )?(?:(?:from|starts?|started|starting|begins?|began|beginning|since)(?: on| in| from)? )?(?=(?:the )?(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/giu,
    'since ',
  ],
  [
    /(?<![\p{L}])(?:fy|financial year) (?:till date|to date|so far)? ?(?:from|since) (?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/giu,
    'since ',
  ],
  // `since the schools went back, say 15 August`: the time counts.
  [
    new RegExp(
      `(?<![\\p{L}])since ${TOLD}(?<!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|winter)[\\p{L}]*)[,:(–-] ?(?:(?:i mean|that is|that is to say|so|say|meaning|which (?:was|is)|that was|it was|around|about)[, ]+)?(?:since |from |on |in |it was )?(?=(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[\\p{L}]*(?: \\d|[ ,?.!)]|$))`,
      'giu',
    ),
    'since ',
  ],
  // `in the midterm break, 28 October to 5 November`: the days count.
  [
    /(?<![\p{L}])(?:in|over|during|for) (?:the |our |my |his |her |their )?(?:[\p{L}'’-]+ ){0,3}(?:break|holidays?|vacation|festival|fair|trip|visit|stay|exams?|term|strike)[,:(–-]+ ?(?:that is |so |meaning |i mean )?(?:from |between )?(?=(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[\p{L}]* )?(?:to|until|till|-|–|and) (?:the )?\d)/giu,
    'from ',
  ],
  [
    /(?<![\p{L}])(?:the )?(week|month|quarter|year) (?:just gone|just past|just ended|just over|gone by|that(?: has)? just ended)(?![\p{L}])/giu,
    'last $1',
  ],
  [
    /(?<![\p{L}])(?:(?:in|over|during|for) )?the (?:last|past|previous) half[- ]year(?![\p{L}])/giu,
    'in the last 6 months',
  ],
  [/(?<![\p{L}])on (?=(?:this|the current) (?:week|month|quarter|year)(?![\p{L}]))/giu, 'in '],
  // `the year to 31 March 2029`: twelve whole months.
  [
    /(?<![\p{L}])(?:(?:in|for|over|during) )?(?:the |my )?(?:(?:financial|fiscal|tax) )?(year|quarter) (?:ended|ending|up to)(?: on| in)? (?:the )?(?:end of |31(?:st)? (?:of )?(?=jan|mar|may|jul|aug|oct|dec)|30(?:th)? (?:of )?(?=apr|jun|sep|nov))?(?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[\p{L}]*(?: 20\d\d)?(?: *[,?.!]| *$))/giu,
    'the last $1 to ',
  ],
  [/(?<![\p{L}])the last year to (?=[\p{L}])/giu, 'the twelve months to '],
  [/(?<![\p{L}])the last quarter to (?=[\p{L}])/giu, 'the three months to '],
  // English of Nigeria and India: words for `please`, `what`, `have`, a greeting.
  [
    /(?<![\p{L}])(?:abeg|biko|oga|ejo|jare|ehen|jor|nau|chale|charley|chaley)(?![\p{L}])[, ]*/giu,
    '',
  ],
  [/(?<=^ *)how far[,?! ]+(?=\p{L})|,? how far(?= *[?.!]*$)/giu, ''],
  [/(?<![\p{L}])wetin(?![\p{L}])/giu, 'what'],
  [/(?<=(?<![\p{L}])(?:i|we)) don(?= \p{L})/giu, ' have'],
  [/(?<![\p{L}])(?:please |kindly )?do the needful(?: and)?[,. ]*/giu, ''],
  [
    /(?<![\p{L}])since (?:the |this )(week|month|quarter|year) (?:started|began|opened|kicked off)(?![\p{L}])/giu,
    'this $1',
  ],
  [/(?<![\p{L}])(the )?(?:back|latter|later|rear) half(?= of)/giu, '$1second half'],
  [/(?<![\p{L}])(the )?(?:front|earlier|early) half(?= of)/giu, '$1first half'],
  // The weekend that is over, where no other time says which.
  [
    /(?<![\p{L}])(?:over|on|at|during) (?:the|this) weekend(?: just gone| gone| past)?(?= *[?.!]*$)(?<=(?:did|was|were|have)(?![\p{L}])[^?]*)(?<!(?:in|of|during|since|last|this|each|every|20\d\d|month|year|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?![\p{L}])[^?]* (?:over|on|at|during) (?:the|this) weekend[^?]*)/giu,
    'last weekend',
  ],
  [/(?<=^ *)(?:roughly|approximately|approx\.?)[, ]+(?=(?:how|what)(?![\p{L}]))/giu, ''],
  // `in '28`, `December '28`.
  [
    /(?<=(?:in|of|for|since|during|until|till|before|to|and|throughout|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?),? )['’](\d\d)(?![\p{L}\d])/giu,
    '20$1',
  ],
  // `supplies (milk and pastries)`, `supplies: milk and pastries`.
  [
    /(?<=\p{L})(?: ?\(|: )(?!(?:last|latest|first|newest|average|avg|mean|not|no|without|excl|except|incl|only|just|both|all|in|on|at|from|since|and|or|but|apart|plus|minus|net|i|we|what|how|when|which|who|where|did|do|is|was|ex|sum|total|please|one|each|any|every|number|count|amount|value|dates?|highest|lowest|largest|smallest|biggest)(?![\p{L}]))([\p{L}'’][\p{L}'’ ,]{2,80} (?:and|plus) [\p{L}'’][\p{L}'’ ]{2,40}?)(?:\)|(?=[.?!]*$))/giu,
    ', namely $1',
  ],
  // `up on last month`: this one against it.
  [
    /(?<!(?<![\p{L}])(?:this|these|in|on|during|since|for|between|from|to) (?:the )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week|month|quarter|year|summer|winter|\d)[^?]{0,80})(?<![\p{L}])(?:any )?(?:up|down|higher|lower|more|less|dearer|cheaper|bigger|smaller)(?: expensive)?(?: or (?:down|less|lower))? (?:on|from|than|compared (?:to|with)|vs|versus|against) (?:in )?(?:the )?(?:last|previous) (week|month|quarter|year)(?: (?:was|did))?(?= *(?:$|[,.?!]))/giu,
    'more this $1 than last $1',
  ],
  [/(?<![\p{L}])thats(?![\p{L}])/giu, 'that is'],
  [/(?<![\p{L}])['’]?t(?:is|was)(?![\p{L}])/giu, 'it is'],
  // `the kids' activities`: a name has no sign of possession.
  [/(?<=\p{L}{2}s)['’](?= \p{L})/gu, ''],
  [/(?<![\p{L}])upto(?![\p{L}])/giu, 'up to'],
  [
    /(?<=\p{L} )don(?= (?:collect|chop|take|pay|spend|send|give|get|come|enter|cost)(?![\p{L}]))/giu,
    'has',
  ],
  [/(?<![\p{L}])w\/(?= \p{L})/giu, 'with'],
  [
    /(?<![\p{L}])since the (?:start|beginning) of (?:the|this|my|our|his|her) (?:season|term|semester|school year|academic year|course|job|lease|tenancy|works?|project)(?:,| on| in|, in|, on)? (?=(?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/giu,
    'since ',
  ],
  [
    /(?<![\p{L}])from (?:the )?(?:start|beginning|outset) (?:until|till|to|up to) (?:now|today|date|the present)(?![\p{L}])/giu,
    'to date',
  ],
  [/ &(?= (?:how|what|when|which)(?![\p{L}]))/giu, ' and'],
  [/(?<=(?<![\p{L}])(?:my|our) )fam(?![\p{L}])/giu, 'family'],
  // `over Christmas, 20 to 31 December`: the days count.
  [
    /(?<![\p{L}])(?:around|over|about|for|at|during) (?:the )?(?:christmas|easter|new year|halloween|holidays|thanksgiving|diwali|eid)(?:time| holidays?| break)?[,:( –-]+(?:so |that is |say |i mean )?(?=(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[\p{L}]* )?(?:to|until|till|through|-|–) (?:the )?\d)/giu,
    'from ',
  ],
  [/(?<=^ *|[.,;:!?] )(?=we (?:paying|spending|giving|sending)(?![\p{L}]))/giu, 'are '],
  [
    /(?<![\p{L}])since the (?:1st|first)(?: day)? of (?:the|this) (year|month)(?![\p{L}])/giu,
    'since the start of the $1',
  ],
  [
    /(?<![\p{L}])(?:all )?(?:through(?:out)?|over the course of|in the course of) (?:the|this) (?:whole )?year(?= *(?:$|[,.?!]))/giu,
    'this year',
  ],
  // `for Q3, i.e. October to December`: the months count.
  [
    /(?<![\p{L}])(?:(?:for|in|during|over) )?(?:the |our )?(?:q[1-4]|(?:first|second|third|fourth|last) quarter)[,( –-]+(?:i\.?e\.?|that is|meaning|namely|so)[,. ]+(?:from )?(?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[\p{L}]*(?: 20\d\d)? (?:to|until|till|through|-|–))/giu,
    'from ',
  ],
  [/(?<![\p{L}])as (?:on|of|at) (?:date|this date)(?![\p{L}])/giu, 'now'],
  [
    /(?:from )?(?<![\p{L}])(?:newest|latest|most recent) to (?:oldest|earliest)(?= *[?.!]*$)/giu,
    'newest first',
  ],
  [
    /(?:from )?(?<![\p{L}])(?:oldest|earliest) to (?:newest|latest|most recent)(?= *[?.!]*$)/giu,
    'oldest first',
  ],
  [
    /(?<=(?<![\p{L}])(?:need|want|wanna|like|love)) 2(?= (?:know|see|check|find)(?![\p{L}]))/giu,
    ' to',
  ],
  // `mum (Wanda LeBlanc)`: a relation and a name.
  [
    /(?<![\p{L}])(?:(?:my|our) )?(?:mum|mom|mam|mother|dad|father|sister|brother|aunt|auntie|uncle|gran|granny|nan|grandma|grandad|grandpa|son|daughter|cousin|niece|nephew|wife|husband|partner|boyfriend|girlfriend|friend|mate|flatmate|roommate|housemate|landlord|landlady|boss|employer|tenant|lodger|cleaner|neighbour|neighbor|babysitter|childminder|plumber|builder|gardener|mechanic|dentist|doctor|teacher|tutor|coach) ?\((?:that is |that['’]s |i\.?e\.? )?((?!(?:and|or|not|the|my|in|on|for|both|only|just|last|this)(?![\p{L}]))\p{L}[^()\d,;:]{2,40})\)/giu,
    '$1',
  ],
  [
    /(?<![\p{L}])(?:is|was) there (?:anything|something)(?: that)?(?= (?:i|we) (?:have |had )?(?:paid|spent|sent|bought|gave|given)(?![\p{L}]))/giu,
    'what',
  ],
  [/(?<![\p{L}])(?:knock(?:s|ed)?|rush(?:es|ed)?) (me|us) back(?![\p{L}])/giu, 'set $1 back'],
  [
    /(?<![\p{L}])the (?:bulk|majority|lion['’]s share|greater part|greatest part|better part) of(?= (?:my|our|the)(?![\p{L}]))/giu,
    'most of',
  ],
  [/(?<![\p{L}])(?:a|one) (?:number|figure)(?= (?:for|on) \p{L})/giu, 'the total'],
  // `set me back back in October`.
  [/(?<![\p{L}])back back in(?![\p{L}])/giu, 'back in'],
  [
    /(?<=(?<![\p{L}])(?:i|we) )done (?=(?:paid|spent|sent|bought|given|gave|blown|got|made|had)(?![\p{L}]))/giu,
    '',
  ],
  [/(?<![\p{L}])off of(?![\p{L}])/giu, 'from'],
  [
    /(?<=(?<![\p{L}])(?:get|got|gotten|receive|received|come|came|make|made|anything|something)(?: (?:something|anything|money|cash|paid|any|much|some|in|a payment)){0,2} )off(?= \p{L})(?! (?:me|us|lightly|the hook)(?![\p{L}]))/giu,
    'from',
  ],
  // Purchases, and nobody who buys.
  [
    /(?<=(?:^|[\p{L}\p{N}] ))(?<!(?<![\p{L}])(?:he|she|it|who|that|this|which|what|wife|husband|partner|daughter|son|money|\d) )buys(?![\p{L}])(?! (?:me|us|for)(?![\p{L}]))/giu,
    'purchases',
  ],
  [/(?<![\p{L}])till date (this|the current) (week|month|quarter|year)(?![\p{L}])/giu, '$1 $2'],
  [/(?<![\p{L}])(this (?:week|month|quarter|year)) till date(?![\p{L}])/giu, '$1'],
  [
    /(?<![\p{L}])(?:in|during|over) the (?:run[- ]?up|lead[- ]?up|build[- ]?up) to (?:christmas|easter|new year|the holidays|the festive season|diwali|eid)(?:time)?[,:( –-]+(?:so |that is |say |i mean |meaning )?(?:in |from )?(?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[\p{L}]*)/giu,
    'in ',
  ],
  [
    /(?<=, ?)say(?= (?:over|in|for|during|since|from|within|the (?:last|past)|last|this)(?![\p{L}]))/giu,
    '',
  ],
  // `my wife and I`: the customer, and whose money it is does not change.
  [
    /(?<![\p{L}])(?:(?:me|i) and my (?:wife|husband|partner|spouse)|my (?:wife|husband|partner|spouse) and (?:i|me|myself))(?![\p{L}])/giu,
    'we',
  ],
  [
    /(?<![\p{L}])since (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)( 20\d\d)? (?:started|began|set in)(?![\p{L}])/giu,
    'since $1$2',
  ],
  [/(?<![\p{L}])costed(?![\p{L}])/giu, 'cost'],
  [
    /(?<=(?:this|last|the|current|previous|each|every) )calendar (?=(?:year|month|quarter|week)(?![\p{L}]))/giu,
    '',
  ],
  [/(?<=how many )(?:nos?\.?|numbers?) of(?= \p{L})/giu, ''],
  [/(?<![\p{L}])outgo(?![\p{L}])/giu, 'outgoings'],
  [/(?<![\p{L}])per annum(?![\p{L}])/giu, 'a year'],
  [/(?<![\p{L}])(?:dosh|dough|moolah?|wonga|readies|spondulicks)(?![\p{L}])/giu, 'money'],
  [
    /(?<![\p{L}])sat(?:urday)?s? (?:and|&) sun(?:day)?s?(?= (?:spend|spends|spending|expenses|purchases|payments)(?![\p{L}]))/giu,
    'weekend',
  ],
  [/(?<![\p{L}])x-?mas(?![\p{L}])/giu, 'christmas'],
  // `on the kids (toys and sports)`.
  [/ ?\(([^()]{2,80})\)/gu, ', $1'],
  [
    /(?<=^|[:,;] ?)may(?= (?:or|and|vs|versus|against) (?:in )?(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec))/giu,
    'in may',
  ],
  [/(?<![\p{L}])(?:in|on|at) (?:the )?weekend(?:,| of)? (?=\d)/giu, 'on '],
  // `since his rise in November`, `since the holidays ended on 1 September`: the time counts.
  [
    /(?<![\p{L}])since (?:his|her|their|my|our|the) (?:pay )?(?:rise|raise|increase|move|start|bank holiday|long weekend|holiday|break|storm|flood|strike|funeral|christening|match|concert|party|trip|exams?|lockdown|birthday|wedding|retirement|new job|job|promotion|return|operation|divorce|baby|accident|opening)(?: (?:was|came|started|began))? (?:on|in|at) (?=(?:the )?(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|last|this))/giu,
    'since ',
  ],
  [
    /(?<![\p{L}])since (?:the |my |our )?(?:[\p{L}]+ ){1,4}(?:ended|began|started|finished|opened|closed|moved|joined|came|left) (?:on|in|back in) (?=(?:the )?(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|last))/giu,
    'since ',
  ],
  [
    /(?<![\p{L}])on (?:my|our|his|her|the) (?:birthday|anniversary|wedding day|name day|wedding anniversary)[,: ]+(?:on )?(?=(?:the )?\d)/giu,
    'on ',
  ],
  // `since Halloween, 31 October`: the day counts.
  [
    /(?<![\p{L}])(since|until|before|after|from) (?:hallowe['’]?en|thanksgiving|easter(?: sunday| monday)?|christmas(?: day| eve)?|new year(?:['’]?s)?(?: day| eve)?|diwali|deepavali|holi|pongal|eid|ramadan|midsummer|bonfire night|labou?r day|mother['’]?s day|father['’]?s day|valentine['’]?s(?: day)?|st\.? [\p{L}]+['’]?s(?: day)?|whitsun|pentecost|lent|ash wednesday|good friday|martinmas|carnival)[?,:( –-]+(?:on )?(?=(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d)/giu,
    '$1 ',
  ],
  // `since the summer, say from 1 July`: the day counts.
  [
    /(?<![\p{L}])since (?:the |last |this )*(?:(?:start|beginning) of (?:the )?)?(?:summer|autumn|fall|winter|spring|holidays)(?:['’]s (?:start|beginning))?(?: 20\d\d)?[\s,;:(?.–-]+(?:say,? |i mean |that is,? |meaning |so )?(?:since |from |that is )?(?=(?:the )?(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|first of))/giu,
    'since ',
  ],
  // `early November, say the first ten days`: the days count.
  [
    /(?<![\p{L}])(?:in )?(?:early|late) (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[,;: –-]+(?:say|so|i mean|meaning|that is)?,? ?(?:the )?(first|last) (\d{1,2}|[a-z]{3,7}) (days|weeks)(?![\p{L}])/giu,
    'the $2 $3 $4 of $1',
  ],
  // `more this month than last`: the unit of the one counts for the other.
  [
    /(?<=(?<![\p{L}])this (week|month|quarter|year)(?![\p{L}])[^.?!]{0,80} (?:than|or|vs|versus|against|and|compared (?:to|with)) )(?:the )?(?:last|previous)(?: one)?(?= *(?:$|[,.?!]))/giu,
    'last $1',
  ],
  [
    /(?<=\p{L} )as (?:at|of|on|per)(?= (?:the )?(?:\d|jan|feb|mar|apr|may |jun|jul|aug|sep|oct|nov|dec|end of))/giu,
    'on',
  ],
  [
    /,? (?:on,? )?(?:through|until|till|to|up to) (?:the )?(?:year[- ]?end|end of (?:the |that )?year)(?![\p{L}])(?! 20)/giu,
    ' until the end of december',
  ],
  [/(?<![\p{L}])calendar (?:year )?(?=20\d\d)/giu, ''],
  [
    /(?<![\p{L}])(?:fy|financial year|fiscal year|tax year|business year)[,: ]+(?=(?:from )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?: 20\d\d)? ?(?:to|-|–|until|through) ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/giu,
    '',
  ],
  [
    /(?<![\p{L}])(?:around|over|about|for) (?:christmas|easter|new year|halloween|the holidays|thanksgiving)(?:time)?,? (?=(?:so |that is |say |i mean )?(?:from|between) (?:the )?\d)/giu,
    '',
  ],
  [
    /(?<=[,.?!] ?|^)(?:and )?if (?:so|yes|i did|i have|they did)[, ]+(?=(?:how|when|what|which|on what)(?![\p{L}]))/giu,
    '',
  ],
  [/(?<=\p{L}) and if (?:so|yes),?(?= (?:how|when|what|which))/giu, ','],
  [
    /(?<![\p{L}])(?:in|over|during|for) the (?:whole|entirety|course) of(?= (?:last|this|20\d\d|q[1-4]|the (?:first|second|third|fourth|last) (?:quarter|half)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/giu,
    'in',
  ],
  [/(?<![\p{L}])(?:nr|no|num)\.? of(?= \p{L})/giu, 'number of'],
  [/(?<![\p{L}])income tax(?! (?:refund|return|rebate|credit|back))(?![\p{L}])/giu, 'tax'],
  [/(?<![\p{L}])qty of(?= \p{L})/giu, 'number of'],
  [/(?<![\p{L}])ttl(?![\p{L}])/giu, 'total'],
  [/(?<![\p{L}])nz (?=dollars?|\$)/giu, 'new zealand '],
  // `early November, say up to the 10th`.
  [
    /(?<=\p{L})['’]s(?= (?:had|got|been|come|gone|cost|taken|given|charged|brought|paid)(?![\p{L}]))/giu,
    ' has',
  ],
  [/(?<![\p{L}])(when|who|where|what)s(?= (?:the|my|our|been|a|had|got)(?![\p{L}]))/giu, '$1 is'],
  [/(?<=\p{L}) (?:n|['’]n['’]?)(?= \p{L})/giu, ' and'],
  [/(?<=[\p{L}\d]) v\.?(?= \p{L})/giu, ' vs'],
  [
    /(?<=(?:since|from|until|before|after|between) )(?:my|our) (?:birthday|anniversary|wedding|move|holiday)(?: on|,) (?=(?:the )?\d)/giu,
    '',
  ],
  [
    /(?<![\p{L}])(?<!(?:did|do|have|had|to|and|last|first|ever|also) (?:i |we )?)fill up(s?)(?=$| (?:at|on|in|cost|with)(?![\p{L}]))/giu,
    'fill-up$1',
  ],
  [/(?<=(?:is|was|are|were|did|do|does|has|have))n['’]?t(?![\p{L}])/giu, ' not'],
  [/(?<![\p{L}])a fiver(?![\p{L}])/giu, '5'],
  [/(?<![\p{L}])a tenner(?![\p{L}])/giu, '10'],
  [
    /(?<![\p{L}])i['’]?d(?= (?:be|rather|need|want|appreciate|say|prefer)(?![\p{L}]))/giu,
    'i would',
  ],
  [/(?<![\p{L}])w\/o(?![\p{L}])/giu, 'without'],
  [/(?<=\p{L})['’]ve(?![\p{L}])/giu, ' have'],
  [/(?<![\p{L}])ive(?![\p{L}])/giu, 'i have'],
  [/(?<![\p{L}])(?:wot|wut|waht)(?![\p{L}])/giu, 'what'],
  [/(?<![\p{L}])(?:yr|yer)(?![\p{L}])/giu, 'year'],
  [/(?<![\p{L}])(?:mth|mnth|mo)(?![\p{L}])/giu, 'month'],
  [/(?<![\p{L}])wk(?![\p{L}])/giu, 'week'],
  [/(?<![\p{L}])(?:mths|mnths|mos)(?![\p{L}])/giu, 'months'],
  [/(?<![\p{L}])wks(?![\p{L}])/giu, 'weeks'],
  [/(?<![\p{L}])(?:acct|acc|a\/c)(?![\p{L}])/giu, 'account'],
  [/(?<![\p{L}])(?:txns|trxns|trans)(?![\p{L}])/giu, 'transactions'],
  [/(?<![\p{L}])(?:pymts|pmts)(?![\p{L}])/giu, 'payments'],
  [/(?<![\p{L}])u(?![\p{L}])/giu, 'you'],
  [/(?<=(?:last|past|previous) )fortnight(?![\p{L}])/giu, '2 weeks'],
  [/(?<=(?:last|past|previous) )(?:fourteen)(?= days)/giu, '14'],
  [/(?<=(?:last|past|previous) )thirty(?= days)/giu, '30'],
  [/(?<=(?:last|past|previous) )sixty(?= days)/giu, '60'],
  [/(?<=(?:last|past|previous) )ninety(?= days)/giu, '90'],
  [/(?<![\p{L}])(?:grand total)(?![\p{L}])/giu, 'total'],
  [/(?<=\p{L}\p{L})in['’](?= (?:on|at|to|for)(?![\p{L}]))/giu, 'ing'],
  [/(?<![\p{L}])i['’]?m(?= (?:spending|paying|giving|sending)(?![\p{L}]))/giu, 'i am'],
  [/(?<![\p{L}])(?:ive got to|i['’]d)(?= (?:like|love)(?![\p{L}]))/giu, 'i would'],
  [/(?<=\p{L})['’]ll(?![\p{L}])/giu, ' will'],
  [/(?<=\p{L})['’]re(?![\p{L}])/giu, ' are'],
  [/(?<=(?:what|how|where|who|when))['’]d(?![\p{L}])/giu, ' did'],
  [/(?<=(?:what|how|where|who|when|that|it|how long|how much))['’]s(?![\p{L}])/giu, ' is'],
  [/(?<![\p{L}])hows(?![\p{L}])/giu, 'how is'],
  [/(?<![\p{L}])(?:hw|hwo|ho)(?= mu?c)/giu, 'how'],
  [/(?<![\p{L}])(?:mcuh|muhc|mutch|mch|muc)(?![\p{L}])/giu, 'much'],
  [/(?<![\p{L}])(?:wat|wht|whta)(?= )/giu, 'what'],
  [/(?<![\p{L}])(?:spnt|spet|spnet)(?![\p{L}])/giu, 'spent'],
  [/(?<![\p{L}])(?:spnd|sepnd)(?![\p{L}])/giu, 'spend'],
  [/(?<![\p{L}])teh(?![\p{L}])/giu, 'the'],
  [/(?<=(?:second|third|fourth|fifth|2nd|3rd|4th|5th))-(?=\p{L})/giu, ' '],
  // `since we moved in September, 1 September`: the day counts.
  [
    /(?<![\p{L}])since (?:the )?(?:(?:start|beginning) of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[\p{L}]*(?: 20\d\d)?[,:( –-]+(?:so |that is |say |i mean )?(?:on |from |since )?(?=(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?\1)/giu,
    'since ',
  ],
  [/(?<![\p{L}])(?:gimme)(?![\p{L}])/giu, 'give me'],
];

/** Words to which a typing slip is corrected, in addition to the customer's categories. */
export const OFTEN_MISSPELT = (
  'january february march april june july august september october november december ' +
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays ' +
  'fridays saturdays sundays weekend weekends weekday weekdays yesterday today ' +
  'spend spent spending much many paid payment payments transfer transfers transferred average ' +
  'largest biggest smallest highest lowest second third quarter quarters month months between ' +
  'since without excluding except account accounts balance restaurant restaurants total income ' +
  'received purchase purchases transaction transactions together altogether combined compared compare including ' +
  'excluding category categories cheapest expensive previous'
).split(' ');
/** English that a slip can look like. */
export const NO_SLIP = new Set(
  'match marsh matches mouth mouths moth moths totals dinner dinners diner diners heath taxes trips balances sound recent prices sent bank account'.split(
    ' ',
  ),
);
