// credit_risk_dataset as credit applications of the bank, without the lender's grade and rate,
// which are the lender's judgement, and without age, which is a protected attribute.

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { sha256 } from '../../models/artifact.ts';
import {
  type CreditApplication,
  computeCreditFeatures,
  HOME_OWNERSHIPS,
  LOAN_PURPOSES,
} from '../../models/features/credit-features.ts';
import { createMatrix, type Examples } from '../../models/learn/train/matrix.ts';

export interface LabelledData extends Examples {
  readonly sha256: string;
}

export interface CreditData extends LabelledData {
  /** Age of each applicant in years, for the test of fairness; no model reads it. */
  readonly ages: readonly number[];
}

type Row = Readonly<Record<string, string>>;

/** Rows of a CSV file with a header; lines without all columns are skipped. */
export function readCsv(bytes: Buffer, delimiter = ','): Row[] {
  return parse(bytes, { columns: true, delimiter, skip_records_with_error: true });
}

export function readCredit(folder: string): CreditData {
  const bytes = readFileSync(`${folder}/credit_risk_dataset/credit_risk_dataset.csv`);
  const rows = readCsv(bytes).filter(({ loan_status }) => /^[01]$/.test(loan_status ?? ''));
  const features = rows.map((row) => computeCreditFeatures(makeApplication(row)));
  const y = Uint8Array.from(rows, ({ loan_status }) => Number(loan_status));
  const ages = rows.map(({ person_age }) => Number(person_age));
  return { x: createMatrix(features, features[0]?.length ?? 0), y, ages, sha256: sha256(bytes) };
}

function makeApplication(row: Row): CreditApplication {
  const wordOf = <Word extends string>(words: readonly Word[], value = ''): Word => {
    const letters = (text: string) => text.toLowerCase().replaceAll('_', '');
    const word = words.find((word) => letters(word) === letters(value));
    if (word === undefined) throw new Error(`the data set contains ${value}`);
    return word;
  };
  return {
    income: Number(row.person_income),
    employmentYears: row.person_emp_length === '' ? null : Number(row.person_emp_length),
    loanAmount: Number(row.loan_amnt),
    purpose: wordOf(LOAN_PURPOSES, row.loan_intent),
    homeOwnership: wordOf(HOME_OWNERSHIPS, row.person_home_ownership),
    hasDefaulted: row.cb_person_default_on_file === 'Y',
    creditHistoryYears: Number(row.cb_person_cred_hist_length),
  };
}
