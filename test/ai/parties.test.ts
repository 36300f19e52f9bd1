// External names are compared with the lists before money moves: once for all spellings, and never
// reported as clear without a search.

import { describe, expect, test } from 'vitest';
import type { ListEntry } from '../../ai/screening/list-file.ts';
import { createPartyScreen } from '../../ai/screening/parties.ts';
import { buildScreener, type Screener } from '../../ai/screening/screener.ts';
import {
  applyHitDecisions,
  type HitStatus,
  type NameAnswer,
} from '../../ledger/decisions/screening.ts';
import { DAY_MS } from '../../ledger/durations.ts';

const AS_OF = '2026-01-01';
const ENTRY = { aliases: [], weakAliases: [], birthDates: [], countries: ['RU'], programs: [] };
const LISTED_ENTRY: ListEntry = {
  ...ENTRY,
  id: 'T-1',
  type: 'individual',
  name: 'QUOSTROV, Balthasar',
};

function buildIndex(entries: readonly ListEntry[]): Screener {
  const body = { title: 'Test', source: 'test', licence: 'none', asOf: AS_OF };
  const building = buildScreener([{ code: 'l', ...body, entries }]);
  for (;;) {
    const step = building.next();
    if (step.done) return step.value;
  }
}

/** Counts the lookups that reach the index. */
function createCountingScreen(
  entries: readonly ListEntry[],
  terms?: Parameters<typeof createPartyScreen>[1],
) {
  const index = buildIndex(entries);
  const requests: string[] = [];
  const screener: Screener = {
    ...index,
    screen(query) {
      requests.push(query.name);
      return index.screen(query);
    },
    search(query) {
      requests.push(query.name);
      return index.search(query);
    },
  };
  const screening = { screener: async () => screener, maxAgeMs: DAY_MS };
  return { asked: requests, parties: createPartyScreen(screening, terms) };
}

describe('names of external parties', () => {
  test('are looked up once, whatever their spacing and letter case', async () => {
    const { asked, parties } = createCountingScreen([LISTED_ENTRY]);
    await parties.prepare(['Balthasar Quostrov', 'balthasar   QUOSTROV', 'Grace Hopper']);
    expect(asked).toEqual(['Balthasar Quostrov', 'Grace Hopper']);
    expect(parties.of('Balthasar, Quostrov')).toMatchObject({
      outcome: 'hit',
      matches: [{ list: 'l', listAsOf: '2026-01-01', entityId: 'T-1' }],
    });
    expect(parties.of('Grace Hopper')).toEqual({ outcome: 'no_hit', matches: [] });
    expect(asked).toHaveLength(2);
  });

  test('that were not prepared are screened as soon as the index is loaded', async () => {
    const { asked, parties } = createCountingScreen([LISTED_ENTRY]);
    expect(parties.of('Balthasar Quostrov').outcome).toBe('error');
    await parties.prepare([]);
    expect(parties.of('Balthasar Quostrov').outcome).toBe('hit');
    expect(asked).toHaveLength(1);
  });

  test('are never reported as clear before they were screened', async () => {
    const { parties } = createCountingScreen([]);
    await parties.prepare(['Grace Hopper']);
    expect(parties.of('Grace Hopper').outcome).toBe('not_run');
    const other = createCountingScreen([LISTED_ENTRY]);
    await other.parties.prepare(['😀 !!']);
    expect(other.parties.of('😀 !!').outcome).toBe('not_compared');
  });

  test('are not screened on a stale list in production, and an earlier hit stays a hit', async () => {
    let time = Date.parse(AS_OF) + DAY_MS;
    const { parties } = createCountingScreen([LISTED_ENTRY], {
      atStale: 'not_run',
      now: () => time,
    });
    await parties.prepare(['Grace Hopper', LISTED_ENTRY.name]);
    expect(parties.of('Grace Hopper').outcome).toBe('no_hit');
    time += 1;
    expect(parties.of('Grace Hopper')).toMatchObject({ outcome: 'not_run', why: 'lists_stale' });
    expect(parties.of(LISTED_ENTRY.name).outcome).toBe('hit');
  });

  test('unreadable lists make an error of every name', async () => {
    const brokenScreen = createPartyScreen({
      screener: () => Promise.reject(new Error('gone')),
      maxAgeMs: DAY_MS,
    });
    await brokenScreen.prepare(['Grace Hopper']);
    expect(brokenScreen.of('Grace Hopper').outcome).toBe('error');
  });
});

describe("reviewers' decisions", () => {
  const match = (entityId: string) => ({
    list: 'l',
    listAsOf: null,
    entityId,
    entityType: 'individual' as const,
    name: 'A',
    matchedName: 'A',
    score: 0.9,
    features: [],
    programs: [],
  });
  const HIT: NameAnswer = { outcome: 'hit', matches: [match('1'), match('2')] };
  const weigh = (statuses: Readonly<Record<string, HitStatus>>) => {
    const { outcome, matches } = applyHitDecisions(
      HIT,
      ({ entityId }) => statuses[entityId] ?? null,
    );
    return [outcome, matches.map(({ entityId }) => entityId).join()];
  };

  test.each([
    [{}, 'hit', '1,2'],
    [{ 1: 'pending' }, 'hit', '1,2'],
    [{ 1: 'no_hit' }, 'hit', '2'],
    [{ 1: 'no_hit', 2: 'no_hit' }, 'no_hit', ''],
    [{ 1: 'no_hit', 2: 'confirmed_hit' }, 'confirmed', '2'],
    [{ 2: 'confirmed_hit' }, 'confirmed', '1,2'],
  ] as const)('the reviews %j of two hits leave the outcome %s', (statuses, outcome, remaining) => {
    expect(weigh(statuses)).toEqual([outcome, remaining]);
  });

  test('no review asks about a check that was not run', () => {
    const answer: NameAnswer = { outcome: 'not_run', matches: [] };
    expect(applyHitDecisions(answer, () => 'confirmed_hit').outcome).toBe('not_run');
  });
});
