// Knip's own reporters do not say how many files were looked at, and a check of nothing must not pass.
export default ({ issues, counters, report }) => {
  const found = Object.entries(report)
    .filter(([, wanted]) => wanted)
    .flatMap(([kind]) => rows(kind, issues[kind]));
  console.log(JSON.stringify({ files: counters.processed, found }));
};

const rows = (kind, byFile = {}) =>
  Object.entries(byFile).flatMap(([file, bySymbol]) =>
    Object.keys(bySymbol).map((symbol) => `${kind}: ${symbol} (${file})`),
  );
