// A customer is found by different ways of typing the name, also in another script, by developers
// and operators.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;

beforeAll(async () => {
  bank = await openCheckedBank();
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
  ['Hannelore Mueller', ['Müller', 'Мюллер', 'muller', 'MUELLER']],
  ['Фридрих Мюллер', ['Müller', 'Mueller', 'MULLER', 'Мюллер', 'мюллер фридрих']],
  ['Jeanluc Picquet', ['jean luc', 'Jean-Luc', 'picquet jeanluc']],
  ['Nguyen Thi Hoa', ['Nguyễn', 'NGUYỄN THỊ', 'hoa nguyen']],
  ['Trần Quốc Nguyễn', ['nguyen', 'Nguyen Tran', 'tran quoc']],
  ['Jürgens Bäckerei', ["Jürgen's", 'juergen’s', 'jurgens backerei']],
  ["Sinead O'Brien", ['O’Brien', 'OBrien', 'o brien', 'Sinéad']],
  ['王伟', ['Wang Wei', 'wangwei', 'Wei Wang', '王伟', '王']],
  ['Wang Fang', ['王芳', '王 芳']],
  ['김민수', ['Kim Min-su', '김민수', 'kim min su']],
  ['Ludmila Ivanova', ['Людмила', 'людмила иванова', 'Людмила Ивановa']],
  ['Сергiй Коваль', ['Сергій', 'koval']],
  ['محمد الأحمد', ['Mohammed', 'muhammad ahmad', 'Ahmad', 'محمد', 'مُحَمَّد']],
  ['Yousef Abdullah', ['يوسف', 'عبد الله', 'يوسف عبد الله']],
  ['דוד לוי', ['David Levi', 'levy', 'דוד']],
];

/** Texts that are typed to find somebody else, although they resemble the name. */
const OTHER_NAMES: readonly (readonly [name: string, typed: readonly string[]])[] = [
  ['Hannelore Mueller', ['Miller', 'Möller', 'Мёллер', 'Hannelore Meier', 'Hans Mueller']],
  ['王伟', ['王维', '王芳', 'Wang Fang', 'Wei Zhang', '李伟']],
  ['김민수', ['김민지', 'Kim Min-ji', '박민수']],
  ["Sinead O'Brien", ['O’Bryan', 'Sinead Byrne']],
  ['Юлія Щербакова', ['Юлія Щербак Ірина', 'Yulia Petrova']],
  ['Nguyen Thi Hoa', ['Nguyễn Văn', 'Ngô']],
  ['Jeanluc Picquet', ['Jean Paul', 'Luca']],
  // Mahmoud is found, too: only the short vowels differ, which Arabic does not write.
  ['محمد الأحمد', ['محمود', 'Khalid', 'Mohsen']],
  ['Yousef Abdullah', ['محمد', 'يونس']],
];

/** Returns the ids that a developer and an operator find. */
async function findIds(text: string): Promise<string[][]> {
  const encoded = encodeURIComponent(text);
  const ownAnswer = await bank.call(`/v1/customers?name=${encoded}&limit=100`, { key });
  const operators = await bank.call(
    `/v1/ops/customers?environment=sandbox&search=${encoded}&limit=100`,
    { key: OPERATOR_KEY, headers: { 'x-audit-reason': 'Ticket 4711' } },
  );
  return [ownAnswer, operators].map(({ status, body }) => {
    expect(status, text).toBe(200);
    return body.data.map(({ id }: { id: string }) => id);
  });
}

async function createCustomer(name: string): Promise<string> {
  const answer = await bank.call('/v1/customers', { key, body: { type: 'individual', name } });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

test.each(NAMES)('%s is found by each way of typing a part of the name', async (name, typed) => {
  const id = await createCustomer(name);
  for (const text of typed) {
    for (const ids of await findIds(text)) expect(ids, text).toContain(id);
  }
});

test.each(OTHER_NAMES)('%s is not found by the name of somebody else', async (name, typed) => {
  const id = await createCustomer(name);
  for (const text of typed) {
    for (const ids of await findIds(text)) expect(ids, text).not.toContain(id);
  }
});

test('operators and developers find a payment by another spelling of its payee', async () => {
  const { accountIds } = await openAccounts(bank, key, [10_000]);
  const [sourceAccountId = ''] = accountIds;
  const paymentAnswer = await bank.call('/v1/transactions?wait=10', {
    key,
    body: {
      ...{ type: 'withdrawal', amount: 100, currency: 'EUR', sourceAccountId },
      externalParty: { name: 'Bäckerei Grünwälder', accountNumber: 'DE89370400440532013000' },
    },
  });
  expect(paymentAnswer.status, JSON.stringify(paymentAnswer.body)).toBeLessThan(300);
  for (const [text, isFound] of [
    ['gruenwaelder', true],
    ['Грюнвалдер', true],
    ['GRUNWALDER', true],
    ['Grunewald', false],
    ['externalParty', false],
  ] as const) {
    const encoded = encodeURIComponent(text);
    for (const query of [`party=${encoded}`, `text=${encoded}`]) {
      const { body } = await bank.call(`/v1/transactions?${query}`, { key });
      expect([query, body.data.length > 0]).toEqual([query, isFound]);
    }
    const { body } = await bank.call(`/v1/ops/transactions?environment=sandbox&search=${encoded}`, {
      key: OPERATOR_KEY,
      headers: { 'x-audit-reason': 'Ticket 4711' },
    });
    expect([text, body.data.length > 0]).toEqual([text, isFound]);
  }
});

test.each(["''", '\u200b', '\u0301', '-'])(
  'a search for %j alone does not find everybody',
  async (text) => {
    const encoded = encodeURIComponent(text);
    const { status, body } = await bank.call(`/v1/customers?name=${encoded}`, { key });
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
