// The objects that an open page of an operator can follow. They contain personal data, so a page
// does not reload them by itself, because each read is in the audit log. A page learns only that
// the object has changed.

import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { accountMark, customerMark, transactionMark } from '../../../db/oversight/marks.ts';
import { queuesOf } from '../../../db/work/queues.ts';
import { findWork } from '../../../db/work/reads.ts';
import type { Caller } from '../../../identity/caller.ts';
import { mayDo, rolesOf, worksOn } from '../../../identity/operator-roles.ts';
import { isId, type Noun } from '../../../ledger/id.ts';
import type { Deps } from '../../kit/context.ts';
import { roleRequired } from '../../kit/operation.ts';

type Roles = Extract<Caller, { kind: 'operator' }>['roles'];

interface Watch {
  readonly environment: EnvironmentName;
  readonly about: string;
  readonly roles: Roles;
}

interface Subject {
  /**
   * The operation that shows the object. An operator who may not call it is not notified of changes
   * either.
   */
  readonly needs: string;
  matches(subject: string): boolean;
  /** Returns a text that changes whenever the shown object changes; empty without an object. */
  mark(deps: Deps, watch: Watch): string | Promise<string>;
}

const createLedgerSubject = (
  noun: Noun,
  needs: string,
  mark: (ledger: Deps['environments']['sandbox']['ledger'], id: string) => string,
): Subject => ({
  needs,
  matches: (subject) => isId(noun, subject),
  mark: ({ environments }, { environment, about }) => mark(environments[environment].ledger, about),
});

/** The applications of a page, and one more that shows whether further ones follow. */
const MAX_APPLICATIONS = 51;

const SUBJECTS: readonly Subject[] = [
  createLedgerSubject('transaction', 'getTransactionAsOperator', transactionMark),
  createLedgerSubject('account', 'getAccountAsOperator', accountMark),
  createLedgerSubject('customer', 'getCustomerAsOperator', customerMark),
  {
    needs: 'getWork',
    matches: (subject) => queuesOf(subject).length > 0,
    mark({ environments }, { environment, about, roles }) {
      const work = findWork(environments[environment].ledger, about);
      if (work === null || !worksOn(roles, work.queue)) return '';
      // An update within the same second is not a change.
      return JSON.stringify({ ...work, ageSeconds: 0 });
    },
  },
  {
    needs: 'getDeveloperAsOperator',
    matches: (subject) => isId('developer', subject),
    mark: async ({ platform }, { about }) =>
      String((await platform.findDeveloper(about))?.version ?? ''),
  },
  {
    needs: 'listApplications',
    matches: (subject) => subject === 'applications',
    async mark({ platform }) {
      const page = { limit: MAX_APPLICATIONS, startingAfter: null };
      const { data } = await platform.listApplications('pending', page);
      return data.map(({ id, version }) => `${id} ${version}`).join();
    },
  },
  {
    needs: 'listAudit',
    matches: (subject) => subject === 'audit',
    mark: ({ platform }) => String(platform.audit.newest({ except: 'read.listAudit' })),
  },
];

const findSubject = (textName: string) => SUBJECTS.find((subject) => subject.matches(textName));

/** True for an object that can be followed. */
export function canBeFollowed(subject: string): boolean {
  return findSubject(subject) !== undefined;
}

/** True when an operator with these roles may read the object, and therefore follow it. */
export function mayFollow(roles: Roles, about: string): boolean {
  const subject = findSubject(about);
  return subject !== undefined && mayDo(roles, subject.needs);
}

/**
 * Returns a function that reads the mark of an object, to compare with an earlier mark.
 * @param watch an object for which `isFollowed` is true
 * @throws Problem when the roles do not allow reading the object
 */
export function markOfObject(deps: Deps, watch: Watch): () => string | Promise<string> {
  const subject = findSubject(watch.about);
  if (subject === undefined) return () => '';
  const { needs } = subject;
  if (!mayFollow(watch.roles, watch.about)) throw roleRequired(needs, rolesOf(needs) ?? []);
  return () => subject.mark(deps, watch);
}
