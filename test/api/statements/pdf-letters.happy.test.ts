// PDF statements show every letter, and copied text has the original letters.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { readPdfGlyphs, readPdfPages } from '../../kit/formats/pdf-text.ts';
import { SINCE_2020 } from '../../kit/money/statements.ts';

/** Texts in reading order; some scripts are drawn in another order. */
const TEXTS: readonly (readonly [string, 'as read' | 'shaped'])[] = [
  ['Opłata za żłobek – Nguyễn Thị Ánh', 'as read'],
  ['Őrség, Țară, Ğ, ő, ű, ŝ', 'as read'],
  ['Ελληνική Δημοκρατία', 'as read'],
  ['Оплата за їжу, Ђорђе', 'as read'],
  ['中文房租', 'as read'],
  ['東京 髙﨑 アパート', 'as read'],
  ['한국어 임대료', 'as read'],
  ['Հայերեն', 'as read'],
  ['ქართული', 'as read'],
  ['አማርኛ', 'as read'],
  ['שכר דירה 100 ILS', 'shaped'],
  ['دفع الإيجار 250', 'shaped'],
  ['हिन्दी किराया', 'shaped'],
  ['ค่าเช่าบ้าน', 'shaped'],
];
const HOLDER = 'Łukasz Wójcik';

let bank: CheckedBank;
let key: string;
let path: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  const { accountIds, customerId } = await openAccounts(bank, key, [0]);
  const change = { key, method: 'PATCH', body: { name: HOLDER } };
  await bank.call(`/v1/customers/${customerId}`, change);
  path = `/v1/accounts/${accountIds[0]}/statements?${SINCE_2020}&format=pdf`;
  for (const [description] of TEXTS) {
    const deposit = { type: 'deposit', amount: 100, currency: 'EUR', description };
    const body = { ...deposit, destinationAccountId: accountIds[0] };
    await bank.call('/v1/transactions?wait=10', { key, body });
  }
  // The file contains the end of the range.
  path += `&to=${encodeURIComponent(new Date().toISOString())}`;
});
afterAll(() => bank.close());

const read = async () => {
  const headers = { authorization: `Bearer ${key}` };
  return Buffer.from(await (await fetch(bank.url + path, { headers })).arrayBuffer());
};

it('letters of every script can be copied out of the PDF, in reading order', async () => {
  const file = await read();
  const texts = readPdfPages(file).flat();
  for (const [text] of TEXTS) expect(texts).toContain(text.normalize('NFC'));
  expect(texts).toContain(HOLDER);
}, 60_000);

it('letters are drawn in fonts that contain them, and none as a question mark', async () => {
  const file = await read();
  const drawnText = readPdfGlyphs(file).flat().join('').replaceAll(' ', '');
  for (const [text] of TEXTS.filter(([, order]) => order === 'as read')) {
    expect(drawnText, text).toContain(text.normalize('NFC').replaceAll(' ', ''));
  }
  for (const [text] of TEXTS) {
    for (const word of text.split(' ')) {
      const letters = [...word.normalize('NFC')].filter((value) => /\p{L}/u.test(value));
      const missingLetters = letters.filter(
        (letter) => !drawnText.normalize('NFKC').includes(letter),
      );
      expect(missingLetters, text).toEqual([]);
    }
  }
  expect(drawnText).not.toMatch(/[?\ufffd\u25a1]/);
}, 60_000);

it('a PDF embeds only the letters it uses, and is the same file each time', async () => {
  const file = await read();
  // The installed fonts take 30 megabytes.
  expect(file.length).toBeLessThan(150_000);
  expect((await read()).equals(file)).toBe(true);
}, 60_000);
