// One e-mail: tried for a day, then given up. The row records the outcome.

import {
  ActivityFailure,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { MailActivities } from '../activities/mails.ts';
import { finishWhenCancelled, mailWork } from './policies.ts';
import { plainStateAttributes } from './search-attributes.ts';

const { sendMail } = proxyActivities<MailActivities>(mailWork('hand the mail to the mail server'));
const { giveUpMail } = proxyActivities<MailActivities>({
  ...mailWork('fail the mail after a day of attempts'),
  scheduleToCloseTimeout: undefined,
});

const OUTCOME_TEXTS: Readonly<Record<string, string>> = {
  sent: 'sent: the mail server has accepted it',
  failed: 'failed: the mail states the reason',
  gone: 'There is no such mail.',
};

/** Sends one mail. Returns its outcome. */
export async function mail({ mailId }: { readonly mailId: string }): Promise<string> {
  setCurrentDetails(
    'Hands the mail to the mail server; tries again for a day while the server is unavailable.',
  );
  try {
    const status = await finishWhenCancelled(() => sendMail({ mailId }));
    setCurrentDetails(OUTCOME_TEXTS[status] ?? status);
    if (status !== 'gone') showState(status);
    return status;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    await finishWhenCancelled(() => giveUpMail({ mailId }));
    setCurrentDetails('failed: given up after a day of attempts');
    showState('failed');
    return 'failed';
  }
}

function showState(status: Parameters<typeof plainStateAttributes>[0]): void {
  upsertSearchAttributes(plainStateAttributes(status));
}
