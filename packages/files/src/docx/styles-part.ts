import { followOne, ns, type PackageEdit } from '../package/index.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** The styles part; a document that has none is given one with a plain paragraph style. */
export const ensureStylesPart = (pkg: PackageEdit): string =>
  ensurePart(
    pkg,
    'styles',
    (w) =>
      `<${w}style ${w}type="paragraph" ${w}default="1" ${w}styleId="Normal"><${w}name ${w}val="Normal"/></${w}style>`,
  );

export const ensureNumberingPart = (pkg: PackageEdit): string => ensurePart(pkg, 'numbering', () => '');

const ensurePart = (pkg: PackageEdit, kind: 'styles' | 'numbering', content: (w: string) => string): string => {
  const main = followOne(pkg, '', 'officeDocument') ?? '';
  const known = followOne(pkg, main, kind);
  if (known !== undefined && pkg.has(known)) return known;
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const part = pkg.has(`${folder}${kind}.xml`) ? pkg.freshName(`${folder}${kind}`, '.xml') : `${folder}${kind}.xml`;
  pkg.put(
    part,
    Buffer.from(`${head}<w:${kind} xmlns:w="${ns.word}">${content('w:')}</w:${kind}>`),
    `${word}.${kind}+xml`,
  );
  pkg.relate(main, { type: `${ns.relationships}/${kind}`, target: part });
  return part;
};
