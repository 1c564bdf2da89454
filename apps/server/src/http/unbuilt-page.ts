/** Shown while the web app has not been built; it says so instead of pretending. */
export const unbuiltPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atelier</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
  body { max-width: 36rem; margin: 20vh auto; padding: 0 1.5rem; }
  code { padding: .1em .4em; border-radius: .3em; background: color-mix(in srgb, currentColor 12%, transparent); }
</style>
<h1>Atelier is running</h1>
<p>Its server answers, but the web app has not been built yet.</p>
<p>Stop the server and run <code>npm start</code>, which builds it; or run <code>npx vite build apps/web</code> and reload this page.</p>
</html>
`;
