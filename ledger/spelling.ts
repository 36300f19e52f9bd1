// Spellings of names. A block that another spelling of the name passes would be useless.

/** Letters of other scripts that look like a Latin one, as they stand in lower case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  α: 'a',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
};

/** All but letters, numbers and the vowels that scripts of India and Thailand write as marks: राम is not रमा. */
const NO_LETTER = /[^\p{L}\p{N}\p{M}]|\p{Script=Inherited}|(?=\p{Script=Hebrew})\p{M}/gu;

/**
 * Removes differences of spelling from a name: case, accents, spaces, punctuation, and letters that
 * look like a Latin letter. A block treats names with equal folds as equal. A name of punctuation
 * alone is returned unchanged, so that it blocks only itself.
 */
export function foldSpelling(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase();
  const letters = plain.replace(NO_LETTER, '');
  const fold = [...letters].map((letter) => LOOKALIKES[letter] ?? letter).join('');
  return fold === '' ? name : fold;
}
