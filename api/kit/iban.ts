// An IBAN as payments and statements check it. There is no list of banks, so that a new bank is
// accepted too.

import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { plainAccountNumber } from '../../ledger/account.ts';

/** Rules of single countries about their own numbers, which new ones of their banks break. */
const OF_ONE_COUNTRY: ReadonlySet<ValidationErrorsIBAN> = new Set([
  ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  ValidationErrorsIBAN.QRIBANNotAllowed,
]);

/** What makes an account number no IBAN; none: it is one. */
export function ibanFaults(accountNumber: string): ValidationErrorsIBAN[] {
  const { errorCodes } = validateIBAN(plainAccountNumber(accountNumber));
  return errorCodes.filter((code) => !OF_ONE_COUNTRY.has(code));
}

/** True when nothing but the check digits is wrong. */
export function hasWrongDigitsAlone(faults: readonly ValidationErrorsIBAN[]): boolean {
  return faults.every((code) => code === ValidationErrorsIBAN.WrongIBANChecksum);
}
