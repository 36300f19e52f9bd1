// Inviting an operator. The code is mailed; without a mail server it is shown here, once, and handed
// on by hand. An admin is made by two, and the code of one is never shown here.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Act, Field } from '../kit/act.tsx';
import { Card } from '../kit/show.tsx';
import { bank } from '../shell/bank.ts';
import { may } from '../shell/session.ts';
import { Roles, rolesIn } from './roles.tsx';

/** The code of the latest invitation: there until the page is left. */
export const invited = signal<{ readonly name: string; readonly code: string } | null>(null);

/** Keeps a code that has to be handed on. */
export function keepCode(made: object): void {
  const { name, invitationCode } = made as { name?: string; invitationCode?: string | null };
  invited.value = name && invitationCode ? { name, code: invitationCode } : null;
}

export function Invite() {
  useEffect(
    () => () => {
      invited.value = null;
    },
    [],
  );
  const latest = invited.value;
  return (
    <>
      {latest === null ? null : (
        <Card title={`The code for ${latest.name}`}>
          <p>
            <code class="id">{latest.code}</code>
          </p>
          <p class="quiet">
            Hand it to that person within a week: at <a href="/console">/console</a>, “I have an
            invitation code” exchanges it for a key. The code is not shown again.
          </p>
        </Card>
      )}
      {may('inviteOperator') ? <InviteForm /> : null}
    </>
  );
}

function InviteForm() {
  const invite = async (form: FormData, reason: string) => {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const body = { name: text('name'), email: text('email'), roles: rolesIn(form), reason };
    keepCode(await bank.inviteOperator({ body }));
  };
  return (
    <details class="card">
      <summary>Invite an operator</summary>
      <Act
        label="Invite"
        done="Done: the code is here or on its way, or a second admin has to agree (Approvals)."
        run={invite}
      >
        {(error) => (
          <>
            <Field label="Name" name="name" error={error}>
              {(own) => <input {...own} required maxLength={100} />}
            </Field>
            <Field label="E-mail" name="email" error={error}>
              {(own) => <input {...own} type="email" required maxLength={254} />}
            </Field>
            <Roles chosen={[]} error={error} />
          </>
        )}
      </Act>
    </details>
  );
}
