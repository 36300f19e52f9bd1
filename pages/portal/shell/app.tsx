// The frame around every page: the key's owner, the environment, and the navigation.

import { useEffect } from 'preact/hooks';
import { Notice } from '../../console/kit/act.tsx';
import { KeyboardHelp } from '../../console/kit/keyboard.tsx';
import { othersChanges } from '../../console/kit/load.tsx';
import { Badge } from '../../console/kit/show.tsx';
import { Navigation } from './navigation.tsx';
import { Page } from './pages.tsx';
import { pathTo } from './router.ts';
import { endMessage, resume, type Session, session, signOut } from './session.ts';
import { signInByLink, takeLinkCode } from './sign-in.ts';
import { Welcome } from './welcome.tsx';

const POLL_EVERY_MS = 5_000;

export function App() {
  const current = session.value;
  if (current === 'unknown') return <p class="sr">Loading</p>;
  if (current === null) return <Welcome />;
  return <Frame key={current.id} session={current} />;
}

/** Signs in with the mailed link that opened the page, otherwise resumes the browser's session. */
export async function startSession(): Promise<void> {
  const code = takeLinkCode();
  const fault = code === null ? null : await signInByLink(code);
  if (session.value === 'unknown') await resume();
  if (fault !== null && session.value === null) endMessage.value = fault;
}

function Frame({ session }: { readonly session: Session }) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) othersChanges.value += 1;
    }, POLL_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <a class="skip" href="#page">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href={pathTo('')}>
          Kontor for developers
        </a>
        <Badge
          value={session.environment}
          text={session.environment === 'sandbox' ? 'Sandbox' : 'Production: real money'}
        />
        <div class="who">
          <span>{session.developer.company}</span>
          <button type="button" class="second" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <div class="shell">
        <Navigation />
        <main class="page" id="page" tabIndex={-1}>
          <Page />
        </main>
      </div>
      <KeyboardHelp />
      <Notice />
    </>
  );
}
