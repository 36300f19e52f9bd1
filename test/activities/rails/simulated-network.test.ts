// The simulated networks: their opening hours at night, on weekends, on holidays and in summer, and
// the fixed outcomes of the magic accounts, which the documentation lists.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAGIC_ACCOUNTS } from '../../../activities/rails/magic-accounts.ts';
import { connectedRails, networksOf } from '../../../activities/rails/open.ts';
import { openDaysAfter, settlementTimeOf } from '../../../activities/rails/settlement-times.ts';
import { parseDate } from '../../../ledger/calendar-date.ts';
import { isFedDay } from '../../../ledger/fed-days.ts';
import { NETWORK_CODES, NETWORK_RAILS, type NetworkRail } from '../../../ledger/rail.ts';

const formatSettlementTime = (rail: NetworkRail, takenAt: string) =>
  new Date(settlementTimeOf(rail, Date.parse(takenAt))).toISOString();

describe('the settlement time', () => {
  it.each<[NetworkRail, string, string, string]>([
    ['ach', 'is the next morning', '2026-11-23T15:00:00Z', '2026-11-24T13:30:00.000Z'],
    ['ach', 'is a day later after the cut-off', '2026-11-23T21:45:00Z', '2026-11-25T13:30:00.000Z'],
    ['ach', 'is after Thanksgiving', '2026-11-25T20:00:00Z', '2026-11-27T13:30:00.000Z'],
    ['ach', 'is after a weekend', '2026-11-27T20:00:00Z', '2026-11-30T13:30:00.000Z'],
    ['ach', 'follows summer time', '2026-07-06T15:00:00Z', '2026-07-07T12:30:00.000Z'],
    ['wire', 'is 15 minutes later', '2026-11-23T15:00:00Z', '2026-11-23T15:15:00.000Z'],
    ['wire', 'is after the next opening', '2026-11-23T10:00:00Z', '2026-11-23T14:15:00.000Z'],
    ['wire', 'on Friday evening is Monday', '2026-11-28T00:00:00Z', '2026-11-30T14:15:00.000Z'],
    ['card', 'is early the next morning', '2026-11-24T00:59:00Z', '2026-11-24T11:00:00.000Z'],
    ['sepa', 'is the next morning', '2026-11-23T13:59:00Z', '2026-11-24T08:00:00.000Z'],
    [
      'sepa',
      'is a day later after the cut-off',
      '2026-11-23T14:00:00Z',
      '2026-11-25T08:00:00.000Z',
    ],
    ['sepa', 'is after Easter', '2027-03-25T12:00:00Z', '2027-03-30T07:00:00.000Z'],
  ])('of a payment by %s %s', (rail, _expected, takenAt, settledAt) => {
    expect(formatSettlementTime(rail, takenAt)).toBe(settledAt);
  });

  it('is less than a week after the acceptance, whenever the payment is accepted', () => {
    for (const rail of NETWORK_RAILS) {
      for (
        let acceptedAt = Date.UTC(2026, 0, 1);
        acceptedAt < Date.UTC(2027, 0, 1);
        acceptedAt += 3 * 3_600_000 + 7
      ) {
        const settlesAt = settlementTimeOf(rail, acceptedAt);
        expect(settlesAt).toBeGreaterThan(acceptedAt);
        expect(settlesAt - acceptedAt).toBeLessThan(7 * 24 * 3_600_000);
        expect(openDaysAfter(rail, settlesAt, 2)).toBeGreaterThan(settlesAt + 24 * 3_600_000);
      }
    }
  });
});

it('the Federal Reserve keeps eleven holidays: those on a Sunday move to Monday, those on a Saturday are dropped', () => {
  const isClosed = (text: string) => !isFedDay(parseDate(text) ?? 0);
  const holidaysOf2026 = [
    '01-01',
    '01-19',
    '02-16',
    '05-25',
    '06-19',
    '09-07',
    '10-12',
    '11-11',
    '11-26',
  ];
  for (const day of [...holidaysOf2026, '12-25']) expect(isClosed(`2026-${day}`), day).toBe(true);
  // 4 July 2026 is a Saturday: the Friday before stays open. 4 July 2027 is a Sunday.
  expect(isClosed('2026-07-03')).toBe(false);
  expect(isClosed('2027-07-05')).toBe(true);
  expect(isClosed('2026-05-18')).toBe(false);
});

describe('magic accounts', () => {
  const page = readFileSync('docs/build/rails.md', 'utf8');
  const documented = page
    .split('\n')
    .flatMap((line) => /^\| (`[^|]+`) +\| `([^`]+)` +\| ([^|]+)\|$/.exec(line) ?? [])
    .filter((_, index) => index % 4 !== 0);
  const rows = Array.from({ length: documented.length / 3 }, (_, index) =>
    documented.slice(3 * index, 3 * index + 3),
  );

  it('are those of the documentation, with the error codes of their networks', () => {
    const documentedAccounts = rows.flatMap(([rails = '', account = '', outcome = '']) =>
      [...rails.matchAll(/`(\w+)`/g)].map(([, rail]) => ({
        name: `${rail} ${account.toUpperCase()}`,
        code: /: `([^`]+)`/.exec(outcome)?.[1],
      })),
    );
    const implemented = NETWORK_RAILS.flatMap((rail) =>
      Object.entries(MAGIC_ACCOUNTS[rail]).map(([account, outcome]) => {
        const code = outcome.kind === 'waits' ? undefined : outcome.code;
        if (code !== undefined) {
          expect(NETWORK_CODES[rail].map((item) => item.code)).toContain(code);
        }
        return { name: `${rail} ${account}`, code };
      }),
    );
    const compareNames = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(documentedAccounts.sort(compareNames)).toEqual(implemented.sort(compareNames));
  });
});

it('the sandbox has a network for every rail, and production for none', () => {
  expect(connectedRails('sandbox')).toEqual(NETWORK_RAILS);
  expect(connectedRails('production')).toEqual([]);
  for (const rail of NETWORK_RAILS) {
    expect(networksOf('sandbox')(rail)?.name).toBe('simulated');
    expect(networksOf('production')(rail)).toBeNull();
  }
});
