// Transcription of Latin names into other alphabets. The tables are written for this set,
// independently of the engine's tables.

/** `^x` applies at the beginning of a word, `x$` at its end. Longer rules are tried first. */
type Rules = Readonly<Record<string, string>>;

const table = (text: string): Rules =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => {
        const [from = '', to = ''] = pair.split('=');
        return [from, to];
      }),
  );

const CYRILLIC = table(`
  shch=щ zh=ж kh=х ts=ц ch=ч sh=ш yu=ю ya=я yo=ё ye=е ia=ия iu=ию iy$=ий yy$=ый yi$=ый
  ey$=ей ei$=ей ay$=ай ai$=ай oy$=ой oi$=ой uy$=уй iya$=ия aya$=ая sky$=ский tsky$=цкий ry$=рий
  aya=ая aye=ае ayu=аю eya=ея eye=ее eyu=ею oya=оя oye=ое ay=ай ey=ей oy=ой uy=уй yi=ьи
  lye=лье nye=нье tye=тье rye=рье vye=вье bye=бье dye=дье sye=сье zye=зье mye=мье pye=пье
  ny$=ный y$=ы ^e=э a=а b=б c=к d=д e=е f=ф g=г h=х i=и j=дж k=к l=л m=м n=н o=о p=п q=к r=р
  s=с t=т u=у v=в w=в x=кс y=ы z=з`);

const GREEK = table(`
  shch=στσ sh=σ zh=ζ kh=χ ch=τσ ts=τσ th=θ ya=για yu=γιου yo=γιο ye=γε ov$=οφ ev$=εφ iy$=ι
  ey$=εϊ ei$=εϊ ay$=αϊ a=α b=μπ c=κ d=ντ e=ε f=φ g=γκ h=χ i=ι j=τζ k=κ l=λ m=μ n=ν o=ο p=π q=κ
  r=ρ s=σ t=τ u=ου v=β w=ου x=ξ y=ι z=ζ`);

/** For names of Russia; Georgians write their own with the same letters and p=ფ, t=თ. */
const GEORGIAN = table(`
  shch=შჩ zh=ჟ kh=ხ ts=ც dz=ძ ch=ჩ sh=შ gh=ღ yu=იუ ya=ია yo=იო ye=ე iy$=ი a=ა b=ბ c=კ d=დ e=ე
  f=ფ g=გ h=ჰ i=ი j=ჯ k=კ l=ლ m=მ n=ნ o=ო p=პ q=ყ r=რ s=ს t=ტ u=უ v=ვ w=ვ x=ქს y=ი z=ზ`);

const GEORGIAN_OWN: Rules = { ...GEORGIAN, p: 'ფ', t: 'თ' };

const ARMENIAN = table(`
  shch=շչ zh=ժ kh=խ ts=ց dz=ձ ch=չ sh=շ gh=ղ yu=յու ya=յա yo=յո ye=ե yan$=յան ian$=յան iy$=ի

  ev$=և ey$=եյ ay$=այ aya=այա ay=այ ey=եյ oy=ոյ ^e=է ^o=օ ^vo=ո a=ա b=բ c=կ
  d=դ e=ե f=ֆ g=գ h=հ i=ի j=ջ k=կ l=լ m=մ n=ն
  o=ո p=պ q=ք r=ր s=ս t=տ u=ու v=վ w=վ x=քս y=ի z=զ`);

/** Short vowels inside a word are not written. */
const HEBREW = table(`
  shch=שצ׳ zh=ז׳ kh=ח ts=צ ch=צ׳ sh=ש yu=יו ya=יה yo=יו ye=י iy$=י ey$=יי ei$=יי ay$=אי ova$=ובה
  eva$=בה ina$=ינה ^a=א ^e=א ^i=אי ^o=או ^u=או ^yu=יו ^ya=י ^v=ו a$=ה a= e= b=ב c=ק d=ד f=פ f$=ף
  g=ג h=ה i=י j=ג׳ k=ק l=ל m=מ m$=ם n=נ n$=ן o=ו p=פ q=ק r=ר s=ס t=ט u=ו v=ב w=ו x=קס y=י z=ז`);

/** Transcribes a word by a table; returns null when a letter has no rule. */
function transcribe(word: string, rules: Rules): string | null {
  let out = '';
  for (let index = 0; index < word.length; ) {
    const step = longestRule(word, index, rules);
    if (step === null) return null;
    out += step.to;
    index += step.length;
  }
  return out;
}

function longestRule(word: string, index: number, rules: Rules) {
  for (let length = Math.min(5, word.length - index); length > 0; length -= 1) {
    const part = word.slice(index, index + length);
    const isEnd = index + length === word.length;
    const to =
      (index === 0 ? rules[`^${part}`] : undefined) ?? (isEnd ? rules[`${part}$`] : undefined);
    const rule = to ?? rules[part];
    if (rule !== undefined) return { to: rule, length };
  }
  return null;
}

/** The last vowel but one of a word takes the accent; words of one syllable have none. */
function accentGreek(word: string): string {
  const vowels = [...word.matchAll(/ου|[αεηιοωϊ]/g)];
  const vowel = vowels[vowels.length - 2];
  if (!vowel) return word;
  const end = vowel.index + vowel[0].length;
  const accents: Record<string, string> = { α: 'ά', ε: 'έ', ι: 'ί', ο: 'ό', υ: 'ύ', ϊ: 'ΐ' };
  const last = word[end - 1] ?? '';
  return word.slice(0, end - 1) + (accents[last] ?? last) + word.slice(end);
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const DEVANAGARI_CONSONANTS: Rules = table(`
  shch=श्च kh=ख gh=घ ch=च jh=झ th=थ dh=ध ph=फ bh=भ sh=श zh=झ ts=त्स k=क g=ग c=क j=ज t=त d=द n=न
  p=प f=फ़ b=ब m=म y=य r=र l=ल v=व w=व s=स h=ह z=ज़ q=क x=क्स`);
const DEVANAGARI_VOWELS: Rules = table('a=ा e=े i=ि o=ो u=ु ai=ै au=ौ ee=ी oo=ू ii=ी iy=ी');
const DEVANAGARI_ALONE: Rules = table('a=अ e=ए i=इ o=ओ u=उ ai=ऐ au=औ ee=ई oo=ऊ ii=ई iy=ई');

/** A consonant carries its vowel; two consonants in a row are tied by a virama. */
function writeDevanagari(word: string): string | null {
  const parts = word.match(/shch|[kgcjtdpbsz]h|ts|ai|au|ee|oo|ii|iy|[a-z]/g) ?? [];
  if (parts.join('') !== word) return null;
  let out = '';
  let afterConsonant = false;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const consonant = DEVANAGARI_CONSONANTS[part];
    const isVowel: boolean = consonant === undefined || (part === 'y' && isLast && afterConsonant);
    if (isVowel) {
      const vowel = part === 'y' ? 'i' : part;
      const sign = afterConsonant ? DEVANAGARI_VOWELS[vowel] : DEVANAGARI_ALONE[vowel];
      if (sign === undefined) return null;
      out += isLast && vowel === 'i' && afterConsonant ? 'ी' : sign;
    } else {
      out += (afterConsonant ? '्' : '') + consonant;
    }
    afterConsonant = !isVowel;
  }
  return out;
}

const WRITERS = {
  cyrillic: (word: string) => transcribe(word, CYRILLIC),
  greek: (word: string) => {
    const letters = transcribe(word, GREEK);
    return letters === null ? null : accentGreek(letters).replace(/σ$/, 'ς');
  },
  georgian: (word: string) => transcribe(word, GEORGIAN),
  georgian_own: (word: string) => transcribe(word, GEORGIAN_OWN),
  armenian: (word: string) => transcribe(word, ARMENIAN),
  hebrew: (word: string) => transcribe(word, HEBREW),
  devanagari: writeDevanagari,
};

export type Alphabet = keyof typeof WRITERS;

/** A name (Latin words, no marks) in another alphabet; null where a letter has no counterpart. */
export function writeName(words: readonly string[], alphabet: Alphabet): string | null {
  const writtenWords = words.map((word) => WRITERS[alphabet](word));
  if (writtenWords.some((word) => word === null || word === '')) return null;
  // Georgian names have no capitals.
  const isPlain = alphabet.startsWith('georgian');
  return writtenWords.map((word) => (isPlain ? word : capital(word ?? ''))).join(' ');
}
