// The page before the sign-in: a key, a passkey or a mailed link opens a session; a developer
// without an account registers, or claims a live key.

import { useState } from 'preact/hooks';
import { Act } from '../../console/kit/act.tsx';
import { SignInForm } from '../../console/kit/sign-in.tsx';
import { ClaimForm } from '../access/claim.tsx';
import { ShownOnce } from '../kit/copy.tsx';
import { readFilled, TextField } from '../kit/fields.tsx';
import { bank, type Schemas } from './bank.ts';
import { endMessage, signIn } from './session.ts';
import { WithoutKey } from './without-key.tsx';

type RegisteredDeveloper = Schemas['DeveloperRegistered'];

export function Welcome() {
  return (
    <main class="sign-in">
      <h1>Kontor for developers</h1>
      <p>
        Keys, requests, events, webhooks and the sandbox of your programs. An API key opens a
        session in this browser, with the rights of the key.
      </p>
      {endMessage.value === null ? null : <p role="status">{endMessage.value}</p>}
      <SignInForm label="API key" prefix="sk_" signIn={signIn} />
      <WithoutKey />
      <details>
        <summary>Register for a key</summary>
        <Register />
      </details>
      <details>
        <summary>Claim your live key</summary>
        <ClaimForm />
      </details>
      <p>
        <a href="/docs">Documentation</a> · <a href="/">About this bank</a>
      </p>
    </main>
  );
}

/** The registration for a sandbox key. A bank that sends mail verifies the address first. */
function Register() {
  const [registered, setRegistered] = useState<RegisteredDeveloper | null>(null);
  const [mailed, setMailed] = useState<string | null>(null);
  if (registered !== null) return <Keys registration={registered} />;
  if (mailed !== null) {
    return (
      <>
        <p>A code is on its way to {mailed}.</p>
        <Act
          key="code"
          label="Show my key"
          successText="You are registered."
          needsReason={false}
          run={async (form) => {
            const body = { code: String(form.get('code') ?? '').trim() };
            setRegistered(await bank.verifyDeveloperEmail({ body }));
          }}
        >
          {(error) => <TextField label="Code" name="code" error={error} isRequired />}
        </Act>
      </>
    );
  }
  return (
    <Act
      key="register"
      label="Register"
      successText="Registered."
      needsReason={false}
      run={async (form) => {
        const { company = '', email = '', country = '', use_case } = readFilled(form, FIELDS);
        const body = { company, email, country, ...(use_case ? { use_case } : {}) };
        const answer = await bank.registerDeveloper({ body });
        if (answer.object === 'developer') setRegistered(answer);
        else setMailed(answer.email);
      }}
    >
      {(error) => (
        <>
          <TextField label="Company" name="company" error={error} isRequired maxLength={200} />
          <TextField label="E-mail" name="email" type="email" error={error} isRequired />
          <TextField
            label="Country"
            name="country"
            error={error}
            isRequired
            maxLength={2}
            help="Two letters, such as DE."
          />
          <TextField
            label="Use case"
            name="use_case"
            error={error}
            help="Optional: production is asked for later, under Production."
          />
        </>
      )}
    </Act>
  );
}

const FIELDS = ['company', 'email', 'country', 'use_case'] as const;

function Keys({ registration }: { readonly registration: RegisteredDeveloper }) {
  const { sandbox, production } = registration.environment;
  return (
    <ShownOnce
      title="Your sandbox key"
      buttonLabel="I have stored them: continue"
      secrets={[
        ['Sandbox key', sandbox.apiKey],
        ['Application for production', production.applicationId],
        ['Application secret', production.applicationSecret],
      ]}
      close={() => void signIn(sandbox.apiKey)}
    />
  );
}
