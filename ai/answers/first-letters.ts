// The letters that a text fitting a pattern can begin with: most patterns of parts need not be tried.

interface Start {
  /** Null for any letter. */
  readonly letters: ReadonlySet<string> | null;
  /** True when the part can match the empty text, so that the part after it can come first. */
  readonly isEmpty: boolean;
}

const NOTHING: Start = { letters: new Set(), isEmpty: true };
const ANY: Start = { letters: null, isEmpty: false };
const join = (one: Start['letters'], other: Start['letters']) =>
  one === null || other === null ? null : new Set([...one, ...other]);

/** Returns the letters by which a match of a pattern can begin, or null for any letter. */
export function firstLetters(pattern: string): ReadonlySet<string> | null {
  let at = 0;
  const row = (): Start => {
    let letters: Start['letters'] = new Set();
    let isEmpty = true;
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const one = repeated(atom());
      if (isEmpty) letters = join(letters, one.letters);
      isEmpty &&= one.isEmpty;
    }
    return { letters, isEmpty };
  };
  const choice = (): Start => {
    let all = row();
    while (pattern[at] === '|') {
      at++;
      const one = row();
      all = { letters: join(all.letters, one.letters), isEmpty: all.isEmpty || one.isEmpty };
    }
    return all;
  };
  const repeated = (one: Start): Start => {
    const [said = ''] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at, at + 12)) ?? [];
    at += said.length;
    return /^(?:[?*]|\{0)/.test(said) ? { ...one, isEmpty: true } : one;
  };
  const atom = (): Start => {
    const letter = pattern[at] as string;
    at++;
    if (letter === '(') {
      const [kind = ''] = /^\?(?:[:=!]|<[=!])/.exec(pattern.slice(at, at + 3)) ?? [];
      at += kind.length;
      if (pattern[at] === '?') throw new Error(`a group that is not read: ${pattern}`);
      const inside = choice();
      at++;
      return kind === '' || kind === '?:' ? inside : NOTHING;
    }
    if (letter === '^' || letter === '$') return NOTHING;
    if (letter === '.') return ANY;
    if (letter === '[') {
      const end = pattern.indexOf(']', at);
      const inside = pattern.slice(at, end);
      at = end + 1;
      return /^\^|\\|-./.test(inside) ? ANY : { letters: new Set(inside), isEmpty: false };
    }
    if (letter === '\\') {
      at++;
      if (pattern[at] === '{') at = pattern.indexOf('}', at) + 1;
      return ANY;
    }
    return { letters: new Set([letter]), isEmpty: false };
  };
  const { letters, isEmpty } = choice();
  return isEmpty ? null : letters;
}
