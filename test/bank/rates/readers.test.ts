// A provider's answer is accepted only when it is a plausible table of rates.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refuseJumps } from '../../../bank/rates/board.ts';
import { readEcb } from '../../../bank/rates/ecb.ts';
import { fileRates, readNewestDay, SNAPSHOT } from '../../../bank/rates/file.ts';
import { readRates } from '../../../bank/rates/open-exchange-rates.ts';
import { BadRates } from '../../../bank/rates/provider.ts';
import { formatDecimal, type RateTable } from '../../../ledger/rates.ts';
import { formatEcbXml, formatOpenRatesJson } from './answers.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

function formatRate(table: RateTable, code: string): string | null {
  const rate = table.rates.get(code);
  return rate ? formatDecimal(rate) : null;
}

describe('the rates snapshot', () => {
  test('is the newest day of the ECB, dated and complete', async () => {
    const table = await fileRates().load();
    expect(table).toMatchObject({ source: 'ecb-reference-rates', base: 'EUR' });
    expect(new Date(table.asOf).toISOString()).toBe('2026-10-30T15:00:00.000Z');
    expect(table.rates.size).toBe(30);
    expect(['EUR', 'USD', 'JPY', 'ISK', 'IDR'].map((code) => formatRate(table, code))).toEqual([
      '1',
      '1.1172',
      '175.68',
      '136',
      '20275.17',
    ]);
  });

  test('has the newest day whatever the order of its rows', () => {
    const [header = '', ...rows] = readFileSync(SNAPSHOT, 'utf8').trim().split('\n');
    const reversedRows = [header, ...rows.reverse()].join('\n');
    expect(formatRate(readNewestDay(reversedRows, NOW), 'USD')).toBe('1.1172');
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
    const table = readEcb(formatEcbXml({ USD: '1.1172', IDR: '20275.17' }), NOW);
    expect(formatRate(table, 'USD')).toBe('1.1172');
    expect(formatRate(table, 'IDR')).toBe('20275.17');
  });

  test.each([
    ['HTML', '<html><body>Maintenance</body></html>'],
    ['no day', formatEcbXml({}).replace(/time='[^']*'/, '')],
    ['two days', formatEcbXml({}).replace('</Cube>', "<Cube time='2026-10-29'></Cube></Cube>")],
    ['NaN', formatEcbXml({ USD: 'NaN' })],
    ['a negative rate', formatEcbXml({ USD: '-1.1' })],
    ['a zero rate', formatEcbXml({ USD: '0.0' })],
    ['a rate that is far too high', formatEcbXml({ USD: '11172000000' })],
    ['a rate that is far too low', formatEcbXml({ USD: '0.0000000001' })],
    ['a day in the future', formatEcbXml({}, '2026-11-24')],
    ['a currency twice', formatEcbXml({}).replace("currency='JPY'", "currency='GBP'")],
    ['an entry that cannot be read', formatEcbXml({}).replace("rate='0.8338'", 'rate=0.8338')],
    ['half of the file', formatEcbXml({}).slice(0, 400)],
    ['an empty text', ''],
  ])('is refused with %s', (_label, xml) => {
    expect(() => readEcb(xml, NOW)).toThrow(BadRates);
  });
});

describe('an answer in the format of Open Exchange Rates', () => {
  test('is read without entries that are not currencies', () => {
    const table = readRates(
      formatOpenRatesJson({ KWD: 0.3071, BTC: 0.0000105, XAU: 0.00025 }),
      NOW,
    );
    expect(table).toMatchObject({ base: 'USD', source: 'open-exchange-rates' });
    expect(formatRate(table, 'KWD')).toBe('0.3071');
    expect(formatRate(table, 'BTC')).toBeNull();
    expect(formatRate(table, 'XAU')).toBeNull();
  });

  test.each([
    ['HTML', '<html></html>'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an error', '{"error":true,"status":401,"message":"invalid_app_id"}'],
    ['no rates', '{"base":"USD","timestamp":1761836400}'],
    ['rates as a list', '{"base":"USD","timestamp":1761836400,"rates":[1,2]}'],
    ['a rate as text', formatOpenRatesJson({}).replace('"EUR":0.8951', '"EUR":"0.8951"')],
    ['a rate of null', formatOpenRatesJson({}).replace('"EUR":0.8951', '"EUR":null')],
    ['a negative rate', formatOpenRatesJson({ JPY: -157 })],
    ['a rate of zero', formatOpenRatesJson({ JPY: 0 })],
    ['an infinite rate', formatOpenRatesJson({}).replace('"EUR":0.8951', '"EUR":1e999')],
    ['an unknown base', formatOpenRatesJson({}).replace('"USD"', '"XXX"')],
    ['a timestamp in milliseconds', formatOpenRatesJson({}).replace('1792767600', '1792767600000')],
  ])('is refused with %s', (_label, json) => {
    expect(() => readRates(json, NOW)).toThrow(BadRates);
  });
});

describe('new rates compared with the current rates', () => {
  const currentRates = readEcb(formatEcbXml({}, '2026-10-29'), NOW);
  test('are accepted when they moved within the limits', () => {
    expect(() =>
      refuseJumps(currentRates, readEcb(formatEcbXml({ USD: '2.2' }), NOW)),
    ).not.toThrow();
  });
  test.each([
    ['a rate doubled', { USD: '2.3' }, '2026-10-30'],
    ['a rate halved', { USD: '0.5' }, '2026-10-30'],
    ['a rate lost its decimal point', { JPY: '17568' }, '2026-10-30'],
    ['they are of an older day', {}, '2026-10-28'],
  ])('are refused when %s', (_label, rates, day) => {
    expect(() => refuseJumps(currentRates, readEcb(formatEcbXml(rates, day), NOW))).toThrow(
      BadRates,
    );
  });
});
