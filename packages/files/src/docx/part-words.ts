import { isPlumbing } from '../package/describe-part.ts';
import { descendantsOf, ns } from '../package/index.ts';
import { type Said, saidBetween, saidTogether, type Words } from '../review/typed/said.ts';
import { commentsOf, notesOf } from './around-body.ts';
import { paragraphOf } from './blocks.ts';
import type { Compared, Side } from './compared.ts';

/** What the parts outside the body say, where that changed: by the id of the change a person keeps or drops. */
export const wordsOfParts = ({ before, after, otherParts }: Compared): ReadonlyMap<string, Said> => {
  const said = new Map<string, Said>();
  const structural: Said[] = [];
  for (const name of otherParts) {
    const isStructural = isPlumbing(name) || !before.pkg.has(name) || !after.pkg.has(name);
    const words = saidBetween(wordsIn(before, name), wordsIn(after, name));
    if (!words) continue;
    if (isStructural) structural.push(words);
    else said.set(`part:${name}`, words);
  }
  if (structural.length > 0) said.set('structure', saidTogether(structural));
  return said;
};

/** By what tells them apart: the text of a header, each note and comment, each address that is linked to. */
const wordsIn = ({ file, pkg }: Side, name: string): Words => {
  if (isPlumbing(name)) return linksIn(name, pkg);
  if (!pkg.has(name)) return new Map();
  if (name === file.comments)
    return new Map(
      [...commentsOf(file)].map(([id, { author, text }]) => [id, author === '' ? text : `${author}: ${text}`]),
    );
  if (name === file.footnotes) return notesNamed(notesOf(file), 'footnote:');
  if (name === file.endnotes) return notesNamed(notesOf(file), 'endnote:');
  if (!file.headersFooters.some(({ part }) => part === name)) return new Map();
  const document = pkg.xml(name);
  const lines = [...descendantsOf(document.root, ns.word, 'p')].map(
    (paragraph) => paragraphOf(file, document, paragraph, 0).text,
  );
  return new Map([['', lines.join('\n').trim()]]);
};

const notesNamed = (notes: ReadonlyMap<string, string>, kind: string): Words =>
  new Map([...notes].filter(([id]) => id.startsWith(kind)));

const linksIn = (name: string, pkg: Side['pkg']): Words => {
  const [, folder = '', owner = ''] = /^(.*?)_rels\/(.*)\.rels$/.exec(name) ?? [];
  if (owner === '' || !pkg.has(name)) return new Map();
  const outside = pkg.relationships(`${folder}${owner}`).filter(({ external }) => external);
  return new Map(outside.map(({ id, target }) => [`${id} ${target}`, target]));
};
