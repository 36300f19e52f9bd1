// CSV statements with hostile texts: every record has 16 fields, the texts read back unchanged, and
// no cell is a formula for a spreadsheet.

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatCsv } from '../../../api/kit/csv.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { SINCE_2020 } from '../../kit/money/statements.ts';

/** Texts of a stranger, each with the expected cell. */
const TEXTS: readonly (readonly [string, string])[] = [
  ["rent\n=cmd|'/C calc'!A0", "rent\n=cmd|'/C calc'!A0"],
  ['rent\r=1+1', 'rent\r=1+1'],
  ['rent\r\n=1+1', 'rent\r\n=1+1'],
  ['\n=1+1', "'\n=1+1"],
  [' =1+1', "' =1+1"],
  ['\t=1+1', "'\t=1+1"],
  ['+49 30 123', "'+49 30 123"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+3', "'-2+3"],
  ['＝1+1', "'＝1+1"],
  ['−1', "'−1"],
  ['a,b;c"d"', 'a,b;c"d"'],
  ["'quoted", "'quoted"],
  ['"', '"'],
  ['Łukasz, "żłobek"', 'Łukasz, "żłobek"'],
];
const FORMULA = /^[\s]*[=+@\-−＝＋－＠]/u;

let bank: CheckedBank;
let key: string;
let path: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [0]);
  path = `/v1/accounts/${accountIds[0]}/statements?${SINCE_2020}`;
  for (const [text] of TEXTS) {
    const body = {
      type: 'deposit',
      amount: 100,
      currency: 'EUR',
      destinationAccountId: accountIds[0],
      description: text,
      category: text.replace(/[\r\n\t]/g, ' '),
      // Of a party's fields, only the name has to be one line.
      externalParty: {
        name: `${text.replace(/[\r\n\t]/g, ' ')}x`,
        accountNumber: text.slice(0, 64),
      },
    };
    const { status } = await bank.call('/v1/transactions?wait=10', { key, body });
    expect([text, status]).toEqual([text, 201]);
  }
});
afterAll(() => bank.close());

const bytesOf = async (query: string) => {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${bank.url}${path}&${query}`, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

it('every CSV record has 16 fields, ends with CRLF, and contains the text as sent', async () => {
  const bytes = await bytesOf('format=csv');
  // Split by RFC 4180: a line end outside of quotes ends a record.
  const records = parse(bytes, {
    record_delimiter: '\r\n',
    relax_column_count: true,
  }) as string[][];
  expect(records.map((cells) => cells.length)).toEqual(Array(TEXTS.length + 3).fill(16));
  const [head = [], ...rows] = records;
  const described = rows.map((cells) => cells[head.indexOf('description')]);
  expect(described.slice(1, -1)).toEqual(TEXTS.map(([, cell]) => cell));
  expect(rows.slice(1, -1).map((cells) => cells[head.indexOf('balance')])).toEqual(
    TEXTS.map((_, index) => `${index + 1}.00`),
  );
});

it('no CSV cell begins as a formula, for any reader of line ends', async () => {
  for (const record_delimiter of ['\r\n', '\n', '\r']) {
    const rows = parse(await bytesOf('format=csv'), {
      record_delimiter,
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][];
    const cells = rows.flat().filter((cell) => FORMULA.test(cell));
    expect(cells).toEqual([]);
  }
});

it('a CSV field with a lone line end is quoted, and a negative balance stays a number', () => {
  for (const end of ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029']) {
    const text = formatCsv([{ a: `x${end}y`, b: '-1.00' }], {
      columns: ['a', 'b'],
      figures: ['b'],
      header: false,
    });
    expect(text).toBe(`"x${end}y",-1.00\r\n`);
  }
});

it('a CSV statement has the byte-order mark on request, and other formats refuse the parameter', async () => {
  const plainCsv = await bytesOf('format=csv');
  expect([...plainCsv.subarray(0, 3)]).not.toEqual([0xef, 0xbb, 0xbf]);
  expect(await bytesOf('format=csv&bom=false')).toEqual(plainCsv);
  const marked = await bytesOf('format=csv&bom=true');
  expect(marked).toEqual(Buffer.concat([Buffer.from('\ufeff'), plainCsv]));
  for (const query of ['format=pdf&bom=true', 'bom=true', 'format=csv&bom=1']) {
    const { status, body } = await bank.call(`${path}&${query}`, { key });
    expect([query, status, body.errors[0].pointer]).toEqual([query, 400, 'bom']);
  }
});
