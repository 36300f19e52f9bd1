// The public data sets on which intent-parsing is trained and measured.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { OUT_OF_SCOPE } from '../../ai/intents/catalogue.ts';
import { sha256 } from '../../models/artifact.ts';

/** Names of intents in CLINC150. */
export const CLINC: Readonly<Record<string, string>> = {
  freeze_account: 'freeze_account',
  routing: 'account_details',
  pin_change: 'pin_change',
  bill_due: 'bill_question',
  pay_bill: 'bill_question',
  min_payment: 'bill_question',
  bill_balance: 'bill_question',
  account_blocked: 'support_question',
  interest_rate: 'interest_question',
  apr: 'interest_question',
  transfer: 'transfer',
  order_checks: 'order_checks',
  balance: 'balance_inquiry',
  spending_history: 'spending_analysis',
  transactions: 'transaction_history',
  report_fraud: 'report_fraud',
  replacement_card_duration: 'card_request',
  expiration_date: 'card_request',
  damaged_card: 'card_request',
  report_lost_card: 'card_request',
  new_card: 'card_request',
  card_declined: 'support_question',
  international_fees: 'support_question',
  improve_credit_score: 'credit_score_question',
  credit_score: 'credit_score_question',
  credit_limit_change: 'support_question',
  credit_limit: 'support_question',
  application_status: 'support_question',
  redeem_rewards: 'rewards_question',
  rewards_balance: 'rewards_question',
  exchange_rate: 'exchange_rate_inquiry',
};

export interface Example {
  readonly text: string;
  readonly label: string;
  /** Label of the data set when it is finer than `label`. */
  readonly finer?: string;
}

export interface Bundle {
  readonly train: readonly Example[];
  readonly test: readonly Example[];
  readonly sha256: string;
}

export function readBanking(folder: string): Bundle {
  const [train, test] = ['train', 'test'].map((part) => {
    return readFileSync(join(folder, 'banking77', `${part}.csv`));
  });
  const rows = (file?: Buffer) =>
    (parse(file ?? '', { from_line: 2 }) as string[][]).map(([text = '', label = '']) => {
      return { text: text.trim(), label };
    });
  return {
    train: rows(train),
    test: rows(test),
    sha256: sha256(Buffer.concat([train, test] as Buffer[])),
  };
}

export function readClinc(folder: string): Bundle {
  const file = readFileSync(join(folder, 'clinc150/data_full.json'));
  const parts = JSON.parse(file.toString()) as Record<string, [text: string, label: string][]>;
  const rows = (...names: string[]) =>
    names.flatMap((name) =>
      (parts[name] ?? []).map(([text, label]) => {
        return { text, label: CLINC[label] ?? OUT_OF_SCOPE, finer: label };
      }),
    );
  return {
    train: rows('train', 'val', 'oos_train', 'oos_val'),
    test: rows('test', 'oos_test'),
    sha256: sha256(file),
  };
}
