// Every subject of a ledger, for tests and commands that open a ledger without a bank. A bank opens
// its ledgers with the subjects of its modules (modules/contents.ts).

import { AML_SUBJECT } from './aml/subject.ts';
import { ARCHIVE_SUBJECT } from './archives/subject.ts';
import { CREDIT_SUBJECT } from './credit/subject.ts';
import { CONTEST_SUBJECT } from './decisions/subject.ts';
import { CONTRACT_SUBJECT } from './executions/subject.ts';
import { LANGUAGE_SUBJECT } from './intents/subject.ts';
import { KYC_SUBJECT } from './kyc/subject.ts';
import { ACCESS_SUBJECT } from './passkeys/subject.ts';
import { RISK_SUBJECT } from './risk/subject.ts';
import { MODEL_SUBJECT } from './scorings/subject.ts';
import { SCREENING_SUBJECT } from './screening/subject.ts';
import type { LedgerSubject } from './subject.ts';
import { WEBHOOK_SUBJECT } from './webhooks/subject.ts';

export const EVERY_SUBJECT: readonly LedgerSubject[] = [
  ACCESS_SUBJECT,
  SCREENING_SUBJECT,
  KYC_SUBJECT,
  AML_SUBJECT,
  MODEL_SUBJECT,
  RISK_SUBJECT,
  CREDIT_SUBJECT,
  CONTEST_SUBJECT,
  LANGUAGE_SUBJECT,
  CONTRACT_SUBJECT,
  WEBHOOK_SUBJECT,
  ARCHIVE_SUBJECT,
];
