// The measurement: misspelt names of the list must be found, names of others must not.

import { readWords } from '../../ai/screening/fold-name.ts';
import type { ListEntry, SanctionsList } from '../../ai/screening/list-file.ts';
import type { Screener } from '../../ai/screening/screener.ts';
import { FAMILY_NAMES, FIRM_FORMS, FIRM_TRADES, FIRM_WORDS, GIVEN_NAMES } from './people.ts';
import { PERTURBATIONS } from './perturb.ts';
import { type Random, randomOf } from './random.ts';

export interface Case {
  readonly kind: string;
  readonly name: string;
  readonly type: 'individual' | 'business';
  /** The entry that has to be found, or null for none. */
  readonly listed: ListEntry | null;
}

const identity = (name: string) =>
  readWords(name)
    .map(({ text }) => text)
    .sort()
    .join(' ');

/** A firm with a word less is another firm; a person with a given name less is not. */
const OF_PERSONS = new Set(['initial', 'middle_dropped']);

const typeOf = ({ type }: ListEntry) => (type === 'individual' ? 'individual' : 'business');

/** Misspelt names of persons and firms of the OFAC lists, as many of each kind. */
export function listPositives(
  lists: readonly SanctionsList[],
  seed: number,
  perKind: number,
): Case[] {
  const random = randomOf(seed);
  const people = lists
    .filter(({ code }) => code.startsWith('ofac'))
    .flatMap(({ entries }) => entries)
    .filter(({ type }) => type === 'individual' || type === 'entity');
  return Object.entries(PERTURBATIONS).flatMap(([kind, change]) => {
    const cases: Case[] = [];
    while (cases.length < perKind) {
      const listed = random.pick(people);
      const changed = change(
        readWords(listed.name).map(({ text }) => text),
        random,
      );
      if (!changed || (OF_PERSONS.has(kind) && listed.type !== 'individual')) continue;
      cases.push({ kind, name: changed.join(' '), type: typeOf(listed), listed });
    }
    return cases;
  });
}

function inventCase(random: Random): Omit<Case, 'kind' | 'listed'> {
  if (random.next() < 0.2) {
    const name = [random.pick(FIRM_WORDS), random.pick(FIRM_TRADES), random.pick(FIRM_FORMS)];
    return { name: name.join(' '), type: 'business' };
  }
  const middle = random.next() < 0.3 ? [random.pick(GIVEN_NAMES)] : [];
  const name = [random.pick(GIVEN_NAMES), ...middle, random.pick(FAMILY_NAMES)];
  return { name: name.join(' '), type: 'individual' };
}

/** The family name of one listed person with the given names of another: the hardest there are. */
function recombineNames(
  people: readonly ListEntry[],
  random: Random,
): Omit<Case, 'kind' | 'listed'> {
  const [family = ''] = random.pick(people).name.split(',');
  const [, givenNames = ''] = random.pick(people).name.split(',');
  return { name: `${givenNames.trim()} ${family}`, type: 'individual' };
}

/** Names of people and firms that are on no list under those words. */
export function listNegatives(
  lists: readonly SanctionsList[],
  seed: number,
  perKind: number,
): Case[] {
  const random = randomOf(seed);
  const all = lists.flatMap(({ entries }) => entries);
  const listed = new Set(
    all.flatMap(({ name, aliases, weakAliases }) =>
      [name, ...aliases, ...weakAliases].map(identity),
    ),
  );
  const people = all.filter(({ type, name }) => type === 'individual' && name.includes(','));
  const make = {
    common_names: () => inventCase(random),
    recombined_listed_names: () => recombineNames(people, random),
  };
  return Object.entries(make).flatMap(([kind, makeName]) => {
    const cases: Case[] = [];
    while (cases.length < perKind) {
      const name = makeName();
      if (!listed.has(identity(name.name))) cases.push({ kind, listed: null, ...name });
    }
    return cases;
  });
}

export interface Outcome {
  readonly kind: string;
  readonly milliseconds: number;
  /**
   * Score of the right entry for a listed name, of the best one otherwise; 0 when nothing came
   * near.
   */
  readonly score: number;
}

const FLOOR = 0.5;

/** Screens every case and keeps the score that decides it. */
export function play(screener: Screener, cases: readonly Case[]): Outcome[] {
  return cases.map(({ kind, name, type, listed }) => {
    const start = performance.now();
    const hits = screener.screen({ name, type, threshold: FLOOR, limit: 1000 });
    const milliseconds = performance.now() - start;
    const names = new Set(listed ? [listed.name, ...listed.aliases].map(identity) : []);
    // The same person is on several lists, and several entries have the same name.
    const right = listed
      ? hits.find((hit) => hit.entityId === listed.id || names.has(identity(hit.matchedName)))
      : hits[0];
    return { kind, milliseconds, score: right?.score ?? 0 };
  });
}
