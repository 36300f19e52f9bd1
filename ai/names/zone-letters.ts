// The letters of Cyrillic, Greek, Georgian, Arabic and Hebrew as machine-readable zones write them: each by itself, as
// ICAO 9303 part 3 and the states that issue the documents do, in any mixture.

const parseTable = (table: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    table.split(' ').map((part) => {
      const [letter = '', ways = ''] = part.split('=');
      return [letter, ways.split('|')] as const;
    }),
  );

const SHORT_VOWELS = ['', 'a', 'e', 'i', 'o', 'u', 'ou', 'ai'];

/** Consonants that may be doubled, with the short vowel that their script leaves out behind them. */
const addShortVowels = (table: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...parseTable(table)].map(([letter, ways]) => [
      letter,
      ways
        .flatMap((way) => [way, way.length === 1 ? way + way : way])
        .flatMap((way) => {
          return SHORT_VOWELS.map((vowel) => way + vowel);
        }),
    ]),
  );

const OPEN_WAYS = addShortVowels(
  'ب=b|p ت=t ث=th|s|t ج=j|g|dj ح=h خ=kh|h د=d ذ=dh|z|d ر=r ز=z س=s ش=sh|ch ص=s ض=d|dh|z ط=t ظ=z|dh غ=gh|g ' +
    'ف=f|ph|v ق=q|k|g|gh ك=k|c ک=k|c ل=l م=m ن=n ه=h| و=w|v|o|u|oo ي=y|i|ee|e ی=y|i|ee|e پ=p چ=ch ژ=zh|j گ=g ' +
    'ג=g|j ד=d ה=h| ו=v|w|o|u|oo ז=z ח=h|ch|kh ט=t י=y|i|j|e כ=k|kh|ch|c ך=k|kh|ch|c ל=l מ=m ם=m נ=n ן=n ' +
    'ס=s פ=p|f|ph ף=p|f|ph צ=ts|tz|z ץ=ts|tz|z ק=k|q ר=r ש=sh|s|ch ת=t|th ב=b|v',
);

/** Two letters that are written as one stand before the single ones; nothing after `|`: left out. */
const ZONE_SPELLINGS = new Map([
  ...OPEN_WAYS,
  ...parseTable(
    'кс=ks|x зг=zg|zh|zgh а=a б=b в=v г=g|h ґ=g д=d ђ=d|dj ѓ=g|gj е=e|ye|ie ё=e|yo|io є=ie|ye|e ' +
      'ж=zh|z|j з=z ѕ=dz и=i|y і=i ї=i|yi|ji й=i|y|j| ј=j|y к=k л=l љ=lj|l м=m н=n њ=nj|n о=o п=p ' +
      'р=r с=s т=t ћ=c|ch ќ=k|kj у=u ў=u|w ф=f х=kh|h ц=ts|c ч=ch|c џ=dz|dzh|dj ш=sh|s ' +
      'щ=shch|sht|sch ъ=|ie|a|u|y ы=y|i ь=|y э=e ю=iu|yu|ju я=ia|ya|ja ' +
      'αυ=av|af|au ευ=ev|ef|eu ηυ=iv|if ου=ou|u γγ=ng|gg γκ=gk|g|ng γξ=nx γχ=nch μπ=mp|b ντ=nt|d ' +
      'ει=ei|i οι=oi|i αι=ai|e α=a β=v|b γ=g|y δ=d ε=e ζ=z η=i|e θ=th ι=i κ=k|c λ=l μ=m ν=n ξ=x|ks ' +
      'ο=o π=p ρ=r σ=s ς=s τ=t υ=y|i|u φ=f|ph χ=ch|kh|h ψ=ps ω=o ' +
      'ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh|j რ=r ს=s ტ=t უ=u ფ=p|f ' +
      'ქ=k|q ღ=gh|g ყ=q|k|y შ=sh ჩ=ch ც=ts|c ძ=dz წ=ts ჭ=ch|tch ხ=kh|h ჯ=j|dj ჰ=h ' +
      'ا=|a|e|i|o|u أ=|a|e|i|o|u إ=|i|e آ=a|aa ى=a|i ة=a|ah|at|eh|e ء= ئ=|e|i|y ؤ=|o|u|ou ع=|a|e|i|o|u|aa ' +
      'א=|a|e|i|o|u ע=|a|e|i|o|u',
  ),
]);

/** The marks of й, ё and ї make other letters; an accent makes none. */
const toPlainLetter = (letter: string) =>
  ZONE_SPELLINGS.has(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '');

/** Cache of recently read words. */
const READ_WORDS = new Map<string, readonly (readonly string[])[] | null>();
const MOST_READ = 4_000;
const LONGEST_READ = 40;

function readCached(word: string): readonly (readonly string[])[] | null {
  const cachedResult = READ_WORDS.get(word);
  if (cachedResult !== undefined) return cachedResult;
  const letters = readLetters(word);
  if (word.length > LONGEST_READ) return letters;
  if (READ_WORDS.size >= MOST_READ) READ_WORDS.clear();
  READ_WORDS.set(word, letters);
  return letters;
}

/** Returns the letters of a word with the spellings of each, or null when a letter has none. */
function readLetters(word: string): (readonly string[])[] | null {
  const letters = [...word.normalize('NFC').toLowerCase()].map(toPlainLetter);
  const spellings: (readonly string[])[] = [];
  for (let index = 0; index < letters.length; index += 1) {
    const pair = ZONE_SPELLINGS.get(`${letters[index]}${letters[index + 1] ?? ''}`);
    const ways =
      pair && index + 1 < letters.length ? pair : ZONE_SPELLINGS.get(letters[index] ?? '');
    if (!ways) return null;
    if (ways === pair) index += 1;
    // At the beginning alif and ayin carry a vowel that is written.
    spellings.push(
      spellings.length === 0 && ways.includes('') ? ways.filter((way) => way !== '') : ways,
    );
  }
  return spellings;
}

/**
 * True when a word of a zone is a romanisation of a word in another script: محمد is mohammed.
 * @param isCut true when the word of the zone may be only the beginning
 */
export function isSpelt(zoneText: string, word: string, isCut = false): boolean {
  const letters = readCached(word);
  if (!letters || zoneText === '') return false;
  let ends = new Set([0]);
  for (const ways of letters) {
    const next = new Set<number>();
    for (const end of ends) {
      for (const way of ways) if (zoneText.startsWith(way, end)) next.add(end + way.length);
      const lastLetters = zoneText.slice(end);
      if (isCut && ways.some((way) => way.startsWith(lastLetters))) return true;
    }
    if (next.size === 0) return false;
    ends = next;
  }
  return ends.has(zoneText.length);
}
