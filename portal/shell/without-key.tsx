// Signing in without a key in hand, as far as the bank and the browser can.

import { useEffect, useState } from 'preact/hooks';
import { Act } from '../../console/kit/act.tsx';
import { TextField, textIn } from '../kit/fields.tsx';
import { ask, askWays, knowsPasskeys, signInByPasskey, type Ways } from './ways.ts';

export function WithoutKey() {
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => void askWays().then(setWays), []);
  if (ways === null) return null;
  return (
    <>
      <Passkey isReady={ways.passkeys === 'ready'} />
      <details>
        <summary>Sign in by e-mail</summary>
        {ways.email === 'ready' ? (
          <Link />
        ) : (
          <p>
            E-mail is not configured: this bank has no mail server. Sign in with a key
            {ways.passkeys === 'ready' ? ' or a passkey' : ''}.
          </p>
        )}
      </details>
    </>
  );
}

function Passkey({ isReady }: { readonly isReady: boolean }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!isReady || !knowsPasskeys) {
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
      done="Check your e-mail."
      needsReason={false}
      run={async (form) => {
        const email = textIn(form, 'email') ?? '';
        setSent(await ask('/portal/sign-in/link', { email }));
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
