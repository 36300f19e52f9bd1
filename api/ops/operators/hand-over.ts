// How the code of an invitation comes to the person who is invited: by mail where there is a mail
// server. Otherwise the code of an admin lies in a file that the holder of the machine reads and
// hands on; that of anybody else is in the answer, and the one who has seen it decides nothing
// together with that person.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { mailContext } from '../../../db/mails/acts.ts';
import type { Operator } from '../../../db/platform/operators.ts';
import { type Invited, rolesIn } from '../../../identity/operators.ts';
import { ownAddress } from '../../kit/address.ts';
import type { AppEnv, BankDeps } from '../../kit/context.ts';

const FOLDER = 'invitations';
const OWNER_ONLY = { file: 0o600, folder: 0o700 };

/** True for who needs two admins to come. */
export function isAdmin(roles: readonly string[]): boolean {
  return roles.includes('admin');
}

/**
 * Hands a code over.
 * @param address of the bank, for the mail; null: it is not known
 * @returns the code, where the one who asks hands it on
 */
export async function handOver(
  deps: BankDeps,
  { operator, code }: Invited,
  address: string | null,
): Promise<string | null> {
  if (deps.config.mail !== null && operator.email !== null) {
    await mailCode(deps, operator, { code, address });
    return null;
  }
  if (!isAdmin(rolesIn(operator))) return code;
  const folder = join(deps.config.dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
  const file = join(folder, `${operator.id}.code`);
  writeFileSync(file, `${code}\n`, { mode: OWNER_ONLY.file });
  deps.log.warn({ operatorId: operator.id, file }, 'the code of a new admin lies in a file');
  return null;
}

interface Letter {
  readonly code: string;
  readonly address: string | null;
}

async function mailCode(deps: BankDeps, { id, email }: Operator, { code, address }: Letter) {
  const about = { tenantId: 'bank', kind: 'operator_invitation', subjectId: id } as const;
  const place = address ?? deps.config.publicUrl;
  const text =
    'You are invited to work for the bank. Claim your key with this code' +
    `${place === null ? '' : ` at ${place}/console, “I have an invitation code”`}:\n\n${code}\n\n` +
    'It counts once, within a week. Show it to no colleague: the key is yours alone.\n';
  await deps.desks.sandbox.ledger.mails.queue({
    ...about,
    recipient: email,
    subject: 'Your invitation',
    body: deps.seal.seal(text, mailContext(about)),
    isSealed: true,
  });
}

/** The address of the bank as this request sees it. */
export const addressIn = (c: Context<AppEnv>, deps: Pick<BankDeps, 'config'>) =>
  ownAddress(c, deps.config);
