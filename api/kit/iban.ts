// Checks IBANs for payments and statements. There is no list of banks, so that new banks are
// accepted.

import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { normaliseAccountNumber } from '../../ledger/account.ts';

/**
 * Rules of single countries about national numbers, which are ignored: new bank numbers break them.
 */
const NATIONAL_NUMBER_FAULTS: ReadonlySet<ValidationErrorsIBAN> = new Set([
  ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  ValidationErrorsIBAN.QRIBANNotAllowed,
]);

/** Returns the faults of an account number as an IBAN; none when it is a valid IBAN. */
export function findIbanFaults(accountNumber: string): ValidationErrorsIBAN[] {
  const { errorCodes } = validateIBAN(normaliseAccountNumber(accountNumber));
  return errorCodes.filter((code) => !NATIONAL_NUMBER_FAULTS.has(code));
}

/** True when only the check digits are wrong. */
export function hasOnlyWrongCheckDigits(faults: readonly ValidationErrorsIBAN[]): boolean {
  return faults.every((code) => code === ValidationErrorsIBAN.WrongIBANChecksum);
}
