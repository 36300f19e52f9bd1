// The operator's settings for a ledger: plain data that its acts follow.

import type { NetworkRail } from '../../ledger/rail.ts';
import { VALUE_DAYS_BACK } from '../../ledger/value-date.ts';
import type { Database } from './connect.ts';
import { partOf } from './part.ts';

export interface LedgerTerms {
  /** Among the ledgers of its environment, from 1. */
  readonly number: number;
  /** Days without use after which an account rests; 0: never. */
  readonly dormancyDays: number;
  /** The most that an operator moves alone, in whole units. */
  readonly operatorLimit: number;
  /** A larger amount has a workflow of its own, in whole euros. */
  readonly workflowAbove: number;
  /** Business days that a value date may lie back. */
  readonly valueDaysBack: number;
  /** Days that records are kept after the last business with a customer. */
  readonly retentionDays: number;
  /** Bytes that a developer keeps at most; 0: no limit. */
  readonly storageQuotaBytes: number;
  /** False: no mail server is configured. */
  readonly hasMail: boolean;
  /** Rails that have a network; payments by others are refused. */
  readonly connectedRails: readonly NetworkRail[];
}

/** Article 40 of Directive (EU) 2015/849: five years after the end of the relationship. */
const RETENTION_DAYS = 1_826;

export const USUAL_TERMS: LedgerTerms = {
  number: 1,
  dormancyDays: 365,
  operatorLimit: 10_000,
  workflowAbove: 10_000,
  valueDaysBack: VALUE_DAYS_BACK,
  retentionDays: RETENTION_DAYS,
  storageQuotaBytes: 0,
  hasMail: false,
  connectedRails: [],
};

/** The settings of the ledger that a database is of. */
export const ledgerTerms = partOf<Pick<Database, 'raw'>, LedgerTerms>('terms');
