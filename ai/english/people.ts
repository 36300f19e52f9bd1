// English for people: titles and names of relatives.

export const TITLES: Readonly<Record<string, string>> = {
  dr: 'dr',
  doctor: 'dr',
  prof: 'prof',
  professor: 'prof',
  mr: 'mr',
  mister: 'mr',
  mrs: 'mrs',
  ms: 'ms',
  miss: 'ms',
  sgt: 'sgt',
  sergeant: 'sgt',
  sir: 'sir',
  dame: 'dame',
  rev: 'rev',
  reverend: 'rev',
  capt: 'capt',
  captain: 'capt',
  mx: 'mx',
  dra: 'dr',
  sr: 'mr',
  sra: 'mrs',
  srta: 'ms',
  herr: 'mr',
  frau: 'mrs',
  monsieur: 'mr',
  madame: 'mrs',
  mme: 'mrs',
  mlle: 'ms',
  signor: 'mr',
  signora: 'mrs',
  dott: 'dr',
  fr: 'father',
  alhaji: 'alhaji',
  alhaja: 'alhaja',
  hajiya: 'hajiya',
  mallam: 'mallam',
  barrister: 'barrister',
  engr: 'engr',
};
/** Titles that say whether a man or a woman is meant. */
export const TITLES_OF_MEN = /^(?:mr|sir|father|alhaji|mallam)$/u;
export const TITLES_OF_WOMEN = /^(?:mrs|ms|dame|alhaja|hajiya)$/u;
/** Before a relative: not the customer's own, or not the present one. */
export const NOT_MINE =
  /(?<![\p{L}])(?:his|her|their|your|(?!(?:it|that|this|here|there|he|she|today)['’])\p{L}+['’]s|an?|some|any|another|other|new|old|previous|former|future|next|last|late|ex|half|step|second|third|two|three|both)[ -]$/iu;
/** Before a name: any of that kind. */
export const ANY_OF_THEM = /(?<![\p{L}])(?:an?|some|any|another)[ -]$/iu;
/** Directly before a name, how that person is related: `my sister Tom`. */
export const RELATED =
  /(?<![\p{L}])(mother|mum|mom|father|dad|sister|brother|bro|sis|son|daughter|wife|husband|hubby|uncle|aunt|auntie|cousin|nephew|niece|grandmother|grandfather|grandma|grandpa|granddaughter|grandson)[ ,]+$/iu;
/** Before a name or a relative: `me mum`, `my lil bro`. */
export const BEFORE_A_PAYEE =
  /^(?:my|our|the|me(?= (?:mum|mam|mom|ma|dad|da|nan|gran|bro|brother|sis|sister|missus|wife|husband|son|daughter)(?![\p{L}]))) /iu;
export const BEFORE_A_RELATIVE =
  /^(?:lil|little|big|baby|kid|older|younger|elder|dear|darling|lovely) (?=(?:bro|brother|sis|sister|mum|mom|mother|dad|father|nan|gran|son|daughter|wife|husband|cousin|niece|nephew)$)/iu;
/** Behind a name: `Meenakshi madam`. */
export const HONORIFICS = / (?:madam|sir|ji|bhai|sahib|saheb|didi|san)$/u;
export const FAMILY: Readonly<Record<string, string>> = {
  mum: 'mother',
  mom: 'mother',
  mummy: 'mother',
  dad: 'father',
  daddy: 'father',
  bro: 'brother',
  sis: 'sister',
  gran: 'grandmother',
  nan: 'grandmother',
  hubby: 'husband',
  wifey: 'wife',
  missus: 'wife',
  missis: 'wife',
  mam: 'mother',
  ma: 'mother',
  pa: 'father',
  papa: 'father',
  maman: 'mother',
  mutti: 'mother',
  vati: 'father',
  ammi: 'mother',
  amma: 'mother',
  abbu: 'father',
  appa: 'father',
  oma: 'grandmother',
  opa: 'grandfather',
  abuela: 'grandmother',
  abuelo: 'grandfather',
  nonna: 'grandmother',
  nonno: 'grandfather',
  mamie: 'grandmother',
  babcia: 'grandmother',
  yiayia: 'grandmother',
  pops: 'father',
  papi: 'father',
  papá: 'father',
  mamá: 'mother',
  mami: 'mother',
  moms: 'mother',
  mums: 'mother',
  mommy: 'mother',
  dads: 'father',
  auntie: 'aunt',
  aunty: 'aunt',
  gramps: 'grandfather',
  granddad: 'grandfather',
  hubs: 'husband',
  mama: 'mother',
  mamma: 'mother',
  granny: 'grandmother',
  grandma: 'grandmother',
  grandpa: 'grandfather',
  grandad: 'grandfather',
};

const RELATION =
  'mother|father|mum|mom|dad|sister|brother|son|daughter|wife|husband|hubby|partner|girlfriend|boyfriend|fianc[eé]e?|aunt|auntie|uncle|cousin|nephew|niece|grandmother|grandfather|grandma|grandpa|gran|nan|granddaughter|grandson|landlord|landlady|boss|neighbou?r|flatmate|roommate|housemate|friend|cleaner|gardener|plumber|nanny|babysitter|tutor|coach|trainer|hairdresser|electrician|accountant|tenant|colleague';
/** People in a narrative before an order: capitalised names, and `my husband`. */
export const NAMES_BEFORE = new RegExp(
  `(?<![\\p{L}])(?:(?:[Mm]y|[Oo]ur|[Tt]he) (?:${RELATION})(?: \\p{Lu}[\\p{L}'’-]+){0,2}|(?!I(?![\\p{L}]))\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]+){0,3})(?![\\p{L}])`,
  'gu',
);
export const RELATIVES = new RegExp(`^(?:my|our|the) (?:${RELATION})(?![\\p{L}])`, 'iu');
/** Behind `my brother's`: still he himself, and nobody else of his. */
const OF_HIMSELF =
  '(?:(?:a bit|really|very|so|just|always|still|been|getting|feeling|having|coming|moving|turning|retiring|short|skint|broke|stuck|sick|ill|poorly|in (?:town|hospital|a (?:bind|jam|pickle))|out of (?:work|money)|40th|50th|60th|70th|80th|90th|18th|21st|30th) )*(?:birthday|bday|anniversary|wedding|graduation|retirement|exam|heating|boiler|car|van|bike|phone|laptop|roof|fridge|washing machine|short|skint|broke|stuck|sick|ill|poorly|unwell|coming|moving|turning|retiring|visiting|been|having|getting|a bit|in town|in hospital|out of (?:work|money))(?![\\p{L}])';
/** The message names another person, whom the pronoun may mean. */
export const SOMEBODY_ELSE = new RegExp(
  `(?<![\\p{L}])(?:(?:an?|some|the|this|that|his|her|their|another|other|one of) (?:[\\p{L}'’]+ )?(?:man|woman|men|women|guys?|persons?|people|boys?|girls?|kids?|child|children|lady|fella|lad|bloke|stranger|customer|client|driver|neighbou?rs?|team|company|shop|doctor|dentist|nurse|teacher|baker|butcher|builder|roofer|vet|chemist|farmer|mechanic|handyman|painter|carpenter|lawyer|solicitor|priest|vicar|instructor|therapist|barber|tailor|waiter|waitress|student|patient|guest|lodger|officer|clerk|${RELATION})s?(?![\\p{L}])|(?!(?:it|that|this|here|there|today)['’]s )[\\p{L}]+['’]s? (?:(?!(?:my|our) )[\\p{L}]+ )?(?:${RELATION})(?![\\p{L}])|(?:${RELATION})(?: \\p{Lu}[\\p{L}]+)?['’]s(?![\\p{L}])(?! ${OF_HIMSELF}))`,
  'iu',
);
/** Relatives who are men; a landlord may be a woman. */
export const MALE_RELATIVES =
  /(?<![\p{L}])(?:father|dad|brother|son|husband|hubby|boyfriend|uncle|nephew|grandfather|grandpa|grandad|granddad|daddy|papa|opa|grandson)(?![\p{L}])/iu;
/** Relatives whom `her`, or `him`, cannot mean. */
export const OF_MEN =
  /(?<![\p{L}])(?:father|dad|brother|son|husband|hubby|boyfriend|uncle|nephew|grandfather|grandpa|grandad|granddad|daddy|papa|opa|grandson|landlord)(?![\p{L}])/iu;
export const OF_WOMEN =
  /(?<![\p{L}])(?:mother|mum|mom|sister|daughter|wife|girlfriend|aunt|auntie|niece|grandmother|grandma|gran|granny|nan|nana|mam|mama|mummy|mommy|abuela|oma|granddaughter|landlady)(?![\p{L}])/iu;
export const PRONOUNS = /^(?:him|her|them)$/iu;
/** `send her £50`: the pronoun of an order. */
export const ORDERED_FOR =
  /(?<=(?<![\p{L}])(?:send|pay|give|transfer|wire|hand|e-?transfer|get|owe) )(?:him|her|them)(?![\p{L}])(?! (?:back )?(?:rent|bill|share|salary|wages?|fees?|account|money|card|number|invoice|mother|father|sister|brother|son|daughter))/iu;

/** Whom an order names by a pronoun. */
export const ORDERED_TO =
  /(?<![\p{L}])(?:to|send|pay|give|transfer|wire) (him|her)(?= *(?:$|[,.!\d]))/giu;

/** Behind a name in a clause: the order of a later clause, which names that person by a pronoun. */
export const ORDERED_BEHIND =
  /^['’]s [^,.;!]{2,40}[,.;!]+ [^?]*(?<![\p{L}])(?:send|pay|give|transfer|wire|to) (?:him|her|them)(?![\p{L}])/iu;
