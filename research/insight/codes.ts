// Share of merchant category codes with a category, and agreement between the category by name and
// by code. The descriptions of the codes serve as names.

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { categoryOfMcc, categoryOfName } from '../../ledger/merchant-category.ts';
import { round } from './recurring.ts';

export function measureCodes(folder: string) {
  const text = readFileSync(`${folder}/mcc_codes/mcc_codes.csv`, 'utf8');
  const rows = parse(text, { columns: true }) as { mcc: string; edited_description: string }[];
  const known = rows.filter(({ mcc }) => categoryOfMcc(mcc) !== null);
  const named = known.filter((one) => categoryOfName(one.edited_description) !== null);
  const right = named.filter(
    (one) => categoryOfName(one.edited_description) === categoryOfMcc(one.mcc),
  );
  return {
    measure: 'merchant categories',
    ...{ codes: rows.length, withCategory: known.length, namesThatSaySomething: named.length },
    agree: round(right.length / named.length),
    sayNothing: round(1 - named.length / known.length),
  };
}
