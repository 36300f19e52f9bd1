// A customer is found by different ways of typing the name, also in another script, by developers
// and operators.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type Door, openDoor } from '../../kit/bank/door.ts';

let bank: Door;
let key: string;

beforeAll(async () => {
  bank = await openDoor();
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

const NAMES: readonly (readonly [name: string, typed: readonly string[]])[] = [
  ['Þórdís Ægisdóttir', ['thordis', 'aegisdottir', 'ÞÓRDÍS']],
  ['Gerda Weißenfels', ['weissenfels', 'WEISSENFELS', 'WEIẞENFELS']],
  ['Jorge Ħażan', ['hazan', 'ĦAŻAN']],
  ['Əli Ŋgomo', ['eli', 'ngomo']],
  ['Δημήτρης Ρήγας', ['ρηγασ', 'ΔΗΜΉΤΡΗΣ', 'δημητρης']],
  ['Moira O’Hara', ["o'hara", 'oʼhara', 'O’HARA']],
  ['Ｋｅｎ Ｍｏｒｉ', ['ken', 'mori']],
  ['𝐁𝐨𝐥𝐝 Ⓝⓐⓜⓔ', ['bold', 'name']],
  ['Ελένη Παππά', ['eleni', 'PAPPA', 'Елени']],
  ['Юлія Щербакова', ['yuliia', 'Yulija', 'shcherbakova', 'ЮЛІЯ']],
  ['Милан Јовановић', ['milan', 'jovanovic', 'JOVANOVIĆ']],
  ['Nino Beridze', ['ბერიძე', 'Нино']],
  ['Jürgen Müller\u2011Lüdenscheidt', ['mueller', 'muller luden', 'MÜLLER-LÜDEN']],
  ['Jean-Luc Ducasse', ['jean luc', 'Jean\u2011Luc', 'JEAN-LUC']],
  ['Κώστας Παπαδόπουλος', ['papadopoulos', 'ΚΩΣΤΑΣ']],
  ['Đorđe Đurić', ['djordje', 'Dorde']],
  ['Zoe\u0308 Bront\u00eb', ['zoë', 'BRONTE\u0308', 'bronte']],
];

test.each(NAMES)('%s is found by each way of typing a part of the name', async (name, typed) => {
  const made = await bank.call('/v1/customers', { key, body: { type: 'individual', name } });
  expect(made.status).toBe(201);
  for (const text of typed) {
    const asked = encodeURIComponent(text);
    const own = await bank.call(`/v1/customers?name=${asked}&limit=100`, { key });
    const operators = await bank.call(`/v1/ops/customers?environment=sandbox&search=${asked}`, {
      key: OPERATOR_KEY,
      headers: { 'x-audit-reason': 'Ticket 4711' },
    });
    for (const { status, body } of [own, operators]) {
      expect(status).toBe(200);
      const ids = body.data.map(({ id }: { id: string }) => id);
      expect(ids, text).toContain(made.body.id);
    }
  }
});

test.each(["''", '\u200b', '\u0301', '-'])(
  'a search for %j alone does not find everybody',
  async (text) => {
    const asked = encodeURIComponent(text);
    const { status, body } = await bank.call(`/v1/customers?name=${asked}`, { key });
    expect(status === 400 || body.data.length === 0, JSON.stringify(body.data)).toBe(true);
  },
);

test('a name that consists of blank Unicode letters or marks is refused', async () => {
  const { body: customer } = await bank.call('/v1/customers', {
    key,
    body: { type: 'individual', name: 'Ada Lovelace' },
  });
  for (const name of ['\u{13441}', '\u{13441}\u{13442}', '\u0301', '\u20dd\u0300']) {
    const person = { type: 'individual', name };
    expect((await bank.call('/v1/customers', { key, body: person })).status, name).toBe(422);
    const account = { customerId: customer.id, type: 'checking', currency: 'EUR', name };
    expect((await bank.call('/v1/accounts', { key, body: account })).status, name).toBe(422);
  }
});
