import { describe, expect, test } from 'vitest';
import { compareDocument } from '../../../ai/documents/compare.ts';
import { readBarcode } from '../../../ai/documents/read-barcode.ts';
import { readMrz } from '../../../ai/documents/read-mrz.ts';
import { isPartOfName, isSameName, isWrittenAs } from '../../../ai/names/documents.ts';
import { foldName } from '../../../ai/names/fold.ts';

const read = (name: string) =>
  foldName(name)
    .words.map(({ text }) => text)
    .join(' ');

test('a blank character with a width separates words', () => {
  for (const gap of ['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u180e', '\u3000', '\t']) {
    expect(read(`Vladimir${gap}Putin`)).toBe('vladimir putin');
  }
});

test('invisible letters change no name', () => {
  const unseen = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u202a', '\u200f'];
  for (const letter of [...unseen, '\u2067', '\u{e0041}']) {
    expect(read(`Vlad${letter}imir Putin`)).toBe('vladimir putin');
  }
});

test('look-alike letters are read as the letters they imitate', () => {
  const dressed = ['Ⓥⓛⓐⓓⓘⓜⓘⓡ', '𝐕𝐥𝐚𝐝𝐢𝐦𝐢𝐫', 'Ｖｌａｄｉｍｉｒ', 'Vlаdimir', 'Vladіmir', 'V1adimir'];
  for (const name of dressed) expect(read(name)).toBe('vladimir');
});

test('a name in another script is read in Latin letters', () => {
  const names = {
    'ოთარ ფარცხალაძე': 'otar partskhaladze',
    'Владимир Путин': 'vladimir putin',
    'Βλαντίμιρ Πούτιν': 'vladimir putin',
    김정은: 'kim jong un',
    王伟明: 'wang wei ming',
    'सुरेश कुमार': 'suresh kumar',
    Վլադիմիր: 'vladimir',
    'Ռամզան Կադիրով': 'ramzan kadirov',
  };
  for (const [name, latin] of Object.entries(names)) expect(read(name)).toBe(latin);
});

test('a name is never cut off silently', () => {
  expect(read(`${'Mr '.repeat(25)}Vladimir Putin`)).toBe('mr vladimir putin');
  const long = Array.from(
    { length: 30 },
    (_, index) => `word${String.fromCharCode(97 + (index % 26))}${index}`,
  );
  expect(foldName(`${long.join(' ')} Vladimir Putin`).unread).toBe('too_long');
  expect(foldName('x'.repeat(2_000)).unread).toBe('too_long');
});

describe('the name in a machine-readable zone', () => {
  test("matches the person's name in any mixture of the spellings that ICAO 9303 allows", () => {
    const pairs = [
      ['THI DAO DANG', 'Đặng Thị Đào'],
      ['DORDE DURIC', 'Đorđe Đurić'],
      ['JURGEN GROSS', 'Jürgen Groß'],
      ['JUERGEN GROSS', 'Jürgen Groß'],
      ['SEAN OBRIEN', 'Sean OʼBrien'],
      ['STRAUSZ ANNA', 'Anna Strauß'],
      ['SZUECS GYOEZOE', 'Győző Szűcs'],
      ['DSOUZA MARIA', 'Maria D′Souza'],
      ['STRAUSS ANNA', 'Anna Strauß'],
      ['AAKESSON BJOERN', 'Björn Åkesson'],
      ['IULIIA PETROVA', 'Юлія Петрова'],
      ['LUKASZ MUELLER', 'Łukasz Müller'],
      ['DALLACQUA', "Dall'Acqua"],
      ['JEAN LUC PICARD', 'Jean-Luc Picard'],
      ['THORA', 'Þóra'],
      ['ALIYEV LEYLA', 'Leyla Əliyev'],
      ['ELIYEV LEYLA', 'Leyla Əliyev'],
    ] as const;
    for (const [stated, known] of pairs) expect(isWrittenAs(stated, known), stated).toBe(true);
  });

  test("matches a holder's name in another script, letter by letter", () => {
    const pairs = [
      ['ZELENSKYI VOLODYMYR', 'Володимир Зеленський'],
      ['HRYHORENKO YEVHENIIA', 'Євгенія Григоренко'],
      ['HRYHORENKO IEVHENIIA', 'Євгенія Григоренко'],
      ['ZGHURSKA KHRYSTYNA', 'Христина Згурська'],
      ['YIZHAKEVYCH IVAN', 'Іван Їжакевич'],
      ['KOSTIANTYNIV LIUBOV', 'Любов Костянтинів'],
      ['SHCHUKIN ALEXEI', 'Алексей Щукин'],
      ['LUKASHENKA ALIAKSANDR', 'Аляксандр Лукашэнка'],
      ['ZIVKOVIC LJILJANA', 'Љиљана Живковић'],
      ['NIKOLIC DORDE', 'Ђорђе Николић'],
      ['PAPADOPOULOS GEORGIOS', 'Γεώργιος Παπαδόπουλος'],
      ['CHATZIS EVANGELOS', 'Ευάγγελος Χατζής'],
      ['GKIKA ANGELIKI', 'Αγγελική Γκίκα'],
      ['MPAKOGIANNI THEODORA', 'Θεοδώρα Μπακογιάννη'],
      ['YPSILANTIS DIMITRIOS', 'Δημήτριος Υψηλάντης'],
      ['AVGERINOS STAVROS', 'Σταύρος Αυγερινός'],
      ['KAVELASHVILI MIKHEIL', 'მიხეილ ყაველაშვილი'],
      ['KIM MINJI', '김민지'],
      ['WANG XIAOMING', '王小明'],
      ['MOHAMMAD ALAHMAD', 'محمد الأحمد'],
      ['MUHAMMED AL AHMED', 'محمد الأحمد'],
      ['ABDELRAHMAN HASSAN', 'عبد الرحمن حسن'],
      ['ABD EL RAHMAN HASSAN', 'عبد الرحمن حسن'],
      ['FATEMEH HOSSEINI', 'فاطمه حسینی'],
      ['YOUSSEF EL KHOURY', 'يوسف الخوري'],
      ['BENYAMIN COHEN', 'בנימין כהן'],
    ] as const;
    for (const [stated, known] of pairs) expect(isWrittenAs(stated, known), stated).toBe(true);
    const strangers = [
      ['SHEVCHENKO OLENA', 'Андрій Шевченко'],
      ['PAPADOPOULOS NIKOLAOS', 'Γεώργιος Παπαδόπουλος'],
      ['NIKOLIC MARKO', 'Ђорђе Николић'],
      ['AHMAD HASSAN', 'محمد حسن'],
      ['HAMED HASSAN', 'احمد حسن'],
      ['KHALID HASSAN', 'خالد حسين'],
      ['YAEL COHEN', 'יעל לוי'],
    ] as const;
    for (const [stated, known] of strangers) expect(isWrittenAs(stated, known)).toBe(false);
    expect(isWrittenAs('PAPADOPOULOS GEORG', 'Γεώργιος Παπαδόπουλος', 'GEORG')).toBe(true);
    expect(isWrittenAs('PAPADOPOULOS GEORA', 'Γεώργιος Παπαδόπουλος', 'GEORA')).toBe(false);
  });

  test('does not match a person when one word differs', () => {
    const pairs = [
      ['NORA VARGA', 'Peter Lindqvist'],
      ['PETER VARGA', 'Peter Lindqvist'],
      ['JURGEN GROS', 'Jürgen Groß'],
      ['IRINA PETROVA', 'Юлія Петрова'],
    ] as const;
    for (const [stated, known] of pairs) expect(isWrittenAs(stated, known), stated).toBe(false);
  });

  test('may end with the beginning of a word when it fills its line', () => {
    const name = 'Alexandrina Wilhelmina van der Westhuijzen';
    const stated = 'ALEXANDRINA WILHEL VAN DER WESTHUIJZEN';
    expect(isWrittenAs(stated, name, 'WILHEL')).toBe(true);
    expect(isWrittenAs(stated, name)).toBe(false);
    expect(isWrittenAs(stated, name, 'VAN')).toBe(false);
  });
});

test.each([
  ['Юлія Коваленко', 'Yuliia Kovalenko'],
  ['КОВАЛЕНКО, Юлія', 'юлія коваленко'],
  ['محمد الأحمد', 'Mohamed Alahmad'],
  ['王伟明', 'Wang Weiming'],
  ['김민준', 'KIM MIN JUN'],
  ['Jürgen Groß', 'Juergen Gross'],
  ['Łukasz Wójcik', 'Lukasz Wojcik'],
  ['Ａｎｎａ Ｓｍｉｔｈ', 'Smith, Anna'],
  ["Siobhan O'Neill", 'SIOBHAN ONEILL'],
  ['सुरेश कुमार', 'Kumar Suresh'],
])('%s and %s are the same name', (value, other) => {
  expect(isSameName(value, other)).toBe(true);
  expect(isPartOfName(value, other)).toBe(true);
});

test.each([
  ['राम कुमार', 'रमा कुमार'],
  ['Anna Smith', 'Anna Maria Smith'],
  ['Юлія Коваленко', 'Olena Kovalenko'],
  ['王伟明', '王伟'],
])('%s and %s are two names', (value, other) => {
  expect(isSameName(value, other)).toBe(false);
});

test('a name is part of a name with more words, and no part of a name that lacks one of its words', () => {
  expect(isPartOfName('Anna Smith', 'Anna Maria Smith')).toBe(true);
  expect(isPartOfName('Юлія Коваленко', 'Yuliia Andriivna Kovalenko')).toBe(true);
  expect(isPartOfName('Anna Smith', 'Anna Jones')).toBe(false);
  expect(isPartOfName('', 'Anna Jones')).toBe(false);
});

test('a two-digit year of birth is in the century that the request states', () => {
  const lines = [
    'P<GBRHOLLINGSWORTH<<EDITH<<<<<<<<<<<<<<<<<<<',
    '5328761040GBR2405012F2904308<<<<<<<<<<<<<<<6',
  ];
  expect(readMrz(lines, '2026-11-28', '1924-05-01').stated.dateOfBirth).toBe('1924-05-01');
  expect(readMrz(lines, '2026-11-28', '2024-05-01').stated.dateOfBirth).toBe('2024-05-01');
  expect(readMrz(lines, '2026-11-28').stated.dateOfBirth).toBe('2024-05-01');
});

test('a barcode of the older format states the name of its holder, too', () => {
  const text =
    '@\n\x1e\rAAMVA9999990101DL00290175DLDAQT123456789012\nDAAVARGA,NORA,,\nDBB19880214\n';
  const barcode = readBarcode([{ format: 'PDF417', text }]);
  expect(barcode).toMatchObject({ lastName: 'VARGA', firstName: 'NORA' });
});

describe('a barcode', () => {
  const HEADER = '@\n\x1e\rANSI 636000090002DL00410278ZV03190008DL';
  const FIELDS = 'DAQ9\nDCSVARGA\nDACNORA\nDBB02141988\nDBA02102031\nDCGUSA\n';
  const claims = {
    type: 'drivers_license',
    names: ['Nora Vargabeth'],
    dateOfBirth: '1988-02-14',
    expiresOn: '2031-02-10',
    nationality: 'US',
    country: 'US',
    matchesNumber: (number: string) => number === '9',
  } as const;
  const checkOf = (text: string) => {
    const barcode = readBarcode([{ format: 'PDF417', text: HEADER + text }]);
    if (!barcode) throw new Error('the barcode is read');
    return compareDocument('barcode', { label: 'Barcode', stated: barcode }, claims, '2026-11-28')
      .result;
  };

  test('that marks a name as truncated states only its beginning', () => {
    expect(checkOf(`${FIELDS}DDET\n`)).toBe('pass');
    expect(checkOf(`${FIELDS}DDEN\n`)).toBe('review');
    expect(checkOf(`${FIELDS.replace('VARGA', 'VARGO')}DDET\n`)).toBe('review');
    const first = FIELDS.replace('VARGA', 'VARGABETH').replace('NORA', 'NO');
    expect([checkOf(`${first}DDFT\n`), checkOf(first)]).toEqual(['pass', 'review']);
  });

  test('that states a field twice with different values states neither', () => {
    const joinedLine = FIELDS.replace('VARGA', 'VARGABETH');
    expect(checkOf(`${joinedLine}DACNORA\n`)).toBe('pass');
    for (const other of ['DACANNA', 'DCSSMITH', 'DBB01011990', 'DAQ8']) {
      expect(checkOf(`${joinedLine}${other}\n`), other).toBe('review');
    }
  });
});
