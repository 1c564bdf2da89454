// Runs before the first paint, so that a dark or right-to-left screen never flashes light or left-to-right.
// A file of its own because the content security policy allows no inline script.
// Checks of what the server sends would try whether code may be made from text, which the policy forbids and counts.
globalThis.__zod_globalConfig = { jitless: true };
(() => {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('atelier.appearance') ?? '{}') ?? {};
  } catch {
    // Unreadable or forbidden storage means defaults.
  }
  const dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // What the server wrote on the page, then what was kept, then what the person reads.
  const spelt = [root.dataset.language, kept.language, ...navigator.languages.map((tag) => tag.toLowerCase())];
  const hebrew = /^(he|iw)/.test(spelt.find((tag) => /^(en|he|iw)\b/.test(tag ?? '')) ?? 'en');
  root.dataset.theme = dark ? 'dark' : 'light';
  root.lang = hebrew ? 'he' : 'en';
  root.dir = hebrew ? 'rtl' : 'ltr';

  // The link's token is spent by now; it must not stay in the address bar or the history.
  const address = new URL(location.href);
  if (address.searchParams.has('token')) {
    address.searchParams.delete('token');
    history.replaceState(null, '', address);
  }
})();
