// One e-mail: tried for a day, then given up. The row records the outcome.

import {
  ActivityFailure,
  patched,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { MailActivities } from '../activities/mails.ts';
import { finishWhenCancelled, mailWork } from './policies.ts';
import { plainStateAttributes, SHOWS_STATE } from './search-attributes.ts';

const { sendMail } = proxyActivities<MailActivities>(mailWork('hand to the mail server'));
const { giveUpMail } = proxyActivities<MailActivities>({
  ...mailWork('give up'),
  scheduleToCloseTimeout: undefined,
});

const ENDS: Readonly<Record<string, string>> = {
  sent: 'sent: the mail server has taken it',
  failed: 'failed: the mail says why',
  gone: 'There is no such mail.',
};

/** @returns the outcome of the mail */
export async function mail({ mailId }: { readonly mailId: string }): Promise<string> {
  setCurrentDetails('Is handed to the mail server, and tried again for a day while that is away.');
  try {
    const status = await finishWhenCancelled(() => sendMail({ mailId }));
    setCurrentDetails(ENDS[status] ?? status);
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
  if (patched(SHOWS_STATE)) upsertSearchAttributes(plainStateAttributes(status));
}
