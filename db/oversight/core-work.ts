// The workflows of transactions, batches and mails, as an operator sees them.

import { MINUTE_MS } from '../../ledger/durations.ts';
import { OPEN_STATUSES as OPEN_TRANSACTIONS } from '../transactions/open-work.ts';
import { type BackgroundKind, ENDED_TEXT, lastStep } from './background-kind.ts';

const NEXT_BY_STATUS: Readonly<Record<string, string>> = {
  pending_review: 'A person of the bank decides about its risk.',
  pending_approval: 'A second person approves or denies it.',
  requires_confirmation: 'Its customer confirms it with a second factor, or its time runs out.',
};

const NEXT_BY_STAGE: Readonly<Record<string, string>> = {
  accepted: 'It is decided and booked.',
  validate: 'Its day begins; nothing is held until then.',
  place_hold: 'Its developer captures or cancels it, or its hold expires.',
  submitting: 'It is given to its network.',
  submitted: 'Its network settles it, or sends it back.',
};

/** The timeline of a transaction shows further steps. */
const transaction: BackgroundKind = {
  kind: 'transaction',
  table: 'transactions',
  open: OPEN_TRANSACTIONS,
  withinMs: null,
  object: 'transaction',
  columns: 'stage',
  describe: (row, { status, isOpen }) => ({
    happened: [lastStep(row, `It is ${status}, at the stage ${row.stage}.`)],
    next: isOpen
      ? (NEXT_BY_STATUS[status] ?? NEXT_BY_STAGE[String(row.stage)] ?? 'It is settled.')
      : ENDED_TEXT,
  }),
};

const batch: BackgroundKind = {
  kind: 'batch',
  table: 'batches',
  open: "status IN ('pending', 'processing')",
  withinMs: 10 * MINUTE_MS,
  object: 'batch',
  columns: `mode, total, decided, posted, declined, failed, travelling,
    refused_index AS refusedIndex, refused_code AS refusedCode, completed_at AS completedAt`,
  describe(row, { status, isOpen }) {
    const { total, posted, declined, failed, travelling } = row;
    const counts = `${posted} of ${total} posted, ${declined} declined, ${failed} failed`;
    const remaining = Number(total) - Number(row.decided);
    const refused =
      row.refusedCode === null ? null : `Item ${row.refusedIndex} was refused: ${row.refusedCode}.`;
    return {
      happened: [
        Number(row.decided) > 0 ? lastStep(row, `Items: ${counts}.`) : null,
        refused === null ? null : lastStep(row, refused),
        isOpen ? null : { at: Number(row.completedAt ?? row.updatedAt), what: `It is ${status}.` },
      ],
      next: isOpen
        ? `${remaining} of ${total} items are still to be decided, slice after slice.`
        : Number(travelling) > 0
          ? `${travelling} items are with their networks, which settle them or send them back.`
          : ENDED_TEXT,
    };
  },
};

/** Answers of mail servers contain addresses, so only the code is shown. */
function mailFault(error: string): string {
  const [code] = /\b[45]\d\d\b/.exec(error) ?? [];
  return code === undefined ? 'The mail server was not reached.' : `The mail server said ${code}.`;
}

const mail: BackgroundKind = {
  kind: 'mail',
  table: 'mails',
  open: "status = 'queued'",
  withinMs: 60 * MINUTE_MS,
  object: 'mail',
  columns: 'kind, subject_id AS subjectId, attempts, last_error AS lastError',
  describe(row, { status, isOpen }) {
    const { kind, attempts, lastError } = row;
    const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
    return {
      happened: [
        { at: row.createdAt, what: `A mail about: ${String(kind).replaceAll('_', ' ')}.` },
        Number(attempts) > 0 ? lastStep(row, `${tries} so far.`) : null,
        lastError === null ? null : lastStep(row, mailFault(String(lastError))),
        isOpen ? null : lastStep(row, `It is ${status}.`),
      ],
      next: isOpen ? 'It is tried again, for a day, at growing intervals.' : ENDED_TEXT,
      related: [row.subjectId === undefined ? null : String(row.subjectId)],
    };
  },
};

export const CORE_WORK: readonly BackgroundKind[] = [transaction, batch, mail];
