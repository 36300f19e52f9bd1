// A provider's answer is accepted only when it is a plausible table of rates.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refuseJumps } from '../../../bank/rates/board.ts';
import { readEcb } from '../../../bank/rates/ecb.ts';
import { fileRates, readNewestDay, SNAPSHOT } from '../../../bank/rates/file.ts';
import { readRates } from '../../../bank/rates/open-exchange-rates.ts';
import { BadRates } from '../../../bank/rates/provider.ts';
import { formatDecimal, type RateTable } from '../../../ledger/rates.ts';
import { ecbXml, openRatesJson } from './answers.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

function rateIn(table: RateTable, code: string): string | null {
  const rate = table.rates.get(code);
  return rate ? formatDecimal(rate) : null;
}

describe('the rates snapshot', () => {
  test('is the newest day of the ECB, dated and complete', async () => {
    const table = await fileRates().load();
    expect(table).toMatchObject({ source: 'ecb-reference-rates', base: 'EUR' });
    expect(new Date(table.asOf).toISOString()).toBe('2026-10-30T15:00:00.000Z');
    expect(table.rates.size).toBe(30);
    expect(['EUR', 'USD', 'JPY', 'ISK', 'IDR'].map((code) => rateIn(table, code))).toEqual([
      '1',
      '1.1172',
      '175.68',
      '136',
      '20275.17',
    ]);
  });

  test('has the newest day whatever the order of its rows', () => {
    const [header = '', ...rows] = readFileSync(SNAPSHOT, 'utf8').trim().split('\n');
    const upside = [header, ...rows.reverse()].join('\n');
    expect(rateIn(readNewestDay(upside, NOW), 'USD')).toBe('1.1172');
  });

  test.each([
    ['no header', 'USD,JPY\n2026-10-30,1,2\n'],
    ['no day', 'Date,USD,JPY\n'],
    ['an empty file', ''],
    ['a rate that is no number', 'Date,USD,JPY,GBP,CHF,SEK,NOK\n2026-10-30,1,x,1,1,1,1\n'],
    ['too few rates', 'Date,USD\n2026-10-30,1.1\n'],
    ['a day that does not exist', 'Date,USD,JPY,GBP,CHF,SEK,NOK\n2026-13-40,1,1,1,1,1,1\n'],
  ])('is refused with %s', (_label, csv) => {
    expect(() => readNewestDay(csv, NOW)).toThrow(BadRates);
  });
});

describe('the daily file of the ECB', () => {
  test('is read to the last digit', () => {
    const table = readEcb(ecbXml({ USD: '1.1172', IDR: '20275.17' }), NOW);
    expect(rateIn(table, 'USD')).toBe('1.1172');
    expect(rateIn(table, 'IDR')).toBe('20275.17');
  });

  test.each([
    ['HTML', '<html><body>Maintenance</body></html>'],
    ['no day', ecbXml({}).replace(/time='[^']*'/, '')],
    ['two days', ecbXml({}).replace('</Cube>', "<Cube time='2026-10-29'></Cube></Cube>")],
    ['NaN', ecbXml({ USD: 'NaN' })],
    ['a negative rate', ecbXml({ USD: '-1.1' })],
    ['a zero rate', ecbXml({ USD: '0.0' })],
    ['a rate out of all reason', ecbXml({ USD: '11172000000' })],
    ['a rate near nothing', ecbXml({ USD: '0.0000000001' })],
    ['a day ahead', ecbXml({}, '2026-11-24')],
    ['a currency twice', ecbXml({}).replace("currency='JPY'", "currency='GBP'")],
    ['an entry that cannot be read', ecbXml({}).replace("rate='0.8338'", 'rate=0.8338')],
    ['half of it', ecbXml({}).slice(0, 400)],
    ['nothing', ''],
  ])('is refused with %s', (_label, xml) => {
    expect(() => readEcb(xml, NOW)).toThrow(BadRates);
  });
});

describe('an answer of the open exchange rates kind', () => {
  test('is read without entries that are not currencies', () => {
    const table = readRates(openRatesJson({ KWD: 0.3071, BTC: 0.0000105, XAU: 0.00025 }), NOW);
    expect(table).toMatchObject({ base: 'USD', source: 'open-exchange-rates' });
    expect(rateIn(table, 'KWD')).toBe('0.3071');
    expect(rateIn(table, 'BTC')).toBeNull();
    expect(rateIn(table, 'XAU')).toBeNull();
  });

  test.each([
    ['HTML', '<html></html>'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an error', '{"error":true,"status":401,"message":"invalid_app_id"}'],
    ['no rates', '{"base":"USD","timestamp":1761836400}'],
    ['rates as a list', '{"base":"USD","timestamp":1761836400,"rates":[1,2]}'],
    ['a rate as text', openRatesJson({}).replace('"EUR":0.8951', '"EUR":"0.8951"')],
    ['a rate of null, as NaN is sent', openRatesJson({}).replace('"EUR":0.8951', '"EUR":null')],
    ['a negative rate', openRatesJson({ JPY: -157 })],
    ['a rate of zero', openRatesJson({ JPY: 0 })],
    ['a rate past all numbers', openRatesJson({}).replace('"EUR":0.8951', '"EUR":1e999')],
    ['an unknown base', openRatesJson({}).replace('"USD"', '"XXX"')],
    ['a timestamp in milliseconds', openRatesJson({}).replace('1792767600', '1792767600000')],
  ])('is refused with %s', (_label, json) => {
    expect(() => readRates(json, NOW)).toThrow(BadRates);
  });
});

describe('new rates compared with the current rates', () => {
  const before = readEcb(ecbXml({}, '2026-10-29'), NOW);
  test('are accepted when they moved within the limits', () => {
    expect(() => refuseJumps(before, readEcb(ecbXml({ USD: '2.2' }), NOW))).not.toThrow();
  });
  test.each([
    ['doubled', { USD: '2.3' }, '2026-10-30'],
    ['halved', { USD: '0.5' }, '2026-10-30'],
    ['a point lost', { JPY: '17568' }, '2026-10-30'],
    ['an older day', {}, '2026-10-28'],
  ])('are refused: %s', (_label, rates, day) => {
    expect(() => refuseJumps(before, readEcb(ecbXml(rates, day), NOW))).toThrow(BadRates);
  });
});
