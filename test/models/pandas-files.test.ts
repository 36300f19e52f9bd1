// A training file as pandas and spreadsheets write it: their words for true, false and missing
// values are read when the rest of the column agrees; decimal commas are refused with the correction.

import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../models/learn/train/read-csv.ts';

const column = (...cells: string[]) =>
  parseCsv(`id,x\n${cells.map((cell, index) => `${index},${cell}\n`).join('')}`).map(({ x }) => x);

describe('a column of a CSV file', () => {
  it.each<[string, string[], unknown[]]>([
    ['booleans of pandas', ['True', 'False', 'True'], [true, false, true]],
    ['booleans of a spreadsheet', ['TRUE', 'FALSE', ''], [true, false, null]],
    ['booleans in several spellings', ['true', 'False', 'TRUE'], [true, false, true]],
    ['booleans with missing ones', ['True', 'NA', 'None', 'False'], [true, null, null, false]],
    ['numbers with NaN', ['1', 'NaN', '2.5', 'nan'], [1, null, 2.5, null]],
    ['numbers with NA', ['1', 'NA', '#N/A', '<NA>', 'NULL'], [1, null, null, null, null]],
    ['numbers with NA and a stray text', ['1', 'NA', '-', 'None'], [1, null, '-', null]],
    ['numbers in quotation marks', ['"1"', '" 2 "'], [1, 2]],
    ['countries, of which one is NA', ['DE', 'NA', 'FR'], ['DE', 'NA', 'FR']],
    ['texts with a missing one', ['red', 'NaN', 'blue'], ['red', null, 'blue']],
    ['texts, of which one is True', ['True', 'maybe', 'False'], ['True', 'maybe', 'False']],
    ['texts, of which one is None', ['None', 'some', 'all'], ['None', 'some', 'all']],
    ['texts with a comma in them', ['"12,5"', '"Hall 3, left"'], ['12,5', 'Hall 3, left']],
    ['nothing but missing values', ['NA', 'None', ''], [null, null, null]],
  ])('with %s', (_, cells, read) => {
    expect(column(...cells)).toEqual(read);
  });

  it.each([
    [['1', 'Inf', '2'], 'record 2: column x has Inf, no finite number'],
    [['-Infinity', ''], 'record 1: column x has -Infinity, no finite number'],
    [['1', '1e400'], 'record 2: column x has Infinity, no finite number'],
    [['1', '#DIV/0!'], 'record 2: column x has #DIV/0!, a fault of a spreadsheet'],
    [['"1,234.50"', '2'], 'record 1: column x has 1,234.50, a number with separators'],
    [['1 234', '2'], 'record 1: column x has 1 234, a number with separators'],
    [['12%', '3%'], 'record 1: column x has 12%, a number with a sign of its own'],
    [['€5', '€6.50'], 'record 1: column x has €5, a number with a sign of its own'],
    [['1', '\u22125'], 'record 2: column x has \u22125, a number with a sign of its own'],
    [['1.5', '(2.50)'], 'record 2: column x has (2.50), a negative number as accounts write it'],
    [['1.5-', '2'], 'record 1: column x has 1.5-, a negative number as accounts write it'],
    [
      ['\uff11\uff0e\uff15', '2'],
      'record 1: column x has \uff11\uff0e\uff15, a number in other digits',
    ],
    [['\u0661\u0662', '2'], 'record 1: column x has \u0661\u0662, a number in other digits'],
  ])('of badly written numbers is refused with the correction: %j', (cells, message) => {
    expect(() => column(...cells)).toThrow(message);
  });

  it.each([
    ['inf', 'sup'],
    ['192.168.0.1', '10.0.0.1'],
    ['2026-01-01', '2026-01-02'],
    ['50%', 'half'],
  ])('of texts that resemble numbers stays text: %s, %s', (...cells) => {
    expect(column(...cells)).toEqual(cells);
  });

  it("may follow the spreadsheet's line that names the separator", () => {
    expect(parseCsv('\uFEFFsep=,\r\na,b\r\n1,2\r\n')).toEqual([{ a: 1, b: 2 }]);
  });

  it.each([
    ['"12,5"', '3'],
    ['"1.234,50"', '"7,25"'],
    ['"1 234,50"', '1'],
    ['"-0,5"', 'NaN'],
  ])('of numbers with decimal commas is refused with the correction: %s', (...cells) => {
    expect(() => column(...cells)).toThrow(
      /^record 1: column x has .*, a number with a decimal comma; write it with a point/,
    );
  });
});
