// Audit of operators' acts. The request is logged before the act and the outcome after it. The act
// is open in between, so that acts of a process that died are found and closed.

import { hostname } from 'node:os';
import { mint } from '../db/kernel/mint.ts';
import type { OpenAct } from '../db/platform/acts.ts';
import type { AuditRow } from '../db/platform/audit.ts';
import type { PlatformRows } from '../db/platform/rows.ts';

/** `settled`: the process died, and the outcome was determined from marks in the databases. */
export type ActEnd = 'answered' | 'refused' | 'settled';

type AuditNote = Omit<AuditRow, 'at' | 'detail'> & { readonly detail: object };

export interface OperatorActs {
  /** Logs the request and opens the act; returns the id of the act. */
  begin(note: AuditNote): Promise<string>;
  /** Logs the outcome of an act and closes it. A closed act is not settled again. */
  end(id: string, end: ActEnd, detail: object): Promise<void>;
  /** Open acts, oldest first. */
  open(limit: number): OpenAct[];
  /** True when the act wrote to the platform database. */
  isMarked(id: string): boolean;
}

const HOST = hostname();

/** True when the process of an act ran on this machine and has ended, or is this process. */
export function isGone({ process: processName }: Pick<OpenAct, 'process'>): boolean {
  const index = processName.lastIndexOf('/');
  if (processName.slice(0, index) !== HOST) return false;
  const pid = Number(processName.slice(index + 1));
  return pid === process.pid || !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** The acts of operators on a platform database. */
export function operatorActs(rows: PlatformRows, now: () => number): OperatorActs {
  const { acts } = rows;
  const insert = ({ detail, ...note }: AuditNote) =>
    rows.insertAudit({ ...note, at: now(), detail: JSON.stringify(detail) });
  return {
    begin: ({ detail, ...note }) =>
      rows.write(() => {
        const id = mint('operatorAct');
        const request = insert({ ...note, detail: { act: id, ...detail } });
        acts.begin({ id, asked: request, process: `${HOST}/${process.pid}` });
        return id;
      }),
    end: (id, end, detail) =>
      rows.write(() => {
        const act = acts.find(id);
        const isLate = act?.ended !== null;
        // An answer to an act that was settled meanwhile is logged in a separate entry.
        if (!act || (isLate && end === 'settled')) return;
        const { actor, objectId, environment, asked } = act;
        const entryFields = { actor, objectId, environment, action: `${act.action}.${end}` };
        const lateMark = isLate ? { late: true } : {};
        const outcome = { act: id, asked: `aud_${asked}`, ...lateMark, ...detail };
        const entry = insert({ ...entryFields, detail: outcome });
        if (!isLate) acts.end(id, entry);
      }),
    open: acts.open,
    isMarked: acts.isMarked,
  };
}
