// The operator's settings for a ledger, which its acts follow.

import type { NetworkRail } from '../../ledger/rail.ts';
import { VALUE_DAYS_BACK } from '../../ledger/value-date.ts';
import type { Database } from './connect.ts';
import { partOf } from './part.ts';

export interface LedgerTerms {
  /** Number among the ledgers of its environment, from 1. */
  readonly number: number;
  /** Days without use after which an account is dormant; 0 for never. */
  readonly dormancyDays: number;
  /** The most that an operator may move without a second person, in whole units. */
  readonly operatorLimit: number;
  /** Larger amounts get their own workflow, in whole euros. */
  readonly workflowAbove: number;
  /** The most business days that a value date may lie in the past. */
  readonly valueDaysBack: number;
  /** Days that records are kept after the last business with a customer. */
  readonly retentionDays: number;
  /** The most bytes that a developer may store; 0 for no limit. */
  readonly storageQuotaBytes: number;
  /** False when no mail server is configured. */
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

/** Returns the settings of the ledger of a database. */
export const ledgerTerms = partOf<Pick<Database, 'raw'>, LedgerTerms>('terms');
