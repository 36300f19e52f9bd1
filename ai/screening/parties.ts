// Screens names of outside parties, in the path of money: the lists' answer on a name is looked up
// before the commit and cached, so that it is available inside of it.

import type { ListMatch, NameAnswer, StaleList } from '../../ledger/decisions/screening.ts';
import { readName } from './fold-name.ts';
import { type Screening, selectStale } from './open.ts';
import type { Screener, ScreeningMatch } from './screener.ts';

export interface PartyScreen {
  /**
   * Looks names up in advance; other requests run between two names that are not cached. Never
   * rejects.
   */
  prepare(names: readonly string[]): Promise<void>;
  /** Returns the lists' answer, which is looked up at once when it was not prepared. */
  of(name: string): NameAnswer;
  /** Sets the stale lists that an approval allows, and until when. */
  setReliableUntil(until: ReliedUntil): void;
}

/** The date until which an approval allows a stale list; null without an approval. */
type ReliedUntil = (list: StaleList) => number | null;

/** Maximum cached names, some 200 bytes each; the least recently used are evicted. */
const MAX_KEPT = 50_000;

const NO_HIT: NameAnswer = { outcome: 'no_hit', matches: [] };
const ERROR_ANSWER: NameAnswer = { outcome: 'error', matches: [] };
/** No list has entries. */
const NOT_RUN: NameAnswer = { outcome: 'not_run', matches: [] };
/** A letter or a word of the name could not be compared with any list, so a person decides. */
const NOT_COMPARED: NameAnswer = { outcome: 'not_compared', matches: [] };
const STALE_LISTS: NameAnswer = { outcome: 'not_run', why: 'lists_stale', matches: [] };

interface Terms {
  /** Meaning of no hit on stale lists: `pass` in the sandbox, not reliable in production. */
  readonly atStale: 'pass' | 'not_run';
  readonly now?: () => number;
}

/**
 * Screens by the name alone, at the measured threshold: other details of a party come from the
 * payer, so they may not lower the score of a listed name.
 */
export function createPartyScreen(
  screening: Pick<Screening, 'screener' | 'maxAgeMs'>,
  { atStale, now = Date.now }: Terms = { atStale: 'pass' },
): PartyScreen {
  const answers = new Map<string, NameAnswer>();
  let screener: Screener | null = null;
  let reliedUntil: ReliedUntil = () => null;

  function findCached(key: string): NameAnswer | undefined {
    const answer = answers.get(key);
    if (answer) {
      answers.delete(key);
      answers.set(key, answer);
    }
    return answer;
  }

  function cacheResult(
    index: Screener,
    name: string,
    key: string,
    matches: readonly ScreeningMatch[],
  ) {
    const days = new Map(index.lists.map(({ code, asOf }) => [code, asOf]));
    const partyMatches = matches.map((match) => ({
      ...toListMatch(match, days.get(match.list) ?? null),
      entryVersion: index.versionOf(match.list, match.entityId) ?? undefined,
    }));
    const isUnread = index.unread(name) !== null;
    const emptyAnswer = isEmpty(index) ? NOT_RUN : isUnread ? NOT_COMPARED : NO_HIT;
    const answer: NameAnswer =
      partyMatches.length === 0 ? emptyAnswer : { outcome: 'hit', matches: partyMatches };
    answers.set(key, answer);
    for (const [oldest] of answers) {
      if (answers.size <= MAX_KEPT) break;
      answers.delete(oldest);
    }
    return answer;
  }

  /** The matches are cached; the age of the lists is evaluated each time. */
  function addStaleLists(answer: NameAnswer): NameAnswer {
    const isListAnswer = answer.outcome === 'no_hit' || answer.outcome === 'hit';
    if (atStale === 'pass' || !isListAnswer || !screener) return answer;
    const tooOld = selectStale(screener.lists, screening.maxAgeMs, now());
    if (tooOld.length === 0) return answer;
    const staleLists = tooOld.map(({ code: list, asOf: listAsOf }) => {
      const until = reliedUntil({ list, listAsOf });
      return { list, listAsOf, ...(until !== null && { reliedUntil: timestamp(until) }) };
    });
    const isReliedOn = staleLists.every((list) => 'reliedUntil' in list);
    return answer.outcome === 'hit' || isReliedOn
      ? { ...answer, stale: staleLists }
      : { ...STALE_LISTS, stale: staleLists };
  }

  return {
    setReliableUntil(until) {
      reliedUntil = until;
    },
    async prepare(names) {
      try {
        const index = await screening.screener();
        // Answers of other lists do not apply to these.
        if (screener !== index) answers.clear();
        screener = index;
        for (const name of names) {
          const key = makeKey(name);
          if (findCached(key)) continue;
          cacheResult(
            screener,
            name,
            key,
            isEmpty(screener) ? [] : await screener.search({ name }),
          );
          await new Promise((next) => setImmediate(next));
        }
      } catch {
        // A caller whose name could not be looked up gets the error.
      }
    },
    of(name) {
      const key = makeKey(name);
      const answer = findCached(key);
      if (answer) return addStaleLists(answer);
      if (!screener) return ERROR_ANSWER;
      try {
        return addStaleLists(
          cacheResult(screener, name, key, isEmpty(screener) ? [] : screener.screen({ name })),
        );
      } catch {
        return ERROR_ANSWER;
      }
    },
  };
}

const isEmpty = ({ lists }: Screener) => lists.every(({ entries }) => entries === 0);

/**
 * The key of a name in the cache: its compared words, regardless of spacing and spelling. A name in
 * Han characters is its own key, because characters with the same reading in China have different
 * readings elsewhere.
 */
function makeKey(name: string): string {
  const { unread, undisguised, ...text } = readName(name);
  const compared = [text, ...(undisguised ? [undisguised] : [])]
    .map(({ words, sequence: places }) =>
      places.map((wordIndex) => (wordIndex === null ? '/' : words[wordIndex]?.label)).join(' '),
    )
    .join(' = ');
  const isByWords = unread === null && compared !== '' && !/\p{Script=Han}/u.test(name);
  return isByWords ? compared : `${name} `;
}

const timestamp = (time: number) => new Date(time).toISOString();

function toListMatch(match: ScreeningMatch, listAsOf: string | null): ListMatch {
  const { list, entityId, entityType, name, matchedName, score, features, programs } = match;
  return { list, listAsOf, entityId, entityType, name, matchedName, score, features, programs };
}
