// The beginnings of the texts that fit a pattern: most patterns of parts need not be tried at a place.

/** The length of a beginning. */
export const LETTERS_OF_BEGINNING = 3;

interface Start {
  /** Beginnings that nothing more is known of, or that are long enough. */
  readonly done: ReadonlySet<string>;
  /** Short texts that match a part as a whole, so that the part after it comes next. */
  readonly open: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Start = { done: NONE, open: new Set(['']) };
const ANY: Start = { done: new Set(['']), open: NONE };

function either(one: Start, other: Start): Start {
  return {
    done: new Set([...one.done, ...other.done]),
    open: new Set([...one.open, ...other.open]),
  };
}

function inTurn(one: Start, next: Start): Start {
  const done = new Set(one.done);
  const open = new Set<string>();
  for (const before of one.open) {
    for (const word of next.done) done.add((before + word).slice(0, LETTERS_OF_BEGINNING));
    for (const word of next.open) {
      const both = before + word;
      if (both.length < LETTERS_OF_BEGINNING) open.add(both);
      else done.add(both.slice(0, LETTERS_OF_BEGINNING));
    }
  }
  return { done, open };
}

/**
 * Returns the beginnings of all matches of a pattern: each match begins with one of them. Returns
 * null where a match may begin with any letter.
 */
export function firstLetters(pattern: string): ReadonlySet<string> | null {
  let at = 0;
  const row = (): Start => {
    let all = NOTHING;
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')')
      all = inTurn(all, repeated(atom()));
    return all;
  };
  const choice = (): Start => {
    let all = row();
    while (pattern[at] === '|') {
      at++;
      all = either(all, row());
    }
    return all;
  };
  const repeated = (one: Start): Start => {
    const [word = ''] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at, at + 12)) ?? [];
    at += word.length;
    if (word === '') return one;
    let all = one;
    // No more repetitions than a beginning has letters.
    if (!word.startsWith('?'))
      for (let more = 1; more < LETTERS_OF_BEGINNING; more++) all = either(all, inTurn(all, one));
    return /^(?:[?*]|\{0)/.test(word) ? either(all, NOTHING) : all;
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
      return /^\^|\\|-./.test(inside) ? ANY : { done: NONE, open: new Set(inside) };
    }
    if (letter === '\\') {
      at++;
      if (pattern[at] === '{') at = pattern.indexOf('}', at) + 1;
      return ANY;
    }
    return { done: NONE, open: new Set([letter]) };
  };
  const { done, open } = choice();
  const all = new Set([...done, ...open]);
  return all.has('') ? null : all;
}
