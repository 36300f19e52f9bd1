// Scenarios of the workflow of an application for production: the unwind suite plays them under
// each fault, and scripts/record-histories.ts records them. Imports nothing of vitest.

import { openMailer } from '../../../activities/mails.ts';
import { applicationSteps } from '../../../bank/applications.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { Platform } from '../../../identity/platform.ts';
import { applicationWorkflowId } from '../../../ledger/workflow-id.ts';
import { ensureWorkflow, signalWorkflow } from '../../../workflows/record-workflows.ts';
import { openTestPlatform } from '../bank/opened-ledger.ts';
import { openRig, type Rig, type RigOptions } from './rig.ts';
import type { Fault } from './unwind.ts';

/** The terms of an application in milliseconds instead of days. */
const TERMS = { remindAfterMs: [30, 60], expireAfterMs: 6_000 };
const LONG_TERMS = { remindAfterMs: [30], expireAfterMs: 600_000 };

export const APPLICATION_STEPS = [
  'lookAtApplication',
  'remindOfApplication',
  'expireApplication',
  'tellApplicant',
] as const;

export interface ApplicationStrike {
  readonly step: (typeof APPLICATION_STEPS)[number];
  readonly fault: Fault;
}

const identity = (text: string) => text;
const copyBytes = (bytes: Uint8Array) => Buffer.from(bytes);
const NO_FILES = { sealBytes: copyBytes, openBytes: copyBytes };

export interface ApplicationRig {
  readonly rig: Rig;
  readonly platform: Platform;
  close(): Promise<void>;
}

function environmentsIn(ledger: Ledger) {
  return { sandbox: { ledger }, production: { ledger } };
}

/**
 * Opens a rig with a platform that has one operator who may decide.
 * @param hasLongTerms true when nothing expires
 */
export async function openApplicationRig(
  options: RigOptions,
  hasLongTerms = false,
): Promise<ApplicationRig> {
  const platform = await openTestPlatform(':memory:', Date.now, hasLongTerms ? LONG_TERMS : TERMS);
  await platform.operators.ensure('op_first_operator_of_a_test_0123456789');
  const invited = await platform.operators.invite({
    name: 'Grace',
    email: 'grace@bank.example',
    roles: ['compliance'],
    reason: 'Joins us',
    by: platform.operators.list({ limit: 1, startingAfter: null }).data[0]?.id ?? '',
  });
  await platform.operators.claim(invited.code);
  // Mails are not sent: the test reads the queue.
  const server = { url: 'smtp://127.0.0.1:9', from: 'bank@example.com' };
  const mailer = await openMailer(server, {
    seal: { open: identity },
    addressOf: async () => null,
  });
  const rig = await openRig({
    ...options,
    mailer,
    applications: (sandbox) =>
      applicationSteps({ platform, environments: environmentsIn(sandbox) }),
  });
  return {
    rig,
    platform,
    async close() {
      await rig.close();
      platform.close();
      mailer.transport.close();
    },
  };
}

/** Plays an application without a decision, or one that is approved after a reminder. */
export async function playApplication(
  { rig, platform }: ApplicationRig,
  strikes: readonly ApplicationStrike[] = [],
  decision: 'approved' | null = null,
) {
  const email = `${crypto.randomUUID()}@example.com`;
  const registered = await platform.register({
    company: 'Newcomer Ltd',
    email,
    phone: null,
    country: 'GB',
    useCase: null,
    expectedVolume: null,
  });
  const { id: developerId = '', applicationId = '' } = registered?.developer ?? {};
  const applicationFields = { useCase: 'Payouts to sellers', expectedVolume: null };
  await platform.applications.file({ developerId, ...applicationFields, by: 'test' });
  const traps = strikes.map(({ step, fault }) => rig.faults.set(applicationId, step, fault));
  await ensureWorkflow(rig.starter, 'application', applicationId);
  if (decision !== null) {
    while (platform.applications.stateOf(applicationId).reminder < 2) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [operator] = platform.applications.deciders();
    await platform.decideApplication({
      applicationId,
      status: decision,
      reason: null,
      operatorId: operator?.id ?? '',
      seal: { keyId: 'none', seal: identity, open: identity, fingerprint: identity, ...NO_FILES },
    });
    await signalWorkflow(rig.starter, 'application', applicationId);
  }
  const workflowId = applicationWorkflowId(applicationId);
  const result: unknown = await rig.client.workflow.getHandle(workflowId).result();
  return { applicationId, developerId, email, workflowId, result, traps };
}
