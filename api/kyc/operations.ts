// The operations about who customers are, of all who may call them.

import type { Operation } from '../kit/operation.ts';
import { decideKycAssessment, listKycReviews } from '../ops/kyc/assessments.ts';
import { decideKyc } from '../ops/kyc/decide.ts';
import { getKycFileContent } from '../ops/kyc/files.ts';
import { simulateKycDecision } from '../sandbox/kyc-decision.ts';
import { addKycDocuments } from './documents.ts';
import { deleteKycFile, getKycFile, listKycFiles, uploadKycFile } from './files.ts';
import { getKycAssessment, listKycAssessments } from './read.ts';
import { assessCustomerKyc, assessKyc } from './start.ts';

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
  simulateKycDecision,
  decideKyc,
  listKycReviews,
  decideKycAssessment,
  getKycFileContent,
];
