// Delivers the code of an invitation to the invited person: by mail where there is a mail server,
// otherwise in a file that the holder of the machine reads and hands on. The inviting admins never
// see it.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../../db/kernel/whole-file.ts';
import { mailContext, queueMail } from '../../../db/mails/acts.ts';
import type { Operator } from '../../../db/platform/operators.ts';
import type { InvitedOperator } from '../../../identity/operators.ts';
import type { BankDeps } from '../../kit/context.ts';

const FOLDER = 'invitations';
const OWNER_ONLY = 0o700;

/** Mails the code to the invited person, or writes it to a file when the bank sends no mail. */
export async function deliverInvitation(
  deps: BankDeps,
  { operator, code }: InvitedOperator,
): Promise<void> {
  if (deps.config.mail !== null && operator.email !== null) {
    await mailCode(deps, operator, code);
    return;
  }
  const folder = join(deps.config.dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  const file = codePath(deps, operator.id);
  writeWhole(file, `${code}\n`);
  deps.log.warn({ operatorId: operator.id, file }, 'the code of a new operator lies in a file');
}

/** Deletes the file of a used code, if there is one. */
export function removeCode(deps: Pick<BankDeps, 'config'>, operatorId: string): void {
  rmSync(codePath(deps, operatorId), { force: true });
}

function codePath({ config }: Pick<BankDeps, 'config'>, operatorId: string): string {
  return join(config.dataDir, FOLDER, `${operatorId}.code`);
}

async function mailCode(deps: BankDeps, { id, email }: Operator, code: string) {
  const mailFields = { tenantId: 'bank', kind: 'operator_invitation', subjectId: id } as const;
  const publicUrl = deps.config.publicUrl;
  const text =
    'You are invited to work for the bank. Claim your key with this code' +
    `${publicUrl === null ? '' : ` at ${publicUrl}/console, “I have an invitation code”`}:\n\n${code}\n\n` +
    'It works once, within a week. Show it to no colleague: the key is yours alone.\n';
  await deps.environments.sandbox.ledger.run(queueMail, {
    ...mailFields,
    recipient: email,
    subject: 'Your invitation',
    body: deps.seal.seal(text, mailContext(mailFields)),
    isSealed: true,
  });
}
