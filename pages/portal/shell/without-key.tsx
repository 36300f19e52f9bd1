// The sign-in methods without a key that the bank and the browser support.

import { useEffect, useState } from 'preact/hooks';
import { Act } from '../../console/kit/act.tsx';
import { readText, TextField } from '../kit/fields.tsx';
import {
  readSignInMethods,
  type SignInMethods,
  sendRequest,
  signInByPasskey,
  supportsPasskeys,
} from './sign-in.ts';

export function WithoutKey() {
  const [methods, setMethods] = useState<SignInMethods | null>(null);
  useEffect(() => void readSignInMethods().then(setMethods), []);
  if (methods === null) return null;
  return (
    <>
      <Passkey isReady={methods.passkeys === 'ready'} />
      <details>
        <summary>Sign in by e-mail</summary>
        {methods.email === 'ready' ? (
          <Link />
        ) : (
          <p>
            E-mail is not configured: this bank has no mail server. Sign in with a key
            {methods.passkeys === 'ready' ? ' or a passkey' : ''}.
          </p>
        )}
      </details>
    </>
  );
}

function Passkey({ isReady }: { readonly isReady: boolean }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!isReady || !supportsPasskeys) {
    const reason = isReady ? 'this browser has none' : 'this bank has no domain name';
    return <p class="quiet">Passkeys are not configured: {reason}.</p>;
  }
  const run = async () => {
    setBusy(true);
    setFault(await signInByPasskey());
    setBusy(false);
  };
  return (
    <>
      <button type="button" class="second" disabled={isBusy} onClick={() => void run()}>
        Sign in with a passkey
      </button>
      {fault === null ? null : (
        <p class="bad" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

function Link() {
  const [sent, setSent] = useState<{ email: string; minutes: number } | null>(null);
  if (sent !== null) {
    return (
      <p role="status">
        If {sent.email} has an account, a mail is on its way. Its link works for {sent.minutes}{' '}
        minutes in this browser. Only the link that was asked for last works.
      </p>
    );
  }
  return (
    <Act
      label="Send a sign-in link"
      successText="Check your e-mail."
      needsReason={false}
      run={async (form) => {
        const email = readText(form, 'email') ?? '';
        setSent(await sendRequest('/portal/sign-in/link', { email }));
      }}
    >
      {(error) => (
        <TextField
          label="E-mail of your registration"
          name="email"
          type="email"
          error={error}
          isRequired
          help="The link opens your sandbox. Production takes a live key, or its passkey."
        />
      )}
    </Act>
  );
}
