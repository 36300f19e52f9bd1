// Full bodies of what operators decide and look up.

import { FULL_REVIEW } from './credit.ts';
import { DEPLOYMENT_BODIES } from './deployment-bodies.ts';

const MOVEMENT = {
  environment: 'sandbox',
  accountId: 'acc_00000000000000000000000000',
  amount: 10,
  currency: 'EUR',
  externalParty: { name: 'Ada Lovelace' },
  description: 'By wire',
  reference: 'bad-body',
  reason: 'Statement of the correspondent bank',
};

export const OPERATOR_BODIES = {
  inviteOperator: {
    name: 'Grace Hopper',
    email: 'grace@bank.example',
    roles: ['support'],
    reason: 'Joins us',
  },
  claimOperatorKey: { invitationCode: 'invitation_nobody' },
  changeOperator: { roles: ['viewer'], reason: 'Moves on' },
  disableOperator: { reason: 'Leaves us' },
  enableOperator: { reason: 'Is back' },
  renewOperatorInvitation: { reason: 'Lost the key' },
  rotateOwnOperatorKey: { overlapHours: 0 },
  renewClaim: { reason: 'The first code ran out.' },
  decideApplication: { decision: 'approved', reason: 'Known' },
  decideKyc: { environment: 'sandbox', decision: 'denied', reason: 'Seen' },
  decideKycAssessment: { environment: 'sandbox', decision: 'reject', reason: 'Seen' },
  approveRiskReview: { environment: 'sandbox', reason: 'Known payee' },
  rejectRiskReview: { environment: 'sandbox', reason: 'Unknown payee' },
  decideApproval: { environment: 'sandbox', decision: 'denied', reason: 'Unknown payee' },
  searchScreeningLists: {
    name: 'Ada Lovelace',
    type: 'individual',
    dateOfBirth: '1815-12-10',
    country: 'GB',
    threshold: 0.9,
    limit: 5,
  },
  ...DEPLOYMENT_BODIES,
  decideAmlAlert: {
    environment: 'sandbox',
    status: 'closed',
    resolution: 'false_positive',
    reason: 'Known',
  },
  addAmlCaseNote: { environment: 'sandbox', note: 'Called the customer' },
  closeAmlCase: { environment: 'sandbox', sarDecision: 'do_not_file', reason: 'Explained' },
  scoreWithModel: { rows: [{ amount: 1.5 }] },
  decideCreditReview: FULL_REVIEW,
  decideScreeningHit: { environment: 'sandbox', decision: 'no_hit', reason: 'Seen' },
  decideModel: { environment: 'sandbox', decision: 'rejected', reason: 'Seen' },
  freezeAccountAsOperator: {
    environment: 'sandbox',
    reason: 'aml',
    message: 'By law',
    creditsBlocked: true,
  },
  unfreezeAccountAsOperator: { environment: 'sandbox', reason: 'Cleared' },
  reactivateAccountAsOperator: { environment: 'sandbox', reason: 'Seen' },
  eraseLeaf: { environment: 'sandbox', reason: 'Asked for' },
  setSettlement: { currency: 'EUR', prefunded: 0, cap: 0, reason: 'No contract yet' },
  depositAsOperator: MOVEMENT,
  withdrawAsOperator: MOVEMENT,
  reverseTransactionAsOperator: {
    environment: 'sandbox',
    amount: 10,
    reason: 'Returned',
    reasonCode: 'error',
    reference: 'bad-body',
    allowNegativeBalance: true,
  },
};
