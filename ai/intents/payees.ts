// Who a message means, among the contacts of the request and the customer's own accounts. Names are
// data: they are compared, and never read as words of the message.

export interface Contact {
  readonly name: string;
  readonly accountId: string | null;
  readonly relationship: string | null;
}

export interface Candidate {
  readonly name: string;
  readonly accountId: string | null;
  /** 1: the same name. Below 0.9 nothing is ever proposed. */
  readonly matchScore: number;
}

export interface PayeeMatch {
  /** The one who is meant; null: no payee fits, or more than one does. */
  readonly payee: Candidate | null;
  /** Best first, those that come into question. */
  readonly candidates: readonly Candidate[];
}

const LEAST = 0.6;
const CERTAIN = 0.9;
const BETWEEN = 0.05;
/** Two names as near as this are mistaken for each other. */
const NEAR = 0.85;
const SCORE = { exact: 1, relationship: 0.95, part: 0.9 } as const;

/** Upper and lower case, and forms of the same letter, count as equal. */
export function foldPayee(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}

/** True when letters of two alphabets stand in one word, as a forged name has them. */
export function mixesScripts(text: string): boolean {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => /\p{Script=Latin}/u.test(word) && /[^\p{Script=Latin}\p{M}]/u.test(word),
  );
}

/** Looks a phrase up among contacts. */
export function matchPayee(phrase: string, contacts: readonly Contact[]): PayeeMatch {
  const wanted = foldPayee(phrase.replace(/^my /i, ''));
  const scored = contacts
    .map(({ name, accountId, relationship }) => {
      return { name, accountId, matchScore: scoreOf(wanted, foldPayee(name), relationship) };
    })
    .filter(({ matchScore }) => matchScore >= LEAST)
    .sort((one, other) => other.matchScore - one.matchScore);
  const candidates = distinct(scored);
  const [first] = candidates;
  if (!first || first.matchScore < CERTAIN) return { payee: null, candidates };
  // A name that differs by a letter from another one is a slip, or a forgery.
  const isForged = contacts.some(({ name, accountId }) => {
    const isOther = accountId !== first.accountId || foldPayee(name) !== foldPayee(first.name);
    return isOther && similarity(skeleton(name), skeleton(first.name)) >= NEAR;
  });
  const isAlone =
    !isForged &&
    candidates.slice(1).every((other) => first.matchScore - other.matchScore > BETWEEN);
  const isSound = !mixesScripts(first.name) && !mixesScripts(phrase);
  return { payee: isAlone && isSound ? first : null, candidates };
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ accountId, name }) => {
    const key = `${accountId}/${foldPayee(name)}`;
    return seen.size < seen.add(key).size;
  });
}

function scoreOf(wanted: string, name: string, relationship: string | null): number {
  if (wanted === name) return SCORE.exact;
  const relation = relationship === null ? '' : foldPayee(relationship);
  if (relation !== '' && wanted === relation) return SCORE.relationship;
  // `my friend John`: both are said, and both have to fit.
  if (relation !== '' && wanted.startsWith(`${relation} `)) {
    return scoreOf(wanted.slice(relation.length + 1), name, null);
  }
  const words = name.split(' ');
  const asked = wanted.split(' ');
  const isPart = new Set(asked).size === asked.length && asked.every((one) => words.includes(one));
  if (isPart) return SCORE.part;
  return Math.min(0.89, similarity(skeleton(wanted), skeleton(name)));
}

/** Without accents, punctuation and look-alikes, so that near names come near. */
function skeleton(name: string): string {
  const plain = foldPayee(name).normalize('NFD').replace(/\p{M}/gu, '');
  return [...plain]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N} ]/gu, '');
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'аеорсухіјѕ'].map((one, at) => [one, 'aeopcyxijs'[at] ?? one])),
  ...Object.fromEntries([...'αορτυικνε'].map((one, at) => [one, 'aoptuikve'[at] ?? one])),
  0: 'o',
  1: 'l',
  ı: 'i',
};

/** One minus the edit distance over the longer length; a swap of neighbours is one edit. */
export function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 1;
  let [before, row]: [number[], number[]] = [[], [...Array(other.length + 1).keys()]];
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const cost = one[at - 1] === other[to - 1] ? 0 : 1;
      let least = Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + cost);
      const isSwap =
        at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (isSwap) least = Math.min(least, (before[to - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return 1 - (row[other.length] ?? longest) / longest;
}
