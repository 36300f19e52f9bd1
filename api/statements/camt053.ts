// Writes a statement as an ISO 20022 bank-to-customer statement, camt.053.001.08, with the elements
// in the order of the message definition. test/kit/formats/camt053-schema.ts validates statements
// against the XML schema.

import { createHash } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';
import type { Movement } from '../../db/statements/reads.ts';
import { normaliseAccountNumber } from '../../ledger/account.ts';
import { findIbanFaults } from '../kit/iban.ts';
import { bankTransactionCode } from './bank-transaction-code.ts';
import { decimal, lastDate, localDate, type Statement, valueDateOf } from './statement.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });
const xml = (element: object) => builder.build(element) as string;

/** Yields the document in pieces. */
export async function* camt053Of(statement: Statement): AsyncGenerator<string> {
  const { from, to } = statement.books;
  const id = statementId(statement);
  // The end of the range and not the time of the request, so that repeated requests return the same
  // document.
  const CreDtTm = toUtc(to);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><BkToCstmrStmt>`;
  yield xml({ GrpHdr: { MsgId: id, CreDtTm } });
  yield '<Stmt>';
  yield xml({
    Id: id,
    CreDtTm,
    FrToDt: { FrDtTm: toUtc(from), ToDtTm: toUtc(to - 1) },
    Acct: accountOf(statement),
    Bal: [
      balanceOf(statement, 'OPBD', statement.books.opening, localDate(statement, from)),
      balanceOf(statement, 'CLBD', statement.closing, lastDate(statement)),
    ],
    TxsSummry: summaryOf(statement),
  });
  for await (const piece of statement.movements()) {
    yield xml({ Ntry: piece.map((movement) => entryOf(statement, movement)) });
  }
  yield '</Stmt></BkToCstmrStmt></Document>\n';
}

/** Returns an id of the account and range with 32 characters; the message allows 35. */
function statementId({ books: { account, from, to } }: Statement): string {
  return createHash('sha256').update(`${account.id} ${from} ${to}`).digest('hex').slice(0, 32);
}

function accountOf({ books: { account, holder } }: Statement) {
  return {
    Id: bankNumber(account.accountNumber),
    Ccy: account.currency,
    ...nameElement(account.name, 70),
    Ownr: nameElement(holder, 140),
    Svcr: SERVICER,
  };
}

const BANK = 'Kontor';
/** This bank has no BIC; NOTPROVIDED is the value of the SEPA guidelines for that. */
const SERVICER = { FinInstnId: { Nm: BANK, Othr: { Id: 'NOTPROVIDED' } } };

/** Returns an account number of this bank, a basic bank account number (BBAN). */
const bankNumber = (Id: string) => ({ Othr: { Id, SchmeNm: { Cd: 'BBAN' }, Issr: BANK } });

/**
 * Returns an external account number: as an IBAN if its check digits are right, otherwise as
 * stated.
 */
function externalNumber(accountNumber: string) {
  const IBAN = normaliseAccountNumber(accountNumber);
  return findIbanFaults(IBAN).length === 0 ? { IBAN } : { Othr: { Id: line(accountNumber, 34) } };
}

function balanceOf(statement: Statement, code: string, amount: bigint, date: string) {
  return {
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: amountOf(statement, amount < 0n ? -amount : amount),
    CdtDbtInd: indicator(amount),
    Dt: { Dt: date },
  };
}

function summaryOf(statement: Statement) {
  const { debit, credit } = statement;
  const net = credit.amount - debit.amount;
  const decimalText = (amount: bigint) => decimal(statement, amount);
  return {
    TtlNtries: {
      NbOfNtries: debit.count + credit.count,
      ...sum(decimalText(debit.amount + credit.amount)),
      TtlNetNtry: { Amt: decimalText(net < 0n ? -net : net), CdtDbtInd: indicator(net) },
    },
    TtlCdtNtries: { NbOfNtries: credit.count, ...sum(decimalText(credit.amount)) },
    TtlDbtNtries: { NbOfNtries: debit.count, ...sum(decimalText(debit.amount)) },
  };
}

/** Returns the optional element of a sum, which allows at most 18 digits. */
function sum(text: string) {
  return text.replace('.', '').length > 18 ? {} : { Sum: text };
}

function entryOf(statement: Statement, movement: Movement) {
  const { direction, postedAt, transactionId, ledgerSequence, reversalOf } = movement;
  const Amt = amountOf(statement, BigInt(movement.amount));
  const CdtDbtInd = direction === 'credit' ? 'CRDT' : 'DBIT';
  const BkTxCd = bankTransactionCode(movement);
  return {
    NtryRef: ledgerSequence,
    Amt,
    CdtDbtInd,
    ...(reversalOf === null ? {} : { RvslInd: true }),
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: localDate(statement, postedAt) },
    ValDt: { Dt: valueDateOf(movement) },
    AcctSvcrRef: transactionId,
    BkTxCd,
    NtryDtls: {
      TxDtls: {
        Refs: referencesOf(movement),
        Amt,
        CdtDbtInd,
        ...partiesOf(movement),
        ...remittanceOf(movement),
      },
    },
  };
}

/** True for a reference that fits its element; a longer one becomes remittance information. */
function isShort(reference: string | null): reference is string {
  const { length } = reference === null ? '' : line(reference, 140);
  return length > 0 && length <= 35;
}

function referencesOf({ transactionId, reference }: Movement) {
  const EndToEndId = isShort(reference) ? line(reference, 35) : 'NOTPROVIDED';
  return { AcctSvcrRef: transactionId, EndToEndId, TxId: transactionId };
}

function partiesOf({ direction, counterparty }: Movement) {
  if (!counterparty) return {};
  const { name, accountId, accountNumber, bankCode } = counterparty;
  const role = direction === 'credit' ? 'Dbtr' : 'Cdtr';
  const number = accountNumber === null || line(accountNumber, 34) === '' ? null : accountNumber;
  const Id = number && (accountId === null ? externalNumber(number) : bankNumber(number));
  const FinInstnId = accountId === null ? externalBank(bankCode) : SERVICER.FinInstnId;
  return {
    RltdPties: {
      [role]: { Pty: nameElement(name, 140) },
      ...(Id && { [`${role}Acct`]: { Id } }),
    },
    ...(FinInstnId && { RltdAgts: { [`${role}Agt`]: { FinInstnId } } }),
  };
}

const BIC = /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}(?:[A-Z\d]{3})?$/;

function externalBank(bankCode: string | null) {
  const code = line(bankCode ?? '', 35);
  if (code === '') return null;
  const BICFI = code.replaceAll(' ', '').toUpperCase();
  return BIC.test(BICFI) ? { BICFI } : { Othr: { Id: code } };
}

function remittanceOf({ description, reference }: Movement) {
  const texts = [description, isShort(reference) ? null : reference];
  const Ustrd = texts.flatMap((text) => {
    const [...characters] = text === null ? '' : line(text, 500);
    const parts = [];
    for (let index = 0; index < characters.length; index += 140) {
      parts.push(characters.slice(index, index + 140).join(''));
    }
    return parts;
  });
  return Ustrd.length === 0 ? {} : { RmtInf: { Ustrd } };
}

/** Returns the element of a name, or nothing: elements may not be empty. */
function nameElement(name: string, max: number) {
  const Nm = line(name, max);
  return Nm === '' ? {} : { Nm };
}

function amountOf(statement: Statement, amount: bigint) {
  return { '#text': decimal(statement, amount), '@Ccy': statement.books.account.currency };
}

/** A balance of zero is a credit. */
const indicator = (amount: bigint) => (amount < 0n ? 'DBIT' : 'CRDT');

const toUtc = (time: number) => new Date(time).toISOString();

/**
 * Returns the text in one line, no longer than its element allows. Characters that XML 1.0 cannot
 * represent (https://www.w3.org/TR/xml/#charsets) are replaced. The builder escapes the rest.
 */
function line(text: string, max: number): string {
  const plainText = text
    .replace(/\s+/gu, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
    .replace(/[\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/gu, '\ufffd')
    .trim();
  return [...plainText].slice(0, max).join('');
}
