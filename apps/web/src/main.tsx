import '@fontsource-variable/heebo';
import '@fontsource-variable/inter';
import './ui/tokens.css';
import { joinPath } from '@atelier/contracts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createAppRouter, fetchPlace } from './app/router.ts';
import { createAtelier } from './client/atelier.ts';
import { startI18n } from './i18n/start-i18n.ts';
import { appearanceNow } from './preferences/appearance-now.ts';

// Fetched while the rest of the page is set up.
const words = startI18n(appearanceNow().language);

const router = createAppRouter();
const atelier = createAtelier(location.origin);
if (location.pathname !== joinPath) {
  atelier.install.subscribe(() => undefined);
  fetchPlace(router, atelier);
}

// The machine woke up, the network is back or the tab came forward: no reason to sit out the wait.
const retry = () => {
  if (document.visibilityState === 'visible') atelier.connection.retryNow();
};
document.addEventListener('visibilitychange', retry);
window.addEventListener('online', retry);
window.addEventListener('focus', retry);

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root element.');
await words;
createRoot(container).render(
  <StrictMode>
    <App atelier={atelier} router={router} />
  </StrictMode>,
);
