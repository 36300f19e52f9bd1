// The additions of subjects to operations of the core. A bank without a subject lacks its
// additions.

import type { Cause } from '../../db/kernel/cause.ts';
import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { PlatformApproval } from '../../db/platform/operators.ts';
import type { TimelineStep } from '../../db/transactions/view.ts';
import type { BackgroundWorkKind } from '../../ledger/background-work.ts';
import type { HitDraft, NotCompared } from '../../ledger/decisions/screening.ts';
import type { BulkResolution, WorkQueue } from '../../ledger/decisions/work.ts';

/** A person or business to screen against the lists. */
export interface ScreenedPerson {
  readonly type: 'individual' | 'business';
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly country: string | null;
}

/** The result of screening a customer before it is written. */
export interface CustomerScreening {
  readonly hits: readonly HitDraft[];
  /**
   * The reason why a part of the name could be compared with no list, or null when all parts were
   * compared.
   */
  readonly notCompared: NotCompared | null;
}

/** An act that a second operator has approved. */
export interface ApprovedRequest {
  readonly row: PlatformApproval;
  readonly terms: Readonly<Record<string, unknown>>;
  /** The approving operator. */
  readonly by: string;
  readonly cause: Cause;
}

/** Executes an act after a second operator has approved it. */
export interface ApprovedAct<Deps> {
  /** @throws when the act can no longer be executed, so that it cannot be approved */
  check(deps: Deps, row: PlatformApproval): Promise<void>;
  /** Executes the act. A second call has no further effect. */
  carryOut(deps: Deps, approvedRequest: ApprovedRequest): Promise<void>;
  /** True when the next start of a worker executes the act and records that. */
  readonly waitsForStart?: true;
}

/** A row of a table in the export of a customer. */
export interface ExportedRow {
  readonly row: Readonly<Record<string, unknown>>;
  readonly tenantId: string;
}

/** A sandbox that its developer has reset. */
export interface EndedSandbox {
  readonly ledger: Ledger;
  readonly tenantId: string;
  readonly cause: Cause;
}

/** An act of an operator on an item that waits for a person. */
interface WorkAct {
  readonly id: string;
  readonly cause: Cause;
}

/** Closes an item of a queue by the act of its subject. */
export type CloseWork = (
  ledger: Ledger,
  closing: WorkAct & { readonly reason: string },
) => Promise<unknown>;

/** Adds a note to an item of a queue whose subject stores its own notes. */
type NoteWork = (ledger: Ledger, note: WorkAct & { readonly body: string }) => Promise<unknown>;

/** Ends the work of a workflow by the act of its subject. */
type EndWork = (ledger: Ledger, work: WorkAct & { readonly tenantId: string }) => Promise<unknown>;

/** Reads rows that were moved out of a ledger. */
export interface ArchiveReads<Deps> {
  /** True when an event that is missing in the log may be archived. */
  isEventArchived(ledger: LedgerReads, tenantId: string, eventId: string): boolean;
  /**
   * Returns the steps of a transaction, oldest first, or null when their file is not on this host.
   */
  readSteps(
    deps: Deps,
    ledger: Ledger,
    transactionId: string,
  ): Promise<readonly TimelineStep[] | null>;
  /**
   * Returns a module that exports `loadArchives`, and the folder of the archives. A check of the
   * books loads it first.
   */
  loader(dataDir: string, ledger: string): { readonly file: string; readonly folder: string };
}

/**
 * The additions of one subject. Each part receives the dependencies that the bank gives its API.
 */
export interface Extension<Deps> {
  screenCustomer?(deps: Deps, person: ScreenedPerson): Promise<CustomerScreening>;
  /** Acts that need a second operator, by name. */
  readonly agreedActs?: Readonly<Record<string, ApprovedAct<Deps>>>;
  /**
   * Functions that read the sealed data of a row outside of the ledger, by the name of the table.
   */
  readonly exportedWith?: Readonly<
    Record<
      string,
      (deps: Deps, ledger: Ledger, row: ExportedRow) => Promise<Record<string, unknown>>
    >
  >;
  /**
   * Called before a person decides about the identity of a customer. Returns a function that tells
   * the workflow of the subject about the decision; null when none waits for it.
   */
  followIdentity?(deps: Deps, ledger: Ledger, customerId: string): (() => void) | null;
  /** Ends the subject's activity for a sandbox. Returns the counts that the answer states. */
  endSandbox?(
    deps: Deps,
    endedSandbox: EndedSandbox,
  ): Promise<{ readonly removedEndpoints?: number }>;
  readonly archived?: ArchiveReads<Deps>;
  /** Acts that close items in bulk, by queue and resolution. */
  readonly closesWork?: Partial<Record<WorkQueue, Partial<Record<BulkResolution, CloseWork>>>>;
  readonly notesWork?: Partial<Record<WorkQueue, NoteWork>>;
  readonly endsWork?: Partial<Record<BackgroundWorkKind, EndWork>>;
}
