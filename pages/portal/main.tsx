// The portal: everything that a developer sees in a browser.

import { render } from 'preact';
import { App, startSession } from './shell/app.tsx';

void startSession();
const place = document.getElementById('app');
if (place) render(<App />, place);
