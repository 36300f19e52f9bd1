// The operations of the sandbox alone: its clock, and simulated acts of the outside world.

import type { Operation } from '../kit/operation.ts';
import { advanceClock, getClock } from './clock.ts';
import { simulateApprovalDecision } from './decisions.ts';
import { simulateInboundTransfer } from './inbound-transfer.ts';
import { simulateKycDecision } from './kyc-decision.ts';
import { simulateRailReturn, simulateRailSettle } from './rail-answers.ts';
import { resetSandbox } from './reset.ts';

export const SANDBOX_OPERATIONS: readonly Operation[] = [
  getClock,
  advanceClock,
  resetSandbox,
  simulateInboundTransfer,
  simulateApprovalDecision,
  simulateKycDecision,
  simulateRailSettle,
  simulateRailReturn,
];
