// The operations about the identity of customers, for developers and operators.

import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { FileStore } from '../../models/artifact-store.ts';
import type { Operation } from '../kit/operation.ts';
import { decideKycAssessment, listKycReviews } from '../ops/kyc/assessments.ts';
import { getKycFileContent } from '../ops/kyc/files.ts';
import { addKycDocuments } from './documents.ts';
import { deleteKycFile, getKycFile, listKycFiles, uploadKycFile } from './files.ts';
import { getKycAssessment, listKycAssessments } from './read.ts';
import { assessCustomerKyc, assessKyc } from './start.ts';

declare module '../kit/context.ts' {
  interface BankDeps {
    /** Sealed images of documents, by environment. */
    readonly documents: Readonly<Record<EnvironmentName, FileStore>>;
  }
}

export const KYC_OPERATIONS: readonly Operation[] = [
  assessKyc,
  assessCustomerKyc,
  getKycAssessment,
  listKycAssessments,
  addKycDocuments,
  uploadKycFile,
  listKycFiles,
  getKycFile,
  deleteKycFile,
  listKycReviews,
  decideKycAssessment,
  getKycFileContent,
];
