// Screens names of outside parties, in the path of money: the lists' answer on a name is looked up
// before the commit and cached, so that it is available inside of it.

import type { ListMatch, NameAnswer, StaleList } from '../../ledger/decisions/screening.ts';
import { readName } from './fold-name.ts';
import { type Screening, selectStale } from './open.ts';
import type { Screener, ScreeningMatch } from './screener.ts';

export interface PartyScreen {
  /** Looks names up, with a turn for other requests between two that are new. Never rejects. */
  prepare(names: readonly string[]): Promise<void>;
  /** The lists' answer; looked up on the spot when it was not prepared. */
  of(name: string): NameAnswer;
  /** Hears from now on which lists serve though they are too old, and until when. */
  relyOn(until: ReliedUntil): void;
}

/** The date until which an approval allows a stale list; null without an approval. */
type ReliedUntil = (list: StaleList) => number | null;

/** Names that are remembered, those used longest ago go first: some 200 bytes each. */
const MAX_KEPT = 50_000;

const NO_HIT: NameAnswer = { outcome: 'no_hit', matches: [] };
const CANNOT_SAY: NameAnswer = { outcome: 'error', matches: [] };
/** No list has entries. */
const NOT_RUN: NameAnswer = { outcome: 'not_run', matches: [] };
/** A letter or a word of the name could be compared with nothing: a person decides. */
const NOT_COMPARED: NameAnswer = { outcome: 'not_compared', matches: [] };
const STALE_LISTS: NameAnswer = { outcome: 'not_run', why: 'lists_stale', matches: [] };

interface Terms {
  /** Meaning of no hit on stale lists: `pass` in the sandbox, not reliable in production. */
  readonly atStale: 'pass' | 'not_run';
  readonly now?: () => number;
}

/**
 * Screens by the name alone, at the measured threshold: other details of a party come from the
 * payer, and may not make a name on a list look less like itself.
 */
export function partyScreen(
  screening: Pick<Screening, 'screener' | 'maxAgeMs'>,
  { atStale, now = Date.now }: Terms = { atStale: 'pass' },
): PartyScreen {
  const answers = new Map<string, NameAnswer>();
  let screener: Screener | null = null;
  let reliedUntil: ReliedUntil = () => null;

  function recall(key: string): NameAnswer | undefined {
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
      ...matchOf(match, days.get(match.list) ?? null),
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
  function asOfNow(answer: NameAnswer): NameAnswer {
    const isAbout = answer.outcome === 'no_hit' || answer.outcome === 'hit';
    if (atStale === 'pass' || !isAbout || !screener) return answer;
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
    relyOn(until) {
      reliedUntil = until;
    },
    async prepare(names) {
      try {
        const index = await screening.screener();
        // Answers of other lists do not apply to these.
        if (screener !== index) answers.clear();
        screener = index;
        for (const name of names) {
          const key = keyOf(name);
          if (recall(key)) continue;
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
      const key = keyOf(name);
      const answer = recall(key);
      if (answer) return asOfNow(answer);
      if (!screener) return CANNOT_SAY;
      try {
        return asOfNow(
          cacheResult(screener, name, key, isEmpty(screener) ? [] : screener.screen({ name })),
        );
      } catch {
        return CANNOT_SAY;
      }
    },
  };
}

const isEmpty = ({ lists }: Screener) => lists.every(({ entries }) => entries === 0);

/**
 * The words that are compared: how they are spaced and written makes no other name. Characters of Han with
 * the same reading in China have others elsewhere.
 */
function keyOf(name: string): string {
  const { unread, undisguised, ...text } = readName(name);
  const compared = [text, ...(undisguised ? [undisguised] : [])]
    .map(({ words, places }) =>
      places.map((wordIndex) => (wordIndex === null ? '/' : words[wordIndex]?.label)).join(' '),
    )
    .join(' = ');
  const isByWords = unread === null && compared !== '' && !/\p{Script=Han}/u.test(name);
  return isByWords ? compared : `${name} `;
}

const timestamp = (time: number) => new Date(time).toISOString();

function matchOf(match: ScreeningMatch, listAsOf: string | null): ListMatch {
  const { list, entityId, entityType, name, matchedName, score, features, programs } = match;
  return { list, listAsOf, entityId, entityType, name, matchedName, score, features, programs };
}
