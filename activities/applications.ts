// The steps of an application for production. What they do may be done twice: a mail about the same
// thing is queued once, a reminder is written down once, an application ends once.

import { activityInfo } from '@temporalio/activity';
import { limitAttempts } from './failure.ts';

/** Where an application stands, as its workflow hears it. */
export interface ApplicationStep {
  readonly status: 'pending' | 'approved' | 'rejected' | 'gone';
  readonly due: 'reminder' | 'expiry' | null;
  readonly reminder: number;
  readonly waitMs: number;
}

interface About {
  /** Of the application; the name says what faults of a test are about. */
  readonly id: string;
}

/** What the bank does for an application: the platform knows it, and the ledger sends mails. */
export interface Applications {
  look(about: About): Promise<ApplicationStep>;
  remind(about: About & { readonly reminder: number }): Promise<void>;
  expire(about: About): Promise<void>;
  /** Notifies the developer of the decision. */
  notify(about: About): Promise<void>;
}

export interface ApplicationActivities {
  lookAtApplication(about: About): Promise<ApplicationStep>;
  remindOfApplication(about: About & { readonly reminder: number }): Promise<void>;
  expireApplication(about: About): Promise<void>;
  tellApplicant(about: About): Promise<void>;
}

export function applicationActivities(applications: Applications): ApplicationActivities {
  const attempt = () => activityInfo().attempt;
  return {
    lookAtApplication: (about) => limitAttempts(attempt(), () => applications.look(about)),
    remindOfApplication: (about) => limitAttempts(attempt(), () => applications.remind(about)),
    expireApplication: (about) => limitAttempts(attempt(), () => applications.expire(about)),
    tellApplicant: (about) => limitAttempts(attempt(), () => applications.notify(about)),
  };
}
