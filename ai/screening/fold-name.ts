// Names as the matcher compares them: one script, lower case, no marks, split into words; words
// that say little about a person are marked. Everything a client sends passes here
// first, so it has bounds of its own.

/** One word of a name. */
export interface Word {
  readonly text: string;
  /** The sound of it, roughly: spellings of one name in other scripts agree on it. */
  readonly key: string;
  /** Consonants of the sound; empty where they are too few to recognise a word. */
  readonly bones: string;
  /** Numbers in the name of a company or a ship are right or wrong, never nearly right. */
  readonly numeric: boolean;
  /** Particles, titles and legal forms: present or not, they say little. */
  readonly slight: boolean;
}

/** Characters of a name that are looked at; no name of a list is half as long. */
const MOST_CHARACTERS = 400;
const MOST_WORDS = 24;
const LONGEST_WORD = 40;

/** Letters of other scripts by their sound. What looks like a Latin letter is handled before. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...pairs(
    'абвгдежзийклмнопрстуфхцчшщъыьэюя',
    'a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya',
  ),
  ...pairs('ёіїєґўқғүөәңһј', 'e i yi ye g u k g u o a n h y'),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  ...pairs(
    'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةأإآؤئءپچژگکی',
    'a b t th j h kh d dh r z s sh s d t z a gh f q k l m n h u i a a a i a u i _ p ch zh g k i',
  ),
  ...pairs(
    'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
    'a b g d h u z h t i k k l m m n n s a f f ts ts k r sh t',
  ),
  ...pairs('ßæœøđðłıəþħŋ', 'ss ae oe o d d l i a th h n'),
};

/** What looks like a Latin letter and is none. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...pairs('аеіорсухѕјһԁԛԝвкмнтαονρτυκ', 'a e i o p c y x s j h d q w b k m h t a o v p t u k'),
  ...pairs('0134578', 'o l e a s t b'),
};

const PARTICLES = new Set(
  (
    'al el ul as ash at ad az ar an bin ben ibn bint binti abd abu abou van von der den de del ' +
    'della di da das do dos du la le las los y e of and the und et for haji hajji mullah sheikh ' +
    'shaykh dr mr mrs ms ing col gen capt jr sr ii iii ltd llc inc co corp company limited ' +
    'corporation sa srl spa sas sac llp lp cia gmbh ag bv nv plc pjsc ojsc jsc ooo oao zao pte ' +
    'pty cv sarl ltda lda ' +
    'fze fzco kg oy ab as kft doo group holding holdings'
  ).split(' '),
);

function pairs(letters: string, sounds: string): Record<string, string> {
  const said = sounds.split(' ');
  return Object.fromEntries([...letters].map((letter, at) => [letter, said[at] ?? '']));
}

const isLatin = /\p{Script=Latin}/u;
const isOther = /[\p{Script=Cyrillic}\p{Script=Greek}0-9]/u;

/** A word that mixes scripts, or digits and letters, imitates one: it is what it looks like. */
function unmask(word: string): string {
  if (!isLatin.test(word) || !isOther.test(word)) return word;
  return [...word].map((letter) => LOOKALIKES[letter] ?? letter).join('');
}

/** One word in Latin letters without marks. */
function latin(word: string): string {
  let out = '';
  for (const letter of unmask(word)) {
    const sound = SOUNDS[letter];
    out += sound === undefined ? letter : sound === '_' ? '' : sound;
  }
  return out;
}

/** The words of a name, lower case and in Latin letters where the script is known. */
export function wordsOf(name: string): Word[] {
  const start = name.slice(0, MOST_CHARACTERS * 4);
  const plain = isPlain.test(start) ? start.slice(0, MOST_CHARACTERS) : stripMarks(start);
  return plain
    .toLowerCase()
    .replace(/['’‘ʼʻ`´]/g, '')
    .replace(DOTTED, (form) => joinInitials(form))
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (isPlainWord.test(word) ? word : latin(word)).slice(0, LONGEST_WORD))
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map(wordOf);
}

const DOTTED = /(?<!\p{L})(?:\p{L}\. ?){2,5}/gu;

/** `S.A.` is a form of company; `J. R.` are two initials. */
function joinInitials(form: string): string {
  const letters = form.replaceAll(/[. ]/g, '');
  return PARTICLES.has(letters) && letters !== 'jr' ? `${letters} ` : form;
}

const isPlain = /^[\x20-\x7e]*$/;
const isPlainWord = /^[a-z]*$/;
const isMark = /[\p{Cf}\p{Cc}\p{Co}\p{So}\p{Sk}]/gu;

/** Without what cannot be seen and without accents; the short vowels of Arabic are such, too. */
function stripMarks(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replace(isMark, (mark) => (/\s/.test(mark) ? ' ' : ''))
      .slice(0, MOST_CHARACTERS)
      .toLowerCase()
      // Only Latin letters fall apart into letter and mark: a Cyrillic й is a letter of its own.
      .replace(/\p{Script=Latin}/gu, (letter) => letter.normalize('NFD'))
      .replace(/\p{M}/gu, '')
  );
}

/** Sounds of words that were seen lately; every word of the lists is, often. */
const known = new Map<string, Word>();
const MOST_KNOWN = 50_000;

function wordOf(text: string): Word {
  const seen = known.get(text);
  if (seen) return seen;
  if (known.size >= MOST_KNOWN) known.clear();
  const key = soundOf(text);
  const consonants = key.replace(/[aeo]/g, '');
  const word = {
    text,
    key,
    bones: consonants.length >= 3 ? consonants : '',
    numeric: /\d/.test(text),
    slight: PARTICLES.has(text),
  };
  known.set(text, word);
  return word;
}

/** Spellings that transliteration mixes up, in the order in which they are replaced. */
const SAME_SOUND: readonly (readonly [RegExp, string])[] = [
  [/sch|shch|tch|ch|sh|zh|ts|tz|cz/g, 's'],
  [/kh|gh|ck|qu|q/g, 'k'],
  [/ph/g, 'f'],
  [/th|dh|dj/g, 'd'],
  [/x/g, 'ks'],
  [/c|g/g, 'k'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/t/g, 'd'],
  [/b|p/g, 'b'],
  [/yu|iu|ou|oo|eu|u/g, 'o'],
  [/ia|ya|ja|ie|ye|ay|ai|ei|ey|ae/g, 'a'],
  [/ee|ii|y|j|i/g, 'e'],
  [/h/g, ''],
  [/(.)\1+/g, '$1'],
];

/** The rough sound of a word; of a short one too little would be left to recognise it. */
function soundOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let sound = word;
  for (const [spelling, as] of SAME_SOUND) sound = sound.replace(spelling, as);
  return sound === '' ? word : sound;
}
