// Steps of an application for production that fail, repeat or lose their reply: each operator gets
// each reminder once, the application ends once, and the developer is notified once.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureApplicationWorkflows } from '../../bank/application-round.ts';
import { applicationWorkflowId } from '../../ledger/workflow-id.ts';
import { WORKFLOWS_IN_MEMORY } from '../kit/suite/tier.ts';
import {
  APPLICATION_STEPS,
  type ApplicationRig,
  openApplicationRig,
  playApplication,
} from '../kit/workflows/application-scenarios.ts';
import { FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';

describe.each(WORKFLOWS_IN_MEMORY)('with %s workflows in memory', (maxCachedWorkflows) => {
  const options = { temporalAddress: inject('temporalAddress'), maxCachedWorkflows };
  let applications: ApplicationRig;
  beforeAll(async () => {
    applications = await openApplicationRig(options);
  }, 60_000);
  afterAll(() => applications.close());

  const listRecipients = (id: string) =>
    applications.rig.faultFreeLedger.database.raw
      .prepare<[string], string>(
        'SELECT recipient FROM mails WHERE instr(subject_id, ?) = 1 ORDER BY id',
      )
      .pluck()
      .all(id);
  const listEvents = (developerId: string) =>
    applications.rig.faultFreeLedger.database.raw
      .prepare<[string], string>('SELECT type FROM events WHERE object_id = ? ORDER BY rowid')
      .pluck()
      .all(developerId);

  const faults = (
    maxCachedWorkflows === 0 ? FAULTS.filter(({ kind }) => kind === 'lose') : FAULTS
  ).map(retryAtOnce);
  it('an application sends its reminder, ends and sends its notice once each, whatever fault occurs at a step', async () => {
    const cases = [
      null,
      ...APPLICATION_STEPS.flatMap((step) => faults.map((fault) => ({ step, fault }))),
    ];
    await Promise.all(
      cases.map(async (caseFault) => {
        const name = caseFault ? `${caseFault.step} ${caseFault.fault.name}` : 'no step fails';
        const played = await playApplication(applications, caseFault ? [caseFault] : []);
        for (const trap of played.traps) expect(trap.struck, name).toBe(trap.fault.times);
        expect(played.result, name).toBe('rejected');
        const { applicationId, developerId = '', email } = played;
        const grace = 'grace@bank.example';
        expect(listRecipients(applicationId), name).toEqual([grace, grace, email]);
        expect(listEvents(developerId), name).toEqual(['developer.rejected']);
        const row = await applications.platform.findApplication(applicationId);
        expect(row?.applicationReason, name).toContain('has not decided in time');
      }),
    );
  }, 120_000);

  it('an application receives a decision while it waits; one without a workflow gets a workflow after an hour', async () => {
    const waitingRig = await openApplicationRig(options, true);
    try {
      const played = await playApplication(waitingRig, [], 'approved');
      expect(played.result).toBe('approved');
      const { rig, platform } = waitingRig;
      const services = { platform, client: rig.client, taskQueue: rig.ledger.taskQueue };
      const created = await platform.register({
        company: 'Late Ltd',
        email: 'late@example.com',
        phone: null,
        country: 'GB',
        useCase: null,
        expectedVolume: null,
      });
      await platform.applications.file({
        developerId: created?.developer.id ?? '',
        useCase: 'Payouts to sellers',
        expectedVolume: null,
        by: 'test',
      });
      const handle = rig.client.workflow.getHandle(
        applicationWorkflowId(created?.developer.applicationId ?? ''),
      );
      await ensureApplicationWorkflows(services, null, Date.now());
      await expect(handle.describe()).rejects.toThrow();
      await ensureApplicationWorkflows(services, null, Date.now() + 3_600_000);
      expect((await handle.describe()).status.name).toBe('RUNNING');
      await handle.terminate('the test is over');
    } finally {
      await waitingRig.close();
    }
  }, 60_000);
});
