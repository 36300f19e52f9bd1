// The currency table equals ISO 4217 and accepts no other code.

import { createHash } from 'node:crypto';
import * as dineroCurrencies from 'dinero.js/bigint/currencies';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, currencyOf, exponentOf } from '../../ledger/currency.ts';

const codes = CURRENCIES.map((currency) => currency.code);

function codesWithExponent(exponent: number): string[] {
  return CURRENCIES.filter((currency) => currency.exponent === exponent).map(({ code }) => code);
}

describe('the currency table', () => {
  test('has the 154 currencies in use, each code, number and name once, in code order', () => {
    expect(CURRENCIES).toHaveLength(154);
    expect(new Set(codes).size).toBe(154);
    expect(new Set(CURRENCIES.map(({ numeric }) => numeric)).size).toBe(154);
    expect(new Set(CURRENCIES.map(({ name }) => name)).size).toBe(154);
    expect(codes).toEqual([...codes].sort());
  });

  test('spells every row as ISO does: three letters, three digits, a name', () => {
    for (const { code, numeric, name } of CURRENCIES) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect(numeric).toMatch(/^\d{3}$/);
      expect(name).toBe(name.trim());
      expect(name).not.toBe('');
    }
  });

  test('equals List One of 2026-01-01 row by row: code, number, minor unit, name', () => {
    // Computed from the XML itself (its own SHA-256 stands in the table's header): the rows
    // "CHF 756 2 Swiss Franc" in code order, joined by line feeds.
    const rows = CURRENCIES.map((row) => `${row.code} ${row.numeric} ${row.exponent} ${row.name}`);
    expect(createHash('sha256').update(rows.join('\n')).digest('hex')).toBe(
      '9706512b3728501842e778aa3344ef3979b945ad5933aa3512887bb619101f3f',
    );
  });

  test('cannot be changed at run time', () => {
    expect(Object.isFrozen(CURRENCIES)).toBe(true);
    expect(CURRENCIES.every((currency) => Object.isFrozen(currency))).toBe(true);
  });
});

describe('currency exponents', () => {
  test('are zero for exactly these currencies, so that 100 JPY never becomes 1', () => {
    expect(codesWithExponent(0)).toEqual(
      'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
    );
  });

  test('are three for exactly these currencies, so that 1 KWD is never 100 fils', () => {
    expect(codesWithExponent(3)).toEqual('BHD IQD JOD KWD LYD OMR TND'.split(' '));
  });

  test('are two for every other currency', () => {
    expect(codesWithExponent(2)).toHaveLength(154 - 16 - 7);
    expect(exponentOf('EUR')).toBe(2);
  });

  test('follow ISO where runtimes follow local habit: HUF, COP and IDR have hundredths', () => {
    expect(['HUF', 'COP', 'IDR'].map(exponentOf)).toEqual([2, 2, 2]);
  });
});

describe('the currency table refuses', () => {
  test.each([
    ['a metal', 'XAG XAU XPD XPT'],
    ['a test code or no currency', 'XTS XXX'],
    ['a bond market unit', 'XBA XBB XBC XBD'],
    ['a funds code', 'BOV CHE CHW CLF COU MXV USN UYI'],
    ['a unit of account or an index', 'XAD XDR XSU XUA UYW'],
    ['a second code for the bolívar', 'VED'],
    ['a withdrawn currency', 'ANG BGN CUC HRK SLL ZWL DEM'],
    ['another case', 'eur Eur'],
    ['a number', '978 008'],
    ['a name of the language', 'constructor __proto__ toString'],
  ])('%s: %s', (_kind, list) => {
    for (const code of list.split(' ')) {
      expect(currencyOf(code), code).toBeNull();
      expect(() => exponentOf(code), code).toThrow(RangeError);
    }
  });

  test('any other text, including a known code with extra characters', () => {
    const constant = fc.constantFrom(...codes);
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[A-Z]{3}$/),
      fc.tuple(constant, fc.constantFrom(' ', '\n', '\0', 'X')).map(([code, tail]) => code + tail),
      constant.map((code) => ` ${code}`),
    );
    fc.assert(
      fc.property(
        text.filter((value) => !codes.includes(value)),
        (value) => {
          expect(currencyOf(value)).toBeNull();
          expect(() => exponentOf(value)).toThrow(RangeError);
        },
      ),
    );
  });
});

describe('the successor of a withdrawn currency is in the table', () => {
  test.each([
    ['EUR', '978', 'HRK in 2023 and BGN in 2026'],
    ['SLE', '925', 'SLL in 2023'],
    ['ZWG', '924', 'ZWL in 2024'],
    ['XCG', '532', 'ANG in 2025, whose number it keeps'],
    ['VES', '928', 'VEF in 2018'],
  ])('%s (%s) for %s', (code, numeric) => {
    expect(currencyOf(code)).toMatchObject({ code, numeric, exponent: 2 });
  });
});

describe('the currency table compared with dinero.js 2.0.2', () => {
  const dineroCurrency = new Map(
    Object.values(dineroCurrencies).map((entry) => [entry.code, entry]),
  );

  test('has no currency that is missing there', () => {
    expect(codes.filter((code) => !dineroCurrency.has(code))).toEqual([]);
  });

  test('lacks only funds codes, units of account, VED and the withdrawn lev', () => {
    const onlyTheirs = [...dineroCurrency.keys()]
      .filter((code) => currencyOf(code) === null)
      .sort();
    expect(onlyTheirs).toEqual([
      'BGN', // the euro since 2026-01-01 (Amendment 180), dinero.js still carries it
      ...['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI'], // funds codes of List One
      'UYW', // Uruguay's wage index
      'VED', // the money of VES under a second code
      'XAD', // unit of account of the Arab Monetary Fund
    ]);
  });

  test('agrees on exponents except for MGA and MRU, whose fifths ISO writes with two places', () => {
    // An ariary is 5 iraimbilanja, an ouguiya 5 khoums. dinero.js models that as base 5, exponent
    // 1; List One gives both "2", which is the exponent that other banks and card schemes send.
    const different = CURRENCIES.filter(({ code, exponent }) => {
      const entry = dineroCurrency.get(code);
      return entry?.base !== 10n || entry.exponent !== BigInt(exponent);
    });
    expect(different.map(({ code, exponent }) => [code, exponent])).toEqual([
      ['MGA', 2],
      ['MRU', 2],
    ]);
    for (const code of ['MGA', 'MRU']) {
      expect(dineroCurrency.get(code)).toMatchObject({ base: 5n, exponent: 1n });
    }
  });
});
