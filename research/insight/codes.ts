// Share of merchant category codes with a category, and agreement between the category by name and
// by code. The descriptions of the codes serve as names.

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { categoryOfMcc, categoryOfName } from '../../ledger/merchant-category.ts';
import { round } from './recurring.ts';

export function measureCodes(folder: string) {
  const text = readFileSync(`${folder}/mcc_codes/mcc_codes.csv`, 'utf8');
  const rows = parse(text, { columns: true }) as { mcc: string; edited_description: string }[];
  const coded = rows.filter(({ mcc }) => categoryOfMcc(mcc) !== null);
  const categorised = coded.filter((row) => categoryOfName(row.edited_description) !== null);
  const right = categorised.filter(
    (row) => categoryOfName(row.edited_description) === categoryOfMcc(row.mcc),
  );
  return {
    measure: 'merchant categories',
    ...{
      codes: rows.length,
      withCategory: coded.length,
      namesThatSaySomething: categorised.length,
    },
    agree: round(right.length / categorised.length),
    sayNothing: round(1 - categorised.length / coded.length),
  };
}
