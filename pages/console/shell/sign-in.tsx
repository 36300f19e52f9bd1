// A form in which an operator enters the key.

import { SignInForm } from '../kit/sign-in.tsx';
import { Claim } from './claim.tsx';
import { endMessage, signIn } from './session.ts';

export function SignIn() {
  return (
    <main class="sign-in">
      <h1>Kontor console</h1>
      <p>Sign in with your operator key to open a session in this browser.</p>
      {endMessage.value === null ? null : <p role="status">{endMessage.value}</p>}
      <SignInForm label="Operator key" prefix="op_" signIn={signIn} />
      <Claim />
      <p>
        <a href="/">About this bank</a>
      </p>
    </main>
  );
}
