// Phrases of the English folder as regular expressions, so that the language is a table there, not
// patterns. Notation of a phrase:
//
//   send money        the words, each behind one space
//   [please] send     optional, with its space; `fee[s]` without one
//   [please|now]*     optional, up to four times
//   (pay|send off)    one of them
//   {payee}           a part, from the table that is given
//   …(to|for)         has to follow, and is not part of the phrase; `…!(` must not; `…,` a comma
//   <(to|for)         has to stand before it, and is not part of the phrase; `<!(` must not
//   ~ [please]        a phrase that goes on behind another one: each of its words has a space before it

/** Parts by their name: a pattern, or a phrase of other parts. */
export type Parts = ReadonlyMap<string, string>;

/** The notation of phrases. */
export interface Notation {
  readonly parts: Parts;
  /** Parts that bring their own space, or stand without one: the end, a pause. */
  readonly closed?: ReadonlySet<string>;
  /** The space around a part; between two words there is one space. */
  readonly space?: string;
}

interface Item {
  readonly source: string;
  readonly kind: 'word' | 'optional' | 'closed' | 'ahead' | 'behind';
  /** True when the phrase contains a part. */
  readonly isOpen: boolean;
}

const MOST_REPEATS = 4;
const NO_LETTER = '(?![\\p{L}])';

/** The source of one phrase. */
export function phraseSource(phrase: string, notation: Notation): string {
  const { parts, closed = new Set(), space = ' ' } = notation;
  const isTail = phrase.startsWith('~');
  const text = phrase.replace(/^~ ?/, '');
  let at = 0;

  const fail = (why: string): never => {
    throw new Error(`${why} in the phrase "${phrase}", at ${at}`);
  };
  function choice(end: string): string {
    const sequences = [sequence(false)];
    while (text[at] === '|') {
      at += 1;
      sequences.push(sequence(false));
    }
    if (text[at] !== end) fail(`no ${end}`);
    at += 1;
    return `(?:${sequences.join('|')})`;
  }
  function sequence(isGoingOn: boolean): string {
    const items = [item()];
    while (text[at] === ' ') {
      at += 1;
      items.push(item());
    }
    return joined(items, isGoingOn);
  }
  function joined(items: readonly Item[], isGoingOn: boolean): string {
    let isSaid = isGoingOn;
    let isBesideOpen = false;
    let source = '';
    for (const one of items) {
      const apart = isBesideOpen || one.isOpen ? space : ' ';
      if (one.kind === 'optional') {
        const [inside, repeats] = one.source.split('\n');
        source += isSaid ? `(?:${apart}${inside})${repeats}` : `(?:${inside}${apart})${repeats}`;
      } else if (one.kind === 'word') {
        source += isSaid ? apart + one.source : one.source;
        isSaid = true;
      } else source += one.source;
      isBesideOpen = one.isOpen;
    }
    return source;
  }
  function item(): Item {
    const one = text.slice(at, at + 2);
    if (text[at] === '…' || one === '<(' || one === '<!') return around();
    const atoms: string[] = [];
    const start = at;
    let only: Item['kind'] | null = null;
    let last = '';
    while (at < text.length && !' |)]'.includes(text[at] ?? '')) {
      only = null;
      const sign = text[at] ?? '';
      at += 1;
      if (sign === '(') atoms.push(choice(')'));
      else if (sign === '[') {
        const inside = choice(']');
        const repeats = text[at] === '*' ? `{0,${MOST_REPEATS}}` : '?';
        if (repeats !== '?') at += 1;
        atoms.push(`${inside}${repeats}`);
        last = `${inside}\n${repeats}`;
        only = 'optional';
      } else if (sign === '{') {
        const end = text.indexOf('}', at);
        const name = text.slice(at, end);
        const part = parts.get(name) ?? fail(`no part {${name}}`);
        at = end + 1;
        atoms.push(part);
        last = part;
        only = closed.has(name) ? 'closed' : null;
      } else atoms.push(sign === "'" ? "['’]" : sign.replace(/[.?+*^$\\/]/, '\\$&'));
    }
    if (atoms.length === 0) fail('no word');
    const isOpen = text.slice(start, at).includes('{');
    return atoms.length === 1 && only !== null
      ? { kind: only, source: last, isOpen }
      : { kind: 'word', source: atoms.join(''), isOpen };
  }
  function around(): Item {
    const isBehind = text[at] === '<';
    at += 1;
    const isNone = text[at] === '!';
    if (isNone) at += 1;
    if (!isBehind && text[at] === ',') {
      at += 1;
      return { kind: 'ahead', source: '(?= *,)', isOpen: false };
    }
    if (text[at] !== '(') fail('no (');
    at += 1;
    const inside = choice(')');
    return isBehind
      ? { kind: 'behind', source: `(?<${isNone ? '!' : '='}${inside} )`, isOpen: false }
      : { kind: 'ahead', source: `(?${isNone ? '!' : '='} ${inside}${NO_LETTER})`, isOpen: false };
  }

  const source = sequence(isTail);
  if (at < text.length) fail(`nothing can be "${text[at]}"`);
  return source;
}

/** A pattern for any of the phrases. */
export function oneOf(phrases: readonly string[], notation: Notation): string {
  return `(?:${phrases.map((one) => phraseSource(one, notation)).join('|')})`;
}

/** Parts by name, each a phrase that may have those before it in it. */
export function partsOf(
  phrases: Readonly<Record<string, string>>,
  notation: Notation,
): Map<string, string> {
  const parts = new Map(notation.parts);
  for (const [name, phrase] of Object.entries(phrases)) {
    parts.set(name, `(?:${phraseSource(phrase, { ...notation, parts })})`);
  }
  return parts;
}
