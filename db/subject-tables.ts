// The declaration of a subject's tables, and of their use by other folders: the erasure of a
// customer, the move of a developer, the list of operators' work. Each subject declares its tables
// in db/<noun>/subject-tables.ts, and all-subject-tables.ts lists the declarations. A declaration
// applies to each ledger that has the tables, even when it is opened without the subject.

import type { HeldTable } from './customers/held-table.ts';
import type { SubjectSchema } from './kernel/subject-schema.ts';
import type { MovedTables } from './moves/moved-tables.ts';
import type { BackgroundKind } from './oversight/background-kind.ts';
import type { StoredKind } from './storage/stored-kind.ts';
import type { WorkTables } from './work/source.ts';

/** A check of the books. */
export interface Rule {
  readonly name: string;
  readonly guarantee: string;
  /** The query; each row is a violation. `@now` is bound. */
  readonly sql: string;
}

export interface SubjectTables extends SubjectSchema {
  readonly rules?: readonly Rule[];
  /** Data about customers, in the order in which it is erased. */
  readonly held?: readonly HeldTable[];
  readonly moves?: MovedTables;
  readonly work?: WorkTables;
  /** Background work with a workflow of its own. */
  readonly backgroundWork?: readonly BackgroundKind[];
  /** SQL of the bytes that developers store, by tenant. */
  readonly stored?: Readonly<Partial<Record<StoredKind, string>>>;
  /** SQL of sealed texts, or of their beginnings with the name of the key. */
  readonly sealed?: string;
  /**
   * SQL of the time at which somebody decided about the transaction `t`, by the status in which it
   * waits; null while nobody has.
   */
  readonly decidedAt?: Readonly<Record<string, string>>;
  /** SQL that is true when a person was asked about the transaction `t`. */
  readonly reviewed?: string;
  /** SQL of the time at which the oldest delivery became due; null when none waits. */
  readonly oldestDelivery?: string;
  /** Query for a record by its id, by the kind of a record that a client may know. */
  readonly records?: Readonly<Record<string, string>>;
}
