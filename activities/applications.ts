// The steps of an application for production. Each step is idempotent: a mail about the same
// subject is queued once, a reminder is recorded once, an application ends once.

import { activityInfo } from '@temporalio/activity';
import { limitAttempts } from './failure.ts';

/** The state of an application as reported to its workflow. */
export interface ApplicationStep {
  readonly status: 'pending' | 'approved' | 'rejected' | 'gone';
  readonly due: 'reminder' | 'expiry' | null;
  readonly reminder: number;
  readonly waitMs: number;
}

interface NoteTarget {
  /**
   * Id of the application. The property is named `id` because planned faults of tests are matched
   * by that name.
   */
  readonly id: string;
}

/**
 * The bank's operations on an application: the platform stores it, and the ledger sends its mails.
 */
export interface Applications {
  look(target: NoteTarget): Promise<ApplicationStep>;
  remind(target: NoteTarget & { readonly reminder: number }): Promise<void>;
  expire(target: NoteTarget): Promise<void>;
  /** Notifies the developer of the decision. */
  notify(target: NoteTarget): Promise<void>;
}

export interface ApplicationActivities {
  lookAtApplication(target: NoteTarget): Promise<ApplicationStep>;
  remindOfApplication(target: NoteTarget & { readonly reminder: number }): Promise<void>;
  expireApplication(target: NoteTarget): Promise<void>;
  tellApplicant(target: NoteTarget): Promise<void>;
}

export function applicationActivities(applications: Applications): ApplicationActivities {
  const attempt = () => activityInfo().attempt;
  return {
    lookAtApplication: (target) => limitAttempts(attempt(), () => applications.look(target)),
    remindOfApplication: (target) => limitAttempts(attempt(), () => applications.remind(target)),
    expireApplication: (target) => limitAttempts(attempt(), () => applications.expire(target)),
    tellApplicant: (target) => limitAttempts(attempt(), () => applications.notify(target)),
  };
}
