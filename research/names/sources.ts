// The names of the shipped lists from which variants are made, sorted into those that carry a
// decision alone (two and more words) and those that need a second feature.
import { foldKey, foldWords, type ListEntry, readLists } from './lists.ts';

export type SetName = 'strong' | 'one_word' | 'weak';

export interface Source {
  readonly list: string;
  readonly entry: ListEntry;
  readonly set: SetName;
  /** The name in natural order: given name first, no comma. */
  readonly name: string;
  /** Folded words of `name`. */
  readonly words: readonly string[];
  /** Other entries with a name of the same folded words: `list:id`. */
  readonly also: readonly string[];
}

export const TITLES = [
  'Dr.',
  'Prof.',
  'Eng.',
  'Sheikh',
  'Haji',
  'Hajji',
  'Mullah',
  'Maulavi',
  'Col.',
  'Brig. Gen.',
  'General',
  'Haj',
  'Shaykh',
  'Sayyid',
];

const TITLE_WORDS = new Set([
  ...TITLES.flatMap((title) => foldWords(title)),
  ...['mr', 'mrs', 'ms', 'sir', 'gen', 'maj', 'lt', 'capt', 'ustad', 'ustaz', 'qari', 'alhaj'],
]);

const FORM_WORDS = new Set(
  (
    'ltd limited llc inc incorporated corp corporation co company gmbh ag sa srl spa sarl sal bv ' +
    'nv plc jsc pjsc ojsc cjsc pao oao zao ooo ao fze fzco fzc dmcc est establishment kg ohg ' +
    'pte pty sdn bhd ltda cv de rl s a l c r p t pvt joint stock liability public open closed ' +
    'obshchestvo aktsionernoe otkrytoe zakrytoe publichnoe nepublichnoe ogranichennoi ' +
    'ogranichennoy otvetstvennostyu'
  ).split(' '),
);

export const isTitle = (word: string) => TITLE_WORDS.has(word);
export const isLegalForm = (word: string) => FORM_WORDS.has(word);

const isLatin = (name: string) => !/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(name);

/** "IVANOV, Ivan" of a person becomes "Ivan Ivanov"; organisations stay as they are. */
function writeNaturally(name: string, type: ListEntry['type']): string {
  if (type !== 'individual') return name.trim();
  const [family = '', givenName] = name.split(/,\s*/, 2);
  const natural = givenName === undefined ? family : `${givenName} ${family}`;
  return natural
    .trim()
    .replace(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase());
}

/** Counts the words without titles, legal forms and single letters. */
function countCoreWords(words: readonly string[]): number {
  return words.filter((word) => word.length > 1 && !isTitle(word) && !isLegalForm(word)).length;
}

/** Reads every Latin name of every person and organisation, in the order of the lists. */
export function readSources(): Source[] {
  const lists = readLists();
  const holders = indexHolders(
    lists.flatMap(({ code, entries }) => entries.map((entry) => ({ code, entry }))),
  );
  return lists.flatMap(({ code, entries }) =>
    entries
      .filter(({ type }) => type === 'individual' || type === 'entity')
      .flatMap((entry) => [
        ...[entry.name, ...entry.aliases].map((name) => describe(code, entry, name, 'strong')),
        ...entry.weakAliases.map((name) => describe(code, entry, name, 'weak')),
      ])
      .filter((source) => source.words.length > 0 && isLatin(source.name))
      .map((source) => {
        const also = holders.get([...source.words].sort().join(' ')) ?? [];
        return {
          ...source,
          also: also.filter((reference) => reference !== `${code}:${source.entry.id}`),
        };
      }),
  );
}

function describe(list: string, entry: ListEntry, listed: string, set: SetName): Source {
  const name = writeNaturally(listed, entry.type);
  const words = foldWords(name);
  const isShort = countCoreWords(words) < 2;
  return {
    list,
    entry,
    set: set === 'strong' && isShort ? 'one_word' : set,
    name,
    words,
    also: [],
  };
}

function indexHolders(entries: readonly { code: string; entry: ListEntry }[]) {
  const holders = new Map<string, string[]>();
  for (const { code, entry } of entries) {
    for (const name of [entry.name, ...entry.aliases, ...entry.weakAliases]) {
      const key = foldKey(name);
      const listed = holders.get(key) ?? [];
      const id = `${code}:${entry.id}`;
      if (!listed.includes(id)) listed.push(id);
      holders.set(key, listed);
    }
  }
  return holders;
}
