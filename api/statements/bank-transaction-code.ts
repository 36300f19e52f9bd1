// The kind of a movement as ISO 20022 codes: domain, family and sub-family from the external code
// sets (Bank Transaction Codes, 6.7, February 2021), and this bank's type as the proprietary code.

import type { Movement } from '../../db/statements/reads.ts';

/** Returns the element `BkTxCd` of a movement. */
export function bankTransactionCode(movement: Pick<Movement, 'type' | 'direction' | 'method'>) {
  const [domain, family, subFamily] = codesOf(movement);
  return {
    Domn: { Cd: domain, Fmly: { Cd: family, SubFmlyCd: subFamily } },
    Prtry: { Cd: movement.type },
  };
}

type Codes = readonly [domain: string, family: string, subFamily: string];

function codesOf({ type, direction, method }: Pick<Movement, 'type' | 'direction' | 'method'>) {
  if (type === 'exchange') return ['FORX', 'SPOT', 'OTHR'] satisfies Codes;
  const isCredit = direction === 'credit';
  if (type === 'fee') return ['ACMT', isCredit ? 'MCOP' : 'MDOP', 'CHRG'] satisfies Codes;
  // A reversed cash deposit keeps the code of a deposit; the entry states the reversal.
  if (method === 'cash') return ['PMNT', 'CNTR', isCredit ? 'CDPT' : 'CWDL'] satisfies Codes;
  if (method === 'card') return ['PMNT', 'CCRD', 'OTHR'] satisfies Codes;
  const family = isCredit ? 'RCDT' : 'ICDT';
  const inHouse = type === 'transfer' || method === 'book';
  return ['PMNT', family, inHouse ? 'BOOK' : 'OTHR'] satisfies Codes;
}
