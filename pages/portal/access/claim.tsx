// The form that exchanges a claim code for the first live key.

import { useState } from 'preact/hooks';
import { Act } from '../../console/kit/act.tsx';
import { ShownOnce } from '../kit/copy.tsx';
import { readText, TextField } from '../kit/fields.tsx';
import { bank } from '../shell/bank.ts';
import { signIn } from '../shell/session.ts';

/** @param code the claim code, where the page knows it already */
export function ClaimForm({ code }: { readonly code?: string }) {
  const [key, setKey] = useState<string | null>(null);
  if (key !== null) {
    return (
      <ShownOnce
        title="Your live key"
        secrets={[['Live key', key]]}
        buttonLabel="I have stored it: sign in with it"
        close={() => void signIn(key)}
      />
    );
  }
  return (
    <Act
      label="Claim the live key"
      successText="The live key works."
      needsReason={false}
      run={async (form) => {
        const claimCode = readText(form, 'claimCode') ?? '';
        const name = readText(form, 'name') ?? '';
        setKey((await bank.claimKey({ body: { claimCode, name } })).apiKey);
      }}
    >
      {(error) => (
        <>
          <TextField
            label="Claim code"
            name="claimCode"
            error={error}
            isRequired
            {...(code ? { value: code } : {})}
          />
          <TextField label="Name of the key" name="name" value="Live" error={error} isRequired />
        </>
      )}
    </Act>
  );
}
