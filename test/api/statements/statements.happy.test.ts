// Statements in every format have the same content, and their figures add up.

import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { findCamt053Faults } from '../../kit/formats/camt053-schema.ts';
import { readPdfPages } from '../../kit/formats/pdf-text.ts';
import {
  type AccountHistory,
  makeAccountHistory,
  OTHER_HOLDER,
  OTHER_LABEL,
  SINCE_2020,
  waitUntilPosted,
} from '../../kit/money/statements.ts';

let bank: CheckedBank;
let key: string;
let life: AccountHistory;
let path: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  life = await makeAccountHistory(bank, key);
  path = `/v1/accounts/${life.accountId}/statements`;
});
afterAll(() => bank.close());

const rawOf = async (query: string, headers: Record<string, string> = {}) => {
  const authorization = `Bearer ${key}`;
  const answer = await fetch(`${bank.url}${path}?${query}`, {
    headers: { authorization, ...headers },
  });
  expect(answer.status).toBe(200);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('a statement as JSON', () => {
  it('consists of opening balance, movements and closing balance', async () => {
    const { status, body } = await bank.call(`${path}?${SINCE_2020}`, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'statement',
      livemode: false,
      accountId: life.accountId,
      holder: 'Ada & "Lovelace"',
      currency: 'EUR',
      currencyExponent: 2,
      from: '2020-01-01T00:00:00.000Z',
      timezone: 'UTC',
      opening: 0,
      closing: 7_000,
      totals: { debit: { count: 2, amount: 3_550 }, credit: { count: 2, amount: 10_550 } },
    });
    const [salary, transfer, cash, reversal] = body.movements.data;
    expect(salary).toMatchObject({
      type: 'deposit',
      direction: 'credit',
      amount: 10_000,
      balanceAfter: 10_000,
      reference: 'salary-11',
      counterparty: { name: '@Employer', accountId: null, accountNumber: 'DE00 1' },
    });
    expect(transfer).toMatchObject({
      direction: 'debit',
      amount: 2_550,
      counterparty: { name: OTHER_HOLDER, accountId: life.otherId },
    });
    expect(cash).toMatchObject({ amount: 1_000, counterparty: { name: 'Machine' } });
    expect(reversal).toMatchObject({ type: 'reversal', direction: 'credit', amount: 550 });
    expect(reversal.reversalOf).toBe(transfer.transactionId);
    const { balance } = (await bank.call(`/v1/accounts/${life.accountId}`, { key })).body;
    expect(body.closing).toBe(balance.posted);
  });

  it('has pages of movements, each with the figures of the whole', async () => {
    const { body: wholeStatement } = await bank.call(`${path}?${SINCE_2020}`, { key });
    const seenIds = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const { body } = await bank.call(`${path}?${SINCE_2020}&limit=1${cursor}`, { key });
      expect([body.opening, body.closing, body.totals]).toEqual([0, 7_000, wholeStatement.totals]);
      expect(body.movements.hasMore).toBe(page < 3);
      seenIds.push(...body.movements.data);
      cursor = `&startingAfter=${body.movements.nextCursor}`;
    }
    expect(seenIds).toEqual(wholeStatement.movements.data);
  });

  it("names the holder of the other account, and never the holder's own label for it", async () => {
    for (const format of ['json', 'csv', 'camt053', 'pdf']) {
      const { bytes } = await rawOf(`${SINCE_2020}&format=${format}`);
      const text = format === 'pdf' ? JSON.stringify(readPdfPages(bytes)) : bytes.toString('utf8');
      expect(text, format).toContain(OTHER_HOLDER);
      expect(text, format).not.toContain(OTHER_LABEL);
    }
  });

  it('includes both ends of its range: its last moment is in this statement and not in the next', async () => {
    const { body: wholeStatement } = await bank.call(`${path}?${SINCE_2020}`, { key });
    for (const { postedAt } of wholeStatement.movements.data) {
      const answerBefore = await bank.call(`${path}?${SINCE_2020}&to=${postedAt}`, { key });
      const next = new Date(Date.parse(postedAt) + 1).toISOString();
      const answerAfter = await bank.call(`${path}?from=${next}`, { key });
      expect(answerBefore.body.to).toBe(postedAt);
      expect(answerBefore.body.closing).toBe(answerAfter.body.opening);
      const parts = [...answerBefore.body.movements.data, ...answerAfter.body.movements.data];
      expect(parts).toEqual(wholeStatement.movements.data);
      expect(answerAfter.body.closing).toBe(wholeStatement.closing);
    }
  });

  it('has days that begin in the given time zone', async () => {
    const statementIn = async (timezone: string) =>
      (await bank.call(`${path}?from=2026-03-29&timezone=${timezone}`, { key })).body;
    expect((await statementIn('Europe/Berlin')).from).toBe('2026-03-28T23:00:00.000Z');
    expect((await statementIn('Asia/Kolkata')).from).toBe('2026-03-28T18:30:00.000Z');
    const kiritimati = await statementIn('Pacific/Kiritimati');
    const [movement] = kiritimati.movements.data;
    const local = new Date(Date.parse(movement.postedAt) + 14 * 3_600_000).toISOString();
    expect(movement.date).toBe(local.slice(0, 10));
  });
});

describe('the format of a statement', () => {
  it.each([
    ['text/csv', 'text/csv; charset=utf-8'],
    ['application/pdf', 'application/pdf'],
    ['application/xml', 'application/xml; charset=utf-8'],
    ['text/html, application/pdf;q=0.5, */*;q=0.1', 'application/pdf'],
    ['text/*', 'text/csv; charset=utf-8'],
    ['*/*', 'application/json'],
    ['application/json;q=0, */*', 'text/csv; charset=utf-8'],
  ])('follows Accept: %s', async (accept, type) => {
    const { answer } = await rawOf(SINCE_2020, { accept });
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('vary')).toContain('Accept');
  });

  it('follows the query before the header', async () => {
    const { answer } = await rawOf(`${SINCE_2020}&format=csv`, { accept: 'application/pdf' });
    expect(answer.headers.get('content-type')).toMatch('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="statement-\d{12}-2020-01-01-\d{4}-\d\d-\d\d\.csv"$/,
    );
  });
});

describe('a statement as CSV', () => {
  it('has a line per balance and movement, and its own figures add up', async () => {
    const { bytes } = await rawOf(`${SINCE_2020}&format=csv`);
    const lines = parse(bytes, { columns: true }) as Record<string, string>[];
    expect(lines.map(({ line }) => line)).toEqual([
      'opening',
      'movement',
      'movement',
      'movement',
      'movement',
      'closing',
    ]);
    expect(lines.map(({ debit, credit, balance }) => [debit, credit, balance])).toEqual([
      ['', '', '0.00'],
      ['', '100.00', '100.00'],
      ['25.50', '', '74.50'],
      ['10.00', '', '64.50'],
      ['', '5.50', '70.00'],
      ['', '', '70.00'],
    ]);
    expect(lines[1]).toMatchObject({ currency: 'EUR', reference: 'salary-11', type: 'deposit' });
  });

  it('has no cell that a spreadsheet would calculate', async () => {
    const { bytes } = await rawOf(`${SINCE_2020}&format=csv`);
    const rows = parse(bytes) as string[][];
    const cells = rows.slice(1).flat();
    expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
    expect(cells.filter((cell) => /^'=cmd/.test(cell))).toHaveLength(1);
    expect(cells).toContain(`'${OTHER_HOLDER}`);
    expect(cells).toContain("'@Employer");
  });
});

describe('a statement as camt.053', () => {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });

  it('is valid against the schema published by ISO 20022', async () => {
    const { bytes } = await rawOf(`${SINCE_2020}&format=camt053`);
    expect(await findCamt053Faults(bytes.toString('utf8'))).toEqual([]);
  });

  it('has the same content as the JSON statement, and no hostile markup from a memo', async () => {
    const { bytes } = await rawOf(`${SINCE_2020}&format=camt053`);
    const { Document } = parser.parse(bytes);
    const { Acct, Bal, TxsSummry, Ntry } = Document.BkToCstmrStmt.Stmt;
    const { accountNumber } = (await bank.call(`/v1/accounts/${life.accountId}`, { key })).body;
    expect(Acct.Id).toEqual({
      Othr: { Id: accountNumber, SchmeNm: { Cd: 'BBAN' }, Issr: 'Kontor' },
    });
    expect(Acct.Svcr).toEqual({ FinInstnId: { Nm: 'Kontor', Othr: { Id: 'NOTPROVIDED' } } });
    expect(Acct).toMatchObject({ Ccy: 'EUR', Nm: 'Main <1>', Ownr: { Nm: 'Ada & "Lovelace"' } });
    const figures = Bal.map(
      ({ Tp, Amt, CdtDbtInd }: { Tp: object; Amt: object; CdtDbtInd: string }) => [
        Tp,
        Amt,
        CdtDbtInd,
      ],
    );
    const eur = (text: string) => ({ '#text': text, '@_Ccy': 'EUR' });
    expect(figures).toEqual([
      [{ CdOrPrtry: { Cd: 'OPBD' } }, eur('0.00'), 'CRDT'],
      [{ CdOrPrtry: { Cd: 'CLBD' } }, eur('70.00'), 'CRDT'],
    ]);
    expect(TxsSummry.TtlNtries).toEqual({
      NbOfNtries: '4',
      Sum: '141.00',
      TtlNetNtry: { Amt: '70.00', CdtDbtInd: 'CRDT' },
    });
    const [salary, transfer, cash, reversal] = Ntry;
    expect(salary.NtryDtls.TxDtls.Refs.EndToEndId).toBe('salary-11');
    expect(salary.NtryDtls.TxDtls.RltdPties).toEqual({
      Dbtr: { Pty: { Nm: '@Employer' } },
      DbtrAcct: { Id: { Othr: { Id: 'DE00 1' } } },
    });
    expect(transfer.NtryDtls.TxDtls.Refs.EndToEndId).toBe('NOTPROVIDED');
    expect(transfer.NtryDtls.TxDtls.RmtInf.Ustrd).toEqual([
      '=cmd|"/c calc"!A1 <b>&amp;]]> 🏦 Ωő',
      'R'.repeat(36),
    ]);
    const codes = (entry: typeof salary) => Object.values(entry.BkTxCd.Domn.Fmly).join();
    expect([salary, transfer, cash, reversal].map(codes)).toEqual([
      'RCDT,OTHR',
      'ICDT,BOOK',
      'CNTR,CWDL',
      'RCDT,OTHR',
    ]);
    expect([cash.RvslInd, reversal.RvslInd]).toEqual([undefined, 'true']);
  });

  it('states an external account number as an IBAN only if it is one, and the bank of the account', async () => {
    const owner = await register(bank);
    const [account = ''] = (await openAccounts(bank, owner.key, [90_000])).accountIds;
    for (const [name, accountNumber, bankCode] of [
      ['Nordholm Timber', 'de89 3704 0044 0532 0130 00', 'cobadeff'],
      ['Wrong Digits', 'DE88370400440532013000', undefined],
      ['Ozark Lumber', '000123456789', '021000021'],
    ]) {
      const externalParty = { name, accountNumber, bankCode, method: 'book' };
      const sides = { type: 'withdrawal', currency: 'EUR', sourceAccountId: account };
      const body = { ...sides, amount: 1_500, externalParty };
      const paymentAnswer = await bank.call('/v1/transactions?wait=10', { key: owner.key, body });
      expect(paymentAnswer.body.status, JSON.stringify(paymentAnswer.body)).toBe('posted');
    }
    const answer = await fetch(
      `${bank.url}/v1/accounts/${account}/statements?${SINCE_2020}&format=camt053`,
      { headers: { authorization: `Bearer ${owner.key}` } },
    );
    const xml = await answer.text();
    expect(await findCamt053Faults(xml)).toEqual([]);
    const { Ntry } = parser.parse(xml).Document.BkToCstmrStmt.Stmt;
    const paid = Ntry.slice(1).map(({ NtryDtls }: { NtryDtls: { TxDtls: object } }) => {
      const { RltdPties, RltdAgts } = NtryDtls.TxDtls as Record<string, Record<string, object>>;
      return [RltdPties?.CdtrAcct, RltdAgts?.CdtrAgt];
    });
    expect(paid).toEqual([
      [{ Id: { IBAN: 'DE89370400440532013000' } }, { FinInstnId: { BICFI: 'COBADEFF' } }],
      [{ Id: { Othr: { Id: 'DE88370400440532013000' } } }, undefined],
      [{ Id: { Othr: { Id: '000123456789' } } }, { FinInstnId: { Othr: { Id: '021000021' } } }],
    ]);
  });

  it('is validated by a check that detects deviations from the schema', async () => {
    const xml = (await rawOf(`${SINCE_2020}&format=camt053`)).bytes.toString('utf8');
    const faults = async (from: string | RegExp, to: string) =>
      (await findCamt053Faults(xml.replace(from, to)))[0];
    expect(await faults('<Sts><Cd>BOOK</Cd></Sts>', '')).toMatch(/Expected is.*Sts/);
    expect(await faults(/(<Ccy>EUR<\/Ccy>)(<Nm>.*?<\/Nm>)/, '$2$1')).toMatch(/Ccy/);
    expect(await faults('<Amt Ccy="EUR">70.00', '<Amt Ccy="EUR">-70.00')).toMatch(/minInclusive/);
    expect(await faults('<Amt Ccy="EUR">70.00', '<Amt>70.00')).toMatch(/'Ccy' is required/);
    expect(await faults('<Ownr>', '<Ownr><X>1</X>')).toMatch(/X.*not expected/);
    expect(await faults('</Ownr>', '')).toMatch(/Ownr/);
    expect(await faults('camt.053.001.08', 'camt.053.001.02')).toMatch(/No matching/);
  });
});

describe('a statement as PDF', () => {
  it('has the same content, in letters that its fonts contain', async () => {
    const { bytes } = await rawOf(`${SINCE_2020}&format=pdf`);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const pages = readPdfPages(bytes);
    expect(pages).toHaveLength(1);
    const [texts = []] = pages;
    expect(texts).toContain('Kontor');
    expect(texts).toContain('Account statement');
    expect(texts).toContain('Ada & "Lovelace"');
    expect(texts).toContain('SANDBOX - not real money');
    expect(texts).toContain('Page 1 of 1');
    const textsAfter = (label: string) => texts.slice(texts.indexOf(label) + 1);
    expect(textsAfter('Opening balance')[0]).toBe('0.00');
    const totals = textsAfter('Totals');
    expect([totals[0], totals[1], totals[3]]).toEqual(['35.50', '105.50', '70.00']);
    expect(totals[2]).toMatch(/^Closing balance on \d{4}-\d\d-\d\d$/);
    expect(texts).toContain('Deposit from @Employer');
    expect(texts.some((text) => /Ωő/.test(text))).toBe(true);
  });

  it('wraps long texts, numbers its pages, and carries the balance over', async () => {
    const dev = await register(bank);
    const { customerId, accountIds } = await openAccounts(bank, dev.key, [0]);
    const address = { line1: '12 St James Square', postalCode: 'SW1Y 4JH', city: 'London' };
    const ownCall = { key: dev.key };
    const customer = `/v1/customers/${customerId}`;
    await bank.call(customer, { ...ownCall, method: 'PATCH', body: { address } });
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`);
    for (let n = 0; n < 12; n += 1) {
      const description = n === 0 ? 'W'.repeat(400) : words.join(' ');
      const deposit = { type: 'deposit', amount: 123_456_789, currency: 'EUR', description };
      const body = { ...deposit, destinationAccountId: accountIds[0] };
      const { body: created } = await bank.call('/v1/transactions?wait=10', { ...ownCall, body });
      await waitUntilPosted(bank, dev.key, created.id);
    }
    const answer = await fetch(
      `${bank.url}/v1/accounts/${accountIds[0]}/statements?${SINCE_2020}&format=pdf`,
      { headers: { authorization: `Bearer ${dev.key}` } },
    );
    const pages = readPdfPages(Buffer.from(await answer.arrayBuffer()));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, texts] of pages.entries()) {
      expect(texts).toContain(`Page ${index + 1} of ${pages.length}`);
      const carried = texts.at(texts.indexOf('Carried forward') + 1);
      const brought = pages[index + 1]?.at((pages[index + 1] ?? []).indexOf('Brought forward') + 1);
      if (index + 1 < pages.length) expect(carried).toBe(brought);
    }
    const all = pages.flat();
    expect(all).toContain('SW1Y 4JH London');
    const text = all.flatMap((text) => text.split(' ').filter((word) => /^word\d/.test(word)));
    expect(text).toEqual(Array.from({ length: 11 }, () => words).flat());
    expect(all.join('').match(/W/g)?.length).toBeGreaterThanOrEqual(400);
    expect(all).toContain('14,814,814.68');
  });

  it('is the same file on every request', async () => {
    const to = encodeURIComponent(new Date().toISOString());
    for (const format of ['pdf', 'camt053', 'csv']) {
      const firstBytes = await rawOf(`${SINCE_2020}&to=${to}&format=${format}`);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const secondBytes = await rawOf(`${SINCE_2020}&to=${to}&format=${format}`);
      expect(secondBytes.bytes.equals(firstBytes.bytes), format).toBe(true);
    }
  });
});
