// One e-mail: tried for a day, then given up. The row says what became of it.

import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { MailActivities } from '../activities/mails.ts';
import { finishWhenCancelled, mailWork } from './policies.ts';

const { sendMail } = proxyActivities<MailActivities>(mailWork('hand to the mail server'));
const { giveUpMail } = proxyActivities<MailActivities>({
  ...mailWork('give up'),
  scheduleToCloseTimeout: undefined,
});

/** @returns what became of the mail */
export async function mail({ mailId }: { readonly mailId: string }): Promise<string> {
  try {
    return await finishWhenCancelled(() => sendMail({ mailId }));
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    await finishWhenCancelled(() => giveUpMail({ mailId }));
    return 'failed';
  }
}
