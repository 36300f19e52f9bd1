// Public data sets for measurements only, each without protected attributes.

import { readFileSync } from 'node:fs';
import { sha256 } from '../../models/artifact.ts';
import { createMatrix, rowOf, takeRows } from '../../models/learn/train/matrix.ts';
import { type LabelledData, readCredit, readCsv } from './credit-data.ts';

interface Source {
  readonly file: string;
  readonly delimiter?: string;
  readonly label: string;
  /** Value of the label for the event; 0 when the file marks "bad" with 0. */
  readonly event?: '0' | '1';
  readonly leaveOut: readonly string[];
}

function readNumbers(folder: string, source: Source): LabelledData {
  const bytes = readFileSync(`${folder}/${source.file}`);
  const rows = readCsv(bytes, source.delimiter);
  const remaining = new Set([source.label, ...source.leaveOut]);
  const names = Object.keys(rows[0] ?? {}).filter((name) => !remaining.has(name));
  const features = rows.map((row) => names.map((name) => Number(row[name])));
  const y = Uint8Array.from(rows, (row) => (row[source.label] === (source.event ?? '1') ? 1 : 0));
  return { x: createMatrix(features, names.length), y, sha256: sha256(bytes) };
}

export function readUci(folder: string): LabelledData {
  return readNumbers(folder, {
    file: 'uci_default_credit_card/UCI_Credit_Card.csv',
    label: 'default.payment.next.month',
    leaveOut: ['ID', 'SEX', 'MARRIAGE', 'AGE'],
  });
}

export function readSouthGerman(folder: string): LabelledData {
  return readNumbers(folder, {
    file: 'south_german_credit/SouthGermanCredit.asc',
    delimiter: ' ',
    label: 'credit_risk',
    event: '0',
    leaveOut: ['personal_status_sex', 'age', 'foreign_worker'],
  });
}

export function readUlb(folder: string): LabelledData {
  return readNumbers(folder, {
    file: 'ulb_sample/creditcard_sample.csv',
    label: 'Class',
    leaveOut: [''],
  });
}

/** Reads all frauds and as many honest payments, the first of the file. */
export function readUlbBalanced(folder: string): LabelledData {
  const data = readUlb(folder);
  const rows = [...data.y.keys()];
  const frauds = rows.filter((row) => data.y[row] === 1);
  const honestRows = rows.filter((row) => data.y[row] === 0).slice(0, frauds.length);
  return { ...takeRows(data, [...frauds, ...honestRows]), sha256: data.sha256 };
}

/** Reads the credit data with the contradictory column, to show its effect. */
export function readCreditWithRatio(folder: string): LabelledData {
  const data = readCredit(folder);
  const bytes = readFileSync(`${folder}/credit_risk_dataset/credit_risk_dataset.csv`);
  const rows = readCsv(bytes).filter(({ loan_status }) => /^[01]$/.test(loan_status ?? ''));
  const wider = rows.map(({ loan_percent_income }, row) => {
    return [...rowOf(data.x, row), Number(loan_percent_income)];
  });
  return { ...data, x: createMatrix(wider, data.x.columns + 1) };
}
