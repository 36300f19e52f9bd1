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

interface ApplicationTarget {
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
  look(target: ApplicationTarget): Promise<ApplicationStep>;
  remind(target: ApplicationTarget & { readonly reminder: number }): Promise<void>;
  expire(target: ApplicationTarget): Promise<void>;
  /** Notifies the developer of the decision. */
  notify(target: ApplicationTarget): Promise<void>;
}

export interface ApplicationActivities {
  lookAtApplication(target: ApplicationTarget): Promise<ApplicationStep>;
  remindOfApplication(target: ApplicationTarget & { readonly reminder: number }): Promise<void>;
  expireApplication(target: ApplicationTarget): Promise<void>;
  tellApplicant(target: ApplicationTarget): Promise<void>;
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
