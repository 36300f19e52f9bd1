// The operations of operators that are about no object of developers.

import type { Operation } from '../kit/operation.ts';
import { decideApplication, listApplications, renewClaim } from './applications/decide.ts';
import { countApprovals } from './approvals/counts.ts';
import { decideApproval, listApprovalRequests } from './approvals/decide.ts';
import { getApprovalFile } from './approvals/file.ts';
import { listOperatorSums } from './approvals/sums.ts';
import { getInvariants, getTrialBalance } from './books/check.ts';
import { exportGeneralLedger } from './books/export.ts';
import { getDeveloperAsOperator, listDevelopers } from './developers/list.ts';
import { getSettlement, setSettlement } from './developers/settlement.ts';
import { reinstateDeveloper, suspendDeveloper, throttleDeveloper } from './developers/suspend.ts';
import { getAuditHead, listAudit } from './operators/audit.ts';
import {
  changeOperator,
  claimOperatorKey,
  disableOperator,
  enableOperator,
  getOperator,
  getOwnOperator,
  inviteOperator,
  listOperators,
  renewInvitation,
  rotateOwnKey,
} from './operators/operators.ts';
import { SEARCH_OPERATIONS } from './search.ts';
import { getStorage } from './storage/read.ts';
import { closeWork } from './work/close.ts';
import {
  addWorkNote,
  arrangeWork,
  countWorkOfQueues,
  getWork,
  listWorkOfQueues,
} from './work/items.ts';
import { listPartiesOfWork } from './work/parties.ts';
import { followBank } from './work/stream.ts';
import { getCarriedWork } from './workflows/detail.ts';
import { getOpenWorkflows } from './workflows/list.ts';
import { endWork, retryWork } from './workflows/retry.ts';

export const OPS_OPERATIONS: readonly Operation[] = [
  getOwnOperator,
  rotateOwnKey,
  listOperators,
  getOperator,
  inviteOperator,
  claimOperatorKey,
  changeOperator,
  disableOperator,
  enableOperator,
  renewInvitation,
  listAudit,
  getAuditHead,
  listDevelopers,
  getDeveloperAsOperator,
  ...SEARCH_OPERATIONS,
  followBank,
  suspendDeveloper,
  reinstateDeveloper,
  throttleDeveloper,
  exportGeneralLedger,
  listApplications,
  decideApplication,
  renewClaim,
  listApprovalRequests,
  countApprovals,
  getApprovalFile,
  listOperatorSums,
  decideApproval,
  listWorkOfQueues,
  countWorkOfQueues,
  listPartiesOfWork,
  closeWork,
  getWork,
  arrangeWork,
  addWorkNote,
  getStorage,
  getSettlement,
  setSettlement,
  getInvariants,
  getTrialBalance,
  getOpenWorkflows,
  getCarriedWork,
  retryWork,
  endWork,
];
