// Names that people write in many ways: a block that another spelling passes blocks nothing.

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

/**
 * A name folded over differences of spelling: case, accents, spaces, punctuation, and letters that
 * only look like a Latin one. To a block, two names with the same fold are the same. A name of
 * punctuation alone folds to itself, so that it still blocks itself and nothing else.
 */
export function foldOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase();
  const letters = plain.replace(/[^\p{L}\p{N}]/gu, '');
  const fold = [...letters].map((letter) => LOOKALIKES[letter] ?? letter).join('');
  return fold === '' ? name : fold;
}
