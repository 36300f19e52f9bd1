// What subjects add to operations of the core. A bank without a subject goes without its part.

import type { Cause } from '../../db/kernel/cause.ts';
import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { PlatformApproval } from '../../db/platform/operators.ts';
import type { TimelineStep } from '../../db/transactions/view.ts';
import type { HitDraft, NotCompared } from '../../ledger/decisions/screening.ts';

/** A person or business as lists know it. */
export interface Listed {
  readonly type: 'individual' | 'business';
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly country: string | null;
}

/** What lists say about a customer before it is written. */
export interface CustomerScreened {
  readonly hits: readonly HitDraft[];
  /** Why a part of the name could be compared with no list; null: all could. */
  readonly notCompared: NotCompared | null;
}

/** An act that two operators have agreed on. */
export interface Agreed {
  readonly row: PlatformApproval;
  readonly terms: Readonly<Record<string, unknown>>;
  /** The person who agreed. */
  readonly by: string;
  readonly cause: Cause;
}

/** How an act is carried out once a second operator agrees. */
export interface AgreedAct<Deps> {
  /** Throws when it cannot be carried out any more; then it cannot be agreed to. */
  check(deps: Deps, row: PlatformApproval): Promise<void>;
  /** Done twice it has one effect. */
  carryOut(deps: Deps, agreed: Agreed): Promise<void>;
  /** True: the next start of a worker does it, and writes that down. */
  readonly waitsForStart?: true;
}

/** A row of a table as the export of a customer has it. */
export interface ExportedRow {
  readonly row: Readonly<Record<string, unknown>>;
  readonly tenantId: string;
}

/** A sandbox whose developer begins afresh. */
export interface EndedSandbox {
  readonly ledger: Ledger;
  readonly tenantId: string;
  readonly cause: Cause;
}

/** Where rows are that a ledger no longer has. */
export interface Archived<Deps> {
  /** True when an event that is not in the log is as old as those that were taken out of it. */
  isEventArchived(ledger: LedgerReads, tenantId: string, eventId: string): boolean;
  /** Steps of a transaction, oldest first; null: their file is not on this host. */
  readSteps(
    deps: Deps,
    ledger: Ledger,
    transactionId: string,
  ): Promise<readonly TimelineStep[] | null>;
  /** What a check of the books loads first: a file that exports `loadArchives`, and its folder. */
  loader(dataDir: string, ledger: string): { readonly file: string; readonly folder: string };
}

/** What one subject adds; its parts are given what the bank gives its API. */
export interface Extension<Deps> {
  screenCustomer?(deps: Deps, person: Listed): Promise<CustomerScreened>;
  /** By the name of the act. */
  readonly agreedActs?: Readonly<Record<string, AgreedAct<Deps>>>;
  /** By the name of the table: what belongs to a row and lies sealed beside the ledger. */
  readonly exportedWith?: Readonly<
    Record<
      string,
      (deps: Deps, ledger: Ledger, row: ExportedRow) => Promise<Record<string, unknown>>
    >
  >;
  /** Ends what would still speak of a sandbox; returns how much of it the answer counts. */
  endSandbox?(deps: Deps, ended: EndedSandbox): Promise<{ readonly removedEndpoints?: number }>;
  readonly archived?: Archived<Deps>;
}
