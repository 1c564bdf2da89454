// The dependency rule as data: imports point inward, surfaces meet only in the log.
const tests = '[.](test|bench)[.]ts$|/testing/';
const pure = { path: '^packages/[^/]+/src/core/', pathNot: tests };
const surface = '^packages/(rails|workshop|studio)/';
const server = '^(packages/[^/]+|apps/(server|mcp|cli))/src/';
const sockets = '^(node:)?(net|tls|http|https|http2|dns|dgram)(/|$)|node_modules/(undici|ws|axios|got|node-fetch)/';
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    rule('core-is-pure', pure, { path: '/src/(ports|usecases|adapters)/|^apps/', dependencyTypesNot: ['type-only'] }),
    rule('core-knows-no-platform', pure, { dependencyTypes: ['core'] }),
    rule('ports-are-shapes', { path: '/src/ports/' }, { path: '/src/(usecases|adapters)/|^apps/' }),
    rule('usecases-see-ports', { path: '/src/usecases/', pathNot: tests }, { path: '/src/adapters/' }),
    rule('surfaces-meet-in-the-log', { path: surface }, { path: surface, pathNot: '^packages/$1/' }),
    rule(
      'surfaces-of-an-app-meet-in-its-services',
      { path: '^apps/([^/]+)/src/surfaces/([^/]+)/', pathNot: tests },
      { path: '^apps/[^/]+/src/surfaces/[^/]+/', pathNot: '^apps/$1/src/surfaces/$2/' },
    ),
    rule(
      'libraries-know-no-surface',
      { path: '^packages/(kernel|models|files|contracts)/' },
      { path: `${surface}|^apps/` },
    ),
    rule(
      'kernel-knows-nobody',
      { path: '^packages/kernel/', pathNot: tests },
      { path: '^packages/(?!kernel/)|^apps/' },
    ),
    // What crosses to the browser was made for it: the shapes of a crossing, and views that are pure.
    rule(
      'web-stays-in-the-browser',
      { path: '^apps/web/src/' },
      { path: '^packages/(?!contracts/src/|[^/]+/src/view/)|^apps/(?!web/)' },
    ),
    rule('web-knows-no-platform', { path: '^apps/web/src/', pathNot: tests }, { dependencyTypes: ['core'] }),
    // Files are hostile until parsed: the code that parses them, and all it could be handed, has no way out.
    rule(
      'files-know-no-network',
      { path: '^packages/files/src/', pathNot: tests },
      { path: '^(node:)?(net|tls|http|https|http2|dns|dgram|inspector)(/|$)|node_modules/(undici|ws|axios)/' },
    ),
    // What leaves the machine is decided in one place. The gate opens sockets, and the server listens on one. The
    // bucket, like the database, is where an operator keeps the data itself: its client speaks to that one place.
    rule(
      'one-way-out',
      {
        path: server,
        pathNot: `${tests}|^packages/models/src/adapters/gate[.]ts$|^apps/server/src/server[.]ts$|^packages/kernel/src/adapters/bucket/bucket-client[.]ts$`,
      },
      { path: sockets, dependencyTypesNot: ['type-only'] },
    ),
    // Providers' clients would open sockets of their own: they are made where each is given the gate's door instead.
    rule(
      'one-place-for-clients',
      { path: server, pathNot: `${tests}|^packages/models/src/adapters/providers[.]ts$` },
      { path: 'node_modules/@ai-sdk/(?!provider/)', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'one-place-for-the-database',
      { path: server, pathNot: `${tests}|^packages/kernel/src/adapters/postgres/` },
      { path: 'node_modules/pg/', dependencyTypesNot: ['type-only'] },
    ),
    // It could be pointed anywhere: only what opens the operator's own bucket makes one.
    rule(
      'one-place-for-the-bucket',
      { path: server, pathNot: `${tests}|^packages/kernel/src/adapters/bucket/` },
      { path: '^packages/kernel/src/adapters/bucket/bucket-client[.]ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule('packages-know-no-app', { path: '^packages/' }, { path: '^apps/' }),
    rule('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    // numfmt's own manifest names a file of types that it does not ship.
    rule('nothing-unresolved', { pathNot: tests }, { couldNotResolve: true, pathNot: '^virtual:|[.]css$|^numfmt$' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Our own builds; a package's `dist` is what most of them are imported from, and must be seen.
    exclude: { path: '^(apps|packages)/[^/]+/dist(/|$)|(^|/)node_modules/[.]' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
