// Inviting an operator, which takes two admins. The code is mailed, or written to a file on the
// bank's machine; it is never shown here.

import { Act, Field } from '../kit/act.tsx';
import { bank } from '../shell/bank.ts';
import { may } from '../shell/session.ts';
import { Roles, rolesIn } from './roles.tsx';

export function Invite() {
  return may('inviteOperator') ? <InviteForm /> : null;
}

function InviteForm() {
  const invite = async (form: FormData, reason: string) => {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const body = { name: text('name'), email: text('email'), roles: rolesIn(form), reason };
    await bank.inviteOperator({ body });
  };
  return (
    <details class="card">
      <summary>Invite an operator</summary>
      <Act
        label="Invite"
        successText="Invited, or a second admin has to agree (Approvals). The code goes to the person by mail, or is in a file on the machine of the bank."
        run={invite}
      >
        {(error) => (
          <>
            <Field label="Name" name="name" error={error}>
              {(props) => <input {...props} required maxLength={100} />}
            </Field>
            <Field label="E-mail" name="email" error={error}>
              {(props) => <input {...props} type="email" required maxLength={254} />}
            </Field>
            <Roles selected={[]} error={error} />
          </>
        )}
      </Act>
    </details>
  );
}
