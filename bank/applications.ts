// The steps of the workflow of an application for production. The platform stores the application
// and the operators; the sandbox ledger sends the mails and the developer's event.

import type { Applications } from '../activities/applications.ts';
import { emitDecisionEvent } from '../api/developer/platform-events.ts';
import { tenantOf } from '../db/kernel/tenant.ts';
import type { Ledger } from '../db/ledger.ts';
import type { PerEnvironment } from '../db/ledgers.ts';
import { queueMailOnce } from '../db/mails/acts.ts';
import type { Developer } from '../db/platform/rows.ts';
import type { Platform } from '../identity/platform.ts';

interface Parts {
  readonly platform: Platform;
  readonly environments: PerEnvironment<{ readonly ledger: Pick<Ledger, 'run'> }>;
}

/** Returns the steps, on the databases of this bank. */
export function applicationSteps({ platform, environments }: Parts): Applications {
  const { applications } = platform;
  const { ledger } = environments.sandbox;

  async function mailOperators(row: Developer, reminder: number): Promise<void> {
    const { applicationId: id, company } = row;
    const text =
      `${company} asked for access to production on ${dayOf(row.appliedAt ?? row.createdAt)}, and no operator has ` +
      `decided.\n\nGET /v1/ops/applications?status=pending shows it; two operators approve at\n` +
      `POST /v1/ops/applications/${id}/decision, one rejects.\n`;
    for (const operator of applications.deciders()) {
      if (operator.email === null) continue;
      await ledger.run(queueMailOnce, {
        tenantId: 'bank',
        kind: 'application',
        subjectId: `${id}/${reminder}/${operator.id}`,
        recipient: operator.email,
        subject: `An application waits: ${company}`,
        body: text,
      });
    }
  }

  return {
    look: async ({ id }) => applications.stateOf(id),
    async remind({ id, reminder }) {
      const row = await platform.findApplication(id);
      if (row?.applicationStatus !== 'pending') return;
      await mailOperators(row, reminder);
      await applications.noteReminder(id, reminder);
    },
    async expire({ id }) {
      await applications.expire(id);
    },
    async notify({ id }) {
      const row = await platform.findApplication(id);
      if (!row || row.applicationStatus === 'pending') return;
      const cause = { actor: row.decidedBy ?? 'workflow', requestId: id, idempotencyKey: null };
      await emitDecisionEvent({ platform, environments }, row, cause);
      const { ledger } = environments.sandbox;
      await ledger.run(queueMailOnce, {
        tenantId: tenantOf(row.id, 'sandbox', row.sandboxEpoch),
        kind: 'application',
        subjectId: `${id}/decision`,
        recipient: row.email,
        subject: `Your application was ${row.applicationStatus}`,
        body: decisionText(row),
      });
    },
  };
}

function decisionText({ applicationStatus, applicationReason }: Developer): string {
  if (applicationStatus === 'approved') {
    return (
      'You have access to production. POST /v1/developer/application with the secret of your ' +
      'registration\nshows the code that the first live key is claimed with, within 14 days.\n'
    );
  }
  return `You have no access to production.${applicationReason ? ` ${applicationReason}` : ''}\n`;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
